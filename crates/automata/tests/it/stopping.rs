//! A conversion whose budget ends, ends: soon, and with a typed error.

use std::fmt::Debug;
use std::time::{Duration, Instant};

use lariat_automata::degeneralize::{DegeneralizeError, degeneralize, degeneralize_to_states};
use lariat_automata::fin_removal::{FinRemovalError, generalized_buchi};
use lariat_automata::injected::SpellOutError;
use lariat_automata::random::{AutomatonShape, Conditions, automaton};
use lariat_automata::streett::streett;
use lariat_automata::word::has_accepting_cycle_within;
use lariat_automata::{
    Acceptance, Condition, Edge, Explicit, Injected, Injection, Labels, Marks, StateId,
};
use lariat_bdd::Bdd;
use lariat_budget::{Budget, Exhausted};

const MOMENT: Duration = Duration::from_millis(20);
const PATIENCE: Duration = Duration::from_secs(2);
const END: Exhausted = Exhausted::Time(MOMENT);

/// Does work that must not come to an end by itself, and says how it ended.
#[track_caller]
fn stopped<T: Debug, E: Debug>(work: impl FnOnce(&Budget) -> Result<T, E>) -> E {
    let begin = Instant::now();
    let error = work(&Budget::unlimited().with_time(MOMENT));
    let taken = begin.elapsed();
    assert!(taken < PATIENCE, "it ended after {taken:?}: {error:?}");
    error.expect_err("the work takes longer than it was given")
}

#[test]
fn degeneralization_stops() {
    let shape = AutomatonShape {
        states: 100_000,
        degree: 3.0,
        propositions: 2,
        marks: 60,
        mark_density: 0.05,
        conditions: Conditions::GeneralizedBuchi,
    };
    let large = automaton(&shape, &mut fastrand::Rng::with_seed(1));
    let error = stopped(|budget| degeneralize(&large, budget));
    assert_eq!(error, DegeneralizeError::Exhausted(END));
    let error = stopped(|budget| degeneralize_to_states(&large, budget));
    assert_eq!(error, DegeneralizeError::Exhausted(END));
}

/// One state with a loop for each mark.
fn loops(acceptance: Acceptance) -> Explicit {
    let marks = acceptance.marks;
    let mut automaton = Explicit::new(Labels::default(), acceptance);
    let state = automaton.add_state();
    automaton.initial.push(state);
    for mark in 0..marks {
        automaton.add_transition(state, Bdd::TRUE, Marks::single(mark), state);
    }
    automaton
}

/// One of each pair: 2ⁿ ways to avoid half of the marks.
fn hard(pairs: usize) -> Acceptance {
    let pair = |i| {
        Condition::any([
            Condition::all([Condition::Fin(2 * i), Condition::Inf(2 * i + 1)]),
            Condition::all([Condition::Fin(2 * i + 1), Condition::Inf(2 * i)]),
        ])
    };
    Acceptance {
        marks: 2 * pairs,
        condition: Condition::all((0..pairs).map(pair)),
    }
}

#[test]
fn fin_removal_stops() {
    let automaton = loops(hard(40));
    let error = stopped(|budget| generalized_buchi(&automaton, 1 << 40, budget));
    assert_eq!(error, FinRemovalError::Exhausted(END));
    let error = stopped(|budget| streett(&automaton, 1 << 40, budget));
    assert_eq!(error, FinRemovalError::Exhausted(END));
    // Pairs that wait: 2^40 sets of them.
    let automaton = loops(Acceptance::streett(40));
    let error = stopped(|budget| generalized_buchi(&automaton, 1 << 40, budget));
    assert_eq!(error, FinRemovalError::Exhausted(END));
}

#[test]
fn spelling_out_stops() {
    let names = (0..40).map(|i| format!("p{i}"));
    let mut base = Explicit::new(Labels::new(names), Acceptance::generalized_buchi(40));
    let state = base.add_state();
    base.initial.push(state);
    base.add_transition(state, Bdd::TRUE, Marks::EMPTY, state);
    let injection = |mark: usize| Injection {
        when: base.labels.bdds.var(mark as u32),
        mark,
    };
    let injections = (0..40).map(injection).collect();
    let injected = Injected { base, injections };
    let error = stopped(|budget| injected.spell_out(usize::MAX, budget));
    assert_eq!(error, SpellOutError::Exhausted(END));
}

#[test]
fn the_search_for_an_accepting_cycle_stops() {
    // Every cycle has all marks, so that no way to avoid some accepts.
    let acceptance = hard(24);
    let graph: Vec<Vec<Edge<StateId>>> = vec![
        (0..acceptance.marks)
            .map(|mark| Edge {
                to: 0,
                marks: Marks::single(mark),
            })
            .collect(),
    ];
    let unsatisfiable = Condition::all([acceptance.condition, Condition::Inf(acceptance.marks)]);
    let error = stopped(|budget| has_accepting_cycle_within(&graph, &unsatisfiable, budget));
    assert_eq!(error, END);
}
