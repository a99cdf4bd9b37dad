//! `lariat serve` in a build without the feature `serve`: it says so.

use std::io::Write;

use anyhow::{Result, bail};

use crate::exit::Exit;

/// Arguments of `lariat serve`, which are all ignored here.
#[derive(clap::Args)]
#[command(after_help = "This build of lariat has no server.")]
pub(crate) struct Args {
    /// What a build with a server would read
    #[arg(hide = true, allow_hyphen_values = true, trailing_var_arg = true)]
    _ignored: Vec<String>,
}

/// Refuses.
pub(crate) fn run(_: &Args, _: &mut dyn Write) -> Result<Exit> {
    bail!("this build of lariat has no server: it was made without the feature `serve`")
}
