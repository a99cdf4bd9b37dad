//! Fairness shapes: formulas that are acceptance conditions, not states.
//!
//! Whether a word satisfies GF p or FG p depends on nothing but the letters that it repeats for
//! ever.  So a boolean combination of such formulas, p propositional, needs one state, and a mark
//! for the letters that satisfy p; fairness is *injected*, as the Streett paper says
//! [duret.09.atva]:
//! ```text
//! GF p         Inf(p)            FG p              Fin(¬p)
//! GF p → GF q  the Streett pair Fin(p) ∨ Inf(q)    FG p → GF q  Inf(¬p ∨ q)
//! ```
//! A formula's top-level conjuncts of this kind become acceptance; only the rest is translated.
//!
//! * [`streett`] takes the conjuncts that are Inf, Fin, or Streett pairs;
//! * [`emerson_lei`] takes all of them, [`boolean_fairness`] formulas that are nothing else;
//! * [`to_tgba`] goes on from there to a generalized Büchi automaton.
//!
//! ```
//! use lariat_budget::Budget;
//! use lariat_ltl::{Formulas, Syntax, parse};
//! use lariat_translate::{alternating, shapes};
//! let mut formulas = Formulas::new();
//! let text = "(GFa -> GFb) & (GFc -> GFd) & FG e";
//! let f = parse(&mut formulas, text, Syntax::Spot).expect("a formula");
//! let automaton = shapes::streett(&mut formulas, f, &Budget::unlimited(), |formulas, rest| {
//!     alternating::translate(formulas, rest, alternating::LIMIT)
//! })?;
//! assert_eq!((automaton.base.state_count(), automaton.injections.len()), (1, 5));
//! # Ok::<(), alternating::AlternatingError>(())
//! ```

mod clauses;
mod inject;
mod modes;
mod recognise;
mod tgba;

pub use inject::{boolean_fairness, emerson_lei, streett};
pub use tgba::to_tgba;
