//! What several test files share.

use lariat_automata::{Condition, Edge, Marks};

/// The edges of each state.
pub(crate) type Graph = Vec<Vec<Edge<u32>>>;

/// Counts verdicts and complains if one of them is rare.
#[derive(Default)]
pub(crate) struct Verdicts {
    yes: u32,
    no: u32,
}

impl Verdicts {
    /// Counts one.
    pub(crate) fn count(&mut self, verdict: bool) {
        *(if verdict { &mut self.yes } else { &mut self.no }) += 1;
    }

    /// Panics unless each verdict is at least a tenth of all.
    pub(crate) fn assert_both(&self) {
        let least = (self.yes + self.no) / 10;
        let Verdicts { yes, no } = self;
        assert!(*yes > least && *no > least, "lopsided: {yes} yes, {no} no");
    }
}

/// All edges with their sources.
pub(crate) fn edge_list(graph: &Graph) -> Vec<(usize, &Edge<u32>)> {
    let edges = graph.iter().enumerate();
    edges
        .flat_map(|(from, edges)| edges.iter().map(move |edge| (from, edge)))
        .collect()
}

/// Which state reaches which by at least one of the given edges.
pub(crate) fn closure(states: usize, edges: &[(usize, usize)]) -> Vec<Vec<bool>> {
    let mut reach = vec![vec![false; states]; states];
    for &(from, to) in edges {
        reach[from][to] = true;
    }
    for via in 0..states {
        for from in 0..states {
            for to in 0..states {
                reach[from][to] |= reach[from][via] && reach[via][to];
            }
        }
    }
    reach
}

/// By definition: some set of edges is strongly connected and carries accepted marks.
pub(crate) fn accepting_edge_set_exists(graph: &Graph, condition: &Condition) -> bool {
    let edges = edge_list(graph);
    (1u32..1 << edges.len()).any(|chosen| {
        let chosen: Vec<_> = (0..edges.len())
            .filter(|i| chosen >> i & 1 == 1)
            .map(|i| edges[i])
            .collect();
        let pairs: Vec<_> = chosen.iter().map(|(f, e)| (*f, e.to as usize)).collect();
        let reach = closure(graph.len(), &pairs);
        let connected = |from: usize, to: usize| reach[from][to] && reach[to][from];
        let all_connected = pairs
            .iter()
            .all(|&(from, _)| pairs.iter().all(|&(_, to)| connected(from, to)));
        let marks = chosen
            .iter()
            .fold(Marks::EMPTY, |all, (_, edge)| all.union(&edge.marks));
        all_connected && condition.accepts(&marks)
    })
}
