//! Any text to the reader of labelled transition systems.
#![no_main]

use libfuzzer_sys::fuzz_target;

#[path = "../../crates/models/tests/any_text/mod.rs"]
mod any_text;

fuzz_target!(|text: &str| {
    any_text::check_aut(text);
});
