//! `lariat empty`: is the language of an automaton empty?

use std::io::Write;

use anyhow::{Result, bail};

use crate::exit::Exit;

/// Arguments of `lariat empty`.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// The automaton, in HOA; `-` for standard input
    automaton: String,
}

pub(crate) fn run(args: &Args, _out: &mut dyn Write) -> Result<Exit> {
    bail!("cannot check {} yet", args.automaton)
}
