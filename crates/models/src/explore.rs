//! The whole state space, breadth first.
//!
//! The store numbers states in the order in which they are first met, which is the order in which a breadth-first
//! search expands them: the search keeps no queue, only the number of the next state.

use std::ops::Range;

use lariat_store::{StateStore, StoreFull};

use crate::{Expansion, Failure, Model, StateSpace};

/// What an exploration may use.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// The most states.
    pub states: usize,
    /// The most bytes of the state store.
    pub bytes: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            states: usize::MAX,
            bytes: usize::MAX,
        }
    }
}

/// How far an exploration has come.
#[derive(Clone, Copy, Debug)]
pub struct Progress {
    /// The states that have been met.
    pub states: usize,
    /// The states that have been expanded.
    pub expanded: usize,
    /// The steps that have been counted.
    pub transitions: u64,
    /// The distance of the state that is expanded next from the initial states.
    pub depth: usize,
    /// The bytes that the store has allocated.
    pub store_bytes: usize,
}

/// Why an exploration ended early.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stop {
    /// There were more states than allowed.
    States,
    /// The store was full.
    Store(StoreFull),
    /// The caller asked for it.
    Asked,
}

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
    pub first_deadlock: Option<u32>,
    /// A failing step that is nearest to the initial states, and the state it leaves.
    pub first_error: Option<(u32, Failure)>,
    /// Why the exploration ended early, if it did.
    pub stopped: Option<Stop>,
}

impl Exploration {
    /// The bytes that an entry takes, on average.
    pub fn bytes_per_state(&self) -> f64 {
        self.bytes_used as f64 / self.states.max(1) as f64
    }

    /// Counts the steps of some states.
    fn count<'s>(&mut self, states: Range<u32>, expansions: impl Iterator<Item = Expansion<'s>>) {
        for (state, expansion) in states.zip(expansions) {
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
///
/// `report` is called every few thousand states; the exploration ends early when it says false.
pub fn explore(
    model: &(impl Model + ?Sized),
    limits: Limits,
    report: impl FnMut(&Progress) -> bool,
) -> Exploration {
    let mut space = StateSpace::new(model, limits.bytes);
    explore_in(&mut space, limits, report)
}

/// Explores a state space that nobody has asked anything of yet.
pub fn explore_in<M: Model + ?Sized, S: StateStore>(
    space: &mut StateSpace<'_, M, S>,
    limits: Limits,
    mut report: impl FnMut(&Progress) -> bool,
) -> Exploration {
    let mut result = Exploration::default();
    result.stopped = search(space, limits, &mut report, &mut result).err();
    let store = space.store();
    result.states = store.len();
    result.bytes_used = store.bytes_used();
    result.bytes_allocated = store.bytes_allocated();
    result
}

fn search<M: Model + ?Sized, S: StateStore>(
    space: &mut StateSpace<'_, M, S>,
    limits: Limits,
    report: &mut impl FnMut(&Progress) -> bool,
    result: &mut Exploration,
) -> Result<(), Stop> {
    space.initial(&mut Vec::new()).map_err(Stop::Store)?;
    // The states below this number lie at the current depth or before.
    let mut level_end = space.store().len();
    let mut next = 0;
    let mut reported = 0;
    while next < space.store().len() {
        if next == level_end {
            result.depth += 1;
            level_end = space.store().len();
        }
        let left = limits.states.saturating_sub(space.store().len());
        let batch = (left / NEAR).clamp(1, BATCH).min(level_end - next);
        let states = next as u32..(next + batch) as u32;
        space.expand(states.clone()).map_err(Stop::Store)?;
        result.count(states, space.expansions());
        next += batch;
        if space.store().len() > limits.states {
            return Err(Stop::States);
        }
        let done = next as u64 + result.transitions;
        if done - reported >= REPORT_EVERY {
            reported = done;
            let progress = Progress {
                states: space.store().len(),
                expanded: next,
                transitions: result.transitions,
                depth: result.depth,
                store_bytes: space.store().bytes_allocated(),
            };
            if !report(&progress) {
                return Err(Stop::Asked);
            }
        }
    }
    Ok(())
}
