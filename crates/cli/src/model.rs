//! Reading the model that a command is about.

use std::path::Path;

use anyhow::{Result, bail};
use clap::ValueEnum;
use lariat_models::Value;
use lariat_models::dve::Dve;
use serde_json::Map;

use crate::diagnostics::{self, Fault};
use crate::input::{self, Input};

/// Which model, and in which language.
#[derive(clap::Args)]
pub(crate) struct ModelArgs {
    /// The model; `-` for standard input
    model: String,

    /// The model's language [default: by the file's name]
    #[arg(long, value_enum)]
    input: Option<Language>,
}

/// The languages of models.
#[derive(Clone, Copy, ValueEnum)]
enum Language {
    /// DVE, the language of DiVinE
    Dve,
}

/// A model, and the text it was read from.
pub(crate) struct Loaded {
    pub(crate) file: Input,
    pub(crate) model: Dve,
}

/// No more faults than this are shown of one file.
const MOST_FAULTS: usize = 20;

impl ModelArgs {
    /// Whether the model comes from standard input.
    pub(crate) fn is_standard_input(&self) -> bool {
        self.model == "-"
    }

    /// Reads the model; `None` if it is at fault, which has been reported.
    pub(crate) fn load(&self) -> Result<Option<Loaded>> {
        let Language::Dve = self.language()?;
        let file = input::read(&self.model)?;
        let show = |message: String, span: std::ops::Range<usize>| Fault {
            origin: &file.origin,
            text: &file.text,
            span,
            message,
            help: None,
        };
        match Dve::parse(&file.text) {
            Ok(model) => {
                for warning in model.warnings() {
                    diagnostics::warn(&show(warning.to_string(), warning.span.clone()));
                }
                Ok(Some(Loaded { model, file }))
            }
            Err(errors) => {
                for error in errors.0.iter().take(MOST_FAULTS) {
                    diagnostics::report(&show(error.to_string(), error.span.clone()));
                }
                if let Some(more @ 1..) = errors.0.len().checked_sub(MOST_FAULTS) {
                    eprintln!("error: {}: {more} more faults", file.origin);
                }
                Ok(None)
            }
        }
    }

    fn language(&self) -> Result<Language> {
        let extension = Path::new(&self.model).extension();
        match (self.input, extension.and_then(|name| name.to_str())) {
            (Some(language), _) => Ok(language),
            (None, Some("dve")) => Ok(Language::Dve),
            (None, _) if self.is_standard_input() => {
                bail!("a model from standard input needs `--input dve`")
            }
            (None, _) => bail!(
                "cannot tell the language of {} from its name, which does not end in .dve: say `--input dve`",
                self.model
            ),
        }
    }
}

/// A state's values as a JSON object, in their order.
pub(crate) fn state_as_json(values: Vec<(String, Value)>) -> serde_json::Value {
    let values = values.into_iter();
    let object: Map<_, _> = values
        .map(|(name, value)| (name, value_as_json(value)))
        .collect();
    serde_json::Value::Object(object)
}

fn value_as_json(value: Value) -> serde_json::Value {
    match value {
        Value::Number(number) => number.into(),
        Value::Name(name) => name.into(),
        Value::List(values) => values.into_iter().map(value_as_json).collect(),
    }
}

/// A state's values in one line.
pub(crate) fn state_in_words(values: &[(String, Value)]) -> String {
    let values: Vec<String> = values
        .iter()
        .map(|(name, value)| format!("{name} = {value}"))
        .collect();
    values.join(", ")
}
