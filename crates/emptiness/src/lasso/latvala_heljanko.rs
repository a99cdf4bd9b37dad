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
    let mut edges = Vec::new();
    let mut seen = Marks::EMPTY; // (C5)
    let mut at = root;
    loop {
        let before = edges.len();
        let closed = search(part, obligations, &seen, at, root, &mut edges)?;
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

/// Appends the path to the first edge that locks it, or that closes the cycle while no obligation is
/// open; the answer tells which.
fn search(
    part: &Part,
    obligations: &Obligations,
    seen: &Marks,
    from: u32,
    root: u32,
    path: &mut Vec<EdgeId>,
) -> Option<bool> {
    let graph = &part.graph;
    let due = obligations.open(seen);
    let obliging: Marks = obligations.pairs.iter().map(|pair| pair.l).collect();
    let locking = due.union(&obliging.difference(seen));
    let mut father: Vec<Option<EdgeId>> = vec![None; graph.edge_count()];
    let mut visited = vec![false; graph.edge_count()]; // (C4)
    let mut queue: VecDeque<EdgeId> = graph.edge_ids(from).collect(); // (C3)
    for &edge in &queue {
        visited[edge as usize] = true;
    }
    while let Some(edge) = queue.pop_front() {
        let locks = !graph.marks(edge).is_disjoint(&locking);
        let closes = due.is_empty() && graph.target(edge) == root;
        if locks || closes {
            let start = path.len();
            let mut on_path = Some(edge);
            while let Some(edge) = on_path {
                path.push(edge);
                on_path = father[edge as usize];
            }
            path[start..].reverse();
            return Some(closes && !locks);
        }
        for next in graph.edge_ids(graph.target(edge)) {
            if !visited[next as usize] {
                visited[next as usize] = true;
                father[next as usize] = Some(edge);
                queue.push_back(next);
            }
        }
    }
    None
}
