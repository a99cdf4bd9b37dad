//! Faults in the user's input, shown at their place: source line, caret, what was expected.

use std::io::Write;
use std::ops::Range;

use ariadne::{Color, Config, IndexType, Label, Report, ReportKind, Source};
use lariat_diagnostics::{Diagnostic, Diagnostics, Place, Severity};

use crate::terminal::{self, Colours, paint};

/// No more faults than this are shown of one text.
const MOST_FAULTS: usize = 20;

/// Shows why a command has failed.
pub(crate) fn failure(failure: &anyhow::Error) {
    match failure.downcast_ref::<Diagnostics>() {
        None => error(&format!("{failure:#}")),
        Some(diagnostics) => show_all(&diagnostics.0),
    }
}

/// Shows diagnostics; of many faults the first, and how many more there are.
pub(crate) fn show_all(diagnostics: &[Diagnostic]) {
    diagnostics.iter().take(MOST_FAULTS).for_each(show);
    let more = diagnostics.len().saturating_sub(MOST_FAULTS);
    if more > 0 {
        let place = diagnostics[0].place.as_ref();
        let origin = place.map_or("", |place| &place.text.origin);
        error(&format!("{origin}: {more} more faults"));
    }
}

/// Shows a diagnostic on standard error, with its source line if it has a place.
pub(crate) fn show(diagnostic: &Diagnostic) {
    let (kind, color) = match diagnostic.severity {
        Severity::Error => (ReportKind::Error, Color::Red),
        Severity::Warning => (ReportKind::Warning, Color::Yellow),
    };
    match (&diagnostic.place, diagnostic.severity) {
        (Some(place), _) => show_at(diagnostic, place, kind, color),
        (None, Severity::Error) => error(&diagnostic.message),
        (None, Severity::Warning) => warning(&diagnostic.message),
    }
}

/// Lines longer than this are shown in part only, and those longer than the terminal is wide.
const LONG_LINE: usize = 400;
/// How much of a long line is shown on either side of the fault; less on a narrow terminal.
const AROUND: usize = 60;
/// What stands on the left of a line, and some room to breathe.
const LEFT: usize = 16;

/// Tells of a fault that has no place in a text.
pub(crate) fn error(message: &str) {
    tell("error:", Colours::ON.bad, message);
}

/// Tells of something odd that has no place in a text.
pub(crate) fn warning(message: &str) {
    tell("warning:", Colours::ON.doubtful, message);
}

fn tell(head: &str, colour: anstyle::Style, message: &str) {
    let message = &readable(message);
    match terminal::is_coloured(&std::io::stderr()) {
        true => eprintln!("{} {message}", paint(colour, head)),
        false => eprintln!("{head} {message}"),
    }
}

fn show_at(diagnostic: &Diagnostic, place: &Place, kind: ReportKind<'_>, color: Color) {
    let stderr = std::io::stderr();
    let longest = terminal::columns(&stderr)
        .map_or(LONG_LINE, |columns| columns.saturating_sub(LEFT))
        .min(LONG_LINE);
    let is_coloured = terminal::is_coloured(&stderr);
    let picture = draw(diagnostic, place, kind, color, longest, is_coloured);
    // A closed standard error is nobody's to complain to.
    let _ = stderr.lock().write_all(picture.as_bytes());
}

/// The fault with its source line, of which no more is shown than `longest`.
fn draw(
    diagnostic: &Diagnostic,
    place: &Place,
    kind: ReportKind<'_>,
    color: Color,
    longest: usize,
    is_coloured: bool,
) -> String {
    let origin = &*place.text.origin;
    let excerpt = Excerpt::around(&place.text.content, place.span.clone(), longest).visible();
    let config = Config::default()
        .with_index_type(IndexType::Byte)
        .with_color(is_coloured);
    let span = excerpt.span.start + excerpt.first_line..excerpt.span.end + excerpt.first_line;
    let place = (origin, span);
    let mut builder = Report::build(kind, place.clone())
        .with_config(config)
        .with_message(readable(&diagnostic.message))
        .with_label(Label::new(place).with_color(color).with_message("here"));
    if let Some(help) = &diagnostic.help {
        builder = builder.with_help(readable(help));
    }
    // Empty lines in place of those before it keep the line's number right.
    let source = Source::from("\n".repeat(excerpt.first_line) + &excerpt.text);
    let mut picture = Vec::new();
    let drawn = builder.finish().write((origin, source), &mut picture);
    drawn.expect("a vector takes everything");
    let picture = String::from_utf8_lossy(&picture);
    // The column, too, is that of the whole line.
    let shown = excerpt.text[..excerpt.span.start].chars().count() + 1;
    let place = |column| format!("{origin}:{}:{column}", excerpt.first_line + 1);
    picture.replacen(&place(shown), &place(excerpt.column), 1)
}

/// The line of a fault, cut where it is long.
struct Excerpt {
    text: String,
    /// The lines before it.
    first_line: usize,
    span: Range<usize>,
    /// The fault's column in the whole line, from 1 on.
    column: usize,
}

impl Excerpt {
    fn around(text: &str, span: Range<usize>, longest: usize) -> Excerpt {
        let around = AROUND.min(longest / 3);
        let at = floor_boundary(text, span.start.min(text.len()));
        // The end of a text is where its last word ends.
        let (at, span) = match text.trim_end().len() {
            end if span.is_empty() && end < at => (end, end..end),
            _ => (at, span),
        };
        let line_start = text[..at].rfind('\n').map_or(0, |newline| newline + 1);
        let line_end = text[at..].find('\n').map_or(text.len(), |n| at + n);
        let end = floor_boundary(text, span.end.clamp(at, line_end));
        let first_line = text[..line_start].matches('\n').count();
        let column = text[line_start..at].chars().count() + 1;
        if line_end - line_start <= longest {
            return Excerpt {
                text: text[line_start..line_end].to_owned(),
                first_line,
                span: at - line_start..end - line_start,
                column,
            };
        }
        let from = floor_boundary(text, at.saturating_sub(around).max(line_start));
        let end = floor_boundary(text, end.min(at + around));
        let to = floor_boundary(text, (end + around).min(line_end));
        Excerpt {
            text: text[from..to].to_owned(),
            first_line,
            span: at - from..end - from,
            column,
        }
    }

    /// The same without characters that do something to a terminal.
    fn visible(self) -> Excerpt {
        let before = visible(&self.text[..self.span.start]);
        let inside = visible(&self.text[self.span.clone()]);
        let behind = visible(self.text[self.span.end..].trim_end_matches('\r'));
        Excerpt {
            span: before.len()..before.len() + inside.len(),
            text: before + &inside + &behind,
            ..self
        }
    }
}

/// A message longer than this is shown in part.
const LONG_MESSAGE: usize = 1000;

/// A message as it can be shown: not too long, and without characters that do something to a terminal.
fn readable(message: &str) -> String {
    let mut letters = message.chars();
    let beginning: String = letters.by_ref().take(LONG_MESSAGE).collect();
    let more = if letters.next().is_some() { " …" } else { "" };
    visible(&beginning) + more
}

/// The text with a picture in place of each control character, but for tabs and the ends of lines.
fn visible(text: &str) -> String {
    let picture = |letter: char| match letter {
        '\t' | '\n' => letter,
        '\0'..='\x1f' => char::from_u32(0x2400 + u32::from(letter)).unwrap_or('�'),
        '\x7f' => '␡',
        _ if letter.is_control() => '�',
        _ => letter,
    };
    text.chars().map(picture).collect()
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
    use lariat_diagnostics::Text;

    fn drawn(fault: &Diagnostic) -> String {
        let place = fault.place.as_ref().expect("it has a place");
        draw(fault, place, ReportKind::Error, Color::Red, 400, false)
    }

    #[test]
    fn a_short_line_is_shown_whole() {
        let excerpt = Excerpt::around("a\nb U )\nc", 6..7, 400);
        assert_eq!((excerpt.text.as_str(), excerpt.first_line), ("b U )", 1));
        assert_eq!((excerpt.span, excerpt.column), (4..5, 5));
    }

    #[test]
    fn a_long_line_is_cut_around_the_fault() {
        let text = format!("{}){}", "é".repeat(5000), "x".repeat(5000));
        let excerpt = Excerpt::around(&text, 10_000..10_001, 400);
        assert!(excerpt.text.len() < 200, "{}", excerpt.text.len());
        assert_eq!(&excerpt.text[excerpt.span], ")");
        assert_eq!(excerpt.column, 5001);
        let picture = drawn(&Text::new("long", text).error(10_000..10_001, "this is too much"));
        assert!(picture.contains("[ long:1:5001 ]"), "{picture}");
    }

    #[test]
    fn a_line_gives_no_orders_to_the_terminal() {
        let text = "\u{1b}[2J\u{9b} )";
        let picture = drawn(&Text::new("hostile", text).error(7..8, "\u{1b} is odd"));
        let is_order = |c: char| c.is_control() && c != '\n';
        assert!(!picture.contains(is_order), "{picture:?}");
        assert!(picture.contains("␛[2J� )"), "{picture}");
        assert!(picture.contains("␛ is odd"), "{picture}");
    }

    #[test]
    fn the_end_of_the_text_is_a_place() {
        let excerpt = Excerpt::around("a U", 3..3, 400);
        assert_eq!((excerpt.span, excerpt.text.as_str()), (3..3, "a U"));
        let excerpt = Excerpt::around("a\nb U  \n\n", 8..8, 400);
        assert_eq!((excerpt.span, excerpt.text.as_str()), (3..3, "b U  "));
        assert_eq!(excerpt.first_line, 1);
    }
}
