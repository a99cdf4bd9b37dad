//! Lariat as a library: does every run of a system that counts satisfy a property?
//!
//! ```
//! let mut checker = lariat::Checker::open("../../corpus/semaphore.dve")?;
//! checker.strong_fair("*")?;
//! let answered = checker.check("G(P_0.wait -> F P_0.CS)")?;
//! assert!(answered.holds());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! A [`Checker`] is the same for a text, a file and a [`machine`] written in Rust: open it, say which runs count, ask.  What it
//! answers is [confirmed](lariat_witness::confirm), explained and serializable; nothing here prints.
//!
//! Behind it:
//! * [`Understanding`] reads formulas and automata about a model,
//! * [`engine`] has the ways to answer, of which the explicit search is one,
//! * [`shorten`] makes counterexamples short, [`explain`] says which part of the property breaks where, [`trace`] tells it in words,
//! * [`saved`] keeps counterexamples in files, [`html`] shows them on pages,
//! * [`words`] shows what a formula means by examples.

pub mod automata_text;
mod checker;
mod counterexample;
pub mod engine;
pub mod explain;
mod explicit;
mod hints;
pub mod html;
pub mod input;
pub mod machine;
mod properties;
pub mod question;
pub mod reading;
mod reasons;
mod replay;
mod report;
pub mod saved;
mod shorten;
pub mod trace;
pub mod understanding;
pub mod words;

pub use checker::{CheckFailure, Checker};
pub use counterexample::{Counterexample, Note};
pub use lariat_budget::{Budget, Exhausted, Progress};
pub use lariat_diagnostics::{Diagnostic, Diagnostics, Text};
pub use lariat_model::{Deadlock, Strength};
pub use question::{Method, Property, Translation};
pub use report::{Answered, FairEvent, Report, Stats, Verdict};
pub use shorten::shorten;
pub use understanding::Understanding;

/// The guide's chapter on models in Rust, so that its example is run.
#[cfg(doctest)]
#[doc = include_str!("../../../docs/rust-models.md")]
struct Guide;
