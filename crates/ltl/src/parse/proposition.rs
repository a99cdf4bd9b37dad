//! Propositions in the infix dialects: identifiers, dotted names, array elements, comparisons of
//! sums, and what the events of a model offer (`enabled(e)`, `taken(e)`, `fireable(t)`).
//!
//! The name of a comparison is spelled with one space around each operator, however it was written.

use std::ops::Range;

use super::error::{ParseError, ParseErrorKind};
use super::lexer::{Lexeme, Lexer, Located};
use super::token::Token;
use super::word::{self, Meaning};

/// Whether a parenthesis after this word belongs to the proposition.
pub(super) fn is_call(word: &str) -> bool {
    matches!(word, "enabled" | "taken" | "fireable")
}

/// An expression that has been read.
struct Expression {
    end: usize,
    is_sum: bool,
}

impl Lexer<'_, '_> {
    /// A number: the start of a comparison, or a constant.
    pub(super) fn number(&mut self, span: Range<usize>) -> Result<Located, ParseError> {
        let text = &self.text[span.clone()];
        if matches!(self.peek(), Some(Token::Compare | Token::Arithmetic)) {
            return self.proposition(span);
        }
        match text {
            "0" | "1" => Ok((Lexeme::Constant(text == "1"), span)),
            _ => {
                let kind = ParseErrorKind::NumberAsFormula(text.to_owned());
                Err(ParseError::new(kind, span))
            }
        }
    }

    /// `enabled(e)` and its like: the argument is any text up to the closing parenthesis.  In one that starts with a quotation
    /// mark, parentheses between such marks close nothing.
    pub(super) fn call(&mut self, word: Range<usize>) -> Result<Located, ParseError> {
        let open = word.end;
        let rest = self.tokens.remainder();
        let is_quoted = rest[1..].trim_start().starts_with('"');
        let mut depth = 0usize;
        let (mut in_quotes, mut is_escaped) = (false, false);
        for (offset, letter) in rest.char_indices() {
            match letter {
                _ if is_escaped => {}
                '"' => in_quotes ^= is_quoted,
                '(' if !in_quotes => depth += 1,
                ')' if !in_quotes => depth -= 1,
                _ => {}
            }
            is_escaped = in_quotes && letter == '\\' && !is_escaped;
            if depth == 0 {
                let argument = self.text[open + 1..open + offset].trim();
                let name = format!("{}({argument})", &self.text[word.clone()]);
                self.tokens.bump(offset + 1);
                return Ok((Lexeme::Atom(name), word.start..open + offset + 1));
            }
        }
        Err(ParseError::new(
            ParseErrorKind::Unclosed('('),
            open..open + 1,
        ))
    }

    /// The proposition that starts with this name or number.
    pub(super) fn proposition(&mut self, first: Range<usize>) -> Result<Located, ParseError> {
        let mut name = self.text[first.clone()].to_owned();
        let left = self.rest_of_expression(&mut name, first.end)?;
        let span = first.start..left.end;
        if self.peek() == Some(Token::Compare) {
            let end = self.joined_term(&mut name)?;
            let right = self.rest_of_expression(&mut name, end)?;
            return Ok((Lexeme::Atom(name), first.start..right.end));
        }
        if left.is_sum {
            return Err(ParseError::new(
                ParseErrorKind::MissingComparison(name),
                span,
            ));
        }
        Ok((Lexeme::Atom(name), span))
    }

    /// Reads on after a term that ends at `end`: indices and further terms, appended to `name`.
    fn rest_of_expression(
        &mut self,
        name: &mut String,
        mut end: usize,
    ) -> Result<Expression, ParseError> {
        let mut open = Vec::new();
        let mut is_sum = false;
        loop {
            if self.at_bracket() {
                open.push(end..end + 1);
                self.take()?;
                name.push('[');
                end = self.term(name, "[")?;
                continue;
            }
            match self.peek() {
                Some(Token::Arithmetic) => {
                    is_sum |= open.is_empty();
                    end = self.joined_term(name)?;
                }
                Some(Token::CloseBracket) if open.pop().is_some() => {
                    end = self.take()?.map_or(end, |(_, span)| span.end);
                    name.push(']');
                }
                _ => {
                    return match open.pop() {
                        Some(bracket) => {
                            Err(ParseError::new(ParseErrorKind::Unclosed('['), bracket))
                        }
                        None => Ok(Expression { end, is_sum }),
                    };
                }
            }
        }
    }

    /// The operator that comes next and the term after it, appended to `name`; where they end.
    fn joined_term(&mut self, name: &mut String) -> Result<usize, ParseError> {
        let span = self.take()?.map_or(self.end(), |(_, span)| span);
        let operator = &self.text[span];
        name.push(' ');
        name.push_str(operator);
        name.push(' ');
        self.term(name, operator)
    }

    /// A number or a name, appended to `name`; where it ends.
    fn term(&mut self, name: &mut String, after: &str) -> Result<usize, ParseError> {
        let missing = |span| ParseError::new(ParseErrorKind::MissingTerm(after.to_owned()), span);
        let (mut token, mut span) = self.take()?.ok_or_else(|| missing(self.end()))?;
        if &self.text[span.clone()] == "-" && self.peek() == Some(Token::Number) {
            name.push('-');
            (token, span) = self.take()?.ok_or_else(|| missing(self.end()))?;
        }
        let mut end = span.end;
        match token {
            Token::Number => {}
            Token::Word => match self.known_name(span.clone()) {
                Some(longer) => end = longer,
                None if self.is_operator(&span) => return Err(missing(span)),
                None => {}
            },
            _ => return Err(missing(span)),
        }
        name.push_str(&self.text[span.start..end]);
        Ok(end)
    }

    fn is_operator(&self, word: &Range<usize>) -> bool {
        !matches!(
            word::meaning(&self.text[word.clone()], self.syntax),
            Meaning::Name
        )
    }
}
