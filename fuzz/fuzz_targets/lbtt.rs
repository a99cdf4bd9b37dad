//! Any text to the reader of LBTT's format; the kept corpus is in crates/automata/tests/corpus/lbtt.
#![no_main]

use lariat_testkit::any_text::automaton;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    automaton::check_lbtt(text);
});
