//! Safety: the nearest state from which every run violates the property.
//!
//! Where the automaton of the violations has come to a state that accepts every word, the run so far is a *bad prefix*
//! [kupferman.01.fmsd]: nothing that follows can repair it, and the search need not go on for a cycle.

use std::sync::Arc;

use lariat_automata::Condition;
use lariat_budget::{Budget, Exhausted};
use lariat_emptiness::{Reached, Statistics, nearest};
use lariat_model::{Deadlock, Model, Run, Stop};
use lariat_witness::{Doubt, confirm};

use super::numbers::Runs;
use super::product::{Product, ProductState};
use super::reader::{Reader, ReaderIndex};
use crate::engine::Answer;
use crate::question::{Property, Question};

/// Whether a bad prefix by itself may be a counterexample: a run that counts goes on from wherever it ends, or it is easy to
/// find one.
pub(super) fn may_end_in_prefix(question: &Question<'_>, model: &dyn Model) -> bool {
    let schema = model.schema();
    !matches!(question.property, Property::Own)
        && question.assumptions.is_empty()
        && question.deadlock != Deadlock::Drop
        && schema.acceptance.condition == Condition::True
}

/// The answer to a question about the terminal automaton of a product: the nearest bad prefix, or that there is none.
///
/// Gives none where there is a bad prefix that is no counterexample by itself.
pub(super) fn answer(
    product: &mut Product<'_>,
    question: &Question<'_>,
    budget: &Budget,
) -> Option<(Answer, Statistics)> {
    let (way, statistics) = search(product, budget);
    let answer = match way {
        Err(end) => Answer::Undecided(end),
        Ok(None) => match budget.end() {
            Some(end) => Answer::Undecided(end),
            None => Answer::Holds { vacuously: false },
        },
        Ok(Some(run)) => {
            let confirmed = confirm(product.system().model(), run.clone(), &question.claim());
            use Doubt::{NoContinuation, NoValue, Open};
            if matches!(confirmed, Err(Open | NoContinuation | NoValue(..))) {
                return None;
            }
            Answer::Violated(run)
        }
    };
    Some((answer, statistics))
}

/// The run to the nearest state of a product where the automaton accepts every word, if there is one.
pub(super) fn search(
    product: &mut Product<'_>,
    budget: &Budget,
) -> (Result<Option<Run>, Exhausted>, Statistics) {
    let mut goals = Goals {
        reader: product.reader(),
        known: Vec::new(),
    };
    // The limit counts states of the model, which the system watches.
    let limits = budget.without_state_limit();
    let is_goal = |state: &ProductState| goals.contains(state.1);
    let Reached { way, statistics } = nearest(&mut *product, is_goal, Runs::default(), &limits);
    let run = way.map(|way| way.map(|way| run_along(product, &way)));
    (run, statistics)
}

/// The states of an automaton that accept every word.
struct Goals {
    reader: Arc<dyn Reader>,
    /// What the reader has said of each.
    known: Vec<Option<bool>>,
}

impl Goals {
    fn contains(&mut self, state: ReaderIndex) -> bool {
        let place = state.0 as usize;
        if place >= self.known.len() {
            self.known.resize(place + 1, None);
        }
        *self.known[place].get_or_insert_with(|| self.reader.accepts_all(state))
    }
}

/// The run of the model along a way through the product, up to the state whose letter led to the last state of the way.
fn run_along(product: &mut Product<'_>, way: &[ProductState]) -> Run {
    let stop = |product: &mut Product<'_>, pair: &[ProductState]| Stop {
        step: product.step_between(pair[0], pair[1]),
        state: product.system().plain(pair[0].0),
    };
    let mut prefix: Vec<Stop> = way.windows(2).map(|pair| stop(product, pair)).collect();
    match prefix.last_mut() {
        // It is the state that decides, whatever the next step.
        Some(end) if !product.system().layout().speaks_of_steps => end.step = None,
        Some(_) => {}
        None => prefix.extend(way.first().map(|first| Stop {
            state: product.system().plain(first.0),
            step: None,
        })),
    }
    Run {
        prefix,
        cycle: Vec::new(),
    }
}
