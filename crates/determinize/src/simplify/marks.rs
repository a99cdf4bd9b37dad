//! Marks that the condition can do without.
//!
//! A mark on no edge of a cycle never recurs, and one on all of them always does; two marks that are always together are
//! one.  The rest is numbered anew, and only what the condition mentions stays on edges.

use lariat_automata::{Condition, Marks};
use rustc_hash::FxHashMap;

use super::table::Table;

/// Drops marks that tell nothing.
pub(super) fn simplify(table: &mut Table) {
    let components = table.components();
    // For each mark of the condition, the sets of marks on cycles that have it.
    let mut used: Vec<u32> = Vec::new();
    for (from, row) in (0..).zip(&table.rows) {
        let inside = row
            .iter()
            .filter(|entry| components.together(from, entry.to));
        used.extend(inside.map(|entry| entry.marks));
    }
    used.sort_unstable();
    used.dedup();
    let mentioned: Vec<usize> = table.condition.mentioned().iter().collect();
    let on = |mark: usize| -> Vec<bool> {
        let sets = used.iter().map(|&set| &table.mark_sets[set as usize]);
        sets.map(|set| set.contains(mark)).collect()
    };
    let mut first: FxHashMap<Vec<bool>, usize> = FxHashMap::default();
    let mut meaning: FxHashMap<usize, Meaning> = FxHashMap::default();
    for &mark in &mentioned {
        let on = on(mark);
        let what = if on.iter().all(|&on| !on) {
            Meaning::Never
        } else if on.iter().all(|&on| on) {
            Meaning::Always
        } else {
            Meaning::Like(*first.entry(on).or_insert(mark))
        };
        meaning.insert(mark, what);
    }
    let condition = reduced(&table.condition, &meaning);
    let kept: Vec<usize> = condition.mentioned().iter().collect();
    let number: FxHashMap<usize, usize> = kept.iter().copied().zip(0..).collect();
    table.condition = condition.renamed(|mark| number[&mark]);
    let renumbered = |set: &Marks| -> Marks {
        set.iter()
            .filter_map(|mark| number.get(&mark).copied())
            .collect()
    };
    let sets: Vec<Marks> = table.mark_sets.iter().map(renumbered).collect();
    table.mark_sets.clear();
    let new: Vec<u32> = sets.into_iter().map(|set| table.marks(set)).collect();
    let none = table.marks(Marks::EMPTY);
    for (from, row) in (0..).zip(&mut table.rows) {
        for entry in row {
            let inside = components.together(from, entry.to);
            entry.marks = if inside {
                new[entry.marks as usize]
            } else {
                none
            };
        }
    }
}

/// What a mark amounts to on cycles.
#[derive(Clone, Copy)]
enum Meaning {
    Never,
    Always,
    /// The same as this mark.
    Like(usize),
}

fn reduced(condition: &Condition, meaning: &FxHashMap<usize, Meaning>) -> Condition {
    match condition {
        Condition::True => Condition::True,
        Condition::False => Condition::False,
        Condition::Inf(mark) => match meaning[mark] {
            Meaning::Never => Condition::False,
            Meaning::Always => Condition::True,
            Meaning::Like(other) => Condition::Inf(other),
        },
        Condition::Fin(mark) => match meaning[mark] {
            Meaning::Never => Condition::True,
            Meaning::Always => Condition::False,
            Meaning::Like(other) => Condition::Fin(other),
        },
        Condition::And(parts) => Condition::all(parts.iter().map(|part| reduced(part, meaning))),
        Condition::Or(parts) => Condition::any(parts.iter().map(|part| reduced(part, meaning))),
    }
}
