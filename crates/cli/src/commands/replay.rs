//! `lariat replay`: checks a saved counterexample against the model again, by the interpreter.

use std::io::Write;

use anyhow::Result;
use lariat::input;
use lariat::saved::Saved;

use crate::exit::Exit;
use crate::model::ModelArgs;

/// Arguments of `lariat replay`.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  lariat check corpus/semaphore.dve --ltl 'GF P_0.CS' --trace run.json
  lariat replay run.json corpus/semaphore.dve")]
pub(crate) struct Args {
    /// The trace, as `lariat check --trace` saved it
    trace: String,

    #[command(flatten)]
    model: ModelArgs,
}

/// Says whether the trace is a counterexample.
pub(crate) fn run(args: &Args, out: &mut dyn Write) -> Result<Exit> {
    let file = input::read(&args.trace)?;
    let saved = Saved::read(&file.text)?;
    let mut checker = args.model.load()?;
    let origin = format!("<question of {}>", file.text.origin);
    match checker.replay(&saved, &origin)? {
        Ok(()) => {
            writeln!(out, "confirmed")?;
            Ok(Exit::Done)
        }
        Err(doubt) => {
            writeln!(out, "not confirmed: {doubt}")?;
            Ok(Exit::Found)
        }
    }
}
