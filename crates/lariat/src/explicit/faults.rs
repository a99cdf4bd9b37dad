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

/// Of each of these kinds the fault nearest to the initial states, with a run that leads there; the run's last step is the one that
/// fails, if it is a step that does.  If a limit ends the search, those that were found by then, and why it ended.
pub(crate) fn nearest_faults(
    model: &dyn Model,
    question: &Question<'_>,
    kinds: &[FaultKind],
    budget: &Budget,
) -> (Vec<(Fault, Run)>, Option<Exhausted>) {
    let budget = budget.for_question();
    let space = StateSpace::new(model, budget.bytes());
    let mut system = system(space, question, &budget);
    let mut moves = Moves::default();
    let mut ways = Ways::default();
    for state in system.initial() {
        ways.meet(state, Origin::Initial);
    }
    let mut end = budget.end();
    while end.is_none()
        && !kinds.iter().all(|&kind| system.has_met(kind))
        && let Some(state) = ways.open.pop_front()
    {
        system.moves(state, &mut moves);
        for step in &moves.moves {
            ways.meet(step.to, Origin::Step(state, step.step));
        }
        end = check_limits(state, &budget).err();
    }
    let faults = std::mem::take(&mut system.faults).into_iter();
    let wanted = faults.filter(|(_, fault)| kinds.contains(&fault.kind()));
    let found = wanted.map(|(end, fault)| {
        let run = ways.to(&system, end, &fault);
        (fault, run)
    });
    (found.collect(), end)
}

/// How a state was reached first.
#[derive(Clone, Copy)]
enum Origin {
    Unreached,
    Initial,
    Step(StateIndex, Option<Step>),
}

/// The shortest ways to the states that were reached, and those that were not expanded yet.
#[derive(Default)]
struct Ways {
    origins: Vec<Origin>,
    open: VecDeque<StateIndex>,
}

impl Ways {
    fn meet(&mut self, state: StateIndex, origin: Origin) {
        let place = state.place();
        if place >= self.origins.len() {
            self.origins.resize(place + 1, Origin::Unreached);
        }
        if matches!(self.origins[place], Origin::Unreached) {
            self.origins[place] = origin;
            self.open.push_back(state);
        }
    }

    /// The run to a fault.
    fn to(&self, system: &System<'_>, end: StateIndex, fault: &Fault) -> Run {
        let last = match fault {
            Fault::Step(failure) => Some(failure.step),
            _ => None,
        };
        let mut prefix = vec![Stop {
            state: system.plain(end),
            step: last,
        }];
        let mut state = end;
        while let Origin::Step(from, step) = self.origins[state.place()] {
            prefix.push(Stop {
                state: system.plain(from),
                step,
            });
            state = from;
        }
        prefix.reverse();
        Run {
            prefix,
            cycle: Vec::new(),
        }
    }
}
