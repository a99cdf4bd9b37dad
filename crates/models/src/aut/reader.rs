//! Reads the Aldebaran format at the speed of memory: one pass over the lines, no token in between.
//!
//! A line is taken apart from both ends: the source from the left, the target from the right, so that
//! whatever is in between is the label, commas, parentheses and quotes included (some writers do not escape them).
//! The header knows how many states there are, so a state is checked where it is read.  Transitions are put into
//! the order of their sources only if the file does not have them so already.

use std::borrow::Cow;
use std::ops::Range;

use super::actions::Actions;
use super::error::{Error, ErrorKind};
use super::{Graph, Transition};

/// What the header announces.
struct Header {
    initial: u32,
    transitions: u32,
    /// Where that number stands.
    transitions_span: Range<usize>,
    states: u32,
    /// Where that number stands.
    states_span: Range<usize>,
}

/// The shortest line of a transition, `(0,a,0)` and its end: no file has more transitions than it has room for.
const SHORTEST_LINE: usize = 8;
/// So many states may occur in no transition; more would be memory for nothing.
const MOST_ISOLATED: usize = 1 << 20;

/// The system, and the names of its actions.
pub(super) fn read(text: &str) -> Result<(Graph, Vec<String>), Error> {
    let mut lines = Lines { text, next: 0 };
    let header = loop {
        match lines.next() {
            Some(line) if line.is_blank() => {}
            Some(line) => break read_header(line)?,
            None => return Err(Error::new(HEADER, text.len()..text.len())),
        }
    };
    let room = (header.transitions as usize).min(text.len() / SHORTEST_LINE);
    let mut sources = Vec::with_capacity(room);
    let mut transitions = Vec::with_capacity(room);
    let mut actions = Actions::default();
    for line in lines {
        if line.is_blank() {
            continue;
        }
        let (source, label, target) = read_transition(line, header.states)?;
        let action = actions.intern(&label);
        sources.push(source);
        transitions.push(Transition { action, target });
    }
    if transitions.len() != header.transitions as usize {
        let kind = ErrorKind::TransitionCount {
            announced: header.transitions,
            found: transitions.len(),
        };
        return Err(Error::new(kind, header.transitions_span));
    }
    if header.states as usize > 2 * transitions.len() + MOST_ISOLATED {
        let kind = ErrorKind::IsolatedStates {
            announced: header.states,
            transitions: transitions.len(),
        };
        return Err(Error::new(kind, header.states_span));
    }
    let (first, transitions) = by_source(&sources, transitions, header.states as usize);
    let graph = Graph {
        initial: header.initial,
        first,
        transitions,
    };
    Ok((graph, actions.names()))
}

/// For each state where its transitions begin, and the transitions in this order; those of one state keep theirs.
fn by_source(
    sources: &[u32],
    transitions: Vec<Transition>,
    states: usize,
) -> (Vec<u32>, Vec<Transition>) {
    let mut first = vec![0; states + 1];
    for &source in sources {
        first[source as usize + 1] += 1;
    }
    for state in 0..states {
        first[state + 1] += first[state];
    }
    if sources.is_sorted() {
        return (first, transitions);
    }
    let mut next = first.clone();
    let mut sorted = vec![Transition::default(); transitions.len()];
    for (&source, transition) in sources.iter().zip(transitions) {
        let place = &mut next[source as usize];
        sorted[*place as usize] = transition;
        *place += 1;
    }
    (first, sorted)
}

/// The lines of a text, without their ends.
struct Lines<'a> {
    text: &'a str,
    next: usize,
}

impl<'a> Iterator for Lines<'a> {
    type Item = Line<'a>;

    fn next(&mut self) -> Option<Line<'a>> {
        let rest = &self.text.as_bytes()[self.next..];
        if rest.is_empty() {
            return None;
        }
        let length = memchr::memchr(b'\n', rest).unwrap_or(rest.len());
        let line = Line {
            text: self.text,
            at: self.next,
            end: self.next + length,
        };
        self.next = (line.end + 1).min(self.text.len());
        Some(line)
    }
}

/// What is left of a line; it is consumed from both ends.
#[derive(Clone, Copy)]
struct Line<'a> {
    text: &'a str,
    at: usize,
    end: usize,
}

impl<'a> Line<'a> {
    fn bytes(&self) -> &'a [u8] {
        &self.text.as_bytes()[self.at..self.end]
    }

    fn is_blank(&self) -> bool {
        self.bytes().trim_ascii().is_empty()
    }

    /// Whatever is left, at least a place.
    fn rest(&self) -> Range<usize> {
        self.at..self.end
    }

    fn skip_blanks(&mut self) {
        let blanks = self.bytes().iter().take_while(|b| b.is_ascii_whitespace());
        self.at += blanks.count();
    }

    fn drop_blanks(&mut self) {
        self.end = self.at + self.bytes().trim_ascii_end().len();
    }

    /// Consumes a sign on the left.
    fn skip(&mut self, sign: u8, expected: &'static str) -> Result<(), Error> {
        self.skip_blanks();
        match self.bytes().first() {
            Some(&byte) if byte == sign => {
                self.at += 1;
                Ok(())
            }
            _ => Err(self.expected(expected)),
        }
    }

    /// Consumes a number on the left.
    #[inline]
    fn number(&mut self, expected: &'static str) -> Result<(u32, Range<usize>), Error> {
        self.skip_blanks();
        let begin = self.at;
        let mut value = 0u64;
        for &byte in self.bytes() {
            if !byte.is_ascii_digit() {
                break;
            }
            // Beyond 32 bits it is too large whatever follows.
            if value <= u64::from(u32::MAX) {
                value = 10 * value + u64::from(byte - b'0');
            }
            self.at += 1;
        }
        let span = begin..self.at;
        match u32::try_from(value) {
            _ if span.is_empty() => Err(self.expected(expected)),
            Ok(value) => Ok((value, span)),
            Err(_) => Err(Error::new(ErrorKind::NumberTooLarge, span)),
        }
    }

    /// Splits off what follows the last comma.
    fn after_last_comma(&mut self) -> Option<Line<'a>> {
        let comma = self.at + memchr::memrchr(b',', self.bytes())?;
        let last = Line {
            at: comma + 1,
            ..*self
        };
        self.end = comma;
        Some(last)
    }

    /// Something else should stand where the rest begins.
    fn expected(&self, expected: &'static str) -> Error {
        let character = self.text[self.rest()].chars().next();
        let length = character.map_or(0, char::len_utf8);
        Error::new(ErrorKind::Expected(expected), self.at..self.at + length)
    }

    /// The number of one state, and nothing behind it up to the sign that ends it.
    #[inline]
    fn state(&mut self, end: u8, expected_end: &'static str) -> Result<(u32, Range<usize>), Error> {
        let (number, span) = self.number("the number of a state")?;
        self.skip_blanks();
        let follows = self.bytes().first();
        if follows.is_some_and(|byte| byte.is_ascii_digit() || *byte == b'/') {
            let distribution = memchr::memchr(end, self.bytes()).unwrap_or(self.bytes().len());
            let span = span.start..self.at + distribution;
            return Err(Error::new(ErrorKind::Probabilistic, span));
        }
        self.skip(end, expected_end)?;
        Ok((number, span))
    }
}

const HEADER: ErrorKind =
    ErrorKind::Expected("the header `des (initial state, transitions, states)`");

fn read_header(mut line: Line<'_>) -> Result<Header, Error> {
    line.drop_blanks();
    line.skip_blanks();
    if !line.bytes().starts_with(b"des") {
        return Err(Error::new(HEADER, line.rest()));
    }
    line.at += "des".len();
    line.skip(b'(', "`(`")?;
    let (initial, initial_span) = line.state(b',', "`,`")?;
    let (transitions, transitions_span) = line.number("the number of transitions")?;
    line.skip(b',', "`,`")?;
    let (states, states_span) = line.number("the number of states")?;
    line.skip(b')', "`)`")?;
    expect_end(&line)?;
    if states == 0 {
        return Err(Error::new(ErrorKind::NoStates, states_span));
    }
    check_state(initial, &initial_span, states)?;
    Ok(Header {
        initial,
        transitions,
        transitions_span,
        states,
        states_span,
    })
}

fn expect_end(line: &Line<'_>) -> Result<(), Error> {
    match line.bytes().trim_ascii().is_empty() {
        true => Ok(()),
        false => Err(Error::new(
            ErrorKind::Expected("the end of the line"),
            line.rest(),
        )),
    }
}

fn check_state(number: u32, span: &Range<usize>, count: u32) -> Result<(), Error> {
    if number < count {
        return Ok(());
    }
    let kind = ErrorKind::UnknownState { number, count };
    Err(Error::new(kind, span.clone()))
}

/// The source, label and target of a transition.
fn read_transition(mut line: Line<'_>, states: u32) -> Result<(u32, Cow<'_, str>, u32), Error> {
    line.drop_blanks();
    line.skip(b'(', "a transition `(from, label, to)`")?;
    let (source, source_span) = line.state(b',', "`,`")?;
    check_state(source, &source_span, states)?;
    line.skip_blanks();
    let whole = line;
    let target = match line.after_last_comma() {
        Some(mut last) => last.state(b')', "`)`").and_then(|target| {
            expect_end(&last)?;
            check_state(target.0, &target.1, states)?;
            Ok(target.0)
        }),
        None => Err(Error::new(
            ErrorKind::Expected("`,` and the number of a state"),
            line.end..line.end,
        )),
    };
    match target {
        Ok(target) => Ok((source, read_label(line)?, target)),
        Err(_) if has_open_quote(&whole) => Err(Error::new(ErrorKind::OpenLabel, whole.rest())),
        Err(error) => Err(error),
    }
}

/// Whether a quote is opened and never closed.
fn has_open_quote(line: &Line<'_>) -> bool {
    let quotes = line.bytes().iter().filter(|&&byte| byte == b'"').count();
    line.bytes().first() == Some(&b'"') && quotes == 1
}

/// A label between quotes, or bare.
fn read_label(mut line: Line<'_>) -> Result<Cow<'_, str>, Error> {
    line.drop_blanks();
    match line.bytes() {
        [] => Err(line.expected("a label")),
        [b'"', .., b'"'] => Ok(unescape(&line.text[line.at + 1..line.end - 1])),
        [b'"', ..] => Err(Error::new(ErrorKind::OpenLabel, line.rest())),
        _ => Ok(Cow::Borrowed(&line.text[line.rest()])),
    }
}

/// What stands between quotes means: `\"` is a quote and `\\` a backslash; before anything else a
/// backslash is itself.
fn unescape(text: &str) -> Cow<'_, str> {
    if memchr::memchr(b'\\', text.as_bytes()).is_none() {
        return Cow::Borrowed(text);
    }
    let mut result = String::with_capacity(text.len());
    let mut characters = text.chars().peekable();
    while let Some(c) = characters.next() {
        let escaped = characters.next_if(|next| c == '\\' && matches!(next, '"' | '\\'));
        result.push(escaped.unwrap_or(c));
    }
    Cow::Owned(result)
}
