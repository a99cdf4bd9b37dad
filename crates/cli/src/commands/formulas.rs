//! Formulas from arguments and files, with faults shown and the rest still answered.

use anyhow::Result;
use clap::ValueEnum;
use lariat::understanding::other_readings;
use lariat::{Text, input};
use lariat_diagnostics::Place;
use lariat_ltl::{Formula, Formulas, Parser, Syntax};

use crate::diagnostics;
use crate::exit::Exit;

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
    /// Where it stands: in an argument or in a file.
    place: Place,
}

impl Given<'_> {
    /// Reports why there is no answer for this formula.
    pub(crate) fn refuse(&self, reason: &anyhow::Error) -> Exit {
        let Place { text, span } = &self.place;
        diagnostics::show(&text.error(span.clone(), format!("{reason:#}")));
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
                span: 0..text.len(),
                text: Text::new("<formula>", &**text),
            };
            exit = exit.worst(self.one(place, &mut answer)?);
        }
        for path in &self.files {
            let file = input::read_lossily(path)?;
            let mut start = 0;
            for line in file.text.content.split_inclusive('\n') {
                let span = start..start + line.trim_end().len();
                start += line.len();
                if !line.trim().is_empty() && !line.trim_start().starts_with('#') {
                    let text = file.text.clone();
                    let place = Place { text, span };
                    exit = exit.worst(self.one(place, &mut answer)?);
                }
            }
        }
        Ok(exit)
    }

    /// Answers the formula at a place.
    fn one(
        &self,
        place: Place,
        answer: &mut impl FnMut(Given<'_>) -> Result<Exit>,
    ) -> Result<Exit> {
        let Place { text, span } = place.clone();
        let own = &text.content[span.clone()];
        if let Some(at) = own.find(char::REPLACEMENT_CHARACTER) {
            diagnostics::show(&input::not_utf8(&text, span.start + at));
            return Ok(Exit::Input);
        }
        let mut formulas = Formulas::new();
        let parser = Parser::new(self.syntax);
        match parser.parse(&mut formulas, own) {
            Ok(formula) => {
                diagnostics::show_all(&other_readings(&parser, self.syntax, &text, span));
                answer(Given {
                    text: own,
                    formulas,
                    formula,
                    place,
                })
            }
            Err(error) => {
                let at = span.start + error.span.start..span.start + error.span.end;
                let fault = text.error(at, error.to_string());
                diagnostics::show(&fault.with_help(error.help()));
                Ok(Exit::Input)
            }
        }
    }
}
