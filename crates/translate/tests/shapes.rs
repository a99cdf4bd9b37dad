//! Fairness shapes as acceptance, against the definition, and the figures that they are for.

use std::time::{Duration, Instant};

use lariat_automata::{Explicit, Injected};
use lariat_budget::Budget;
use lariat_ltl::random::{self, Shape};
use lariat_ltl::{Formula, Formulas, Node};
use lariat_testkit::rounds;
use lariat_testkit::words::{Verdicts, read};
use lariat_translate::alternating::{self, AlternatingError, LIMIT};
use lariat_translate::limit::TooLarge;
use lariat_translate::shapes;

/// The eight strong assumptions of the Streett paper, and what is to follow from them.
const EIGHT: &str = "(((GFp0->GFp1)&(GFp2->GFp0)&(GFp3->GFp2)&(GFp4->GFp2)&(GFp5->GFp3)&\
    (GFp6->GF(p5|p4))&(GFp7->GFp6)&(GFp1->GFp7))->GFp8)";

fn by_alternating(formulas: &mut Formulas, rest: Formula) -> Result<Explicit, AlternatingError> {
    alternating::translate(formulas, rest, LIMIT)
}

fn no_rest(formulas: &mut Formulas, rest: Formula) -> Result<Explicit, AlternatingError> {
    panic!("{:?} is left to translate", formulas.node(rest));
}

fn streett(formulas: &mut Formulas, text: &str) -> Injected {
    let formula = read(formulas, text);
    shapes::streett(formulas, formula, &Budget::unlimited(), no_rest)
        .expect("nothing can be too large")
}

/// A boolean combination of GF and FG, at times under X, F, G, and at times with other conjuncts.
fn random_shape(size: usize, formulas: &mut Formulas, rng: &mut fastrand::Rng) -> Formula {
    if size == 0 {
        let (a, b) = (random_literal(formulas, rng), random_literal(formulas, rng));
        let body = if rng.bool() {
            a
        } else {
            formulas.make(Node::Or([a, b].into()))
        };
        return if rng.bool() {
            let inner = formulas.make(Node::Finally(body));
            formulas.make(Node::Globally(inner))
        } else {
            let inner = formulas.make(Node::Globally(body));
            formulas.make(Node::Finally(inner))
        };
    }
    let left = rng.usize(..size);
    let a = random_shape(left, formulas, rng);
    let b = random_shape(size - 1 - left, formulas, rng);
    formulas.make(match rng.u8(..12) {
        0..=3 => Node::And([a, b].into()),
        4..=5 => Node::Or([a, b].into()),
        6..=7 => Node::Implies(a, b),
        8 => Node::Not(a),
        9 => Node::Iff(a, b),
        10 => Node::Xor(a, b),
        _ => Node::Next(a),
    })
}

fn random_literal(formulas: &mut Formulas, rng: &mut fastrand::Rng) -> Formula {
    let atom = formulas.atom(["a", "b", "c"][rng.usize(..3)]);
    match rng.u8(..16) {
        0 => formulas.truth(),
        1 => formulas.falsity(),
        2..=8 => atom,
        _ => formulas.not(atom),
    }
}

/// A shape, and in every other round a small formula beside it.
fn random_fair_formula(seed: u64) -> (Formulas, Formula, fastrand::Rng) {
    let mut rng = fastrand::Rng::with_seed(seed);
    let mut formulas = Formulas::new();
    let size = rng.usize(..6);
    let mut formula = random_shape(size, &mut formulas, &mut rng);
    if seed % 2 == 1 {
        let shape = Shape {
            nodes: rng.usize(1..6),
            atoms: 3,
            past: false,
        };
        let rest = random::formula(&mut rng, &mut formulas, shape);
        formula = formulas.and(formula, rest);
    }
    (formulas, formula, rng)
}

#[test]
fn every_form_accepts_what_the_definition_says() {
    let (mut pairs, mut generic, mut tgba) = <(Verdicts, Verdicts, Verdicts)>::default();
    for seed in 0..rounds(4000, 80_000) {
        let (mut formulas, formula, mut rng) = random_fair_formula(seed);
        let streett = shapes::streett(&mut formulas, formula, &Budget::unlimited(), by_alternating)
            .expect("it is small");
        let view = streett.base.acceptance.fairness_view();
        assert!(view.is_some(), "seed {seed}: {:?}", streett.base.acceptance);
        let context = format!("seed {seed}, Streett");
        pairs.compare(&streett, &formulas, formula, &mut rng, &context);
        let any = shapes::emerson_lei(&mut formulas, formula, &Budget::unlimited(), by_alternating)
            .expect("it is small");
        let context = format!("seed {seed}, Emerson–Lei");
        generic.compare(&any, &formulas, formula, &mut rng, &context);
        for (form, automaton) in [("Streett", streett), ("Emerson–Lei", any)] {
            let buchi = shapes::to_tgba(automaton, LIMIT).expect("it is small");
            assert!(buchi.acceptance.generalized_buchi_view().is_some());
            let context = format!("seed {seed}, {form} to TGBA");
            tgba.compare(&buchi, &formulas, formula, &mut rng, &context);
        }
    }
    [pairs, generic, tgba]
        .iter()
        .for_each(Verdicts::assert_balanced);
}

#[test]
fn any_automaton_with_any_condition_becomes_generalized_buchi() {
    use lariat_automata::random::{AutomatonShape, automaton, label, lasso};
    use lariat_automata::{Injection, word};
    let (mut accepted, mut rejected) = (0, 0);
    for seed in 0..rounds(3000, 60_000) {
        let mut rng = fastrand::Rng::with_seed(seed);
        let base = automaton(&AutomatonShape::default(), &mut rng);
        let mut fair = Injected::from(base);
        for mark in 0..fair.base.acceptance.marks {
            if rng.bool() {
                let when = label(&mut fair.base.labels, &mut rng);
                fair.injections.push(Injection { when, mark });
            }
        }
        let buchi = shapes::to_tgba(fair.clone(), LIMIT).expect("it is small");
        for _ in 0..8 {
            let (prefix, cycle) = lasso(2, &mut rng);
            let expected = word::accepts(&fair, &prefix, &cycle);
            let found = word::accepts(&buchi, &prefix, &cycle);
            assert_eq!(found, expected, "seed {seed}: {prefix:?} {cycle:?}");
            if expected {
                accepted += 1;
            } else {
                rejected += 1;
            }
        }
    }
    assert!(accepted > 2000 && rejected > 2000, "{accepted} {rejected}");
}

#[track_caller]
fn check_streett(text: &str, expected: &str) {
    let mut formulas = Formulas::new();
    let automaton = streett(&mut formulas, text);
    assert_eq!(automaton.base.state_count(), 1);
    let found = format!("{:?}", automaton.base.acceptance.condition);
    assert_eq!(found, expected, "{text}");
}

#[test]
fn shapes_become_marks_and_pairs() {
    check_streett("GF p", "Inf(0)");
    check_streett("FG p", "Fin(0)");
    check_streett("GF p -> GF q", "Or([Fin(0), Inf(1)])");
    check_streett("FG p -> GF q", "Inf(0)");
    check_streett("FG p | GF q | GF r", "Or([Fin(0), Inf(1)])");
    check_streett("!(GF p & FG q)", "Or([Fin(0), Inf(1)])");
    check_streett("!(GF p & GF q -> GF r)", "And([Inf(0), Inf(1), Fin(2)])");
    check_streett("GF p | GF q -> GF r", "Or([Fin(0), Inf(1)])");
    check_streett(
        "GF p -> GF q & GF r",
        "And([Or([Fin(0), Inf(1)]), Or([Fin(0), Inf(2)])])",
    );
    check_streett(
        "GF p <-> GF q",
        "And([Or([Fin(0), Inf(1)]), Or([Fin(1), Inf(0)])])",
    );
    check_streett(
        "(GF p -> GF q) & (GF q -> GF r)",
        "And([Or([Fin(0), Inf(1)]), Or([Fin(1), Inf(2)])])",
    );
    check_streett("G (GF p -> X F G F X q)", "Or([Fin(0), Inf(1)])");
    check_streett("GF (p & q) -> GF p", "True");
    check_streett("GF p & GF false", "And([Inf(0), Inf(1)])");
}

#[test]
fn what_is_no_pair_is_translated() {
    let mut formulas = Formulas::new();
    let formula = read(&mut formulas, "(FG p | FG q) & (GF r -> GF s) & X p");
    let mut rest = None;
    let automaton = shapes::streett(
        &mut formulas,
        formula,
        &Budget::unlimited(),
        |formulas, left| {
            rest = Some(left);
            by_alternating(formulas, left)
        },
    );
    let expected = read(&mut formulas, "(FG p | FG q) & X p");
    assert_eq!(rest, Some(expected));
    assert_eq!(automaton.expect("it is small").injections.len(), 2);
}

#[test]
fn the_eight_assumptions_cost_one_state_with_pairs_and_four_without() {
    let begin = Instant::now();
    let mut formulas = Formulas::new();
    let negated = streett(&mut formulas, &format!("!{EIGHT}"));
    assert_eq!(negated.base.state_count(), 1);
    assert_eq!(negated.base.transition_count(), 1);
    let view = negated.base.acceptance.fairness_view().expect("pairs");
    assert_eq!(
        (view.inf.len(), view.fin.len(), view.pairs.len()),
        (0, 1, 8)
    );
    let tgba = shapes::to_tgba(negated, LIMIT).expect("it is small");
    let size = (
        tgba.state_count(),
        tgba.transition_count(),
        tgba.acceptance.marks,
    );
    assert_eq!(size, (4, 20, 7));
    let positive = read(&mut formulas, EIGHT);
    let positive = shapes::boolean_fairness(&formulas, positive, &Budget::unlimited())
        .expect("no limit")
        .expect("nothing but fairness");
    let tgba = shapes::to_tgba(positive, LIMIT).expect("it is small");
    let size = (
        tgba.state_count(),
        tgba.transition_count(),
        tgba.acceptance.marks,
    );
    assert_eq!(size, (8, 23, 1));
    assert!(
        begin.elapsed() < Duration::from_millis(500),
        "{:?}",
        begin.elapsed()
    );
}

#[test]
fn strong_assumptions_cost_one_state_however_many() {
    for n in [1, 2, 50, 200] {
        let pairs: Vec<_> = (0..n).map(|i| format!("(GF a{i} -> GF b{i})")).collect();
        let mut formulas = Formulas::new();
        let automaton = streett(&mut formulas, &pairs.join(" & "));
        assert_eq!(automaton.base.state_count(), 1);
        assert_eq!(automaton.injections.len(), 2 * n);
        assert!(automaton.base.labels.bdds.size() <= 4 * n);
    }
}

#[test]
fn independent_pairs_without_pairs_are_refused_when_there_are_many() {
    let pairs: Vec<_> = (0..40).map(|i| format!("(GF a{i} -> GF b{i})")).collect();
    let mut formulas = Formulas::new();
    let automaton = streett(&mut formulas, &pairs.join(" & "));
    let error = shapes::to_tgba(automaton, 1000).expect_err("2^40 states");
    assert_eq!(error, TooLarge { limit: 1000 }.into());
}

#[test]
fn many_recurring_letters_cost_one_edge_each() {
    let many: Vec<_> = (0..100).map(|i| format!("GF a{i}")).collect();
    let mut formulas = Formulas::new();
    let automaton = streett(&mut formulas, &many.join(" & "));
    let tgba = shapes::to_tgba(automaton, LIMIT).expect("it is small");
    assert_eq!((tgba.state_count(), tgba.transition_count()), (1, 101));
}
