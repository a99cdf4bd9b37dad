//! A simplification whose budget ends, ends; and the arena is none the worse for it.

use std::time::{Duration, Instant};

use lariat_budget::{Budget, Exhausted};
use lariat_ltl::simplify::{simplify, simplify_within};
use lariat_ltl::{Formulas, Syntax, parse};

fn large(count: usize) -> String {
    let part = |i: usize| {
        let (a, b, c) = (i % 977, i % 31, i % 1013);
        format!("G(a{a} -> F(b{b} & X c{c}))")
    };
    let parts: Vec<String> = (0..count).map(part).collect();
    parts.join(" & ")
}

#[test]
fn the_simplifier_stops() {
    let mut formulas = Formulas::new();
    let formula = parse(&mut formulas, &large(100_000), Syntax::Spot).expect("a formula");
    let moment = Duration::from_millis(5);
    let begin = Instant::now();
    let result = simplify_within(
        &mut formulas,
        formula,
        &Budget::unlimited().with_time(moment),
    );
    assert_eq!(result, Err(Exhausted::Time(moment)));
    assert!(
        begin.elapsed() < Duration::from_secs(2),
        "{:?}",
        begin.elapsed()
    );
}

#[test]
fn a_stopped_arena_is_as_good_as_new() {
    let text = large(3_000);
    let mut fresh = Formulas::new();
    let formula = parse(&mut fresh, &text, Syntax::Spot).expect("a formula");
    let expected = simplify(&mut fresh, formula);
    let expected = fresh.subformulas(expected).len();
    let mut formulas = Formulas::new();
    let formula = parse(&mut formulas, &text, Syntax::Spot).expect("a formula");
    let mut ended = 0;
    for micros in [1, 100, 300, 1_000, 2_000, 4_000, 8_000] {
        let budget = Budget::unlimited().with_time(Duration::from_micros(micros));
        ended += usize::from(simplify_within(&mut formulas, formula, &budget).is_err());
    }
    assert!(ended >= 3, "the budget ended {ended} times only");
    let budget = Budget::unlimited();
    let simple = simplify_within(&mut formulas, formula, &budget).expect("no limit");
    assert_eq!(formulas.subformulas(simple).len(), expected);
    assert_eq!(simplify(&mut formulas, formula), simple);
}
