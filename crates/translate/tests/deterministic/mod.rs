//! Random deterministic Büchi automata, with what can be read off them directly.

#![allow(dead_code, reason = "each test file uses its part")]

use fastrand::Rng;
use lariat_automata::word::has_accepting_cycle;
use lariat_automata::{Acceptance, Condition, Edge, Explicit, Labels, Marks, StateId};

/// A complete deterministic automaton with one mark on some edges.
pub(crate) struct Deterministic {
    pub(crate) automaton: Explicit,
    /// Accepts exactly the words that `automaton` does not: some run ends without the mark.
    pub(crate) complement: Explicit,
}

impl Deterministic {
    /// At most `states` states over one or two propositions.  Edges lead on or stay more often than
    /// they lead back, and agree with the others of their state on the mark more often than not, so
    /// that there are many components and most of their loops agree.
    pub(crate) fn random(states: usize, rng: &mut Rng) -> Self {
        let propositions = rng.usize(1..=2);
        let names = (0..propositions).map(|i| format!("p{i}"));
        let mut automaton = Explicit::new(Labels::new(names), Acceptance::buchi());
        let count = rng.usize(1..=states) as StateId;
        for _ in 0..count {
            automaton.add_state();
        }
        automaton.initial.push(0);
        for from in 0..count {
            let marked = rng.bool();
            for letter in 0..1 << propositions {
                let mut label = lariat_bdd::Bdd::TRUE;
                for var in 0..propositions as u32 {
                    let literal = automaton.labels.bdds.literal(var, letter >> var & 1 == 1);
                    label = automaton.labels.bdds.and(label, literal);
                }
                let marks = (marked ^ (rng.f64() < 0.15)).then_some(0);
                let least = if rng.f64() < 0.2 { 0 } else { from };
                let to = rng.u32(least..count);
                automaton.add_transition(from, label, marks.into_iter().collect(), to);
            }
        }
        automaton.merge_transitions();
        let complement = finitely_often(&automaton);
        Self {
            automaton,
            complement,
        }
    }

    /// Whether some word is accepted from the state, and whether some word is rejected.
    pub(crate) fn verdicts_from(&self, state: StateId) -> (bool, bool) {
        let mut here = self.automaton.clone();
        here.initial = vec![state];
        let graph = reachable(&here);
        (
            has_accepting_cycle(&graph, &Condition::Inf(0)),
            has_accepting_cycle(&graph, &Condition::Fin(0)),
        )
    }
}

/// The edges of each state, for those that the initial states reach.
pub(crate) fn reachable(automaton: &Explicit) -> Vec<Vec<Edge<StateId>>> {
    let mut reached = vec![false; automaton.state_count()];
    let mut stack = automaton.initial.clone();
    while let Some(state) = stack.pop() {
        if !std::mem::replace(&mut reached[state as usize], true) {
            stack.extend(automaton.transitions[state as usize].iter().map(|e| e.to));
        }
    }
    let edges = |(state, edges): (usize, &Vec<lariat_automata::LabelledEdge>)| {
        let edges = edges.iter().filter(|_| reached[state]);
        let edge = |e: &lariat_automata::LabelledEdge| Edge {
            to: e.to,
            marks: e.marks.clone(),
        };
        edges.map(edge).collect()
    };
    automaton
        .transitions
        .iter()
        .enumerate()
        .map(edges)
        .collect()
}

/// Two copies of the automaton: any edge leads from the first to the second, which has no marked one.
fn finitely_often(automaton: &Explicit) -> Explicit {
    let count = automaton.state_count() as StateId;
    let mut guess = Explicit::new(automaton.labels.clone(), Acceptance::buchi());
    guess.initial = vec![0, count];
    guess.transitions = vec![Vec::new(); 2 * count as usize];
    for (from, edges) in (0..).zip(&automaton.transitions) {
        for edge in edges {
            guess.add_transition(from, edge.label, Marks::EMPTY, edge.to);
            guess.add_transition(from, edge.label, Marks::EMPTY, edge.to + count);
            if edge.marks.is_empty() {
                guess.add_transition(from + count, edge.label, Marks::single(0), edge.to + count);
            }
        }
    }
    guess
}
