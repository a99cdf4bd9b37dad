//! What checks an answer: replays a lasso, and checks a certificate that there is none.
//!
//! Nothing here is shared with the searches that produce either.  An accepting run is proved by
//! [`replay()`]; that there is none by [`certificate::check`].
//!
//! ```
//! use lariat_automata::{Acceptance, Explicit, Label, Labels, Marks};
//! use lariat_witness::certificate::{check, parse};
//!
//! let mut automaton = Explicit::new(Labels::default(), Acceptance::buchi());
//! let state = automaton.add_state();
//! automaton.initial.push(state);
//! automaton.add_transition(state, Label::TRUE, Marks::EMPTY, state);
//! let text = "lariat certificate 1\nautomaton 1\nlevel 0\ncomponent lacks 0 : 0\nend\n";
//! let certificates = parse(text)?;
//! assert!(check(&automaton, &certificates[0]).is_ok());
//! // With a mark on its edge the automaton is not empty, and the certificate is wrong.
//! automaton.add_transition(state, Label::TRUE, Marks::single(0), state);
//! assert!(check(&automaton, &certificates[0]).is_err());
//! # Ok::<(), lariat_witness::certificate::CertificateError>(())
//! ```

pub mod certificate;
mod condition;
pub mod replay;

pub use replay::{LassoFault, replay};
