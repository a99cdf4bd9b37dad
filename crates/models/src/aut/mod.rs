//! Labelled transition systems in the Aldebaran format, `.aut`.
//!
//! The header `des (initial state, transitions, states)` is followed by one line `(from, label, to)` a transition, in any
//! order.  Labels are quoted or bare.  The labels are the events of the model: an action is *taken* by
//! the steps that bear its label.  A proposition of such a model is a set of actions, and is true of a step whose action is one of
//! them; so `w ⊨ a` iff a = w(0), which makes LTL action-based [strejcek.ia169].  Nothing is special about `tau` and `i`.
//!
//! ```
//! use lariat_models::aut::Lts;
//! use lariat_models::{Limits, Model, explore};
//!
//! let vending = Lts::parse(
//!     "des (0, 3, 2)
//!      (0, \"coin\", 1)
//!      (1, tea, 0)
//!      (1, \"coffee, black\", 0)",
//! )?;
//! assert_eq!(vending.events(), ["coin", "tea", "coffee, black"]);
//! let counts = explore(&vending, Limits::default(), |_| true);
//! assert_eq!((counts.states, counts.transitions, counts.deadlocks), (2, 3, 0));
//! # Ok::<(), lariat_models::aut::Error>(())
//! ```

mod actions;
mod error;
mod reader;
mod writer;

pub use error::{Error, ErrorKind};

use std::sync::Arc;

use lariat_automata::Letter;

use crate::{Model, RuntimeError, Step, Successors, Value};
use lariat_model::closest;

/// A labelled transition system, with all its states in memory; clones share them.
#[derive(Clone, Debug)]
pub struct Lts {
    graph: Arc<Graph>,
    /// The propositions: sets of actions, each once.
    watched: Vec<Vec<usize>>,
    /// For each action the propositions that contain it.
    letters: Vec<Letter>,
}

/// The system as it was read.
#[derive(Debug)]
struct Graph {
    initial: u32,
    /// For each state where its transitions begin; behind the last state, where they end.
    first: Vec<u32>,
    transitions: Vec<Transition>,
    actions: Vec<String>,
}

/// A transition, without the state that it leaves.
#[derive(Clone, Copy, Default, Debug)]
struct Transition {
    action: u32,
    target: u32,
}

impl Lts {
    /// Reads a text in the Aldebaran format.
    ///
    /// # Errors
    /// The first fault of the text, with its place.
    pub fn parse(text: &str) -> Result<Self, Error> {
        let graph = reader::read(text)?;
        Ok(Self {
            watched: Vec::new(),
            letters: vec![Letter::EMPTY; graph.actions.len()],
            graph: Arc::new(graph),
        })
    }

    /// How many states there are, reachable or not.
    pub fn state_count(&self) -> usize {
        self.graph.first.len() - 1
    }

    /// How many transitions there are.
    pub fn transition_count(&self) -> usize {
        self.graph.transitions.len()
    }

    /// All transitions, by their sources: the source, the number of the action, the target.
    pub fn transitions(&self) -> impl Iterator<Item = (u32, usize, u32)> {
        (0..self.state_count() as u32).flat_map(|state| {
            let transitions = self.graph.leaving(state);
            transitions
                .iter()
                .map(move |transition| (state, transition.action as usize, transition.target))
        })
    }

    /// The action whose name is so close to `name` that it may be meant.
    pub fn similar_action(&self, name: &str) -> Option<String> {
        closest(name, self.events().iter().map(String::as_str))
    }

    /// The number, in letters, of the proposition that is true of the steps with one of these actions.  Equal
    /// sets of actions are one proposition.
    pub fn watch_actions(&mut self, actions: impl IntoIterator<Item = usize>) -> usize {
        let mut actions: Vec<usize> = actions.into_iter().collect();
        actions.sort_unstable();
        actions.dedup();
        if let Some(known) = self.watched.iter().position(|known| *known == actions) {
            return known;
        }
        let number = self.watched.len();
        for &action in &actions {
            self.letters[action].insert(number);
        }
        self.watched.push(actions);
        number
    }
}

impl Graph {
    /// The transitions that leave a state.
    fn leaving(&self, state: u32) -> &[Transition] {
        let state = state as usize;
        &self.transitions[self.first[state] as usize..self.first[state + 1] as usize]
    }
}

impl Model for Lts {
    fn width(&self) -> usize {
        1
    }

    fn initial(&self, out: &mut Vec<u32>) {
        out.push(self.graph.initial);
    }

    fn successors(&self, state: &[u32], out: &mut Successors) {
        let transitions = self.graph.leaving(state[0]);
        out.states
            .extend(transitions.iter().map(|transition| transition.target));
        let steps = transitions
            .iter()
            .map(|transition| Step::alone(transition.action));
        out.steps.extend(steps);
    }

    fn events(&self) -> &[String] {
        &self.graph.actions
    }

    fn each_event(&self, step: Step, visit: &mut dyn FnMut(usize)) {
        visit(step.transition as usize);
    }

    fn describe(&self, state: &[u32]) -> Vec<(String, Value)> {
        vec![("state".to_owned(), Value::Number(state[0].into()))]
    }

    fn propositions(&self) -> usize {
        self.watched.len()
    }

    fn letter(&self, _: &[u32], _: &mut Letter) -> Result<(), RuntimeError> {
        Ok(())
    }

    fn reads_steps(&self) -> bool {
        true
    }

    fn letter_of_step(&self, step: Step, letter: &mut Letter) {
        letter.unite(&self.letters[step.transition as usize]);
    }
}
