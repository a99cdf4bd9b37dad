//! Properties that hold: the whole product is searched.

use std::path::Path;

use anyhow::Result;

use crate::command::{Lariat, Measured, text};

/// A file with a property process, and the seconds of LTSmin's nested depth-first search.
const PROPERTIES: [(&str, f64); 5] = [
    ("elevator.4.prop2", 2.74),
    ("leader_election.4.prop2", 2.26),
    ("lamport.5.prop4", 3.94),
    ("peterson.4.prop4", 3.93),
    ("rether.4.prop2", 1.71),
];

fn verdict(found: &Measured) -> &str {
    let verdict = found.report.pointer("/results/0/verdict");
    verdict.and_then(|verdict| verdict.as_str()).unwrap_or("?")
}

/// Prints one row per property.
pub(crate) fn report(lariat: &Lariat, beem: &Path, speed: f64) -> Result<()> {
    println!(
        "| check | verdict | product states | s | × LTSmin ndfs | × scaled | bytes per product state beyond store and start |"
    );
    println!("|---|---|---|---|---|---|---|");
    for (name, ltsmin) in PROPERTIES {
        let file = beem.join(format!("{name}.dve"));
        let found = lariat.measure(&["check", text(&file)])?;
        let stat = |field: &str| found.number(&format!("/results/0/stats/{field}"));
        // The program itself, its native code and the first pages of its allocator.
        let start = lariat.ask(&["check", text(&file), "--max-states", "1"])?;
        let start = start.number("/results/0/stats/peak_memory_bytes");
        let beyond = stat("peak_memory_bytes") - stat("store_bytes") - start;
        let ratio = ltsmin / found.seconds;
        println!(
            "| {name} | {} | {} | {:.2} | {ratio:.2} | {:.2} | {:.1} |",
            verdict(&found),
            stat("product_states"),
            found.seconds,
            ratio / speed,
            beyond / stat("product_states")
        );
    }
    println!();
    Ok(())
}

/// Prints what strong fairness of all processes costs where the property holds without it.
pub(crate) fn report_fairness(lariat: &Lariat, beem: &Path) -> Result<()> {
    println!("| strong fairness of all | pairs n | s without | s with | × | 1 + n/4 | n + 1 |");
    println!("|---|---|---|---|---|---|---|");
    for (name, _) in PROPERTIES {
        let file = beem.join(format!("{name}.dve"));
        let plain = lariat.measure(&["check", text(&file)])?;
        let fair = lariat.measure(&["check", text(&file), "--strong-fair", "*"])?;
        let pairs = fair.number("/results/0/stats/fairness_pairs");
        println!(
            "| {name}: {} | {pairs} | {:.2} | {:.2} | {:.2} | {:.2} | {} |",
            verdict(&fair),
            plain.seconds,
            fair.seconds,
            fair.seconds / plain.seconds,
            1.0 + pairs / 4.0,
            pairs + 1.0
        );
    }
    println!();
    Ok(())
}
