//! Spin's never claims [holzmann.97.tse]: Büchi automata with marks on states.
//!
//! A claim is a list of labelled statements.  Each is a state; it is accepting if one of its labels begins
//! with `accept`, and the first one is initial.  The conditions of `if` and `do` are its edges.
//! Propositions are Promela expressions; those that are no constants and no boolean combinations are kept
//! as text, such as `x == 3` or `P[0]@cs`.
//!
//! What is read: `if` and `do` with `goto`, also without (a `do` is entered again, an `if` goes on to
//! the next state), `else`, `skip`, `false`, and `atomic { p -> assert(!p) }`, by which Spin reports a violation
//! at once.  Several labels, names of claims, comments and superfluous semicolons are tolerated.

mod expression;
mod lexer;
mod reader;
mod writer;

pub use reader::{NeverError, NeverErrorKind, looks_like_claim, read};
pub use writer::{NotGeneralizedBuchi, write, write_within};
