//! What a model is to those who search it and to those who check their answers: interfaces, and nothing that computes.
//!
//! * [`Model`] is what is shared: immutable, and the same for all threads; a [`Stepper`] is one thread's way through it.
//! * [`Structure`] says what the transitions of a model read and write.
//! * [`Source`] is a model that was read from a text, and knows what texts about it mean; a [`Format`] reads such texts.
//! * [`Vocabulary`] says what formulas call propositions, [`Fairness`] which events runs must be fair to.
//! * [`Run`] is a run of a model, [`Fault`] what may end one.

mod comments;
pub mod fairness;
mod model;
mod run;
mod source;
mod step;
pub mod structure;
mod suggest;
pub mod vocabulary;

pub use comments::{Comments, FairnessComment, Remark, Strength, UnknownRequest};
pub use fairness::{Fairness, GlobError};
pub use model::{Encodings, Model, Recoder, Schema, Stepper, Value, event_names};
pub use run::{Deadlock, Fault, FaultKind, Run, Stop};
pub use source::{Format, Misunderstanding, NamedFormula, Source, SourceRead};
pub use step::{Failure, Outgrown, RuntimeError, Step, Successors};
pub use structure::Structure;
pub use suggest::closest;
pub use vocabulary::{Proposition, Vocabulary};
