//! Automata from the formats that other tools write and to those that they read, and to pictures.

use std::ops::Range;

use anyhow::{Context, Result, bail};
use clap::ValueEnum;
use lariat_automata::{Explicit, dot, hoa, lbtt, never};

use crate::diagnostics::{self, Fault};
use crate::exit::Exit;
use crate::input::{self, Input};
use crate::terminal::harmless;

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
    name.map_or_else(|| format!("automaton {place}"), harmless)
}

/// An automaton of a file.
pub(crate) struct Numbered {
    /// Its place among the automata of the file, from 1 on.
    pub(crate) place: usize,
    pub(crate) automaton: Explicit,
    /// How many marks the file gives it; those behind them stand for complements.
    pub(crate) own_marks: usize,
}

impl Numbered {
    /// What to call it.
    pub(crate) fn title(&self) -> String {
        title(self.automaton.name.as_deref(), self.place)
    }
}

/// What stands in one place of a file: an automaton, or a fault, which is a sentence and its place.
struct Entry {
    span: Range<usize>,
    read: Result<Numbered, (String, Range<usize>)>,
}

/// Calls `answer` for every automaton of a file that can be read; reports the others.
///
/// The file holds a stream of automata in HOA, or one never claim.
pub(crate) fn each(path: &str, answer: impl FnMut(Numbered) -> Result<Exit>) -> Result<Exit> {
    each_of(&input::read_lossily(path)?, answer)
}

/// Does so for a file that has been read.
pub(crate) fn each_of(
    file: &Input,
    mut answer: impl FnMut(Numbered) -> Result<Exit>,
) -> Result<Exit> {
    let mut exit = None;
    for entry in entries(&file.text) {
        let mut not_utf8 = file.not_utf8.iter().filter(|at| entry.span.contains(at));
        let one = match (not_utf8.next(), entry.read) {
            (Some(&at), _) => {
                let fault = input::not_utf8(file.origin.clone(), file.text.clone(), at);
                diagnostics::failure(&fault.into());
                Exit::Input
            }
            (None, Ok(automaton)) => answer(automaton)?,
            (None, Err((message, span))) => {
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

/// What stands in a text, one by one.
fn entries(text: &str) -> Box<dyn Iterator<Item = Entry> + '_> {
    if never::looks_like_claim(text) {
        return Box::new(std::iter::once(claim(text)));
    }
    let mut stream = hoa::read(text);
    Box::new(std::iter::from_fn(move || {
        let read = stream.next()?;
        let place = stream.begun();
        Some(Entry {
            span: stream.last_span(),
            read: match read {
                Ok(read) => Ok(Numbered {
                    place,
                    automaton: read.automaton,
                    own_marks: read.sets,
                }),
                Err(error) => Err((error.to_string(), error.span)),
            },
        })
    }))
}

/// The never claim that a text is.
fn claim(text: &str) -> Entry {
    Entry {
        span: 0..text.len(),
        read: match never::read(text) {
            Ok(automaton) => Ok(Numbered {
                place: 1,
                own_marks: automaton.acceptance.marks,
                automaton,
            }),
            Err(error) => Err((error.to_string(), error.span)),
        },
    }
}
