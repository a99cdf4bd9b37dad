//! As many marks as possible.
//!
//! If every cycle through an edge has a mark somewhere, the edge may have it, too: what recurs in a run stays what it was,
//! whatever the condition is.  These are the edges between the components that are left without the edges with the mark.
//! States that differed only in where on the way a mark is seen then have equal edges.

use lariat_automata::scc::components;
use lariat_automata::{Edge, Marks, StateId};

use super::table::Table;

/// Adds each mark of the condition to all edges that may have it.
pub(super) fn saturate(table: &mut Table) {
    let all = table.components();
    for mark in table.condition.mentioned().iter() {
        let has_mark: Vec<bool> = table
            .mark_sets
            .iter()
            .map(|set| set.contains(mark))
            .collect();
        let states = 0..table.states() as StateId;
        let without = components(table.states(), states, |from, out| {
            let row = table.rows[from as usize].iter();
            let rest = row.filter(|entry| !has_mark[entry.marks as usize]);
            out.extend(rest.map(|entry| Edge {
                to: entry.to,
                marks: Marks::EMPTY,
            }));
        });
        for from in 0..table.states() {
            for letter in 0..table.rows[from].len() {
                let entry = table.rows[from][letter];
                let from = from as StateId;
                if all.together(from, entry.to) && !without.together(from, entry.to) {
                    let mut marks = table.mark_sets[entry.marks as usize].clone();
                    marks.insert(mark);
                    table.rows[from as usize][letter].marks = table.marks(marks);
                }
            }
        }
    }
}
