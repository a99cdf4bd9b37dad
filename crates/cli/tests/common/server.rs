//! A running `lariat serve`, which ends with the test.

use std::io::{BufRead, BufReader};
use std::net::SocketAddr;
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use super::http::PATIENCE;

/// The server.
pub(crate) struct Server {
    pub(crate) process: Child,
    pub(crate) address: SocketAddr,
}

impl Server {
    /// Starts it on a free port.
    pub(crate) fn start(options: &[&str]) -> Self {
        let mut process = Command::new(env!("CARGO_BIN_EXE_lariat"))
            .args(["serve", "--port", "0"])
            .args(options)
            .stdout(Stdio::piped())
            .spawn()
            .expect("it starts");
        let mut line = String::new();
        let stdout = process.stdout.as_mut().expect("it is piped");
        BufReader::new(stdout)
            .read_line(&mut line)
            .expect("it says where it is");
        let address = line.split('/').nth(2).and_then(|text| text.parse().ok());
        Self {
            process,
            address: address.unwrap_or_else(|| panic!("no address: {line}")),
        }
    }
}

#[cfg(target_os = "linux")]
impl Server {
    /// What it computes: the folders of its processes, as Linux tells.
    pub(crate) fn computations(&self) -> Vec<PathBuf> {
        let own = format!("PPid:\t{}", self.process.id());
        let processes = std::fs::read_dir("/proc").expect("Linux has it").flatten();
        let folders = processes.map(|process| process.path());
        let is_own = |folder: &PathBuf| {
            let status = std::fs::read_to_string(folder.join("status"));
            status.is_ok_and(|status| status.lines().any(|line| line == own))
        };
        folders.filter(is_own).collect()
    }
}

/// Waits until something is so.
#[track_caller]
pub(crate) fn wait_until(what: &str, is_so: impl Fn() -> bool) {
    let begin = Instant::now();
    while !is_so() {
        assert!(begin.elapsed() < PATIENCE, "{what} does not happen");
        std::thread::sleep(Duration::from_millis(20));
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}
