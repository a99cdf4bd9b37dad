//! Reverse simulation: states that can be reached in all the ways that another can.
//!
//! The mirror image of direct simulation [somenzi.00.cav]: q *reverse-simulates* p if each edge that
//! enters p is matched, letter by letter, by an edge that enters q, carries at least the same marks
//! and leaves a state that reverse-simulates where p's edge leaves; and q is initial if p is.  Every
//! finite run to p then has a run to q over the same word with at least the same marks, and by
//! König's lemma an infinite word loses nothing when two such states become one, or when an edge goes
//! that has a better sibling among those that enter the same state.

use lariat_automata::StateId;

use super::effort::Effort;
use super::graph::{Graph, Move};
use super::simulation::Preorder;

/// Merges states that reverse-simulate each other and removes dominated edges.
/// Changes nothing if comparing edges takes more than the effort.
pub(crate) fn cosimulate(graph: &mut Graph, effort: &Effort) {
    cosimulate_among(graph, |_, _| true, effort);
}

/// The same, where only pairs (p, q) that `may` allows are compared.
pub(crate) fn cosimulate_among(
    graph: &mut Graph,
    may: impl Fn(StateId, StateId) -> bool,
    effort: &Effort,
) {
    let mut initial = vec![false; graph.state_count()];
    for &state in &graph.initial {
        initial[state as usize] = true;
    }
    let may = |p: StateId, q: StateId| (!initial[p as usize] || initial[q as usize]) && may(p, q);
    let mut reversed = reverse(&graph.moves);
    let Some(preorder) = Preorder::new(&reversed, may, effort) else {
        return;
    };
    let number = preorder.quotient(&mut reversed);
    graph.moves = reverse(&reversed);
    let mut classes: Vec<StateId> = graph.initial.iter().map(|&s| number[s as usize]).collect();
    classes.sort_unstable();
    classes.dedup();
    graph.initial = classes;
}

/// Every edge turned round.
fn reverse(moves: &[Vec<Move>]) -> Vec<Vec<Move>> {
    let mut reversed = vec![Vec::new(); moves.len()];
    for (from, edges) in moves.iter().enumerate() {
        for edge in edges {
            reversed[edge.to as usize].push(Move {
                to: from as StateId,
                ..edge.clone()
            });
        }
    }
    reversed
}
