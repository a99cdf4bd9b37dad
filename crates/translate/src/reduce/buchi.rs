//! Büchi automata with marks on states, and kept so.
//!
//! Some tools, and Spin's never claims, want the mark on states: on all edges that leave a state, or
//! on none.  The techniques for marks on edges apply with two provisos.  Where marks have been removed
//! from edges between components they are put back, so that the edges of a state agree again before
//! states are compared.  And reverse simulation, which looks at the marks of edges that enter a state,
//! must not merge a state that is marked with one that is not.

use lariat_automata::{Explicit, Marks, StateId};
use lariat_budget::{Budget, Exhausted};

use super::effort::Effort;
use super::graph::Graph;
use super::{ReduceOptions, cosimulation, descent, graph_of, released, simulation, tidy};

/// A smaller automaton of the same language, Büchi and with marks on states as the one given.
///
/// An automaton with several marks, or whose edges disagree on the mark inside a component, is handed
/// back as it is.
///
/// # Errors
/// If the budget has ended.
pub fn reduce_buchi(
    mut automaton: Explicit,
    options: &ReduceOptions,
    budget: &Budget,
) -> Result<Explicit, Exhausted> {
    automaton.labels.bdds.obey(budget);
    let Some((mut graph, letters)) = graph_of(&automaton, options, budget) else {
        return released(automaton);
    };
    tidy(&mut graph);
    if graph.marks > 1 || !agree(&graph) {
        return released(automaton);
    }
    let effort = options.effort_for(&graph, budget);
    reduce_graph(&mut graph, &effort);
    if graph.marks == 0 {
        mark_everything(&mut graph);
    }
    budget.check()?;
    released(graph.into_explicit(automaton.name, automaton.labels, &letters))
}

fn reduce_graph(graph: &mut Graph, effort: &Effort) {
    spread_marks(graph);
    loop {
        let size = graph.size();
        simulation::simulate(graph, effort);
        tidy(graph);
        descent::descend(graph, effort);
        tidy(graph);
        let marked = spread_marks(graph);
        let may = |p: StateId, q: StateId| !marked[p as usize] || marked[q as usize];
        cosimulation::cosimulate_among(graph, may, effort);
        tidy(graph);
        spread_marks(graph);
        if graph.size() >= size || effort.budget().check().is_err() {
            break;
        }
    }
}

/// Whether the edges of each state that stay in its component carry the same marks.
fn agree(graph: &Graph) -> bool {
    let found = graph.components();
    (0..).zip(&graph.moves).all(|(from, edges)| {
        let mut inside = edges.iter().filter(|edge| found.together(from, edge.to));
        let first = inside.next();
        inside.all(|edge| first.is_some_and(|first| first.marks == edge.marks))
    })
}

/// Gives every edge of a state the marks of those that stay in its component; the marked states.
fn spread_marks(graph: &mut Graph) -> Vec<bool> {
    let found = graph.components();
    let mut marked = Vec::with_capacity(graph.state_count());
    for (from, edges) in (0..).zip(&mut graph.moves) {
        let inside = edges.iter().find(|edge| found.together(from, edge.to));
        let marks = inside.map_or(Marks::EMPTY, |edge| edge.marks.clone());
        marked.push(!marks.is_empty());
        for edge in edges.iter_mut() {
            edge.marks = marks.clone();
        }
    }
    graph.merge_moves();
    marked
}

fn mark_everything(graph: &mut Graph) {
    graph.marks = 1;
    for edge in graph.moves.iter_mut().flatten() {
        edge.marks = Marks::single(0);
    }
}
