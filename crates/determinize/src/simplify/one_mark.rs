//! One mark, where it is enough.
//!
//! If a language is a recurrence property, a deterministic automaton for it can often keep its states and have a Büchi
//! condition: mark the edges that lie on no rejecting cycle [krishnan.94.isaac].  That is right if no accepting cycle is without
//! a mark.  For persistence properties the same is done with accepting and rejecting exchanged.  Such marks do not depend on where the old
//! ones were, so that more states have equal edges.

use lariat_automata::scc::Components;
use lariat_automata::{Condition, Edge, Marks, StateId};
use rustc_hash::FxHashSet;

use super::colours::{Cycles, cycles};
use super::table::{Entry, Table};

/// How many edges all components with both kinds of cycles may have.
const EDGES: usize = 200;

/// Makes the condition Büchi's or its opposite, if that can be done without new states; whether it did.
pub(super) fn reduce(table: &mut Table) -> bool {
    if table.condition.mentioned().len() <= 1 {
        return false;
    }
    let components = table.components();
    let cycles = cycles(table, &components);
    let mixed = (0..table.states() as StateId).filter(|&state| {
        let component = components.of[state as usize] as usize;
        cycles[component] == Cycles::Mixed
    });
    let mixed: Vec<StateId> = mixed.collect();
    let edges: Vec<(StateId, Entry)> = mixed
        .iter()
        .flat_map(|&from| inner_edges(table, &components, from))
        .collect();
    if edges.len() > EDGES {
        return false;
    }
    for buchi in [true, false] {
        if let Some(marked) = marked(table, &edges, buchi) {
            rewrite(table, &components, &cycles, &marked, buchi);
            return true;
        }
    }
    false
}

/// The different edges from a state that stay in its component.
fn inner_edges(table: &Table, components: &Components, from: StateId) -> Vec<(StateId, Entry)> {
    let mut entries = table.rows[from as usize].clone();
    entries.retain(|entry| components.together(from, entry.to));
    entries.sort_unstable();
    entries.dedup();
    entries.into_iter().map(|entry| (from, entry)).collect()
}

/// The edges that get the mark; `None` if the mark is not enough.
fn marked(
    table: &Table,
    edges: &[(StateId, Entry)],
    buchi: bool,
) -> Option<FxHashSet<(StateId, Entry)>> {
    let (condition, negation) = match buchi {
        true => (table.condition.clone(), table.condition.negated()),
        false => (table.condition.negated(), table.condition.clone()),
    };
    let fresh = condition
        .mentioned()
        .iter()
        .max()
        .map_or(0, |mark| mark + 1);
    let through = Condition::all([negation, Condition::Inf(fresh)]);
    let free = |&edge: &(StateId, Entry)| {
        let graph = graph(table, edges, |other| {
            let mut marks = table.mark_sets[other.1.marks as usize].clone();
            if other == edge {
                marks.insert(fresh);
            }
            Some(marks)
        });
        !table.has_accepting_cycle(&graph, &through)
    };
    let free: FxHashSet<(StateId, Entry)> = edges.iter().copied().filter(free).collect();
    let rest = graph(table, edges, |edge| {
        let marks = &table.mark_sets[edge.1.marks as usize];
        (!free.contains(&edge)).then(|| marks.clone())
    });
    (!table.has_accepting_cycle(&rest, &condition)).then_some(free)
}

/// The graph of the edges to which `marks` gives marks.
fn graph(
    table: &Table,
    edges: &[(StateId, Entry)],
    marks: impl Fn((StateId, Entry)) -> Option<Marks>,
) -> Vec<Vec<Edge<StateId>>> {
    let mut graph = vec![Vec::new(); table.states()];
    for &(from, entry) in edges {
        if let Some(marks) = marks((from, entry)) {
            graph[from as usize].push(Edge {
                to: entry.to,
                marks,
            });
        }
    }
    graph
}

/// Replaces condition and marks.
fn rewrite(
    table: &mut Table,
    components: &Components,
    cycles: &[Cycles],
    marked: &FxHashSet<(StateId, Entry)>,
    buchi: bool,
) {
    table.condition = match buchi {
        true => Condition::Inf(0),
        false => Condition::Fin(0),
    };
    let (with, without) = (table.marks(Marks::single(0)), table.marks(Marks::EMPTY));
    for (from, row) in (0..).zip(&mut table.rows) {
        for entry in row {
            let has_mark = match cycles[components.of[from as usize] as usize] {
                Cycles::Mixed => marked.contains(&(from, *entry)),
                Cycles::Accepting => buchi,
                Cycles::Rejecting | Cycles::None => !buchi,
            };
            entry.marks = if has_mark { with } else { without };
        }
    }
}
