//! Any text to the reader of nets.
#![no_main]

use libfuzzer_sys::fuzz_target;

#[path = "../../crates/models/tests/any_text/mod.rs"]
mod any_text;

fuzz_target!(|text: &str| {
    any_text::check_net(text);
});
