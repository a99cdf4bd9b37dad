//! States and edges replaced by others further down, whatever their marks.
//!
//! Direct simulation compares marks step by step, though those on edges between components never
//! matter.  Let q *answer* p as in direct simulation, except that q may take an edge into another
//! component whatever marks it lacks: that happens finitely often in a run, so q still accepts all
//! that p does.  The relation is not transitive, so states of one component may not be merged by it.
//! But if q answers p and p answers q, and q does not reach p, then edges to p can lead to q instead:
//! a run is rerouted at most once for each component that it crosses.  For the same reason an edge
//! can go if a sibling leads to a lower component, into a state that answers its target.
//!
//! This is what merges an initial state, which marks nothing, with a state of the component that it
//! leads to.

use lariat_automata::StateId;
use lariat_automata::scc::Components;

use super::effort::Effort;
use super::graph::{Graph, Move};
use super::simulation::{MOST_SIBLINGS, Preorder};
use super::trim::trim;

/// Reroutes to lower components what they accept as well.  Expects a trimmed graph.
/// Changes nothing if comparing edges takes more than the effort.
pub(crate) fn descend(graph: &mut Graph, effort: &Effort) {
    let found = graph.components();
    if found.count <= 1 {
        return;
    }
    let answers = with_free_descents(graph, &found);
    let Some(answered) = Preorder::between(&graph.moves, &answers, |_, _| true, effort) else {
        return;
    };
    for (from, edges) in (0..).zip(&mut graph.moves) {
        if effort.budget().check().is_err() {
            return;
        }
        prune(from, edges, &answered, &found);
    }
    reroute(graph, &answered, &found);
}

/// The edges, with every mark on those that lead to another component.
fn with_free_descents(graph: &Graph, found: &Components) -> Vec<Vec<Move>> {
    let mut moves = graph.moves.clone();
    for (from, edges) in (0..).zip(&mut moves) {
        for edge in edges.iter_mut().filter(|e| !found.together(from, e.to)) {
            edge.marks = graph.all_marks();
        }
    }
    moves
}

/// Removes the letters for which a sibling leads to a lower component that accepts as much.
fn prune(from: StateId, edges: &mut Vec<Move>, answered: &Preorder, found: &Components) {
    if edges.len() > MOST_SIBLINGS {
        return;
    }
    for index in 0..edges.len() {
        for other in 0..edges.len() {
            let (edge, sibling) = (&edges[index], &edges[other]);
            let descends = !found.together(from, sibling.to);
            if index != other && descends && answered.holds(edge.to, sibling.to) {
                edges[index].letters = edge.letters.difference(&sibling.letters);
            }
        }
    }
    edges.retain(|edge| !edge.letters.is_empty());
}

/// Leads the edges into each state to an equivalent one in the lowest component that has one.
fn reroute(graph: &mut Graph, answered: &Preorder, found: &Components) {
    let count = graph.state_count() as StateId;
    let target = |state: StateId| {
        let equivalent = |&other: &StateId| {
            answered.holds(state, other)
                && answered.holds(other, state)
                && found.of[other as usize] < found.of[state as usize]
        };
        let lowest = |&other: &StateId| found.of[other as usize];
        let lower = (0..count).filter(equivalent).min_by_key(lowest);
        lower.unwrap_or(state)
    };
    let mut targets: Vec<StateId> = (0..count).map(target).collect();
    // A state's target may have one itself, in a yet lower component.
    for state in 0..count as usize {
        while targets[targets[state] as usize] != targets[state] {
            targets[state] = targets[targets[state] as usize];
        }
    }
    if (0..count).all(|state| targets[state as usize] == state) {
        return;
    }
    for edge in graph.moves.iter_mut().flatten() {
        edge.to = targets[edge.to as usize];
    }
    for state in &mut graph.initial {
        *state = targets[*state as usize];
    }
    graph.initial.sort_unstable();
    graph.initial.dedup();
    trim(graph);
}
