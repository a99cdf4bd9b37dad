//! Nets of the Model Checking Contest: states, firings and deadlocks as published.

use lariat_budget::Budget;
use lariat_models::pnml::{Net, Packed};
use lariat_space::explore;
use lariat_testkit::{data, is_full, skipped};

/// The rows of a table of the contest, by column.
fn instances(set: &str) -> Vec<(String, usize, u64, bool)> {
    let Some(folder) = data(&format!("mcc/{set}")) else {
        return Vec::new();
    };
    let text = std::fs::read_to_string(folder.join("instances.csv")).expect("the table is there");
    let row = |line: &str| {
        let fields: Vec<&str> = line.split(',').collect();
        let number = |field: &str| field.parse().expect("a number");
        (
            folder
                .join(fields[0])
                .join("model.pnml")
                .to_string_lossy()
                .into_owned(),
            number(fields[5]) as usize,
            number(fields[6]),
            fields[9] == "TRUE",
        )
    };
    text.lines().skip(1).map(row).collect()
}

fn compare(set: &str) {
    for (file, states, transitions, has_deadlock) in instances(set) {
        let text = std::fs::read_to_string(&file).expect("the net can be read");
        let net = Net::parse(&text).unwrap_or_else(|errors| panic!("{file}: {errors}"));
        let found = explore(&Packed::new(net), &Budget::unlimited());
        let counts = (found.states, found.transitions, found.deadlocks > 0);
        assert_eq!(counts, (states, transitions, has_deadlock), "{file}");
    }
}

#[test]
fn counts_are_the_published_ones() {
    compare("small");
}

#[test]
fn counts_of_larger_nets_are_the_published_ones() {
    if is_full() {
        compare("medium");
    } else {
        skipped("nets of up to three million states are compared with LARIAT_FULL");
    }
}
