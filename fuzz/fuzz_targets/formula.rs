//! Any text: the parser answers with a formula or a located error, and what it reads prints back.
//!
//! `cargo +nightly fuzz run formula crates/ltl/tests/corpus`; inputs that ever failed are kept in
//! that folder, which an ordinary test of `lariat-ltl` runs through.

#![no_main]

use libfuzzer_sys::fuzz_target;

#[path = "../../crates/ltl/tests/stable/mod.rs"]
mod stable;

fuzz_target!(|text: &str| stable::check(text));
