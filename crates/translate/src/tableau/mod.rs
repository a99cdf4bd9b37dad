//! LTL to generalized Büchi automata by Couvreur's symbolic tableau [couvreur.99.fm].
mod build;
mod choices;
mod closure;
mod expansion;
mod gf_identity;
mod laws;
mod merge;
mod sharing;
mod subsumption;
mod suspension;

use lariat_automata::Explicit;
use lariat_ltl::{Formula, Formulas};

use crate::limit::TooLarge;
use closure::Closure;

/// A limit that ordinary formulas stay below, and that is reached within a few seconds.
pub const LIMIT: usize = 1 << 18;

/// Why there is no automaton.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TableauError {
    /// It would be too large.
    #[error(transparent)]
    TooLarge(#[from] TooLarge),
    /// A subformula looks into the past; see [`crate::past`].
    #[error("the tableau cannot look into the past")]
    Past(Formula),
}

/// Which improvements the construction makes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TableauOptions {
    /// Nodes with equal expansions are one.
    pub merge: bool,
    /// GF f has a law of its own.
    pub gf_identity: bool,
    /// Edges read only the letters for which no other edge does better.
    pub subsumption: bool,
    /// Formulas share acceptance marks where that is sound.
    pub share_acceptance: bool,
    /// Formulas about the far future wait until the near future is settled.
    pub suspension: bool,
}

impl TableauOptions {
    /// The construction as in the paper's Theorem 1.
    pub const RAW: TableauOptions = TableauOptions {
        merge: false,
        gf_identity: false,
        subsumption: false,
        share_acceptance: false,
        suspension: false,
    };
}

impl Default for TableauOptions {
    /// Every improvement.
    fn default() -> Self {
        TableauOptions {
            merge: true,
            gf_identity: true,
            subsumption: true,
            share_acceptance: true,
            suspension: true,
        }
    }
}

/// The automaton of `formula`
pub fn translate(
    formulas: &Formulas,
    formula: Formula,
    options: TableauOptions,
    limit: usize,
) -> Result<Explicit, TableauError> {
    build::build(Closure::new(formulas, formula)?, options, limit)
}
