//! Whole state spaces: speed, and bytes per state.

use std::path::Path;

use anyhow::Result;

use crate::calibration::price_of_look_up;
use crate::command::{Lariat, text};

/// A model, its states, and the seconds of LTSmin 3.1 (`dve2lts-mc --strategy=bfs --state=tree`, one thread, the
/// compilation of the model not counted).
const MODELS: [(&str, u64, f64); 8] = [
    ("peterson.4", 1_119_560, 1.04),
    ("lamport.5", 1_066_800, 1.06),
    ("elevator.4", 888_053, 1.11),
    ("rether.4", 1_157_052, 0.91),
    ("iprotocol.4", 3_290_916, 3.78),
    ("at.4", 6_597_245, 8.00),
    ("bakery.5", 7_866_401, 9.22),
    ("leader_election.4", 746_240, 1.71),
];

/// The limits on states with which bakery.5 is explored; the last is its whole state space.
const GROWTH: [&str; 4] = ["1000000", "2000000", "4000000", "7866401"];

/// Prints one row per model.
pub(crate) fn report(lariat: &Lariat, beem: &Path, speed: f64) -> Result<()> {
    println!(
        "| explore | states | s | million states/s | × LTSmin | × scaled | bytes/state | allocated | start s |"
    );
    println!("|---|---|---|---|---|---|---|---|---|");
    let (mut product, mut scaled_product, mut bytes) = (1.0_f64, 1.0_f64, 0.0);
    for (model, states, ltsmin) in MODELS {
        let file = beem.join(format!("{model}.dve"));
        let found = lariat.measure(&["explore", text(&file)])?;
        let start = lariat.measure(&["explore", text(&file), "--max-states", "1"])?;
        assert_eq!(found.number("/states"), states as f64, "states of {model}");
        let ratio = ltsmin / found.seconds;
        product *= ratio;
        scaled_product *= ratio / speed;
        bytes += found.number("/bytes_per_state");
        println!(
            "| {model} | {states} | {:.2} | {:.2} | {ratio:.2} | {:.2} | {:.2} | {:.2} | {:.2} |",
            found.seconds,
            states as f64 / found.seconds / 1e6,
            ratio / speed,
            found.number("/bytes_per_state"),
            found.number("/store_bytes") / states as f64,
            start.seconds
        );
    }
    let mean = |product: f64| product.powf(1.0 / MODELS.len() as f64);
    println!(
        "| mean | | | | {:.2} | {:.2} | {:.2} | | |\n",
        mean(product),
        mean(scaled_product),
        bytes / MODELS.len() as f64
    );
    Ok(())
}

/// Prints the speed from one million to eight million states, with the cost of a memory look-up.
///
/// The sizes take turns, so that other programs disturb all of them alike, and the medians are
/// printed: the best of several short runs may be undisturbed, but hardly any long run is.
pub(crate) fn report_growth(lariat: &Lariat, beem: &Path) -> Result<()> {
    println!(
        "| growth, bakery.5 | states | million states/s | of the first | ns a random look-up in so much memory |"
    );
    println!("|---|---|---|---|---|");
    let file = beem.join("bakery.5.dve");
    let mut rates = [const { Vec::new() }; GROWTH.len()];
    let mut stores = [0.0; GROWTH.len()];
    for _ in 0..lariat.runs.max(1) {
        for (size, states) in GROWTH.into_iter().enumerate() {
            let found = lariat.ask(&["explore", text(&file), "--max-states", states])?;
            rates[size].push(found.number("/states") / found.seconds / 1e6);
            stores[size] = found.number("/store_bytes");
        }
    }
    let quotients: Vec<Vec<f64>> = rates
        .iter()
        .map(|rates_of_size| {
            let turns = rates_of_size.iter().zip(&rates[0]);
            turns.map(|(rate, first)| rate / first).collect()
        })
        .collect();
    for (size, states) in GROWTH.into_iter().enumerate() {
        let memory = (stores[size] as usize).next_power_of_two();
        println!(
            "| | {states} | {:.2} | {:.2} | {:.0} in {} MB |",
            median(&rates[size]),
            median(&quotients[size]),
            price_of_look_up(memory)?,
            memory >> 20
        );
    }
    println!();
    Ok(())
}

fn median(values: &[f64]) -> f64 {
    let mut sorted = values.to_vec();
    sorted.sort_by(f64::total_cmp);
    sorted[sorted.len() / 2]
}
