//! One file per command.

pub(crate) mod automata;
mod certify;
mod check;
mod classify;
mod convert;
mod demo;
mod determinize;
mod empty;
mod explore;
pub(crate) mod formulas;
mod generate;
mod install;
#[cfg(not(feature = "serve"))]
mod no_server;
mod replay;
#[cfg(feature = "serve")]
pub(crate) mod serve;
mod simulate;
mod translate;
mod words;

use std::io::Write;

use anyhow::Result;
use clap::Subcommand;

use crate::exit::Exit;
#[cfg(not(feature = "serve"))]
use no_server as serve;

/// What to do.
#[derive(Subcommand)]
pub(crate) enum Command {
    /// A first look: a property that fails, and holds under strong fairness
    #[command(after_help = "\
Examples:
  lariat demo
  lariat demo | less    # the same to scroll through")]
    Demo,
    /// Check a model against LTL properties, or look for its errors and deadlocks
    Check(Box<check::Args>),
    /// Check a saved counterexample against the model again
    Replay(replay::Args),
    /// Explore the whole state space of a model
    Explore(explore::Args),
    /// Walk through a model by hand or at random
    Simulate(simulate::Args),
    /// Translate LTL formulas to automata
    Translate(translate::Args),
    /// Translate LTL formulas to deterministic automata
    Determinize(determinize::Args),
    /// Show a formula's class in the temporal hierarchy
    Classify(classify::Args),
    /// Show words that satisfy a formula, and words that do not
    Words(words::Args),
    /// Convert automata to other kinds and formats
    Convert(convert::Args),
    /// Decide whether an automaton accepts no word at all
    Empty(empty::Args),
    /// Check a certificate of emptiness
    Certify(certify::Args),
    /// Print benchmark formulas from the literature
    Generate(generate::Args),
    /// Print the papers behind the algorithms, as BibTeX
    #[command(after_help = "\
Examples:
  lariat bibliography > lariat.bib
  lariat bibliography | grep -A6 couvreur.99.fm")]
    Bibliography,
    /// Print completions for a shell, or write man pages
    Install(install::Args),
    /// Serve a page on this machine to try formulas and models
    Serve(serve::Args),
}

impl Command {
    /// Runs the command; results go to `out`, everything else to standard error.
    pub(crate) fn run(self, out: &mut dyn Write) -> Result<Exit> {
        match self {
            Command::Demo => demo::run(out),
            Command::Translate(args) => translate::run(&args, out),
            Command::Empty(args) => empty::run(&args, out),
            Command::Certify(args) => certify::run(&args, out),
            Command::Convert(args) => convert::run(&args, out),
            Command::Classify(args) => classify::run(&args, out),
            Command::Words(args) => words::run(&args, out),
            Command::Generate(args) => generate::run(&args, out),
            Command::Bibliography => {
                out.write_all(include_bytes!("../../../../references.bib"))?;
                Ok(Exit::Done)
            }
            Command::Check(args) => check::run(&args, out),
            Command::Replay(args) => replay::run(&args, out),
            Command::Explore(args) => explore::run(&args, out),
            Command::Simulate(args) => simulate::run(&args, out),
            Command::Determinize(args) => determinize::run(&args, out),
            Command::Install(args) => install::run(&args, out),
            Command::Serve(args) => serve::run(&args, out),
        }
    }
}
