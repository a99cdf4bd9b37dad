//! What every front end offers to a search: a state space that is computed on demand.
//!
//! A state is a vector of `width` words of 32 bits.  Two states are the same if and only if their
//! words are.  A step is one firing of the model: two firings with the same source and target are two
//! steps.  The events of a model (processes, net transitions, actions) are what fairness speaks of;
//! an event is *taken* by the steps in which it takes part and *enabled* in the states that such a step
//! leaves, so that both can be read off [`Successors`].  A state is a deadlock if no step leaves
//! it, not even one that fails: a failing step is not taken, but it ends the run.

use std::fmt;

use lariat_automata::{Acceptance, Letter, Marks};

/// A model explored on the fly.
///
/// # Contract
/// * `successors` is deterministic: equal states yield equal steps in equal order.
/// * Nothing here can ask for "all states".
pub trait Model {
    /// How many words a state has.
    fn width(&self) -> usize;

    /// Appends the initial states to `out`, one after another.
    fn initial(&self, out: &mut Vec<u32>);

    /// Appends every step that leaves `state` to `out`, without clearing it.
    fn successors(&self, state: &[u32], out: &mut Successors);

    /// The names of the events.
    fn events(&self) -> &[String];

    /// Calls `visit` with each event that takes part in a step.
    fn each_event(&self, step: Step, visit: &mut dyn FnMut(usize));

    /// The state as named values, for people and for traces.
    fn describe(&self, state: &[u32]) -> Vec<(String, Value)>;

    /// How many propositions a letter of this model speaks of.
    fn propositions(&self) -> usize;

    /// Adds the propositions that are true in `state` to `letter`.
    ///
    /// # Errors
    /// When the evaluation of a proposition fails, as a division by zero does.
    fn letter(&self, state: &[u32], letter: &mut Letter) -> Result<(), RuntimeError>;

    /// Whether some of the propositions are read off steps, by [`Model::letter_of_step`].
    fn reads_steps(&self) -> bool {
        false
    }

    /// Adds the propositions that are true of a step, whatever the state that it leaves.
    fn letter_of_step(&self, _step: Step, _letter: &mut Letter) {}

    /// Adds those of the `wanted` propositions that are true in `state` to `letter`, and maybe others.
    ///
    /// # Errors
    /// As [`Model::letter`].
    fn letter_among(
        &self,
        state: &[u32],
        _wanted: &[usize],
        letter: &mut Letter,
    ) -> Result<(), RuntimeError> {
        self.letter(state, letter)
    }

    /// The model's own condition on its runs, over the marks of [`Model::marks`].
    fn acceptance(&self) -> Acceptance {
        Acceptance::all()
    }

    /// Adds the marks of the steps that leave `state` to `marks`.
    fn marks(&self, _state: &[u32], _marks: &mut Marks) {}

    /// The encoding in which this model gives and takes states at present.
    ///
    /// Most models have one, number 0.  One that packs its states may meet a state that does not fit; then it changes its encoding,
    /// says so ([`Outgrown::Encoding`]), and understands only states of the new one.
    fn encoding(&self) -> u32 {
        0
    }

    /// Appends a state of this encoding as the model's reference twin, which knows no encodings, writes it.
    fn plain(&self, state: &[u32], _encoding: u32, out: &mut Vec<u32>) {
        out.extend_from_slice(state);
    }

    /// Appends a state of this encoding in the present one.
    fn recode(&self, state: &[u32], _encoding: u32, out: &mut Vec<u32>) {
        out.extend_from_slice(state);
    }

    /// The value of a proposition that is the same in every state, where that is known beforehand.
    fn constant(&self, _proposition: usize) -> Option<bool> {
        None
    }

    /// Whether a step, the evaluation of a proposition or an assertion may fail at all.
    fn can_fail(&self) -> bool {
        true
    }

    /// The first assertion of the model that fails in `state`, as a sentence.
    fn failed_assertion(&self, _state: &[u32]) -> Option<String> {
        None
    }
}

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
}

/// Why a state cannot be written down.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Outgrown {
    /// It did not fit the model's encoding, which is another one now: ask again.
    Encoding,
    /// It has a number that no encoding holds.
    Numbers,
}

impl Successors {
    /// Forgets everything and keeps the memory.
    pub fn clear(&mut self) {
        self.states.clear();
        self.steps.clear();
        self.failures.clear();
        self.outgrown = None;
    }
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

/// A value of a state's description.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Value {
    /// A number.
    Number(i64),
    /// A name, as of a process's location.
    Name(String),
    /// An array's elements, or a buffer's items.
    List(Vec<Value>),
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Value::Number(number) => number.fmt(f),
            Value::Name(name) => name.fmt(f),
            Value::List(values) => {
                f.write_str("[")?;
                for (position, value) in values.iter().enumerate() {
                    let separator = if position > 0 { ", " } else { "" };
                    write!(f, "{separator}{value}")?;
                }
                f.write_str("]")
            }
        }
    }
}
