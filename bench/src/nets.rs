//! Nets of the Model Checking Contest: how fast whole state spaces are explored, and what share of the formulas is answered.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};

use crate::command::{Lariat, text};

/// A net of the set `medium`, with the seconds and the bytes per state of LTSmin 3.1
/// (`pnml2lts-mc --strategy=bfs --state=tree`, one thread).
const NETS: [(&str, f64, f64); 15] = [
    ("AirplaneLD-PT-0020", 1.22, 8.3),
    ("AutoFlight-PT-03a", 0.50, 8.2),
    ("BridgeAndVehicles-PT-V10P10N10", 1.13, 8.3),
    ("CircadianClock-PT-000010", 1.23, 8.4),
    ("CloudOpsManagement-PT-00005by00002", 3.58, 8.1),
    ("Dekker-PT-015", 4.01, 14.1),
    ("DoubleExponent-PT-003", 7.37, 14.8),
    ("GPPP-PT-C0001N0000000010", 2.56, 9.8),
    ("HealthRecord-PT-01", 9.95, 9.0),
    ("Kanban-PT-00005", 4.49, 8.0),
    ("LeafsetExtension-PT-S08C2", 2.07, 15.4),
    ("ParamProductionCell-PT-2", 1.91, 10.9),
    ("ResAllocation-PT-R015C002", 0.50, 11.5),
    ("RwMutex-PT-r0020w0010", 9.37, 28.5),
    ("ShieldIIPs-PT-001B", 1.76, 8.0),
];

/// Where the contest's nets are.
pub(crate) fn folder(given: Option<PathBuf>) -> Result<PathBuf> {
    let folder = given.unwrap_or_else(|| lariat_testkit::data_path("mcc"));
    match folder.is_dir() {
        true => Ok(folder),
        false => bail!("no nets at {}", folder.display()),
    }
}

/// Prints one row per net.
pub(crate) fn report(lariat: &Lariat, nets: &Path, speed: f64) -> Result<()> {
    println!("| explore | states | s | × LTSmin | × scaled | bytes/state | LTSmin's |");
    println!("|---|---|---|---|---|---|---|");
    for (name, ltsmin, bytes) in NETS {
        let file = nets.join("medium").join(name).join("model.pnml");
        let found = lariat.measure(&["explore", text(&file)])?;
        let ratio = ltsmin / found.seconds;
        println!(
            "| {name} | {} | {:.2} | {ratio:.2} | {:.2} | {:.2} | {bytes:.1} |",
            found.number("/states"),
            found.seconds,
            ratio / speed,
            found.number("/bytes_per_state"),
        );
    }
    println!();
    Ok(())
}

/// How many formulas with one expected answer were answered, and how.
#[derive(Default)]
struct Share {
    right: usize,
    wrong: usize,
    undecided: usize,
}

/// Asks every formula of a set separately, with a minute and 4 GiB each, and prints the share answered.
pub(crate) fn answer(lariat: &Lariat, nets: &Path, set: &str) -> Result<()> {
    let folder = nets.join(set);
    let table = folder.join("expected.csv");
    let rows = std::fs::read_to_string(&table)
        .with_context(|| format!("cannot read {}", table.display()))?;
    let mut shares: BTreeMap<(String, String), Share> = BTreeMap::new();
    for row in rows.lines().skip(1) {
        let [net, id, expected] = row.split(',').collect::<Vec<_>>()[..] else {
            bail!("{}: `{row}` has not three fields", table.display());
        };
        let verdict = ask(lariat, &folder.join(net), id)?;
        for name in [net, "all"] {
            let share = shares
                .entry((name.to_owned(), expected.to_owned()))
                .or_default();
            match verdict.as_str() {
                "holds" | "violated" => {
                    let is_right = (verdict == "holds") == (expected == "TRUE");
                    share.right += usize::from(is_right);
                    share.wrong += usize::from(!is_right);
                }
                _ => share.undecided += 1,
            }
        }
    }
    println!("| {set} | expected | right | wrong | undecided |");
    println!("|---|---|---|---|---|");
    for ((net, expected), share) in &shares {
        let Share {
            right,
            wrong,
            undecided,
        } = share;
        println!("| {net} | {expected} | {right} | {wrong} | {undecided} |");
    }
    Ok(())
}

/// The verdict of one formula.
fn ask(lariat: &Lariat, net: &Path, id: &str) -> Result<String> {
    let category = match id.contains("Cardinality") {
        true => "LTLCardinality.xml",
        false => "LTLFireability.xml",
    };
    let (model, formulas) = (net.join("model.pnml"), net.join(category));
    let limits = ["--timeout", "60s", "--memory", "4G"];
    let mut arguments = vec!["check", text(&model), "--mcc", text(&formulas)];
    arguments.extend(["--property", id]);
    arguments.extend(limits);
    let found = lariat.ask(&arguments)?;
    let verdict = found.report.pointer("/results/0/verdict");
    let verdict = verdict.and_then(|verdict| verdict.as_str());
    Ok(verdict.unwrap_or("undecided").to_owned())
}
