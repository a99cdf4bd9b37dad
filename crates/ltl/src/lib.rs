//! Linear-time temporal logic, future and past.
//!
//! Formulas are hash-consed in an arena, [`Formulas`]; a [`Formula`] is a handle into it.  Equal
//! handles are equal formulas, and nothing recurses as deep as a formula is nested.
//!
//! ```
//! use lariat_ltl::{Formulas, Notation, Syntax, class, parse, print};
//!
//! let mut formulas = Formulas::new();
//! let response = parse(&mut formulas, "[](request => <>grant)", Syntax::Spot)?;
//! assert_eq!(print(&formulas, response, Notation::Spot)?, "G(request -> F grant)");
//! assert_eq!(class::class(&formulas, response).name(), "recurrence");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

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
pub use name::unquote;
pub use parse::{ParseError, ParseErrorKind, Parser, Readings, Syntax, parse};
pub use print::{Notation, PrintError, print};
