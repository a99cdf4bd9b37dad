//! The whole state space, breadth first.
//!
//! The store numbers states in the order in which they are first met, which is the order in which a breadth-first
//! search expands them: the search keeps no queue, only the number of the next state.

use lariat_budget::{Budget, Exhausted, Progress};
use lariat_model::{Failure, Model};
use lariat_store::{StateIndex, StateStore};

use crate::{Expansion, StateSpace};

/// The counts of an exploration.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Exploration {
    /// The states that were met.
    pub states: usize,
    /// The steps: two firings with the same source and target are two.
    pub transitions: u64,
    /// The states that no step leaves, not even one that fails.
    pub deadlocks: u64,
    /// The steps that fail.
    pub errors: u64,
    /// The largest distance of a state from the initial states.
    pub depth: usize,
    /// The bytes that the store's entries take.
    pub bytes_used: usize,
    /// The bytes that the store has allocated.
    pub bytes_allocated: usize,
    /// A deadlock that is nearest to the initial states.
    pub first_deadlock: Option<StateIndex>,
    /// A failing step that is nearest to the initial states, and the state it leaves.
    pub first_error: Option<(StateIndex, Failure)>,
    /// Why the exploration ended early, if it did.
    pub stopped: Option<Exhausted>,
}

impl Exploration {
    /// The bytes that an entry takes, on average.
    pub fn bytes_per_state(&self) -> f64 {
        self.bytes_used as f64 / self.states.max(1) as f64
    }

    /// Counts the steps of some states.
    fn count<'s>(&mut self, first: StateIndex, expansions: impl Iterator<Item = Expansion<'s>>) {
        for (state, expansion) in (first.0..).map(StateIndex).zip(expansions) {
            self.transitions += expansion.targets.len() as u64;
            self.errors += expansion.failures.len() as u64;
            if let Some(&failure) = expansion.failures.first() {
                self.first_error.get_or_insert((state, failure));
            } else if expansion.targets.is_empty() {
                self.deadlocks += 1;
                self.first_deadlock.get_or_insert(state);
            }
        }
    }
}

/// How many states are expanded at once …
const BATCH: usize = 32;
/// … unless the limit is so near that every state may add this many.
const NEAR: usize = 64;
/// How many states and steps lie between two reports, more or less.
const REPORT_EVERY: u64 = 1 << 13;

/// Explores a model in a compressed store.
pub fn explore(model: &dyn Model, budget: &Budget) -> Exploration {
    explore_in(&mut StateSpace::new(model, budget.bytes()), budget)
}

/// Explores a state space that nobody has asked anything of yet.
pub fn explore_in<S: StateStore>(space: &mut StateSpace<'_, S>, budget: &Budget) -> Exploration {
    let mut result = Exploration::default();
    result.stopped = search(space, budget, &mut result).err();
    let store = space.store();
    result.states = store.len();
    if let Some(Exhausted::States(most)) = result.stopped {
        // The last expansion may have met more, which are not counted.
        result.states = result
            .states
            .min(usize::try_from(most).unwrap_or(usize::MAX));
    }
    result.bytes_used = store.bytes_used();
    result.bytes_allocated = store.bytes_allocated();
    result
}

fn search<S: StateStore>(
    space: &mut StateSpace<'_, S>,
    budget: &Budget,
    result: &mut Exploration,
) -> Result<(), Exhausted> {
    let most = usize::try_from(budget.states()).unwrap_or(usize::MAX);
    space.initial(&mut Vec::new())?;
    // The states below this number lie at the current depth or before.
    let mut level_end = space.store().len();
    let mut next = 0;
    let mut reported = 0;
    while next < space.store().len() {
        if next == level_end {
            result.depth += 1;
            level_end = space.store().len();
        }
        let left = most.saturating_sub(space.store().len());
        let batch = (left / NEAR).clamp(1, BATCH).min(level_end - next);
        let first = StateIndex::at(next);
        space.expand(first..StateIndex::at(next + batch))?;
        result.count(first, space.expansions());
        next += batch;
        if space.store().len() > most {
            return Err(Exhausted::States(budget.states()));
        }
        let done = next as u64 + result.transitions;
        if done - reported >= REPORT_EVERY {
            reported = done;
            budget.report(Progress {
                states: space.store().len() as u64,
                expanded: next as u64,
                transitions: result.transitions,
                depth: result.depth as u64,
                store_bytes: space.store().bytes_allocated() as u64,
                ..Progress::default()
            })?;
        }
    }
    Ok(())
}
