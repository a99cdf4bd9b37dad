//! A model as a search meets it: letters and marks with every step, deadlocks and faults dealt with.

use lariat_automata::{Acceptance, BitSet, Letter, Marks};
use lariat_models::{Failure, Model, RuntimeError, StateSpace, Step, Target};
use lariat_store::{StateStore, StoreFull};

use crate::fairness::{FairMarks, Fairness};
use crate::vocabulary::{Layout, Proposition};

/// What becomes of a run that reaches a state without a step.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Deadlock {
    /// It stays there for ever.
    #[default]
    Stutter,
    /// It does not count.
    Drop,
    /// It stays there for ever, and to reach such a state is a violation of its own.
    Error,
}

/// What ends a run that should go on.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Fault {
    /// A step fails.
    Step(Failure),
    /// A proposition cannot be evaluated.
    Proposition(RuntimeError),
    /// An assertion of the model fails, as this sentence says.
    Assertion(String),
    /// There is no step.
    Deadlock,
}

/// What faults are told apart by.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FaultKind {
    /// A step fails, or a proposition cannot be evaluated.
    Error,
    /// An assertion fails.
    Assertion,
    /// There is no step.
    Deadlock,
}

impl FaultKind {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Error, Self::Assertion, Self::Deadlock];
}

impl Fault {
    /// What kind of fault it is.
    pub fn kind(&self) -> FaultKind {
        match self {
            Fault::Step(_) | Fault::Proposition(_) => FaultKind::Error,
            Fault::Assertion(_) => FaultKind::Assertion,
            Fault::Deadlock => FaultKind::Deadlock,
        }
    }
}

/// A step of the system.
#[derive(Clone, Debug)]
pub(crate) struct Move {
    /// The state that it leads to.
    pub(crate) to: u32,
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

/// The states and steps of a model, as far as somebody has asked for them.
pub(crate) type Space<'m> = StateSpace<'m, dyn Model + 'm>;

/// A model with its fairness, explored on demand.
pub(crate) struct System<'m> {
    space: Space<'m>,
    inherited: Inherited,
    layout: Layout,
    /// The model's propositions that letters must tell.
    wanted: Vec<usize>,
    fair: FairMarks,
    /// The model's own marks come first.
    own_marks: usize,
    acceptance: Acceptance,
    deadlock: Deadlock,
    targets: Vec<Target>,
    /// Which states have been expanded.
    expanded: States,
    /// How many steps leave them.
    pub(crate) transitions: u64,
    /// The states with faults, of each kind the first that was met.
    pub(crate) faults: Vec<(u32, Fault)>,
    /// Whether the store could not take a state; what was searched is then not all there is.
    pub(crate) full: Option<StoreFull>,
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
    fn insert(&mut self, state: u32) -> bool {
        let (word, bit) = (state as usize / 64, 1 << (state % 64));
        if word >= self.words.len() {
            self.words.resize(word + 1, 0);
        }
        let is_new = self.words[word] & bit == 0;
        self.words[word] |= bit;
        self.count += usize::from(is_new);
        is_new
    }

    fn contains(&self, state: u32) -> bool {
        let word = self.words.get(state as usize / 64).copied().unwrap_or(0);
        word >> (state % 64) & 1 == 1
    }
}

/// The states that were in the space before the search.
struct Inherited {
    count: usize,
    /// Those that the search has met.
    met: States,
}

impl Inherited {
    fn meet(&mut self, state: u32) {
        if (state as usize) < self.count {
            self.met.insert(state);
        }
    }
}

impl<'m> System<'m> {
    /// The model of a space that other searches may have begun to explore.
    pub(crate) fn new(
        space: Space<'m>,
        deadlock: Deadlock,
        fairness: &Fairness,
        used: impl IntoIterator<Item = Proposition>,
    ) -> Self {
        let model = space.model();
        let own = model.acceptance();
        let fair = FairMarks::new(fairness, model.events().len());
        let acceptance = own.and(&fair.acceptance);
        Self {
            inherited: Inherited {
                count: space.store().len(),
                met: States::default(),
            },
            space,
            layout: Layout::new(model, used),
            wanted: (0..model.propositions()).collect(),
            fair,
            own_marks: own.marks,
            acceptance,
            deadlock,
            targets: Vec::new(),
            expanded: States::default(),
            transitions: 0,
            faults: Vec::new(),
            full: None,
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

    pub(crate) fn model(&self) -> &'m (dyn Model + 'm) {
        self.space.model()
    }

    /// Whether a state may have a fault.
    pub(crate) fn can_fail(&self) -> bool {
        self.model().can_fail() || self.deadlock == Deadlock::Error
    }

    pub(crate) fn deadlock(&self) -> Deadlock {
        self.deadlock
    }

    /// How many states this search has met: those that it has added to the space, and others that it came to.
    pub(crate) fn state_count(&self) -> usize {
        self.space.store().len() - self.inherited.count + self.inherited.met.count
    }

    pub(crate) fn store_bytes(&self) -> usize {
        self.space.bytes_allocated()
    }

    pub(crate) fn into_space(self) -> Space<'m> {
        self.space
    }

    /// A state as the model's reference twin writes it.
    pub(crate) fn plain(&self, state: u32) -> Vec<u32> {
        self.space.plain(state)
    }

    /// The initial states; none, and `full` set, where the store has no room for them.
    pub(crate) fn initial(&mut self) -> Vec<u32> {
        let mut states = Vec::new();
        self.full = self.space.initial(&mut states).err().or(self.full);
        states.iter().for_each(|&state| self.inherited.meet(state));
        states
    }

    /// The moves that leave a state; none, and `full` set, where the store has no room for them.
    pub(crate) fn moves(&mut self, state: u32, out: &mut Moves) {
        out.letter = Letter::EMPTY;
        out.moves.clear();
        self.targets.clear();
        if let Err(full) = self.space.successors(state, &mut self.targets) {
            self.full = Some(full);
            return;
        }
        let is_dead = self.targets.is_empty() && self.space.failures().is_empty();
        if self.expanded.insert(state) {
            self.inherited.meet(state);
            let targets = self.targets.iter();
            targets.for_each(|target| self.inherited.meet(target.state));
            self.transitions += self.targets.len() as u64;
            self.look_for_faults(state, is_dead);
        }
        if !self.wanted.is_empty() {
            let (words, letter) = (self.space.words(), &mut out.letter);
            if let Err(error) = self.model().letter_among(words, &self.wanted, letter) {
                self.ends = true;
                self.note_fault(state, Fault::Proposition(error));
                return;
            }
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

    /// Marks every move, and completes the letter, by what is enabled here.
    fn add_marks_and_letter(&self, is_dead: bool, out: &mut Moves) {
        let mut enabled = BitSet::EMPTY;
        out.moves.iter().for_each(|step| enabled.unite(&step.taken));
        self.layout.add_state(is_dead, &enabled, &mut out.letter);
        if self.acceptance.marks == 0 {
            return;
        }
        let mut of_state = Marks::EMPTY;
        self.fair.of_state(&enabled, &mut of_state);
        for step in &mut out.moves {
            step.marks = of_state.clone();
            step.taken
                .iter()
                .for_each(|event| self.fair.of_taken(event, &mut step.marks));
        }
        if self.own_marks > 0 {
            let mut own = Marks::EMPTY;
            self.model().marks(self.space.words(), &mut own);
            out.moves
                .iter_mut()
                .for_each(|step| step.marks = step.marks.shifted(self.own_marks).union(&own));
        }
    }

    fn look_for_faults(&mut self, state: u32, is_dead: bool) {
        self.ends |=
            !self.space.failures().is_empty() || is_dead && self.deadlock == Deadlock::Drop;
        if let Some(sentence) = self.model().failed_assertion(self.space.words()) {
            self.note_fault(state, Fault::Assertion(sentence));
        }
        if let Some(&failure) = self.space.failures().first() {
            self.note_fault(state, Fault::Step(failure));
        }
        if is_dead && self.deadlock == Deadlock::Error {
            self.note_fault(state, Fault::Deadlock);
        }
    }

    fn note_fault(&mut self, state: u32, fault: Fault) {
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
        let can_end = self.model().can_fail() || self.deadlock == Deadlock::Drop;
        self.ends || can_end && self.next_unexpanded(0).is_some()
    }

    /// The next state, from `from` on, that this search has not expanded yet.
    pub(crate) fn next_unexpanded(&self, from: u32) -> Option<u32> {
        let count = self.space.store().len() as u32;
        (from..count).find(|&state| !self.expanded.contains(state))
    }
}
