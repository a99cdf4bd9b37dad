//! State spaces of the BEEM benchmark set against the published counts.

use lariat_budget::Budget;
use lariat_models::dve::{Compiled, Dve, Observed};
use lariat_space::explore;
use lariat_testkit::{data, is_full, models, rows, skipped};

#[test]
fn small_instances_have_the_published_counts() {
    let Some(folder) = data("beem") else {
        return;
    };
    let (mut instances, mut with_edges) = (0, 0);
    for row in rows(&folder.join("states.tsv")) {
        let [model, instance, states, complete, _, _, edges, ..] = &row[..] else {
            panic!("a short row: {row:?}");
        };
        let states: usize = states.parse().unwrap_or(usize::MAX);
        if complete != "yes" || states > 200_000 {
            continue;
        }
        let file = format!("{model}.{instance}.dve");
        let text = std::fs::read_to_string(folder.join(&file)).expect("the model can be read");
        let model = Dve::parse(&text).unwrap_or_else(|errors| panic!("{file}: {errors}"));
        let model = Compiled::new(model);
        assert_eq!(model.obstacle(), None, "{file}");
        let found = explore(&model, &Budget::unlimited());
        assert_eq!(found.states, states, "states of {file}");
        if let Ok(edges) = edges.parse::<u64>() {
            assert_eq!(found.transitions, edges, "transitions of {file}");
            with_edges += 1;
        }
        instances += 1;
    }
    assert_eq!(instances, 50);
    println!("{instances} instances, {with_edges} of them with known transitions");
}

#[test]
fn overflowing_steps_are_counted_as_errors() {
    let Some(folder) = data("beem") else {
        return;
    };
    if !is_full() {
        skipped("large instances are explored with LARIAT_FULL");
        return;
    }
    let text = std::fs::read_to_string(folder.join("anderson.1.dve")).expect("it can be read");
    let model = Dve::parse(&text).expect("the model can be read");
    assert!(
        !model.warnings().is_empty(),
        "surplus initial values deserve a warning"
    );
    let found = explore(&Compiled::new(model), &Budget::unlimited());
    assert_eq!(found.states, 347_036);
    assert!(found.errors > 0);
}

#[test]
fn products_with_a_property_process_have_the_counts_of_divine() {
    let Some(folder) = data("beem") else {
        return;
    };
    if !is_full() {
        skipped("large instances are explored with LARIAT_FULL");
        return;
    }
    for (file, states, transitions) in [
        ("leader_election.4.prop2.dve", 746_051, 3_794_783),
        ("rether.4.prop2.dve", 1_188_565, 1_574_166),
    ] {
        let text = std::fs::read_to_string(folder.join(file)).expect("the model can be read");
        let model = Dve::parse(&text).expect("the model can be read");
        let product = Observed::new(model).expect("the model has a property process");
        let found = explore(&product, &Budget::unlimited());
        assert_eq!(
            (found.states, found.transitions),
            (states, transitions),
            "{file}"
        );
    }
}

#[test]
fn every_file_can_be_read() {
    let Some(folder) = data("beem") else {
        return;
    };
    let models = models(&folder);
    for (file, text) in &models {
        let model = Dve::parse(text).unwrap_or_else(|errors| panic!("{file}: {errors}"));
        assert_eq!(model.property().is_some(), file.contains("prop"), "{file}");
    }
    assert_eq!(models.len(), 396);
}
