//! Where runs end that should go on: steps that fail, assertions, deadlocks.
//!
//! A search of the product notes the faults that it meets.  Where the property prunes the model it may not meet all states, so
//! after a verdict *holds* the rest of the model is looked through as well ([`Outcome::sweep`]).

use lariat_models::Model;

use crate::run::{Run, Stop};
use crate::search::{Method, Obstacle, Outcome, Progress, Question, new_space, system};
use crate::system::{Fault, Moves};

impl Outcome<'_> {
    /// Whether the search met a fault.
    pub fn has_fault(&self) -> bool {
        self.system.fault.is_some()
    }

    /// Expands the states that the search did not expand, until a fault is met; says why it stopped before that.
    ///
    /// # Errors
    /// When a limit ends it.
    pub fn sweep(&mut self, method: &Method<'_>) -> Result<(), Obstacle> {
        if !self.system.can_fail() {
            return Ok(());
        }
        let mut moves = Moves::default();
        let mut next = 0;
        while !self.has_fault()
            && let Some(state) = self.system.next_unexpanded(next)
        {
            self.system.moves(state, &mut moves);
            next = state + 1;
            self.check_limits(state, method)?;
        }
        Ok(())
    }

    fn check_limits(&self, state: u32, method: &Method<'_>) -> Result<(), Obstacle> {
        if let Some(full) = self.system.full {
            return Err(full.into());
        }
        if self.system.state_count() > method.max_states {
            return Err(Obstacle::States(method.max_states));
        }
        let progress = Progress {
            states: self.system.state_count(),
            product: self.product,
            store_bytes: self.system.store_bytes(),
        };
        match state.is_multiple_of(1024) && (method.watch)(&progress) {
            true => Err(Obstacle::Asked),
            false => Ok(()),
        }
    }
}

/// The fault nearest to the initial states, with a run that leads there; the run's last step is the one that fails, if it is a
/// step that does.
///
/// ```
/// use lariat::{Fairness, Fault, Method, Property, Question, Vocabulary, nearest_fault};
/// use lariat_models::dve::Dve;
///
/// let model = Dve::parse(
///     "byte x = 254; process P { state q; init q; trans q -> q { effect x = x + 1; }; } system async;",
/// )?;
/// let question = Question {
///     property: &Property::Own,
///     assumptions: &[],
///     fairness: &Fairness::default(),
///     deadlock: lariat::Deadlock::default(),
///     vocabulary: &Vocabulary::default(),
/// };
/// let (fault, run) = nearest_fault(&model, &question, &Method::default()).expect("x overflows");
/// assert!(matches!(fault, Fault::Step(_)));
/// assert_eq!(run.prefix.len(), 2);
/// # Ok::<(), lariat_models::dve::Errors>(())
/// ```
pub fn nearest_fault<'m>(
    model: &'m (dyn Model + 'm),
    question: &Question<'_>,
    method: &Method<'_>,
) -> Option<(Fault, Run)> {
    let mut system = system(new_space(model, method), question);
    let mut moves = Moves::default();
    // The state that each state was reached from first, and the step; initial states have none.
    let mut origins = vec![None; system.initial().len()];
    let mut state = 0;
    while system.fault.is_none() && (state as usize) < origins.len() && system.full.is_none() {
        system.moves(state, &mut moves);
        for step in &moves.moves {
            if step.to as usize == origins.len() {
                origins.push(Some((state, step.step)));
            }
        }
        state += 1;
    }
    let (end, fault) = system.fault.take()?;
    let last = match &fault {
        Fault::Step(failure) => Some(failure.step),
        _ => None,
    };
    let mut prefix = vec![Stop {
        state: system.plain(end),
        step: last,
    }];
    let mut state = end;
    while let Some((from, step)) = origins[state as usize] {
        prefix.push(Stop {
            state: system.plain(from),
            step,
        });
        state = from;
    }
    prefix.reverse();
    Some((
        fault,
        Run {
            prefix,
            cycle: Vec::new(),
        },
    ))
}
