//! The BEEM benchmark set: counts and verdicts of all instances up to a size.

use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use lariat_testkit::data_path;

use crate::command::{Lariat, text};

/// Where the models are.
pub(crate) fn folder(given: Option<PathBuf>) -> Result<PathBuf> {
    let folder = given.unwrap_or_else(|| data_path("beem"));
    if !folder.join("states.tsv").is_file() {
        bail!("no BEEM models at {}", folder.display());
    }
    Ok(folder)
}

/// The rows of a table as fields, without the header.
fn rows(path: &Path) -> Result<Vec<Vec<String>>> {
    let text =
        std::fs::read_to_string(path).with_context(|| format!("cannot read {}", path.display()))?;
    let row = |line: &str| line.split('\t').map(str::to_owned).collect();
    Ok(text.lines().skip(1).map(row).collect())
}

/// Compares the number of states with `states.tsv`, and verdicts of property processes with `verdicts.tsv`.
pub(crate) fn compare(lariat: &Lariat, beem: &Path, most: u64) -> Result<()> {
    println!("| file | expected | found | s |");
    println!("|---|---|---|---|");
    let (mut compared, mut wrong) = (0, 0);
    let mut sizes = Vec::new();
    for row in rows(&beem.join("states.tsv"))? {
        let [model, instance, states, complete, ..] = &row[..] else {
            continue;
        };
        let name = format!("{model}.{instance}");
        let states: u64 = states.parse().unwrap_or(u64::MAX);
        if complete != "yes" || states > most {
            continue;
        }
        let file = beem.join(format!("{name}.dve"));
        let found = lariat.ask(&["explore", text(&file)])?;
        let count = found.number("/states");
        println!("| {name} | {states} | {count} | {:.2} |", found.seconds);
        compared += 1;
        wrong += usize::from(count != states as f64);
        sizes.push(name);
    }
    for row in rows(&beem.join("verdicts.tsv"))? {
        let Some((name, expected)) = known_verdict(&row, &sizes) else {
            continue;
        };
        let file = beem.join(format!("{name}.dve"));
        if !file.is_file() {
            continue;
        }
        let found = lariat.ask(&["check", text(&file)])?;
        let verdict = found.report.pointer("/results/0/verdict");
        let verdict = verdict.and_then(|verdict| verdict.as_str()).unwrap_or("?");
        println!("| {name} | {expected} | {verdict} | {:.2} |", found.seconds);
        compared += 1;
        wrong += usize::from(verdict != expected);
    }
    println!("\n{compared} answers compared, {wrong} of them differ");
    Ok(())
}

/// The file of a property with a known verdict, of one of these models, and the verdict.
fn known_verdict(row: &[String], models: &[String]) -> Option<(String, &'static str)> {
    let [model, instance, property, kind, answer, ..] = row else {
        return None;
    };
    let model = format!("{model}.{instance}");
    let verdict = match answer.as_str() {
        "yes" => "holds",
        "no" => "violated",
        _ => return None,
    };
    let is_wanted = kind == "ltl-prob" && models.contains(&model);
    is_wanted.then(|| (format!("{model}.prop{property}"), verdict))
}
