//! The languages of models: one table, which the command line, the page, messages, tests and fuzzers read.

use std::path::Path;

use lariat_diagnostics::{Diagnostic, Diagnostics};
use lariat_model::Format;

use crate::{aut, dve, kripke, pnml};

/// Every language of models; a new one is a folder and a line here.
pub static FORMATS: [&dyn Format; 4] = [
    &dve::DveFormat,
    &pnml::PnmlFormat,
    &aut::AldebaranFormat,
    &kripke::HanoiFormat,
];

/// The language of this name.
///
/// ```
/// assert!(lariat_models::format_named("dve").is_some());
/// ```
pub fn format_named(name: &str) -> Option<&'static dyn Format> {
    FORMATS.into_iter().find(|format| format.name() == name)
}

/// The language of a file, by its name.
///
/// # Errors
/// When the name does not tell.
pub fn format_of(path: &str) -> Result<&'static dyn Format, Diagnostics> {
    let extension = Path::new(path).extension();
    let extension = extension.and_then(|extension| extension.to_str());
    let known = FORMATS
        .into_iter()
        .find(|format| extension.is_some_and(|name| format.extensions().contains(&name)));
    known.ok_or_else(|| {
        let endings = FORMATS.iter().flat_map(|format| format.extensions());
        let endings: Vec<String> = endings.map(|ending| format!(".{ending}")).collect();
        Diagnostic::error(format!(
            "cannot tell the language of {path} from its name, which does not end in {}: say `--input {}",
            alternatives(&endings),
            names_of_formats()
        ))
        .into()
    })
}

/// The names of the formats behind an option, as in ``dve`, `pnml`, `aut` or `hoa``.
pub fn names_of_formats() -> String {
    let quoted = FORMATS.map(|format| format!("`{}`", format.name()));
    // The first one stands inside the quotation marks of its option.
    alternatives(&quoted)[1..].to_owned()
}

fn alternatives(words: &[String]) -> String {
    match words {
        [] => String::new(),
        [one] => one.clone(),
        [first @ .., last] => format!("{} or {last}", first.join(", ")),
    }
}
