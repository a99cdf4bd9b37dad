//! A model joined with a store: states are indices, and their successors are found on demand.
//!
//! A model may change the encoding of its states ([`Model::encoding`]).  The store is then rewritten, and nobody who handles indices
//! only notices.
//!
//! A space that is asked for the same states again and again may remember their steps ([`StateSpace::remember`]).

use std::ops::Range;

use lariat_store::{StateStore, StoreFull, TreeStore};

use crate::memory::StepMemory;
use crate::{Failure, Model, Outgrown, Step, Successors, Value};

/// The state space of a model, as far as a search has asked for it.
///
/// ```
/// use lariat_models::{StateSpace, dve::Dve};
///
/// let model = Dve::parse("process P { state q, r; init q; trans q -> r {}; } system async;")?;
/// let mut space = StateSpace::new(&model, usize::MAX);
/// let mut states = Vec::new();
/// space.initial(&mut states)?;
/// let mut targets = Vec::new();
/// space.successors(states[0], &mut targets)?;
/// assert_eq!(targets.len(), 1);
/// assert_eq!(targets[0].state, 1);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct StateSpace<'m, M: ?Sized, S: StateStore = TreeStore> {
    model: &'m M,
    store: S,
    /// The encoding of the states in the store.
    encoding: u32,
    /// The steps of the states that have been expanded, if somebody asked for that.
    memory: Option<StepMemory>,
    unfolded: S::Unfolded,
    successors: Successors,
    interned: Vec<(u32, bool)>,
    /// For each state of a batch, where its steps and its failing steps end.
    ends: Vec<(usize, usize)>,
}

/// A state of a batch that has been expanded.
#[derive(Clone, Copy, Debug)]
pub struct Expansion<'s> {
    /// Where its steps lead, and whether nobody had asked for that state before.
    pub targets: &'s [(u32, bool)],
    /// The steps, in the same order.
    pub steps: &'s [Step],
    /// Its failing steps.
    pub failures: &'s [Failure],
}

/// A step of a state space.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Target {
    /// The state that it leads to.
    pub state: u32,
    /// Whether nobody had asked for that state before.
    pub is_new: bool,
    /// The model's step.
    pub step: Step,
}

impl<'m, M: Model + ?Sized> StateSpace<'m, M> {
    /// The state space of a model in a compressed store of at most `budget` bytes.
    pub fn new(model: &'m M, budget: usize) -> Self {
        Self::with_store(model, TreeStore::new(model.width(), budget))
    }
}

impl<'m, M: Model + ?Sized, S: StateStore> StateSpace<'m, M, S> {
    /// The state space of a model in a store of the caller's choice, which must be empty.
    pub fn with_store(model: &'m M, store: S) -> Self {
        Self {
            model,
            encoding: model.encoding(),
            store,
            memory: None,
            unfolded: S::Unfolded::default(),
            successors: Successors::default(),
            interned: Vec::new(),
            ends: Vec::new(),
        }
    }

    /// The model.
    pub fn model(&self) -> &'m M {
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

    /// The bytes that are allocated for states, and for steps that are remembered.
    pub fn bytes_allocated(&self) -> usize {
        let remembered = self.memory.as_ref().map_or(0, StepMemory::bytes_allocated);
        self.store.bytes_allocated() + remembered
    }

    /// Appends the initial states to `out`, each once.
    ///
    /// # Errors
    /// When the store is full.
    pub fn initial(&mut self, out: &mut Vec<u32>) -> Result<(), StoreFull> {
        self.follow_encoding()?;
        let mut states = Vec::new();
        self.model.initial(&mut states);
        for state in states.chunks_exact(self.model.width()) {
            let (index, is_new) = self.store.intern(state)?;
            if is_new || !out.contains(&index) {
                out.push(index);
            }
        }
        Ok(())
    }

    /// Appends the steps that leave a state to `out`, without clearing it.
    ///
    /// The words of the state and the steps that fail can be asked for until the next call.
    ///
    /// # Errors
    /// When the store is full; `out` is then not changed.
    pub fn successors(&mut self, state: u32, out: &mut Vec<Target>) -> Result<(), StoreFull> {
        self.successors.clear();
        if self.recall(state, out)? {
            return Ok(());
        }
        self.ask(state)?;
        self.interned.clear();
        let states = &self.successors.states;
        self.store
            .intern_near(&self.unfolded, states, &mut self.interned)?;
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
    fn recall(&mut self, state: u32, out: &mut Vec<Target>) -> Result<bool, StoreFull> {
        if self.memory.is_none() {
            return Ok(false);
        }
        self.follow_encoding()?;
        let memory = self.memory.as_ref();
        let is_known = memory.is_some_and(|memory| memory.recall(state, out));
        if is_known {
            self.store.unfold(state, &mut self.unfolded);
        }
        Ok(is_known)
    }

    /// Expands several states at once, which is faster than one by one: the store then waits
    /// less for the memory.  [`expansions`](Self::expansions) has what was found.
    ///
    /// # Errors
    /// When the store is full; nothing is then known of the steps of these states.
    pub fn expand(&mut self, states: Range<u32>) -> Result<(), StoreFull> {
        self.successors.clear();
        self.interned.clear();
        self.ends.clear();
        for state in states {
            self.successors.states.clear();
            if let Err(full) = self.ask(state) {
                self.store.complete_staged(&mut self.interned)?;
                return Err(full);
            }
            let new = &self.successors.states;
            self.store.stage_near(&self.unfolded, new)?;
            let Successors {
                steps, failures, ..
            } = &self.successors;
            self.ends.push((steps.len(), failures.len()));
        }
        self.store.complete_staged(&mut self.interned)
    }

    /// Asks the model for the steps that leave a state, as often as it changes its encoding.
    fn ask(&mut self, state: u32) -> Result<(), StoreFull> {
        loop {
            self.follow_encoding()?;
            self.store.unfold(state, &mut self.unfolded);
            let words = self.store.words(&self.unfolded);
            self.model.successors(words, &mut self.successors);
            match self.successors.outgrown.take() {
                None => return Ok(()),
                Some(Outgrown::Encoding) => {}
                Some(Outgrown::Numbers) => return Err(StoreFull::Number),
            }
        }
    }

    /// Rewrites the store if the model has changed its encoding.
    fn follow_encoding(&mut self) -> Result<(), StoreFull> {
        let (model, from, to) = (self.model, self.encoding, self.model.encoding());
        if from == to {
            return Ok(());
        }
        // What is staged is in the old encoding.
        self.store.complete_staged(&mut self.interned)?;
        self.store.rewrite(model.width(), &mut |state, out| {
            model.recode(state, from, out);
        })?;
        self.encoding = to;
        Ok(())
    }

    /// A state as the model's reference twin writes it.
    pub fn plain(&self, state: u32) -> Vec<u32> {
        let mut plain = Vec::new();
        let words = self.stored(state);
        self.model.plain(&words, self.encoding, &mut plain);
        plain
    }

    /// Calls `visit` with every state that was reached, in order, as the model's reference twin writes it.
    pub fn each_plain(&self, mut visit: impl FnMut(&[u32])) {
        let (mut unfolded, mut plain) = (S::Unfolded::default(), Vec::new());
        for state in 0..self.store.len() as u32 {
            self.store.unfold(state, &mut unfolded);
            plain.clear();
            let words = self.store.words(&unfolded);
            self.model.plain(words, self.encoding, &mut plain);
            visit(&plain);
        }
    }

    /// The words of a state as they are in the store.
    fn stored(&self, state: u32) -> Vec<u32> {
        let mut words = vec![0; self.store.width()];
        self.store.get(state, &mut words);
        words
    }

    /// A state as named values.
    pub fn describe(&self, state: u32) -> Vec<(String, Value)> {
        let mut words = Vec::new();
        let stored = self.stored(state);
        self.model.recode(&stored, self.encoding, &mut words);
        self.model.describe(&words)
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

    /// The words of the state whose successors were asked for last.
    pub fn words(&self) -> &[u32] {
        self.store.words(&self.unfolded)
    }

    /// The failing steps of the state whose successors were asked for last.
    pub fn failures(&self) -> &[Failure] {
        &self.successors.failures
    }
}
