//! Lassos: runs that lead somewhere and then repeat for ever.
//!
//! This is what a search hands out and a checker replays.

use crate::Marks;

/// An edge that a run takes.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct LassoStep<S> {
    /// The state that it leaves.
    pub from: S,
    /// The acceptance marks on it.
    pub marks: Marks,
    /// The state that it leads to.
    pub to: S,
}

/// A run that takes the edges of `stem` and then those of `cycle`, again and again.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Lasso<S> {
    /// From an initial state to the first state of the cycle.
    pub stem: Vec<LassoStep<S>>,
    /// From its first state back to it; not empty.
    pub cycle: Vec<LassoStep<S>>,
}

impl<S> Lasso<S> {
    /// How many edges the stem and the cycle have.
    pub fn length(&self) -> usize {
        self.stem.len() + self.cycle.len()
    }
}
