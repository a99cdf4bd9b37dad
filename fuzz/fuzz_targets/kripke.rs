//! Any text to the reader of Kripke structures.
#![no_main]

use lariat_testkit::any_text::model;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    model::check_kripke(text);
});
