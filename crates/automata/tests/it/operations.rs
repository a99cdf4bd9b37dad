//! Operations on automata against the language on random lasso words.

use std::collections::HashMap;

use crate::common::Verdicts;
use fastrand::Rng;
use lariat_automata::complete::complete;
use lariat_automata::degeneralize::{NotGeneralizedBuchi, degeneralize, degeneralize_to_states};
use lariat_automata::product;
use lariat_automata::random::{self, AutomatonShape, Conditions};
use lariat_automata::strength::is_complete;
use lariat_automata::union::union;
use lariat_automata::word::accepts;
use lariat_automata::{Acceptance, Explicit, Labels, Letter, Marks};
use lariat_bdd::Bdd;
use lariat_budget::Budget;
use lariat_testkit::rounds;

const KINDS: [Conditions; 4] = [
    Conditions::GeneralizedBuchi,
    Conditions::Streett,
    Conditions::Fairness,
    Conditions::EmersonLei,
];

fn random_automaton(rng: &mut Rng) -> Explicit {
    let shape = AutomatonShape {
        states: 4,
        degree: 2.2,
        propositions: 1 + rng.usize(0..2),
        conditions: KINDS[rng.usize(0..4)],
        ..AutomatonShape::default()
    };
    random::automaton(&shape, rng)
}

#[test]
fn intersection_accepts_what_both_accept_and_union_what_either_does() {
    let (mut both, mut either) = (Verdicts::default(), Verdicts::default());
    for seed in 0..rounds(3_000, 60_000) {
        let mut rng = Rng::with_seed(seed);
        let (a, b) = (random_automaton(&mut rng), random_automaton(&mut rng));
        let intersection = product::intersection(&a, &b);
        let sum = union(&a, &b);
        for _ in 0..5 {
            let (prefix, cycle) = random::lasso(2, &mut rng);
            let (in_a, in_b) = (accepts(&a, &prefix, &cycle), accepts(&b, &prefix, &cycle));
            let message = format!("seed {seed}: {a:?} {b:?} on {prefix:?} {cycle:?}");
            assert_eq!(
                accepts(&intersection, &prefix, &cycle),
                in_a && in_b,
                "{message}"
            );
            assert_eq!(accepts(&sum, &prefix, &cycle), in_a || in_b, "{message}");
            both.count(in_a && in_b);
            either.count(in_a || in_b);
        }
    }
    both.assert_both();
    either.assert_both();
}

#[test]
fn propositions_are_matched_by_name() {
    let mut rng = Rng::with_seed(7);
    let mut verdicts = Verdicts::default();
    for _ in 0..rounds(500, 10_000) {
        let a = random_automaton(&mut rng);
        let mut b = random_automaton(&mut rng);
        let renamed = ["q", "p0"].map(str::to_owned);
        b.labels.propositions = renamed[..b.labels.propositions.len()].to_vec();
        let intersection = product::intersection(&a, &b);
        let (prefix, cycle) = random::lasso(3, &mut rng);
        let expected = accepts(
            &a,
            &seen(&intersection, &a, &prefix),
            &seen(&intersection, &a, &cycle),
        ) && accepts(
            &b,
            &seen(&intersection, &b, &prefix),
            &seen(&intersection, &b, &cycle),
        );
        assert_eq!(
            accepts(&intersection, &prefix, &cycle),
            expected,
            "{a:?} {b:?}"
        );
        verdicts.count(expected);
    }
    verdicts.assert_both();
}

/// The letters over `whole`'s propositions as `part` numbers them.
fn seen(whole: &Explicit, part: &Explicit, letters: &[Letter]) -> Vec<Letter> {
    let index: HashMap<&String, usize> = whole
        .labels
        .propositions
        .iter()
        .enumerate()
        .map(|(i, name)| (name, i))
        .collect();
    let translate = |letter: &Letter| {
        let names = part.labels.propositions.iter().enumerate();
        names
            .filter(|(_, name)| letter.contains(index[name]))
            .map(|(own, _)| own)
            .collect()
    };
    letters.iter().map(translate).collect()
}

fn generalized_buchi(rng: &mut Rng) -> Explicit {
    let shape = AutomatonShape {
        states: 5,
        degree: 2.0,
        marks: 4,
        mark_density: 0.45,
        conditions: Conditions::GeneralizedBuchi,
        ..AutomatonShape::default()
    };
    random::automaton(&shape, rng)
}

/// Whether each state has the same marks on all of its edges.
fn marks_are_on_states(automaton: &Explicit) -> bool {
    let mut edges = automaton.transitions.iter();
    edges.all(|edges| edges.windows(2).all(|pair| pair[0].marks == pair[1].marks))
}

#[test]
fn degeneralization_keeps_the_language() {
    let mut verdicts = Verdicts::default();
    for seed in 0..rounds(3_000, 60_000) {
        let mut rng = Rng::with_seed(seed);
        let automaton = generalized_buchi(&mut rng);
        let on_edges = degeneralize(&automaton, &Budget::unlimited()).expect("generalized Büchi");
        let on_states =
            degeneralize_to_states(&automaton, &Budget::unlimited()).expect("generalized Büchi");
        assert!(marks_are_on_states(&on_states), "seed {seed}");
        let copies = automaton.state_count() * automaton.acceptance.marks.max(1);
        assert!(on_edges.state_count() <= copies, "seed {seed}");
        for _ in 0..6 {
            let (prefix, cycle) = random::lasso(2, &mut rng);
            let expected = accepts(&automaton, &prefix, &cycle);
            let message = format!("seed {seed}: {automaton:?} on {prefix:?} {cycle:?}");
            for result in [&on_edges, &on_states] {
                assert_eq!(result.acceptance, Acceptance::buchi());
                assert_eq!(
                    accepts(result, &prefix, &cycle),
                    expected,
                    "{message} by {result:?}"
                );
            }
            verdicts.count(expected);
        }
    }
    verdicts.assert_both();
}

/// n propositions, each infinitely often, in one state.
fn all_infinitely_often(n: usize) -> Explicit {
    let names = (0..n).map(|i| format!("p{i}"));
    let mut automaton = Explicit::new(Labels::new(names), Acceptance::generalized_buchi(n));
    let state = automaton.add_state();
    automaton.initial.push(state);
    for letter in 0..1usize << n {
        let marks: Marks = (0..n).filter(|i| letter >> i & 1 == 1).collect();
        let mut label = Bdd::TRUE;
        for i in 0..n {
            let literal = automaton.labels.bdds.literal(i as u32, marks.contains(i));
            label = automaton.labels.bdds.and(label, literal);
        }
        automaton.add_transition(state, label, marks, state);
    }
    automaton
}

#[test]
fn infinitely_often_n_needs_n_levels_on_edges_and_one_more_on_states() {
    for n in 1..=6 {
        let automaton = all_infinitely_often(n);
        assert_eq!(
            degeneralize(&automaton, &Budget::unlimited())
                .unwrap()
                .state_count(),
            n
        );
        assert_eq!(
            degeneralize_to_states(&automaton, &Budget::unlimited())
                .unwrap()
                .state_count(),
            n + 1
        );
    }
}

#[test]
fn marks_that_alternate_on_a_cycle_need_no_copies() {
    // 0 -a-> 1 -b-> 2 -c-> 0: every cycle has all marks.
    let mut automaton = Explicit::new(Labels::default(), Acceptance::generalized_buchi(3));
    for state in 0..3 {
        automaton.add_state();
        automaton.add_transition(
            state,
            Bdd::TRUE,
            Marks::single(state as usize),
            (state + 1) % 3,
        );
    }
    automaton.initial.push(0);
    assert_eq!(
        degeneralize(&automaton, &Budget::unlimited())
            .unwrap()
            .state_count(),
        3
    );
    assert_eq!(
        degeneralize_to_states(&automaton, &Budget::unlimited())
            .unwrap()
            .state_count(),
        3
    );
}

#[test]
fn degeneralization_refuses_other_conditions() {
    let automaton = Explicit::new(Labels::default(), Acceptance::streett(1));
    assert_eq!(
        degeneralize(&automaton, &Budget::unlimited()).err(),
        Some(NotGeneralizedBuchi.into())
    );
}

#[test]
fn completion_keeps_the_language_and_completes() {
    let mut verdicts = Verdicts::default();
    for seed in 0..rounds(3_000, 60_000) {
        let mut rng = Rng::with_seed(seed);
        let automaton = random_automaton(&mut rng);
        let mut full = automaton.clone();
        complete(&mut full);
        assert!(is_complete(&mut full), "seed {seed}");
        assert!(
            full.state_count() <= automaton.state_count() + 1,
            "seed {seed}"
        );
        for _ in 0..5 {
            let (prefix, cycle) = random::lasso(2, &mut rng);
            let expected = accepts(&automaton, &prefix, &cycle);
            let message = format!("seed {seed}: {automaton:?} on {prefix:?} {cycle:?}");
            assert_eq!(accepts(&full, &prefix, &cycle), expected, "{message}");
            verdicts.count(expected);
        }
    }
    verdicts.assert_both();
}
