//! From the text of an infix dialect to operators, propositions and parentheses.

use std::ops::Range;

use logos::Logos;

use super::error::{ParseError, ParseErrorKind};
use super::proposition::is_call;
use super::token::Token;
use super::tree::{Interval, Unary};
use super::word::{self, Meaning};
use super::{Parser, Syntax};
use crate::operator::Binary;

/// The longest name with unusual characters that is looked for without quotes.
const LONGEST_UNUSUAL_NAME: usize = 256;

/// What the precedence parser sees.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Lexeme {
    Open,
    Close,
    Prefix(Unary),
    Infix(Binary),
    Constant(bool),
    Atom(String),
}

pub(super) type Located = (Lexeme, Range<usize>);

/// A stream of lexemes.
pub(super) struct Lexer<'t, 'n> {
    pub(super) text: &'t str,
    pub(super) syntax: Syntax,
    is_name: Option<&'n dyn Fn(&str) -> bool>,
    pub(super) tokens: logos::Lexer<'t, Token>,
    peeked: Option<(Token, Range<usize>)>,
    /// The rest of a word that starts with operators, not yet handed out.
    rest_of_word: Range<usize>,
    /// How many operators it still starts with.
    operators_left: usize,
}

impl<'t, 'n> Lexer<'t, 'n> {
    pub(super) fn new(text: &'t str, parser: &Parser<'n>) -> Self {
        Lexer {
            text,
            syntax: parser.syntax,
            is_name: parser.is_name,
            tokens: Token::lexer(text),
            peeked: None,
            rest_of_word: 0..0,
            operators_left: 0,
        }
    }

    /// The next lexeme; none at the end of the text.
    pub(super) fn next(&mut self) -> Result<Option<Located>, ParseError> {
        if !self.rest_of_word.is_empty() {
            return self.continue_word().map(Some);
        }
        let Some((token, span)) = self.take()? else {
            return Ok(None);
        };
        let lexeme = match token {
            Token::Open => Lexeme::Open,
            Token::Close => Lexeme::Close,
            Token::Not => Lexeme::Prefix(Unary::Not),
            Token::Next => Lexeme::Prefix(Unary::Next { steps: 1 }),
            Token::Finally => Lexeme::Prefix(Unary::Finally(Interval::UNBOUNDED)),
            Token::Globally => Lexeme::Prefix(Unary::Globally(Interval::UNBOUNDED)),
            Token::And => Lexeme::Infix(Binary::And),
            Token::Or => Lexeme::Infix(Binary::Or),
            Token::Xor => Lexeme::Infix(Binary::Xor),
            Token::Implies => Lexeme::Infix(Binary::Implies),
            Token::Iff => Lexeme::Infix(Binary::Iff),
            Token::True => Lexeme::Constant(true),
            Token::False => Lexeme::Constant(false),
            Token::Quoted => {
                let name = crate::name::unquote(&self.text[span.clone()]);
                Lexeme::Atom(name.expect("the token has quotation marks"))
            }
            Token::Number => return self.number(span).map(Some),
            Token::Word => return self.word(span).map(Some),
            Token::OpenBracket
            | Token::CloseBracket
            | Token::To
            | Token::Compare
            | Token::Arithmetic => return Err(self.unknown(span)),
        };
        Ok(Some((lexeme, span)))
    }

    pub(super) fn take(&mut self) -> Result<Option<(Token, Range<usize>)>, ParseError> {
        if let Some(peeked) = self.peeked.take() {
            return Ok(Some(peeked));
        }
        match self.tokens.next() {
            None => Ok(None),
            Some(Ok(token)) => Ok(Some((token, self.tokens.span()))),
            Some(Err(())) => Err(self.unlexable()),
        }
    }

    /// The kind of the next token, which is left in place; none at the end or before a fault.
    pub(super) fn peek(&mut self) -> Option<Token> {
        if self.peeked.is_none() {
            let mut ahead = self.tokens.clone();
            if let Some(Ok(token)) = ahead.next() {
                self.peeked = Some((token, ahead.span()));
                self.tokens = ahead;
            }
        }
        self.peeked.as_ref().map(|(token, _)| *token)
    }

    fn unlexable(&self) -> ParseError {
        let span = self.tokens.span();
        if self.text[span.start..].starts_with('"') {
            return ParseError::new(ParseErrorKind::Unclosed('"'), span.start..span.start + 1);
        }
        let symbol = |letter: char| letter.is_ascii_punctuation() && !"()\"".contains(letter);
        let run = self.text[span.start..]
            .chars()
            .take_while(|&letter| symbol(letter));
        let length: usize = run.map(char::len_utf8).sum();
        let first = self.text[span.start..]
            .chars()
            .next()
            .map_or(0, char::len_utf8);
        self.unknown(span.start..span.start + length.max(first))
    }

    fn unknown(&self, span: Range<usize>) -> ParseError {
        ParseError::new(
            ParseErrorKind::UnknownSymbol(self.text[span.clone()].to_owned()),
            span,
        )
    }

    fn word(&mut self, span: Range<usize>) -> Result<Located, ParseError> {
        if let Some(end) = self.known_name(span.clone()) {
            return self.proposition(span.start..end);
        }
        self.operators_left = word::leading_operators(&self.text[span.clone()]);
        if self.operators_left == 0 {
            return self.plain_word(span);
        }
        self.rest_of_word = span;
        self.continue_word()
    }

    /// The next operator of a word that starts with operators, or the name after them.
    fn continue_word(&mut self) -> Result<Located, ParseError> {
        let span = std::mem::take(&mut self.rest_of_word);
        if self.operators_left == 0 {
            return match self.known_name(span.clone()) {
                Some(end) => self.proposition(span.start..end),
                None => self.plain_word(span),
            };
        }
        let operator = span.start..span.start + 1;
        let mut unary = word::letter(self.text.as_bytes()[span.start]);
        self.rest_of_word = span.start + 1..span.end;
        self.operators_left -= 1;
        if self.rest_of_word.is_empty() && self.at_bracket() {
            unary = self.bounds(unary, operator.clone())?;
        }
        Ok((Lexeme::Prefix(unary), operator))
    }

    /// The end of the longest name of the model that starts with this word.
    pub(super) fn known_name(&mut self, span: Range<usize>) -> Option<usize> {
        let is_name = self.is_name?;
        let unusual = |letter: char| letter.is_alphanumeric() || "_.-'#@$:".contains(letter);
        let after = self
            .tokens
            .remainder()
            .chars()
            .take_while(|&letter| unusual(letter));
        let mut end = span.end;
        let ends: Vec<usize> = std::iter::once(end)
            .chain(after.map(|letter| {
                end += letter.len_utf8();
                end
            }))
            .take_while(|end| end - span.start <= LONGEST_UNUSUAL_NAME.max(span.len()))
            .collect();
        let end = ends
            .into_iter()
            .rev()
            .find(|&end| is_name(&self.text[span.start..end]))?;
        self.tokens.bump(end - span.end);
        Some(end)
    }

    /// A word without leading operators.
    fn plain_word(&mut self, span: Range<usize>) -> Result<Located, ParseError> {
        let word = &self.text[span.clone()];
        let called = self.tokens.remainder().starts_with('(');
        Ok(match word::meaning(word, self.syntax) {
            Meaning::Prefix(operator) => (Lexeme::Prefix(operator), span),
            Meaning::Infix(operator) => (Lexeme::Infix(operator), span),
            Meaning::Constant(value) => (Lexeme::Constant(value), span),
            Meaning::Name if called && word == "rose" => (Lexeme::Prefix(Unary::Rose), span),
            Meaning::Name if called && word == "fell" => (Lexeme::Prefix(Unary::Fell), span),
            Meaning::Name if called && is_call(word) => return self.call(span),
            Meaning::Name => return self.proposition(span),
        })
    }

    /// Whether the last token is followed at once by a bracket that is not the operator `[]`.
    pub(super) fn at_bracket(&self) -> bool {
        let rest = self.tokens.remainder();
        self.peeked.is_none() && rest.starts_with('[') && !rest.starts_with("[]")
    }

    /// The bounds that follow one of X, F and G.
    fn bounds(&mut self, unary: Unary, operator: Range<usize>) -> Result<Unary, ParseError> {
        let letter = self.text[operator].to_owned();
        let start = self.tokens.span().end;
        let rest = self.tokens.remainder();
        let Some(length) = rest.find(']') else {
            return Err(ParseError::new(
                ParseErrorKind::Unclosed('['),
                start..start + 1,
            ));
        };
        let span = start..start + length + 1;
        self.tokens.bump(length + 1);
        let bad = || ParseError::new(ParseErrorKind::BadBounds(letter.clone()), span.clone());
        let inside = rest[1..length].trim();
        let number = |text: &str| text.trim().parse::<u32>().map_err(|_| bad());
        let (from, to) = match inside.split_once("..").or_else(|| inside.split_once(':')) {
            None => (number(inside)?, Some(number(inside)?)),
            Some((from, to)) if to.trim().is_empty() => (number(from)?, None),
            Some((from, to)) => (number(from)?, Some(number(to)?)),
        };
        if to.is_some_and(|to| to < from) {
            return Err(ParseError::new(ParseErrorKind::ReversedBounds, span));
        }
        match unary {
            Unary::Finally(_) => Ok(Unary::Finally(Interval { from, to })),
            Unary::Globally(_) => Ok(Unary::Globally(Interval { from, to })),
            _ if to == Some(from) => Ok(Unary::Next { steps: from }),
            _ => Err(bad()),
        }
    }

    pub(super) fn end(&self) -> Range<usize> {
        self.text.len()..self.text.len()
    }
}
