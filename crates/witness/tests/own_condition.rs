//! The replay judges a model's own condition by itself: a run that the search could never have found is refused.

use lariat_ltl::Formulas;
use lariat_model::{Deadlock, Fairness, Run, Step, Stop, Vocabulary};
use lariat_models::kripke::Kripke;
use lariat_witness::{Claim, Confirmed, Doubt, SetReason, Shows, confirm};

/// State n is in set n; from each state to each, but none leaves state 3.
fn model(acceptance: &str) -> Kripke {
    let text = format!(
        "HOA: v1 Start: 0 AP: 0 Acceptance: 4 {acceptance} --BODY--
         State: [t] 0 {{0}} 0 1 2 3 State: [t] 1 {{1}} 0 1 2 3 State: [t] 2 {{2}} 0 1 2 3 State: [t] 3 {{3}} --END--"
    );
    Kripke::parse(&text).unwrap_or_else(|error| panic!("{error}: {text}"))
}

/// The run through 0 and then these states again and again.
fn run(cycle: &[u32]) -> Run {
    let stop = |state: u32, next: u32| Stop {
        state: vec![state],
        step: (state != 3).then_some(Step::alone(next)),
    };
    let stops = (0..cycle.len()).map(|at| stop(cycle[at], cycle[(at + 1) % cycle.len()]));
    Run {
        prefix: vec![stop(0, cycle[0])],
        cycle: stops.collect(),
    }
}

#[track_caller]
fn check(acceptance: &str, cycle: &[u32], expected: Result<&[SetReason], Doubt>) {
    let claim = Claim {
        formulas: &Formulas::new(),
        vocabulary: &Vocabulary::default(),
        shows: Shows::IsRun,
        assumptions: &[],
        fairness: &Fairness::default(),
        deadlock: Deadlock::Stutter,
    };
    let confirmed = confirm(&model(acceptance), run(cycle), &claim);
    let found = confirmed.as_ref().map(Confirmed::sets);
    assert_eq!(found.map_err(Clone::clone), expected, "{acceptance}");
}

#[test]
fn a_run_is_fair_if_its_cycle_is_and_only_then() {
    let met = |set, position| SetReason::MetAt { set, position };
    let never = |set| SetReason::NeverMet { set };
    let rejected = || Err(Doubt::Rejected);
    check("t", &[0], Ok(&[]));
    check("f", &[0], rejected());
    check("Inf(1)", &[0, 1], Ok(&[met(1, 2)]));
    check("Inf(1)", &[0, 2], rejected());
    check("Fin(0)", &[1, 2], Ok(&[never(0)]));
    check("Fin(1)", &[1, 2], rejected());
    check("Inf(1) & Inf(2)", &[1, 2], Ok(&[met(1, 1), met(2, 2)]));
    check("Inf(0) & Inf(2)", &[1, 2], rejected());
    check("Fin(1) | Inf(2)", &[1, 2], Ok(&[met(2, 2)]));
    check("Fin(1) | Inf(2)", &[0, 2], Ok(&[never(1)]));
    check("Fin(1) | Inf(2)", &[0, 1], rejected());
    let mixed = "(Inf(0) & Fin(1)) | (Inf(2) & (Fin(0) | Inf(1)))";
    check(mixed, &[0], Ok(&[met(0, 1), never(1)]));
    check(mixed, &[1, 2], Ok(&[met(2, 2), never(0)]));
    check(mixed, &[0, 1, 2], Ok(&[met(2, 3), met(1, 2)]));
    check(mixed, &[0, 1], rejected());
    // Where a run stays, the marks of the dead state count.
    check("Inf(3) & Fin(0)", &[3], Ok(&[met(3, 1), never(0)]));
    check("Fin(3)", &[3], rejected());
}
