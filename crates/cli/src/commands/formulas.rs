//! Formulas from arguments and files, with faults shown and the rest still answered.

use std::ops::Range;

use anyhow::Result;
use clap::ValueEnum;
use lariat_ltl::{Formula, Formulas, ParseError, Parser, Syntax};

use crate::diagnostics::{self, Fault};
use crate::exit::Exit;
use crate::input;

/// Where formulas come from and how they are read.
#[derive(clap::Args)]
pub(crate) struct FormulaArgs {
    /// LTL formulas, such as 'G(request -> F grant)'
    #[arg(value_name = "FORMULA")]
    formulas: Vec<String>,

    /// Read formulas from a file, one per line; `-` for standard input
    #[arg(short = 'F', long = "file", value_name = "FILE")]
    files: Vec<String>,

    /// The dialect of the formulas: spot, spin (reads `a -> b && c` as `(a -> b) && c`), ltsmin
    /// (U binds loosest), or lbt (prefix notation)
    #[arg(long, value_name = "DIALECT", default_value_t)]
    syntax: Syntax,
}

/// How what is found out about a formula is printed.
#[derive(Clone, Copy, ValueEnum)]
pub(crate) enum Format {
    /// For people
    Text,
    /// One JSON document a formula
    Json,
}

/// A formula and the text it was read from.
pub(crate) struct Given<'a> {
    /// The user's text, verbatim.
    pub(crate) text: &'a str,
    /// Its arena.
    pub(crate) formulas: Formulas,
    /// What it means.
    pub(crate) formula: Formula,
    place: Place<'a>,
}

/// Where a formula stands: in an argument or in a file.
#[derive(Clone)]
struct Place<'a> {
    origin: &'a str,
    text: &'a str,
    span: Range<usize>,
}

impl Given<'_> {
    /// Reports why there is no answer for this formula.
    pub(crate) fn refuse(&self, reason: &anyhow::Error) -> Exit {
        let Place { origin, text, span } = self.place.clone();
        diagnostics::report(&Fault {
            origin,
            text,
            span,
            message: format!("{reason:#}"),
            help: None,
        });
        Exit::Input
    }
}

impl FormulaArgs {
    /// Calls `answer` for every formula that can be read, in order; reports the others.
    pub(crate) fn each(&self, mut answer: impl FnMut(Given<'_>) -> Result<Exit>) -> Result<Exit> {
        if self.formulas.is_empty() && self.files.is_empty() {
            anyhow::bail!("no formula given: name one, such as 'G(a -> F b)', or a file with -F");
        }
        let mut exit = Exit::Done;
        for text in &self.formulas {
            let place = Place {
                origin: "<formula>",
                text,
                span: 0..text.len(),
            };
            exit = exit.worst(self.one(place, &mut answer)?);
        }
        for path in &self.files {
            let file = input::read_lossily(path)?;
            let mut start = 0;
            for line in file.text.split_inclusive('\n') {
                let span = start..start + line.trim_end().len();
                start += line.len();
                if !line.trim().is_empty() && !line.trim_start().starts_with('#') {
                    let place = Place {
                        origin: &file.origin,
                        text: &file.text,
                        span,
                    };
                    exit = exit.worst(self.one(place, &mut answer)?);
                }
            }
        }
        Ok(exit)
    }

    /// Answers the formula at a place.
    fn one(
        &self,
        place: Place<'_>,
        answer: &mut impl FnMut(Given<'_>) -> Result<Exit>,
    ) -> Result<Exit> {
        let Place { origin, text, span } = place.clone();
        let own = &text[span.clone()];
        if let Some(at) = own.find(char::REPLACEMENT_CHARACTER) {
            let at = span.start + at;
            let fault = input::not_utf8(origin.to_owned(), text.to_owned(), at);
            diagnostics::failure(&fault.into());
            return Ok(Exit::Input);
        }
        let mut formulas = Formulas::new();
        let parser = Parser::new(self.syntax);
        match parser.parse(&mut formulas, own) {
            Ok(formula) => {
                warn_of_other_readings(&parser, self.syntax, origin, text, span);
                answer(Given {
                    text: own,
                    formulas,
                    formula,
                    place,
                })
            }
            Err(error) => {
                report_parse_error(origin, text, span.start, &error, error.help());
                Ok(Exit::Input)
            }
        }
    }
}

/// Says so where another tool would read the formula at `span` differently.
pub(crate) fn warn_of_other_readings(
    parser: &Parser<'_>,
    syntax: Syntax,
    origin: &str,
    text: &str,
    span: Range<usize>,
) {
    let Some(readings) = parser.readings(&text[span.clone()]) else {
        return;
    };
    for (other, theirs) in readings.others {
        diagnostics::warn(&Fault {
            origin,
            text,
            span: span.clone(),
            message: format!("{other} would read this formula differently"),
            help: Some(format!(
                "{syntax} reads {}, {other} reads {theirs}; parentheses make it plain",
                readings.ours
            )),
        });
    }
}

/// Shows a syntax error whose span counts from `offset` in `text`.
pub(crate) fn report_parse_error(
    origin: &str,
    text: &str,
    offset: usize,
    error: &ParseError,
    help: String,
) {
    diagnostics::report(&Fault {
        origin,
        text,
        span: offset + error.span.start..offset + error.span.end,
        message: error.to_string(),
        help: Some(help),
    });
}
