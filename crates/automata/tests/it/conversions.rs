//! Conversions between acceptance conditions against the language on random lasso words.

use crate::common::Verdicts;
use fastrand::Rng;
use lariat_automata::fin_removal::{TooManyStates, generalized_buchi};
use lariat_automata::random::{self, AutomatonShape, Conditions};
use lariat_automata::streett::streett;
use lariat_automata::word::accepts;
use lariat_automata::{Acceptance, Condition, Explicit, Label, Labels, Letter, Marks};
use lariat_budget::Budget;
use lariat_testkit::rounds;

fn random_automaton(conditions: Conditions, rng: &mut Rng) -> Explicit {
    let shape = AutomatonShape {
        states: 4,
        degree: 2.2,
        propositions: 2,
        marks: 4,
        mark_density: 0.35,
        conditions,
    };
    random::automaton(&shape, rng)
}

/// One state that reads everything; mark i is on the letters with proposition i.
fn one_state(acceptance: Acceptance) -> Explicit {
    let n = acceptance.marks;
    let names = (0..n).map(|i| format!("p{i}"));
    let mut automaton = Explicit::new(Labels::new(names), acceptance);
    let state = automaton.add_state();
    automaton.initial.push(state);
    for letter in 0..1usize << n {
        let marks: Marks = (0..n).filter(|i| letter >> i & 1 == 1).collect();
        let literals = (0..n).map(|i| (i as u32, marks.contains(i))).collect();
        let label = automaton.labels.bdds.cube(&lariat_bdd::Cube { literals });
        automaton.add_transition(state, label, marks, state);
    }
    automaton
}

#[test]
fn conversions_keep_the_language() {
    let kinds = [
        Conditions::GeneralizedBuchi,
        Conditions::Streett,
        Conditions::Fairness,
        Conditions::EmersonLei,
    ];
    for kind in kinds {
        let mut verdicts = Verdicts::default();
        for seed in 0..rounds(1_500, 30_000) {
            let mut rng = Rng::with_seed(seed);
            let automaton = random_automaton(kind, &mut rng);
            let as_generalized_buchi =
                generalized_buchi(&automaton, 10_000, &Budget::unlimited()).expect("small");
            let as_streett = streett(&automaton, 10_000, &Budget::unlimited()).expect("small");
            let view = as_generalized_buchi.acceptance.generalized_buchi_view();
            assert!(view.is_some(), "seed {seed}");
            let pairs = as_streett.acceptance.marks / 2;
            assert_eq!(
                as_streett.acceptance,
                Acceptance::streett(pairs),
                "seed {seed}"
            );
            for _ in 0..6 {
                let (prefix, cycle) = random::lasso(2, &mut rng);
                let expected = accepts(&automaton, &prefix, &cycle);
                let message =
                    format!("{kind:?}, seed {seed}: {automaton:?} on {prefix:?} {cycle:?}");
                for result in [&as_generalized_buchi, &as_streett] {
                    let found = accepts(result, &prefix, &cycle);
                    assert_eq!(found, expected, "{message} by {result:?}");
                }
                verdicts.count(expected);
            }
        }
        verdicts.assert_both();
    }
}

/// The construction as it was printed demands each subset of pairs infinitely often, and so rejects
/// a run on which the pair never waits.
#[test]
fn a_pair_that_never_waits_is_fulfilled() {
    let automaton = one_state(Acceptance::streett(1));
    let result = generalized_buchi(&automaton, 100, &Budget::unlimited()).expect("small");
    assert_eq!(
        result.acceptance.marks, 1,
        "one set per pair, not one per subset"
    );
    let (neither, l, u) = (Letter::EMPTY, Letter::single(0), Letter::single(1));
    for (prefix, cycle, expected) in [
        (vec![], vec![neither.clone()], true),
        (vec![l.clone()], vec![neither.clone()], true),
        (vec![], vec![l.clone(), u.clone()], true),
        (vec![], vec![u.clone()], true),
        (vec![u.clone()], vec![l.clone()], false),
        (vec![u], vec![neither, l], false),
    ] {
        assert_eq!(
            accepts(&result, &prefix, &cycle),
            expected,
            "{prefix:?} {cycle:?}"
        );
    }
}

#[test]
fn n_pairs_on_one_state_need_at_most_two_to_the_n_and_one_states() {
    for n in 0..=5 {
        let result = generalized_buchi(
            &one_state(Acceptance::streett(n)),
            1_000,
            &Budget::unlimited(),
        )
        .expect("small");
        assert!(
            result.state_count() <= (1 << n) + 1,
            "{n}: {}",
            result.state_count()
        );
        assert_eq!(result.acceptance, Acceptance::generalized_buchi(n));
    }
}

/// Without this, each Fin mark doubles the states.
#[test]
fn a_pair_whose_u_never_occurs_needs_no_memory() {
    let fins = (0..6).map(|mark| Condition::any([Condition::Fin(mark), Condition::Inf(6)]));
    let condition = Condition::all(fins);
    let mut automaton = one_state(Acceptance {
        marks: 7,
        condition,
    });
    for edge in &mut automaton.transitions[0] {
        edge.marks.remove(6);
    }
    let result = generalized_buchi(&automaton, 100, &Budget::unlimited()).expect("small");
    assert_eq!(result.state_count(), 2);
}

#[test]
fn rabin_pairs_are_guessed_apart() {
    let pair = |i: usize| Condition::all([Condition::Fin(2 * i), Condition::Inf(2 * i + 1)]);
    let condition = Condition::any((0..3).map(pair));
    let result = generalized_buchi(
        &one_state(Acceptance {
            marks: 6,
            condition,
        }),
        100,
        &Budget::unlimited(),
    );
    let result = result.expect("small");
    assert_eq!((result.state_count(), result.acceptance.marks), (4, 1));
}

#[test]
fn disjunctions_of_many_conjunctions_are_split_rather_than_multiplied_out() {
    let both = |i: usize| Condition::all([Condition::Inf(2 * i), Condition::Inf(2 * i + 1)]);
    let condition = Condition::any((0..5).map(both));
    let automaton = one_state(Acceptance {
        marks: 10,
        condition,
    });
    let result = generalized_buchi(&automaton, 100, &Budget::unlimited()).expect("small");
    assert_eq!((result.state_count(), result.acceptance.marks), (6, 2));
    let mut verdicts = Verdicts::default();
    let mut rng = Rng::with_seed(3);
    for _ in 0..200 {
        let cycle: Vec<Letter> = (0..2)
            .map(|_| (0..10).filter(|_| rng.u8(0..4) == 0).collect())
            .collect();
        let expected = accepts(&automaton, &[], &cycle);
        assert_eq!(accepts(&result, &[], &cycle), expected, "{cycle:?}");
        verdicts.count(expected);
    }
    verdicts.assert_both();
}

#[test]
fn a_limit_on_states_is_an_error_that_names_it() {
    let automaton = one_state(Acceptance::streett(4));
    assert_eq!(
        generalized_buchi(&automaton, 10, &Budget::unlimited()).err(),
        Some(TooManyStates { limit: 10 }.into())
    );
}

#[test]
fn a_search_for_tails_in_vain_ends_with_the_limit() {
    // Each of the clauses Fin(2i) ∨ Fin(2i + 1) can be met in two ways, and each way to meet the last one leaves out the edge that
    // must recur.
    let (clauses, recurring) = (16, 32);
    let clause = |i: usize| Condition::any([Condition::Fin(2 * i), Condition::Fin(2 * i + 1)]);
    let all = (0..clauses).map(clause).chain([Condition::Inf(recurring)]);
    let acceptance = Acceptance {
        marks: recurring + 1,
        condition: Condition::all(all),
    };
    let mut automaton = Explicit::new(Labels::default(), acceptance);
    let state = automaton.add_state();
    automaton.initial.push(state);
    for mark in 0..recurring {
        automaton.add_transition(0, Label::TRUE, Marks::single(mark), 0);
    }
    let last = (recurring - 2..=recurring).collect();
    automaton.add_transition(0, Label::TRUE, last, 0);
    let error = generalized_buchi(&automaton, 100, &Budget::unlimited()).err();
    assert_eq!(error, Some(TooManyStates { limit: 100 }.into()));
}

#[test]
fn generalized_buchi_to_streett_keeps_every_state_and_edge() {
    for seed in 0..rounds(300, 6_000) {
        let automaton = random_automaton(Conditions::GeneralizedBuchi, &mut Rng::with_seed(seed));
        let result = streett(&automaton, 0, &Budget::unlimited()).expect("no new state");
        assert_eq!(result.state_count(), automaton.state_count());
        assert_eq!(result.transition_count(), automaton.transition_count());
        assert_eq!(
            result.acceptance,
            Acceptance::streett(automaton.acceptance.marks)
        );
    }
}
