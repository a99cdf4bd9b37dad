//! States with the language of a state further down.
//!
//! Where two states have the same language, edges to one may lead to the other instead; if they lie in different components and all
//! edges are led to the lower one, a run changes over finitely often and accepts the same words.  Two states
//! differ if the product of the automaton with itself has, from the pair of them, a cycle that one side accepts and the
//! other does not.

use std::cell::RefCell;

use lariat_automata::scc::components;
use lariat_automata::{Condition, Edge, Marks, StateId};

use super::table::Table;

/// How many pairs of states and letters the product may have.
const PAIRS: usize = 1 << 24;

/// Leads edges to states with the same language in lower components.
pub(super) fn redirect(table: &mut Table) {
    let states = table.states();
    if states * states * table.rows[0].len() > PAIRS || table.condition.mentioned().len() > 6 {
        return;
    }
    let different = different(table);
    if table.budget.check().is_err() {
        return;
    }
    let found = table.components();
    let lower = |state: StateId| {
        let same = (0..states as StateId)
            .filter(|&other| !different[state as usize * states + other as usize]);
        let lowest = same.min_by_key(|&other| (found.of[other as usize], other));
        let lowest = lowest.expect("a state is equivalent to itself");
        if found.together(state, lowest) {
            state
        } else {
            lowest
        }
    };
    let target: Vec<StateId> = (0..states as StateId).map(lower).collect();
    table.initial = target[table.initial as usize];
    for entry in table.rows.iter_mut().flatten() {
        entry.to = target[entry.to as usize];
    }
}

/// Which pairs of states have different languages.
fn different(table: &Table) -> Vec<bool> {
    let states = table.states();
    let pair = |one: StateId, two: StateId| one as usize * states + two as usize;
    let shift = table
        .condition
        .mentioned()
        .iter()
        .max()
        .map_or(0, |mark| mark + 1);
    let pulse = RefCell::new(table.budget.pulse());
    let successors = |from: StateId, out: &mut Vec<Edge<StateId>>| {
        if pulse.borrow_mut().beat().is_err() {
            return;
        }
        let (one, two) = (from as usize / states, from as usize % states);
        let mut steps: Vec<(StateId, u32, u32)> = table.rows[one]
            .iter()
            .zip(&table.rows[two])
            .map(|(a, b)| (pair(a.to, b.to) as StateId, a.marks, b.marks))
            .collect();
        steps.sort_unstable();
        steps.dedup();
        out.extend(steps.into_iter().map(|(to, a, b)| {
            let shifted: Marks = table.mark_sets[b as usize].shifted(shift);
            let marks = table.mark_sets[a as usize].union(&shifted);
            Edge { to, marks }
        }));
    };
    let disagree = disagreement(&table.condition, shift);
    let all = 0..(states * states) as StateId;
    let found = components(states * states, all, successors);
    // Components are numbered from below: what they reach is known when their turn comes.
    let mut bad = vec![false; found.count];
    let mut edges = Vec::new();
    for (component, members) in found.members().iter().enumerate() {
        let mut inside = Vec::new();
        for &member in members {
            edges.clear();
            successors(member, &mut edges);
            bad[component] |= edges
                .iter()
                .any(|edge| bad[found.of[edge.to as usize] as usize]);
            edges.retain(|edge| found.together(member, edge.to));
            for edge in &mut edges {
                edge.to = members.binary_search(&edge.to).expect("it is a member") as StateId;
            }
            inside.push(edges.clone());
        }
        bad[component] = bad[component]
            || !found.trivial[component] && table.has_accepting_cycle(&inside, &disagree);
    }
    found
        .of
        .iter()
        .map(|&component| bad[component as usize])
        .collect()
}

/// One side accepts and the other, whose marks are shifted, does not.
fn disagreement(condition: &Condition, shift: usize) -> Condition {
    let other = condition.renamed(|mark| mark + shift);
    Condition::any([
        Condition::all([condition.clone(), other.negated()]),
        Condition::all([condition.negated(), other]),
    ])
}
