//! The automata of a text: a stream in HOA, or one never claim.

use std::ops::Range;

use lariat_automata::{Explicit, hoa, never};
use lariat_diagnostics::Located;

/// An automaton of a text.
pub struct ReadAutomaton {
    /// Its place among the automata of the text, from 1 on.
    pub place: usize,
    /// The automaton.
    pub automaton: Explicit,
    /// How many marks the text gives it; those behind them stand for complements.
    pub own_marks: usize,
    /// What is odd about the text, though its meaning is clear.
    pub warnings: Vec<Located<String>>,
}

/// What stands in one place of a text: an automaton, or a fault, which is a sentence and its place.
pub struct Entry {
    /// The bytes of the text that it takes.
    pub span: Range<usize>,
    /// The automaton.
    pub read: Result<ReadAutomaton, Located<String>>,
}

/// What stands in a text, one by one.
pub fn entries(text: &str) -> Box<dyn Iterator<Item = Entry> + '_> {
    if never::looks_like_claim(text) {
        return Box::new(std::iter::once(claim(text)));
    }
    let mut stream = hoa::read(text);
    Box::new(std::iter::from_fn(move || {
        let read = stream.next()?;
        let place = stream.begun();
        Some(Entry {
            span: stream.last_span(),
            read: match read {
                Ok(read) => Ok(ReadAutomaton {
                    place,
                    automaton: read.automaton,
                    own_marks: read.sets,
                    warnings: read.warnings.into_iter().map(in_words).collect(),
                }),
                Err(error) => Err(in_words(error)),
            },
        })
    }))
}

fn in_words(error: hoa::HoaError) -> Located<String> {
    Located::new(error.to_string(), error.span)
}

/// The never claim that a text is.
fn claim(text: &str) -> Entry {
    Entry {
        span: 0..text.len(),
        read: match never::read(text) {
            Ok(automaton) => Ok(ReadAutomaton {
                place: 1,
                own_marks: automaton.acceptance.marks,
                warnings: Vec::new(),
                automaton,
            }),
            Err(error) => Err(Located::new(error.to_string(), error.span)),
        },
    }
}
