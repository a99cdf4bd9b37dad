//! The counterexample of Latvala and Heljanko, to compare with.
//!
//! Follows the algorithm `Counterexample` of [latvala.00.csp]: a breadth-first search from the root for a
//! way back to it.  The path is *locked* at an edge with an l that was not seen before, or with the u of
//! an l that was; the search then starts again from there.  Our marks are on edges, so the search visits
//! edges rather than states.  The paper needs these repairs:
//!
//! * (C1) after a lock, the number of pairs with l seen and u not is computed anew, from all edges of the
//!   locked path: u may lie on a part of the path that was not locked yet;
//! * (C2) at the end, the path from the last lock to the root is appended as well;
//! * (C3) after a lock, the current place is visited and has no father;
//! * (C4) after a lock, the root may be visited again;
//! * (C5) what was seen stays seen from one lock to the next;
//! * (C6) a path that is locked adds the u, not the l, of its edges to what was seen.
//!
//! The cycle has at most n · (2k + m + 1) edges for k pairs and m Inf marks.

use std::collections::VecDeque;

use lariat_automata::Marks;
use lariat_automata::graph::EdgeId;

use super::obligations::Obligations;
use super::part::{Cycle, Part};

/// A cycle through `root`.
pub(crate) fn cycle(part: &Part, obligations: &Obligations, root: u32) -> Option<Cycle> {
    let graph = &part.graph;
    let mut search = Search::new(part, obligations, root);
    let mut edges = Vec::new();
    let mut seen = Marks::EMPTY; // (C5)
    let mut at = root;
    loop {
        let before = edges.len();
        let closed = search.append(&mut edges, &seen, at)?;
        for &edge in &edges[before..] {
            seen.unite(graph.marks(edge)); // (C1), (C6)
        }
        at = edges.last().map_or(root, |&edge| graph.target(edge));
        let done = at == root && obligations.open(&seen).is_empty();
        if closed || done {
            return Some(Cycle { start: root, edges }); // (C2)
        }
    }
}

/// A search whose memory serves from one lock to the next.
struct Search<'a> {
    part: &'a Part,
    obligations: &'a Obligations,
    root: u32,
    father: Vec<Option<EdgeId>>,
    /// After which lock each edge was visited last.
    visited: Vec<u32>,
    locks: u32,
}

impl<'a> Search<'a> {
    fn new(part: &'a Part, obligations: &'a Obligations, root: u32) -> Self {
        let count = part.graph.edge_count();
        Self {
            part,
            obligations,
            root,
            father: vec![None; count],
            visited: vec![0; count],
            locks: 0,
        }
    }

    /// Appends the path to the first edge that locks it, or that closes the cycle while no obligation is
    /// open; the answer tells which.
    fn append(&mut self, path: &mut Vec<EdgeId>, seen: &Marks, from: u32) -> Option<bool> {
        let part = self.part;
        let graph = &part.graph;
        let due = self.obligations.open(seen);
        let obliging: Marks = self.obligations.pairs.iter().map(|pair| pair.l).collect();
        let locking = due.union(&obliging.difference(seen));
        self.locks += 1; // (C4)
        let mut queue = VecDeque::new();
        self.enqueue(from, None, &mut queue); // (C3)
        while let Some(edge) = queue.pop_front() {
            let locks = !graph.marks(edge).is_disjoint(&locking);
            let closes = due.is_empty() && graph.target(edge) == self.root;
            if locks || closes {
                self.trace(path, edge);
                return Some(closes && !locks);
            }
            self.enqueue(graph.target(edge), Some(edge), &mut queue);
        }
        None
    }

    /// Appends the edges of a state that were not visited since the last lock.
    fn enqueue(&mut self, state: u32, father: Option<EdgeId>, queue: &mut VecDeque<EdgeId>) {
        for edge in self.part.graph.edge_ids(state) {
            if self.visited[edge as usize] != self.locks {
                self.visited[edge as usize] = self.locks;
                self.father[edge as usize] = father;
                queue.push_back(edge);
            }
        }
    }

    /// Appends the path by which an edge was reached.
    fn trace(&self, path: &mut Vec<EdgeId>, last: EdgeId) {
        let start = path.len();
        let mut on_path = Some(last);
        while let Some(edge) = on_path {
            path.push(edge);
            on_path = self.father[edge as usize];
        }
        path[start..].reverse();
    }
}
