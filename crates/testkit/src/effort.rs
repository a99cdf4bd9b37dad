//! How much a test does, and how it says that it did nothing.

use std::io::Write;

/// Whether all of the work is asked for: `LARIAT_FULL` is set.
pub fn is_full() -> bool {
    std::env::var_os("LARIAT_FULL").is_some()
}

/// How many rounds a random test has, or another measure of its work: `full` if all of the work is
/// asked for, and else `usual`.
pub fn rounds<T>(usual: T, full: T) -> T {
    if is_full() { full } else { usual }
}

/// The same for a test that also runs under a tool that watches every access to memory, where it is
/// many times slower: `brief` if `LARIAT_BRIEF` is set.
pub fn brief_rounds<T>(brief: T, usual: T, full: T) -> T {
    match std::env::var_os("LARIAT_BRIEF") {
        Some(_) => brief,
        None => rounds(usual, full),
    }
}

/// Says that the running test, or a part of it, is skipped, and why.
///
/// The words go straight to the standard error stream: what the printing macros write in a test that
/// passes is captured and thrown away.
pub fn skipped(why: &str) {
    let thread = std::thread::current();
    let test = thread.name().unwrap_or("a test");
    // One call, so that lines of tests that run at once do not mix.
    let line = format!("skipped: {why} ({test})\n");
    let _ = std::io::stderr().write_all(line.as_bytes());
}
