//! Any text to the reader of some language of models: the first byte says which one of the table.
//!
//! The kept corpus of DVE is in crates/models/tests/kept.
#![no_main]

use lariat_models::FORMATS;
use lariat_testkit::any_text::model;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|input: (u8, &str)| {
    let (language, text) = input;
    model::check(FORMATS[usize::from(language) % FORMATS.len()], text);
});
