//! What ends a construction that would not end soon by itself.

use lariat_budget::{Budget, Exhausted};

/// How large an automaton may become while it is built, and what building it may take.
///
/// A number alone is a limit of so many transitions, and no other.
#[derive(Clone, Debug)]
pub struct Limit {
    /// The most transitions; the constructions count other things alike, such as the clauses of one
    /// state.
    pub transitions: usize,
    /// What ends the construction whatever its size.
    pub budget: Budget,
}

impl From<usize> for Limit {
    fn from(transitions: usize) -> Self {
        Self {
            transitions,
            budget: Budget::unlimited(),
        }
    }
}

impl Limit {
    /// So many transitions, within the budget.
    pub fn new(transitions: usize, budget: &Budget) -> Self {
        Self {
            transitions,
            budget: budget.clone(),
        }
    }

    /// Whether so many are allowed.
    pub(crate) fn allow(&self, count: usize) -> Result<(), TooLarge> {
        if count > self.transitions {
            return Err(self.too_large());
        }
        Ok(())
    }

    pub(crate) fn too_large(&self) -> TooLarge {
        TooLarge {
            limit: self.transitions,
        }
    }
}

/// An automaton that would have more transitions than allowed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the automaton has more than {limit} transitions")]
pub struct TooLarge {
    /// How many were allowed.
    pub limit: usize,
}

/// Why a construction has not been finished.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Unfinished {
    /// The automaton would be too large.
    #[error(transparent)]
    TooLarge(#[from] TooLarge),
    /// The budget has ended.
    #[error(transparent)]
    Exhausted(#[from] Exhausted),
}

/// An error of a construction among whose reasons are these two.
macro_rules! from_unfinished {
    ($error:ident) => {
        impl From<crate::limit::Unfinished> for $error {
            fn from(reason: crate::limit::Unfinished) -> Self {
                match reason {
                    crate::limit::Unfinished::TooLarge(reason) => Self::TooLarge(reason),
                    crate::limit::Unfinished::Exhausted(reason) => Self::Exhausted(reason),
                }
            }
        }
    };
}

pub(crate) use from_unfinished;
