//! Any text: the parser answers with a formula or a located error, and what it reads prints back.
//!
//! `cargo +nightly fuzz run formula crates/ltl/tests/corpus`; inputs that ever failed are kept in
//! that folder, which an ordinary test of `lariat-ltl` runs through.

#![no_main]

use lariat_testkit::any_text::formula;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| formula::check(text));
