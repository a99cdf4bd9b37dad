//! Edges in two arrays: what a search over states that are numbers should read.
//!
//! The edges of a state lie side by side, eight bytes each; their sets of marks are stored once each,
//! since few differ.

use std::ops::Range;

use rustc_hash::FxHashMap;

use crate::prefetch::prefetch;
use crate::{Acceptance, Automaton, Edge, Explicit, Marks, StateId};

/// The number of an edge in a [`Graph`].
pub type EdgeId = u32;

/// States numbered from 0 with edges between them.
///
/// ```
/// use lariat_automata::Marks;
/// use lariat_automata::graph::Graph;
///
/// let mut graph = Graph::default();
/// graph.add_edge(0, &Marks::single(3));
/// graph.add_edge(1, &Marks::EMPTY);
/// graph.end_state(); // state 0 has two edges, state 1 none
/// graph.end_state();
/// assert_eq!(graph.state_count(), 2);
/// let targets: Vec<u32> = graph.edges(0).map(|(to, _)| to).collect();
/// assert_eq!(targets, [0, 1]);
/// ```
#[derive(Clone, Debug)]
pub struct Graph {
    /// Where the edges of each state begin, and at the end how many there are.
    first: Vec<EdgeId>,
    /// The target of each edge, and the number of its set of marks.
    edges: Vec<(u32, u32)>,
    sets: Vec<Marks>,
    ids: FxHashMap<Marks, u32>,
}

impl Default for Graph {
    fn default() -> Self {
        Self {
            first: vec![0],
            edges: Vec::new(),
            sets: Vec::new(),
            ids: FxHashMap::default(),
        }
    }
}

impl Graph {
    /// Adds an edge to the state that the next [`Graph::end_state`] ends.
    pub fn add_edge(&mut self, to: u32, marks: &Marks) {
        let id = match self.ids.get(marks) {
            Some(&id) => id,
            None => {
                let id = self.sets.len() as u32;
                self.sets.push(marks.clone());
                self.ids.insert(marks.clone(), id);
                id
            }
        };
        self.edges.push((to, id));
    }

    /// The state that edges were added to has no more; the next ones are those of the next state.
    pub fn end_state(&mut self) {
        let end = EdgeId::try_from(self.edges.len()).expect("fewer than 2^32 edges");
        self.first.push(end);
    }

    /// How many states were ended.
    pub fn state_count(&self) -> u32 {
        self.first.len() as u32 - 1
    }

    /// How many edges there are.
    pub fn edge_count(&self) -> usize {
        self.edges.len()
    }

    /// The numbers of the edges that leave a state.
    #[inline]
    pub fn edge_ids(&self, from: u32) -> Range<EdgeId> {
        self.first[from as usize]..self.first[from as usize + 1]
    }

    /// The state that an edge leads to.
    #[inline]
    pub fn target(&self, edge: EdgeId) -> u32 {
        self.edges[edge as usize].0
    }

    /// The marks of an edge.
    #[inline]
    pub fn marks(&self, edge: EdgeId) -> &Marks {
        &self.sets[self.edges[edge as usize].1 as usize]
    }

    /// The edges that leave a state, as targets and marks.
    #[inline]
    pub fn edges(&self, from: u32) -> impl Iterator<Item = (u32, &Marks)> {
        let ids = self.edge_ids(from);
        let edges = &self.edges[ids.start as usize..ids.end as usize];
        edges
            .iter()
            .map(|&(to, set)| (to, &self.sets[set as usize]))
    }

    /// All marks on edges.
    pub fn all_marks(&self) -> Marks {
        let mut all = Marks::EMPTY;
        self.sets.iter().for_each(|marks| all.unite(marks));
        all
    }

    /// Hints that the edges of a state may be wanted soon.
    #[inline]
    fn prefetch(&self, state: u32) {
        if let Some(first) = self.first.get(state as usize) {
            prefetch(first);
        }
    }

    /// Hints that the edges of a state, which was prefetched before, are wanted very soon.
    #[inline]
    fn prefetch_edges(&self, state: u32) {
        let first = self.first.get(state as usize);
        if let Some(edge) = first.and_then(|&first| self.edges.get(first as usize)) {
            prefetch(edge);
        }
    }
}

/// An automaton whose edges, without labels, are a [`Graph`].
///
/// Make one of an [`Explicit`] automaton before a search that looks at every edge.
#[derive(Clone, Debug)]
pub struct Compact {
    /// The condition that a run's infinitely repeated marks must satisfy.
    pub acceptance: Acceptance,
    /// The states in which runs start.
    pub initial: Vec<StateId>,
    /// The edges.
    pub graph: Graph,
}

impl From<&Explicit> for Compact {
    fn from(explicit: &Explicit) -> Self {
        let mut graph = Graph::default();
        for edges in &explicit.transitions {
            for edge in edges {
                graph.add_edge(edge.to, &edge.marks);
            }
            graph.end_state();
        }
        Self {
            acceptance: explicit.acceptance.clone(),
            initial: explicit.initial.clone(),
            graph,
        }
    }
}

impl Automaton for &Compact {
    type State = StateId;

    fn acceptance(&self) -> &Acceptance {
        &self.acceptance
    }

    fn initial(&mut self, out: &mut Vec<StateId>) {
        out.extend_from_slice(&self.initial);
    }

    fn successors(&mut self, &from: &StateId, out: &mut Vec<Edge<StateId>>) {
        let edges = self.graph.edges(from);
        out.extend(edges.map(|(to, marks)| Edge {
            to,
            marks: marks.clone(),
        }));
    }

    #[inline]
    fn for_each_edge(
        &mut self,
        &from: &StateId,
        _: &mut Vec<Edge<StateId>>,
        mut each: impl FnMut(&StateId, &Marks),
    ) {
        let edges = self.graph.edges(from);
        edges.for_each(|(to, marks)| {
            self.graph.prefetch(to);
            each(&to, marks);
        });
    }

    #[inline]
    fn prefetch(&self, &state: &StateId) {
        self.graph.prefetch(state);
    }

    #[inline]
    fn prefetch_edges(&self, &state: &StateId) {
        self.graph.prefetch_edges(state);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Label, Labels};

    #[test]
    fn a_compact_automaton_has_the_edges_of_the_explicit_one() {
        let mut explicit = Explicit::new(Labels::default(), Acceptance::generalized_buchi(2));
        for _ in 0..3 {
            explicit.add_state();
        }
        explicit.initial = vec![2, 0];
        for (from, marks, to) in [(0, 0, 1), (0, 2, 0), (2, 1, 1), (2, 2, 2)] {
            explicit.add_transition(from, Label::TRUE, Marks::first(marks), to);
        }
        let compact = &mut &Compact::from(&explicit);
        assert_eq!(compact.graph.state_count(), 3);
        assert_eq!(compact.graph.edge_count(), 4);
        assert_eq!(compact.graph.all_marks(), Marks::first(2));
        let mut initial = Vec::new();
        Automaton::initial(compact, &mut initial);
        assert_eq!(initial, [2, 0]);
        for state in 0..3 {
            let (mut own, mut seen) = (Vec::new(), Vec::new());
            Automaton::successors(compact, &state, &mut own);
            let mut theirs = Vec::new();
            Automaton::successors(&mut &explicit, &state, &mut theirs);
            assert_eq!(own, theirs);
            compact.for_each_edge(&state, &mut Vec::new(), |&to, marks| {
                seen.push(Edge {
                    to,
                    marks: marks.clone(),
                });
            });
            assert_eq!(seen, theirs);
            compact.prefetch(&state);
            compact.prefetch_edges(&state);
        }
        compact.prefetch(&u32::MAX);
        compact.prefetch_edges(&u32::MAX);
    }
}
