//! A part of an automaton in memory, its states numbered from 0.

use lariat_automata::Marks;
use rustc_hash::FxHashMap;

/// The number of a set of marks in a [`Graph`].
type MarksId = u32;

/// Edges by source; the sets of marks are stored once each, since few differ.
pub(crate) struct Graph {
    /// Where the edges of each state begin, and at the end how many there are.
    first: Vec<usize>,
    edges: Vec<(u32, MarksId)>,
    sets: Vec<Marks>,
    ids: FxHashMap<Marks, MarksId>,
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
                let id = self.sets.len() as MarksId;
                self.sets.push(marks.clone());
                self.ids.insert(marks.clone(), id);
                id
            }
        };
        self.edges.push((to, id));
    }

    /// The state that edges were added to has no more; the next ones are those of the next state.
    pub(crate) fn end_state(&mut self) {
        self.first.push(self.edges.len());
    }

    pub(crate) fn state_count(&self) -> u32 {
        self.first.len() as u32 - 1
    }

    pub(crate) fn edges(&self, from: u32) -> impl DoubleEndedIterator<Item = (u32, &Marks)> {
        let range = self.first[from as usize]..self.first[from as usize + 1];
        let edges = self.edges[range].iter();
        edges.map(|&(to, id)| (to, &self.sets[id as usize]))
    }
}
