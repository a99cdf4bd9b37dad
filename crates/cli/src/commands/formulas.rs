//! Formulas from arguments and files, with faults shown and the rest still answered.

use std::path::Path;

use anyhow::Result;
use clap::ValueEnum;
use lariat::understanding::other_readings;
use lariat::{Text, input};
use lariat_budget::Budget;
use lariat_diagnostics::Place;
use lariat_ltl::{Formula, Formulas, Parser, Syntax};

use crate::diagnostics;
use crate::exit::Exit;
use crate::limits::{exit_of, exit_of_failure};

/// What a formula on the command line is called in messages.
const ARGUMENT: &str = "<formula>";

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
    /// One JSON document per formula
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
    /// Reports why there is no answer for this formula: a limit, or a fault of the formula.
    pub(crate) fn refuse(&self, reason: &anyhow::Error) -> Exit {
        let Place { text, span } = &self.place;
        diagnostics::show(&text.error(span.clone(), format!("{reason:#}")));
        exit_of_failure(reason)
    }
}

impl FormulaArgs {
    /// Calls `answer` for every formula that can be read, in order; reports the others.  Once the budget has
    /// ended, no more of them are answered.
    pub(crate) fn each(
        &self,
        budget: &Budget,
        mut answer: impl FnMut(Given<'_>) -> Result<Exit>,
    ) -> Result<Exit> {
        if self.formulas.is_empty() && self.files.is_empty() {
            anyhow::bail!("no formula given: name one, such as 'G(a -> F b)', or a file with -F");
        }
        let places = self.places()?;
        let count = places.len();
        let mut exit = Exit::Done;
        for (answered, place) in (1..).zip(places) {
            exit = exit.worst(self.one(place, &mut answer)?);
            if let Some(end) = budget.end() {
                if answered < count {
                    let left = count - answered;
                    diagnostics::error(&format!("{end}: {left} more formulas have no answer"));
                }
                return Ok(exit.worst(exit_of(end)));
            }
        }
        Ok(exit)
    }

    /// Where formulas stand, in order.
    fn places(&self) -> Result<Vec<Place>> {
        let argument = |text: &String| Place {
            span: 0..text.len(),
            text: Text::new(ARGUMENT, &**text),
        };
        let mut places: Vec<Place> = self.formulas.iter().map(argument).collect();
        for path in &self.files {
            let text = input::read_lossily(path)?.text;
            let mut start = 0;
            for line in text.content.split_inclusive('\n') {
                let span = start..start + line.trim_end().len();
                start += line.len();
                if !line.trim().is_empty() && !line.trim_start().starts_with('#') {
                    let text = text.clone();
                    places.push(Place { text, span });
                }
            }
        }
        Ok(places)
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
        let file = file_meant(&text, own);
        match parser.parse(&mut formulas, own) {
            Ok(formula) => {
                if let Some(advice) = file {
                    let odd = text.warning(span.clone(), "a file has this name");
                    diagnostics::show(&odd.with_help(advice));
                }
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
                let help = file.unwrap_or_else(|| error.help());
                diagnostics::show(&fault.with_help(help));
                Ok(Exit::Input)
            }
        }
    }
}

/// What to advise somebody whose formula, an argument, is the name of a file.
fn file_meant(text: &Text, formula: &str) -> Option<String> {
    let is_meant = &*text.origin == ARGUMENT && Path::new(formula).is_file();
    is_meant.then(|| format!("did you mean `-F {formula}`, to read formulas from it?"))
}
