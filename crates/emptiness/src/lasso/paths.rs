//! Shortest paths in a graph, by breadth-first search.

use std::collections::VecDeque;

use lariat_automata::graph::{EdgeId, Graph};

/// A search whose memory serves many paths.
pub(crate) struct Paths<'g> {
    graph: &'g Graph,
    /// In which search each state was seen last.
    seen: Vec<u32>,
    search: u32,
    /// The edge that each state was reached by, and the state that it leaves.
    reached_by: Vec<(u32, EdgeId)>,
    queue: VecDeque<u32>,
    /// How many edges were looked at, in all searches since the caller last asked.
    pub(crate) steps: u64,
}

impl<'g> Paths<'g> {
    pub(crate) fn new(graph: &'g Graph) -> Self {
        let count = graph.state_count() as usize;
        Self {
            graph,
            seen: vec![0; count],
            search: 0,
            reached_by: vec![(0, 0); count],
            queue: VecDeque::new(),
            steps: 0,
        }
    }

    /// Appends the shortest path from a state that ends with a `goal`, through edges that are `allowed`;
    /// false if there is none.
    pub(crate) fn append(
        &mut self,
        path: &mut Vec<EdgeId>,
        from: u32,
        allowed: impl Fn(EdgeId) -> bool,
        goal: impl Fn(EdgeId) -> bool,
    ) -> bool {
        self.search += 1;
        self.queue.clear();
        self.queue.push_back(from);
        self.seen[from as usize] = self.search;
        while let Some(state) = self.queue.pop_front() {
            for edge in self.graph.edge_ids(state) {
                self.steps += 1;
                if !allowed(edge) {
                    continue;
                }
                if goal(edge) {
                    self.trace(path, from, state);
                    path.push(edge);
                    return true;
                }
                let to = self.graph.target(edge);
                if self.seen[to as usize] != self.search {
                    self.seen[to as usize] = self.search;
                    self.reached_by[to as usize] = (state, edge);
                    self.queue.push_back(to);
                }
            }
        }
        false
    }

    /// Appends the path by which the last search reached a state.
    fn trace(&self, path: &mut Vec<EdgeId>, from: u32, mut state: u32) {
        let start = path.len();
        while state != from {
            let (before, edge) = self.reached_by[state as usize];
            path.push(edge);
            state = before;
        }
        path[start..].reverse();
    }
}
