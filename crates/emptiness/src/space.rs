//! An automaton as a search walks it: states by number, edges counted, the budget kept.

use lariat_automata::{Automaton, Edge, Marks};
use lariat_budget::{Budget, Exhausted, Progress};

use crate::mark_word::MarkWord;
use crate::{Numbering, Statistics};

/// How many visits pass between two reports to the budget; the first visit reports.
const VISITS_BETWEEN_REPORTS: u64 = 1024;

/// An automaton whose states go by numbers.
pub(crate) struct Space<'a, A: Automaton, N> {
    automaton: A,
    numbering: N,
    budget: &'a Budget,
    /// The most states that the budget allows to visit.
    most_states: u64,
    pub(crate) statistics: Statistics,
    /// Where an automaton may make the edges of a state; kept for its allocation.
    buffer: Vec<Edge<A::State>>,
}

impl<'a, A: Automaton, N: Numbering<A::State>> Space<'a, A, N> {
    pub(crate) fn new(automaton: A, numbering: N, budget: &'a Budget) -> Self {
        Self {
            automaton,
            numbering,
            budget,
            most_states: budget.states(),
            statistics: Statistics::default(),
            buffer: Vec::new(),
        }
    }

    /// The initial states.
    pub(crate) fn initial(&mut self) -> Result<Vec<u32>, Exhausted> {
        let mut states = Vec::new();
        self.automaton.initial(&mut states);
        let number = |state| self.numbering.number(state).ok_or(Exhausted::SearchNumbers);
        states.iter().map(number).collect()
    }

    /// The state of a number.
    #[inline]
    pub(crate) fn state(&self, number: u32) -> A::State {
        self.numbering.state(number)
    }

    /// The states of some numbers.
    pub(crate) fn states(&self, numbers: impl IntoIterator<Item = u32>) -> Vec<A::State> {
        let numbers = numbers.into_iter();
        numbers.map(|number| self.numbering.state(number)).collect()
    }

    /// Counts a state's first visit, unless the budget forbids it.
    #[inline]
    pub(crate) fn count_visit(&mut self) -> Result<(), Exhausted> {
        if self.statistics.states >= self.most_states {
            return Err(Exhausted::States(self.most_states));
        }
        self.statistics.states += 1;
        self.report()
    }

    /// Counts another visit of a state.
    #[inline]
    pub(crate) fn count_revisit(&mut self) -> Result<(), Exhausted> {
        self.statistics.revisits += 1;
        self.report()
    }

    /// Notes how many states are on the path.
    #[inline]
    pub(crate) fn count_depth(&mut self, depth: usize) {
        self.statistics.depth = self.statistics.depth.max(depth as u64);
    }

    /// Hints that a state may be expanded soon.
    #[inline]
    pub(crate) fn prefetch(&self, state: u32) {
        self.automaton.prefetch(&self.numbering.state(state));
    }

    /// Hints that a state, which was prefetched before, is about to be expanded.
    #[inline]
    pub(crate) fn prefetch_edges(&self, state: u32) {
        self.automaton.prefetch_edges(&self.numbering.state(state));
    }

    /// Now and then tells the budget how far the search has come, and asks whether it may go on.
    #[inline]
    fn report(&self) -> Result<(), Exhausted> {
        let visits = self.statistics.states + self.statistics.revisits;
        if visits % VISITS_BETWEEN_REPORTS != 1 {
            return Ok(());
        }
        self.budget.report(Progress {
            visited: self.statistics.states,
            components: self.statistics.components,
            depth: self.statistics.depth,
            ..Progress::default()
        })
    }

    /// Whether an edge that carries no `avoided` mark leads from a state back to it.
    pub(crate) fn has_loop(&mut self, state: u32, avoided: &Marks) -> bool {
        let state = self.numbering.state(state);
        let mut found = false;
        let (automaton, buffer) = (&mut self.automaton, &mut self.buffer);
        automaton.for_each_edge(&state, buffer, |to, marks| {
            found |= *to == state && marks.is_disjoint(avoided);
        });
        found
    }

    /// Calls `each` with every edge that leaves `from` and whose marks are `wanted`, in order, as long as
    /// nothing goes wrong.
    #[inline]
    pub(crate) fn expand<M: MarkWord>(
        &mut self,
        from: u32,
        wanted: impl Fn(&M) -> bool,
        mut each: impl FnMut(u32, M) -> Result<(), Exhausted>,
    ) -> Result<(), Exhausted> {
        let Self {
            automaton,
            numbering,
            statistics,
            buffer,
            ..
        } = self;
        let state = numbering.state(from);
        let mut outcome = Ok(());
        automaton.for_each_edge(&state, buffer, |to, marks| {
            statistics.edges += 1;
            let marks = M::from_marks(marks);
            if wanted(&marks) {
                outcome = outcome.and_then(|()| {
                    let to = numbering.number(to).ok_or(Exhausted::SearchNumbers)?;
                    each(to, marks)
                });
            }
        });
        outcome
    }
}
