//! Runs of a model: lassos, and finite ones that end in a fault.

use lariat_models::Step;

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
