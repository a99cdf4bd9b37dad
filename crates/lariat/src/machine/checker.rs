//! Asks questions about a machine, and answers in its own states and actions.

use std::any::type_name;
use std::sync::Arc;
use std::time::Duration;

use lariat_budget::{Budget, Exhausted, Progress};
use lariat_diagnostics::{Diagnostic, Diagnostics};
use lariat_model::fairness::select;
use lariat_model::{Deadlock, GlobError, Stop, closest};

use super::path::ToldPath;
use super::{Machine, MachineModel, Path};
use crate::html::RunConditions;
use crate::saved::Saved;
use crate::understanding::listed;
use crate::{Answered, CheckFailure, Counterexample, Report, Verdict};

/// A machine, and which of its runs count: a [`crate::Checker`] whose counterexamples are the machine's own states and actions.
pub struct Checker<M: Machine> {
    model: MachineModel<M>,
    inner: crate::Checker,
    /// What all answers together may take.
    budget: Budget,
    /// What each of them may take.
    limits: Limits,
}

type Observer = Arc<dyn Fn(&Progress) + Send + Sync>;

#[derive(Default)]
struct Limits {
    states: Option<u64>,
    time: Option<Duration>,
    memory: Option<u64>,
    observer: Option<Observer>,
}

impl Limits {
    /// A part of the budget for one question.
    fn within(&self, budget: &Budget) -> Budget {
        let mut own = budget.for_question();
        if let Some(most) = self.states {
            own = own.with_states(most.min(budget.states()));
        }
        if let Some(most) = self.time {
            own = own.with_time(most);
        }
        if let Some(most) = self.memory {
            own = own.with_memory(most);
        }
        if let Some(observer) = &self.observer {
            let observer = Arc::clone(observer);
            own = own.with_observer(move |progress| observer(progress));
        }
        own
    }
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

impl<M: Machine + 'static> Checker<M> {
    /// All runs of the machine count; deadlocked runs stay where they are.
    pub fn new(machine: M) -> Self {
        let model = MachineModel::new(machine);
        let mut inner = crate::Checker::new(name_of::<M>(), Box::new(model.clone()));
        inner.set_draws(true);
        Self {
            model,
            inner,
            budget: Budget::unlimited(),
            limits: Limits::default(),
        }
    }

    /// Considers only runs that are weakly fair to the events that match the glob: an event that stays enabled is taken.
    ///
    /// # Errors
    /// When no event matches: which events there are.
    pub fn weak_fair(mut self, glob: &str) -> Result<Self, Diagnostics> {
        self.must_match(glob)?;
        self.inner.weak_fair(glob)?;
        Ok(self)
    }

    /// Considers only runs that are strongly fair to the events that match the glob: an event that is enabled infinitely often is taken
    /// infinitely often.
    ///
    /// # Errors
    /// When no event matches: which events there are.
    pub fn strong_fair(mut self, glob: &str) -> Result<Self, Diagnostics> {
        self.must_match(glob)?;
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

    /// Leaves a question undecided beyond so many states.
    pub fn max_states(mut self, most: u64) -> Self {
        self.limits.states = Some(most);
        self
    }

    /// Leaves a question undecided after so much time.
    pub fn timeout(mut self, most: Duration) -> Self {
        self.limits.time = Some(most);
        self
    }

    /// Leaves a question undecided when the process takes more than so many bytes, as far as the system tells.
    pub fn memory(mut self, most_bytes: u64) -> Self {
        self.limits.memory = Some(most_bytes);
        self
    }

    /// Somebody who is told now and then how far a search has come.
    pub fn on_progress(mut self, observer: impl Fn(&Progress) + Send + Sync + 'static) -> Self {
        self.limits.observer = Some(Arc::new(observer));
        self
    }

    /// What all questions together may take, beside the limits of each.  A clone can be cancelled from another thread.
    pub fn budget(mut self, budget: Budget) -> Self {
        self.budget = budget;
        self
    }

    /// Does every run that counts satisfy the formula?
    ///
    /// # Errors
    /// When it is no formula, or speaks of something that the machine does not have.
    pub fn check(&mut self, ltl: &str) -> Result<PathVerdict<M::State, M::Action>, CheckFailure> {
        self.inner.set_budget(self.limits.within(&self.budget));
        let mut answered = self.inner.check(ltl)?;
        let vacuously = answered.vacuous;
        let saved = answered.saved.take();
        Ok(match (answered.verdict, answered.obstacle, saved) {
            (Verdict::Violated, _, Some(saved)) => {
                PathVerdict::Violated(self.path(answered, saved))
            }
            (Verdict::Undecided, Some(obstacle), _) => PathVerdict::Undecided(obstacle),
            _ => PathVerdict::Holds { vacuously },
        })
    }

    /// Whether a [saved path](Path::saved) is still a counterexample to the question that it carries; if not, why not.
    ///
    /// # Errors
    /// When the question does not fit the machine.
    pub fn replay(&mut self, saved: &Saved) -> Result<Result<(), String>, Diagnostics> {
        self.inner.replay(saved, "the saved path")
    }

    /// The counterexample in the machine's own terms.
    fn path(&mut self, answered: Answered, saved: Saved) -> Path<M::State, M::Action> {
        let run = answered.counterexample.as_ref();
        let run = run.map(|told: &Counterexample| told.confirmed.run().clone());
        let run = run.unwrap_or_default();
        let own = |stop: &Stop| {
            let action = stop.step.map(|step| self.model.action(step));
            (self.model.state(&stop.state), action)
        };
        Path {
            prefix: run.prefix.iter().map(own).collect(),
            cycle: run.cycle.iter().map(own).collect(),
            told: Box::new(ToldPath {
                conditions: RunConditions::new(&mut self.inner, answered.deadlock),
                report: Report {
                    model: self.inner.name().to_owned(),
                    results: vec![answered],
                },
                saved,
            }),
        }
    }

    /// Lists the events if none of them matches a glob.
    fn must_match(&mut self, glob: &str) -> Result<(), Diagnostics> {
        let Err(GlobError::MatchesNothing { events, .. }) = select(&mut self.model, glob) else {
            return Ok(());
        };
        let close = closest(glob, events.iter().map(String::as_str));
        let guess = close.map(|event| format!(" (did you mean `{event}`?)"));
        let there_are = match events.is_empty() {
            true => "`Machine::events` names none".to_owned(),
            false => format!("the events are {}", listed(&events)),
        };
        let message = format!(
            "no event of the machine matches `{glob}`{}; {there_are}",
            guess.unwrap_or_default()
        );
        Err(Diagnostic::error(message).into())
    }
}

/// The name of a machine's type, without its modules and parameters.
fn name_of<M>() -> &'static str {
    let name = type_name::<M>();
    let path = name.split('<').next().unwrap_or(name);
    path.rsplit("::").next().unwrap_or(path)
}
