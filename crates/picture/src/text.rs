//! How much room a text takes.
//!
//! Widths are those of DejaVu Sans, which is wider than the other fonts that a reader may have in its place.

use unicode_width::UnicodeWidthChar;

/// The size of the letters.
pub(crate) const SIZE: f64 = 14.0;
/// The height of a line.
pub(crate) const LINE: f64 = 17.0;
/// The radius of a mark's disc.
pub(crate) const DISC: f64 = 7.5;
/// The distance of a disc from what stands before it.
const DISC_GAP: f64 = 3.0;

/// The widths of the characters from the blank to the tilde, in hundredths of the size.
const WIDTHS: [u8; 95] = [
    32, 41, 46, 84, 64, 96, 78, 28, 40, 40, 50, 84, 32, 37, 32, 34, 64, 64, 64, 64, 64, 64, 64, 64,
    64, 64, 34, 34, 84, 84, 84, 54, 100, 69, 69, 70, 78, 64, 58, 78, 76, 30, 30, 66, 56, 87, 75,
    79, 61, 79, 70, 64, 62, 74, 69, 99, 69, 62, 69, 40, 34, 40, 84, 50, 50, 62, 64, 55, 64, 62, 36,
    64, 64, 28, 28, 58, 28, 98, 64, 62, 64, 64, 42, 53, 40, 64, 60, 82, 60, 60, 53, 64, 34, 64, 84,
];

/// The width of a text.
pub(crate) fn width(text: &str) -> f64 {
    let hundredths = |c: char| match (c as usize).checked_sub(32) {
        Some(place) if place < WIDTHS.len() => f64::from(WIDTHS[place]),
        _ => 100.0 * c.width().unwrap_or(0) as f64,
    };
    text.chars().map(hundredths).sum::<f64>() * SIZE / 100.0
}

/// The width and the height of some lines, with their marks as discs.
pub(crate) fn size(lines: &[String]) -> (f64, f64) {
    let widths = lines.iter().map(|line| with_marks(line).width());
    (widths.fold(0.0, f64::max), LINE * lines.len() as f64)
}

/// A line of a label; the marks in braces at its end become discs.
pub(crate) struct Marked<'l> {
    pub(crate) text: &'l str,
    pub(crate) marks: Vec<u32>,
}

impl Marked<'_> {
    pub(crate) fn width(&self) -> f64 {
        width(self.text) + self.discs_width()
    }

    /// The width of the discs, with the space before them.
    pub(crate) fn discs_width(&self) -> f64 {
        self.marks.len() as f64 * (2.0 * DISC + DISC_GAP)
    }
}

pub(crate) fn with_marks(line: &str) -> Marked<'_> {
    let parts = line.strip_suffix('}');
    let parts = parts.and_then(|line| line.rsplit_once('{'));
    let numbers = parts.and_then(|(label, marks)| {
        let marks: Result<Vec<u32>, _> = marks.split(',').map(str::parse).collect();
        let text = label.trim_end();
        Some(Marked {
            text,
            marks: marks.ok()?,
        })
    });
    numbers.unwrap_or(Marked {
        text: line,
        marks: Vec::new(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_are_told_from_braces() {
        let line = with_marks("a < b {0,12}");
        assert_eq!((line.text, &line.marks[..]), ("a < b", &[0, 12][..]));
        assert_eq!(with_marks("{x}").text, "{x}");
        assert_eq!(with_marks("{7}").text, "");
    }

    #[test]
    fn every_character_has_a_width() {
        assert!(width("mmm") > width("iii"));
        assert!(width("→é状") > width("→é"));
        assert_eq!(width(""), 0.0);
    }
}
