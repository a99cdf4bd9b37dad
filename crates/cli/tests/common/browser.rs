//! A headless Chromium, driven through chromedriver by the WebDriver protocol.
//!
//! Where there is none, the tests say so and are skipped; `crates/cli/tests/browser/install` installs one, and so does
//! a test run with `LARIAT_BROWSER=install`, which does not skip.  Everything has a limit in time, and one browser runs at a time.

use std::io::{BufRead, BufReader};
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use serde_json::{Value, json};

use super::http;
use super::server::wait_until;

/// Keys, as WebDriver calls them.
pub(crate) const ENTER: char = '\u{e007}';
pub(crate) const TAB: char = '\u{e004}';
pub(crate) const END: char = '\u{e010}';
pub(crate) const HOME: char = '\u{e011}';
pub(crate) const LEFT: char = '\u{e012}';
pub(crate) const RIGHT: char = '\u{e014}';
pub(crate) const PAGE_DOWN: char = '\u{e00f}';

static ONE_AT_A_TIME: Mutex<()> = Mutex::new(());

/// A browser with one window.
pub(crate) struct Browser {
    driver: Child,
    address: SocketAddr,
    session: String,
    profile: PathBuf,
    _turn: MutexGuard<'static, ()>,
}

impl Browser {
    /// Starts a browser; none where there is none, which is told.
    pub(crate) fn start() -> Option<Self> {
        let turn = ONE_AT_A_TIME.lock();
        let turn = turn.unwrap_or_else(PoisonError::into_inner);
        let is_demanded = std::env::var_os("LARIAT_BROWSER").is_some();
        if is_demanded {
            let install = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/browser/install");
            let status = Command::new(install).status().expect("the script runs");
            assert!(status.success(), "the browser cannot be installed");
        }
        match Self::try_start(turn) {
            Ok(browser) => Some(browser),
            Err(why) => {
                assert!(!is_demanded, "{why}");
                lariat_testkit::skipped(&why);
                None
            }
        }
    }

    /// Starts a browser, or says why there is none.
    fn try_start(turn: MutexGuard<'static, ()>) -> Result<Self, String> {
        let names = ["chromium", "chromium-browser", "google-chrome"];
        let browser = names.into_iter().find_map(on_path);
        let (Some(browser), Some(driver)) = (browser, on_path("chromedriver")) else {
            let script = "crates/cli/tests/browser/install";
            return Err(format!(
                "no Chromium with chromedriver; {script} installs them"
            ));
        };
        let mut driver = Command::new(driver)
            .arg("--port=0")
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .map_err(|error| format!("chromedriver does not start: {error}"))?;
        let port = port(&mut driver);
        let mut started = Self {
            driver,
            address: SocketAddr::from(([127, 0, 0, 1], port.unwrap_or_default())),
            session: String::new(),
            profile: super::scratch(&format!("browser-{}", port.unwrap_or_default())),
            _turn: turn,
        };
        port.ok_or("chromedriver says no port")?;
        started.session = started.new_session(&browser)?;
        let patience = json!({"script": 30_000, "pageLoad": 30_000, "implicit": 0});
        started.send("POST", "timeouts", &patience);
        Ok(started)
    }

    fn new_session(&self, browser: &Path) -> Result<String, String> {
        let profile = format!("--user-data-dir={}", self.profile.display());
        let options = json!({
            "binary": browser,
            "args": ["--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-dev-shm-usage",
                "--disable-background-networking", "--disable-component-update", "--disable-sync", "--window-size=1300,1000", profile],
        });
        let wanted = json!({"capabilities": {"alwaysMatch": {"goog:chromeOptions": options}}});
        let answer = http::post(self.address, "/session", &wanted).json();
        let session = answer["value"]["sessionId"].as_str();
        session
            .map(str::to_owned)
            .ok_or_else(|| format!("Chromium does not start: {answer}"))
    }

    /// Sends a command; its value comes back.
    #[track_caller]
    fn send(&self, method: &str, command: &str, parameters: &Value) -> Value {
        let path = format!("/session/{}/{command}", self.session);
        let body = parameters.to_string();
        let request = http::text(method, &path, &self.address.to_string(), "", &body);
        let answer = http::exchange(self.address, &request);
        assert_eq!(answer.status, 200, "{command}: {}", answer.body);
        answer.json()["value"].take()
    }

    /// Opens an address.
    #[track_caller]
    pub(crate) fn open(&self, address: &str) {
        self.send("POST", "url", &json!({ "url": address }));
    }

    /// What a script returns.
    #[track_caller]
    pub(crate) fn run(&self, script: &str) -> Value {
        self.send(
            "POST",
            "execute/sync",
            &json!({"script": script, "args": []}),
        )
    }

    /// The value of an expression.
    #[track_caller]
    pub(crate) fn value(&self, expression: &str) -> Value {
        self.run(&format!("return {expression};"))
    }

    /// The text of the first element that a selector selects.
    #[track_caller]
    pub(crate) fn text(&self, selector: &str) -> String {
        let text = self.value(&format!(
            "document.querySelector({}).innerText",
            json!(selector)
        ));
        text.as_str().unwrap_or_default().to_owned()
    }

    /// Waits until an expression is true.
    #[track_caller]
    pub(crate) fn wait_for(&self, expression: &str) {
        wait_until(expression, || {
            self.value(&format!("!!({expression})")) == true
        });
    }

    /// Presses keys, one after the other.
    #[track_caller]
    pub(crate) fn press(&self, keys: &[char]) {
        let strokes = keys.iter().flat_map(|key| {
            [
                json!({"type": "keyDown", "value": key}),
                json!({"type": "keyUp", "value": key}),
            ]
        });
        let strokes: Vec<Value> = strokes.collect();
        let keyboard = json!({"type": "key", "id": "keyboard", "actions": strokes});
        self.send("POST", "actions", &json!({ "actions": [keyboard] }));
    }

    /// Goes into the frame that a selector selects, which then has the keyboard.
    #[track_caller]
    pub(crate) fn enter_frame(&self, selector: &str) {
        let by = json!({"using": "css selector", "value": selector});
        let frame = self.send("POST", "element", &by);
        self.value(&format!(
            "document.querySelector({}).focus()",
            json!(selector)
        ));
        self.send("POST", "frame", &json!({ "id": frame }));
    }

    /// Goes back to the page.
    #[track_caller]
    pub(crate) fn leave_frame(&self) {
        self.send("POST", "frame", &json!({ "id": null }));
    }

    /// Makes the reader prefer dark or light pages.
    #[track_caller]
    pub(crate) fn prefer(&self, scheme: &str) {
        let feature = json!({"name": "prefers-color-scheme", "value": scheme});
        let media = json!({"cmd": "Emulation.setEmulatedMedia", "params": {"features": [feature]}});
        self.send("POST", "goog/cdp/execute", &media);
    }
}

impl Drop for Browser {
    fn drop(&mut self) {
        // The driver ends the browser with the session.
        if !self.session.is_empty() {
            let path = format!("/session/{}", self.session);
            let request = http::text("DELETE", &path, &self.address.to_string(), "", "");
            let _ = http::send(self.address, &request).and_then(http::receive);
        }
        let _ = self.driver.kill();
        let _ = self.driver.wait();
        // The browser writes until it has ended.
        for _ in 0..20 {
            let _ = std::fs::remove_dir_all(&self.profile);
            std::thread::sleep(Duration::from_millis(50));
            if !self.profile.exists() {
                break;
            }
        }
    }
}

/// The port that the driver says it has.
fn port(driver: &mut Child) -> Option<u16> {
    let stdout = driver.stdout.as_mut()?;
    let mut lines = BufReader::new(stdout).lines().map_while(Result::ok);
    lines.find_map(|line| {
        let (_, port) = line.split_once("successfully on port ")?;
        port.trim_end_matches('.').parse().ok()
    })
}

/// The program of this name.
fn on_path(name: &str) -> Option<PathBuf> {
    let folders = std::env::var_os("PATH")?;
    let mut files = std::env::split_paths(&folders).map(|folder| folder.join(name));
    files.find(|file| file.is_file())
}
