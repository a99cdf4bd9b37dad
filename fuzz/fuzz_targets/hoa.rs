//! Any text to the reader of the Hanoi format; the kept corpus is in crates/automata/tests/corpus/hoa.
#![no_main]

use lariat_testkit::any_text::automaton;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    automaton::check_hoa(text);
});
