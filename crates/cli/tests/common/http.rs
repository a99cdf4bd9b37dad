//! A small HTTP client: one request a connection, with a limit in time on everything.

use std::io::{self, Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::time::Duration;

use serde_json::Value;

/// How long anything may take.
pub(crate) const PATIENCE: Duration = Duration::from_secs(60);

/// What a server answers.
pub(crate) struct Answer {
    pub(crate) status: u16,
    /// The status line and the headers, in lower case.
    pub(crate) head: String,
    pub(crate) body: String,
}

impl Answer {
    /// The body, as a JSON document.
    pub(crate) fn json(&self) -> Value {
        serde_json::from_str(&self.body).unwrap_or_else(|_| panic!("no JSON: {}", self.body))
    }

    fn header(&self, name: &str) -> Option<&str> {
        let mut lines = self.head.lines();
        lines
            .find_map(|line| line.strip_prefix(name)?.strip_prefix(':'))
            .map(str::trim)
    }
}

/// Connects, and sends a text as it is.
pub(crate) fn send(address: SocketAddr, request: &str) -> io::Result<TcpStream> {
    let mut stream = TcpStream::connect_timeout(&address, PATIENCE)?;
    stream.set_read_timeout(Some(PATIENCE))?;
    stream.set_write_timeout(Some(PATIENCE))?;
    stream.write_all(request.as_bytes())?;
    Ok(stream)
}

/// Reads the answer to a request.
pub(crate) fn receive(mut stream: TcpStream) -> io::Result<Answer> {
    let mut bytes = Vec::new();
    let mut byte = [0];
    while !bytes.ends_with(b"\r\n\r\n") {
        stream.read_exact(&mut byte)?;
        bytes.push(byte[0]);
    }
    let head = String::from_utf8_lossy(&bytes).to_lowercase();
    let status = head.split(' ').nth(1).and_then(|code| code.parse().ok());
    let mut answer = Answer {
        status: status.ok_or(io::ErrorKind::InvalidData)?,
        head,
        body: String::new(),
    };
    let length = answer.header("content-length").and_then(|n| n.parse().ok());
    stream
        .take(length.unwrap_or(u64::MAX))
        .read_to_string(&mut answer.body)?;
    Ok(answer)
}

/// A request as it is sent.
pub(crate) fn text(method: &str, path: &str, host: &str, headers: &str, body: &str) -> String {
    let length = body.len();
    format!(
        "{method} {path} HTTP/1.1\r\nHost: {host}\r\nContent-Length: {length}\r\n{headers}\r\n{body}"
    )
}

/// Gets a page.
pub(crate) fn get(address: SocketAddr, path: &str) -> Answer {
    exchange(address, &text("GET", path, &address.to_string(), "", ""))
}

/// Posts a JSON document.
pub(crate) fn post(address: SocketAddr, path: &str, document: &Value) -> Answer {
    exchange(address, &question(address, path, document))
}

/// A question as it is sent.
pub(crate) fn question(address: SocketAddr, path: &str, document: &Value) -> String {
    let json = "Content-Type: application/json\r\n";
    let body = document.to_string();
    text("POST", path, &address.to_string(), json, &body)
}

/// Sends a request and reads the answer.
#[track_caller]
pub(crate) fn exchange(address: SocketAddr, request: &str) -> Answer {
    send(address, request)
        .and_then(receive)
        .expect("the server answers")
}
