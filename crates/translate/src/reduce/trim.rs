//! Useless states, and marks where no accepting run can repeat them.
//!
//! A state is useful if an initial state reaches it and it reaches a component with every mark; the
//! others go.  An edge that leads from one component to another, or lies in a component that lacks a
//! mark, is taken finitely often by every accepting run: its marks say nothing and are removed, so
//! that edges that differ in them only become one.  Spot's users know this as the filtering of
//! components [duret.16.atva2].

use lariat_automata::StateId;
use lariat_automata::scc::Components;

use super::graph::Graph;
use lariat_automata::Marks;

/// Removes useless states and marks.  One initial state stays, even if no word is accepted.
pub(crate) fn trim(graph: &mut Graph) {
    let found = graph.components();
    clear_idle_marks(graph, &found);
    let useful = useful_components(graph, &found);
    let is_useful =
        |&component: &u32| component != Components::UNREACHED && useful[component as usize];
    let mut kept: Vec<StateId> = Vec::new();
    let mut number = Vec::with_capacity(graph.state_count());
    for (state, component) in (0..).zip(&found.of) {
        number.push(is_useful(component).then_some(kept.len() as StateId));
        kept.extend(is_useful(component).then_some(state));
    }
    if kept.is_empty() {
        become_empty(graph);
    } else {
        graph.restrict(&kept, &number);
    }
}

/// The automaton that accepts nothing.
fn become_empty(graph: &mut Graph) {
    graph.marks = 0;
    graph.initial = vec![0];
    graph.moves = vec![Vec::new()];
}

fn clear_idle_marks(graph: &mut Graph, found: &Components) {
    let accepting: Vec<bool> = (0..found.count)
        .map(|component| graph.accepting(found, component))
        .collect();
    for (from, edges) in graph.moves.iter_mut().enumerate() {
        let component = found.of[from];
        for edge in edges {
            let inside = found.of[edge.to as usize] == component;
            if component == Components::UNREACHED || !inside || !accepting[component as usize] {
                edge.marks = Marks::EMPTY;
            }
        }
    }
}

/// The components that reach an accepting one.
fn useful_components(graph: &Graph, found: &Components) -> Vec<bool> {
    let mut useful = vec![false; found.count];
    // Edges lead to components with smaller numbers: those are settled first.
    for (component, members) in found.members().iter().enumerate() {
        let leads_on = |&state: &StateId| {
            let mut edges = graph.moves[state as usize].iter();
            edges.any(|edge| useful[found.of[edge.to as usize] as usize])
        };
        useful[component] = graph.accepting(found, component) || members.iter().any(leads_on);
    }
    useful
}
