//! What people look at: how wide it is, and in which colours.
//!
//! Both are properties of a terminal.  Files and pipes get plain lines of any length, unless `CLICOLOR_FORCE` asks for
//! colours there; `NO_COLOR` asks for none anywhere.

use std::io::{self, IsTerminal};

use anstream::adapter::strip_str;
use anstream::stream::RawStream;
use anstream::{AutoStream, ColorChoice};
use anstyle::{AnsiColor, Style};
use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

/// What a text for people may use.
#[derive(Clone, Copy, Default)]
pub(crate) struct Screen {
    /// How wide it is; none where nobody looks.
    pub(crate) columns: Option<usize>,
    pub(crate) colours: Colours,
}

/// Colours by their meaning; none of them does anything by default.
#[derive(Clone, Copy, Default)]
pub(crate) struct Colours {
    pub(crate) good: Style,
    pub(crate) bad: Style,
    pub(crate) doubtful: Style,
    /// What is new.
    pub(crate) changed: Style,
    pub(crate) cycle: Style,
    /// What only guides the eye.
    pub(crate) faint: Style,
}

impl Colours {
    /// Colours that can be read on light and on dark.
    pub(crate) const ON: Self = Self {
        good: AnsiColor::Green.on_default().bold(),
        bad: AnsiColor::Red.on_default().bold(),
        doubtful: AnsiColor::Yellow.on_default().bold(),
        changed: Style::new().bold(),
        cycle: AnsiColor::Cyan.on_default().bold(),
        faint: Style::new().dimmed(),
    };

    /// The colour of good news, of bad news, and of none.
    pub(crate) fn judgement(&self, is_good: Option<bool>) -> Style {
        match is_good {
            Some(true) => self.good,
            Some(false) => self.bad,
            None => self.doubtful,
        }
    }
}

/// Whether a stream shows colours.
pub(crate) fn is_coloured(stream: &impl RawStream) -> bool {
    AutoStream::choice(stream) != ColorChoice::Never
}

/// How many columns a stream has; none if it is no terminal.
pub(crate) fn columns(stream: &impl IsTerminal) -> Option<usize> {
    let size = stream.is_terminal().then(terminal_size::terminal_size);
    size.flatten().map(|(columns, _)| columns.0.into())
}

impl Screen {
    /// What standard output shows.
    pub(crate) fn stdout() -> Self {
        let stdout = io::stdout();
        Self {
            columns: columns(&stdout),
            colours: match is_coloured(&stdout) {
                true => Colours::ON,
                false => Colours::default(),
            },
        }
    }

    /// Puts pieces side by side, a blank between two, in as many lines as they need; lines after the first begin with
    /// a margin.
    pub(crate) fn wrap(
        &self,
        beginning: &str,
        margin: &str,
        pieces: impl IntoIterator<Item = String>,
    ) -> String {
        let mut text = beginning.to_owned();
        let mut column = width(beginning);
        let mut is_first = true;
        for piece in pieces {
            let wide = width(&piece);
            if is_first {
                column += wide;
            } else if self.columns.is_some_and(|most| column + 1 + wide > most) {
                text = text + "\n" + margin;
                column = width(margin) + wide;
            } else {
                text.push(' ');
                column += 1 + wide;
            }
            text.push_str(&piece);
            is_first = false;
        }
        text
    }

    /// Puts the words of a sentence in as many lines as they need; lines after the first are further to the right.
    pub(crate) fn wrap_words(&self, indent: usize, sentence: &str) -> String {
        let words = sentence.split(' ').map(str::to_owned);
        self.wrap(&" ".repeat(indent), &" ".repeat(indent + 2), words)
    }

    /// As much of a text as fits behind `column`.
    pub(crate) fn cut(&self, text: &str, column: usize) -> String {
        let Some(room) = self.columns.map(|columns| columns.saturating_sub(column)) else {
            return text.to_owned();
        };
        if text.width() <= room {
            return text.to_owned();
        }
        let mut taken = 0;
        let fits = |c: &char| {
            taken += c.width().unwrap_or(0);
            taken < room
        };
        text.chars().take_while(fits).chain(['…']).collect()
    }
}

/// A text in a colour.
pub(crate) fn paint(colour: Style, text: &str) -> String {
    format!("{colour}{text}{colour:#}")
}

/// The columns that a text takes, whatever its colours.
pub(crate) fn width(text: &str) -> usize {
    strip_str(text).to_string().width()
}

/// A text of the user's that cannot give orders to a terminal: its control characters, line ends too, as their escapes.
pub(crate) fn harmless(text: &str) -> String {
    let escaped = |c: char| match c.is_control() {
        true => c.escape_default().to_string(),
        false => c.to_string(),
    };
    text.chars().map(escaped).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn control_characters_are_shown_as_escapes() {
        assert_eq!(harmless("café\x1b[2J\n"), r"café\u{1b}[2J\n");
    }

    fn screen(columns: usize) -> Screen {
        Screen {
            columns: Some(columns),
            colours: Colours::ON,
        }
    }

    fn pieces() -> [String; 4] {
        ["x = 1,", "y = 22,", "ü = 3,", "z = 4"].map(|piece| paint(Colours::ON.bad, piece))
    }

    #[test]
    fn lines_are_as_long_as_the_screen_is_wide() {
        for columns in 12..40 {
            let text = screen(columns).wrap("  > ", "    ", pieces());
            for line in text.lines() {
                assert!(width(line) <= columns, "{columns}: {line:?}");
            }
            let words = strip_str(&text).to_string();
            let words: Vec<&str> = words.split_whitespace().collect();
            assert_eq!(words.join(" "), "> x = 1, y = 22, ü = 3, z = 4");
        }
        let text = screen(18).wrap("  > ", "    ", pieces());
        assert_eq!(text.lines().count(), 2, "nothing is wrapped in vain");
    }

    #[test]
    fn where_nobody_looks_lines_are_long_and_plain() {
        let nobody = Screen::default();
        let text = nobody.wrap("", "", vec!["word".to_owned(); 1000]);
        assert_eq!((text.lines().count(), text.len()), (1, 4999));
        assert_eq!(paint(nobody.colours.bad, "violated"), "violated");
        assert_eq!(nobody.cut(&text, 0), text);
    }

    #[test]
    fn what_does_not_fit_is_cut() {
        assert_eq!(screen(10).cut("abcdef", 4), "abcdef");
        assert_eq!(screen(10).cut("abcdefg", 4), "abcde…");
        assert_eq!(screen(10).cut("語語語語", 4), "語語…");
        assert_eq!(screen(10).cut("abc", 20), "…");
    }
}
