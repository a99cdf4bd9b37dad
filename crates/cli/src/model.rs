//! Reading the model that a command is about.

use std::ops::Range;
use std::path::Path;

use anyhow::{Result, bail};
use clap::ValueEnum;
use lariat::Source;
use lariat_models::Value;
use lariat_models::aut::Lts;
use lariat_models::dve::Dve;
use lariat_models::kripke::Kripke;
use lariat_models::pnml::Net;
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
    /// A labelled transition system in the Aldebaran format
    Aut,
    /// A Kripke structure in the Hanoi format
    Hoa,
    /// A place/transition net in PNML
    Pnml,
}

/// A model, and the text it was read from.
pub(crate) struct Loaded {
    pub(crate) file: Input,
    pub(crate) model: Box<dyn Source>,
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
        let language = self.language()?;
        let file = input::read(&self.model)?;
        let model = match language {
            Language::Dve => read_dve(&file),
            Language::Aut => read_lts(&file),
            Language::Hoa => read_kripke(&file),
            Language::Pnml => read_pnml(&file),
        };
        Ok(model.map(|model| Loaded { file, model }))
    }

    fn language(&self) -> Result<Language> {
        let extension = Path::new(&self.model).extension();
        match (self.input, extension.and_then(|name| name.to_str())) {
            (Some(language), _) => Ok(language),
            (None, Some("dve")) => Ok(Language::Dve),
            (None, Some("aut")) => Ok(Language::Aut),
            (None, Some("hoa")) => Ok(Language::Hoa),
            (None, Some("pnml")) => Ok(Language::Pnml),
            (None, _) if self.is_standard_input() => {
                bail!("a model from standard input needs `--input dve`, `pnml`, `aut` or `hoa`")
            }
            (None, _) => bail!(
                "cannot tell the language of {} from its name, which does not end in .dve, .pnml, .aut or .hoa: say `--input dve`, `pnml`, `aut` or `hoa`",
                self.model
            ),
        }
    }
}

fn read_dve(file: &Input) -> Option<Box<dyn Source>> {
    let model = Dve::parse(&file.text).map_err(|errors| {
        let errors = errors.0.into_iter();
        report_all(file, errors.map(|error| (error.to_string(), error.span)));
    });
    let model = model.ok()?;
    for warning in model.warnings() {
        diagnostics::warn(&fault(file, warning.to_string(), warning.span.clone()));
    }
    Some(Box::new(model))
}

fn read_lts(file: &Input) -> Option<Box<dyn Source>> {
    let model = Lts::parse(&file.text);
    let model = model.map_err(|error| {
        diagnostics::report(&fault(file, error.to_string(), error.span));
    });
    Some(Box::new(model.ok()?))
}

fn read_kripke(file: &Input) -> Option<Box<dyn Source>> {
    let model = Kripke::parse(&file.text);
    let model = model.map_err(|error| {
        diagnostics::report(&fault(file, error.to_string(), error.span));
    });
    Some(Box::new(model.ok()?))
}

fn read_pnml(file: &Input) -> Option<Box<dyn Source>> {
    let net = Net::parse(&file.text).map_err(|errors| {
        let errors = errors.0.into_iter();
        report_all(file, errors.map(|error| (error.to_string(), error.span)));
    });
    let net = net.ok()?;
    for warning in net.warnings() {
        diagnostics::warn(&fault(file, warning.to_string(), warning.span.clone()));
    }
    Some(Box::new(net))
}

/// Shows the first faults of a file, and says how many more there are.
fn report_all(file: &Input, faults: impl ExactSizeIterator<Item = (String, Range<usize>)>) {
    let more = faults.len().saturating_sub(MOST_FAULTS);
    for (message, span) in faults.take(MOST_FAULTS) {
        diagnostics::report(&fault(file, message, span));
    }
    if more > 0 {
        diagnostics::error(&format!("{}: {more} more faults", file.origin));
    }
}

fn fault(file: &Input, message: String, span: Range<usize>) -> Fault<'_> {
    Fault {
        origin: &file.origin,
        text: &file.text,
        span,
        message,
        help: None,
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
