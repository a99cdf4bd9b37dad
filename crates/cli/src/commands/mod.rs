//! One file a command.

mod certify;
mod empty;

use std::io::Write;

use anyhow::Result;
use clap::Subcommand;

use crate::exit::Exit;

/// What to do.
#[derive(Subcommand)]
pub(crate) enum Command {
    /// Decide whether an automaton accepts no word at all
    Empty(empty::Args),
    /// Check a certificate of emptiness
    Certify(certify::Args),
}

impl Command {
    /// Runs the command; results go to `out`, everything else to standard error.
    pub(crate) fn run(self, out: &mut dyn Write) -> Result<Exit> {
        match self {
            Command::Empty(args) => empty::run(&args, out),
            Command::Certify(args) => certify::run(&args, out),
        }
    }
}
