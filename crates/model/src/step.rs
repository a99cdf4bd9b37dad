//! The steps of a model, and what can go wrong with them.

use lariat_automata::BitSet;

use crate::Model;

/// A step of a model: which transitions fire.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[repr(C)]
pub struct Step {
    /// The transition that fires.
    pub transition: u32,
    /// The transition that fires with it, or [`Step::ALONE`].
    pub partner: u32,
}

impl Step {
    /// No partner takes part.
    pub const ALONE: u32 = u32::MAX;

    /// The firing of one transition by itself.
    pub fn alone(transition: u32) -> Self {
        Self {
            transition,
            partner: Self::ALONE,
        }
    }
}

/// The steps that leave a state, in a buffer that the caller keeps.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Successors {
    /// The targets, one after another, each as wide as a state.
    pub states: Vec<u32>,
    /// The steps that lead there, in the same order.
    pub steps: Vec<Step>,
    /// The steps that fail: they are not taken.
    pub failures: Vec<Failure>,
    /// Set where steps are missing, because the states that they lead to could not be written down.
    pub outgrown: Option<Outgrown>,
    /// Whether the caller wants to know what is enabled.
    pub asks_enabled: bool,
    /// The events that are enabled in the state, if the caller asked: those that a step takes which does not fail.
    ///
    /// This speaks of all steps of the state, whichever of them somebody may leave out later.
    pub enabled: BitSet,
}

impl Successors {
    /// A buffer for a caller who wants to know what is enabled.
    pub fn with_enabled() -> Self {
        Self {
            asks_enabled: true,
            ..Self::default()
        }
    }

    /// Forgets everything but what the caller wants to know, and keeps the memory.
    pub fn clear(&mut self) {
        self.states.clear();
        self.steps.clear();
        self.failures.clear();
        self.outgrown = None;
        self.enabled = BitSet::EMPTY;
    }

    /// Notes the events of the steps from number `first` on as enabled, if the caller asked: for a stepper that has just
    /// appended all of them.
    pub fn note_enabled<M: Model + ?Sized>(&mut self, model: &M, first: usize) {
        if self.asks_enabled {
            for &step in &self.steps[first..] {
                model.each_event(step, &mut |event| self.enabled.insert(event));
            }
        }
    }
}

/// Why a state cannot be written down.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Outgrown {
    /// It does not fit the stepper's encoding; the model has a newer one now: ask a new stepper.
    Encoding,
    /// It has a number that no encoding holds.
    Numbers,
}

/// A step that fails.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Failure {
    /// The step that was tried.
    pub step: Step,
    /// Why it failed.
    pub error: RuntimeError,
}

/// Why a step of a model, or the evaluation of a proposition, fails.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum RuntimeError {
    /// A value does not fit the variable that it is stored in.
    #[error("a value does not fit its variable")]
    ValueOutOfRange,
    /// An index lies outside its array.
    #[error("an index lies outside its array")]
    IndexOutOfRange,
    /// A division or remainder by zero.
    #[error("division by zero")]
    DivisionByZero,
    /// Two processes assign one global variable in one step.
    #[error("two processes assign the same global variable in one step")]
    GlobalConflict,
    /// Values are sent to a receiver that takes none.
    #[error("values are sent to a receiver that takes none")]
    LostValues,
    /// The choices of the processes of a synchronous system multiply beyond all measure.
    #[error("more steps leave this state than can be taken")]
    TooManySteps,
}
