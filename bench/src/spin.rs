//! Spin beside Lariat, on equivalent models, in the same run.

use std::path::PathBuf;
use std::process::Command;

use anyhow::{Context, Result};

use crate::command::{Lariat, text, timed};
use crate::{peterson, philosophers};

/// Enough for a state space of some million states.
const PHILOSOPHERS: usize = 12;

/// What Spin needed for a model, in user CPU seconds.
pub(crate) struct Run {
    compilation: f64,
    pub(crate) seconds: f64,
    pub(crate) states: u64,
}

/// Spin and a C compiler, and a folder to work in.
pub(crate) struct Spin {
    folder: PathBuf,
    runs: usize,
}

impl Spin {
    /// None where Spin is not installed.
    pub(crate) fn new(runs: usize) -> Result<Option<Self>> {
        if Command::new("spin").arg("-V").output().is_err() {
            return Ok(None);
        }
        let folder = std::env::temp_dir().join(format!("lariat-bench-{}", std::process::id()));
        std::fs::create_dir_all(&folder)?;
        Ok(Some(Self { folder, runs }))
    }

    /// Peterson's algorithm for four processes, as the recorded figures have it.
    pub(crate) fn peterson(&self) -> Result<Run> {
        self.run(&peterson::promela(4), &["-O2", "-DNOREDUCE"])
    }

    /// Explores a model; of several runs the best time counts.
    fn run(&self, promela: &str, options: &[&str]) -> Result<Run> {
        std::fs::write(self.folder.join("model.pml"), promela)?;
        let run = |program: &str, arguments: &[&str]| {
            timed(
                Command::new(program)
                    .args(arguments)
                    .current_dir(&self.folder),
            )
        };
        // Without merging of statements, states are those of the model as it is written.
        let (translated, _) = run("spin", &["-o3", "-a", "model.pml"])?;
        let (compiled, _) = run("gcc", &[options, &["-o", "pan", "pan.c"]].concat())?;
        let pan = self.folder.join("pan");
        let (mut best, mut states) = (f64::INFINITY, None);
        for _ in 0..self.runs.max(1) {
            let (seconds, output) = run(text(&pan), &["-m10000000", "-w24"])?;
            best = best.min(seconds);
            states = Some(stored(&String::from_utf8_lossy(&output.stdout))?);
        }
        Ok(Run {
            compilation: translated + compiled,
            seconds: best,
            states: states.expect("it ran once"),
        })
    }

    /// Prints both times.
    pub(crate) fn report(&self, lariat: &Lariat) -> Result<()> {
        let model = self.folder.join("philosophers.dve");
        std::fs::write(&model, philosophers::dve(PHILOSOPHERS))?;
        let ours = lariat.measure(&["explore", text(&model)])?;
        let options = ["-O2", "-DSAFETY", "-DNOREDUCE"];
        let theirs = self.run(&philosophers::promela(PHILOSOPHERS), &options)?;
        println!("| {PHILOSOPHERS} philosophers | states | s | s to compile |");
        println!("|---|---|---|---|");
        let found = ours.number("/states");
        println!("| lariat explore | {found} | {:.2} | – |", ours.seconds);
        println!(
            "| spin, gcc {} | {} | {:.2} | {:.2} |",
            options.join(" "),
            theirs.states,
            theirs.seconds,
            theirs.compilation
        );
        println!("| ratio | | {:.2} | |", theirs.seconds / ours.seconds);
        Ok(())
    }
}

impl Drop for Spin {
    fn drop(&mut self) {
        if let Err(error) = std::fs::remove_dir_all(&self.folder) {
            eprintln!("{} is left behind: {error}", self.folder.display());
        }
    }
}

/// The number of states that Spin says it stored.
fn stored(said: &str) -> Result<u64> {
    let line = said.lines().find(|line| line.contains("states, stored"));
    let states = line.and_then(|line| line.split_whitespace().next()?.parse().ok());
    states.with_context(|| format!("spin counted no states: {said}"))
}
