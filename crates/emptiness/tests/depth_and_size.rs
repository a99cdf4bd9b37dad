//! Long paths, large graphs, and budgets.

mod common;

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use common::{Kind, Plain, Size, random, run};
use fastrand::Rng;
use lariat_automata::{Acceptance, Automaton, Condition, Edge, Marks};
use lariat_budget::{Budget, Exhausted};
use lariat_emptiness::lasso::{self, Effort};
use lariat_emptiness::{Algorithm, Emptiness, Identity, KnownStrength};
use lariat_testkit::rounds;

/// States 0, 1, …, one after the other, and what comes after the last.
struct Line {
    acceptance: Acceptance,
    states: u32,
    /// Where the edge of the last state leads, and its marks.
    last: Option<Edge<u32>>,
    /// The marks on the edge of the first state.
    first: Marks,
}

impl Automaton for &Line {
    type State = u32;

    fn acceptance(&self) -> &Acceptance {
        &self.acceptance
    }

    fn initial(&mut self, out: &mut Vec<u32>) {
        out.push(0);
    }

    fn successors(&mut self, &from: &u32, out: &mut Vec<Edge<u32>>) {
        if from + 1 == self.states {
            out.extend(self.last.clone());
        } else {
            let marks = match from {
                0 => self.first.clone(),
                _ => Marks::EMPTY,
            };
            out.push(Edge {
                to: from + 1,
                marks,
            });
        }
    }
}

const DEEP: u32 = 10_000_000;

#[test]
fn ten_million_states_in_a_line_overflow_no_stack() {
    for check in Algorithm::ALL {
        let line = Line {
            acceptance: Acceptance::buchi(),
            states: DEEP,
            last: None,
            first: Marks::EMPTY,
        };
        let verdict = check.check(
            &line,
            KnownStrength::Terminal,
            Identity,
            &Budget::unlimited(),
        );
        let verdict = verdict.expect("the line is terminal");
        assert!(verdict.is_empty(), "{check}");
        assert_eq!(verdict.statistics.states, u64::from(DEEP), "{check}");
    }
}

#[test]
fn the_lasso_at_the_end_of_the_line_is_found() {
    let line = Line {
        acceptance: Acceptance::buchi(),
        states: DEEP / 10,
        last: Some(Edge {
            to: DEEP / 10 - 1,
            marks: Marks::single(0),
        }),
        first: Marks::EMPTY,
    };
    for check in Algorithm::ALL {
        let verdict = check.check(
            &line,
            KnownStrength::Terminal,
            Identity,
            &Budget::unlimited(),
        );
        let Emptiness::NonEmpty(component) = verdict.expect("the line is terminal").answer else {
            panic!("{check}");
        };
        let lasso = lasso::find(&line, &component, Effort::default(), &Budget::unlimited())
            .expect("there is one");
        assert_eq!(lasso.length(), DEEP as usize / 10);
        assert_eq!(lariat_witness::replay(&line, &lasso), Ok(()));
    }
}

#[test]
fn a_ring_is_visited_again_as_a_line_unless_that_is_known_to_be_in_vain() {
    let states = DEEP / 10;
    let ring = |u: bool| Line {
        acceptance: Acceptance::streett(1),
        states,
        last: Some(Edge {
            to: 0,
            marks: (1..1 + usize::from(u)).collect(),
        }),
        first: Marks::single(0),
    };
    for check in [Algorithm::Streett, Algorithm::Latvala, Algorithm::Generic] {
        let run =
            |line: &Line| check.check(line, KnownStrength::Nothing, Identity, &Budget::unlimited());
        let verdict = run(&ring(false)).expect("these are pairs");
        assert!(verdict.is_empty(), "{check}");
        // The edge of the first state is to be avoided, and all others lead there: streett has noticed.
        let again = if check == Algorithm::Streett {
            0
        } else {
            states
        };
        assert_eq!(verdict.statistics.revisits, u64::from(again), "{check}");
        let Emptiness::NonEmpty(component) = run(&ring(true)).expect("these are pairs").answer
        else {
            panic!("{check}");
        };
        let lasso = lasso::find(
            &ring(true),
            &component,
            Effort::default(),
            &Budget::unlimited(),
        )
        .expect("there is one");
        assert_eq!(lasso.cycle.len(), states as usize);
    }
}

/// A generalized Büchi condition written in the shape of each kind, so that every check applies.
#[test]
fn all_checks_agree_on_large_graphs_in_any_order_of_successors() {
    let kinds = [Kind::GeneralizedBuchi, Kind::Streett, Kind::Fairness];
    for kind in kinds {
        let mut empty = [0, 0];
        for seed in 0..rounds(200, 2000) {
            let rng = &mut Rng::with_seed(seed);
            let exponent = 3.0 + 2.0 * rng.f64() * rng.f64() * rng.f64();
            let states = 10f64.powf(exponent) as usize;
            // Around one edge per state, both verdicts are frequent.
            let size = Size {
                states: (states, states),
                degree: 0.9 + 0.5 * rng.f64(),
                density: 0.05,
            };
            let mut automaton = random(kind, size, rng);
            let expected = run(Algorithm::Generic, &automaton, KnownStrength::Nothing).is_empty();
            empty[usize::from(expected)] += 1;
            for _ in 0..3 {
                for &check in kind.checks() {
                    let verdict = run(check, &automaton, KnownStrength::Nothing);
                    assert_eq!(
                        verdict.is_empty(),
                        expected,
                        "{check}, {kind:?}, seed {seed}"
                    );
                }
                automaton.shuffle(rng);
            }
        }
        let least = rounds(20, 200);
        assert!(
            empty[0] > least && empty[1] > least,
            "{kind:?}: {empty:?}: lopsided"
        );
    }
}

#[test]
fn the_budget_stops_every_check_with_its_statistics() {
    let line = Line {
        acceptance: Acceptance::buchi(),
        states: 100_000,
        last: None,
        first: Marks::EMPTY,
    };
    for check in Algorithm::ALL {
        let few = Budget::unlimited().with_states(5000);
        let verdict = check.check(&line, KnownStrength::Terminal, Identity, &few);
        let verdict = verdict.expect("the line is terminal");
        let expected = Emptiness::Stopped(Exhausted::States(5000));
        assert_eq!(verdict.answer, expected, "{check}");
        assert_eq!(verdict.statistics.states, 5000, "{check}");

        let budget = Budget::unlimited();
        let (canceller, reports) = (budget.clone(), Arc::new(AtomicU64::new(0)));
        let count = Arc::clone(&reports);
        let watched = budget.for_question().with_observer(move |progress| {
            count.fetch_add(1, Ordering::Relaxed);
            if progress.visited > 20_000 {
                canceller.cancel();
            }
        });
        let verdict = check.check(&line, KnownStrength::Terminal, Identity, &watched);
        let verdict = verdict.expect("the line is terminal");
        let expected = Emptiness::Stopped(Exhausted::Cancelled);
        assert_eq!(verdict.answer, expected, "{check}");
        assert!(verdict.statistics.states < 25_000, "{check}");
        let reports = reports.load(Ordering::Relaxed);
        assert!((1..100).contains(&reports), "{check}: {reports} reports");
    }
}

#[test]
fn no_initial_state_is_empty_and_several_count_each() {
    let edges: &[(u32, &[usize], u32)] = &[(0, &[], 1), (2, &[0], 2)];
    for check in Algorithm::ALL {
        let mut automaton = Plain::new(Acceptance::buchi(), edges);
        assert!(
            run(check, &automaton, KnownStrength::Terminal).is_empty(),
            "{check}"
        );
        automaton.initial = vec![0, 0, 2];
        assert!(
            run(check, &automaton, KnownStrength::Terminal).is_nonempty(),
            "{check}"
        );
        automaton.initial.clear();
        assert!(
            run(check, &automaton, KnownStrength::Terminal).is_empty(),
            "{check}"
        );
    }
}

#[test]
fn constant_conditions_are_decided() {
    let edges: &[(u32, &[usize], u32)] = &[(0, &[], 0)];
    let with = |condition| {
        Plain::new(
            Acceptance {
                marks: 0,
                condition,
            },
            edges,
        )
    };
    let generic = |automaton: &Plain| run(Algorithm::Generic, automaton, KnownStrength::Nothing);
    assert!(generic(&with(Condition::True)).is_nonempty());
    assert!(generic(&with(Condition::False)).is_empty());
    assert!(!lariat_emptiness::is_empty(&with(Condition::True)));
    assert!(lariat_emptiness::is_empty(&with(Condition::False)));
}
