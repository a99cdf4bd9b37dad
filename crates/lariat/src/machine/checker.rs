//! Asks questions about a machine, and answers in its own states and actions.

use lariat_budget::{Budget, Exhausted};
use lariat_diagnostics::Diagnostics;
use lariat_model::{Deadlock, Stop};

use super::{Machine, MachineModel};
use crate::{CheckFailure, Verdict};

/// A machine, and which of its runs count: a [`crate::Checker`] whose counterexamples are the machine's own states and actions.
pub struct Checker<M: Machine> {
    model: MachineModel<M>,
    inner: crate::Checker,
}

/// The answer to a question about a machine.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum PathVerdict<S, A> {
    /// Every run that counts satisfies the formula.
    Holds {
        /// No run counts at all.
        vacuously: bool,
    },
    /// This run counts and does not.
    Violated(Path<S, A>),
    /// The search ended before it could tell.
    Undecided(Exhausted),
}

impl<S, A> PathVerdict<S, A> {
    /// Whether every run that counts satisfies the formula.
    pub fn holds(&self) -> bool {
        matches!(self, PathVerdict::Holds { .. })
    }
}

/// A run that goes through `prefix` once, and then through `cycle` again and again.
///
/// Each state comes with the action by which the run leaves it: none where a deadlocked run stays.  The last action
/// leads back to the first state of the cycle.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Path<S, A> {
    /// From an initial state on.
    pub prefix: Vec<(S, Option<A>)>,
    /// What repeats for ever.
    pub cycle: Vec<(S, Option<A>)>,
}

impl<M: Machine + 'static> Checker<M> {
    /// All runs of the machine count; deadlocked runs stay where they are.
    pub fn new(machine: M) -> Self {
        let model = MachineModel::new(machine);
        let inner = crate::Checker::new("machine", Box::new(model.clone()));
        Self { model, inner }
    }

    /// Considers only runs that are weakly fair to the events that match the glob: an event that stays enabled is taken.
    ///
    /// # Errors
    /// When no event matches.
    pub fn weak_fair(mut self, glob: &str) -> Result<Self, Diagnostics> {
        self.inner.weak_fair(glob)?;
        Ok(self)
    }

    /// Considers only runs that are strongly fair to the events that match the glob: an event that is enabled infinitely often is taken
    /// infinitely often.
    ///
    /// # Errors
    /// When no event matches.
    pub fn strong_fair(mut self, glob: &str) -> Result<Self, Diagnostics> {
        self.inner.strong_fair(glob)?;
        Ok(self)
    }

    /// Considers only runs that satisfy the formula.
    ///
    /// # Errors
    /// When it is no formula, or speaks of something that the machine does not have.
    pub fn assume(mut self, ltl: &str) -> Result<Self, Diagnostics> {
        self.inner.assume(ltl)?;
        Ok(self)
    }

    /// What becomes of deadlocked runs.
    pub fn deadlock(mut self, deadlock: Deadlock) -> Self {
        self.inner.set_deadlock(deadlock);
        self
    }

    /// Gives up beyond so many states.
    pub fn max_states(mut self, most: u64) -> Self {
        self.inner.set_budget(Budget::unlimited().with_states(most));
        self
    }

    /// Does every run that counts satisfy the formula?
    ///
    /// # Errors
    /// When it is no formula, or speaks of something that the machine does not have.
    pub fn check(&mut self, ltl: &str) -> Result<PathVerdict<M::State, M::Action>, CheckFailure> {
        let answered = self.inner.check(ltl)?;
        let vacuously = answered.vacuous;
        Ok(
            match (answered.verdict, answered.counterexample, answered.obstacle) {
                (Verdict::Violated, Some(told), _) => {
                    let run = told.confirmed.run();
                    let told = |stop: &Stop| {
                        let action = stop.step.map(|step| self.model.action(step));
                        (self.model.state(&stop.state), action)
                    };
                    PathVerdict::Violated(Path {
                        prefix: run.prefix.iter().map(told).collect(),
                        cycle: run.cycle.iter().map(told).collect(),
                    })
                }
                (Verdict::Undecided, _, Some(obstacle)) => PathVerdict::Undecided(obstacle),
                _ => PathVerdict::Holds { vacuously },
            },
        )
    }
}
