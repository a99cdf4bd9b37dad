//! LTL to ω-automata, and automata made small.
//!
//! [`translate()`] is the whole way: the formula is simplified, becomes an automaton by the symbolic [`tableau`] or by way of
//! [`alternating`] automata, and that is [reduced](reduce).
//!
//! ```
//! use lariat_ltl::{Formulas, Syntax, parse};
//! use lariat_translate::{Options, AutomatonForm, translate};
//!
//! let mut formulas = Formulas::new();
//! let fair = parse(&mut formulas, "GF asked -> GF served", Syntax::Spot)?;
//! let generalized_buchi = translate(&mut formulas, fair, &Options::default())?;
//! assert!(generalized_buchi.base.state_count() > 1);
//! // As a Streett condition, fairness is acceptance and needs no states.
//! let streett = Options { form: AutomatonForm::Streett, ..Options::default() };
//! assert_eq!(translate(&mut formulas, fair, &streett)?.base.state_count(), 1);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub mod alternating;
mod distribute;
pub mod hierarchy;
pub mod limit;
pub mod past;
pub mod pipeline;
mod propositional;
pub mod reduce;
pub mod shapes;
pub mod stutter;
pub mod tableau;

pub use limit::Limit;
pub use pipeline::{AutomatonForm, Options, Route, TranslateError, translate, unreduced};
