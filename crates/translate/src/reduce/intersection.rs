//! Whether two automata accept a common word.
//!
//! The product of two [`Graph`]s over the same classes of letters, as far as it is reachable; some
//! word is common iff a component of it has every mark of both.

use indexmap::IndexSet;
use lariat_automata::scc::components;
use lariat_automata::{Edge, Marks, StateId};
use lariat_budget::Budget;
use rustc_hash::FxBuildHasher;

use super::graph::Graph;

/// Whether some word is accepted by both; `None` if the product has more than `limit` states,
/// or the budget ends before.
pub(crate) fn intersect(one: &Graph, other: &Graph, limit: usize, budget: &Budget) -> Option<bool> {
    let mut pulse = budget.pulse();
    let mut pairs: IndexSet<(StateId, StateId), FxBuildHasher> = IndexSet::default();
    for &p in &one.initial {
        pairs.extend(other.initial.iter().map(|&q| (p, q)));
    }
    let roots = pairs.len() as StateId;
    let mut edges: Vec<Vec<Edge<StateId>>> = Vec::new();
    while edges.len() < pairs.len() {
        let (p, q) = pairs[edges.len()];
        let mut out = Vec::new();
        for a in &one.moves[p as usize] {
            pulse.beat().ok()?;
            for b in &other.moves[q as usize] {
                if !a.letters.is_disjoint(&b.letters) {
                    let shifted = b.marks.iter().map(|mark| mark + one.marks);
                    let marks = a.marks.iter().chain(shifted).collect();
                    let to = pairs.insert_full((a.to, b.to)).0 as StateId;
                    out.push(Edge { to, marks });
                }
            }
        }
        edges.push(out);
        if pairs.len() > limit {
            return None;
        }
    }
    Some(has_fair_component(
        &edges,
        0..roots,
        one.marks + other.marks,
    ))
}

/// Whether the roots reach a component with every mark below `marks`.
pub(crate) fn has_fair_component(
    edges: &[Vec<Edge<StateId>>],
    roots: impl IntoIterator<Item = StateId>,
    marks: usize,
) -> bool {
    let found = components(edges.len(), roots, |from, out| {
        out.extend_from_slice(&edges[from as usize]);
    });
    let all = Marks::first(marks);
    (0..found.count).any(|c| !found.trivial[c] && all.is_subset(&found.marks[c]))
}
