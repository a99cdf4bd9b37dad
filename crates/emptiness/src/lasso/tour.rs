//! A cycle from one open obligation to the nearest next.
//!
//! From a start, walk to the nearest edge that carries a mark which is still due, until none is, and
//! then back to the start.  Only what is carried obliges: a mark u is due from the moment its l is
//! passed.  A careful tour prefers ways on which no new l lies, a careless one takes the shortest.
//!
//! Each leg ends an obligation or closes the cycle, and after closing it a new l brings one leg more and
//! another return: with k pairs and m Inf marks these are at most 2k + m + 1 legs of at most n edges.

use lariat_automata::Marks;

use super::obligations::Obligations;
use super::part::{Cycle, Part};
use super::paths::Paths;

/// Whether a tour avoids obligations at the price of a detour.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Care {
    /// A leg avoids new obligations if it can.
    Careful,
    /// A leg is as short as it can be.
    Careless,
}

/// A cycle through `start` that meets the obligations.
pub(crate) fn tour(
    part: &Part,
    obligations: &Obligations,
    start: u32,
    care: Care,
    paths: &mut Paths<'_>,
) -> Option<Cycle> {
    let graph = &part.graph;
    let mut cycle = Cycle {
        start,
        edges: Vec::new(),
    };
    let mut marks = Marks::EMPTY;
    let mut at = start;
    loop {
        let due = obligations.open(&marks);
        if due.is_empty() && at == start && !cycle.edges.is_empty() {
            return Some(cycle);
        }
        let before = cycle.edges.len();
        let goal = |edge| match due.is_empty() {
            true => graph.target(edge) == start,
            false => !graph.marks(edge).is_disjoint(&due),
        };
        let obliging = obligations.obliging(&marks.union(&due));
        let careful = |edge| graph.marks(edge).is_disjoint(&obliging);
        let found = (care == Care::Careful && paths.append(&mut cycle.edges, at, careful, goal))
            || paths.append(&mut cycle.edges, at, |_| true, goal);
        if !found {
            return None;
        }
        for &edge in &cycle.edges[before..] {
            marks.unite(graph.marks(edge));
            at = graph.target(edge);
        }
    }
}
