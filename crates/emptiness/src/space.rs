//! An automaton as a search walks it: states by number, edges counted, limits watched.

use lariat_automata::{Automaton, Edge};

use crate::mark_word::MarkWord;
use crate::{Limits, Numbering, Statistics, Stop};

/// How many visits pass between two questions to [`Limits::stop`]; the first visit asks.
const VISITS_BETWEEN_POLLS: u64 = 1024;

/// An automaton whose states go by numbers.
pub(crate) struct Space<'a, A: Automaton, N> {
    automaton: &'a A,
    numbering: N,
    limits: &'a Limits<'a>,
    pub(crate) statistics: Statistics,
    /// Where an automaton may make the edges of a state; kept for its allocation.
    buffer: Vec<Edge<A::State>>,
}

impl<'a, A: Automaton, N: Numbering<A::State>> Space<'a, A, N> {
    pub(crate) fn new(automaton: &'a A, numbering: N, limits: &'a Limits<'a>) -> Self {
        Self {
            automaton,
            numbering,
            limits,
            statistics: Statistics::default(),
            buffer: Vec::new(),
        }
    }

    /// The initial states.
    pub(crate) fn initial(&mut self) -> Result<Vec<u32>, Stop> {
        let mut states = Vec::new();
        self.automaton.initial(&mut states);
        let number = |state| self.numbering.number(state).ok_or(Stop::Numbers);
        states.iter().map(number).collect()
    }

    /// The states of some numbers.
    pub(crate) fn states(&self, numbers: impl IntoIterator<Item = u32>) -> Vec<A::State> {
        let numbers = numbers.into_iter();
        numbers.map(|number| self.numbering.state(number)).collect()
    }

    /// Counts a state's first visit, unless a limit forbids it.
    #[inline]
    pub(crate) fn count_visit(&mut self) -> Result<(), Stop> {
        if let Some(limit) = self.limits.max_states
            && self.statistics.states >= limit
        {
            return Err(Stop::States(limit));
        }
        self.statistics.states += 1;
        self.poll()
    }

    /// Counts another visit of a state.
    #[inline]
    pub(crate) fn count_revisit(&mut self) -> Result<(), Stop> {
        self.statistics.revisits += 1;
        self.poll()
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

    #[inline]
    fn poll(&self) -> Result<(), Stop> {
        let visits = self.statistics.states + self.statistics.revisits;
        if visits % VISITS_BETWEEN_POLLS == 1
            && let Some(stop) = self.limits.stop
            && stop(&self.statistics)
        {
            return Err(Stop::Asked);
        }
        Ok(())
    }

    /// Calls `each` with every edge that leaves `from` and whose marks are `wanted`, in order, as long as
    /// nothing goes wrong.
    #[inline]
    pub(crate) fn expand<M: MarkWord>(
        &mut self,
        from: u32,
        wanted: impl Fn(&M) -> bool,
        mut each: impl FnMut(u32, M) -> Result<(), Stop>,
    ) -> Result<(), Stop> {
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
                automaton.prefetch(to);
                outcome = outcome.and_then(|()| {
                    let to = numbering.number(to).ok_or(Stop::Numbers)?;
                    each(to, marks)
                });
            }
        });
        outcome
    }
}
