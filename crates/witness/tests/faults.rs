//! Every way in which a lasso can be wrong is told apart.

use lariat_automata::lasso::LassoStep;
use lariat_automata::{Acceptance, Explicit, Label, Labels, Lasso, Marks};
use lariat_witness::{LassoFault, replay};

/// 0 → 1 → 2 → 1, with mark 0 on the way back, and the loop of 2 without a mark.
fn automaton() -> Explicit {
    let mut automaton = Explicit::new(Labels::default(), Acceptance::buchi());
    for _ in 0..3 {
        automaton.add_state();
    }
    automaton.initial.push(0);
    for (from, marks, to) in [(0, 0, 1), (1, 0, 2), (2, 1, 1), (2, 0, 2)] {
        automaton.add_transition(from, Label::TRUE, Marks::first(marks), to);
    }
    automaton
}

fn steps(steps: &[(u32, usize, u32)]) -> Vec<LassoStep<u32>> {
    let step = |&(from, marks, to)| LassoStep {
        from,
        marks: Marks::first(marks),
        to,
    };
    steps.iter().map(step).collect()
}

#[track_caller]
fn check(
    stem: &[(u32, usize, u32)],
    cycle: &[(u32, usize, u32)],
    expected: Result<(), LassoFault>,
) {
    let lasso = Lasso {
        stem: steps(stem),
        cycle: steps(cycle),
    };
    assert_eq!(replay(&automaton(), &lasso), expected);
}

#[test]
fn a_lasso_must_be_an_accepting_run() {
    check(&[(0, 0, 1)], &[(1, 0, 2), (2, 1, 1)], Ok(()));
    check(&[(0, 0, 1), (1, 0, 2)], &[(2, 1, 1), (1, 0, 2)], Ok(()));
    check(&[(0, 0, 1)], &[], Err(LassoFault::EmptyCycle));
    check(&[], &[(1, 0, 2), (2, 1, 1)], Err(LassoFault::NotInitial));
    check(
        &[(1, 0, 2)],
        &[(2, 1, 1), (1, 0, 2)],
        Err(LassoFault::NotInitial),
    );
    check(
        &[(0, 0, 1)],
        &[(2, 1, 1), (1, 0, 2)],
        Err(LassoFault::Torn(1)),
    );
    check(
        &[(0, 0, 1)],
        &[(1, 0, 2), (1, 0, 2), (2, 1, 1)],
        Err(LassoFault::Torn(2)),
    );
    check(
        &[(0, 0, 2)],
        &[(2, 1, 1), (1, 0, 2)],
        Err(LassoFault::NoEdge(0)),
    );
    check(
        &[(0, 0, 1)],
        &[(1, 1, 2), (2, 1, 1)],
        Err(LassoFault::NoEdge(1)),
    );
    check(&[(0, 0, 1)], &[(1, 0, 2)], Err(LassoFault::NotClosed));
    let rejecting = Err(LassoFault::Rejecting(Marks::EMPTY));
    check(&[(0, 0, 1), (1, 0, 2)], &[(2, 0, 2)], rejecting);
}
