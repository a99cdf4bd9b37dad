//! The library's face: a model, a property and fairness in, a verdict and a run out.
//!
//! * [`source`] is a model that was read from a text,
//! * [`machine`] is a model written in Rust,
//! * [`vocabulary`] says what formulas call the propositions of a model,
//! * [`fairness`] which events runs must be fair to,
//! * [`check`] answers a question by a search of the product, on the fly, and [`Explored`] several about one model,
//! * [`replay`] confirms a counterexample by definition, on the interpreted model,
//! * [`explain`] says which part of the property breaks where,
//! * [`trace`] tells it in words,
//! * [`words`] shows what a formula means by examples.
//!
//! ```
//! use lariat::{Answer, Deadlock, Fairness, Method, Property, Question, Strength, Vocabulary, check};
//! use lariat_ltl::{Formulas, Syntax, parse};
//! use lariat_models::{Model, dve::{Compiled, Dve}};
//!
//! let mut model = Dve::parse(
//!     "byte x;
//!      process P { state q; init q; trans q -> q { effect x = 1 - x; }; }
//!      process Q { state w, c; init w; trans w -> c { guard x == 1; }, c -> w {}; }
//!      system async;",
//! )?;
//! let mut vocabulary = Vocabulary::default();
//! vocabulary.learn(&mut model, "Q.c").expect("a state of Q");
//! let mut formulas = Formulas::new();
//! let property = Property::Formula(parse(&mut formulas, "GF Q.c", Syntax::Spot)?);
//! let mut fairness = Fairness::default();
//! let model = Compiled::new(model);
//! let mut holds = |fairness: &Fairness| {
//!     let question = Question {
//!         property: &property,
//!         assumptions: &[],
//!         fairness,
//!         deadlock: Deadlock::default(),
//!         vocabulary: &vocabulary,
//!     };
//!     let outcome = check(&model, &mut formulas, &question, &Method::default());
//!     matches!(outcome.expect("a decidable question").answer, Answer::Holds { .. })
//! };
//! fairness.add("*", Strength::Weak, model.events())?;
//! assert!(!holds(&fairness), "Q is enabled only now and then");
//! fairness.add("*", Strength::Strong, model.events())?;
//! assert!(holds(&fairness));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub mod explain;
mod explored;
pub mod fairness;
mod faults;
pub mod machine;
mod numbers;
mod product;
mod reader;
pub mod reading;
pub mod replay;
mod run;
mod search;
mod shorten;
pub mod source;
mod system;
mod table;
pub mod trace;
mod violations;
pub mod vocabulary;
pub mod words;

pub use explored::Explored;
pub use fairness::{Fairness, Strength};
pub use faults::nearest_faults;
pub use run::{Run, Stop};
pub use search::{Answer, CheckError, Method, Obstacle, Outcome, Progress, Question, check};
pub use shorten::shorten;
pub use source::Source;
pub use system::{Deadlock, Fault, FaultKind};
pub use violations::{NoAutomaton, Property, Translation};
pub use vocabulary::Vocabulary;

/// The guide's chapter on models in Rust, so that its example is run.
#[cfg(doctest)]
#[doc = include_str!("../../../docs/rust-models.md")]
struct Guide;
