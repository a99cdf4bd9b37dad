//! Tokens of the format.

use std::ops::Range;

use super::error::{HoaError, HoaErrorKind};
use crate::quoting::leading_string;

/// A token.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Token<'a> {
    /// A name that a colon follows at once.
    Header(&'a str),
    Identifier(&'a str),
    /// The name of an alias, without the sign.
    Alias(&'a str),
    Number(u32),
    /// What stands between the quotes, escapes included.
    String(&'a str),
    /// One of `! & | ( ) [ ] { }`.
    Sign(char),
    Body,
    End,
    Abort,
    EndOfText,
}

impl Token<'_> {
    /// How the token is called in messages.
    pub(super) fn describe(&self) -> String {
        match self {
            Token::Header(name) => format!("`{name}:`"),
            Token::Identifier(name) => format!("`{name}`"),
            Token::Alias(name) => format!("`@{name}`"),
            Token::Number(number) => format!("`{number}`"),
            Token::String(_) => "a string".to_owned(),
            Token::Sign(sign) => format!("`{sign}`"),
            Token::Body => "`--BODY--`".to_owned(),
            Token::End => "`--END--`".to_owned(),
            Token::Abort => "`--ABORT--`".to_owned(),
            Token::EndOfText => "the end of the text".to_owned(),
        }
    }
}

/// The text from some place on, as tokens.
#[derive(Clone, Debug)]
pub(super) struct Lexer<'a> {
    text: &'a str,
    position: usize,
}

impl<'a> Lexer<'a> {
    pub(super) fn new(text: &'a str) -> Self {
        Self { text, position: 0 }
    }

    pub(super) fn position(&self) -> usize {
        self.position
    }

    /// The next token and its place.  After an error what it shows is passed.
    pub(super) fn next(&mut self) -> Result<(Token<'a>, Range<usize>), HoaError> {
        self.skip_blank()?;
        let start = self.position;
        let rest = &self.text[start..];
        let Some(first) = rest.chars().next() else {
            return Ok((Token::EndOfText, start..start));
        };
        let (token, length) = match first {
            '!' | '&' | '|' | '(' | ')' | '[' | ']' | '{' | '}' => (Token::Sign(first), 1),
            '"' => self.string(rest)?,
            '@' => {
                let name = prefix(&rest[1..], |c| is_name(c) || c == '.');
                (Token::Alias(name), name.len() + 1)
            }
            '0' => (Token::Number(0), 1),
            '1'..='9' => self.number(rest)?,
            'a'..='z' | 'A'..='Z' | '_' => word(rest),
            _ => match MARKERS.iter().find(|(text, _)| rest.starts_with(text)) {
                Some((text, token)) => (*token, text.len()),
                None => {
                    let kind = HoaErrorKind::UnexpectedCharacter(first);
                    return Err(self.fault(kind, first.len_utf8()));
                }
            },
        };
        self.position += length;
        Ok((token, start..self.position))
    }

    /// Passes white space and comments, which may be nested.
    fn skip_blank(&mut self) -> Result<(), HoaError> {
        loop {
            let rest = &self.text[self.position..];
            let trimmed = rest.trim_start_matches([' ', '\t', '\n', '\r']);
            self.position += rest.len() - trimmed.len();
            if !trimmed.starts_with("/*") {
                return Ok(());
            }
            match comment_length(trimmed) {
                Some(length) => self.position += length,
                None => return Err(self.fault(HoaErrorKind::UnclosedComment, 2)),
            }
        }
    }

    fn string(&mut self, rest: &'a str) -> Result<(Token<'a>, usize), HoaError> {
        match leading_string(rest) {
            Some(inner) => Ok((Token::String(inner), inner.len() + 2)),
            None => Err(self.fault(HoaErrorKind::UnclosedString, 1)),
        }
    }

    fn number(&mut self, rest: &'a str) -> Result<(Token<'a>, usize), HoaError> {
        let digits = prefix(rest, |c| c.is_ascii_digit());
        match digits.parse::<u32>() {
            Ok(number) if number < 1 << 31 => Ok((Token::Number(number), digits.len())),
            _ => Err(self.fault(HoaErrorKind::NumberTooLarge, digits.len())),
        }
    }

    /// An error that covers the next `length` bytes, which are passed.
    fn fault(&mut self, kind: HoaErrorKind, length: usize) -> HoaError {
        let start = self.position;
        self.position += length;
        HoaError::new(kind, start..self.position)
    }

    /// Passes the text up to where an automaton seems to end or begin, whatever stands in between;
    /// `from` is where to look.
    ///
    /// Quotes and comments are not heeded: one that is not closed may be the very fault.
    pub(super) fn skip_automaton(&mut self, from: usize) {
        let bytes = self.text.as_bytes();
        let ends = [&b"--END--"[..], &b"--ABORT--"[..]];
        self.position = from;
        while self.position < bytes.len() {
            let rest = &bytes[self.position..];
            if let Some(end) = ends.iter().find(|end| rest.starts_with(end)) {
                self.position += end.len();
                return;
            }
            if rest.starts_with(b"HOA:") {
                return;
            }
            self.position += 1;
        }
    }
}

const MARKERS: [(&str, Token<'static>); 3] = [
    ("--BODY--", Token::Body),
    ("--END--", Token::End),
    ("--ABORT--", Token::Abort),
];

fn is_name(c: char) -> bool {
    c.is_ascii_alphanumeric() || c == '_' || c == '-'
}

/// The longest prefix of characters of a kind.
fn prefix(text: &str, kind: impl Fn(char) -> bool) -> &str {
    let end = text.find(|c| !kind(c)).unwrap_or(text.len());
    &text[..end]
}

/// An identifier or, if a colon follows, a header name.  Versions such as `v1.1` are one word.
fn word(rest: &str) -> (Token<'_>, usize) {
    let name = prefix(rest, |c| is_name(c) || c == '.');
    if rest[name.len()..].starts_with(':') {
        (Token::Header(name), name.len() + 1)
    } else {
        (Token::Identifier(name), name.len())
    }
}

/// The length of the comment at the beginning of the text, if it is closed.
fn comment_length(text: &str) -> Option<usize> {
    let bytes = text.as_bytes();
    let (mut depth, mut offset) = (0usize, 0);
    while offset + 1 < bytes.len() {
        match &bytes[offset..offset + 2] {
            b"/*" => {
                depth += 1;
                offset += 2;
            }
            b"*/" => {
                depth -= 1;
                offset += 2;
                if depth == 0 {
                    return Some(offset);
                }
            }
            _ => offset += 1,
        }
    }
    None
}
