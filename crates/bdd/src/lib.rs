//! A small BDD kernel: what a translation from logic to automata needs, and no more.
//!
//! Functions are shared, reduced, ordered decision diagrams with complement edges, so that negation
//! is free and equality is equality of handles.  Variables are ordered by their number.  One
//! [`Bdds`] is an arena that lives as long as one translation: nothing is collected before.
//!
//! Beside the usual operations there are the two that no crate offers and that the tableau lives
//! on: irredundant covers ([`Bdds::cover`]) and all prime implicants ([`Bdds::primes`]).
//!
//! ```
//! use lariat_bdd::Bdds;
//! let mut bdds = Bdds::new();
//! let (p, q) = (bdds.var(0), bdds.var(1));
//! let f = bdds.or(p, q);
//! assert_eq!(bdds.and(!p, !q), !f);
//! assert!(bdds.eval(f, |var| var == 1));
//! ```

mod cover;
mod cube_sets;
mod cubes;
mod kernel;
mod primes;
mod watch;

pub use cubes::{Cube, Cubes};
pub use kernel::{Bdd, Bdds, Var};
