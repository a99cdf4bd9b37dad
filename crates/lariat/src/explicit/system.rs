//! A model as a search meets it: letters and marks with every step, deadlocks and faults dealt with.

use lariat_automata::{Acceptance, BitSet, Letter, Marks};
use lariat_budget::{Budget, Exhausted};
use lariat_model::{Deadlock, Fairness, Fault, FaultKind, Model, Proposition, Step};
use lariat_space::{StateSpace, Target};
use lariat_store::{StateIndex, StateStore};

use super::fair_marks::FairMarks;
use super::layout::Layout;

/// A step of the system.
#[derive(Clone, Debug)]
pub(crate) struct Move {
    /// The state that it leads to.
    pub(crate) to: StateIndex,
    /// The model's step; none where a deadlocked run stays.
    pub(crate) step: Option<Step>,
    /// The marks of the model's own condition and of fairness.
    pub(crate) marks: Marks,
    /// The events that take part, if anybody asked.
    pub(crate) taken: BitSet,
}

/// The moves that leave a state, in a buffer that the caller keeps.
#[derive(Clone, Debug, Default)]
pub(crate) struct Moves {
    /// What is true in the state, whatever the step.
    pub(crate) letter: Letter,
    pub(crate) moves: Vec<Move>,
}

/// A model with its fairness, explored on demand.
pub(crate) struct System<'m> {
    space: StateSpace<'m>,
    inherited: Inherited,
    layout: Layout,
    /// The model's propositions that letters must tell.
    wanted: Vec<usize>,
    fair: FairMarks,
    /// The model's own marks come first.
    own_marks: usize,
    acceptance: Acceptance,
    deadlock: Deadlock,
    /// What ends the search when there is no room for a state, or there are too many.
    budget: Budget,
    targets: Vec<Target>,
    /// Which states have been expanded.
    expanded: States,
    /// How many steps leave them.
    pub(crate) transitions: u64,
    /// The states with faults, of each kind the first that was met.
    pub(crate) faults: Vec<(StateIndex, Fault)>,
    /// Whether some state ends its runs, because steps fail or deadlocks are dropped.
    pub(crate) ends: bool,
}

/// A set of states, a bit each.
#[derive(Default)]
struct States {
    words: Vec<u64>,
    count: usize,
}

impl States {
    /// Whether the state is new in the set.
    fn insert(&mut self, state: StateIndex) -> bool {
        let (word, bit) = (state.place() / 64, 1 << (state.0 % 64));
        if word >= self.words.len() {
            self.words.resize(word + 1, 0);
        }
        let is_new = self.words[word] & bit == 0;
        self.words[word] |= bit;
        self.count += usize::from(is_new);
        is_new
    }

    fn contains(&self, state: StateIndex) -> bool {
        let word = self.words.get(state.place() / 64).copied().unwrap_or(0);
        word >> (state.0 % 64) & 1 == 1
    }
}

/// The states that were in the space before the search.
struct Inherited {
    count: usize,
    /// Those that the search has met.
    met: States,
}

impl Inherited {
    fn meet(&mut self, state: StateIndex) {
        if state.place() < self.count {
            self.met.insert(state);
        }
    }
}

impl<'m> System<'m> {
    /// The model of a space that other searches may have begun to explore.
    pub(crate) fn new(
        mut space: StateSpace<'m>,
        deadlock: Deadlock,
        fairness: &Fairness,
        used: impl IntoIterator<Item = Proposition>,
        budget: &Budget,
    ) -> Self {
        let schema = space.model().schema();
        let own = schema.acceptance.clone();
        let fair = FairMarks::new(fairness, schema.events.len());
        let layout = Layout::new(schema, used);
        space.ask_enabled(!fair.is_empty() || layout.speaks_of_events);
        let acceptance = own.and(&fair.acceptance);
        Self {
            inherited: Inherited {
                count: space.store().len(),
                met: States::default(),
            },
            space,
            layout,
            wanted: (0..schema.propositions.len()).collect(),
            fair,
            own_marks: own.marks,
            acceptance,
            deadlock,
            budget: budget.clone(),
            targets: Vec::new(),
            expanded: States::default(),
            transitions: 0,
            faults: Vec::new(),
            ends: false,
        }
    }

    /// Letters need not tell more of the model's propositions than these.
    pub(crate) fn want_only(&mut self, mut wanted: Vec<usize>) {
        wanted.sort_unstable();
        wanted.dedup();
        self.wanted = wanted;
    }

    pub(crate) fn acceptance(&self) -> &Acceptance {
        &self.acceptance
    }

    pub(crate) fn layout(&self) -> &Layout {
        &self.layout
    }

    pub(crate) fn model(&self) -> &'m dyn Model {
        self.space.model()
    }

    /// Whether a state may have a fault.
    pub(crate) fn can_fail(&self) -> bool {
        self.model().schema().can_fail || self.deadlock == Deadlock::Error
    }

    pub(crate) fn deadlock(&self) -> Deadlock {
        self.deadlock
    }

    /// How many states this search has met: those that it has added to the space, and others that it came to.
    pub(crate) fn state_count(&self) -> usize {
        self.space.store().len() - self.inherited.count + self.inherited.met.count
    }

    /// The most states that may be met.
    pub(crate) fn most_states(&self) -> u64 {
        self.budget.states()
    }

    pub(crate) fn store_bytes(&self) -> usize {
        self.space.bytes_allocated()
    }

    pub(crate) fn into_space(self) -> StateSpace<'m> {
        self.space
    }

    /// A state as the model's reference stepper writes it.
    pub(crate) fn plain(&self, state: StateIndex) -> Vec<u32> {
        self.space.plain(state)
    }

    /// The initial states; none, and the budget ended, where the store has no room for them.
    pub(crate) fn initial(&mut self) -> Vec<StateIndex> {
        let mut states = Vec::new();
        if let Err(full) = self.space.initial(&mut states) {
            self.budget.stop(full);
        }
        states.iter().for_each(|&state| self.inherited.meet(state));
        self.note_states();
        states
    }

    /// Tells the budget how many states there are.
    fn note_states(&self) {
        let count = self.state_count() as u64;
        self.budget.note_states(count, self.store_bytes() as u64);
        if count > self.budget.states() {
            self.budget.stop(Exhausted::States(self.budget.states()));
        }
    }

    /// The moves that leave a state; none, and the budget ended, where the store has no room for them.
    pub(crate) fn moves(&mut self, state: StateIndex, out: &mut Moves) {
        out.letter = Letter::EMPTY;
        out.moves.clear();
        self.targets.clear();
        if let Err(full) = self.space.successors(state, &mut self.targets) {
            return self.budget.stop(full);
        }
        let is_dead = self.targets.is_empty() && self.space.failures().is_empty();
        if self.expanded.insert(state) {
            self.inherited.meet(state);
            let targets = self.targets.iter();
            targets.for_each(|target| self.inherited.meet(target.state));
            self.transitions += self.targets.len() as u64;
            self.note_states();
            self.look_for_faults(state, is_dead);
        }
        if !self.wanted.is_empty()
            && let Err(error) = self.space.observe(&self.wanted, &mut out.letter)
        {
            self.ends = true;
            return self.note_fault(state, Fault::Proposition(error));
        }
        self.add_steps(out);
        if is_dead && self.deadlock != Deadlock::Drop {
            out.moves.push(Move {
                to: state,
                step: None,
                marks: Marks::EMPTY,
                taken: BitSet::EMPTY,
            });
        }
        self.add_marks_and_letter(is_dead, out);
    }

    fn add_steps(&self, out: &mut Moves) {
        let asks_for_events = !self.fair.is_empty() || self.layout.speaks_of_events;
        let model = self.model();
        out.moves.extend(self.targets.iter().map(|target| {
            let mut taken = BitSet::EMPTY;
            if asks_for_events {
                model.each_event(target.step, &mut |event| taken.insert(event));
            }
            Move {
                to: target.state,
                step: Some(target.step),
                marks: Marks::EMPTY,
                taken,
            }
        }));
    }

    /// Marks every move, and completes the letter, by what is enabled here: whatever moves there are, the stepper has said so.
    fn add_marks_and_letter(&mut self, is_dead: bool, out: &mut Moves) {
        let enabled = self.space.enabled();
        self.layout.add_state(is_dead, enabled, &mut out.letter);
        if self.acceptance.marks == 0 {
            return;
        }
        let mut of_state = Marks::EMPTY;
        self.fair.of_state(enabled, &mut of_state);
        for step in &mut out.moves {
            step.marks = of_state.clone();
            step.taken
                .iter()
                .for_each(|event| self.fair.of_taken(event, &mut step.marks));
        }
        if self.own_marks > 0 {
            let mut own = Marks::EMPTY;
            self.space.marks(&mut own);
            out.moves
                .iter_mut()
                .for_each(|step| step.marks = step.marks.shifted(self.own_marks).union(&own));
        }
    }

    /// Completes the letter of a move.
    pub(crate) fn add_letter_of(&mut self, step: &Move, letter: &mut Letter) {
        self.layout.add_step(&step.taken, letter);
        if let Some(step) = step.step {
            self.space.observe_step(step, letter);
        }
    }

    fn look_for_faults(&mut self, state: StateIndex, is_dead: bool) {
        self.ends |=
            !self.space.failures().is_empty() || is_dead && self.deadlock == Deadlock::Drop;
        if let Some(sentence) = self.space.failed_assertion() {
            self.note_fault(state, Fault::Assertion(sentence));
        }
        if let Some(&failure) = self.space.failures().first() {
            self.note_fault(state, Fault::Step(failure));
        }
        if is_dead && self.deadlock == Deadlock::Error {
            self.note_fault(state, Fault::Deadlock);
        }
    }

    fn note_fault(&mut self, state: StateIndex, fault: Fault) {
        if !self.has_met(fault.kind()) {
            self.faults.push((state, fault));
        }
    }

    /// Whether a fault of this kind was met.
    pub(crate) fn has_met(&self, kind: FaultKind) -> bool {
        self.faults.iter().any(|(_, fault)| fault.kind() == kind)
    }

    /// Whether a run may end somewhere: one does, or could in a state that was not expanded.
    pub(crate) fn may_end(&self) -> bool {
        let can_end = self.model().schema().can_fail || self.deadlock == Deadlock::Drop;
        self.ends || can_end && self.next_unexpanded(StateIndex(0)).is_some()
    }

    /// The next state, from `from` on, that this search has not expanded yet.
    pub(crate) fn next_unexpanded(&self, from: StateIndex) -> Option<StateIndex> {
        let count = self.space.store().len();
        let mut states = (from.place()..count).map(StateIndex::at);
        states.find(|&state| !self.expanded.contains(state))
    }
}
