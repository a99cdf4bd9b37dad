//! `lariat generate`: the benchmark formulas of the literature.

use std::io::Write;

use anyhow::{Result, anyhow};
use lariat_ltl::families;
use lariat_model::closest;

use crate::exit::Exit;

/// Arguments of `lariat generate`.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  lariat generate                                        # the families
  lariat generate fairness 8 | lariat translate -F - --format stats")]
pub(crate) struct Args {
    /// The family; without it, all families are listed
    family: Option<String>,
    /// Its parameter
    n: Option<usize>,
}

/// Prints a formula, or the list of families.
pub(crate) fn run(args: &Args, out: &mut dyn Write) -> Result<Exit> {
    let Some(name) = &args.family else {
        return list(out);
    };
    let family = families::family(name).ok_or_else(|| unknown(name))?;
    let n = args
        .n
        .ok_or_else(|| anyhow!("{name} needs a number: {}", family.description))?;
    writeln!(out, "{}", family.generate(n)?)?;
    Ok(Exit::Done)
}

fn unknown(name: &str) -> anyhow::Error {
    let names = families::families().iter().map(|family| family.name);
    match closest(name, names) {
        Some(close) => anyhow!("there is no family `{name}`; did you mean `{close}`?"),
        None => anyhow!("there is no family `{name}`; `lariat generate` lists them"),
    }
}

fn list(out: &mut dyn Write) -> Result<Exit> {
    for family in families::families() {
        let (low, high) = (family.range.start(), family.range.end());
        let range = if *high == usize::MAX {
            format!("{low}…")
        } else {
            format!("{low}…{high}")
        };
        let (name, description) = (family.name, family.description);
        writeln!(
            out,
            "{name:12} {range:8} {description} [{}]",
            family.citation
        )?;
    }
    Ok(Exit::Done)
}
