//! `lariat certify`: checks a certificate of emptiness.

use std::io::Write;

use anyhow::{Result, bail};

use crate::exit::Exit;

/// Arguments of `lariat certify`.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// The automaton, in HOA; `-` for standard input
    automaton: String,
}

pub(crate) fn run(args: &Args, _out: &mut dyn Write) -> Result<Exit> {
    bail!("cannot certify {} yet", args.automaton)
}
