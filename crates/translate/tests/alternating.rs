//! The alternating route against the definition, and the slides' theorems.

use lariat_automata::strength::{AutomatonStrength, strength};
use lariat_ltl::{Formula, Formulas, Node};
use lariat_testkit::collections::literature;
use lariat_testkit::rounds;
use lariat_testkit::words::{Verdicts, random_formula, read};
use lariat_translate::alternating::{self, LIMIT};

#[test]
fn both_automata_accept_what_the_definition_says() {
    let (mut tgba, mut buchi) = (Verdicts::default(), Verdicts::default());
    for seed in 0..rounds(4000, 80_000) {
        let (formulas, formula, mut rng) = random_formula(seed, 12, false);
        let automaton = alternating::build(&formulas, formula, LIMIT).expect("a small automaton");
        let generalized = automaton.to_tgba(LIMIT).expect("a small automaton");
        let context = format!("seed {seed}, generalized");
        tgba.compare(&generalized, &formulas, formula, &mut rng, &context);
        let single = automaton.to_buchi(LIMIT).expect("a small automaton");
        let context = format!("seed {seed}, Büchi");
        buchi.compare(&single, &formulas, formula, &mut rng, &context);
    }
    tgba.assert_balanced();
    buchi.assert_balanced();
}

#[test]
fn the_alternating_automaton_is_linear_and_returns_only_by_loops() {
    for seed in 0..rounds(1000, 20_000) {
        let (formulas, formula, _) = random_formula(seed, 20, false);
        let Ok(automaton) = alternating::build(&formulas, formula, LIMIT) else {
            continue;
        };
        let size = formulas.subformulas(formula).len();
        assert!(automaton.states().len() <= 2 * size, "seed {seed}");
        for (number, state) in automaton.states().iter().enumerate() {
            for clause in state.transitions.clauses() {
                assert!(clause.to.iter().all(|to| to >= number), "seed {seed}");
            }
        }
    }
}

/// The slides' classes: Σ(i+1) holds Π(i), and is closed under ∧, ∨, X, and the operators that
/// demand something; Π(i+1) is dual.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Class {
    Sigma(u8),
    Pi(u8),
}

fn random_of_class(
    class: Class,
    size: usize,
    formulas: &mut Formulas,
    rng: &mut fastrand::Rng,
) -> Formula {
    let (level, sigma) = match class {
        Class::Sigma(level) => (level, true),
        Class::Pi(level) => (level, false),
    };
    if size == 0 {
        let atom = formulas.atom(["a", "b", "c"][rng.usize(..3)]);
        return if rng.bool() { formulas.not(atom) } else { atom };
    }
    if level > 0 && rng.u8(..4) == 0 {
        let below = if sigma {
            Class::Pi(level - 1)
        } else {
            Class::Sigma(level - 1)
        };
        return random_of_class(below, size, formulas, rng);
    }
    let left = rng.usize(..size);
    let a = random_of_class(class, left, formulas, rng);
    let b = random_of_class(class, size - 1 - left, formulas, rng);
    let choices = if level == 0 { 3 } else { 6 };
    formulas.make(match (rng.u8(..choices), sigma) {
        (0, _) => Node::And([a, b].into()),
        (1, _) => Node::Or([a, b].into()),
        (2, _) => Node::Next(a),
        (3, true) => Node::Until(a, b),
        (4, true) => Node::StrongRelease(a, b),
        (_, true) => Node::Finally(a),
        (3, false) => Node::Release(a, b),
        (4, false) => Node::WeakUntil(a, b),
        (_, false) => Node::Globally(a),
    })
}

#[track_caller]
fn check_strength(class: Class, seed: u64, at_most: AutomatonStrength) {
    let mut rng = fastrand::Rng::with_seed(seed);
    let mut formulas = Formulas::new();
    let size = rng.usize(1..9);
    let formula = random_of_class(class, size, &mut formulas, &mut rng);
    let Ok(automaton) = alternating::build(&formulas, formula, LIMIT) else {
        return;
    };
    if let Ok(mut generalized) = automaton.to_tgba(LIMIT) {
        assert!(strength(&mut generalized) <= at_most, "seed {seed}, TGBA");
    }
    if let Ok(mut buchi) = automaton.to_buchi(LIMIT) {
        assert!(strength(&mut buchi) <= at_most, "seed {seed}, Büchi");
        assert!(
            lariat_automata::strength::is_weak_as_marked(&buchi),
            "seed {seed}"
        );
        if at_most == AutomatonStrength::Terminal {
            check_terminal_as_in_the_slides(&buchi, seed);
        }
    }
}

/// Each accepting state has a loop under each letter.
#[track_caller]
fn check_terminal_as_in_the_slides(buchi: &lariat_automata::Explicit, seed: u64) {
    for (state, edges) in (0..).zip(&buchi.transitions) {
        let accepting = edges.iter().any(|edge| !edge.marks.is_empty());
        let looping = edges.iter().any(|e| e.to == state && e.label.is_true());
        assert!(!accepting || looping, "seed {seed}");
    }
}

#[test]
fn guarantee_formulas_give_terminal_automata() {
    for seed in 0..rounds(1500, 30_000) {
        check_strength(Class::Sigma(1), seed, AutomatonStrength::Terminal);
    }
}

#[test]
fn persistence_formulas_give_weak_automata() {
    for seed in 0..rounds(1500, 30_000) {
        check_strength(Class::Sigma(2), seed, AutomatonStrength::Weak);
    }
}

#[track_caller]
fn check_sizes(text: &str, alternating: usize, tgba: (usize, usize), buchi: usize) {
    let mut formulas = Formulas::new();
    let formula = read(&mut formulas, text);
    let automaton = alternating::build(&formulas, formula, LIMIT).expect("a small automaton");
    let generalized = automaton.to_tgba(LIMIT).expect("a small automaton");
    let single = automaton.to_buchi(LIMIT).expect("a small automaton");
    let found = (generalized.state_count(), generalized.transition_count());
    assert_eq!(
        (automaton.states().len(), found, single.state_count()),
        (alternating, tgba, buchi),
        "{text}"
    );
}

#[test]
fn sizes() {
    check_sizes("p U q", 1, (2, 3), 2);
    check_sizes("p U (q U s)", 2, (3, 6), 3);
    check_sizes("GFp", 2, (1, 2), 2);
    check_sizes("GFa & GFb & GFc", 6, (1, 8), 8);
    check_sizes("FGp", 2, (2, 3), 2);
    check_sizes("false", 0, (1, 0), 1);
    check_sizes("true", 0, (1, 1), 1);
    check_sizes("X false", 1, (1, 0), 1);
    check_sizes("X (p & !p)", 3, (1, 0), 1);
}

#[test]
fn what_is_too_large_or_looks_back_is_refused_in_words() {
    let mut formulas = Formulas::new();
    let many: Vec<_> = (0..20).map(|i| format!("GF p{i}")).collect();
    let formula = read(&mut formulas, &many.join(" & "));
    let error = alternating::translate(&formulas, formula, LIMIT).expect_err("2^20 transitions");
    assert_eq!(
        error.to_string(),
        "the automaton has more than 65536 transitions"
    );
    let past = read(&mut formulas, "G (p -> O q)");
    let error = alternating::translate(&formulas, past, LIMIT).expect_err("it looks back");
    assert_eq!(
        error.to_string(),
        "alternating automata cannot look into the past"
    );
}

#[test]
fn deep_formulas_need_no_deep_stack() {
    let mut formulas = Formulas::new();
    let mut formula = formulas.atom("p");
    for round in 0..30_000 {
        formula = formulas.make(match round % 3 {
            0 => Node::Not(formula),
            1 => Node::Finally(formula),
            _ => Node::Next(formula),
        });
    }
    let _ = alternating::build(&formulas, formula, 8);
}

#[test]
fn the_drawing_shows_branching_and_ends() {
    let mut formulas = Formulas::new();
    let formula = read(&mut formulas, "G (\"x < 1\" -> X F q) & F q");
    let automaton = alternating::build(&formulas, formula, LIMIT).expect("a small automaton");
    let dot = automaton.to_dot(&mut formulas).expect("it can be written");
    let expected = r#"digraph alternating {
  rankdir=LR;
  node [shape=box, style=rounded];
  q0 [label="G(\"x < 1\" -> XF q)", peripheries=2, style="rounded,filled", fillcolor=lightgrey];
  q1 [label="F q"];
  start [label="", shape=point, style=invis, width=0];
  start_ [label="", shape=point, fillcolor=black];
  start -> start_ [label="", dir=none];
  start_ -> q0;
  start_ -> q1;
  q0_1 [label="", shape=point, fillcolor=black];
  q0 -> q0_1 [label="true", dir=none];
  q0_1 -> q0;
  q0_1 -> q1;
  q0 -> q0 [label="!\"x < 1\""];
  end0 [shape=box, label="", width=0.1, height=0.1];
  q1 -> end0 [label="q"];
  q1 -> q1 [label="true"];
}
"#;
    assert_eq!(dot, expected);
}

#[test]
fn the_literature_means_what_the_definition_says() {
    for (seed, (text, mut formulas)) in (0..).zip(literature()) {
        let formula = read(&mut formulas, &text);
        let negation = formulas.not(formula);
        let mut rng = fastrand::Rng::with_seed(seed);
        for formula in [formula, negation] {
            let automaton = alternating::build(&formulas, formula, LIMIT).expect(&text);
            let (tgba, buchi) = (automaton.to_tgba(LIMIT), automaton.to_buchi(LIMIT));
            let mut verdicts = Verdicts::default();
            for automaton in [tgba, buchi].into_iter().flatten() {
                verdicts.compare(&automaton, &formulas, formula, &mut rng, &text);
            }
        }
    }
}
