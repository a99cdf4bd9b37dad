//! Certificates of emptiness: a text that proves that no run is accepting, and its check.
//!
//! The reachable states are divided into components, listed so that every edge leads to its own
//! component or to one that is listed before.  A run then stays in one component from some point on.
//! Each component gives the reason why no run that stays there is accepting:
//!
//! * it has no inner edge (`trivial`);
//! * its inner edges lack marks without which the acceptance condition cannot hold (`lacks`);
//! * or, moreover, every accepting run must from some point on avoid certain marks; the component is then
//!   divided again in a *level* of its own, where edges with these marks do not count (`split`).
//!
//! Where the condition is a disjunction there is a level for each disjunct (`choose`).  For a Streett
//! condition a level avoids the l of every pair whose u the component lacks.
//!
//! ```text
//! lariat certificate 1
//! automaton 1
//! level 0
//! component trivial : 4
//! component lacks 1 split 1 : 0 1 2 3
//! level 1 avoid 0
//! component trivial : 1
//! component trivial : 0
//! component lacks 2 : 2 3
//! end
//! ```
//!
//! Marks and states are numbered as in the automaton, the nodes of its acceptance condition in postfix
//! order: `choose 7:3` takes part 3 of disjunction 7.  Several certificates may follow each other in a
//! file, each for the automaton of that number in a stream of automata.

mod check;
mod parse;

use lariat_automata::Marks;

pub use check::{Flaw, check};
pub use parse::{CertificateError, parse};

/// A certificate, as it is written; [`check`] tells whether it is right.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Certificate {
    /// The place of its automaton in a stream, from 1 on.
    pub automaton: usize,
    /// The levels; the first divides all states.
    pub levels: Vec<Level>,
}

/// A division of states into components.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Level {
    /// Disjunctions of the acceptance condition, each with the part that is taken.
    pub choices: Vec<(usize, usize)>,
    /// Edges with one of these marks do not count.
    pub avoided: Marks,
    /// Its components, each listed after those that its edges lead to.
    pub components: Vec<Component>,
}

/// A component and its reason.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Component {
    /// Its states.
    pub states: Vec<u32>,
    /// Why no run that stays in it is accepting.
    pub reason: ComponentReason,
}

/// Why no run that stays in a component is accepting.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ComponentReason {
    /// There is no inner edge.
    Trivial,
    /// No inner edge has one of the marks `lacks`, so the condition cannot hold, unless in one of the
    /// levels `split`.
    Lacks {
        /// The marks.
        lacks: Marks,
        /// The levels that divide the component again.
        split: Vec<usize>,
    },
}
