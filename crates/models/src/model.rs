//! What every front end offers to a search: a state space that is computed on demand.
//!
//! A state is a vector of `width` words of 32 bits.  Two states are the same if and only if their
//! words are.  A step is one firing of the model: two firings with the same source and target are two
//! steps.  The events of a model (processes, net transitions, actions) are what fairness speaks of;
//! an event is *taken* by the steps in which it takes part and *enabled* in the states that such a step
//! leaves, so that both can be read off [`Successors`].  A state is a deadlock if no step leaves
//! it, not even one that fails: a failing step is not taken, but it ends the run.

use lariat_automata::{Acceptance, Letter, Marks};

pub use lariat_model::{Failure, Outgrown, RuntimeError, Step, Successors, Value};

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
