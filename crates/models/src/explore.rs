//! The whole state space, breadth first.
//!
//! The store numbers states in the order in which they are first met, which is the order in which a breadth-first
//! search expands them: the search keeps no queue, only the number of the next state.

use lariat_store::{StateStore, StoreFull};

use crate::{Model, StateSpace};

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
    /// Why the exploration ended early, if it did.
    pub stopped: Option<Stop>,
}

impl Exploration {
    /// The bytes that an entry takes, on average.
    pub fn bytes_per_state(&self) -> f64 {
        self.bytes_used as f64 / self.states.max(1) as f64
    }
}

/// How many states are expanded between two reports.
const REPORT_EVERY: usize = 1 << 12;

/// Explores a model in a compressed store.
///
/// `report` is called every few thousand states; the exploration ends early when it says false.
pub fn explore(
    model: &impl Model,
    limits: Limits,
    report: impl FnMut(&Progress) -> bool,
) -> Exploration {
    let mut space = StateSpace::new(model, limits.bytes);
    explore_in(&mut space, limits, report)
}

/// Explores a state space that nobody has asked anything of yet.
pub fn explore_in<M: Model, S: StateStore>(
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

fn search<M: Model, S: StateStore>(
    space: &mut StateSpace<'_, M, S>,
    limits: Limits,
    report: &mut impl FnMut(&Progress) -> bool,
    result: &mut Exploration,
) -> Result<(), Stop> {
    let mut targets = Vec::new();
    space.initial(&mut Vec::new()).map_err(Stop::Store)?;
    // The states below this number lie at the current depth or before.
    let mut level_end = space.store().len();
    let mut next = 0;
    while next < space.store().len() {
        if next == level_end {
            result.depth += 1;
            level_end = space.store().len();
        }
        targets.clear();
        space
            .successors(next as u32, &mut targets)
            .map_err(Stop::Store)?;
        result.transitions += targets.len() as u64;
        result.deadlocks += u64::from(targets.is_empty() && space.failures().is_empty());
        result.errors += space.failures().len() as u64;
        next += 1;
        if space.store().len() > limits.states {
            return Err(Stop::States);
        }
        if next % REPORT_EVERY == 0 {
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
