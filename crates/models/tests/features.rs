//! One feature of DVE a model, with the counts that DiVinE 2.4 gives.
//!
//! DiVinE counts a reachable error state as one state and one deadlock, and each failing step as a
//! transition.

use lariat_budget::Budget;
use lariat_model::Model;
use lariat_models::dve::{Compiled, Dve, Observed};
use lariat_space::{Exploration, StateSpace, explore};
use lariat_testkit::{data, rows};

fn counts(model: &dyn Model) -> Exploration {
    explore(model, &Budget::unlimited())
}

/// States, transitions and deadlocks as DiVinE counts them.
fn as_divine(found: Exploration) -> [u64; 3] {
    let error_state = u64::from(found.errors > 0);
    [
        found.states as u64 + error_state,
        found.transitions + found.errors,
        found.deadlocks + error_state,
    ]
}

#[test]
fn every_feature_has_the_counts_of_divine() {
    let Some(folder) = data("dve-features") else {
        return;
    };
    let (mut plain, mut observed) = (0, 0);
    for row in rows(&folder.join("expected.tsv")) {
        let [file, expected @ .., property, _] = &row[..] else {
            panic!("a short row: {row:?}");
        };
        let expected: Vec<u64> = expected
            .iter()
            .map(|field| field.parse().unwrap())
            .collect();
        let text = std::fs::read_to_string(folder.join(file)).expect("the model can be read");
        let model = Dve::parse(&text).unwrap_or_else(|errors| panic!("{file}: {errors}"));
        if property == "-" {
            assert_eq!(
                as_divine(counts(&model)),
                expected[..],
                "{file}, interpreted"
            );
            assert_eq!(
                as_divine(counts(&Compiled::new(model))),
                expected[..],
                "{file}, native"
            );
            plain += 1;
        } else {
            let product = Observed::new(model).expect("the model has a property process");
            assert_eq!(as_divine(counts(&product)), expected[..], "{file}");
            observed += 1;
        }
    }
    assert_eq!((plain, observed), (26, 4));
}

#[test]
fn failed_assertions_are_found_in_the_states_that_violate_them() {
    let Some(folder) = data("dve-features") else {
        return;
    };
    let text = std::fs::read_to_string(folder.join("assert.dve")).expect("the model can be read");
    let model = Dve::parse(&text).expect("the model can be read");
    let mut space = StateSpace::new(&model, usize::MAX);
    let (mut states, mut violated) = (Vec::new(), 0);
    space.initial(&mut states).expect("there is room");
    let mut next = 0;
    let mut targets = Vec::new();
    while next < lariat_store::StateStore::len(space.store()) {
        targets.clear();
        space
            .successors(lariat_store::StateIndex::at(next), &mut targets)
            .expect("there is room");
        violated += usize::from(space.failed_assertion().is_some());
        next += 1;
    }
    assert_eq!((next, violated), (8, 5));
}

#[test]
fn choices_that_multiply_beyond_all_measure_are_an_error_of_the_model() {
    let process = |number: usize| {
        format!("process P{number} {{ state q; init q; trans q -> q {{}}, q -> q {{}}; }}")
    };
    let system = |processes: usize| {
        let processes: Vec<String> = (0..processes).map(process).collect();
        let text = processes.concat() + "system sync;";
        counts(&Dve::parse(&text).expect("the model can be read"))
    };
    let small = system(16);
    assert_eq!((small.transitions, small.errors), (65_536, 0));
    let large = system(40);
    assert_eq!((large.states, large.transitions, large.errors), (1, 0, 1));
}

#[test]
fn a_property_process_that_reads_its_own_location_is_no_automaton_over_the_system() {
    let text = |guard: &str| {
        format!(
            "byte x; process A {{ state a; init a; trans a -> a {{ guard x < 3; effect x = x + 1; }}; }}
             process L {{ state q, r; init q; accept r; trans q -> r {{ guard {guard}; }}; }}
             system async property L;"
        )
    };
    let automaton = |guard| {
        let mut model = Dve::parse(&text(guard)).expect("the model can be read");
        model.property_automaton().is_some()
    };
    assert!(automaton("x == 2"));
    assert!(!automaton("x == 2 and L.q"));
}
