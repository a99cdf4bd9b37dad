//! Several questions about one model, which share the work on its states.
//!
//! The states that a question has met stay in the store for the next one, and so do their steps: where an earlier question has
//! been, a later one neither fires nor looks up.  Apart from that it is as if it were asked alone: it finds the same
//! answer by the same way, and counts only the states that it meets itself.
//!
//! What is kept takes memory that a later question may need.  So it is forgotten between two questions when it takes more
//! than a quarter of what is allowed, or when a limit has ended the first of them; and a question for which the store has no room left
//! is asked again, alone.

use std::sync::Arc;

use lariat_budget::{Budget, Exhausted};
use lariat_model::Model;
use lariat_space::{ParkedSpace, StateSpace};

use super::search::{Outcome, bad_prefix_at_once, check_in};
use crate::engine::{Answer, CheckError, Finding, Session};
use crate::question::{Method, Question};

/// The part of the memory that may be kept for the next question, one in so many …
const KEPT: usize = 4;
/// … and the part that steps may take.
const STEPS: usize = 8;

/// What the questions about a model have found out about its states.
pub(super) struct Explored {
    model: Arc<dyn Model>,
    /// How many questions are still to come.
    questions: usize,
    space: Option<ParkedSpace>,
}

impl Explored {
    /// Nothing yet; so many questions will be asked.
    pub(super) fn new(model: Arc<dyn Model>, questions: usize) -> Self {
        Self {
            model,
            questions,
            space: None,
        }
    }

    /// Keeps what a question has found out about the model's states for the next one, if it is worth it.
    fn parked(&self, outcome: Outcome<'_>, budget: &Budget) -> Option<ParkedSpace> {
        let is_decided = !matches!(outcome.answer, Answer::Undecided(_));
        let space = outcome.system.into_space().park();
        let is_small = space.bytes_allocated() <= budget.bytes() / KEPT;
        (self.questions > 0 && is_decided && is_small).then_some(space)
    }
}

impl Session for Explored {
    fn answer(
        &mut self,
        question: &Question<'_>,
        method: &Method,
        sweeps: &dyn Fn(&Answer) -> bool,
        budget: &Budget,
    ) -> Result<Finding, CheckError> {
        self.questions = self.questions.saturating_sub(1);
        let model = &*self.model;
        let known = self.space.take();
        let known = known.and_then(|parked| StateSpace::resume(model, parked).ok());
        let is_fresh = known.is_none();
        let mut space = known.unwrap_or_else(|| StateSpace::new(model, budget.bytes()));
        if self.questions > 0 {
            space.remember(budget.bytes() / STEPS);
        }
        let mut own_budget = budget.for_question();
        let mut outcome = check_in(space, question, method, &own_budget)?;
        if !is_fresh && lacks_room(&outcome.answer) {
            drop(outcome);
            own_budget = budget.for_question();
            let alone = StateSpace::new(model, budget.bytes());
            outcome = check_in(alone, question, method, &own_budget)?;
        }
        let sweep_ended = match sweeps(&outcome.answer) {
            true => outcome.sweep(&own_budget).err(),
            false => None,
        };
        let mut finding = outcome.finding(question, sweep_ended);
        self.space = self.parked(outcome, budget);
        if let Answer::Undecided(why) = finding.answer
            && !matches!(why, Exhausted::Cancelled | Exhausted::Memory(_))
        {
            finding.bad_prefix = bad_prefix_at_once(&*self.model, question, method, budget);
        }
        Ok(finding)
    }
}

/// Whether a search might have come further if the store had held less.
fn lacks_room(answer: &Answer) -> bool {
    matches!(
        answer,
        Answer::Undecided(Exhausted::Bytes(_) | Exhausted::Entries)
    )
}
