//! How an automaton reads a run: an accepting run of its own, over the word that the run yields.

use lariat_automata::{Acceptance, Acceptor, Automaton, Edge, Explicit, Letter};
use lariat_budget::Budget;
use lariat_emptiness::lasso::{self, Effort};
use lariat_emptiness::{Emptiness, generic};
use lariat_model::Vocabulary;
use lariat_witness::{Confirmed, letters};

/// The states of an automaton while it reads a run for ever.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Reading {
    /// The state before each letter, the first round of what repeats included.
    pub states: Vec<u32>,
    /// From here on they repeat.
    pub start: usize,
}

/// An accepting run of the automaton over a run of the model, if there is one.
pub fn read(
    automaton: &Explicit,
    vocabulary: &Vocabulary,
    confirmed: &Confirmed,
) -> Option<Reading> {
    let length = confirmed.run().prefix.len();
    let along = Along {
        automaton,
        letters: letters(automaton, vocabulary, confirmed.facts()),
        // Whatever follows a finite run is accepted, and so is its last letter again and again.
        start: length - usize::from(confirmed.is_finite()),
    };
    let budget = Budget::unlimited();
    let Emptiness::NonEmpty(component) = generic::check(&along, &budget).answer else {
        return None;
    };
    let lasso = lasso::find(&along, &component, Effort::default(), &budget)?;
    let steps = lasso.stem.iter().chain(&lasso.cycle);
    let mut reading = Reading {
        states: steps.map(|step| step.from.1).collect(),
        start: lasso.stem.len(),
    };
    if confirmed.is_finite() {
        reading.states.truncate(length);
        reading.start = reading.states.len().saturating_sub(1);
    }
    Some(reading)
}

/// The automaton, restricted to one word: states are a position and a state of the automaton.
struct Along<'a> {
    automaton: &'a Explicit,
    letters: Vec<Letter>,
    /// Where the cycle starts.
    start: usize,
}

impl Automaton for &Along<'_> {
    type State = (u32, u32);

    fn acceptance(&self) -> &Acceptance {
        &self.automaton.acceptance
    }

    fn initial(&mut self, out: &mut Vec<(u32, u32)>) {
        out.extend(self.automaton.initial.iter().map(|&state| (0, state)));
    }

    fn successors(&mut self, &(position, state): &(u32, u32), out: &mut Vec<Edge<(u32, u32)>>) {
        let letter = &self.letters[position as usize];
        let is_last = position as usize + 1 == self.letters.len();
        let next = if is_last {
            self.start as u32
        } else {
            position + 1
        };
        let mut edges = Vec::new();
        Acceptor::successors(self.automaton, &state, letter, &mut edges);
        out.extend(edges.into_iter().map(|edge| Edge {
            to: (next, edge.to),
            marks: edge.marks,
        }));
    }
}
