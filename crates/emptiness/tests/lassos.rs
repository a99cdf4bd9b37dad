//! Lassos: every one replays, none is much longer than need be.

mod common;

use common::{KINDS, Kind, Plain, Size, random, run, shortest_lasso};
use fastrand::Rng;
use lariat_automata::{Acceptance, Lasso};
use lariat_budget::Budget;
use lariat_emptiness::lasso::{CycleMethod, Effort, find, find_by};
use lariat_emptiness::{AcceptingComponent, Algorithm, Emptiness, KnownStrength};
use lariat_testkit::rounds;
use lariat_witness::replay;

const METHODS: [CycleMethod; 3] = [
    CycleMethod::Tour,
    CycleMethod::LatvalaHeljanko,
    CycleMethod::KestenPnueliRaviv,
];

/// Without looking further than the component.
const COMPONENT_ONLY: Effort = Effort {
    states: 0,
    steps: 1 << 16,
};

fn component(check: Algorithm, automaton: &Plain) -> Option<AcceptingComponent<u32>> {
    match run(check, automaton, KnownStrength::Nothing).answer {
        Emptiness::NonEmpty(component) => Some(component),
        _ => None,
    }
}

/// How long a cycle may be: n · (2k + m + 1).
fn longest_cycle(automaton: &Plain) -> usize {
    let states = automaton.edges.len();
    match automaton.acceptance.fairness_view() {
        Some(view) => states * (2 * view.pairs.len() + view.inf.len() + 1),
        None => usize::MAX,
    }
}

#[track_caller]
fn check_lasso(automaton: &Plain, lasso: Option<Lasso<u32>>, what: &str) -> usize {
    let lasso = lasso.unwrap_or_else(|| panic!("{what}: no lasso"));
    let replayed = replay(automaton, &lasso);
    assert_eq!(replayed, Ok(()), "{what}: {lasso:?}");
    assert!(
        lasso.cycle.len() <= longest_cycle(automaton),
        "{what}: {lasso:?}"
    );
    lasso.length()
}

#[test]
fn every_lasso_replays() {
    let (unlimited, exhausted) = (Budget::unlimited(), Budget::unlimited());
    exhausted.cancel();
    let sizes = [
        Size {
            states: (1, 8),
            degree: 1.8,
            density: 0.3,
        },
        Size {
            states: (10, 100),
            degree: 1.5,
            density: 0.1,
        },
    ];
    for kind in KINDS {
        for size in sizes {
            for seed in 0..rounds(2_000, 20_000) {
                let automaton = random(kind, size, &mut Rng::with_seed(seed));
                for &check in kind.checks() {
                    let Some(component) = component(check, &automaton) else {
                        break;
                    };
                    let what = format!("{check}, seed {seed}");
                    let small = find(&automaton, &component, COMPONENT_ONLY, &unlimited);
                    check_lasso(&automaton, small, &what);
                    let hasty = find(&automaton, &component, Effort::UNLIMITED, &exhausted);
                    check_lasso(&automaton, hasty, &what);
                    for method in METHODS {
                        let what = format!("{method:?} after {what}");
                        check_lasso(&automaton, find_by(method, &automaton, &component), &what);
                    }
                }
            }
        }
    }
}

/// How much longer than the shortest lassos are, from the best to the worst.
fn ratios(kind: Kind, effort: Effort, count: usize) -> Vec<f64> {
    let size = Size {
        states: (2, 12),
        degree: 2.0,
        density: 0.15,
    };
    let mut ratios = Vec::new();
    for seed in 0.. {
        let automaton = random(kind, size, &mut Rng::with_seed(seed));
        let check = kind.checks()[seed as usize % kind.checks().len()];
        if let Some(component) = component(check, &automaton) {
            let what = format!("{check}, seed {seed}");
            let lasso = find(&automaton, &component, effort, &Budget::unlimited());
            let length = check_lasso(&automaton, lasso, &what);
            let shortest = shortest_lasso(&automaton).expect("there is one");
            assert!(length >= shortest, "{what}: {automaton:?}");
            ratios.push(length as f64 / shortest as f64);
        }
        if ratios.len() == count {
            break;
        }
    }
    ratios.sort_by(f64::total_cmp);
    ratios
}

#[test]
fn lassos_are_nearly_as_short_as_can_be() {
    for kind in KINDS {
        let ratios = ratios(kind, Effort::default(), rounds(1_000, 10_000) as usize);
        let (median, worst) = (ratios[ratios.len() / 2], ratios[ratios.len() - 1]);
        println!("{kind:?}: median {median:.2}, worst {worst:.2}");
        assert!(median <= 1.1 && worst <= 2.0, "{kind:?}: {median}, {worst}");
    }
}

#[test]
fn the_component_alone_gives_short_lassos_too() {
    for kind in KINDS {
        let ratios = ratios(kind, COMPONENT_ONLY, rounds(1_000, 10_000) as usize);
        let (median, worst) = (ratios[ratios.len() / 2], ratios[ratios.len() - 1]);
        println!("{kind:?}: median {median:.2}, worst {worst:.2}");
        assert!(median <= 1.1, "{kind:?}: {median}, {worst}");
    }
}

#[test]
fn never_longer_than_the_best_published_method() {
    let size = Size {
        states: (200, 2000),
        degree: 1.6,
        density: 0.02,
    };
    for kind in [Kind::GeneralizedBuchi, Kind::Streett, Kind::Fairness] {
        let mut compared = 0;
        for seed in 0..rounds(50, 500) {
            let automaton = random(kind, size, &mut Rng::with_seed(seed));
            let Some(component) = component(Algorithm::Streett, &automaton) else {
                continue;
            };
            let what = format!("{kind:?}, seed {seed}");
            let ours = find(
                &automaton,
                &component,
                Effort::default(),
                &Budget::unlimited(),
            );
            let ours = check_lasso(&automaton, ours, &what);
            for method in METHODS {
                let theirs = find_by(method, &automaton, &component);
                let theirs = check_lasso(&automaton, theirs, &what);
                assert!(ours <= theirs, "{what}: {ours}, {method:?} {theirs}");
            }
            compared += 1;
        }
        assert!(compared > rounds(10, 100), "{kind:?}: {compared}");
    }
}

#[test]
fn the_two_state_loop_of_latvala_and_heljanko() {
    // The root's edge carries u, the way back l: the printed algorithm gets stuck, because u lies on the
    // part of the path that was not locked when l is met.
    let automaton = Plain::new(Acceptance::streett(1), &[(0, &[1], 1), (1, &[0], 0)]);
    let component = component(Algorithm::Latvala, &automaton).expect("the loop is accepting");
    let lasso = find_by(CycleMethod::LatvalaHeljanko, &automaton, &component);
    assert_eq!(check_lasso(&automaton, lasso, "the loop"), 2);
}

#[test]
fn as_many_marks_as_states_are_no_trouble() {
    let count = 30_000;
    let marks: Vec<[usize; 1]> = (0..count as usize).map(|mark| [mark]).collect();
    let edge = |state: u32| (state, &marks[state as usize][..], (state + 1) % count);
    let edges: Vec<_> = (0..count).map(edge).collect();
    let automaton = Plain::new(Acceptance::generalized_buchi(count as usize), &edges);
    let component = component(Algorithm::Couvreur, &automaton).expect("the ring is accepting");
    let lasso = find(
        &automaton,
        &component,
        Effort::default(),
        &Budget::unlimited(),
    );
    assert_eq!(check_lasso(&automaton, lasso, "the ring"), count as usize);
}
