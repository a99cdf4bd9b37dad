//! Automata from the formats that other tools write and to those that they read, and to pictures.

use std::ops::Range;

use anyhow::{Context, Result, bail};
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

/// An automaton as a text.
///
/// # Errors
/// When the format cannot express it.
pub(crate) fn in_format(automaton: Explicit, format: Output) -> Result<String> {
    Ok(match format {
        Output::Hoa => hoa::write(&automaton.into()),
        Output::Dot => dot::write(&automaton),
        Output::Svg => crate::draw::automaton(&automaton)?,
        Output::Never => never::write(&automaton).context(
            "a never claim is a Büchi automaton, and `lariat convert --to buchi` makes one",
        )?,
        Output::Lbtt => lbtt::write(&automaton)?,
    })
}

/// What to call an automaton in its place of a stream.
pub(crate) fn title(name: Option<&str>, place: usize) -> String {
    name.map_or_else(|| format!("automaton {place}"), str::to_owned)
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
