//! The explicit deterministic automata against the definition, and against translations of the formula and its
//! negation by both routes.

mod oracle;

use fastrand::Rng;
use lariat_budget::Budget;
use lariat_determinize::{Limits, determinize, simplify};
use lariat_ltl::{Formula, Formulas};

use lariat_testkit::words::{Verdicts, looks_ahead_from_the_past};
use lariat_testkit::{collections, rounds, words};
use oracle::{assert_language, assert_one_edge_a_letter, random_formula};

/// Determinizes and asks all questions; false if the automaton is too large.
fn check(
    formulas: &mut Formulas,
    formula: Formula,
    context: &str,
    rng: &mut Rng,
    verdicts: &mut Verdicts,
) -> bool {
    let limits = Limits {
        max_states: 40_000,
        ..Limits::default()
    };
    let mut equations = match determinize(formulas, formula, &limits) {
        Ok(equations) => equations,
        Err(error) => {
            println!("{context}: {error}");
            return false;
        }
    };
    let mut automaton = match equations.explore(&limits) {
        Ok(automaton) => automaton,
        Err(error) => {
            println!("{context}: {error}");
            return false;
        }
    };
    assert_one_edge_a_letter(&mut automaton, context);
    verdicts.compare(&automaton, formulas, formula, rng, context);
    let states = automaton.state_count();
    let mut automaton = simplify(automaton, &Budget::unlimited()).expect("no limit");
    assert!(automaton.state_count() <= states, "{context}");
    assert_one_edge_a_letter(&mut automaton, context);
    verdicts.compare(&automaton, formulas, formula, rng, context);
    assert_language(&automaton, formulas, formula, context);
    true
}

#[track_caller]
fn check_random(first: u64, count: u64, past: bool) {
    let mut rng = Rng::with_seed(first);
    let mut verdicts = Verdicts::default();
    let mut refused = 0;
    for seed in first..first + count {
        let (mut formulas, formula, context) = random_formula(seed, 12, past);
        let made = check(&mut formulas, formula, &context, &mut rng, &mut verdicts);
        refused += u64::from(!made);
    }
    verdicts.assert_balanced();
    assert!(
        refused <= count / 1000,
        "{refused} of {count} were too large"
    );
}

#[test]
fn future_formulas() {
    check_random(1, rounds(1_000, 20_000), false);
}

#[test]
fn past_formulas() {
    check_random(1_000_000, rounds(500, 10_000), true);
}

/// Random formulas in which a past operator stands over one of the future.
#[test]
fn past_operators_over_the_future() {
    let mut rng = Rng::with_seed(3);
    let mut verdicts = Verdicts::default();
    let (mut made, mut refused) = (0, 0);
    let mut seed = 2_000_000;
    while made < rounds(500, 10_000) {
        seed += 1;
        let (mut formulas, formula, context) = random_formula(seed, 12, true);
        if !looks_ahead_from_the_past(&formulas, formula) {
            continue;
        }
        made += 1;
        let small = check(&mut formulas, formula, &context, &mut rng, &mut verdicts);
        refused += u64::from(!small);
    }
    verdicts.assert_balanced();
    assert!(refused <= made / 100, "{refused} of {made} were too large");
}

/// Formulas that were once wrong or without end.
#[test]
fn cases() {
    let mut rng = Rng::with_seed(2);
    let mut verdicts = Verdicts::default();
    for text in [
        "X(GF(G b <-> b & a) U O c)",
        "G(c M F c W !(b M a))",
        "!(a U (!c xor b M b W a))",
        "((a | b) R G(a W F c)) U c",
        "G(p -> (q U (G r | G s)))",
        "G((a & X a | !a & X !a) & (b & X b | !b & X !b) | X(!e & ((a <-> X a) & (b <-> X b) U e)))",
        "GF(b U (!b W c))",
        "F(a & G(b | X G c))",
        "true",
        "false",
        "a & X !b | XXX c",
        "F((Y a & c) | (Y !a & b))",
        "G(b -> Y a) & G(c -> Y !a)",
        "G O(a U b)",
        "F(Y X a)",
        "F(c & H F a)",
        "G(c -> (a U b) S (b U c))",
        "GF(c & Y(a U b))",
        "G(c -> O(a & X X b))",
        "G(c -> ((a U b) & Y a) S ((c M a) | O b))",
        "F(c & H(F O(a U Y G b)))",
    ] {
        let mut formulas = Formulas::new();
        let formula = words::read(&mut formulas, text);
        assert!(
            check(&mut formulas, formula, text, &mut rng, &mut verdicts),
            "{text}"
        );
    }
}

#[test]
fn formulas_of_the_literature() {
    let mut rng = Rng::with_seed(1);
    let mut verdicts = Verdicts::default();
    for (text, mut formulas) in collections::literature() {
        let formula = words::read(&mut formulas, &text);
        let made = check(&mut formulas, formula, &text, &mut rng, &mut verdicts);
        assert!(made, "{text}");
    }
}
