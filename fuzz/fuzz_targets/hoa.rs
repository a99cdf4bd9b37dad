//! Any text to the reader of the Hanoi format; the kept corpus is in crates/automata/tests/corpus/hoa.
#![no_main]

use libfuzzer_sys::fuzz_target;

#[path = "../../crates/automata/tests/it/invariants.rs"]
#[allow(dead_code)] // One check a target.
mod invariants;

fuzz_target!(|text: &str| {
    invariants::check_hoa(text);
});
