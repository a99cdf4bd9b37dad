//! Any text to the reader of never claims; the kept corpus is in crates/automata/tests/corpus/never.
#![no_main]

use libfuzzer_sys::fuzz_target;

#[path = "../../crates/automata/tests/it/invariants.rs"]
#[allow(dead_code)] // One check a target.
mod invariants;

fuzz_target!(|text: &str| {
    invariants::check_never(text);
});
