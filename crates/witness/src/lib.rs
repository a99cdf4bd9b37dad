//! What checks an answer: replays runs of models and lassos of automata, and checks certificates that there are none.
//!
//! Nothing here is shared with the searches that produce either, and this crate depends on none.  A counterexample of a model is
//! proved by [`confirm()`], a way to a fault by [`confirm_fault`], an accepting run of an automaton by [`replay()`]; that there is none
//! by [`certificate::check`].
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
mod confirm;
mod prefix;
pub mod replay;
mod scheduler;

pub use confirm::{
    Claim, Confirmed, Doubt, Facts, Reason, SetReason, Shows, confirm, confirm_fault, letters,
    letters_of, word_of,
};
pub use prefix::confirm_bad_prefix;
pub use replay::{LassoFault, replay};
