//! Tokens of claims.

use std::ops::Range;

use super::reader::{NeverError, NeverErrorKind};
use crate::quoting::leading_string;

/// A token.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Token<'a> {
    /// Letters, digits and underscores.
    Word(&'a str),
    /// What stands between quotes, escapes included.
    String(&'a str),
    Sign(&'static str),
    EndOfText,
}

impl Token<'_> {
    pub(super) fn describe(&self) -> String {
        match self {
            Token::Word(word) => format!("`{word}`"),
            Token::String(_) => "a string".to_owned(),
            Token::Sign(sign) => format!("`{sign}`"),
            Token::EndOfText => "the end of the text".to_owned(),
        }
    }
}

/// All signs, longer ones before their prefixes.
const SIGNS: [&str; 34] = [
    "->", "&&", "||", "==", "!=", "<=", ">=", "<<", ">>", "::", "(", ")", "{", "}", "[", "]", ";",
    ":", "!", "<", ">", "+", "-", "*", "/", "%", "&", "|", "^", "~", ".", "@", ",", "?",
];

/// The tokens of the text, the last of them its end.
pub(super) fn tokens(text: &str) -> Result<Vec<(Token<'_>, Range<usize>)>, NeverError> {
    let mut tokens = Vec::new();
    let mut start = 0;
    loop {
        start += blank_length(text, start)?;
        let rest = &text[start..];
        let Some(first) = rest.chars().next() else {
            tokens.push((Token::EndOfText, start..start));
            return Ok(tokens);
        };
        let (token, length) = if first == '"' {
            let inner = leading_string(rest);
            let inner = inner.ok_or_else(|| fault(NeverErrorKind::UnclosedString, start, 1))?;
            (Token::String(inner), inner.len() + 2)
        } else if is_word(first) {
            let end = rest.find(|c| !is_word(c)).unwrap_or(rest.len());
            (Token::Word(&rest[..end]), end)
        } else if let Some(sign) = SIGNS.iter().find(|sign| rest.starts_with(**sign)) {
            (Token::Sign(sign), sign.len())
        } else {
            let kind = NeverErrorKind::UnexpectedCharacter(first);
            return Err(fault(kind, start, first.len_utf8()));
        };
        tokens.push((token, start..start + length));
        start += length;
    }
}

/// The word that a text begins with, which may be faulty behind it.
pub(super) fn first_word(text: &str) -> Option<&str> {
    let rest = &text[blank_length(text, 0).ok()?..];
    rest.split(|c| !is_word(c)).next()
}

fn fault(kind: NeverErrorKind, start: usize, length: usize) -> NeverError {
    NeverError {
        kind,
        span: start..start + length,
    }
}

fn is_word(c: char) -> bool {
    c.is_ascii_alphanumeric() || c == '_'
}

/// How much white space and how many comments stand at `start`.
fn blank_length(text: &str, start: usize) -> Result<usize, NeverError> {
    let mut position = start;
    loop {
        let rest = &text[position..];
        let trimmed = rest.trim_start();
        position += rest.len() - trimmed.len();
        let length = if trimmed.starts_with("/*") {
            let end = trimmed.find("*/");
            end.ok_or_else(|| fault(NeverErrorKind::UnclosedComment, position, 2))? + 2
        } else if trimmed.starts_with("//") {
            trimmed.find('\n').unwrap_or(trimmed.len())
        } else {
            return Ok(position - start);
        };
        position += length;
    }
}
