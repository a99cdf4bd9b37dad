//! `lariat install`: shell completions and man pages, from the same definition as the arguments.

use std::fs;
use std::io::Write;
use std::path::Path;

use anyhow::Result;
use clap::CommandFactory;
use clap_complete::Shell;

use crate::Cli;
use crate::diagnostics;
use crate::exit::Exit;

/// Arguments of `lariat install`.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  lariat install --completions bash > ~/.local/share/bash-completion/completions/lariat
  lariat install --man ~/.local/share/man/man1")]
pub(crate) struct Args {
    /// Print the completions for this shell
    #[arg(long, value_name = "SHELL")]
    completions: Option<Shell>,

    /// Write a man page for each command into this folder
    #[arg(long, value_name = "FOLDER")]
    man: Option<String>,
}

/// What to type, for somebody who does not know yet.
const ADVICE: &str = "\
Completions for your shell (bash, elvish, fish, powershell, zsh), and man pages:

    lariat install --completions bash > ~/.local/share/bash-completion/completions/lariat
    lariat install --completions zsh > ~/.zfunc/_lariat
    lariat install --completions fish > ~/.config/fish/completions/lariat.fish
    lariat install --man ~/.local/share/man/man1
";

/// Prints completions, writes pages, or both; without an option, says what there is.
pub(crate) fn run(args: &Args, out: &mut dyn Write) -> Result<Exit> {
    if args.completions.is_none() && args.man.is_none() {
        out.write_all(ADVICE.as_bytes())?;
        return Ok(Exit::Done);
    }
    let mut command = Cli::command();
    if let Some(shell) = args.completions {
        let mut text = Vec::new();
        clap_complete::generate(shell, &mut command, "lariat", &mut text);
        out.write_all(&text)?;
    }
    if let Some(folder) = &args.man {
        let folder = Path::new(folder);
        let made = fs::create_dir_all(folder);
        if let Err(reason) = made.and_then(|()| clap_mangen::generate_to(command, folder)) {
            let folder = folder.display();
            diagnostics::error(&format!("cannot write into {folder}: {reason}"));
            return Ok(Exit::Unwritten);
        }
    }
    Ok(Exit::Done)
}
