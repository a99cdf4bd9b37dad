//! `lariat words`: what a formula means, by examples.

use std::io::Write;

use anyhow::Result;
use lariat::Budget;
use lariat::words::{NoSamples, Samples, samples};
use serde::Serialize;

use super::formulas::{Format, FormulaArgs, Given};
use crate::exit::{Exit, internal_error};
use crate::limits::ResourceArgs;

/// Arguments of `lariat words`.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  lariat words 'a U (b U c)'                    # some words that satisfy it, some that do not
  lariat words --count 10 --format json 'GF a'  # more of them, for programs

A word is written as in Spot: letters, then those that repeat forever. A letter says no more than
necessary, so `a; cycle{1}` stands for all words that start with a. No two samples have a word in common.")]
pub(crate) struct Args {
    #[command(flatten)]
    formulas: FormulaArgs,

    #[command(flatten)]
    limits: ResourceArgs,

    /// How many words of either kind
    #[arg(long, value_name = "N", default_value_t = 5)]
    count: usize,

    /// The output format
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
}

/// The samples of a formula.
#[derive(Serialize)]
struct Report<'a> {
    formula: &'a str,
    accepted: Vec<String>,
    /// Whether no other word satisfies the formula.
    accepted_are_all: bool,
    rejected: Vec<String>,
    rejected_are_all: bool,
}

/// Shows words of every formula that can be read.
pub(crate) fn run(args: &Args, out: &mut dyn Write) -> Result<Exit> {
    let watch = args.limits.watch()?;
    args.formulas.each(watch.budget(), |mut given| {
        let (accepted, rejected) = match both(&mut given, args.count, watch.budget()) {
            Ok(both) => both,
            Err(wrong @ NoSamples::Wrong(_)) => return Ok(internal_error(&wrong.to_string())),
            Err(reason) => return Ok(given.refuse(&reason.into())),
        };
        match args.format {
            Format::Json => {
                let report = Report {
                    formula: given.text,
                    accepted: accepted.words,
                    accepted_are_all: accepted.are_all,
                    rejected: rejected.words,
                    rejected_are_all: rejected.are_all,
                };
                writeln!(out, "{}", serde_json::to_string(&report)?)?;
            }
            Format::Text => {
                writeln!(out, "{}", given.text)?;
                write_text("accepted", &accepted, out)?;
                write_text("rejected", &rejected, out)?;
            }
        }
        Ok(Exit::Done)
    })
}

/// Words that satisfy a formula, and words that do not.
fn both(
    given: &mut Given<'_>,
    count: usize,
    budget: &Budget,
) -> Result<(Samples, Samples), NoSamples> {
    let formulas = &mut given.formulas;
    let accepted = samples(formulas, given.formula, count, budget)?;
    let negation = formulas.not(given.formula);
    Ok((accepted, samples(formulas, negation, count, budget)?))
}

fn write_text(kind: &str, samples: &Samples, out: &mut dyn Write) -> Result<()> {
    if samples.words.is_empty() && samples.are_all {
        writeln!(out, "  {kind}  none")?;
        return Ok(());
    }
    for (place, word) in samples.words.iter().enumerate() {
        let kind = if place == 0 { kind } else { "" };
        writeln!(out, "  {kind:8}  {word}")?;
    }
    if samples.are_all {
        writeln!(out, "  {:8}  and no others", "")?;
    }
    Ok(())
}
