//! Deterministic ω-automata from LTL, symbolically.
//!
//! After Morgenstern, Schneider and Lamberti [morgenstern.08.vmcai]: a formula is split into a boolean
//! combination of formulas of the temporal hierarchy (`decompose`, and `normalize` for what is not one
//! already); each of them becomes a small symbolic automaton (`nondeterministic`), which the
//! subset construction (`subset`) or the breakpoint construction (`breakpoint`) makes
//! deterministic without listing its states; their acceptance signals are put together again
//! (`closure`).  The result is a system of [`Equations`]: for each state variable its first value and its next
//! one.  What one can read off finitely many letters, past operators included, needs no such
//! construction, only memory (`memory`); past operators over the future are brought there first (`separate`).
//!
//! ```
//! use lariat_determinize::{Limits, determinize, simplify};
//! use lariat_ltl::{Formulas, Syntax, parse};
//! let mut formulas = Formulas::new();
//! let f = parse(&mut formulas, "G(request -> F grant)", Syntax::Spot).expect("a formula");
//! let limits = Limits::default();
//! let mut equations = determinize(&mut formulas, f, &limits)?;
//! let automaton = simplify(equations.explore(&limits)?, &limits.budget)?;
//! assert_eq!(automaton.state_count(), 2);
//! # Ok::<(), lariat_determinize::DeterminizeError>(())
//! ```

mod acceptance;
mod bounded;
mod breakpoint;
mod closure;
mod decompose;
mod equations;
mod error;
mod explore;
mod formulas;
mod hypotheses;
mod lag;
mod laws;
mod memory;
mod merge;
mod nondeterministic;
mod normalize;
mod obligations;
mod predictions;
mod separate;
mod shift;
mod simplify;
mod subset;
mod write;

pub use acceptance::AcceptanceKind;
pub use closure::{Determinized, PartAutomaton, determinize, determinize_in_stages};
pub use equations::{Equations, InputVariable, State, StateVariable};
pub use error::{DeterminizeError, Limits};
pub use nondeterministic::{Nondeterministic, Rule, Tie};
pub use simplify::{simplify, simplify_states};
