//! Every technique by itself, on random automata: the language stays, the size does not grow.

use std::time::{Duration, Instant};

use lariat_automata::random::{self, AutomatonShape, Conditions};
use lariat_automata::{Explicit, word};
use lariat_budget::Budget;

use super::effort::Effort;
use super::graph::Graph;
use super::intersection::intersect;
use super::letters::Letters;
use super::powerset::Powerset;
use super::{
    ReduceOptions, acceptance, bisimulation, cosimulation, descent, simulation, trial, trim,
};

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

/// Runs the technique on random automata and compares both languages on random lassos.
#[track_caller]
fn check(letter_classes: usize, technique: impl Fn(&mut Graph)) {
    let count = lariat_testkit::rounds(3_000, 40_000);
    let (mut accepted, mut rejected, mut smaller) = (0, 0, 0);
    for (seed, mut before) in automata(0..count) {
        before.merge_transitions();
        let labels = before.transitions.iter().flatten().map(|e| e.label);
        let letters = Letters::new(
            &before.labels.bdds,
            labels,
            letter_classes,
            &Budget::unlimited(),
        )
        .expect("few labels");
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

/// As much as any of the automata needs.
fn effort() -> Effort {
    Effort::new(1_000_000, &Budget::unlimited())
}

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
    check(64, |graph| simulation::simulate(graph, &effort()));
}

#[test]
fn reverse_simulation_keeps_the_language() {
    check(64, |graph| {
        trim::trim(graph);
        cosimulation::cosimulate(graph, &effort());
    });
}

#[test]
fn bisimulation_keeps_the_language() {
    check(64, |graph| {
        trim::trim(graph);
        bisimulation::bisimulate(graph, &effort());
    });
}

#[test]
fn descent_keeps_the_language() {
    check(64, |graph| {
        trim::trim(graph);
        descent::descend(graph, &effort());
    });
}

#[test]
fn simulation_over_opaque_labels_keeps_the_language() {
    check(1, |graph| simulation::simulate(graph, &effort()));
}

#[test]
fn everything_together_keeps_the_language() {
    check(64, |graph| {
        super::reduce_graph(graph, &ReduceOptions::default(), &Budget::unlimited());
    });
}

/// A technique that must give up: neither it nor its caller has any other limit.
#[track_caller]
fn check_stops(technique: impl FnOnce(&mut Graph, &Graph, &Effort)) {
    let large = |seed| {
        let shape = AutomatonShape {
            states: 3_000,
            degree: 3.0,
            propositions: 3,
            marks: 1,
            mark_density: 0.3,
            conditions: Conditions::GeneralizedBuchi,
        };
        random::automaton(&shape, &mut fastrand::Rng::with_seed(seed))
    };
    let (automaton, other) = (large(1), large(2));
    let unlimited = Budget::unlimited();
    let labels = automaton.transitions.iter().flatten().map(|e| e.label);
    let letters = Letters::new(&automaton.labels.bdds, labels, 64, &unlimited).expect("few");
    let mut graph = Graph::new(&automaton, &letters).expect("generalized Büchi");
    let mut both = automaton.labels.clone();
    let other = Graph::beside(&other, &mut both, &letters, &unlimited).expect("few labels");
    let budget = Budget::unlimited().with_time(Duration::from_millis(20));
    let begin = Instant::now();
    technique(&mut graph, &other, &Effort::new(u64::MAX, &budget));
    let taken = begin.elapsed();
    assert!(taken < Duration::from_secs(2), "{taken:?}");
    assert!(budget.end().is_some(), "it was done after {taken:?}");
}

#[test]
fn every_technique_stops_when_the_budget_ends() {
    check_stops(|graph, _, effort| simulation::simulate(graph, effort));
    check_stops(|graph, _, effort| cosimulation::cosimulate(graph, effort));
    check_stops(|graph, other, effort| trial::merge_on_trial(graph, other, effort.clone()));
    check_stops(|graph, other, effort| {
        assert_eq!(intersect(graph, other, usize::MAX, effort.budget()), None);
    });
    check_stops(|graph, _, effort| {
        assert!(Powerset::new(graph, usize::MAX, effort).is_none());
    });
}

#[test]
fn bisimulation_and_descent_change_nothing_once_the_budget_has_ended() {
    let budget = Budget::unlimited();
    budget.cancel();
    let ended = Effort::new(u64::MAX, &budget);
    for (seed, automaton) in automata(0..200) {
        let labels = automaton.transitions.iter().flatten().map(|e| e.label);
        let unlimited = Budget::unlimited();
        let letters = Letters::new(&automaton.labels.bdds, labels, 64, &unlimited).expect("few");
        let before = Graph::new(&automaton, &letters).expect("generalized Büchi");
        let mut after = before.clone();
        bisimulation::bisimulate(&mut after, &ended);
        descent::descend(&mut after, &ended);
        assert_eq!(after.moves, before.moves, "seed {seed}");
    }
}
