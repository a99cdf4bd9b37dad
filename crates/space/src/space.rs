//! A model joined with a store: states are indices, and their successors are found on demand.
//!
//! A stepper may find that a state does not fit its encoding ([`lariat_model::Encodings`]).  The store is then rewritten, and a stepper
//! of the model's newest encoding goes on; nobody who handles indices only notices.
//!
//! A space that is asked for the same states again and again may remember their steps ([`StateSpace::remember`]).

use std::ops::Range;

use lariat_automata::{BitSet, Letter, Marks};
use lariat_budget::Exhausted;
use lariat_model::{Failure, Model, Outgrown, RuntimeError, Step, Stepper, Successors, Value};
use lariat_store::{StateIndex, StateStore, TreeStore};

use crate::memory::StepMemory;

/// The state space of a model, as far as a search has asked for it.
///
/// ```
/// use lariat_models::dve::Dve;
/// use lariat_space::StateSpace;
///
/// let model = Dve::parse("process P { state q, r; init q; trans q -> r {}; } system async;")?;
/// let mut space = StateSpace::new(&model, usize::MAX);
/// let mut states = Vec::new();
/// space.initial(&mut states)?;
/// let mut targets = Vec::new();
/// space.successors(states[0], &mut targets)?;
/// assert_eq!(targets.len(), 1);
/// assert_eq!(targets[0].state.0, 1);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct StateSpace<'m, S: StateStore = TreeStore> {
    model: &'m dyn Model,
    stepper: Box<dyn Stepper + 'm>,
    store: S,
    writer: S::Writer,
    /// The steps of the states that have been expanded, if somebody asked for that.
    memory: Option<StepMemory>,
    unfolded: S::Unfolded,
    successors: Successors,
    interned: Vec<(StateIndex, bool)>,
    /// For each state of a batch, where its steps and its failing steps end.
    ends: Vec<(usize, usize)>,
}

/// What a state space has found out, without the model: it can be kept until somebody asks again.
pub struct ParkedSpace<S = TreeStore> {
    store: S,
    encoding: u32,
    memory: Option<StepMemory>,
}

/// A state of a batch that has been expanded.
#[derive(Clone, Copy, Debug)]
pub struct Expansion<'s> {
    /// Where its steps lead, and whether nobody had asked for that state before.
    pub targets: &'s [(StateIndex, bool)],
    /// The steps, in the same order.
    pub steps: &'s [Step],
    /// Its failing steps.
    pub failures: &'s [Failure],
}

/// A step of a state space.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Target {
    /// The state that it leads to.
    pub state: StateIndex,
    /// Whether nobody had asked for that state before.
    pub is_new: bool,
    /// The model's step.
    pub step: Step,
}

impl<'m> StateSpace<'m> {
    /// The state space of a model in a compressed store of at most `bytes`.
    pub fn new(model: &'m dyn Model, bytes: usize) -> Self {
        Self::with_store(model, |width| TreeStore::new(width, bytes))
    }
}

impl<'m, S: StateStore> StateSpace<'m, S> {
    /// The state space of a model in an empty store of the caller's choice, for states of so many words.
    pub fn with_store(model: &'m dyn Model, store: impl FnOnce(usize) -> S) -> Self {
        let stepper = model.stepper();
        let store = store(stepper.width());
        Self::joined(model, stepper, store, None)
    }

    fn joined(
        model: &'m dyn Model,
        stepper: Box<dyn Stepper + 'm>,
        store: S,
        memory: Option<StepMemory>,
    ) -> Self {
        Self {
            model,
            stepper,
            store,
            writer: S::Writer::default(),
            memory,
            unfolded: S::Unfolded::default(),
            successors: Successors::default(),
            interned: Vec::new(),
            ends: Vec::new(),
        }
    }

    /// The space of the same model, as it was when it was [parked](Self::park).
    ///
    /// # Errors
    /// When the model has changed its encoding since, and there is no room to rewrite the states.
    pub fn resume(model: &'m dyn Model, parked: ParkedSpace<S>) -> Result<Self, Exhausted> {
        let ParkedSpace {
            store,
            encoding,
            memory,
        } = parked;
        let mut space = Self::joined(model, model.stepper(), store, memory);
        space.follow_encoding(encoding)?;
        Ok(space)
    }

    /// Keeps what was found out, and lets go of the model.
    pub fn park(self) -> ParkedSpace<S> {
        ParkedSpace {
            encoding: self.stepper.encoding(),
            store: self.store,
            memory: self.memory,
        }
    }

    /// The model.
    pub fn model(&self) -> &'m dyn Model {
        self.model
    }

    /// The store with the states that have been reached so far.
    pub fn store(&self) -> &S {
        &self.store
    }

    /// Remembers from now on, in at most `budget` bytes, which steps leave the states that are
    /// [asked for](Self::successors).
    pub fn remember(&mut self, budget: usize) {
        self.memory.get_or_insert_with(|| StepMemory::new(budget));
    }

    /// Tells from now on which events are [enabled](Self::enabled) in the states that are asked for.
    pub fn ask_enabled(&mut self, asks: bool) {
        self.successors.asks_enabled = asks;
    }

    /// The bytes that are allocated for states, and for steps that are remembered.
    pub fn bytes_allocated(&self) -> usize {
        let remembered = self.memory.as_ref().map_or(0, StepMemory::bytes_allocated);
        self.store.bytes_allocated() + remembered
    }

    /// Appends the initial states to `out`, each once.
    ///
    /// # Errors
    /// When the store is full.
    pub fn initial(&mut self, out: &mut Vec<StateIndex>) -> Result<(), Exhausted> {
        let mut states = Vec::new();
        self.stepper.initial(&mut states);
        for state in states.chunks_exact(self.stepper.width()) {
            let (index, is_new) = self.store.intern(&mut self.writer, state)?;
            if is_new || !out.contains(&index) {
                out.push(index);
            }
        }
        Ok(())
    }

    /// Appends the steps that leave a state to `out`, without clearing it.
    ///
    /// What is [enabled](Self::enabled) there, its propositions and marks, and the steps that fail can be asked for until the next
    /// call.
    ///
    /// # Errors
    /// When the store is full; `out` is then not changed.
    pub fn successors(
        &mut self,
        state: StateIndex,
        out: &mut Vec<Target>,
    ) -> Result<(), Exhausted> {
        self.successors.clear();
        if self.recall(state, out) {
            return Ok(());
        }
        self.ask(state)?;
        self.interned.clear();
        let states = &self.successors.states;
        let (writer, near) = (&mut self.writer, &self.unfolded);
        self.store
            .intern_near(writer, near, states, &mut self.interned)?;
        let start = out.len();
        let steps = self.interned.iter().zip(&self.successors.steps);
        out.extend(steps.map(|(&(state, is_new), &step)| Target {
            state,
            is_new,
            step,
        }));
        if let Some(memory) = &mut self.memory
            && self.successors.failures.is_empty()
        {
            memory.remember(state, &out[start..]);
        }
        Ok(())
    }

    /// Appends the steps that leave a state to `out` if they are remembered; whether they are.
    ///
    /// What is remembered are all steps of a state, so they tell what is enabled.
    fn recall(&mut self, state: StateIndex, out: &mut Vec<Target>) -> bool {
        let start = out.len();
        let memory = self.memory.as_ref();
        let is_known = memory.is_some_and(|memory| memory.recall(state, out));
        if is_known {
            self.store.unfold(state, &mut self.unfolded);
            if self.successors.asks_enabled {
                let enabled = &mut self.successors.enabled;
                for target in &out[start..] {
                    let mut enable = |event| enabled.insert(event);
                    self.model.each_event(target.step, &mut enable);
                }
            }
        }
        is_known
    }

    /// Expands several states at once, which is faster than one by one: the store then waits
    /// less for the memory.  [`expansions`](Self::expansions) has what was found.
    ///
    /// # Errors
    /// When the store is full; nothing is then known of the steps of these states.
    pub fn expand(&mut self, states: Range<StateIndex>) -> Result<(), Exhausted> {
        self.successors.clear();
        self.interned.clear();
        self.ends.clear();
        for state in states.start.0..states.end.0 {
            self.successors.states.clear();
            if let Err(full) = self.ask(StateIndex(state)) {
                self.complete_staged()?;
                return Err(full);
            }
            let new = &self.successors.states;
            self.store
                .stage_near(&mut self.writer, &self.unfolded, new)?;
            let Successors {
                steps, failures, ..
            } = &self.successors;
            self.ends.push((steps.len(), failures.len()));
        }
        self.complete_staged()
    }

    fn complete_staged(&mut self) -> Result<(), Exhausted> {
        let (writer, out) = (&mut self.writer, &mut self.interned);
        self.store.complete_staged(writer, out)
    }

    /// Asks the model for the steps that leave a state, as often as it changes its encoding.
    fn ask(&mut self, state: StateIndex) -> Result<(), Exhausted> {
        loop {
            self.store.unfold(state, &mut self.unfolded);
            let words = self.store.words(&self.unfolded);
            self.stepper.successors(words, &mut self.successors);
            match self.successors.outgrown.take() {
                None => return Ok(()),
                Some(Outgrown::Encoding) => self.adopt_newest_encoding()?,
                Some(Outgrown::Numbers) => return Err(Exhausted::Number),
            }
        }
    }

    #[cold]
    fn adopt_newest_encoding(&mut self) -> Result<(), Exhausted> {
        // What is staged is in the old encoding.
        self.complete_staged()?;
        let old = self.stepper.encoding();
        self.stepper = self.model.stepper();
        self.follow_encoding(old)
    }

    /// Rewrites the store if its states are not in the encoding of the stepper.
    fn follow_encoding(&mut self, from: u32) -> Result<(), Exhausted> {
        let to = self.stepper.encoding();
        match self.model.encodings() {
            Some(encodings) if from != to => {
                let mut recoder = encodings.recoder(from, to);
                self.store.rewrite(self.stepper.width(), &mut *recoder)
            }
            _ => Ok(()),
        }
    }

    /// A state as the model's reference stepper writes it.
    pub fn plain(&self, state: StateIndex) -> Vec<u32> {
        let mut unfolded = S::Unfolded::default();
        let mut plain = Vec::new();
        self.unfold_plain(state, &mut unfolded, &mut plain);
        plain
    }

    fn unfold_plain(&self, state: StateIndex, unfolded: &mut S::Unfolded, plain: &mut Vec<u32>) {
        self.store.unfold(state, unfolded);
        let words = self.store.words(unfolded);
        match self.model.encodings() {
            Some(encodings) => encodings.plain(words, self.stepper.encoding(), plain),
            None => plain.extend_from_slice(words),
        }
    }

    /// Calls `visit` with every state that was reached, in order, as the model's reference stepper writes it.
    pub fn each_plain(&self, mut visit: impl FnMut(&[u32])) {
        let (mut unfolded, mut plain) = (S::Unfolded::default(), Vec::new());
        for state in (0..self.store.len()).map(StateIndex::at) {
            plain.clear();
            self.unfold_plain(state, &mut unfolded, &mut plain);
            visit(&plain);
        }
    }

    /// A state as named values.
    pub fn describe(&self, state: StateIndex) -> Vec<(String, Value)> {
        self.model.describe(&self.plain(state))
    }

    /// The states that were expanded last, in order.
    pub fn expansions(&self) -> impl Iterator<Item = Expansion<'_>> {
        let mut begin = (0, 0);
        self.ends.iter().map(move |&end| {
            let (steps, failures) = (begin.0..end.0, begin.1..end.1);
            begin = end;
            Expansion {
                targets: &self.interned[steps.clone()],
                steps: &self.successors.steps[steps],
                failures: &self.successors.failures[failures],
            }
        })
    }

    /// Adds those of the `wanted` propositions that are true in the state that was asked for last to `letter`, and maybe others.
    ///
    /// # Errors
    /// When the evaluation of a proposition fails.
    #[inline]
    pub fn observe(&mut self, wanted: &[usize], letter: &mut Letter) -> Result<(), RuntimeError> {
        let words = self.store.words(&self.unfolded);
        self.stepper.observe(words, wanted, letter)
    }

    /// Adds the propositions that are true of a step.
    #[inline]
    pub fn observe_step(&mut self, step: Step, letter: &mut Letter) {
        self.stepper.observe_step(step, letter);
    }

    /// Adds the model's own marks of the steps that leave the state that was asked for last.
    pub fn marks(&mut self, marks: &mut Marks) {
        let words = self.store.words(&self.unfolded);
        self.stepper.marks(words, marks);
    }

    /// The first assertion that fails in the state that was asked for last, as a sentence.
    pub fn failed_assertion(&mut self) -> Option<String> {
        let words = self.store.words(&self.unfolded);
        self.stepper.failed_assertion(words)
    }

    /// The events that are enabled in the state that was asked for last, if somebody [wanted to know](Self::ask_enabled).
    pub fn enabled(&self) -> &BitSet {
        &self.successors.enabled
    }

    /// The failing steps of the state that was asked for last.
    pub fn failures(&self) -> &[Failure] {
        &self.successors.failures
    }
}

impl<S: StateStore> ParkedSpace<S> {
    /// The bytes that are allocated for states, and for steps that are remembered.
    pub fn bytes_allocated(&self) -> usize {
        let remembered = self.memory.as_ref().map_or(0, StepMemory::bytes_allocated);
        self.store.bytes_allocated() + remembered
    }
}
