//! What the reductions promise as a whole: the language stays, the automaton does not grow, marks
//! stay where they were asked for, and the sizes of well-known formulas are what they were.

mod deterministic;

use deterministic::Deterministic;
use fastrand::Rng;
use lariat_automata::degeneralize::degeneralize_to_states;
use lariat_automata::random::{self, AutomatonShape, Conditions};
use lariat_automata::{Acceptance, Explicit, LabelledEdge, word};
use lariat_budget::Budget;
use lariat_ltl::Formulas;
use lariat_translate::reduce::{Knowledge, ReduceOptions, minimize, reduce, reduce_buchi};
use lariat_translate::{Options, translate};

use lariat_testkit::{rounds, words};

fn random_automaton(seed: u64, conditions: Conditions) -> Explicit {
    let shape = AutomatonShape {
        states: 7,
        degree: 1.5,
        propositions: 2,
        marks: 2,
        mark_density: 0.5,
        conditions,
    };
    let mut automaton = random::automaton(&shape, &mut Rng::with_seed(seed));
    automaton.merge_transitions();
    automaton
}

/// Checks that both automata accept the same of some random words; counts those that are accepted.
#[track_caller]
fn assert_same_words(one: &Explicit, other: &Explicit, seed: u64) -> usize {
    let mut rng = Rng::with_seed(seed);
    let check = |_| {
        let (prefix, cycle) = random::lasso(2, &mut rng);
        let expected = word::accepts(one, &prefix, &cycle);
        let found = word::accepts(other, &prefix, &cycle);
        let word = format!("seed {seed}: {prefix:?} ({cycle:?})^ω");
        assert_eq!(found, expected, "{word}\n{one:?}\n{other:?}");
        usize::from(expected)
    };
    (0..20).map(check).sum()
}

fn size(automaton: &Explicit) -> (usize, usize) {
    (automaton.state_count(), automaton.transition_count())
}

#[test]
fn reducing_twice_changes_nothing_more() {
    let (mut accepted, mut smaller, count) = (0, 0, rounds(2_000, 40_000));
    for seed in 0..count {
        let automaton = random_automaton(seed, Conditions::GeneralizedBuchi);
        let once = reduce(
            automaton.clone(),
            &ReduceOptions::default(),
            &Budget::unlimited(),
        )
        .expect("no limit");
        assert!(size(&once) <= size(&automaton), "seed {seed}");
        smaller += usize::from(size(&once) < size(&automaton));
        accepted += assert_same_words(&automaton, &once, seed);
        let twice = reduce(
            once.clone(),
            &ReduceOptions::default(),
            &Budget::unlimited(),
        )
        .expect("no limit");
        assert_eq!(size(&twice), size(&once), "seed {seed}: {once:?} {twice:?}");
    }
    let words = 20 * count as usize;
    assert!(
        accepted > words / 10 && accepted < words * 9 / 10,
        "{accepted} of {words}"
    );
    assert!(smaller > count as usize / 2, "{smaller} of {count}");
}

#[test]
fn without_budget_only_what_is_useless_goes() {
    let nothing = ReduceOptions {
        letter_classes: 0,
        comparisons: 0,
        subsets: 0,
        product_states: 0,
    };
    for seed in 0..rounds(300, 6_000) {
        let automaton = random_automaton(seed, Conditions::GeneralizedBuchi);
        let reduced = reduce(automaton.clone(), &nothing, &Budget::unlimited()).expect("no limit");
        assert!(size(&reduced) <= size(&automaton), "seed {seed}");
        assert_same_words(&automaton, &reduced, seed);
    }
}

#[test]
fn other_conditions_pass_through() {
    let mut passed = 0;
    for seed in 0..rounds(300, 6_000) {
        let automaton = random_automaton(seed, Conditions::EmersonLei);
        if automaton.acceptance.generalized_buchi_view().is_none() {
            let reduced = reduce(
                automaton.clone(),
                &ReduceOptions::default(),
                &Budget::unlimited(),
            )
            .expect("no limit");
            assert_eq!(
                format!("{reduced:?}"),
                format!("{automaton:?}"),
                "seed {seed}"
            );
            passed += 1;
        }
    }
    assert!(passed > 50, "{passed}");
}

#[test]
fn minimizing_with_the_complement_keeps_the_language() {
    let (mut smaller, mut accepted, count) = (0, 0, rounds(2_000, 40_000));
    for seed in 0..count {
        let d = Deterministic::random(5, &mut Rng::with_seed(seed));
        let pairs = [(&d.automaton, &d.complement), (&d.complement, &d.automaton)];
        for (automaton, complement) in pairs {
            let knowledge = Knowledge {
                obligation: false,
                complement: &mut || Some(complement.clone()),
            };
            let minimal = minimize(
                automaton.clone(),
                knowledge,
                &ReduceOptions::default(),
                &Budget::unlimited(),
            )
            .expect("no limit");
            accepted += assert_same_words(automaton, &minimal, seed);
            let reduced = reduce(
                automaton.clone(),
                &ReduceOptions::default(),
                &Budget::unlimited(),
            )
            .expect("no limit");
            let (own, other) = (minimal.state_count(), reduced.state_count());
            assert!(
                own <= other,
                "seed {seed}: {own} states, {other} without complement"
            );
            smaller += usize::from(own < other);
        }
    }
    let words = 40 * count as usize;
    assert!(
        accepted > words / 10 && accepted < words * 9 / 10,
        "{accepted} of {words}"
    );
    assert!(smaller > 50, "the complement helped {smaller} times only");
}

#[test]
fn marks_on_states_stay_on_states() {
    let (mut smaller, mut accepted, count) = (0, 0, rounds(2_000, 40_000));
    for seed in 0..count {
        let automaton = random_automaton(seed, Conditions::GeneralizedBuchi);
        let buchi =
            degeneralize_to_states(&automaton, &Budget::unlimited()).expect("generalized Büchi");
        let reduced = reduce_buchi(
            buchi.clone(),
            &ReduceOptions::default(),
            &Budget::unlimited(),
        )
        .expect("no limit");
        assert_eq!(reduced.acceptance, Acceptance::buchi(), "seed {seed}");
        let agree = |edges: &Vec<LabelledEdge>| edges.windows(2).all(|e| e[0].marks == e[1].marks);
        assert!(
            reduced.transitions.iter().all(agree),
            "seed {seed}: {reduced:?}"
        );
        assert!(size(&reduced) <= size(&buchi), "seed {seed}");
        smaller += usize::from(size(&reduced) < size(&buchi));
        accepted += assert_same_words(&automaton, &reduced, seed);
    }
    let words = 20 * count as usize;
    assert!(
        accepted > words / 10 && accepted < words * 9 / 10,
        "{accepted} of {words}"
    );
    assert!(smaller > count as usize / 4, "{smaller} of {count}");
}

/// Checks the states and edges of the formula's automaton.
#[track_caller]
fn check_size(text: &str, expected: (usize, usize)) {
    let mut formulas = Formulas::new();
    let formula = words::read(&mut formulas, text);
    let automaton = translate(&mut formulas, formula, &Options::default()).expect(text);
    assert_eq!(size(&automaton.base), expected, "{text}");
}

#[test]
fn a_choice_can_be_put_off() {
    check_size("F G a | G F b", (2, 4));
    check_size("G F a | F G !b | F G !c", (3, 6));
}

#[test]
fn obligations_are_deterministic() {
    check_size("p U (q U s)", (3, 6));
    check_size("G(!a | G !b)", (2, 3));
    check_size("!(F F p <-> F p)", (1, 0));
}

#[test]
fn recurrence_needs_one_mark() {
    check_size("G(!a | (!b U (b U (!b U (b U (b & c))))))", (5, 14));
}
