//! What is answered to whom: the page and its parts, questions, and reports.

use std::collections::VecDeque;
use std::convert::Infallible;
use std::net::SocketAddr;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use anyhow::Result;
use http_body_util::{BodyExt, Full, LengthLimitError, Limited};
use hyper::body::{Bytes, Incoming};
use hyper::header::{CONTENT_SECURITY_POLICY, CONTENT_TYPE, HeaderValue};
use hyper::{Method, Request, Response, StatusCode};
use lariat_models::FORMATS;
use serde::Serialize;
use serde::de::DeserializeOwned;
use tokio::sync::Semaphore;

use super::ask::{AboutFormula, AboutModel, CommandLine};
use super::child::{self, End, Limits};
use super::door::Visit;
use super::guard::Guard;
use super::{PATIENCE, examples};

/// The state of the server.
pub(super) struct Server {
    guard: Guard,
    limits: Limits,
    /// As many processes as there are processors run at once.
    seats: Semaphore,
    reports: Mutex<Reports>,
    examples: String,
    /// The page, with the languages of models.
    page: String,
}

/// The latest reports, numbered in the order of their making.
#[derive(Default)]
struct Reports {
    made: usize,
    kept: VecDeque<Bytes>,
}

/// So many reports are kept.
const MOST_REPORTS: usize = 8;
/// No question is longer.
const LONGEST_QUESTION: usize = 1 << 20;

/// A request that is not answered, and why.
pub(super) struct Refusal {
    status: StatusCode,
    why: String,
}

/// The answer to a question.
#[derive(Serialize, Default)]
struct Answered {
    /// The command line that answers it, as a person would type it.
    command: String,
    /// Its exit code; none if it was stopped.
    exit: Option<i32>,
    output: String,
    messages: String,
    /// Why it was stopped, if it was.
    stopped: Option<String>,
    /// Where the report is, if there is one.
    report: Option<String>,
}

impl Refusal {
    pub(super) fn new(status: StatusCode, why: String) -> Self {
        Self { status, why }
    }
}

impl Reports {
    fn add(&mut self, report: String) -> usize {
        self.kept.push_back(report.into());
        if self.kept.len() > MOST_REPORTS {
            self.kept.pop_front();
        }
        self.made += 1;
        self.made
    }

    fn get(&self, number: usize) -> Option<Bytes> {
        let oldest = self.made - self.kept.len() + 1;
        self.kept.get(number.checked_sub(oldest)?).cloned()
    }
}

/// The languages of models, as options of the page.
fn languages() -> String {
    let options = FORMATS.iter().map(|format| {
        let (name, description) = (format.name(), format.description());
        format!("          <option value=\"{name}\">{description}</option>")
    });
    options.collect::<Vec<_>>().join("\n")
}

type Page = Response<Full<Bytes>>;

impl Server {
    pub(super) fn new(address: SocketAddr, time: Duration, memory: u64) -> Result<Self> {
        let processors = std::thread::available_parallelism().map_or(1, usize::from);
        Ok(Self {
            guard: Guard::new(address),
            limits: Limits { time, memory },
            seats: Semaphore::new(processors),
            reports: Mutex::default(),
            examples: serde_json::to_string(&examples::ALL)?,
            page: include_str!("page/page.html").replace("<!--LANGUAGES-->", &languages()),
        })
    }

    pub(super) async fn answer(
        self: Arc<Self>,
        request: Request<Incoming>,
        visit: &Visit,
    ) -> Result<Page, Infallible> {
        let answered = self.respond(request, visit).await;
        Ok(answered.unwrap_or_else(|refusal| {
            let why = serde_json::json!({ "error": refusal.why }).to_string();
            let mut response = page("application/json", why.into());
            *response.status_mut() = refusal.status;
            response
        }))
    }

    async fn respond(&self, request: Request<Incoming>, visit: &Visit) -> Result<Page, Refusal> {
        self.guard.host(request.headers())?;
        let path = request.uri().path().to_owned();
        match (request.method(), path.as_str()) {
            (&Method::GET, path) => self.page(path),
            (&Method::POST, "/formula") => {
                let asked: AboutFormula = self.read(request).await?;
                let command = asked.command().map_err(bad_request)?;
                answer_page(&self.run(command, visit).await?)
            }
            (&Method::POST, "/check") => {
                let asked: AboutModel = self.read(request).await?;
                let Limits { time, memory } = self.limits;
                let command = asked.command(time, memory).map_err(bad_request)?;
                let mut answered = self.run(command, visit).await?;
                if !answered.output.is_empty() {
                    let report = std::mem::take(&mut answered.output);
                    let mut reports = self.reports.lock().unwrap_or_else(PoisonError::into_inner);
                    answered.report = Some(format!("/report/{}", reports.add(report)));
                }
                answer_page(&answered)
            }
            (_, path) => Err(nothing_at(path)),
        }
    }

    /// A page, or a part of one.
    fn page(&self, path: &str) -> Result<Page, Refusal> {
        let (kind, text) = match path {
            "/" => ("text/html", &*self.page),
            "/page.css" => ("text/css", include_str!("page/page.css")),
            "/page.js" => ("text/javascript", include_str!("page/page.js")),
            "/examples.json" => ("application/json", &*self.examples),
            _ => return self.report(path),
        };
        Ok(page(kind, text.to_owned().into()))
    }

    fn report(&self, path: &str) -> Result<Page, Refusal> {
        let number = path.strip_prefix("/report/").and_then(|n| n.parse().ok());
        let reports = self.reports.lock().unwrap_or_else(PoisonError::into_inner);
        let report = number.and_then(|number| reports.get(number));
        let mut response = page("text/html", report.ok_or_else(|| nothing_at(path))?);
        let policy = HeaderValue::from_static(POLICY_OF_REPORTS);
        response
            .headers_mut()
            .insert(CONTENT_SECURITY_POLICY, policy);
        Ok(response)
    }

    /// Reads a question.
    async fn read<T: DeserializeOwned>(&self, request: Request<Incoming>) -> Result<T, Refusal> {
        self.guard.question(request.headers())?;
        let body = Limited::new(request.into_body(), LONGEST_QUESTION).collect();
        let body = tokio::time::timeout(PATIENCE, body).await.map_err(|_| {
            let why = "the question did not come to an end".to_owned();
            Refusal::new(StatusCode::REQUEST_TIMEOUT, why)
        })?;
        let body = body.map_err(|error| match error.downcast::<LengthLimitError>() {
            Ok(_) => {
                let why = format!("no question may be longer than {LONGEST_QUESTION} bytes");
                Refusal::new(StatusCode::PAYLOAD_TOO_LARGE, why)
            }
            Err(error) => bad_request(error.to_string()),
        })?;
        serde_json::from_slice(&body.to_bytes()).map_err(|error| bad_request(error.to_string()))
    }

    /// Runs a command line as soon as there is a processor for it.
    async fn run(&self, command: CommandLine, visit: &Visit) -> Result<Answered, Refusal> {
        let _served = visit.served();
        let failed = |error: anyhow::Error| {
            let why = format!("internal error: {error:#}");
            Refusal::new(StatusCode::INTERNAL_SERVER_ERROR, why)
        };
        let seat = self.seats.acquire().await.map_err(|e| failed(e.into()))?;
        let end = child::run(&command, self.limits).await.map_err(failed)?;
        drop(seat);
        let mut answered = Answered {
            command: command.typed,
            ..Answered::default()
        };
        match end {
            End::Stopped(why) => answered.stopped = Some(why),
            End::Own {
                status,
                output,
                messages,
            } => {
                answered.exit = status.code();
                if answered.exit.is_none() {
                    answered.stopped = Some(format!("internal error: {status}"));
                }
                (answered.output, answered.messages) = (output, messages);
            }
        }
        Ok(answered)
    }
}

/// The page loads nothing but its own parts; its icon is empty, and part of it.  Pictures bring their styles.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; connect-src 'self'; img-src data:; \
     frame-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";
/// A report is one file with its script, has no origin, and loads nothing at all.
const POLICY_OF_REPORTS: &str = "default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; \
     form-action 'none'; frame-ancestors 'self'; sandbox allow-scripts";

fn page(kind: &str, body: Bytes) -> Page {
    let response = Response::builder()
        .header(CONTENT_TYPE, format!("{kind}; charset=utf-8"))
        .header(CONTENT_SECURITY_POLICY, POLICY)
        .header("X-Content-Type-Options", "nosniff")
        .header("Referrer-Policy", "no-referrer")
        .header("Cross-Origin-Resource-Policy", "same-origin")
        .header("Cache-Control", "no-store")
        .body(Full::new(body));
    response.expect("the headers are sound")
}

fn answer_page(answered: &Answered) -> Result<Page, Refusal> {
    let text = serde_json::to_string(answered).map_err(|error| bad_request(error.to_string()))?;
    Ok(page("application/json", text.into()))
}

fn bad_request(why: String) -> Refusal {
    Refusal::new(StatusCode::BAD_REQUEST, why)
}

fn nothing_at(path: &str) -> Refusal {
    Refusal::new(StatusCode::NOT_FOUND, format!("there is nothing at {path}"))
}
