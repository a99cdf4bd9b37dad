//! Front ends: model texts to state spaces that are explored on the fly.
//!
//! * [`Model`] is what a search sees of a model: initial states, successors, events, propositions.
//! * [`dve`] reads DVE, the language of DiVinE and of the BEEM benchmark set.
//! * [`aut`] reads labelled transition systems in the Aldebaran format.
//! * [`kripke`] reads Kripke structures, fair or not, in the Hanoi format.
//! * [`pnml`] reads place/transition nets, the format of the Model Checking Contest.
//! * [`mcc`] reads the contest's formulas about them.
//! * [`StateSpace`] joins a model with a store, so that a search handles indices only.
//! * [`explore`] walks through the whole state space and counts; [`export`] writes it down.
//!
//! ```
//! use lariat_models::{Limits, dve::Dve, explore};
//!
//! let model = Dve::parse(
//!     "byte x;
//!      process P { state q; init q; trans q -> q { guard x < 3; effect x = x + 1; }; }
//!      system async;",
//! )?;
//! let result = explore(&model, Limits::default(), |_| true);
//! assert_eq!((result.states, result.transitions, result.deadlocks), (4, 3, 1));
//! # Ok::<(), lariat_models::dve::Errors>(())
//! ```

pub mod aut;
pub mod dve;
mod explore;
pub mod export;
pub mod kripke;
pub mod mcc;
mod memory;
mod model;
pub mod pnml;
mod space;
mod xml;

pub use explore::{Exploration, Limits, Progress, Stop, explore, explore_in};
pub use lariat_model::{FairnessComment, Strength, closest};
pub use model::{Failure, Model, Outgrown, RuntimeError, Step, Successors, Value};
pub use space::{Expansion, StateSpace, Target};
pub use xml::XmlErrorKind;
