//! Fewer acceptance marks, on fewer kinds of edges.
//!
//! What a mark demands depends on the component that a run stays in.  There it is *redundant* if
//! every cycle with all the other marks carries it too, as where it lies on every edge, contains
//! another mark, or cuts every cycle (a component all of whose cycles are accepting needs no mark at
//! all).  Redundant marks are dropped one by one, each against those that remain.  The automaton
//! needs as many marks as the most demanding component, and one if a component rejects; in the
//! other accepting components, spare marks lie on every edge.
//!
//! Dropping marks makes edges alike, which then become one, and states alike, which simulation then
//! merges.

use lariat_automata::scc::{Components, components};
use lariat_automata::{Edge, Marks, StateId};

use super::graph::Graph;

/// Drops redundant marks and renumbers the others.  Expects a trimmed graph: marks lie inside
/// accepting components only.
pub(crate) fn simplify(graph: &mut Graph) {
    if graph.marks == 0 {
        return;
    }
    let found = graph.components();
    let members = found.members();
    let needed: Vec<Marks> = (0..found.count)
        .map(|component| match graph.accepting(&found, component) {
            true => needed_marks(graph, &found, &members[component]),
            false => Marks::EMPTY,
        })
        .collect();
    let rejecting =
        |&component: &usize| !found.trivial[component] && !graph.accepting(&found, component);
    let fewest = usize::from((0..found.count).any(|component| rejecting(&component)));
    let count = needed.iter().map(Marks::len).fold(fewest, usize::max);
    for (component, members) in members.iter().enumerate() {
        if graph.accepting(&found, component) {
            let numbers = numbering(&needed[component], count);
            renumber(graph, &found, members, &numbers, count);
        }
    }
    graph.marks = count;
    graph.merge_moves();
}

/// The marks that remain when redundant ones are dropped one by one.
fn needed_marks(graph: &Graph, found: &Components, members: &[StateId]) -> Marks {
    let mut needed = graph.all_marks();
    for mark in (0..graph.marks).rev() {
        needed.remove(mark);
        if has_cycle(graph, found, members, &needed, mark) {
            needed.insert(mark);
        }
    }
    needed
}

/// Whether the component has a cycle with every mark of `wanted` and without `unwanted`.
fn has_cycle(
    graph: &Graph,
    found: &Components,
    members: &[StateId],
    wanted: &Marks,
    unwanted: usize,
) -> bool {
    let without = components(graph.state_count(), members.iter().copied(), |from, out| {
        for edge in &graph.moves[from as usize] {
            if found.together(from, edge.to) && !edge.marks.contains(unwanted) {
                out.push(Edge {
                    to: edge.to,
                    marks: edge.marks.clone(),
                });
            }
        }
    });
    (0..without.count).any(|c| !without.trivial[c] && wanted.is_subset(&without.marks[c]))
}

/// A number below `count` for each needed mark: its own where that is small enough, else a free one.
fn numbering(needed: &Marks, count: usize) -> Vec<(usize, usize)> {
    let mut free = Marks::first(count).difference(needed);
    let number = |mark: usize| {
        if mark < count {
            return (mark, mark);
        }
        let number = free.iter().next().expect("as many numbers as needed marks");
        free.remove(number);
        (mark, number)
    };
    needed.iter().map(number).collect()
}

fn renumber(
    graph: &mut Graph,
    found: &Components,
    members: &[StateId],
    numbers: &[(usize, usize)],
    count: usize,
) {
    let taken: Marks = numbers.iter().map(|&(_, number)| number).collect();
    let spare = Marks::first(count).difference(&taken);
    for &from in members {
        for edge in &mut graph.moves[from as usize] {
            if found.together(from, edge.to) {
                let kept = numbers
                    .iter()
                    .filter(|(mark, _)| edge.marks.contains(*mark));
                edge.marks = kept.map(|&(_, number)| number).collect();
                edge.marks.unite(&spare);
            }
        }
    }
}
