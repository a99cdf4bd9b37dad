//! `lariat certify`: checks a certificate of emptiness.

use std::io::Write;

use anyhow::Result;
use lariat::automata_text::ReadAutomaton;
use lariat::input;
use lariat_witness::certificate::{self, Certificate};

use super::automata::{self, title_of};
use crate::diagnostics;
use crate::exit::Exit;
use crate::limits::ResourceArgs;

/// Arguments of `lariat certify`.
#[derive(clap::Args)]
#[command(after_help = "\
Exit codes: 0 the certificate is valid; 1 it is not; 2 it cannot be read.

Examples:
  lariat translate 'GFa & FG!a' | tee a.hoa | lariat empty - --certificate a.cert
  lariat certify a.hoa a.cert")]
pub(crate) struct Args {
    /// The automata, in HOA, or a never claim; `-` for standard input
    automaton: String,

    /// What `lariat empty --certificate` wrote for them; `-` for standard input
    certificate: String,

    #[command(flatten)]
    limits: ResourceArgs,
}

/// Checks that every automaton of the stream has a certificate that proves it empty.
pub(crate) fn run(args: &Args, out: &mut dyn Write) -> Result<Exit> {
    let watch = args.limits.watch()?;
    let file = input::read(&args.certificate)?;
    let certificates = match certificate::parse(&file.text.content) {
        Ok(certificates) => certificates,
        Err(error) => {
            let message = error.to_string();
            diagnostics::show(&file.text.error(error.span, message));
            return Ok(Exit::Input);
        }
    };
    let mut answered = Vec::new();
    let mut exit = automata::each(&args.automaton, watch.budget(), |numbered| {
        answered.push(numbered.place);
        let flaw = flaw(&numbered, &certificates);
        let name = title_of(&numbered);
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
    })?;
    for certificate in &certificates {
        let number = certificate.automaton;
        if !answered.contains(&number) {
            writeln!(
                out,
                "automaton {number}: not certified: there is a certificate, but no such automaton"
            )?;
            exit = exit.worst(Exit::Found);
        }
    }
    Ok(exit)
}

/// What keeps the certificates from proving an automaton empty.
fn flaw(numbered: &ReadAutomaton, certificates: &[Certificate]) -> Option<String> {
    let own = |certificate: &&Certificate| certificate.automaton == numbered.place;
    let own: Vec<&Certificate> = certificates.iter().filter(own).collect();
    match own[..] {
        [] => Some("there is no certificate for it".to_owned()),
        [own] => {
            let checked = certificate::check(&numbered.automaton, own);
            checked.err().map(|flaw| flaw.to_string())
        }
        _ => Some(format!("there are {} certificates for it", own.len())),
    }
}
