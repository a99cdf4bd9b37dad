//! State spaces: a model joined with a store, so that states are indices and their steps are found on demand.
//!
//! * [`StateSpace`] is what a search asks; [`ParkedSpace`] keeps what it has found out for the next one.
//! * [`explore`] walks through the whole state space and counts; [`export`] writes it down.
//!
//! ```
//! use lariat_budget::Budget;
//! use lariat_models::dve::Dve;
//! use lariat_space::explore;
//!
//! let model = Dve::parse(
//!     "byte x;
//!      process P { state q; init q; trans q -> q { guard x < 3; effect x = x + 1; }; }
//!      system async;",
//! )?;
//! let result = explore(&model, &Budget::unlimited());
//! assert_eq!((result.states, result.transitions, result.deadlocks), (4, 3, 1));
//! # Ok::<(), lariat_models::dve::Errors>(())
//! ```

mod explore;
pub mod export;
mod memory;
mod space;

pub use explore::{Exploration, explore, explore_in};
pub use space::{Expansion, ParkedSpace, StateSpace, Target};
