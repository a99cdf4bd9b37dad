//! The shortest lasso, by exhaustive search.
//!
//! A cycle is followed as a pair of a state and the marks carried so far.  From each state, the nearest
//! first, a breadth-first search looks for the shortest accepting way back, no longer than what would be
//! an improvement; states that were starts before are left out, since the cycles through them are known.
//! The number of pairs is exponential in the number of marks, so the search needs patience.

use lariat_automata::Marks;
use lariat_automata::graph::EdgeId;
use rustc_hash::FxHashSet;

use super::part::{Cycle, Part};
use super::patience::Patience;
use crate::formula::Formula;

/// What it costs to keep a pair, in steps: most of all it costs memory.
const PAIR_STEPS: u64 = 8;

/// The cycle of a shortest lasso, if it is shorter than `bound`; where patience is spent before, the
/// shortest that was found.
pub(crate) fn shortest(
    part: &Part,
    formula: &Formula,
    relevant: &Marks,
    mut bound: u64,
    patience: &mut Patience<'_>,
) -> Option<Cycle> {
    let mut best = None;
    let mut finished = vec![false; part.graph.state_count() as usize];
    for start in part.nearest_first() {
        let distance = u64::from(part.distance[start as usize]);
        let Some(longest) = bound
            .checked_sub(distance + 1)
            .filter(|&longest| longest > 0)
        else {
            break;
        };
        let search = Search {
            part,
            formula,
            relevant,
            start,
            finished: &finished,
        };
        if let Some(edges) = search.run(longest, patience) {
            bound = distance + edges.len() as u64;
            best = Some(Cycle { start, edges });
        }
        if patience.is_spent() {
            break;
        }
        finished[start as usize] = true;
    }
    best
}

struct Search<'a> {
    part: &'a Part,
    formula: &'a Formula,
    relevant: &'a Marks,
    start: u32,
    finished: &'a [bool],
}

/// A way from the start: its last edge, the way before it, and the marks it carries.
struct Way {
    edge: EdgeId,
    before: Option<usize>,
    marks: Marks,
}

impl Search<'_> {
    /// The edges of the shortest accepting cycle of at most `longest` edges.
    fn run(&self, longest: u64, patience: &mut Patience<'_>) -> Option<Vec<EdgeId>> {
        let graph = &self.part.graph;
        let mut seen: FxHashSet<(u32, Marks)> = FxHashSet::default();
        let mut ways: Vec<Way> = Vec::new();
        let mut layer = vec![None];
        for _ in 0..longest {
            let mut next_layer = Vec::new();
            for before in layer {
                let (at, marks) = match before.map(|before: usize| &ways[before]) {
                    Some(way) => (graph.target(way.edge), way.marks.clone()),
                    None => (self.start, Marks::EMPTY),
                };
                for edge in graph.edge_ids(at) {
                    if patience.is_spent() {
                        return None;
                    }
                    patience.spend(1);
                    let to = graph.target(edge);
                    let marks = marks.union(&graph.marks(edge).intersection(self.relevant));
                    if to == self.start && self.formula.accepts(&marks) {
                        return Some(trace(&ways, before, edge));
                    }
                    if !self.finished[to as usize] && seen.insert((to, marks.clone())) {
                        patience.spend(PAIR_STEPS);
                        next_layer.push(Some(ways.len()));
                        ways.push(Way {
                            edge,
                            before,
                            marks,
                        });
                    }
                }
            }
            layer = next_layer;
        }
        None
    }
}

/// The edges of a way and one more.
fn trace(ways: &[Way], mut before: Option<usize>, last: EdgeId) -> Vec<EdgeId> {
    let mut edges = vec![last];
    while let Some(way) = before {
        edges.push(ways[way].edge);
        before = ways[way].before;
    }
    edges.reverse();
    edges
}
