//! The last touch to an automaton of this route: states without an accepting run go, and states
//! with equal transitions become one.
//!
//! Both are done here by the plainest means, apart from the reductions that follow any translation,
//! so that this route can check them too.

use lariat_automata::{Explicit, LabelledEdge, StateId};
use lariat_budget::{Budget, Exhausted};
use rustc_hash::FxHashMap;

/// Prunes and merges, until neither changes anything.
pub(super) fn tidy(automaton: &mut Explicit, budget: &Budget) -> Result<(), Exhausted> {
    automaton.labels.bdds.obey(budget);
    prune(automaton);
    automaton.merge_transitions();
    while merge_equal_states(automaton) {
        budget.check()?;
        automaton.merge_transitions();
    }
    prune(automaton);
    automaton.labels.bdds.release()
}

/// Keeps the initial states, and what lies on an accepting run from one of them.
fn prune(automaton: &mut Explicit) {
    let live = live_states(automaton);
    let mut number: Vec<Option<StateId>> = vec![None; automaton.state_count()];
    let mut kept = automaton.initial.clone();
    kept.sort_unstable();
    kept.dedup();
    for (new, &old) in (0..).zip(&kept) {
        number[old as usize] = Some(new);
    }
    let mut transitions = Vec::new();
    while let Some(&old) = kept.get(transitions.len()) {
        let mut edges = std::mem::take(&mut automaton.transitions[old as usize]);
        edges.retain(|edge| live[edge.to as usize]);
        for edge in &mut edges {
            let number = &mut number[edge.to as usize];
            edge.to = *number.get_or_insert_with(|| {
                kept.push(edge.to);
                kept.len() as StateId - 1
            });
        }
        transitions.push(edges);
    }
    automaton.transitions = transitions;
    for state in &mut automaton.initial {
        *state = number[*state as usize].expect("initial states are kept");
    }
}

/// Whether an accepting run starts in the state, by state.
fn live_states(automaton: &Explicit) -> Vec<bool> {
    let found = automaton.components();
    let accepting = |c: usize| !found.trivial[c] && automaton.acceptance.accepts(&found.marks[c]);
    let mut live: Vec<bool> = (0..found.count).map(accepting).collect();
    // An edge leads to the same component or to one with a smaller number.
    for (component, members) in found.members().iter().enumerate() {
        let leads_on = |&from: &StateId| {
            let mut edges = automaton.transitions[from as usize].iter();
            edges.any(|edge| live[found.of[edge.to as usize] as usize])
        };
        live[component] = live[component] || members.iter().any(leads_on);
    }
    found.of.iter().map(|&c| live[c as usize]).collect()
}

/// Redirects edges to the first of the states with equal transitions; whether there were two.
fn merge_equal_states(automaton: &mut Explicit) -> bool {
    let mut first: FxHashMap<&[LabelledEdge], StateId> = FxHashMap::default();
    for edges in &mut automaton.transitions {
        edges.sort_unstable_by(|a, b| (a.to, &a.marks, a.label).cmp(&(b.to, &b.marks, b.label)));
    }
    let representatives: Vec<StateId> = (0..)
        .zip(&automaton.transitions)
        .map(|(state, edges)| *first.entry(edges).or_insert(state))
        .collect();
    let mut changed = false;
    let edges = automaton.transitions.iter_mut().flatten();
    let ends = edges.map(|edge| &mut edge.to);
    for end in ends.chain(&mut automaton.initial) {
        let representative = representatives[*end as usize];
        changed |= representative != *end;
        *end = representative;
    }
    changed
}
