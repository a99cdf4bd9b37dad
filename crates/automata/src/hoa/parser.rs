//! The stream of automata: one after the other, with recovery after a fault.

use std::ops::Range;

use super::HoaAutomaton;
use super::body::read_body;
use super::error::{HoaError, HoaErrorKind};
use super::header::read_header;
use super::lexer::{Lexer, Token};

/// An iterator over the automata of a text; see [`read`].
#[derive(Clone, Debug)]
pub struct Reader<'a> {
    parser: Parser<'a>,
    finished: bool,
}

/// The automata of a text, in turn.  After a fault the rest of that automaton is skipped.
///
/// ```
/// use lariat_automata::hoa;
/// let text = "HOA: v1 Start: 0 Acceptance: 0 t --BODY-- State: 0 [t] 0 --END--
///             HOA: v1 Start: 0&1 Acceptance: 0 t --BODY-- --END--
///             HOA: v1 Acceptance: 1 Inf(0) --BODY-- --END--";
/// let results: Vec<_> = hoa::read(text).collect();
/// assert_eq!(results.len(), 3);
/// assert_eq!(results[0].as_ref().unwrap().automaton.state_count(), 1);
/// let error = results[1].as_ref().unwrap_err();
/// assert_eq!(&text[error.span.clone()], "0&1");
/// ```
pub fn read(text: &str) -> Reader<'_> {
    Reader {
        parser: Parser::new(text),
        finished: false,
    }
}

impl Reader<'_> {
    /// How many automata have begun so far; what stands between automata is none.
    pub fn begun(&self) -> usize {
        self.parser.begun
    }

    /// Where the last one that was given stands in the text, with what was skipped after a fault.
    pub fn last_span(&self) -> Range<usize> {
        self.parser.beginning..self.parser.consumed
    }
}

impl Iterator for Reader<'_> {
    type Item = Result<HoaAutomaton, HoaError>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.finished {
            return None;
        }
        let result = self.parser.automaton().transpose();
        match &result {
            None => self.finished = true,
            Some(Ok(_)) => {}
            Some(Err(_)) => self.parser.skip_automaton(),
        }
        result
    }
}

/// The text with one token of look-ahead.
#[derive(Clone, Debug)]
pub(super) struct Parser<'a> {
    lexer: Lexer<'a>,
    /// The current token, if it has been read.
    current: Option<(Token<'a>, Range<usize>)>,
    /// How many automata have begun.
    begun: usize,
    /// Where the automaton begins that is being read.
    beginning: usize,
    /// Where the last token ends that was consumed.
    consumed: usize,
    /// Whether the automaton's end has been consumed.
    complete: bool,
}

impl<'a> Parser<'a> {
    fn new(text: &'a str) -> Self {
        Self {
            lexer: Lexer::new(text),
            current: None,
            begun: 0,
            beginning: 0,
            consumed: 0,
            complete: false,
        }
    }

    /// The next automaton, or `None` at the end of the text.
    fn automaton(&mut self) -> Result<Option<HoaAutomaton>, HoaError> {
        self.complete = false;
        self.beginning = self.consumed;
        match self.peek()? {
            Token::EndOfText => return Ok(None),
            Token::Header("HOA") => {
                self.begun += 1;
                self.beginning = self.span()?.start;
            }
            _ => return Err(self.expected("`HOA:`")),
        }
        let header = read_header(self)?;
        read_body(self, header).map(Some)
    }

    /// Notes that the automaton's `--END--` has been consumed: faults found later are not in what follows.
    pub(super) fn mark_complete(&mut self) {
        self.complete = true;
    }

    /// Skips what is left of an automaton with a fault, its `--END--` included.
    fn skip_automaton(&mut self) {
        if !self.complete {
            let lookahead = self.current.take().map(|(_, span)| span.start);
            let from = lookahead.unwrap_or(self.lexer.position());
            self.lexer.skip_automaton(from);
            self.consumed = self.lexer.position();
        }
    }

    /// The current token.
    pub(super) fn peek(&mut self) -> Result<Token<'a>, HoaError> {
        self.look_ahead().map(|(token, _)| *token)
    }

    /// The place of the current token.
    pub(super) fn span(&mut self) -> Result<Range<usize>, HoaError> {
        self.look_ahead().map(|(_, span)| span.clone())
    }

    fn look_ahead(&mut self) -> Result<&(Token<'a>, Range<usize>), HoaError> {
        if self.current.is_none() {
            self.current = Some(self.lex()?);
        }
        Ok(self.current.as_ref().expect("it has been read"))
    }

    fn lex(&mut self) -> Result<(Token<'a>, Range<usize>), HoaError> {
        let (token, span) = self.lexer.next()?;
        if token == Token::Abort {
            let nothing_else = self.beginning == self.consumed;
            let start = if nothing_else {
                span.start
            } else {
                self.beginning
            };
            self.consumed = span.end;
            self.complete = true;
            return Err(HoaError::new(HoaErrorKind::Aborted, start..span.end));
        }
        Ok((token, span))
    }

    /// Consumes the current token and gives its place.
    pub(super) fn advance(&mut self) -> Result<Range<usize>, HoaError> {
        let span = self.span()?;
        self.current = None;
        self.consumed = span.end;
        Ok(span)
    }

    /// Where the last consumed token ends.
    pub(super) fn consumed(&self) -> usize {
        self.consumed
    }

    /// Where the automaton begins.
    pub(super) fn beginning(&self) -> usize {
        self.beginning
    }

    /// The error that something else should stand here.
    pub(super) fn expected(&mut self, expected: &'static str) -> HoaError {
        match self.look_ahead() {
            Ok((token, span)) => {
                let found = token.describe();
                let kind = HoaErrorKind::Expected { expected, found };
                HoaError::new(kind, span.clone())
            }
            Err(error) => error,
        }
    }

    /// Consumes a sign, if it is the current token.
    pub(super) fn accept(&mut self, sign: char) -> Result<bool, HoaError> {
        let found = self.peek()? == Token::Sign(sign);
        if found {
            self.advance()?;
        }
        Ok(found)
    }

    /// Consumes a sign, or says that `expected` should stand here.
    pub(super) fn expect(&mut self, sign: char, expected: &'static str) -> Result<(), HoaError> {
        if self.accept(sign)? {
            Ok(())
        } else {
            Err(self.expected(expected))
        }
    }

    /// Consumes a number and gives its place, too.
    pub(super) fn number(
        &mut self,
        expected: &'static str,
    ) -> Result<(u32, Range<usize>), HoaError> {
        match self.peek()? {
            Token::Number(number) => Ok((number, self.advance()?)),
            _ => Err(self.expected(expected)),
        }
    }

    /// Consumes a string, if it is the current token; the text is as it stands, with escapes.
    pub(super) fn string(&mut self) -> Result<Option<(&'a str, Range<usize>)>, HoaError> {
        match self.peek()? {
            Token::String(text) => Ok(Some((text, self.advance()?))),
            _ => Ok(None),
        }
    }

    /// Consumes an identifier, if it is the current token.
    pub(super) fn identifier(&mut self) -> Result<Option<(&'a str, Range<usize>)>, HoaError> {
        match self.peek()? {
            Token::Identifier(name) => Ok(Some((name, self.advance()?))),
            _ => Ok(None),
        }
    }

    /// A state number; a conjunction of several is refused.
    pub(super) fn state(
        &mut self,
        expected: &'static str,
    ) -> Result<(u32, Range<usize>), HoaError> {
        let (number, mut span) = self.number(expected)?;
        let mut alternating = false;
        while self.accept('&')? {
            span.end = self.number("a state number")?.1.end;
            alternating = true;
        }
        if alternating {
            return Err(HoaError::new(HoaErrorKind::Alternating, span));
        }
        Ok((number, span))
    }
}
