//! A translation whose budget ends, ends: soon, in whatever phase it is, and with a typed error.
//!
//! Each test has work for one phase that would take minutes or more, and gives it a moment.

use std::fmt::Debug;
use std::time::{Duration, Instant};

use lariat_automata::degeneralize::{DegeneralizeError, degeneralize_to_states};
use lariat_automata::random::{AutomatonShape, Conditions, automaton};
use lariat_automata::{Acceptor, Explicit, Letter};
use lariat_budget::{Budget, Exhausted};
use lariat_ltl::families::family;
use lariat_ltl::{Formula, Formulas, Syntax, parse};
use lariat_translate::hierarchy::exact_class;
use lariat_translate::limit::{Limit, Unfinished};
use lariat_translate::reduce::{
    Knowledge, QuestionLimits, ReduceOptions, Undecided, minimize_obligation, reduce, reduce_buchi,
};
use lariat_translate::stutter::distinction;
use lariat_translate::tableau::{self, Lazy, TableauError, TableauOptions};
use lariat_translate::{
    AutomatonForm, Options, Route, TranslateError, alternating, past, shapes, translate, unreduced,
};

/// What the work is given.
const MOMENT: Duration = Duration::from_millis(20);

/// How long it may take to notice the end, on a machine that has much else to do.
const PATIENCE: Duration = Duration::from_secs(2);

/// Does work that must not come to an end by itself, and says how it ended.
#[track_caller]
fn stopped<T: Debug, E: Debug>(work: impl FnOnce(&Budget) -> Result<T, E>) -> E {
    let begin = Instant::now();
    let error = work(&Budget::unlimited().with_time(MOMENT));
    let taken = begin.elapsed();
    assert!(taken < PATIENCE, "it ended after {taken:?}: {error:?}");
    error.expect_err("the work takes longer than it was given")
}

/// The end of a budget that lasts for a moment.
const END: Exhausted = Exhausted::Time(MOMENT);

fn read(formulas: &mut Formulas, text: &str) -> Formula {
    parse(formulas, text, Syntax::Spot).expect("a formula")
}

/// A conjunction of so many formulas.
fn all(count: usize, part: impl Fn(usize) -> String) -> String {
    let parts: Vec<String> = (0..count).map(|i| format!("({})", part(i))).collect();
    parts.join(" & ")
}

/// X^count of a formula.
fn later(count: usize, text: &str) -> String {
    format!("{}({text})", "X ".repeat(count))
}

#[track_caller]
fn check_tableau(text: &str, options: TableauOptions) {
    let mut formulas = Formulas::new();
    let formula = read(&mut formulas, text);
    let error = stopped(|budget| {
        let limit = Limit::new(usize::MAX, budget);
        tableau::translate(&formulas, formula, options, limit)
    });
    assert_eq!(error, TableauError::Exhausted(END));
}

#[test]
fn the_tableau_stops() {
    let nested = family("u-left").expect("a family").generate(40);
    check_tableau(&nested.expect("in range"), TableauOptions::default());
    // One node with 2^40 choices, one with as many prime implicants.
    let choices = all(40, |i| format!("X a{i} | X b{i}"));
    check_tableau(&choices, TableauOptions::default());
    check_tableau(&choices, TableauOptions::RAW);
}

#[track_caller]
fn check_alternating(text: &str) {
    let mut formulas = Formulas::new();
    let formula = read(&mut formulas, text);
    let error = stopped(|budget| {
        alternating::translate(&formulas, formula, Limit::new(usize::MAX, budget))
    });
    assert_eq!(error, alternating::AlternatingError::Exhausted(END));
}

#[test]
fn the_alternating_route_stops() {
    let nested = family("u-left").expect("a family").generate(40);
    check_alternating(&nested.expect("in range"));
    // One state with 2^40 clauses; many states that move on together.
    check_alternating(&format!("G({})", all(40, |i| format!("X a{i} | X b{i}"))));
    check_alternating(&all(40, |i| format!("a{i} U b{i}")));
}

#[test]
fn the_alternating_route_to_buchi_stops() {
    let mut formulas = Formulas::new();
    let formula = read(&mut formulas, &all(40, |i| format!("a{i} U b{i}")));
    let automaton = alternating::build(&formulas, formula, usize::MAX).expect("no limit");
    let error = stopped(|budget| automaton.to_buchi(Limit::new(usize::MAX, budget)));
    assert_eq!(error, Unfinished::Exhausted(END));
}

#[test]
fn monitors_of_the_past_stop() {
    let mut formulas = Formulas::new();
    let formula = read(&mut formulas, &all(40, |i| format!("G(q{i} -> O p{i})")));
    let error = stopped(|budget| {
        past::translate(
            &mut formulas,
            formula,
            Limit::new(usize::MAX, budget),
            |f, rest| alternating::translate(f, rest, Limit::new(usize::MAX, budget)),
        )
    });
    assert_eq!(error, alternating::AlternatingError::Exhausted(END));
}

#[test]
fn fairness_shapes_stop() {
    let mut formulas = Formulas::new();
    let pairs = read(&mut formulas, &all(40, |i| format!("GF a{i} -> GF b{i}")));
    let error = stopped(|budget| {
        let fair = shapes::boolean_fairness(&formulas, pairs, budget)?;
        shapes::to_tgba(fair.expect("a shape"), Limit::new(usize::MAX, budget))
    });
    assert_eq!(error, Unfinished::Exhausted(END));
}

/// All of one kind of propositions are met before the other: the diagram of the equivalences has 2^40
/// nodes.
#[test]
fn labels_stop() {
    let mut formulas = Formulas::new();
    let (first, equal) = (
        all(40, |i| format!("a{i}")),
        all(40, |i| format!("a{i} <-> b{i}")),
    );
    let formula = read(&mut formulas, &format!("GF({first}) & GF({equal})"));
    let error = stopped(|budget| shapes::boolean_fairness(&formulas, formula, budget));
    assert_eq!(error, END);
}

/// Without limits of their own, techniques would go on for long.
const ENDLESS: ReduceOptions = ReduceOptions {
    letter_classes: 4_096,
    comparisons: u64::MAX,
    subsets: usize::MAX,
    product_states: usize::MAX,
};

fn random(states: usize, degree: f64, marks: usize, mark_density: f64) -> Explicit {
    let shape = AutomatonShape {
        states,
        degree,
        propositions: 3,
        marks,
        mark_density,
        conditions: Conditions::GeneralizedBuchi,
    };
    automaton(&shape, &mut fastrand::Rng::with_seed(7))
}

#[test]
fn reductions_stop() {
    let large = random(6_000, 3.0, 2, 0.4);
    let error = stopped(|budget| reduce(large.clone(), &ENDLESS, budget));
    assert_eq!(error, END);
    let mut buchi = random(6_000, 3.0, 1, 0.0);
    for (edges, accepting) in buchi
        .transitions
        .iter_mut()
        .zip([true, false].iter().cycle())
    {
        for edge in edges {
            edge.marks = accepting.then_some(0).into_iter().collect();
        }
    }
    let error = stopped(|budget| reduce_buchi(buchi, &ENDLESS, budget));
    assert_eq!(error, END);
}

#[test]
fn subset_constructions_stop() {
    let mut formulas = Formulas::new();
    let formula = read(&mut formulas, &format!("F(a & {} & F c)", later(40, "b")));
    let automaton = tableau::translate(&formulas, formula, TableauOptions::default(), 1 << 18);
    let automaton = automaton.expect("small");
    let error = stopped(|budget| {
        let knowledge = Knowledge {
            obligation: true,
            complement: &mut || None,
        };
        minimize_obligation(&automaton, knowledge, &ENDLESS, budget)
    });
    assert_eq!(error, END);
}

#[test]
fn degeneralization_stops() {
    let large = random(100_000, 3.0, 60, 0.05);
    let error = stopped(|budget| degeneralize_to_states(&large, budget));
    assert_eq!(error, DegeneralizeError::Exhausted(END));
}

fn endless_questions(budget: &Budget) -> QuestionLimits {
    QuestionLimits {
        letter_classes: 4_096,
        subsets: usize::MAX,
        product_states: usize::MAX,
        budget: budget.clone(),
    }
}

#[test]
fn classification_stops() {
    let mut formulas = Formulas::new();
    // The complement is none, but the subset construction of the first is in the way.
    let [inside, outside] = [&format!("F(a & {})", later(40, "G b")), "1"].map(|text| {
        let formula = read(&mut formulas, text);
        let options = TableauOptions::default();
        tableau::translate(&formulas, formula, options, 1 << 18).expect("small")
    });
    let error = stopped(|budget| exact_class(&inside, &outside, &endless_questions(budget)));
    assert_eq!(error, Undecided::Exhausted(END));
    let (one, other) = (random(3_000, 3.0, 1, 0.5), random(3_000, 3.0, 1, 0.4));
    let error = stopped(|budget| distinction(&one, &other, &endless_questions(budget)));
    assert_eq!(error, Undecided::Exhausted(END));
}

/// Whatever the pipeline is at when it is cancelled, it stops.
#[test]
fn another_thread_stops_the_whole_pipeline() {
    let nested = family("ccj-alpha")
        .expect("a family")
        .generate(60)
        .expect("in range");
    let past = all(18, |i| format!("G(q{i} -> F(r{i} & O p{i}))"));
    for text in [nested, past] {
        for route in [Route::default(), Route::Alternating] {
            for form in [
                AutomatonForm::Tgba,
                AutomatonForm::Gba,
                AutomatonForm::Buchi,
                AutomatonForm::Streett,
            ] {
                let options = Options {
                    route,
                    form,
                    ..Options::default()
                };
                let mut formulas = Formulas::new();
                let formula = read(&mut formulas, &text);
                let begin = Instant::now();
                let result = std::thread::scope(|scope| {
                    scope.spawn(|| {
                        std::thread::sleep(MOMENT);
                        options.budget.cancel();
                    });
                    translate(&mut formulas, formula, &options)
                });
                let (taken, error) = (begin.elapsed(), result.err());
                assert!(taken < PATIENCE, "{route:?} to {form:?}: {taken:?}");
                let cancelled = TranslateError::Exhausted(Exhausted::Cancelled);
                assert_eq!(error, Some(cancelled), "{route:?} to {form:?}");
            }
        }
    }
}

/// What has been stopped leaves nothing wrong behind: the same arena gives what a new one gives.  The
/// budget ends after more and more work, so that the end comes in many places.
#[test]
fn a_stopped_arena_is_as_good_as_new() {
    let texts = [
        "G(a -> F(b & O c)) & GF d",
        "(GF a -> GF b) & (FG c | F(d U e))",
        "G(a | X(b U (c R d))) -> F G(e | X a)",
    ];
    for text in texts {
        let mut fresh = Formulas::new();
        let formula = read(&mut fresh, text);
        let expected = translate(&mut fresh, formula, &Options::default()).expect("small");
        let mut formulas = Formulas::new();
        let formula = read(&mut formulas, text);
        let (mut ended, mut time) = (0, Duration::from_micros(1));
        loop {
            let budget = Budget::unlimited().with_time(time);
            let options = Options {
                budget,
                ..Options::default()
            };
            match translate(&mut formulas, formula, &options) {
                Ok(found) => {
                    assert_eq!(found.base, expected.base, "{text} after {ended} ends");
                    break;
                }
                Err(error) => assert_eq!(error, TranslateError::Exhausted(Exhausted::Time(time))),
            }
            ended += 1;
            time = time * 5 / 4 + Duration::from_nanos(300);
        }
        assert!(ended > 5, "{text}: the budget ended {ended} times only");
        let options = Options::default();
        let again = translate(&mut formulas, formula, &options).expect("small");
        assert_eq!(again.base, expected.base, "{text}");
    }
}

#[test]
fn what_took_no_time_is_no_less_stopped() {
    let mut formulas = Formulas::new();
    let formula = read(&mut formulas, "a U b");
    let budget = Budget::unlimited();
    budget.cancel();
    let options = Options {
        budget: budget.clone(),
        ..Options::default()
    };
    let cancelled = TranslateError::Exhausted(Exhausted::Cancelled);
    assert_eq!(
        translate(&mut formulas, formula, &options).err(),
        Some(cancelled)
    );
    for route in [Route::default(), Route::Alternating] {
        let unreduced = unreduced(&mut formulas, formula, route, &budget);
        assert_eq!(unreduced.err(), Some(cancelled));
    }
}

/// Edges on demand cannot say that they are not all; the automaton can.
#[test]
fn expansion_on_demand_stops() {
    let mut formulas = Formulas::new();
    let formula = read(&mut formulas, &all(40, |i| format!("X a{i} | X b{i}")));
    let error = stopped(|budget| {
        let options = TableauOptions::default();
        let lazy = Lazy::within(&formulas, formula, options, budget)?;
        let (mut states, mut edges) = (Vec::new(), Vec::new());
        lazy.initial(&mut states);
        lazy.successors(&states[0], &Letter::EMPTY, &mut edges);
        assert!(edges.is_empty());
        lazy.check().map_err(TableauError::from)
    });
    assert_eq!(error, TableauError::Exhausted(END));
}
