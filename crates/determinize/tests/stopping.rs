//! A determinization whose budget ends, ends: soon, in whatever phase it is, and with a typed error.

use std::fmt::Debug;
use std::time::{Duration, Instant};

use lariat_budget::{Budget, Exhausted};
use lariat_determinize::{DeterminizeError, Limits, determinize, simplify};
use lariat_ltl::{Formula, Formulas, Syntax, parse};

/// What the work is given.
const MOMENT: Duration = Duration::from_millis(20);

/// How long it may take to notice the end, on a machine that has much else to do.
const PATIENCE: Duration = Duration::from_secs(2);

const END: Exhausted = Exhausted::Time(MOMENT);

/// Limits that nothing reaches but the budget's.
fn endless(budget: Budget) -> Limits {
    Limits {
        part_states: usize::MAX,
        monitor_bits: 60,
        rewriting_steps: usize::MAX,
        max_states: usize::MAX,
        budget,
    }
}

/// Does work that must not come to an end by itself, and says how it ended.
#[track_caller]
fn stopped<T: Debug, E: Debug>(work: impl FnOnce(&Limits) -> Result<T, E>) -> E {
    let begin = Instant::now();
    let error = work(&endless(Budget::unlimited().with_time(MOMENT)));
    let taken = begin.elapsed();
    assert!(taken < PATIENCE, "it ended after {taken:?}: {error:?}");
    error.expect_err("the work takes longer than it was given")
}

fn read(formulas: &mut Formulas, text: &str) -> Formula {
    parse(formulas, text, Syntax::Spot).expect("a formula")
}

fn joined(count: usize, glue: &str, part: impl Fn(usize) -> String) -> String {
    let parts: Vec<String> = (0..count).map(|i| format!("({})", part(i))).collect();
    parts.join(glue)
}

#[track_caller]
fn check(text: &str) {
    let mut formulas = Formulas::new();
    let formula = read(&mut formulas, text);
    let error = stopped(|limits| determinize(&mut formulas, formula, limits).map(drop));
    assert_eq!(error.end(), Some(END), "{text}");
}

#[test]
fn the_simplifier_of_large_formulas_stops() {
    check(&joined(10_000, " & ", |i| {
        format!("G(a{} -> F(b{} & X c{i}))", i % 977, i % 31)
    }));
}

#[test]
fn rewriting_into_normal_form_stops() {
    let alternating = |i| format!("a{i} U (b{i} W c{i})");
    check(&format!("GF({})", joined(12, " & ", alternating)));
}

#[test]
fn listing_the_states_of_a_part_stops() {
    check(&format!(
        "G({})",
        joined(40, " | ", |i| format!("a{i} W b{i}"))
    ));
    check(&format!(
        "F G({})",
        joined(40, " | ", |i| format!("a{i} W b{i}"))
    ));
}

#[test]
fn functions_of_memory_stop() {
    let first = joined(40, " & ", |i| format!("Y a{i}"));
    let equal = joined(40, " & ", |i| format!("Y a{i} <-> Y O b{i}"));
    check(&format!("G({first} | !({equal})) & G(F({equal}))"));
}

/// The deterministic automaton of G(a → X^n b), or the like, has 2ⁿ states.
fn large(n: usize) -> String {
    format!("G(a -> {} b)", "X".repeat(n))
}

#[test]
fn exploration_stops_and_leaves_the_equations_as_they_were() {
    let mut formulas = Formulas::new();
    let formula = read(&mut formulas, &large(40));
    let mut equations = determinize(&mut formulas, formula, &Limits::default()).expect("small");
    let error = stopped(|limits| equations.explore(limits).map(drop));
    assert_eq!(error, DeterminizeError::Exhausted(END));
    let formula = read(&mut formulas, &large(6));
    let mut equations = determinize(&mut formulas, formula, &Limits::default()).expect("small");
    let cancelled = Limits::default();
    cancelled.budget.cancel();
    let error = equations.explore(&cancelled).err();
    assert_eq!(
        error,
        Some(DeterminizeError::Exhausted(Exhausted::Cancelled))
    );
    let mut fresh = determinize(&mut formulas, formula, &Limits::default()).expect("small");
    let found = equations.explore(&Limits::default()).expect("few states");
    assert!(found == fresh.explore(&Limits::default()).expect("few states"));
}

#[test]
fn simplification_of_explicit_automata_stops() {
    let mut formulas = Formulas::new();
    let text = format!("{} & GF(c & XXXX a) & G(d -> F e)", large(9));
    let formula = read(&mut formulas, &text);
    let unlimited = endless(Budget::unlimited());
    let mut equations = determinize(&mut formulas, formula, &unlimited).expect("no limit");
    let automaton = equations.explore(&unlimited).expect("no limit");
    let error = stopped(|limits| simplify(automaton, &limits.budget).map(drop));
    assert_eq!(error, END);
}

/// The budget ends after more and more work; at last it is enough, and the result is the right one.
#[test]
fn a_stopped_arena_is_as_good_as_new() {
    for text in [
        "G(a -> F(b & O c)) & (GF a -> GF d)",
        "G(O(a U b) -> F G c)",
        "F(a W (b U c))",
    ] {
        let made = |formulas: &mut Formulas, formula, limits: &Limits| {
            let automaton = determinize(formulas, formula, limits)?.explore(limits)?;
            Ok::<_, DeterminizeError>(simplify(automaton, &limits.budget)?)
        };
        let mut fresh = Formulas::new();
        let formula = read(&mut fresh, text);
        let expected = made(&mut fresh, formula, &Limits::default()).expect("small");
        let mut formulas = Formulas::new();
        let formula = read(&mut formulas, text);
        let (mut ended, mut time) = (0, Duration::from_micros(1));
        let found = loop {
            let limits = Limits {
                budget: Budget::unlimited().with_time(time),
                ..Limits::default()
            };
            match made(&mut formulas, formula, &limits) {
                Ok(found) => break found,
                Err(error) => assert_eq!(error.end(), Some(Exhausted::Time(time)), "{text}"),
            }
            ended += 1;
            time = time * 5 / 4 + Duration::from_nanos(300);
        };
        assert!(ended > 5, "{text}: the budget ended {ended} times only");
        assert!(found == expected, "{text} after {ended} ends");
    }
}
