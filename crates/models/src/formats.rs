//! How a language of models is found: by its name, or by the name of a file.

use std::path::Path;

use lariat_diagnostics::{Diagnostic, Diagnostics};
use lariat_model::Format;

use crate::FORMATS;

/// The language of this name.
///
/// ```
/// assert!(lariat_models::format_named("dve").is_some());
/// ```
pub fn format_named(name: &str) -> Option<&'static dyn Format> {
    let mut formats = FORMATS.iter().copied();
    formats.find(|format| format.name() == name)
}

/// The language of a file, by its name.
///
/// # Errors
/// When the name does not tell.
pub fn format_of(path: &str) -> Result<&'static dyn Format, Diagnostics> {
    let extension = Path::new(path).extension();
    let extension = extension.and_then(|extension| extension.to_str());
    let mut formats = FORMATS.iter().copied();
    let known =
        formats.find(|format| extension.is_some_and(|name| format.extensions().contains(&name)));
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
    let quoted = FORMATS.iter().map(|format| format!("`{}`", format.name()));
    let quoted: Vec<String> = quoted.collect();
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

#[cfg(test)]
mod tests {
    use lariat_diagnostics::Text;

    use super::*;

    #[test]
    fn every_format_has_a_name_and_endings_of_its_own_and_reads_its_example() {
        for (place, format) in FORMATS.iter().enumerate() {
            let others = &FORMATS[..place];
            assert!(others.iter().all(|other| other.name() != format.name()));
            for ending in format.extensions() {
                let mut before = others.iter();
                assert!(before.all(|other| !other.extensions().contains(ending)));
                let known = format_of(&format!("model.{ending}")).expect("it is in the table");
                assert_eq!(known.name(), format.name());
            }
            let text = Text::new("example", format.example());
            let read = format.read(&text);
            read.unwrap_or_else(|faults| panic!("{}: {faults}", format.name()));
        }
    }

    #[test]
    fn a_name_that_tells_nothing_is_answered_with_what_would() {
        let Err(faults) = format_of("model.txt") else {
            panic!("no format has this ending");
        };
        let sentence = "cannot tell the language of model.txt from its name, which does not end in \
                        .dve, .pnml, .aut or .hoa: say `--input dve`, `pnml`, `aut` or `hoa`";
        assert_eq!(faults.to_string(), sentence);
    }
}
