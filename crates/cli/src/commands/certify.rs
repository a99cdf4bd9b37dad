//! `lariat certify`: checks a certificate of emptiness.

use std::io::Write;

use anyhow::Result;
use lariat_witness::certificate::{self, Certificate};

use super::automata;
use crate::diagnostics::{self, Fault};
use crate::exit::Exit;
use crate::input;

/// Arguments of `lariat certify`.
#[derive(clap::Args)]
#[command(after_help = "\
Exit codes: 0 the certificate is valid; 1 it is not; 2 it cannot be read.

Examples:
  lariat translate 'GFa & FG!a' | tee a.hoa | lariat empty - --certificate a.cert
  lariat certify a.hoa a.cert")]
pub(crate) struct Args {
    /// The automata, in HOA; `-` for standard input
    automaton: String,

    /// What `lariat empty --certificate` wrote for them; `-` for standard input
    certificate: String,
}

/// Checks that every automaton of the stream has a certificate that proves it empty.
pub(crate) fn run(args: &Args, out: &mut dyn Write) -> Result<Exit> {
    let file = input::read(&args.certificate)?;
    let certificates = match certificate::parse(&file.text) {
        Ok(certificates) => certificates,
        Err(error) => {
            diagnostics::report(&Fault {
                origin: &file.origin,
                text: &file.text,
                message: error.to_string(),
                span: error.span,
                help: None,
            });
            return Ok(Exit::Input);
        }
    };
    automata::each(&args.automaton, |place, automaton| {
        let own = |certificate: &&Certificate| certificate.automaton == place;
        let flaw = match certificates.iter().find(own) {
            Some(own) => certificate::check(&automaton, own)
                .err()
                .map(|flaw| flaw.to_string()),
            None => Some("there is no certificate for it".to_owned()),
        };
        let name = automata::title(automaton.name.as_deref(), place);
        match flaw {
            None => {
                writeln!(out, "{name}: certified empty")?;
                Ok(Exit::Done)
            }
            Some(flaw) => {
                writeln!(out, "{name}: not certified: {flaw}")?;
                Ok(Exit::Found)
            }
        }
    })
}
