//! Running commands and measuring what they use.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use anyhow::{Context, Result, bail};
use serde_json::Value;

/// The command that is measured.
pub(crate) struct Lariat {
    path: PathBuf,
    /// How often each command is run.
    pub(crate) runs: usize,
}

/// What a run gave and what it cost.
pub(crate) struct Measured {
    /// User CPU seconds, the best of all runs.
    pub(crate) seconds: f64,
    /// The JSON document of the last run.
    pub(crate) report: Value,
}

impl Measured {
    /// A number of the report.
    pub(crate) fn number(&self, pointer: &str) -> f64 {
        self.report
            .pointer(pointer)
            .and_then(Value::as_f64)
            .unwrap_or(f64::NAN)
    }
}

impl Lariat {
    pub(crate) fn new(path: Option<PathBuf>, runs: usize) -> Result<Self> {
        let beside =
            || -> Result<PathBuf> { Ok(std::env::current_exe()?.with_file_name("lariat")) };
        let path = path.map_or_else(beside, Ok)?;
        if !path.is_file() {
            bail!(
                "{} is not there: cargo build --release -p lariat-cli",
                path.display()
            );
        }
        Ok(Self { path, runs })
    }

    /// Runs a command that prints JSON, several times.
    pub(crate) fn measure(&self, arguments: &[&str]) -> Result<Measured> {
        let mut best = f64::INFINITY;
        let mut report = Value::Null;
        for _ in 0..self.runs.max(1) {
            let (seconds, output) = self.run(arguments)?;
            best = best.min(seconds);
            report = read(arguments, &output)?;
        }
        Ok(Measured {
            seconds: best,
            report,
        })
    }

    /// Runs a command that prints JSON, once.
    pub(crate) fn ask(&self, arguments: &[&str]) -> Result<Measured> {
        let (seconds, output) = self.run(arguments)?;
        let report = read(arguments, &output)?;
        Ok(Measured { seconds, report })
    }

    fn run(&self, arguments: &[&str]) -> Result<(f64, Output)> {
        let mut command = Command::new(&self.path);
        timed(command.args(arguments).args(["--format", "json"]))
    }
}

fn read(arguments: &[&str], output: &Output) -> Result<Value> {
    let faulty = || {
        let said = String::from_utf8_lossy(&output.stderr);
        format!("lariat {} failed: {said}", arguments.join(" "))
    };
    serde_json::from_slice(&output.stdout).with_context(faulty)
}

/// Runs a command to its end and gives its user CPU seconds.
pub(crate) fn timed(command: &mut Command) -> Result<(f64, Output)> {
    let before = seconds_of_children()?;
    let output = command
        .output()
        .with_context(|| format!("cannot run {}", command.get_program().display()))?;
    Ok((seconds_of_children()? - before, output))
}

/// The user CPU seconds of all children that have ended.
fn seconds_of_children() -> Result<f64> {
    cpu_seconds(16)
}

/// The user CPU seconds of this process.
pub(crate) fn own_seconds() -> Result<f64> {
    cpu_seconds(14)
}

/// A field of what Linux reports about this process, by its number, in seconds.
fn cpu_seconds(field: usize) -> Result<f64> {
    const TICKS_A_SECOND: f64 = 100.0;
    let text = std::fs::read_to_string("/proc/self/stat").context("only Linux tells CPU times")?;
    // The second field is a name in parentheses, which may hold blanks.
    let behind_name = text.rsplit(')').next().unwrap_or_default();
    let ticks = behind_name.split_whitespace().nth(field - 3);
    let ticks: f64 = ticks.and_then(|t| t.parse().ok()).context("no CPU time")?;
    Ok(ticks / TICKS_A_SECOND)
}

/// A path as text.
pub(crate) fn text(path: &Path) -> &str {
    path.to_str().expect("paths of the benchmark are UTF-8")
}
