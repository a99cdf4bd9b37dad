//! State spaces of the BEEM benchmark set against the published counts.

mod common;

use lariat_models::dve::Dve;
use lariat_models::{Limits, explore};

/// The largest instance that is explored: all of the small ones when `LARIAT_FULL` is set.
fn largest() -> usize {
    match std::env::var_os("LARIAT_FULL") {
        Some(_) => 200_000,
        None => 40_000,
    }
}

#[test]
fn small_instances_have_the_published_counts() {
    let Some(folder) = common::data("beem") else {
        return;
    };
    let mut compared = 0;
    for row in common::rows(&folder.join("states.tsv")) {
        let [model, instance, states, complete, _, _, edges, ..] = &row[..] else {
            panic!("a short row: {row:?}");
        };
        let Ok(states) = states.parse::<usize>() else {
            continue;
        };
        if complete != "yes" || states > largest() {
            continue;
        }
        let file = format!("{model}.{instance}.dve");
        let text = std::fs::read_to_string(folder.join(&file)).expect("the model can be read");
        let model = Dve::parse(&text).unwrap_or_else(|errors| panic!("{file}: {errors}"));
        let found = explore(&model, Limits::default(), |_| true);
        assert_eq!(found.states, states, "states of {file}");
        if let Ok(edges) = edges.parse::<u64>() {
            assert_eq!(found.transitions, edges, "transitions of {file}");
        }
        compared += 1;
    }
    println!("{compared} instances compared");
    assert!(compared >= 20, "only {compared} instances");
}

#[test]
fn every_file_can_be_read() {
    let Some(folder) = common::data("beem") else {
        return;
    };
    let files = std::fs::read_dir(folder).expect("the folder can be read");
    let mut read = 0;
    for file in files {
        let path = file.expect("the folder can be read").path();
        if path.extension().is_none_or(|extension| extension != "dve") {
            continue;
        }
        let text = std::fs::read_to_string(&path).expect("the model can be read");
        if let Err(errors) = Dve::parse(&text) {
            panic!("{}: {errors}", path.display());
        }
        read += 1;
    }
    assert_eq!(read, 396);
}
