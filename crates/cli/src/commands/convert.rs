//! `lariat convert`: automata from one kind or format to another.

use std::io::Write;

use anyhow::Result;
use clap::ValueEnum;
use lariat_automata::degeneralize::degeneralize_to_states;
use lariat_automata::fin_removal::generalized_buchi;
use lariat_automata::state_based::state_based;
use lariat_automata::{Acceptance, Explicit, streett};
use lariat_budget::Budget;
use lariat_translate::reduce::{ReduceOptions, reduce};

use super::automata::{self, Output, in_format, title_of};
use crate::diagnostics;
use crate::exit::Exit;
use crate::limits::{ResourceArgs, exit_of_failure};

/// Arguments of `lariat convert`.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  lariat translate --acceptance streett '(GFa -> GFb) & FGc' | lariat convert - --to tgba
  lariat translate 'GFa & GFb' | lariat convert - --to buchi --format never
  lariat convert corpus/maintenance.hoa --format svg > maintenance.svg")]
pub(crate) struct Args {
    /// The automata, in HOA or as a never claim; `-` for standard input
    automaton: String,

    /// The kind of automaton to make; without it, only the format changes
    #[arg(long, value_enum)]
    to: Option<Target>,

    /// Give up beyond this many states
    #[arg(long, value_name = "N", default_value_t = 1_000_000)]
    max_states: usize,

    #[command(flatten)]
    limits: ResourceArgs,

    /// Make the result smaller
    #[arg(long)]
    reduce: bool,

    /// The output format
    #[arg(long, value_enum, default_value_t = Output::Hoa)]
    format: Output,
}

#[derive(Clone, Copy, ValueEnum)]
enum Target {
    /// Generalized Büchi, marks on transitions
    Tgba,
    /// Büchi, marks on states
    Buchi,
    /// Generalized Büchi, marks on states
    Gba,
    /// Streett pairs
    Streett,
}

/// Converts every automaton of the stream that can be read.
pub(crate) fn run(args: &Args, out: &mut dyn Write) -> Result<Exit> {
    let watch = args.limits.watch()?;
    automata::each(&args.automaton, watch.budget(), |numbered| {
        let title = title_of(&numbered);
        match converted(numbered.automaton, args, watch.budget()) {
            Ok(text) => out.write_all(text.as_bytes())?,
            Err(reason) => {
                diagnostics::error(&format!("{title}: {reason:#}"));
                return Ok(exit_of_failure(&reason));
            }
        }
        Ok(Exit::Done)
    })
}

fn converted(automaton: Explicit, args: &Args, budget: &Budget) -> Result<String> {
    let mut converted = convert(automaton, args, budget)?;
    if args.reduce {
        converted = reduced(converted, args.to, budget)?;
    }
    in_format(converted, args.format, budget)
}

/// The automaton made smaller, and of the kind that was asked for even if it could do with less.
fn reduced(automaton: Explicit, to: Option<Target>, budget: &Budget) -> Result<Explicit> {
    let small = reduce(automaton, &ReduceOptions::default(), budget)?;
    let is_buchi = small.acceptance == Acceptance::buchi() && small.has_state_marks();
    Ok(match to {
        Some(Target::Buchi) if !is_buchi => degeneralize_to_states(&small, budget)?,
        Some(Target::Gba) => state_based(&small),
        _ => small,
    })
}

fn convert(automaton: Explicit, args: &Args, budget: &Budget) -> Result<Explicit> {
    let generalized = || generalized_buchi(&automaton, args.max_states, budget);
    Ok(match args.to {
        None => automaton,
        Some(Target::Streett) => streett::streett(&automaton, args.max_states, budget)?,
        Some(Target::Tgba) => generalized()?,
        Some(Target::Gba) => state_based(&generalized()?),
        Some(Target::Buchi) => degeneralize_to_states(&generalized()?, budget)?,
    })
}
