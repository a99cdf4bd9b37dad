//! Ways to answer: each searches a model for a run that counts and is not as it should be.
//!
//! An engine opens a [`Session`] about a model, which may keep what it finds out from one question to the next.  What it finds is
//! believed by nobody: a run is replayed by `witness` before anybody hears of it.

use std::sync::Arc;

use lariat_automata::Injected;
use lariat_budget::{Budget, Exhausted};
use lariat_emptiness::{Algorithm, Refusal};
use lariat_ltl::Formula;
use lariat_model::{FaultKind, Model, Run};

pub use crate::explicit::{ExplicitEngine, NoAutomaton};
use crate::question::{Method, Question};

/// Every engine; a new one is a folder and a line here.
pub static ENGINES: [&dyn Engine; 1] = [&ExplicitEngine];

/// A way to answer.
pub trait Engine: Sync {
    /// Its name.
    fn name(&self) -> &'static str;

    /// Begins to answer questions about a model; so many will be asked.
    fn session(&self, model: Arc<dyn Model>, questions: usize) -> Box<dyn Session>;
}

/// What an engine keeps while it answers questions about one model.
pub trait Session: Send {
    /// Answers a question.  If `sweeps` says so of the answer, the states that the search did not need are looked through for steps
    /// that fail, assertions and deadlocks as well.
    ///
    /// # Errors
    /// When the engine, or the check that was asked for, cannot decide it.
    fn answer(
        &mut self,
        question: &Question<'_>,
        method: &Method,
        sweeps: &dyn Fn(&Answer) -> bool,
        budget: &Budget,
    ) -> Result<Finding, CheckError>;
}

/// What a session has found out.
#[derive(Debug)]
pub struct Finding {
    /// The answer.
    pub answer: Answer,
    /// The check that gave it.
    pub algorithm: Algorithm,
    /// What it took.
    pub cost: Cost,
    /// The kinds of faults that were met.
    pub faults: Vec<FaultKind>,
    /// Whether every fault that there is was met.
    pub has_met_all_faults: bool,
    /// Why not all states were looked at for faults, if that was tried.
    pub sweep_ended: Option<Exhausted>,
    /// The trigger of a property G(trigger → …) that holds, if it is true nowhere in the model.
    pub idle_trigger: Option<Formula>,
    /// Where a limit ended the search: a finite run of which every continuation violates the property, whether one of them counts or
    /// not.
    pub bad_prefix: Option<Run>,
    /// The automaton of the violating runs that was searched, where it is explicit.
    pub automaton: Option<Injected>,
}

/// What an answer took.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Cost {
    /// The states of the model that were met.
    pub states: u64,
    /// The steps that leave those that were expanded.
    pub transitions: u64,
    /// The states of the product.
    pub product_states: u64,
    /// Its edges.
    pub product_transitions: u64,
    /// The Streett pairs of the condition.
    pub fairness_pairs: usize,
    /// The depth of the search.
    pub depth: u64,
    /// The bytes that are allocated for states, and for steps that are remembered.
    pub store_bytes: u64,
}

/// The answer to a question, as far as an engine can tell.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Answer {
    /// Every run that counts is as it should be.
    Holds {
        /// No run counts at all.
        vacuously: bool,
    },
    /// This run counts and is not as it should be, says the engine.
    Violated(Run),
    /// The search ended before it could tell.
    Undecided(Exhausted),
}

/// Why a question is not answered.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum CheckError {
    /// There is no automaton of the violations.
    #[error(transparent)]
    NoAutomaton(#[from] NoAutomaton),
    /// The check cannot decide it.
    #[error(transparent)]
    Refused(#[from] Refusal),
}

/// Answers one question by itself, with the first engine; nobody has confirmed what it finds.
///
/// A [`crate::Checker`] does all that a user wants; this is for those who look behind it.
///
/// # Errors
/// When the check that was asked for cannot decide the question, or there is no automaton.
pub fn check(
    model: &Arc<dyn Model>,
    question: &Question<'_>,
    method: &Method,
    budget: &Budget,
) -> Result<Finding, CheckError> {
    let mut session = ENGINES[0].session(Arc::clone(model), 1);
    session.answer(question, method, &|_| false, budget)
}
