//! The automaton as a table: for each state and class of letters, where the edge leads and its marks.
//!
//! Letters that no label tells apart are one class.

use indexmap::IndexSet;
use lariat_automata::scc::{Components, components};
use lariat_automata::word::has_accepting_cycle_within;
use lariat_automata::{Acceptance, Condition, Edge, Explicit, Label, Labels, Marks, StateId};
use lariat_bdd::Bdd;
use lariat_budget::Budget;
use rustc_hash::{FxBuildHasher, FxHashSet};

/// An edge, by the number of its marks.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub(super) struct Entry {
    pub(super) to: StateId,
    /// An index into the table's sets of marks.
    pub(super) marks: u32,
}

/// A deterministic complete automaton over classes of letters.
pub(super) struct Table {
    pub(super) initial: StateId,
    /// The edges of each state, one a letter.
    pub(super) rows: Vec<Vec<Entry>>,
    /// The sets of marks on edges.
    pub(super) mark_sets: IndexSet<Marks, FxBuildHasher>,
    pub(super) condition: Condition,
    letters: Vec<Label>,
    /// What ends the simplification.
    pub(super) budget: Budget,
}

impl Table {
    /// The table of an automaton; `None` if it has more than `limit` entries.
    pub(super) fn new(automaton: &mut Explicit, limit: usize, budget: &Budget) -> Option<Self> {
        let initial = *automaton.initial.first()?;
        let letters = letters(automaton, limit / automaton.state_count(), budget)?;
        let bdds = &mut automaton.labels.bdds;
        let mut mark_sets = IndexSet::default();
        let mut rows = Vec::new();
        for edges in &automaton.transitions {
            budget.check().ok()?;
            let entry = |&letter: &Label| {
                let edge = edges.iter().find(|edge| bdds.entails(letter, edge.label))?;
                let marks = mark_sets.insert_full(edge.marks.clone()).0 as u32;
                Some(Entry { to: edge.to, marks })
            };
            rows.push(letters.iter().map(entry).collect::<Option<Vec<_>>>()?);
        }
        Some(Self {
            initial,
            rows,
            mark_sets,
            condition: automaton.acceptance.condition.clone(),
            letters,
            budget: budget.clone(),
        })
    }

    pub(super) fn states(&self) -> usize {
        self.rows.len()
    }

    /// Whether the graph has a cycle whose marks satisfy the condition; anything once the budget has ended.
    pub(super) fn has_accepting_cycle(
        &self,
        graph: &[Vec<Edge<StateId>>],
        condition: &Condition,
    ) -> bool {
        has_accepting_cycle_within(graph, condition, &self.budget).unwrap_or(false)
    }

    /// The number of a set of marks.
    pub(super) fn marks(&mut self, marks: Marks) -> u32 {
        self.mark_sets.insert_full(marks).0 as u32
    }

    /// The strongly connected components; those further down have smaller numbers.
    pub(super) fn components(&self) -> Components {
        let all = 0..self.states() as StateId;
        components(
            self.states(),
            [self.initial].into_iter().chain(all),
            |from, out| {
                let mut entries = self.rows[from as usize].clone();
                entries.sort_unstable();
                entries.dedup();
                out.extend(entries.into_iter().map(|entry| Edge {
                    to: entry.to,
                    marks: self.mark_sets[entry.marks as usize].clone(),
                }));
            },
        )
    }

    /// Drops the states that the initial state does not reach.
    pub(super) fn keep_reachable(&mut self) {
        let mut order: IndexSet<StateId, FxBuildHasher> = IndexSet::default();
        order.insert(self.initial);
        let mut rows = Vec::new();
        while let Some(&state) = order.get_index(rows.len()) {
            let mut row = std::mem::take(&mut self.rows[state as usize]);
            for entry in &mut row {
                entry.to = order.insert_full(entry.to).0 as StateId;
            }
            rows.push(row);
        }
        self.rows = rows;
        self.initial = 0;
    }

    /// The automaton with the letters of equal edges united.
    pub(super) fn into_explicit(self, name: Option<String>, labels: Labels) -> Explicit {
        let marks = self
            .condition
            .mentioned()
            .iter()
            .max()
            .map_or(0, |mark| mark + 1);
        let acceptance = Acceptance {
            marks,
            condition: self.condition,
        };
        let mut automaton = Explicit::new(labels, acceptance);
        automaton.name = name;
        automaton.initial.push(self.initial);
        for row in self.rows {
            let from = automaton.add_state();
            for (entry, &letter) in row.iter().zip(&self.letters) {
                let marks = self.mark_sets[entry.marks as usize].clone();
                automaton.add_transition(from, letter, marks, entry.to);
            }
        }
        automaton.merge_transitions();
        automaton
    }
}

/// The classes of letters that no label tells apart; `None` if they are more than `limit`.
fn letters(automaton: &mut Explicit, limit: usize, budget: &Budget) -> Option<Vec<Label>> {
    let bdds = &mut automaton.labels.bdds;
    let labels = automaton
        .transitions
        .iter()
        .flatten()
        .map(|edge| edge.label);
    let mut seen = FxHashSet::default();
    let mut letters = vec![Bdd::TRUE];
    for label in labels {
        budget.check().ok()?;
        if !seen.insert(label) {
            continue;
        }
        let mut split = Vec::with_capacity(letters.len());
        for letter in letters {
            let parts = [bdds.and(letter, label), bdds.minus(letter, label)];
            split.extend(parts.into_iter().filter(|part| !part.is_false()));
        }
        letters = split;
        if letters.len() > limit {
            return None;
        }
    }
    Some(letters)
}
