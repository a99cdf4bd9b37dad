//! Reading the model that a command is about.

use anyhow::{Result, bail};
use clap::ValueEnum;
use clap::builder::PossibleValue;
use lariat::{Checker, input};
use lariat_model::{Format, Value};
use lariat_models::{FORMATS, format_of, names_of_formats};
use serde_json::Map;

use crate::diagnostics;

/// Which model, and in which language.
#[derive(clap::Args)]
pub(crate) struct ModelArgs {
    /// The model; `-` for standard input
    model: String,

    /// The model's language [default: by the file's name]
    #[arg(long, value_enum)]
    input: Option<Language>,
}

/// A language of models, by its place in the table.
#[derive(Clone, Copy)]
struct Language(usize);

impl ValueEnum for Language {
    fn value_variants<'a>() -> &'a [Self] {
        const ALL: [Language; FORMATS.len()] = {
            let mut all = [Language(0); FORMATS.len()];
            let mut place = 0;
            while place < all.len() {
                all[place] = Language(place);
                place += 1;
            }
            all
        };
        &ALL
    }

    fn to_possible_value(&self) -> Option<PossibleValue> {
        let format = FORMATS[self.0];
        Some(PossibleValue::new(format.name()).help(format.description()))
    }
}

impl ModelArgs {
    /// Whether the model comes from standard input.
    pub(crate) fn is_standard_input(&self) -> bool {
        self.model == "-"
    }

    /// Reads the model, and shows what is odd about it.
    pub(crate) fn load(&self) -> Result<Checker> {
        let format = self.format()?;
        let mut checker = Checker::read(input::read(&self.model)?.text, format)?;
        diagnostics::show_all(&checker.take_warnings());
        Ok(checker)
    }

    fn format(&self) -> Result<&'static dyn Format> {
        match self.input {
            Some(Language(place)) => Ok(FORMATS[place]),
            None if self.is_standard_input() => bail!(
                "a model from standard input needs `--input {}",
                names_of_formats()
            ),
            None => Ok(format_of(&self.model)?),
        }
    }
}

/// A state's values as a JSON object, in their order.
pub(crate) fn state_as_json(values: Vec<(String, Value)>) -> serde_json::Value {
    let values = values.into_iter();
    let object: Map<_, _> = values
        .map(|(name, value)| (name, lariat::trace::json(value)))
        .collect();
    serde_json::Value::Object(object)
}

/// A state's values in one line.
pub(crate) fn state_in_words(values: &[(String, Value)]) -> String {
    let values: Vec<String> = values
        .iter()
        .map(|(name, value)| format!("{name} = {value}"))
        .collect();
    values.join(", ")
}
