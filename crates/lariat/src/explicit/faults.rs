//! Where runs end that should go on: steps that fail, assertions, deadlocks.
//!
//! A search of the product notes the faults that it meets.  Where the property prunes the model it may not meet all states, so
//! after a verdict *holds* the rest of the model is looked through as well (`Outcome::sweep`).  Of each kind of fault that
//! was met, a breadth-first search then finds the nearest ([`nearest_faults`]).

use std::collections::VecDeque;

use lariat_budget::{Budget, Exhausted, Progress};
use lariat_model::{Fault, FaultKind, Model, Run, Step, Stop};
use lariat_space::StateSpace;
use lariat_store::StateIndex;

use super::search::{Outcome, system};
use super::system::{Moves, System};
use crate::engine::Cost;
use crate::question::Question;

impl Outcome<'_> {
    /// Whether the search met every fault that there is.
    pub(super) fn has_met_all_faults(&self) -> bool {
        !self.system.can_fail() || self.system.next_unexpanded(StateIndex(0)).is_none()
    }

    /// Expands the states that the search did not expand; says why it stopped before the last of them.
    ///
    /// # Errors
    /// When a limit ends it.
    pub(super) fn sweep(&mut self, budget: &Budget) -> Result<(), Exhausted> {
        if !self.system.can_fail() {
            return Ok(());
        }
        let mut moves = Moves::default();
        let mut next = StateIndex(0);
        while let Some(state) = self.system.next_unexpanded(next) {
            self.system.moves(state, &mut moves);
            next = StateIndex(state.0 + 1);
            check_limits(state, budget)?;
        }
        Ok(())
    }
}

/// Looks at the limits of a search that has just expanded a state.
fn check_limits(state: StateIndex, budget: &Budget) -> Result<(), Exhausted> {
    match budget.end() {
        Some(end) => Err(end),
        None if state.0.is_multiple_of(1024) => budget.report(Progress::default()),
        None => Ok(()),
    }
}

/// What a search for faults has found out.
pub(crate) struct FaultSearch {
    /// Of each kind that was met the fault nearest to the initial states, with a run that leads there; the run's last step is the one
    /// that fails, if it is a step that does.
    pub(crate) found: Vec<(Fault, Run)>,
    /// Why the search ended before it had met a fault of each kind, or all states.
    pub(crate) ended: Option<Exhausted>,
    /// What it took.
    pub(crate) cost: Cost,
}

/// Searches breadth first until a fault of each of these kinds was met.
pub(crate) fn nearest_faults(
    model: &dyn Model,
    question: &Question<'_>,
    kinds: &[FaultKind],
    budget: &Budget,
) -> FaultSearch {
    let budget = budget.for_question();
    let space = StateSpace::new(model, budget.bytes());
    let mut system = system(space, question, &budget);
    let mut moves = Moves::default();
    let mut ways = Ways::default();
    for state in system.initial() {
        ways.meet(state, state);
    }
    let mut ended = budget.end();
    let mut last = None;
    while ended.is_none()
        && !kinds.iter().all(|&kind| system.has_met(kind))
        && let Some(state) = ways.open.pop_front()
    {
        system.moves(state, &mut moves);
        for step in &moves.moves {
            ways.meet(step.to, state);
        }
        ended = check_limits(state, &budget).err();
        last = Some(state);
    }
    let depth = last.map_or(0, |last| ways.back_from(last).count() as u64 - 1);
    let cost = Cost {
        states: system.state_count() as u64,
        transitions: system.transitions,
        depth,
        store_bytes: system.store_bytes() as u64,
        ..Cost::default()
    };
    let faults = std::mem::take(&mut system.faults).into_iter();
    let wanted = faults.filter(|(_, fault)| kinds.contains(&fault.kind()));
    let found = wanted.map(|(end, fault)| {
        let run = ways.to(&mut system, end, &fault);
        (fault, run)
    });
    FaultSearch {
        found: found.collect(),
        ended,
        cost,
    }
}

/// The shortest ways to the states that were met.
#[derive(Default)]
struct Ways {
    /// From where each was met first; an initial state from itself.
    origins: Vec<StateIndex>,
    /// Those that were not expanded yet.
    open: VecDeque<StateIndex>,
}

impl Ways {
    /// The origin of a state that was not met.
    const UNMET: StateIndex = StateIndex(u32::MAX);

    fn meet(&mut self, state: StateIndex, from: StateIndex) {
        let place = state.place();
        if place >= self.origins.len() {
            self.origins.resize(place + 1, Self::UNMET);
        }
        if self.origins[place] == Self::UNMET {
            self.origins[place] = from;
            self.open.push_back(state);
        }
    }

    /// The states on the way to a state, the last one first.
    fn back_from(&self, end: StateIndex) -> impl Iterator<Item = StateIndex> {
        let before = |&state: &StateIndex| {
            let origin = self.origins[state.place()];
            (origin != state).then_some(origin)
        };
        std::iter::successors(Some(end), before)
    }

    /// The run to a fault.
    fn to(&self, system: &mut System<'_>, end: StateIndex, fault: &Fault) -> Run {
        let mut states: Vec<StateIndex> = self.back_from(end).collect();
        states.reverse();
        let mut prefix: Vec<Stop> = states
            .windows(2)
            .map(|pair| Stop {
                step: step_between(system, pair[0], pair[1]),
                state: system.plain(pair[0]),
            })
            .collect();
        prefix.push(Stop {
            state: system.plain(end),
            step: match fault {
                Fault::Step(failure) => Some(failure.step),
                _ => None,
            },
        });
        Run {
            prefix,
            cycle: Vec::new(),
        }
    }
}

/// The first step from one state to another, which there is.
fn step_between(system: &mut System<'_>, from: StateIndex, to: StateIndex) -> Option<Step> {
    let mut moves = Moves::default();
    system.moves(from, &mut moves);
    let mut moves = moves.moves.into_iter();
    moves.find(|step| step.to == to).and_then(|step| step.step)
}
