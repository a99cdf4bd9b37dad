//! Where the one mark goes: on edges or states that are there already, or on copies.

use lariat_budget::{Budget, Exhausted};

use super::levels::best_levels;
use super::{Expansion, Graph};
use crate::scc::{Components, components};
use crate::{Edge, Marks, StateId};

/// An expansion with the mark on edges; `needed` marks recur in the graph.
pub(super) fn on_edges(
    graph: &Graph,
    needed: &Marks,
    budget: &Budget,
) -> Result<Expansion, Exhausted> {
    match edges_without_copies(graph, needed, budget)? {
        Some(expansion) => Ok(expansion),
        None => best_levels(graph, needed, budget, |levels| levels),
    }
}

/// An expansion whose copies have the mark on all of their edges or on none.
pub(super) fn on_states(
    graph: &Graph,
    needed: &Marks,
    budget: &Budget,
) -> Result<Expansion, Exhausted> {
    match states_without_copies(graph, needed, budget)? {
        Some(expansion) => Ok(expansion),
        None => best_levels(graph, needed, budget, marks_to_states),
    }
}

/// For each needed mark the components of the graph without the edges that carry it.
fn avoiding(graph: &Graph, needed: &Marks, budget: &Budget) -> Result<Vec<Components>, Exhausted> {
    let without = |mark: usize| {
        budget.check()?;
        Ok(components(
            graph.len(),
            0..graph.len() as StateId,
            |from, out| {
                let edges = graph[from as usize].iter();
                out.extend(edges.filter(|edge| !edge.marks.contains(mark)).cloned());
            },
        ))
    };
    needed.iter().map(without).collect()
}

/// Marks the edges all of whose cycles are accepting, if every accepting cycle has one.
fn edges_without_copies(
    graph: &Graph,
    needed: &Marks,
    budget: &Budget,
) -> Result<Option<Expansion>, Exhausted> {
    let avoiding = avoiding(graph, needed, budget)?;
    let on_rejecting_cycle = |from: usize, edge: &Edge<StateId>| {
        needed.iter().zip(&avoiding).any(|(mark, rest)| {
            !edge.marks.contains(mark) && rest.together(from as StateId, edge.to)
        })
    };
    let rest = components(graph.len(), 0..graph.len() as StateId, |from, out| {
        let edges = graph[from as usize].iter();
        let kept = edges.filter(|edge| on_rejecting_cycle(from as usize, edge));
        out.extend(kept.cloned());
    });
    let is_enough = no_accepting_component(&rest, needed);
    Ok(is_enough.then(|| Expansion::plain(graph, |from, edge| !on_rejecting_cycle(from, edge))))
}

/// Marks the states all of whose cycles are accepting, if every accepting cycle visits one.
fn states_without_copies(
    graph: &Graph,
    needed: &Marks,
    budget: &Budget,
) -> Result<Option<Expansion>, Exhausted> {
    let avoiding = avoiding(graph, needed, budget)?;
    let on_rejecting_cycle = |state: usize| {
        let trivial_in = |rest: &Components| rest.trivial[rest.of[state] as usize];
        !avoiding.iter().all(trivial_in)
    };
    let rest = components(graph.len(), 0..graph.len() as StateId, |from, out| {
        if on_rejecting_cycle(from as usize) {
            let edges = graph[from as usize].iter();
            out.extend(
                edges
                    .filter(|edge| on_rejecting_cycle(edge.to as usize))
                    .cloned(),
            );
        }
    });
    let is_enough = no_accepting_component(&rest, needed);
    Ok(is_enough.then(|| Expansion::plain(graph, |from, _| !on_rejecting_cycle(from))))
}

fn no_accepting_component(rest: &Components, needed: &Marks) -> bool {
    (0..rest.count).all(|c| rest.trivial[c] || !needed.is_subset(&rest.marks[c]))
}

/// Moves the mark from edges to copies, of which those are split that cannot do without.
fn marks_to_states(expansion: Expansion) -> Expansion {
    let count = expansion.copies();
    let unmarked = components(count, 0..count as StateId, |from, out| {
        let edges = expansion.edges[from as usize].iter();
        let kept = edges.filter(|(_, marked)| !marked);
        out.extend(kept.map(|&(to, _)| Edge {
            to: to as StateId,
            marks: Marks::EMPTY,
        }));
    });
    // Every cycle through such a copy passes a marked edge, so the copy itself can be marked.
    let accepting = |copy: usize| unmarked.trivial[unmarked.of[copy] as usize];
    let needs_split =
        |from: usize, to: usize, marked: bool| marked && !accepting(from) && !accepting(to);
    let mut twin: Vec<Option<usize>> = vec![None; count];
    let mut state_of = expansion.state_of.clone();
    for (from, edges) in expansion.edges.iter().enumerate() {
        for &(to, marked) in edges {
            if needs_split(from, to, marked) && twin[to].is_none() {
                twin[to] = Some(state_of.len());
                state_of.push(expansion.state_of[to]);
            }
        }
    }
    let redirected = |from: usize, mark: bool| {
        let edges = expansion.edges[from].iter();
        let redirect = |&(to, marked): &(usize, bool)| {
            let split = if needs_split(from, to, marked) {
                twin[to]
            } else {
                None
            };
            (split.unwrap_or(to), mark)
        };
        edges.map(redirect).collect::<Vec<_>>()
    };
    let mut edges: Vec<_> = (0..count)
        .map(|copy| redirected(copy, accepting(copy)))
        .collect();
    let mut twins: Vec<_> = (0..count)
        .filter_map(|copy| Some((twin[copy]?, copy)))
        .collect();
    twins.sort_unstable();
    edges.extend(twins.into_iter().map(|(_, copy)| redirected(copy, true)));
    Expansion { state_of, edges }
}
