//! Automata from the formats that other tools write and to those that they read, and to pictures.

use std::io::Write;
use std::ops::Range;

use anyhow::{Result, bail};
use clap::ValueEnum;
use lariat_automata::{Explicit, dot, hoa, lbtt, never};

use crate::diagnostics::{self, Fault};
use crate::exit::Exit;
use crate::input::{self, Input};

/// The formats that an automaton is written in.
#[derive(Clone, Copy, PartialEq, ValueEnum)]
pub(crate) enum Output {
    /// Hanoi omega-automata format
    Hoa,
    /// Graphviz
    Dot,
    /// A picture, drawn without Graphviz
    Svg,
    /// Spin's never claim
    Never,
    /// LBTT's format
    Lbtt,
}

/// Writes an automaton.
pub(crate) fn write_automaton(
    automaton: Explicit,
    format: Output,
    out: &mut dyn Write,
) -> Result<()> {
    let text = match format {
        Output::Hoa => hoa::write(&automaton.into()),
        Output::Dot => dot::write(&automaton),
        Output::Svg => crate::draw::svg(&dot::write(&automaton), &dot::title(&automaton))?,
        Output::Never => never::write(&automaton)?,
        Output::Lbtt => lbtt::write(&automaton)?,
    };
    Ok(out.write_all(text.as_bytes())?)
}

/// A fault of one automaton: a sentence and its place.
type Misread = (String, Range<usize>);

/// Calls `answer` for every automaton of a file that can be read, with its place in it from 1 on; reports
/// the others.
///
/// The file holds a stream of automata in HOA, or one never claim.
pub(crate) fn each(
    path: &str,
    answer: impl FnMut(usize, Explicit) -> Result<Exit>,
) -> Result<Exit> {
    each_of(&input::read(path)?, answer)
}

/// Does so for a file that has been read.
pub(crate) fn each_of(
    file: &Input,
    mut answer: impl FnMut(usize, Explicit) -> Result<Exit>,
) -> Result<Exit> {
    let mut exit = None;
    for (place, automaton) in (1..).zip(read_all(&file.text)) {
        let one = match automaton {
            Ok(automaton) => answer(place, automaton)?,
            Err((message, span)) => {
                diagnostics::report(&Fault {
                    origin: &file.origin,
                    text: &file.text,
                    span,
                    message,
                    help: None,
                });
                Exit::Input
            }
        };
        exit = Some(exit.map_or(one, |so_far: Exit| so_far.worst(one)));
    }
    match exit {
        Some(exit) => Ok(exit),
        None => bail!("{} holds no automaton", file.origin),
    }
}

/// The automata of a text, one by one.
fn read_all(text: &str) -> Box<dyn Iterator<Item = Result<Explicit, Misread>> + '_> {
    if never::looks_like_claim(text) {
        let claim = never::read(text).map_err(|error| (error.to_string(), error.span));
        return Box::new(std::iter::once(claim));
    }
    Box::new(hoa::read(text).map(|read| match read {
        Ok(read) => Ok(read.automaton),
        Err(error) => Err((error.to_string(), error.span)),
    }))
}
