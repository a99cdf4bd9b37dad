//! Runs of a model: lassos, and finite ones that end in a fault.

use crate::{Failure, RuntimeError, Step};

/// A state of a run, and the step by which the run leaves it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Stop {
    /// The words of the state.
    pub state: Vec<u32>,
    /// The model's step; none where a deadlocked run stays, and at the end of a finite run.
    pub step: Option<Step>,
}

/// A run that goes through `prefix` once, and then through `cycle` again and again.
///
/// The step of the last stop leads back to the first stop of the cycle.  A run with an empty cycle is finite and ends at the
/// last stop of its prefix.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Run {
    /// From an initial state on.
    pub prefix: Vec<Stop>,
    /// What repeats for ever.
    pub cycle: Vec<Stop>,
}

impl Run {
    /// All stops, in order.
    pub fn stops(&self) -> impl Iterator<Item = &Stop> {
        self.prefix.iter().chain(&self.cycle)
    }

    /// How many stops there are.
    pub fn length(&self) -> usize {
        self.prefix.len() + self.cycle.len()
    }

    /// The state that follows the stop at `position`; none at the end of a finite run.
    pub fn next(&self, position: usize) -> Option<&[u32]> {
        let next = match position + 1 {
            next if next < self.length() => next,
            _ if self.cycle.is_empty() => return None,
            _ => self.prefix.len(),
        };
        self.stops().nth(next).map(|stop| &stop.state[..])
    }
}

/// What becomes of a run that reaches a state without a step.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Deadlock {
    /// It stays there for ever.
    #[default]
    Stutter,
    /// It does not count.
    Drop,
    /// It stays there for ever, and to reach such a state is a violation of its own.
    Error,
}

/// What ends a run that should go on.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Fault {
    /// A step fails.
    Step(Failure),
    /// A proposition cannot be evaluated.
    Proposition(RuntimeError),
    /// An assertion of the model fails, as this sentence says.
    Assertion(String),
    /// There is no step.
    Deadlock,
}

/// What faults are told apart by.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum FaultKind {
    /// A step fails, or a proposition cannot be evaluated.
    Error,
    /// An assertion fails.
    #[serde(rename = "assert")]
    Assertion,
    /// There is no step.
    Deadlock,
}

impl FaultKind {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Error, Self::Assertion, Self::Deadlock];

    /// What it is called in reports.
    pub fn name(self) -> &'static str {
        match self {
            FaultKind::Error => "error",
            FaultKind::Assertion => "assert",
            FaultKind::Deadlock => "deadlock",
        }
    }
}

impl Fault {
    /// What kind of fault it is.
    pub fn kind(&self) -> FaultKind {
        match self {
            Fault::Step(_) | Fault::Proposition(_) => FaultKind::Error,
            Fault::Assertion(_) => FaultKind::Assertion,
            Fault::Deadlock => FaultKind::Deadlock,
        }
    }
}
