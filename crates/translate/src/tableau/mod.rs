//! LTL to generalized Büchi automata by Couvreur's symbolic tableau [couvreur.99.fm].
//!
//! A node of the tableau is a set of formulas that must hold from here on.  Each formula is
//! expanded, by laws such as f U g = g ∨ (f ∧ X(f U g)), into a boolean function of what holds now
//! (propositions), of what is promised (that g comes), and of what is demanded of the next position.
//! The implicants of the conjunction are the edges: the letters they read, the marks of the promises
//! they do not make, and the set of formulas they lead to.
//!
//! [`TableauOptions::RAW`] is the construction of the paper's Theorem 1, with a mark for each formula
//! that promises and an edge for each prime implicant.  Each improvement has a file of its own:
//!
//! | switch | file | effect |
//! |---|---|---|
//! | `merge` | `merge.rs` | nodes with equal expansions are one |
//! | `gf_identity` | `gf_identity.rs` | a law for GF f: ⋀ GF pᵢ has one node, not 2ⁿ + 1 |
//! | `subsumption` | `choices.rs`, `subsumption.rs` | edges read only letters for which no other edge does better |
//! | `share_acceptance` | `sharing.rs` | fewer marks |
//! | `suspension` | `suspension.rs` | formulas about the far future wait until the near future is settled |
//!
//! There are three ways to the same tableau:
//! * [`translate`] makes the automaton in memory: for properties of ordinary size;
//! * [`Lazy`] reads letters on demand: for a product with a system that shows few of them;
//! * [`OnTheFly`] has no letters: for the question whether a formula can be satisfied at all.
//!
//! Formulas about the past are refused; [`crate::past`] removes them first.
//!
//! ```
//! use lariat_ltl::{Formulas, Syntax, parse};
//! use lariat_translate::tableau::{self, LIMIT, TableauOptions};
//! let mut formulas = Formulas::new();
//! let formula = parse(&mut formulas, "!(p U (q U s))", Syntax::Spot)?;
//! let size = |options| -> Result<_, tableau::TableauError> {
//!     let automaton = tableau::translate(&formulas, formula, options, LIMIT)?;
//!     Ok((automaton.state_count(), automaton.transition_count()))
//! };
//! assert_eq!(size(TableauOptions::RAW)?, (4, 11));
//! assert_eq!(size(TableauOptions { merge: true, ..TableauOptions::RAW })?, (3, 7));
//! assert_eq!(size(TableauOptions::default())?, (3, 6));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod build;
mod choices;
mod closure;
mod core;
mod decision;
mod expansion;
mod gf_identity;
mod laws;
mod lazy;
mod merge;
mod on_the_fly;
mod propagation;
mod sharing;
mod subsumption;
mod suspension;

use lariat_automata::Explicit;
use lariat_budget::Exhausted;
use lariat_ltl::{Formula, Formulas};

pub use lazy::Lazy;
pub use on_the_fly::OnTheFly;

use crate::limit::{Limit, TooLarge, from_unfinished};
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
    /// The budget has ended.
    #[error(transparent)]
    Exhausted(#[from] Exhausted),
}

from_unfinished!(TableauError);

/// Which improvements the construction makes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TableauOptions {
    /// Nodes whose expansions are the same function are one.
    pub merge: bool,
    /// GF f has a law of its own, by which it is no more than a mark.
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

/// The automaton of `formula`, which must not look into the past, within the limit.
///
/// Its condition is generalized Büchi.  Without [`TableauOptions::subsumption`] every implicant is an edge of its own; with it, edges
/// that agree in source, target and marks are one.
pub fn translate(
    formulas: &Formulas,
    formula: Formula,
    options: TableauOptions,
    limit: impl Into<Limit>,
) -> Result<Explicit, TableauError> {
    build::build(Closure::new(formulas, formula)?, options, &limit.into())
}
