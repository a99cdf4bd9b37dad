//! One word of look-ahead over the lexer, and the sentences about words that do not fit.

use super::error::{Error, ErrorKind};
use super::lexer::{Lexer, Span, Token};

/// The words of a text, with one word of look-ahead.
pub(crate) struct Tokens<'t> {
    pub(crate) text: &'t str,
    pub(crate) lexer: Lexer<'t>,
    token: Token,
    span: Span,
    /// The place of the word that was taken last.
    pub(crate) last: Span,
}

impl<'t> Tokens<'t> {
    pub(crate) fn new(text: &'t str) -> Result<Self, Error> {
        let mut lexer = Lexer::new(text)?;
        let (token, span) = lexer.next()?;
        Ok(Self {
            text,
            lexer,
            token,
            span,
            last: Span::default(),
        })
    }

    pub(crate) fn peek(&self) -> Token {
        self.token
    }

    pub(crate) fn span(&self) -> Span {
        self.span
    }

    /// Takes the next word and gives its place.
    pub(crate) fn advance(&mut self) -> Result<Span, Error> {
        self.last = self.span;
        (self.token, self.span) = self.lexer.next()?;
        Ok(self.last)
    }

    /// Takes the next word if it is `token`.
    pub(crate) fn take(&mut self, token: Token) -> Result<bool, Error> {
        let found = self.token == token;
        if found {
            self.advance()?;
        }
        Ok(found)
    }

    /// Takes `token`, which must be next.
    pub(crate) fn expect(&mut self, token: Token) -> Result<Span, Error> {
        if self.token == token {
            return self.advance();
        }
        let wanted = token.spelling().map(|spelling| format!("`{spelling}`"));
        Err(self.expected(&wanted.unwrap_or_default()))
    }

    /// Takes a name, which must be next.
    pub(crate) fn name(&mut self, wanted: &str) -> Result<Span, Error> {
        if self.token == Token::Name {
            return self.advance();
        }
        Err(self.expected(wanted))
    }

    /// Takes names between commas.
    pub(crate) fn names(&mut self, wanted: &str) -> Result<Vec<Span>, Error> {
        let mut names = vec![self.name(wanted)?];
        while self.take(Token::Comma)? {
            names.push(self.name(wanted)?);
        }
        Ok(names)
    }

    /// The error that something else than the next word was expected.
    pub(crate) fn expected(&self, wanted: &str) -> Error {
        let found = match self.token {
            Token::End => "the end of the text".to_owned(),
            Token::Name => format!("`{}`", shortened(self.span.of(self.text))),
            Token::Number(_) => format!("the number {}", shortened(self.span.of(self.text))),
            token => match token.spelling() {
                Some(word) if word.starts_with(char::is_alphabetic) => {
                    format!("the keyword `{word}`")
                }
                spelling => format!("`{}`", spelling.unwrap_or_default()),
            },
        };
        let wanted = wanted.to_owned();
        let found = found + habit(self.span.of(self.text));
        Error::new(ErrorKind::Expected { wanted, found }, self.span)
    }
}

/// What to write in place of a word that is at home in other languages.
fn habit(word: &str) -> &'static str {
    match word {
        "!" => "; a negation is written `not x`",
        "++" => "; `x = x + 1` counts up",
        "--" => "; `x = x - 1` counts down",
        "bool" | "boolean" => "; a truth value is a `byte`, 0 or 1",
        _ => "",
    }
}

/// A word that fits into a message.
fn shortened(word: &str) -> String {
    match word.get(..40) {
        Some(start) if word.len() > 43 => format!("{start}…"),
        _ => word.to_owned(),
    }
}
