//! Kripke structures, fair or not: HOA v1 with labels on states [babiak.15.cav].
//!
//! Every label is a full valuation of the propositions.  The acceptance condition is the structure's fairness: none
//! (`t`), generalized Büchi (a fair Kripke structure), Streett (pairs of sets of states, as in [latvala.00.fi]),
//! or any Emerson–Lei condition.  The marks of a state are those of every step that leaves it, and of its loop if it is dead.
//! There are no events.
//!
//! A state whose edges carry different marks is several states: one for each set of marks, which only edges
//! with those marks leave, and which every edge into the state leads to.  So marks belong to states everywhere else.
//!
//! ```
//! use lariat_budget::Budget;
//! use lariat_models::kripke::Kripke;
//! use lariat_space::explore;
//!
//! let text = "HOA: v1 States: 2 Start: 0 AP: 1 \"lit\" acc-name: Buchi Acceptance: 1 Inf(0)
//!             properties: state-labels
//!             --BODY-- State: [!0] 0 0 1 State: [0] 1 {0} 0 --END--";
//! let mut lamp = Kripke::parse(text)?;
//! assert_eq!(lamp.watch("lit"), Ok(0));
//! let counts = explore(&lamp, &Budget::unlimited());
//! assert_eq!((counts.states, counts.transitions), (2, 3));
//! # Ok::<(), lariat_models::kripke::Error>(())
//! ```

mod error;
mod reader;
mod source;

pub use error::{Error, ErrorKind, UnknownProposition};
pub(crate) use source::HanoiFormat;

use std::sync::Arc;

use lariat_automata::{Acceptance, Letter, Marks};
use lariat_model::{Model, RuntimeError, Schema, Step, Stepper, Successors, Value, closest};

/// A Kripke structure, with all its states in memory; clones share them.
#[derive(Clone, Debug)]
pub struct Kripke {
    states: Arc<States>,
    schema: Schema,
    /// The propositions that letters keep, in their order there.
    watched: Vec<usize>,
}

/// The structure as it was read.
#[derive(Debug)]
struct States {
    initial: Vec<u32>,
    /// For each state where its steps begin; behind the last state, where they end.
    first: Vec<usize>,
    targets: Vec<u32>,
    /// What is true in each state, by the numbers of the propositions.
    valuations: Vec<Letter>,
    marks: Vec<Marks>,
    /// The number that each state has in the text.
    numbers: Vec<u32>,
    /// Whether some state of the text is several, so that its number does not tell all.
    has_copies: bool,
    /// What is odd about the text.
    oddities: Vec<Error>,
    propositions: Vec<String>,
    acceptance: Acceptance,
}

impl Kripke {
    /// Reads a text in the Hanoi format.
    ///
    /// # Errors
    /// The first reason why it is no Kripke structure, with its place.
    pub fn parse(text: &str) -> Result<Self, Error> {
        let states = reader::read(text)?;
        Ok(Self {
            schema: Schema {
                acceptance: states.acceptance.clone(),
                can_fail: false,
                ..Schema::new(1, Vec::new(), 0)
            },
            states: Arc::new(states),
            watched: Vec::new(),
        })
    }

    /// What is odd about the text, though its meaning is clear.
    pub fn oddities(&self) -> &[Error] {
        &self.states.oddities
    }

    /// How many states there are, reachable or not.
    pub fn state_count(&self) -> usize {
        self.states.valuations.len()
    }

    /// The names of the propositions.
    pub fn proposition_names(&self) -> &[String] {
        &self.states.propositions
    }

    /// The number, in letters, of the proposition with this name.
    ///
    /// # Errors
    /// When there is none.
    pub fn watch(&mut self, name: &str) -> Result<usize, UnknownProposition> {
        let names = &self.states.propositions;
        let known = names.iter().position(|known| known == name);
        let proposition = known.ok_or_else(|| UnknownProposition {
            name: name.to_owned(),
            suggestion: closest(name, names.iter().map(String::as_str)),
        })?;
        let watched = self.watched.iter().position(|&known| known == proposition);
        Ok(watched.unwrap_or_else(|| {
            self.watched.push(proposition);
            self.schema.propositions.push(None);
            self.watched.len() - 1
        }))
    }
}

impl Model for Kripke {
    fn schema(&self) -> &Schema {
        &self.schema
    }

    fn stepper(&self) -> Box<dyn Stepper + '_> {
        Box::new(Walk(self))
    }

    fn reference(&self) -> Box<dyn Stepper + '_> {
        self.stepper()
    }

    fn each_event(&self, _: Step, _: &mut dyn FnMut(usize)) {}

    fn describe(&self, plain: &[u32]) -> Vec<(String, Value)> {
        let state = plain[0] as usize;
        let number = Value::Number(self.states.numbers[state].into());
        let mut values = vec![("state".to_owned(), number)];
        if self.states.has_copies {
            let marks = self.states.marks[state].iter();
            let marks = marks.map(|mark| Value::Number(mark as i64)).collect();
            values.push(("marks".to_owned(), Value::List(marks)));
        }
        values
    }
}

/// The steps are those that were read.
struct Walk<'m>(&'m Kripke);

impl Stepper for Walk<'_> {
    fn width(&self) -> usize {
        1
    }

    fn initial(&mut self, out: &mut Vec<u32>) {
        out.extend_from_slice(&self.0.states.initial);
    }

    fn successors(&mut self, state: &[u32], out: &mut Successors) {
        let States { first, targets, .. } = &*self.0.states;
        let state = state[0] as usize;
        let targets = &targets[first[state]..first[state + 1]];
        out.states.extend_from_slice(targets);
        out.steps
            .extend(targets.iter().map(|&target| Step::alone(target)));
    }

    fn observe(
        &mut self,
        state: &[u32],
        wanted: &[usize],
        letter: &mut Letter,
    ) -> Result<(), RuntimeError> {
        let valuation = &self.0.states.valuations[state[0] as usize];
        for &number in wanted {
            if valuation.contains(self.0.watched[number]) {
                letter.insert(number);
            }
        }
        Ok(())
    }

    fn marks(&mut self, state: &[u32], marks: &mut Marks) {
        marks.unite(&self.0.states.marks[state[0] as usize]);
    }
}
