//! Any text to the reader of DVE; the kept corpus is in crates/models/tests/kept.
#![no_main]

use lariat_testkit::any_text::model;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    model::check_dve(text);
});
