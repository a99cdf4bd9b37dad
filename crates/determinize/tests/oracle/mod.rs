//! What the tests share: the questions that every deterministic automaton is asked.

#![allow(dead_code, reason = "each test file uses its part")]

use lariat_automata::product::intersection;
use lariat_automata::strength::{is_complete, is_deterministic};
use lariat_automata::{Explicit, Letter};
use lariat_emptiness::is_empty;
use lariat_ltl::{Formula, Formulas, Notation, print};
use lariat_testkit::words;
use lariat_translate::{Options, Route, translate};

/// A seeded random formula of at most `nodes` nodes over three propositions, and its text.
pub(crate) fn random_formula(seed: u64, nodes: usize, past: bool) -> (Formulas, Formula, String) {
    let (formulas, formula, _) = words::random_formula(seed, nodes, past);
    let text = print(&formulas, formula, Notation::Spot).expect("Spot has every operator");
    (formulas, formula, format!("seed {seed}: {text}"))
}

/// Checks that each state has exactly one edge for each letter, over all letters.
#[track_caller]
pub(crate) fn assert_one_edge_a_letter(automaton: &mut Explicit, context: &str) {
    assert_eq!(automaton.initial.len(), 1, "{context}");
    let propositions = automaton.labels.propositions.len();
    if propositions > 8 {
        assert!(
            is_deterministic(automaton) && is_complete(automaton),
            "{context}"
        );
        return;
    }
    for edges in &automaton.transitions {
        for bits in 0..1u32 << propositions {
            let letter: Letter = (0..propositions).filter(|i| bits >> i & 1 == 1).collect();
            let read = |edge: &&_| {
                let lariat_automata::LabelledEdge { label, .. } = edge;
                automaton.labels.satisfies(&letter, *label)
            };
            assert_eq!(edges.iter().filter(read).count(), 1, "{context}");
        }
    }
}

/// Checks the automaton against translations of the formula and of its negation, by both routes: common
/// words exist exactly where they must.
#[track_caller]
pub(crate) fn assert_language(
    automaton: &Explicit,
    formulas: &mut Formulas,
    formula: Formula,
    context: &str,
) {
    let mut complement = automaton.clone();
    complement.acceptance.condition = automaton.acceptance.condition.negated();
    let negation = formulas.not(formula);
    for route in [Route::default(), Route::Alternating] {
        let options = Options {
            route,
            ..Options::default()
        };
        for (formula, same, opposite) in [
            (formula, automaton, &complement),
            (negation, &complement, automaton),
        ] {
            let Ok(translation) = translate(formulas, formula, &options) else {
                continue;
            };
            let translation = translation.base;
            let nothing = is_empty(&translation);
            assert_eq!(
                is_empty(&intersection(&translation, same)),
                nothing,
                "{context}, {route:?}"
            );
            assert!(
                is_empty(&intersection(&translation, opposite)),
                "{context}, {route:?}"
            );
        }
    }
}
