//! Every technique by itself, on random automata: the language stays, the size does not grow.

use lariat_automata::random::{self, AutomatonShape, Conditions};
use lariat_automata::{Explicit, word};

use super::graph::Graph;
use super::letters::Letters;
use super::{ReduceOptions, acceptance, bisimulation, cosimulation, descent, simulation, trim};

/// Random generalized Büchi automata of several shapes.
fn automata(seeds: std::ops::Range<u64>) -> impl Iterator<Item = (u64, Explicit)> {
    let shapes = [
        (4, 1.6, 2, 0.4),
        (6, 1.2, 2, 0.6),
        (8, 2.0, 1, 0.5),
        (10, 1.5, 0, 0.8),
    ];
    seeds.map(move |seed| {
        let (states, degree, marks, mark_density) = shapes[(seed % 4) as usize];
        let shape = AutomatonShape {
            states,
            degree,
            propositions: 2,
            marks,
            mark_density,
            conditions: Conditions::GeneralizedBuchi,
        };
        (
            seed,
            random::automaton(&shape, &mut fastrand::Rng::with_seed(seed)),
        )
    })
}

fn full() -> bool {
    std::env::var_os("LARIAT_FULL").is_some()
}

/// Runs the technique on random automata and compares both languages on random lassos.
#[track_caller]
fn check(letter_classes: usize, technique: impl Fn(&mut Graph)) {
    let count = if full() { 40_000 } else { 3_000 };
    let (mut accepted, mut rejected, mut smaller) = (0, 0, 0);
    for (seed, mut before) in automata(0..count) {
        before.merge_transitions();
        let labels = before.transitions.iter().flatten().map(|e| e.label);
        let letters =
            Letters::new(&before.labels.bdds, labels, letter_classes).expect("few labels");
        let mut graph = Graph::new(&before, &letters).expect("generalized Büchi");
        let size = graph.size();
        technique(&mut graph);
        assert!(graph.size() <= size, "seed {seed}: grew");
        smaller += usize::from(graph.size() < size);
        let after = graph.into_explicit(None, before.labels.clone(), &letters);
        let mut rng = fastrand::Rng::with_seed(seed);
        for _ in 0..20 {
            let (prefix, cycle) = random::lasso(2, &mut rng);
            let expected = word::accepts(&before, &prefix, &cycle);
            let found = word::accepts(&after, &prefix, &cycle);
            assert_eq!(
                found, expected,
                "seed {seed}: {prefix:?} ({cycle:?})^ω\n{before:?}\n{after:?}"
            );
            *(if expected {
                &mut accepted
            } else {
                &mut rejected
            }) += 1;
        }
    }
    assert!(
        accepted > 1000 && rejected > 1000,
        "lopsided: {accepted}, {rejected}"
    );
    assert!(
        smaller > 100,
        "the technique did next to nothing: {smaller}"
    );
}

const BUDGET: u64 = 1_000_000;

#[test]
fn trimming_keeps_the_language() {
    check(64, trim::trim);
}

#[test]
fn simplified_acceptance_keeps_the_language() {
    check(64, |graph| {
        trim::trim(graph);
        acceptance::simplify(graph);
    });
}

#[test]
fn simulation_keeps_the_language() {
    check(64, |graph| simulation::simulate(graph, BUDGET));
}

#[test]
fn reverse_simulation_keeps_the_language() {
    check(64, |graph| {
        trim::trim(graph);
        cosimulation::cosimulate(graph, BUDGET);
    });
}

#[test]
fn bisimulation_keeps_the_language() {
    check(64, |graph| {
        trim::trim(graph);
        bisimulation::bisimulate(graph, BUDGET);
    });
}

#[test]
fn descent_keeps_the_language() {
    check(64, |graph| {
        trim::trim(graph);
        descent::descend(graph, BUDGET);
    });
}

#[test]
fn simulation_over_opaque_labels_keeps_the_language() {
    check(1, |graph| simulation::simulate(graph, BUDGET));
}

#[test]
fn everything_together_keeps_the_language() {
    check(64, |graph| {
        super::reduce_graph(graph, &ReduceOptions::default());
    });
}
