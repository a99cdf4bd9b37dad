//! Kripke structures, fair or not: HOA v1 with labels on states [babiak.15.cav].
//!
//! Every label is a full valuation of the propositions.  The acceptance condition is the structure's fairness: none
//! (`t`), generalized Büchi (a fair Kripke structure), Streett (pairs of sets of states, as in [latvala.00.fi]),
//! or any Emerson–Lei condition.  The marks of a state are those of every step that leaves it, and of its loop if it is dead.
//! There are no events.
//!
//! ```
//! use lariat_models::kripke::Kripke;
//! use lariat_models::{Limits, Model, explore};
//!
//! let text = "HOA: v1 States: 2 Start: 0 AP: 1 \"lit\" acc-name: Buchi Acceptance: 1 Inf(0)
//!             properties: state-labels
//!             --BODY-- State: [!0] 0 0 1 State: [0] 1 {0} 0 --END--";
//! let mut lamp = Kripke::parse(text)?;
//! assert_eq!(lamp.watch("lit"), Ok(0));
//! let counts = explore(&lamp, Limits::default(), |_| true);
//! assert_eq!((counts.states, counts.transitions), (2, 3));
//! # Ok::<(), lariat_models::kripke::Error>(())
//! ```

mod error;
mod reader;

pub use error::{Error, ErrorKind, UnknownProposition};

use std::sync::Arc;

use lariat_automata::{Acceptance, Letter, Marks};

use crate::{Model, RuntimeError, Step, Successors, Value};
use lariat_model::closest;

/// A Kripke structure, with all its states in memory; clones share them.
#[derive(Clone, Debug)]
pub struct Kripke {
    structure: Arc<Structure>,
    /// The propositions that letters keep, in their order there.
    watched: Vec<usize>,
}

/// The structure as it was read.
#[derive(Debug)]
struct Structure {
    initial: Vec<u32>,
    /// For each state where its steps begin; behind the last state, where they end.
    first: Vec<usize>,
    targets: Vec<u32>,
    /// What is true in each state, by the numbers of the propositions.
    valuations: Vec<Letter>,
    marks: Vec<Marks>,
    propositions: Vec<String>,
    acceptance: Acceptance,
}

impl Kripke {
    /// Reads a text in the Hanoi format.
    ///
    /// # Errors
    /// The first reason why it is no Kripke structure, with its place.
    pub fn parse(text: &str) -> Result<Self, Error> {
        Ok(Self {
            structure: Arc::new(reader::read(text)?),
            watched: Vec::new(),
        })
    }

    /// How many states there are, reachable or not.
    pub fn state_count(&self) -> usize {
        self.structure.valuations.len()
    }

    /// The names of the propositions.
    pub fn proposition_names(&self) -> &[String] {
        &self.structure.propositions
    }

    /// The number, in letters, of the proposition with this name.
    ///
    /// # Errors
    /// When there is none.
    pub fn watch(&mut self, name: &str) -> Result<usize, UnknownProposition> {
        let names = &self.structure.propositions;
        let known = names.iter().position(|known| known == name);
        let proposition = known.ok_or_else(|| UnknownProposition {
            name: name.to_owned(),
            suggestion: closest(name, names.iter().map(String::as_str)),
        })?;
        let watched = self.watched.iter().position(|&known| known == proposition);
        Ok(watched.unwrap_or_else(|| {
            self.watched.push(proposition);
            self.watched.len() - 1
        }))
    }
}

impl Model for Kripke {
    fn width(&self) -> usize {
        1
    }

    fn initial(&self, out: &mut Vec<u32>) {
        out.extend_from_slice(&self.structure.initial);
    }

    fn successors(&self, state: &[u32], out: &mut Successors) {
        let Structure { first, targets, .. } = &*self.structure;
        let state = state[0] as usize;
        let targets = &targets[first[state]..first[state + 1]];
        out.states.extend_from_slice(targets);
        out.steps
            .extend(targets.iter().map(|&target| Step::alone(target)));
    }

    fn events(&self) -> &[String] {
        &[]
    }

    fn each_event(&self, _: Step, _: &mut dyn FnMut(usize)) {}

    fn describe(&self, state: &[u32]) -> Vec<(String, Value)> {
        vec![("state".to_owned(), Value::Number(state[0].into()))]
    }

    fn propositions(&self) -> usize {
        self.watched.len()
    }

    fn letter(&self, state: &[u32], letter: &mut Letter) -> Result<(), RuntimeError> {
        let valuation = &self.structure.valuations[state[0] as usize];
        for (number, &proposition) in self.watched.iter().enumerate() {
            if valuation.contains(proposition) {
                letter.insert(number);
            }
        }
        Ok(())
    }

    fn acceptance(&self) -> Acceptance {
        self.structure.acceptance.clone()
    }

    fn marks(&self, state: &[u32], marks: &mut Marks) {
        marks.unite(&self.structure.marks[state[0] as usize]);
    }
}
