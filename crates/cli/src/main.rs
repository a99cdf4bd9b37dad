//! The `lariat` command: arguments in, verdicts out.  No algorithm lives here.

mod commands;
mod diagnostics;
mod draw;
mod exit;
mod files;
mod json;
mod limits;
mod model;
mod output;
mod progress;
mod terminal;
mod watchdog;

use std::io::{self, BufWriter, Write};
use std::process::ExitCode;

use clap::Parser;

use exit::Exit;
use output::Heard;

#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// Decides whether every run of a system satisfies a temporal property, under weak and strong fairness.
#[derive(Parser)]
#[command(
    name = "lariat",
    version,
    max_term_width = 100,
    after_help = "`lariat demo` gives a first look; `lariat COMMAND --help` shows examples of each command.\n\
                  Exit codes: 0 holds, empty, done; 1 a counterexample or accepting run; 2 faulty input; \
                  3 a limit was reached; 4 internal error; 5 unwritable file; 130 Ctrl-C; 143 SIGTERM."
)]
pub(crate) struct Cli {
    #[command(subcommand)]
    command: commands::Command,
}

fn main() -> ExitCode {
    // A broken invariant is our fault, and never a verdict.
    std::panic::set_hook(Box::new(|fault| {
        let exit = exit::internal_error(&fault.to_string());
        std::process::exit(i32::from(exit.code()));
    }));
    #[cfg(feature = "serve")]
    commands::serve::end_with_server();
    let cli = Cli::parse();
    let mut out = BufWriter::new(Heard::new(io::stdout().lock()));
    let outcome = cli.command.run(&mut out).and_then(|exit| {
        out.flush()?;
        Ok(exit)
    });
    watchdog::rest();
    let unwritten = out.get_ref().failure();
    match (outcome, unwritten) {
        (Ok(exit), _) => exit.into(),
        (Err(_), Some(reason)) => {
            diagnostics::error(&format!("cannot write standard output: {reason}"));
            Exit::Unwritten.into()
        }
        (Err(error), None) => {
            // What was found before the fault still counts.
            let _ = out.flush();
            diagnostics::failure(&error);
            limits::exit_of_failure(&error).into()
        }
    }
}
