//! Linear-time temporal logic, future and past.
//!
//! Formulas are hash-consed in an arena, [`Formulas`]; a [`Formula`] is a handle into it.  Equal
//! handles are equal formulas, and nothing recurses as deep as a formula is nested.

pub mod class;
pub mod families;
pub mod formula;
mod name;
pub mod nnf;
mod operator;
pub mod parse;
pub mod polarity;
pub mod print;
pub mod random;
pub mod semantics;
pub mod simplify;

pub use formula::{Atom, Formula, Formulas, Node};
pub use parse::{ParseError, ParseErrorKind, Parser, Readings, Syntax, parse};
pub use print::{Notation, PrintError, print};
