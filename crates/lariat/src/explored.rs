//! Several questions about one model, which share the work on its states.
//!
//! The states that a question has met stay in the store for the next one, and so do their steps: where an earlier question has
//! been, a later one neither fires nor looks up.  Apart from that it is as if it were asked alone: it finds the same
//! answer by the same way, and counts only the states that it meets itself.
//!
//! What is kept takes memory that a later question may need.  So it is forgotten between two questions when it takes more
//! than a quarter of what is allowed, or when a limit has ended the first of them; and a question for which the store has no room left
//! is asked again, alone.

use lariat_ltl::Formulas;
use lariat_models::Model;
use lariat_store::StoreFull;

use crate::search::{
    Answer, CheckError, Method, Obstacle, Outcome, Question, check, check_in, new_space,
};
use crate::system::Space;

/// The part of the memory that may be kept for the next question, one in so many …
const KEPT: usize = 4;
/// … and the part that steps may take.
const STEPS: usize = 8;

/// What the questions about a model have found out about its states.
///
/// ```
/// use lariat::{Answer, Deadlock, Explored, Fairness, Method, Property, Question, Vocabulary};
/// use lariat_ltl::{Formulas, Syntax, parse};
/// use lariat_models::dve::{Compiled, Dve};
///
/// let mut model = Dve::parse(
///     "process P { state q, r; init q; trans q -> r {}, r -> q {}; } system async;",
/// )?;
/// let mut vocabulary = Vocabulary::default();
/// vocabulary.learn(&mut model, "P.r").expect("a state of P");
/// let model = Compiled::new(model);
/// let mut formulas = Formulas::new();
/// let texts = ["GF P.r", "FG P.r"];
/// let mut explored = Explored::new(&model, texts.len());
/// for (text, holds) in texts.into_iter().zip([true, false]) {
///     let property = Property::Formula(parse(&mut formulas, text, Syntax::Spot)?);
///     let question = Question {
///         property: &property,
///         assumptions: &[],
///         fairness: &Fairness::default(),
///         deadlock: Deadlock::default(),
///         vocabulary: &vocabulary,
///     };
///     let outcome = explored.check(&mut formulas, &question, &Method::default())?;
///     assert_eq!(matches!(outcome.answer, Answer::Holds { .. }), holds);
///     assert_eq!(outcome.states(), 2);
///     explored.keep(outcome);
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Explored<'m> {
    model: &'m (dyn Model + 'm),
    /// How many questions are still to come.
    questions: usize,
    space: Option<Space<'m>>,
    /// The most bytes of what is kept.
    budget: usize,
}

impl<'m> Explored<'m> {
    /// Nothing yet; so many questions will be asked.
    pub fn new(model: &'m (dyn Model + 'm), questions: usize) -> Self {
        Self {
            model,
            questions,
            space: None,
            budget: 0,
        }
    }

    /// Answers a question, as [`check`] does.
    ///
    /// # Errors
    /// When the check that was asked for cannot decide the question, or there is no automaton.
    pub fn check(
        &mut self,
        formulas: &mut Formulas,
        question: &Question<'_>,
        method: &Method<'_>,
    ) -> Result<Outcome<'m>, CheckError> {
        self.budget = method.store_bytes / KEPT;
        self.questions = self.questions.saturating_sub(1);
        let known = self.space.take();
        let is_fresh = known.is_none();
        let mut space = known.unwrap_or_else(|| new_space(self.model, method));
        if self.questions > 0 {
            space.remember(method.store_bytes / STEPS);
        }
        let outcome = check_in(space, formulas, question, method)?;
        if is_fresh || !lacks_room(&outcome.answer) {
            return Ok(outcome);
        }
        drop(outcome);
        check(self.model, formulas, question, method)
    }

    /// Keeps what a question has found out about the model's states for the next one.
    pub fn keep(&mut self, outcome: Outcome<'m>) {
        let is_decided = !matches!(outcome.answer, Answer::Undecided(_));
        let space = outcome.system.into_space();
        let is_small = space.bytes_allocated() <= self.budget;
        self.space = (self.questions > 0 && is_decided && is_small).then_some(space);
    }
}

/// Whether a search might have come further if the store had held less.
fn lacks_room(answer: &Answer) -> bool {
    matches!(answer, Answer::Undecided(Obstacle::Store(full)) if *full != StoreFull::Number)
}
