//! LTL to ω-automata through self-loop alternating automata.
//!
//! An alternating automaton reads a formula almost literally: each state is a subformula, choice is
//! ∨, and a conjunction sends a copy of the automaton into each conjunct.  For LTL no cycle passes
//! through two states (the automaton is *self-loop*, or very weak), and the number of states is
//! linear in the formula.  From there one goes on
//!
//! * to a Büchi automaton whose states are pairs (U, V) of sets, as in the slides
//!   [strejcek.ia169]: [`AlternatingAutomaton::to_buchi`];
//! * to a generalized Büchi automaton with marks on transitions whose states are sets, after Gastin
//!   and Oddoux [gastin.01.cav]: [`AlternatingAutomaton::to_tgba`], usually the smaller one.
//!
//! This route shares no code with the tableau, so that the two can check one another: it needs no
//! negation normal form, its transition functions are explicit sets of cubes, and it simplifies by
//! means of its own.
//!
//! ```
//! use lariat_ltl::{Formulas, Node};
//! use lariat_translate::alternating;
//! let mut formulas = Formulas::new();
//! let (p, q) = (formulas.atom("p"), formulas.atom("q"));
//! let until = formulas.make(Node::Until(p, q));
//! let alternating = alternating::build(&formulas, until, alternating::LIMIT)?;
//! assert_eq!(alternating.states().len(), 1);
//! assert_eq!(alternating.to_tgba(alternating::LIMIT)?.state_count(), 2);
//! # Ok::<(), alternating::AlternatingError>(())
//! ```

mod absorb;
mod buchi;
mod build;
mod clause;
mod dot;
mod explore;
mod gastin_oddoux;
mod tidy;

use lariat_automata::{Explicit, Labels};
use lariat_budget::Exhausted;
use lariat_ltl::{Formula, Formulas};

pub use build::build;
pub use clause::{Clause, ClauseCube, Dnf, States};

use crate::limit::{Limit, TooLarge, from_unfinished};

/// A limit that ordinary formulas stay below, and that is reached within a second or so.
pub const LIMIT: usize = 1 << 16;

/// Why there is no alternating automaton.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum AlternatingError {
    /// It would be too large.
    #[error(transparent)]
    TooLarge(#[from] TooLarge),
    /// A subformula looks into the past; see [`crate::past`].
    #[error("alternating automata cannot look into the past")]
    Past(Formula),
    /// The budget has ended.
    #[error(transparent)]
    Exhausted(#[from] Exhausted),
}

from_unfinished!(AlternatingError);

/// A subformula of the translated formula, or the negation of one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Signed {
    /// The subformula.
    pub formula: Formula,
    /// Whether its negation is meant.
    pub negated: bool,
}

/// A state: it accepts the words that satisfy its formula.
#[derive(Clone, Debug)]
pub struct AlternatingState {
    /// What it stands for.
    pub formula: Signed,
    /// How it moves on.
    pub transitions: Dnf,
    /// Whether a copy may stay here for ever, or, for a state without a loop, whether it counts as
    /// one that may (see [`build`]).
    pub accepting: bool,
}

/// A self-loop alternating automaton: a copy may return to a state only by the state's own loop.
///
/// A run is accepting if no copy stays in a state for ever that is not accepting.
#[derive(Clone, Debug)]
pub struct AlternatingAutomaton {
    /// The propositions, by name.
    propositions: Vec<String>,
    states: Vec<AlternatingState>,
    /// Copies start in all of these at once; `None` if no word is accepted.
    initial: Option<States>,
}

impl AlternatingAutomaton {
    /// The states, by number; a transition leads to the state itself or to larger numbers.
    pub fn states(&self) -> &[AlternatingState] {
        &self.states
    }

    /// The propositions, by name, in the order of their numbers.
    pub fn propositions(&self) -> &[String] {
        &self.propositions
    }

    /// The states that copies start in, all at once; `None` if no word is accepted.
    pub fn initial(&self) -> Option<&States> {
        self.initial.as_ref()
    }

    fn labels(&self) -> Labels {
        Labels::new(self.propositions.iter().cloned())
    }
}

/// The generalized Büchi automaton of `formula`, which must not look into the past.
pub fn translate(
    formulas: &Formulas,
    formula: Formula,
    limit: impl Into<Limit>,
) -> Result<Explicit, AlternatingError> {
    let limit = limit.into();
    Ok(build(formulas, formula, limit.clone())?.to_tgba(limit)?)
}
