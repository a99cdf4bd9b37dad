//! The Hanoi Omega-Automata format, version 1 [babiak.15.cav]: reading and writing.
//!
//! [`read`] gives the automata of a text one by one; a malformed one is an error with its place, and
//! the rest of the text is read nevertheless.  All of the format is understood but alternation, which is
//! refused.  Labels and acceptance sets may be on states or on edges; the automaton has them on edges,
//! and [`HoaAutomaton`] remembers what was said of states.  A set that the condition uses in
//! complement, as in `Inf(!0)`, becomes a mark of its own behind the others.
//!
//! [`write`](write()) is canonical: equal automata give equal texts, and reading one gives the automaton back.
//!
//! ```
//! use lariat_automata::hoa;
//! let text = "HOA: v1 name: \"GF a\" States: 1 Start: 0 AP: 1 \"a\" Acceptance: 1 Inf(0)
//!             --BODY-- State: 0 [0] 0 {0} [!0] 0 --END--";
//! let read = hoa::read(text).next().unwrap().unwrap();
//! let written = hoa::write(&read);
//! assert!(written.contains("acc-name: Buchi"));
//! assert_eq!(hoa::read(&written).next().unwrap().unwrap().automaton, read.automaton);
//! ```

mod acceptance;
mod body;
mod error;
mod expression;
mod header;
mod lexer;
mod parser;
mod properties;
mod writer;

pub use error::{HoaError, HoaErrorKind};
pub use parser::{Reader, read};
pub use writer::{acceptance_lines, write, write_within};

use crate::{Explicit, Label, Marks};

/// An automaton with what the format says beside.
#[derive(Clone, Debug)]
pub struct HoaAutomaton {
    /// The automaton, with labels and marks on its edges.
    pub automaton: Explicit,
    /// How many acceptance sets are declared; marks from there on stand for complements.
    pub sets: usize,
    /// What is said of each state, by its number.
    pub states: Vec<StateInfo>,
    /// The tool that wrote it, with its version.
    pub tool: Option<String>,
    /// The properties that were claimed.
    pub properties: Vec<String>,
    /// What is odd about the text, though its meaning is clear, and where.
    pub warnings: Vec<HoaError>,
}

/// What the format says of a state.
#[derive(Clone, Debug, Default)]
pub struct StateInfo {
    /// A name for people.
    pub name: Option<String>,
    /// The state's label, which is also that of all its edges; it is all there is in a state without
    /// edges.
    pub label: Option<Label>,
    /// The state's marks, which all its edges have, too.
    pub marks: Marks,
    /// Where the text says so, from `State:` to the marks; empty if the automaton comes from no text.
    pub span: std::ops::Range<usize>,
}

impl HoaAutomaton {
    /// Whether the labels are on states, as in a Kripke structure.
    pub fn has_state_labels(&self) -> bool {
        !self.states.is_empty() && self.states.iter().all(|state| state.label.is_some())
    }
}

impl From<Explicit> for HoaAutomaton {
    fn from(automaton: Explicit) -> Self {
        Self {
            states: vec![StateInfo::default(); automaton.state_count()],
            sets: automaton.acceptance.marks,
            automaton,
            tool: None,
            properties: Vec::new(),
            warnings: Vec::new(),
        }
    }
}
