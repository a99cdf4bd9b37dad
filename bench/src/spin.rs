//! Spin beside Lariat, on equivalent models, in the same run.

use std::path::Path;
use std::process::Command;

use anyhow::{Context, Result};

use crate::command::{Lariat, text, timed};
use crate::philosophers;

/// Enough for a state space of some million states.
const PHILOSOPHERS: usize = 12;

/// Prints both times, if Spin and a C compiler are installed.
pub(crate) fn report(lariat: &Lariat) -> Result<()> {
    if Command::new("spin").arg("-V").output().is_err() {
        println!("spin is not installed: nothing to compare with");
        return Ok(());
    }
    let folder = std::env::temp_dir().join(format!("lariat-bench-{}", std::process::id()));
    std::fs::create_dir_all(&folder)?;
    let outcome = compare(lariat, &folder);
    std::fs::remove_dir_all(&folder)?;
    outcome
}

fn compare(lariat: &Lariat, folder: &Path) -> Result<()> {
    let model = folder.join("philosophers.dve");
    std::fs::write(&model, philosophers::dve(PHILOSOPHERS))?;
    let ours = lariat.measure(&["explore", text(&model)])?;
    std::fs::write(
        folder.join("philosophers.pml"),
        philosophers::promela(PHILOSOPHERS),
    )?;
    let (compilation, seconds, states) = spin(folder)?;
    println!("| {PHILOSOPHERS} philosophers | states | s | s to compile |");
    println!("|---|---|---|---|");
    let found = ours.number("/states");
    println!("| lariat explore | {found} | {:.2} | – |", ours.seconds);
    println!("| spin, gcc -O2 -DSAFETY -DNOREDUCE | {states} | {seconds:.2} | {compilation:.2} |");
    println!("| ratio | | {:.2} | |", seconds / ours.seconds);
    Ok(())
}

/// The seconds of the compilation and of the run, and the number of states.
fn spin(folder: &Path) -> Result<(f64, f64, u64)> {
    let run = |program: &str, arguments: &[&str]| {
        timed(Command::new(program).args(arguments).current_dir(folder))
    };
    // Without merging of statements, states are those of the model as it is written.
    let (translated, _) = run("spin", &["-o3", "-a", "philosophers.pml"])?;
    let options = ["-O2", "-DSAFETY", "-DNOREDUCE", "-o", "pan", "pan.c"];
    let (compiled, _) = run("gcc", &options)?;
    let pan = folder.join("pan");
    let (seconds, output) = run(text(&pan), &["-m10000000", "-w24"])?;
    let said = String::from_utf8_lossy(&output.stdout);
    let line = said.lines().find(|line| line.contains("states, stored"));
    let states = line.and_then(|line| line.split_whitespace().next()?.parse().ok());
    let states = states.with_context(|| format!("spin counted no states: {said}"))?;
    Ok((translated + compiled, seconds, states))
}
