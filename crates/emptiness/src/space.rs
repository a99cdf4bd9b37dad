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
    /// The edges of the state at hand; kept for its allocation.
    edges: Vec<Edge<A::State>>,
}

impl<'a, A: Automaton, N: Numbering<A::State>> Space<'a, A, N> {
    pub(crate) fn new(automaton: &'a A, numbering: N, limits: &'a Limits<'a>) -> Self {
        Self {
            automaton,
            numbering,
            limits,
            statistics: Statistics::default(),
            edges: Vec::new(),
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
    pub(crate) fn states(&self, numbers: &[u32]) -> Vec<A::State> {
        let state = |&number: &u32| self.numbering.state(number);
        numbers.iter().map(state).collect()
    }

    /// Counts a state's first visit, unless a limit forbids it.
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
    pub(crate) fn count_revisit(&mut self) -> Result<(), Stop> {
        self.statistics.revisits += 1;
        self.poll()
    }

    /// Notes how many states are on the path.
    pub(crate) fn count_depth(&mut self, depth: usize) {
        self.statistics.depth = self.statistics.depth.max(depth as u64);
    }

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

    /// Calls `each` with every edge that leaves `from`, the last one first.
    ///
    /// A search that puts the edges on a stack then takes them off in the automaton's order.
    pub(crate) fn expand<M: MarkWord>(
        &mut self,
        from: u32,
        mut each: impl FnMut(u32, M) -> Result<(), Stop>,
    ) -> Result<(), Stop> {
        self.edges.clear();
        let state = self.numbering.state(from);
        self.automaton.successors(&state, &mut self.edges);
        self.statistics.edges += self.edges.len() as u64;
        for edge in self.edges.iter().rev() {
            let to = self.numbering.number(&edge.to).ok_or(Stop::Numbers)?;
            each(to, M::from_marks(&edge.marks))?;
        }
        Ok(())
    }
}
