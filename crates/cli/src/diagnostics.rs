//! Faults in the user's input, shown at their place: source line, caret, what was expected.

use std::io::IsTerminal;
use std::ops::Range;

use ariadne::{Color, Config, IndexType, Label, Report, ReportKind, Source};

/// A fault of the input at a place in a text.
pub(crate) struct Fault<'a> {
    /// The file's name, or what stands for it.
    pub(crate) origin: &'a str,
    /// The whole text that the span speaks of.
    pub(crate) text: &'a str,
    /// The bytes at fault; empty at the end of the input.
    pub(crate) span: Range<usize>,
    /// One sentence: what is wrong.
    pub(crate) message: String,
    /// What to write instead, if there is something to say.
    pub(crate) help: Option<String>,
}

/// Lines longer than this are shown in part only.
const LONG_LINE: usize = 400;
/// How much of a long line is shown on either side of the fault.
const AROUND: usize = 60;

/// Draws the fault on standard error.
pub(crate) fn report(fault: &Fault<'_>) {
    show(fault, ReportKind::Error, Color::Red);
}

/// Draws a warning on standard error.
pub(crate) fn warn(fault: &Fault<'_>) {
    show(fault, ReportKind::Warning, Color::Yellow);
}

fn show(fault: &Fault<'_>, kind: ReportKind<'_>, color: Color) {
    let excerpt = Excerpt::around(fault.text, fault.span.clone());
    let message = match excerpt.column {
        Some(column) => format!("{} (column {column})", fault.message),
        None => fault.message.clone(),
    };
    let config = Config::default()
        .with_index_type(IndexType::Byte)
        .with_color(std::io::stderr().is_terminal());
    let span = excerpt.span.start + excerpt.first_line..excerpt.span.end + excerpt.first_line;
    let place = (fault.origin, span);
    let mut builder = Report::build(kind, place.clone())
        .with_config(config)
        .with_message(&message)
        .with_label(Label::new(place).with_color(color).with_message("here"));
    if let Some(help) = &fault.help {
        builder = builder.with_help(help);
    }
    // Empty lines in place of those before it keep the line's number right.
    let source = Source::from("\n".repeat(excerpt.first_line) + &excerpt.text);
    // A closed standard error is nobody's to complain to.
    let _ = builder.finish().eprint((fault.origin, source));
}

/// The line of a fault, cut where it is long.
struct Excerpt {
    text: String,
    /// The lines before it.
    first_line: usize,
    span: Range<usize>,
    /// The fault's column in the whole line, where the line is cut.
    column: Option<usize>,
}

impl Excerpt {
    fn around(text: &str, span: Range<usize>) -> Excerpt {
        let at = floor_boundary(text, span.start.min(text.len()));
        let line_start = text[..at].rfind('\n').map_or(0, |newline| newline + 1);
        let line_end = text[at..].find('\n').map_or(text.len(), |n| at + n);
        let end = floor_boundary(text, span.end.clamp(at, line_end));
        let first_line = text[..line_start].matches('\n').count();
        if line_end - line_start <= LONG_LINE {
            return Excerpt {
                text: text[line_start..line_end].to_owned(),
                first_line,
                span: at - line_start..end - line_start,
                column: None,
            };
        }
        let from = floor_boundary(text, at.saturating_sub(AROUND).max(line_start));
        let end = floor_boundary(text, end.min(at + AROUND));
        let to = floor_boundary(text, (end + AROUND).min(line_end));
        Excerpt {
            text: text[from..to].to_owned(),
            first_line,
            span: at - from..end - from,
            column: Some(text[line_start..at].chars().count() + 1),
        }
    }
}

/// The nearest character boundary at or before `at`.
fn floor_boundary(text: &str, at: usize) -> usize {
    (0..=at)
        .rev()
        .find(|&i| text.is_char_boundary(i))
        .expect("the start of a text is a boundary")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_short_line_is_shown_whole() {
        let excerpt = Excerpt::around("a\nb U )\nc", 6..7);
        assert_eq!((excerpt.text.as_str(), excerpt.first_line), ("b U )", 1));
        assert_eq!((excerpt.span, excerpt.column), (4..5, None));
    }

    #[test]
    fn a_long_line_is_cut_around_the_fault() {
        let text = format!("{}){}", "é".repeat(5000), "x".repeat(5000));
        let excerpt = Excerpt::around(&text, 10_000..10_001);
        assert!(excerpt.text.len() < 200, "{}", excerpt.text.len());
        assert_eq!(&excerpt.text[excerpt.span], ")");
        assert_eq!(excerpt.column, Some(5001));
    }

    #[test]
    fn the_end_of_the_text_is_a_place() {
        let excerpt = Excerpt::around("a U", 3..3);
        assert_eq!((excerpt.span, excerpt.text.as_str()), (3..3, "a U"));
    }
}
