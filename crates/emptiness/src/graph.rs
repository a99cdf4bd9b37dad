//! A part of an automaton in memory, its states numbered from 0.

use std::ops::Range;

use lariat_automata::Marks;
use rustc_hash::FxHashMap;

/// The number of an edge in a [`Graph`].
pub(crate) type EdgeId = u32;

/// Edges by source; the sets of marks are stored once each, since few differ.
pub(crate) struct Graph {
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
    pub(crate) fn add_edge(&mut self, to: u32, marks: &Marks) {
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
    pub(crate) fn end_state(&mut self) {
        self.first.push(self.edges.len() as EdgeId);
    }

    pub(crate) fn state_count(&self) -> u32 {
        self.first.len() as u32 - 1
    }

    pub(crate) fn edge_count(&self) -> usize {
        self.edges.len()
    }

    /// The numbers of the edges that leave a state.
    pub(crate) fn edge_ids(&self, from: u32) -> Range<EdgeId> {
        self.first[from as usize]..self.first[from as usize + 1]
    }

    pub(crate) fn target(&self, edge: EdgeId) -> u32 {
        self.edges[edge as usize].0
    }

    pub(crate) fn marks(&self, edge: EdgeId) -> &Marks {
        &self.sets[self.edges[edge as usize].1 as usize]
    }

    /// The edges that leave a state, as targets and marks.
    pub(crate) fn edges(&self, from: u32) -> impl Iterator<Item = (u32, &Marks)> {
        let ids = self.edge_ids(from);
        ids.map(|edge| (self.target(edge), self.marks(edge)))
    }

    /// All marks on edges.
    pub(crate) fn all_marks(&self) -> Marks {
        let mut all = Marks::EMPTY;
        self.sets.iter().for_each(|marks| all.unite(marks));
        all
    }
}
