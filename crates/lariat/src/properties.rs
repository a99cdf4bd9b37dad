//! Properties in texts: a formula on a line, or in a comment of a model, with or without a name in front.
//!
//! A name is an identifier; a colon and a blank follow it.  A colon between quotation marks belongs to a proposition.

use std::ops::Range;

use lariat_diagnostics::{Diagnostic, Text};

/// A property as a text has it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct WrittenProperty {
    /// Its name, if it has one.
    pub(crate) name: Option<String>,
    /// Where the name stands, or else the formula.
    pub(crate) place: Range<usize>,
    /// Where the formula stands.
    pub(crate) formula: Range<usize>,
}

/// Reads `name: formula` or `formula` at a place of a text.
///
/// # Errors
/// When the name is none, or nothing follows it.
pub(crate) fn written(text: &Text, span: Range<usize>) -> Result<WrittenProperty, Diagnostic> {
    let span = trimmed(text, span);
    let whole = &text.content[span.clone()];
    let colon = whole
        .find([':', '"'])
        .filter(|&at| whole[at..].starts_with(':'));
    let Some(colon) = colon else {
        return Ok(WrittenProperty {
            name: None,
            place: span.clone(),
            formula: span,
        });
    };
    let place = trimmed(text, span.start..span.start + colon);
    let name = &text.content[place.clone()];
    let behind = span.start + colon + 1;
    let help = "write `name: formula`: letters, digits and `_`, then a colon and a blank";
    if !is_identifier(name) {
        let message = format!("`{name}` is not the name of a property");
        return Err(text.error(place, message).with_help(help));
    }
    let formula = trimmed(text, behind..span.end);
    if formula.is_empty() {
        let message = format!("the property `{name}` has no formula");
        return Err(text.error(place, message).with_help(help));
    }
    if formula.start == behind {
        let message = "a blank must follow the colon after the name of a property";
        return Err(text.error(behind - 1..behind, message).with_help(help));
    }
    Ok(WrittenProperty {
        name: Some(name.to_owned()),
        place,
        formula,
    })
}

/// The places of the lines of a text that say something: not blank, and not starting with `#`.
pub(crate) fn lines(text: &Text) -> Vec<Range<usize>> {
    let mut start = 0;
    let places = text.content.split_inclusive('\n').map(|line| {
        start += line.len();
        trimmed(text, start - line.len()..start)
    });
    let says_something =
        |place: &Range<usize>| !place.is_empty() && !text.content[place.clone()].starts_with('#');
    places.filter(says_something).collect()
}

fn is_identifier(name: &str) -> bool {
    let is_letter = |c: char| c.is_ascii_alphabetic() || c == '_';
    name.starts_with(is_letter) && name.chars().all(|c| is_letter(c) || c.is_ascii_digit())
}

/// The place without blanks at its ends.
fn trimmed(text: &Text, span: Range<usize>) -> Range<usize> {
    let inside = &text.content[span.clone()];
    let start = span.start + (inside.len() - inside.trim_start().len());
    start..start + inside.trim().len()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(line: &str, expected: Result<(Option<&str>, &str), (&str, &str)>) {
        let text = Text::new("p.ltl", line);
        let found = written(&text, 0..line.len()).map_err(|fault| {
            let place = fault.place.expect("it has a place").span;
            (line[place].to_owned(), fault.message)
        });
        let found = found.map(|found| (found.name, line[found.formula].to_owned()));
        let expected = expected
            .map(|(name, formula)| (name.map(str::to_owned), formula.to_owned()))
            .map_err(|(place, message)| (place.to_owned(), message.to_owned()));
        assert_eq!(found, expected, "{line}");
    }

    #[test]
    fn a_name_an_identifier_a_colon_and_a_blank() {
        check(
            " live_1:  G(p -> F q) ",
            Ok((Some("live_1"), "G(p -> F q)")),
        );
        check("_: p", Ok((Some("_"), "p")));
        check("live : p", Ok((Some("live"), "p")));
        check("G \"x: y\"", Ok((None, "G \"x: y\"")));
        check("n: G \"x: y\"", Ok((Some("n"), "G \"x: y\"")));
        check("G p", Ok((None, "G p")));
    }

    #[test]
    fn what_is_no_name_is_told() {
        check(
            "1st: p",
            Err(("1st", "`1st` is not the name of a property")),
        );
        check(
            "a b: p",
            Err(("a b", "`a b` is not the name of a property")),
        );
        check(": p", Err(("", "`` is not the name of a property")));
        check("a:", Err(("a", "the property `a` has no formula")));
        check(
            "a:p",
            Err((
                ":",
                "a blank must follow the colon after the name of a property",
            )),
        );
    }

    #[test]
    fn comments_and_blank_lines_say_nothing() {
        let text = Text::new("p.ltl", "# all\n\n  G p \r\n\t# none\nq: F p");
        let found: Vec<&str> = lines(&text)
            .into_iter()
            .map(|place| &text.content[place])
            .collect();
        assert_eq!(found, ["G p", "q: F p"]);
    }
}
