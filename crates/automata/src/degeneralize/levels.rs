//! Levels: copies of a component that count how many marks of an order have been seen.

use lariat_budget::{Budget, Exhausted};

use super::{Expansion, Graph};
use crate::scc::components;
use crate::{Edge, Marks, StateId};

/// Orders are tried as long as the copies' edges in all of them stay below this.
const WORK: usize = 400_000;

/// The smallest expansion that levels give under any order of the marks that is tried, each finished
/// by `finish`.
pub(super) fn best_levels(
    graph: &Graph,
    needed: &Marks,
    budget: &Budget,
    finish: impl Fn(Expansion) -> Expansion,
) -> Result<Expansion, Exhausted> {
    let marks: Vec<usize> = needed.iter().collect();
    let edge_count: usize = graph.iter().map(Vec::len).sum();
    let tries = (WORK / (2 * edge_count * marks.len()).max(1)).max(1);
    let styles = [Wrap::Stop, Wrap::Continue];
    let mut best: Option<Expansion> = None;
    for order in Orders::new(marks).take(tries) {
        for wrap in styles {
            budget.check()?;
            let tried = finish(levels(graph, &order, wrap));
            if best
                .as_ref()
                .is_none_or(|best| tried.copies() < best.copies())
            {
                best = Some(tried);
            }
        }
    }
    Ok(best.expect("there is at least one order"))
}

/// What an edge does that passes the last mark of the order.
#[derive(Clone, Copy)]
enum Wrap {
    /// It leads to the first level: good for marks on states, where all such edges lead to one copy.
    Stop,
    /// It goes on counting: good for marks on edges, where a full round leads back to its level.
    Continue,
}

/// The copies of a smallest bottom component of the levels under one order.
///
/// An edge at level i passes the marks at i, i + 1, … of the order as long as it carries them, at
/// most once around; it is marked if it passes the last one.
fn levels(graph: &Graph, order: &[usize], wrap: Wrap) -> Expansion {
    let height = order.len();
    let step = |level: usize, edge: &Edge<StateId>| {
        let end = match wrap {
            Wrap::Stop => height,
            Wrap::Continue => level + height,
        };
        let carried = (level..end).take_while(|i| edge.marks.contains(order[i % height]));
        let reached = level + carried.count();
        (
            edge.to as usize * height + reached % height,
            reached >= height,
        )
    };
    let count = graph.len() * height;
    let successors = |copy: usize| {
        let edges = graph[copy / height].iter();
        edges.map(move |edge| step(copy % height, edge))
    };
    let found = components(count, 0..count as StateId, |from, out| {
        out.extend(successors(from as usize).map(|(to, _)| Edge {
            to: to as StateId,
            marks: Marks::EMPTY,
        }));
    });
    let mut is_bottom = vec![true; found.count];
    for copy in 0..count {
        let own = found.of[copy];
        if successors(copy).any(|(to, _)| found.of[to] != own) {
            is_bottom[own as usize] = false;
        }
    }
    let members = found.members();
    let bottoms = members.iter().zip(is_bottom).filter(|(_, bottom)| *bottom);
    let (kept, _) = bottoms
        .min_by_key(|(copies, _)| copies.len())
        .expect("a finite graph has a bottom component");
    let number = |copy: usize| kept.partition_point(|&other| (other as usize) < copy);
    let edges = |&copy: &StateId| {
        let edges = successors(copy as usize);
        edges.map(|(to, marked)| (number(to), marked)).collect()
    };
    Expansion {
        state_of: kept.iter().map(|&copy| copy / height as StateId).collect(),
        edges: kept.iter().map(edges).collect(),
    }
}

/// All orders of the marks, in lexicographic order.
struct Orders {
    next: Option<Vec<usize>>,
}

impl Orders {
    fn new(marks: Vec<usize>) -> Self {
        Self { next: Some(marks) }
    }
}

impl Iterator for Orders {
    type Item = Vec<usize>;

    fn next(&mut self) -> Option<Vec<usize>> {
        let current = self.next.take()?;
        self.next = following(&current);
        Some(current)
    }
}

/// The next permutation in lexicographic order.
fn following(order: &[usize]) -> Option<Vec<usize>> {
    let pivot = order.windows(2).rposition(|pair| pair[0] < pair[1])?;
    let larger = order.iter().rposition(|&mark| mark > order[pivot])?;
    let mut next = order.to_vec();
    next.swap(pivot, larger);
    next[pivot + 1..].reverse();
    Some(next)
}
