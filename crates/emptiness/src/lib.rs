//! Emptiness checks on the fly: does some run of an automaton satisfy its acceptance condition?
//!
//! Every check is a file of its own, takes an automaton by value and a
//! [`Budget`](lariat_budget::Budget), returns the same [`Checked`], keeps its stacks on the heap, and
//! refuses a condition that it cannot decide:
//!
//! | check | decides | how |
//! |---|---|---|
//! | [`terminal`] | terminal automata | breadth-first search for an accepting edge |
//! | [`weak`] | weak automata | one depth-first search for a cycle |
//! | [`couvreur`] | generalized Büchi | one depth-first search, stops at the first accepting component |
//! | [`streett`] | Inf, Fin and Streett pairs | the same, visits a component again without the marks it cannot afford |
//! | [`latvala`] | Inf, Fin and Streett pairs | component by component, each in a copy of its own |
//! | [`ndfs`] | generalized Büchi | nested depth-first search, two bits per state |
//! | [`generic`] | anything | as `streett`, splitting the condition where it must |
//!
//! [`Algorithm::auto`] picks the cheapest that is sound.  From a component that a check has found,
//! [`lasso::find`] makes a short accepting run; for the verdict *empty* there are [`certificate`]s.
//!
//! ```
//! use lariat_automata::{Acceptance, Explicit, Label, Labels, Marks};
//! use lariat_emptiness::is_empty;
//!
//! // A process asks (mark 0) for ever; strong fairness wants it to be served (mark 1), if it asks again and again.
//! let mut automaton = Explicit::new(Labels::default(), Acceptance::streett(1));
//! let waits = automaton.add_state();
//! automaton.initial.push(waits);
//! automaton.add_transition(waits, Label::TRUE, Marks::single(0), waits);
//! assert!(is_empty(&automaton));
//! let served = automaton.add_state();
//! automaton.add_transition(waits, Label::TRUE, Marks::single(0), served);
//! automaton.add_transition(served, Label::TRUE, Marks::single(1), waits);
//! assert!(!is_empty(&automaton));
//! ```

pub mod algorithm;
pub mod certificate;
pub mod checked;
pub mod couvreur;
mod formula;
pub mod generic;
mod ground;
pub mod lasso;
pub mod latvala;
mod levels;
mod mark_word;
pub mod ndfs;
mod nearest;
pub mod numbering;
mod path;
mod roots;
mod slots;
mod space;
mod stack;
pub mod streett;
mod tarjan;
pub mod terminal;

pub mod weak;

pub use algorithm::{Algorithm, KnownStrength, UnknownAlgorithm, is_empty};
pub use checked::{AcceptingComponent, Checked, Emptiness, Refusal, RefusalReason, Statistics};
pub use nearest::{Reached, nearest};
pub use numbering::{Identity, Interned, Numbering, Pairs};
