//! What the tests of the command share: running it, and a place for files.

#![allow(dead_code, reason = "each test file uses its own part")]

pub(crate) mod browser;
pub(crate) mod http;
pub(crate) mod server;

use std::path::{Path, PathBuf};
use std::process::Output;

use assert_cmd::Command;

/// Runs the command.
pub(crate) fn lariat(arguments: &[&str], stdin: impl AsRef<[u8]>) -> Output {
    Command::cargo_bin("lariat")
        .expect("the binary is built")
        .args(arguments)
        .write_stdin(stdin.as_ref())
        .output()
        .expect("it runs")
}

/// Runs the command, checks its exit code, and returns what it wrote.
#[track_caller]
pub(crate) fn check(arguments: &[&str], stdin: impl AsRef<[u8]>, code: i32) -> (String, String) {
    let output = lariat(arguments, stdin);
    let text = |bytes| String::from_utf8(bytes).expect("output is UTF-8");
    let (out, err) = (text(output.stdout), text(output.stderr));
    let found = output.status.code();
    assert_eq!(found, Some(code), "{arguments:?}\n{out}{err}");
    (out, err)
}

/// A formula that no translation finishes in minutes.
pub(crate) fn endless_formula() -> String {
    let (formula, _) = check(&["generate", "amba", "4"], "", 0);
    formula.trim().to_owned()
}

/// A file of this name in a folder of this test run.
pub(crate) fn scratch(name: &str) -> PathBuf {
    Path::new(env!("CARGO_TARGET_TMPDIR")).join(name)
}
