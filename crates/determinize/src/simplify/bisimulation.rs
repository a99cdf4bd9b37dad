//! States with equal edges.
//!
//! Classes of states are split by their signature, the marks and the class at the end of the edge for each letter,
//! until none is split: the coarsest bisimulation.

use indexmap::IndexSet;
use lariat_automata::StateId;
use rustc_hash::FxBuildHasher;

use super::table::{Entry, Table};

/// Merges states with equal signatures.
pub(super) fn quotient(table: &mut Table) {
    let mut class_of = vec![0; table.states()];
    let mut count = 1;
    while table.budget.check().is_ok() {
        let mut signatures: IndexSet<(StateId, Vec<Entry>), FxBuildHasher> = IndexSet::default();
        let signature = |state: usize| {
            let entry = |entry: &Entry| Entry {
                to: class_of[entry.to as usize],
                ..*entry
            };
            (
                class_of[state],
                table.rows[state].iter().map(entry).collect(),
            )
        };
        let split: Vec<StateId> = (0..table.states())
            .map(|state| signatures.insert_full(signature(state)).0 as StateId)
            .collect();
        class_of = split;
        if signatures.len() == count {
            table.initial = class_of[table.initial as usize];
            table.rows = signatures.into_iter().map(|(_, row)| row).collect();
            return;
        }
        count = signatures.len();
    }
}
