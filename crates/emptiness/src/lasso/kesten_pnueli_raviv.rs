//! The counterexample of Kesten, Pnueli and Raviv, to compare with.
//!
//! After [kesten.98.icalp], as [latvala.00.csp] describes it for explicit graphs: the cycle passes every
//! u that the component has, whether its l is passed or not, each time by the shortest way to one that was
//! not passed yet.  It has at most n · (k + m + 1) edges for k pairs and m Inf marks.

use lariat_automata::Marks;

use super::obligations::Obligations;
use super::part::{Cycle, Part};
use super::paths::Paths;

/// A cycle through `root`.
pub(crate) fn cycle(part: &Part, obligations: &Obligations, root: u32) -> Option<Cycle> {
    let graph = &part.graph;
    let mut paths = Paths::new(graph);
    let mut due: Marks = obligations.pairs.iter().map(|pair| pair.u).collect();
    due.unite(&obligations.inf);
    let mut edges = Vec::new();
    let mut at = root;
    while !due.is_empty() {
        let before = edges.len();
        let goal = |edge| !graph.marks(edge).is_disjoint(&due);
        if !paths.append(&mut edges, at, |_| true, goal) {
            return None;
        }
        for &edge in &edges[before..] {
            due = due.difference(graph.marks(edge));
            at = graph.target(edge);
        }
    }
    let closed = at == root && !edges.is_empty();
    let found = closed || paths.append(&mut edges, at, |_| true, |e| graph.target(e) == root);
    found.then_some(Cycle { start: root, edges })
}
