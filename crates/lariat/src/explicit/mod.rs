//! The explicit engine: states one by one, on the fly, on one thread.
//!
//! The product of the model and an automaton of the violating runs is searched for an accepting run by one of the checks of
//! `emptiness`; the lasso search then makes it short.

mod bad_prefix;
mod fair_marks;
mod faults;
mod layout;
mod numbers;
mod product;
mod reader;
mod search;
mod session;
mod system;
mod table;
mod violations;

pub(crate) use faults::nearest_faults;
pub use violations::NoAutomaton;

use std::sync::Arc;

use lariat_model::Model;

use crate::engine::{Engine, Session};
use session::Explored;

/// The engine that searches states one by one.
pub struct ExplicitEngine;

impl Engine for ExplicitEngine {
    fn name(&self) -> &'static str {
        "explicit"
    }

    fn session(&self, model: Arc<dyn Model>, questions: usize) -> Box<dyn Session> {
        Box::new(Explored::new(model, questions))
    }
}
