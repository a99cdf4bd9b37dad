//! Emptiness checks on the fly: does some run of an automaton satisfy its acceptance condition?
//!
//! Every check is a file of its own, returns the same [`Verdict`], and keeps its stacks on the heap:
//!
//! | check | acceptance | what it does |
//! |---|---|---|
//! | [`couvreur`] | generalized Büchi | one depth-first search, stops at the first accepting component |

pub mod couvreur;
mod mark_word;
pub mod numbering;
mod path;
mod space;
pub mod verdict;

pub use numbering::{Identity, Interned, Numbering, Pairs};
pub use verdict::{Answer, Component, Limits, Reason, Refusal, Statistics, Stop, Verdict};

/// A check, by name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Algorithm {
    /// [`couvreur`]
    Couvreur,
}

impl std::fmt::Display for Algorithm {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Algorithm::Couvreur => "couvreur",
        })
    }
}
