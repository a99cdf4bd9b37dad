//! A model is what is shared; a stepper is what one thread walks it with.
//!
//! A state is a vector of words of 32 bits.  Two states are the same if and only if their words are.  A step is one
//! firing of the model: two firings with the same source and target are two steps.  The events of a model (processes, net
//! transitions, actions) are what fairness speaks of; an event is *taken* by the steps in which it takes part, and *enabled* in
//! the states that such a step leaves, unless it fails.  Which events are enabled is said by the stepper
//! ([`Successors::enabled`]), so that leaving steps out never changes it.  A state is a deadlock if no step leaves it, not even one that fails:
//! a failing step is not taken, but it ends the run.
//!
//! Most models write a state in one way, the *plain* one, which is what runs, replays and descriptions speak of.  One that packs its
//! states has [`Encodings`].

use std::fmt;

use lariat_automata::{Acceptance, Letter, Marks};

use crate::{RuntimeError, Step, Structure, Successors};

/// A model: immutable, one for all threads and engines.
pub trait Model: Send + Sync {
    /// What is known before anybody takes a step.
    fn schema(&self) -> &Schema;

    /// A way to walk through the model, in its fastest form and its newest encoding; one for each thread.
    fn stepper(&self) -> Box<dyn Stepper + '_>;

    /// A way to walk through the model by definition, over plain states: what counterexamples are replayed on.
    fn reference(&self) -> Box<dyn Stepper + '_>;

    /// Calls `visit` with each event that takes part in a step.
    fn each_event(&self, step: Step, visit: &mut dyn FnMut(usize));

    /// A plain state as named values, for people and for traces.
    fn describe(&self, plain: &[u32]) -> Vec<(String, Value)>;

    /// What its transitions read and write, if it can tell.
    fn structure(&self) -> Option<&dyn Structure> {
        None
    }

    /// How it writes states, if it does so in more than one way.
    fn encodings(&self) -> Option<&dyn Encodings> {
        None
    }
}

/// What is known of a model before anybody takes a step.
#[derive(Clone, PartialEq, Debug)]
pub struct Schema {
    /// How many words a plain state has, at least one.
    pub width: usize,
    /// The names of the events.
    pub events: Vec<String>,
    /// How many of them, from the first on, name steps for people; those behind are finer, and only there because somebody speaks
    /// of them.
    pub naming_events: usize,
    /// For each proposition of a letter its value, if it is known to be the same in every state.
    pub propositions: Vec<Option<bool>>,
    /// The model's own condition on its runs, over the marks of [`Stepper::marks`].
    pub acceptance: Acceptance,
    /// Whether a step, the evaluation of a proposition or an assertion may fail at all.
    pub can_fail: bool,
    /// Whether some of the propositions are read off steps, by [`Stepper::observe_step`].
    pub reads_steps: bool,
    /// Whether the words of a plain state are numbers of tokens, so that it makes sense to ask for the most of them.
    pub counts_tokens: bool,
}

impl Schema {
    /// A model of these events and so many propositions, whose runs all count and whose steps may fail.
    pub fn new(width: usize, events: Vec<String>, propositions: usize) -> Self {
        Self {
            width,
            naming_events: events.len(),
            events,
            propositions: vec![None; propositions],
            acceptance: Acceptance::all(),
            can_fail: true,
            reads_steps: false,
            counts_tokens: false,
        }
    }
}

/// One thread's way through a model: it has buffers, and may remember the state that it was asked about last.
///
/// # Contract
/// * `successors` is deterministic: equal states yield equal steps in equal order, whatever was asked before.
/// * Nothing here can ask for "all states".
pub trait Stepper: Send {
    /// How many words a state has.
    fn width(&self) -> usize;

    /// The number of the encoding in which this stepper gives and takes states.
    fn encoding(&self) -> u32 {
        0
    }

    /// Appends the initial states to `out`, one after another.
    fn initial(&mut self, out: &mut Vec<u32>);

    /// Appends every step that leaves `state` to `out`, without clearing it, and adds the events that are enabled if the buffer
    /// asks for them.
    fn successors(&mut self, state: &[u32], out: &mut Successors);

    /// Adds those of the `wanted` propositions that are true in `state` to `letter`, and maybe others.
    ///
    /// # Errors
    /// When the evaluation of a proposition fails, as a division by zero does.
    fn observe(
        &mut self,
        state: &[u32],
        wanted: &[usize],
        letter: &mut Letter,
    ) -> Result<(), RuntimeError>;

    /// Adds the propositions that are true of a step, whatever the state that it leaves.
    fn observe_step(&mut self, _step: Step, _letter: &mut Letter) {}

    /// Adds the marks of the steps that leave `state` to `marks`.
    fn marks(&mut self, _state: &[u32], _marks: &mut Marks) {}

    /// The first assertion of the model that fails in `state`, as a sentence.
    fn failed_assertion(&mut self, _state: &[u32]) -> Option<String> {
        None
    }
}

/// The encodings of a model that packs its states into as little as those that were met need.
///
/// A stepper that meets a state which does not fit its encoding has the model make a wider one, and says so
/// ([`crate::Outgrown::Encoding`]).  Whoever keeps states then rewrites them, and goes on with new steppers; old steppers and
/// old numbers of encodings stay good for the states they are about.
pub trait Encodings: Sync {
    /// Appends a state of encoding `from` as the model's reference stepper writes it.
    fn plain(&self, state: &[u32], from: u32, out: &mut Vec<u32>);

    /// What turns states of one encoding into those of a newer one.
    fn recoder(&self, from: u32, to: u32) -> Recoder<'_>;
}

/// Appends what becomes of a state.
pub type Recoder<'m> = Box<dyn FnMut(&[u32], &mut Vec<u32>) + 'm>;

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

/// The names of the events that take part in a step, but for finer ones.
pub fn event_names<M: Model + ?Sized>(model: &M, step: Step) -> Vec<String> {
    let mut names = Vec::new();
    let schema = model.schema();
    let events = &schema.events[..schema.naming_events];
    model.each_event(step, &mut |event| names.extend(events.get(event).cloned()));
    names
}
