//! Reading claims.

use std::ops::Range;

use indexmap::IndexMap;
use lariat_bdd::Bdd;
use lariat_diagnostics::Located;

use super::expression::read_condition;
use super::lexer::{Token, first_word, tokens};
use crate::{Acceptance, Explicit, Label, Labels, Marks, StateId};

/// A fault in a claim, located in its text.
pub type NeverError = Located<NeverErrorKind>;

/// The kinds of faults.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum NeverErrorKind {
    /// Something else should stand here.
    #[error("expected {expected}, found {found}")]
    Expected {
        /// What should stand here.
        expected: &'static str,
        /// What stands here.
        found: String,
    },
    /// A character that begins no token.
    #[error("unexpected character `{0}`")]
    UnexpectedCharacter(char),
    /// A string without its closing quote.
    #[error("this string is not closed")]
    UnclosedString,
    /// A comment without its end.
    #[error("this comment is not closed")]
    UnclosedComment,
    /// A label that stands at two statements.
    #[error("the label `{0}` is defined a second time")]
    DuplicateLabel(String),
    /// A `goto` to a label that stands nowhere.
    #[error("there is no label `{0}`")]
    UnknownLabel(String),
    /// Conditions whose decision diagrams are beyond what is supported.
    #[error("this condition needs more than {limit} nodes of a decision diagram")]
    ConditionTooLarge {
        /// The largest number that is supported.
        limit: usize,
    },
    /// A statement without `goto` at the end.
    #[error("this leads beyond the last statement of the claim")]
    NoNextState,
}

/// Whether the text begins like a never claim rather than like an automaton of another format.
pub fn looks_like_claim(text: &str) -> bool {
    first_word(text) == Some("never")
}

/// The automaton of a claim, marks on all edges of its accepting states.
///
/// ```
/// use lariat_automata::{Letter, never, word};
/// let claim = "never { /* F p */
///     T0_init: if :: (p) -> goto accept_all :: (1) -> goto T0_init fi;
///     accept_all: skip }";
/// let automaton = never::read(claim).unwrap();
/// assert!(word::accepts(&automaton, &[Letter::single(0)], &[Letter::EMPTY]));
/// assert!(!word::accepts(&automaton, &[], &[Letter::EMPTY]));
/// ```
pub fn read(text: &str) -> Result<Explicit, NeverError> {
    let mut cursor = Cursor::new(text)?;
    let mut claim = Claim::default();
    claim.read(&mut cursor)?;
    claim.automaton()
}

/// The tokens of a text and a place among them.
pub(super) struct Cursor<'a> {
    tokens: Vec<(Token<'a>, Range<usize>)>,
    position: usize,
    /// For each opening parenthesis or bracket the position behind the closing one.
    group_ends: Vec<Option<usize>>,
}

impl<'a> Cursor<'a> {
    pub(super) fn new(text: &'a str) -> Result<Self, NeverError> {
        let tokens = tokens(text)?;
        Ok(Self {
            group_ends: group_ends(&tokens),
            tokens,
            position: 0,
        })
    }

    pub(super) fn position(&self) -> usize {
        self.position
    }

    pub(super) fn peek(&self) -> Token<'a> {
        self.tokens[self.position].0
    }

    /// The token behind the current one.
    pub(super) fn following(&self) -> Token<'a> {
        let next = self.tokens.get(self.position + 1);
        next.map_or(Token::EndOfText, |(token, _)| *token)
    }

    fn span(&self) -> Range<usize> {
        self.tokens[self.position].1.clone()
    }

    /// Passes the current token; the end of the text is never passed.
    pub(super) fn advance(&mut self) {
        self.position = (self.position + 1).min(self.tokens.len() - 1);
    }

    /// The position behind the group that begins here, if it is closed.
    pub(super) fn group_end(&self) -> Option<usize> {
        self.group_ends[self.position]
    }

    /// The token behind the group that begins here.
    pub(super) fn after_group(&self) -> Token<'a> {
        let end = self.group_end().and_then(|end| self.tokens.get(end));
        end.map_or(Token::EndOfText, |(token, _)| *token)
    }

    fn accept(&mut self, token: Token<'_>) -> bool {
        let found = self.peek() == token;
        if found {
            self.advance();
        }
        found
    }

    fn expect(&mut self, token: Token<'_>, expected: &'static str) -> Result<(), NeverError> {
        if self.accept(token) {
            Ok(())
        } else {
            Err(self.expected(expected))
        }
    }

    pub(super) fn expected(&self, expected: &'static str) -> NeverError {
        let found = self.peek().describe();
        self.fault(NeverErrorKind::Expected { expected, found })
    }

    pub(super) fn fault(&self, kind: NeverErrorKind) -> NeverError {
        NeverError {
            kind,
            span: self.span(),
        }
    }
}

fn group_ends(tokens: &[(Token<'_>, Range<usize>)]) -> Vec<Option<usize>> {
    let mut ends = vec![None; tokens.len()];
    let mut open = Vec::new();
    for (position, (token, _)) in tokens.iter().enumerate() {
        match token {
            Token::Sign("(" | "[") => open.push(position),
            Token::Sign(")" | "]") => {
                if let Some(start) = open.pop() {
                    ends[start] = Some(position + 1);
                }
            }
            _ => {}
        }
    }
    ends
}

/// Where an edge leads.
enum Target {
    /// To the statement with the label.
    Label(String, Range<usize>),
    /// To the same statement.
    Same,
    /// To the next statement.
    Next(Range<usize>),
    /// To where everything is accepted.
    Violation,
}

struct Statement {
    accepting: bool,
    edges: Vec<(Label, Target)>,
}

#[derive(Default)]
struct Claim {
    labels: Labels,
    statements: Vec<Statement>,
    /// The statement of each label.
    named: IndexMap<String, usize>,
}

/// The label that stands for acceptance of everything.
const ACCEPT_ALL: &str = "accept_all";

impl Claim {
    fn read(&mut self, cursor: &mut Cursor<'_>) -> Result<(), NeverError> {
        cursor.expect(Token::Word("never"), "`never`")?;
        if let Token::Word(_) = cursor.peek() {
            cursor.advance();
        }
        cursor.expect(Token::Sign("{"), "`{`")?;
        while cursor.accept(Token::Sign(";")) {}
        loop {
            self.read_statement(cursor)?;
            while cursor.accept(Token::Sign(";")) {}
            if cursor.accept(Token::Sign("}")) {
                break;
            }
        }
        cursor.expect(Token::EndOfText, "the end of the text")
    }

    fn read_statement(&mut self, cursor: &mut Cursor<'_>) -> Result<(), NeverError> {
        let accepting = self.read_labels(cursor)?;
        let edges = match cursor.peek() {
            Token::Word("if") => self.read_options(cursor, "fi")?,
            Token::Word("do") => self.read_options(cursor, "od")?,
            Token::Word("skip") => {
                cursor.advance();
                vec![(Bdd::TRUE, Target::Same)]
            }
            Token::Word("false" | "0") => {
                cursor.advance();
                Vec::new()
            }
            Token::Word("goto") => vec![(Bdd::TRUE, read_goto(cursor)?)],
            _ => return Err(cursor.expected("`if`, `do`, `skip`, `false` or `goto`")),
        };
        self.statements.push(Statement { accepting, edges });
        Ok(())
    }

    /// Reads the labels of a statement, and tells whether one of them makes it accepting.
    fn read_labels(&mut self, cursor: &mut Cursor<'_>) -> Result<bool, NeverError> {
        let mut accepting = false;
        while let Token::Word(name) = cursor.peek() {
            if cursor.following() != Token::Sign(":") {
                break;
            }
            let statement = self.statements.len();
            if self.named.insert(name.to_owned(), statement).is_some() {
                return Err(cursor.fault(NeverErrorKind::DuplicateLabel(name.to_owned())));
            }
            accepting |= name.starts_with("accept");
            cursor.advance();
            cursor.advance();
        }
        Ok(accepting)
    }

    fn read_options(
        &mut self,
        cursor: &mut Cursor<'_>,
        end: &'static str,
    ) -> Result<Vec<(Label, Target)>, NeverError> {
        cursor.advance();
        let mut edges = Vec::new();
        let mut otherwise = None;
        while cursor.accept(Token::Sign("::")) {
            let is_else = cursor.accept(Token::Word("else"));
            if is_else {
                otherwise = Some(self.read_target(cursor, end)?);
            } else {
                edges.push(self.read_option(cursor, end)?);
            }
        }
        while cursor.accept(Token::Sign(";")) {}
        cursor.expect(Token::Word(end), "`::` or the end of the choice")?;
        if let Some(target) = otherwise {
            let bdds = &mut self.labels.bdds;
            let others = edges
                .iter()
                .fold(Bdd::FALSE, |any, (label, _)| bdds.or(any, *label));
            edges.push((!others, target));
        }
        Ok(edges)
    }

    fn read_option(
        &mut self,
        cursor: &mut Cursor<'_>,
        end: &'static str,
    ) -> Result<(Label, Target), NeverError> {
        match cursor.peek() {
            Token::Word("goto") => Ok((Bdd::TRUE, read_goto(cursor)?)),
            Token::Word("atomic") => self.read_atomic(cursor),
            _ => {
                let label = read_condition(cursor, &mut self.labels)?;
                Ok((label, self.read_target(cursor, end)?))
            }
        }
    }

    /// `atomic { p -> assert(!p) }`
    fn read_atomic(&mut self, cursor: &mut Cursor<'_>) -> Result<(Label, Target), NeverError> {
        cursor.advance();
        cursor.expect(Token::Sign("{"), "`{`")?;
        let label = read_condition(cursor, &mut self.labels)?;
        if !cursor.accept(Token::Sign("->")) {
            cursor.expect(Token::Sign(";"), "`->`")?;
        }
        cursor.expect(Token::Word("assert"), "`assert`")?;
        read_condition(cursor, &mut self.labels)?;
        while cursor.accept(Token::Sign(";")) {}
        cursor.expect(Token::Sign("}"), "`}`")?;
        Ok((label, Target::Violation))
    }

    /// What follows a condition.
    fn read_target(
        &mut self,
        cursor: &mut Cursor<'_>,
        end: &'static str,
    ) -> Result<Target, NeverError> {
        let place = cursor.span();
        let arrow = cursor.accept(Token::Sign("->")) || cursor.accept(Token::Sign(";"));
        match cursor.peek() {
            Token::Word("goto") if arrow => return read_goto(cursor),
            Token::Word("skip") if arrow => cursor.advance(),
            Token::Sign("::" | ";") | Token::Word("fi" | "od") => {}
            _ if arrow => return Err(cursor.expected("`goto` or `skip`")),
            _ => return Err(cursor.expected("`->`, `::` or the end of the choice")),
        }
        while cursor.accept(Token::Sign(";")) {}
        Ok(if end == "od" {
            Target::Same
        } else {
            Target::Next(place)
        })
    }

    fn automaton(self) -> Result<Explicit, NeverError> {
        let mut automaton = Explicit::new(self.labels, Acceptance::buchi());
        for _ in &self.statements {
            automaton.add_state();
        }
        let mut accept_all = self.named.get(ACCEPT_ALL).map(|&number| number as StateId);
        for (number, statement) in self.statements.iter().enumerate() {
            let marks: Marks = (0..usize::from(statement.accepting)).collect();
            for (label, target) in &statement.edges {
                let to = match target {
                    Target::Same => number as StateId,
                    Target::Next(place) => next(number, self.statements.len(), place)?,
                    Target::Label(name, place) => find(&self.named, name, place)?,
                    Target::Violation => {
                        *accept_all.get_or_insert_with(|| add_accept_all(&mut automaton))
                    }
                };
                automaton.add_transition(number as StateId, *label, marks.clone(), to);
            }
        }
        automaton
            .initial
            .extend((0..automaton.state_count().min(1) as StateId).take(1));
        Ok(automaton)
    }
}

fn read_goto(cursor: &mut Cursor<'_>) -> Result<Target, NeverError> {
    cursor.advance();
    let Token::Word(name) = cursor.peek() else {
        return Err(cursor.expected("a label"));
    };
    let target = Target::Label(name.to_owned(), cursor.span());
    cursor.advance();
    while cursor.accept(Token::Sign(";")) {}
    Ok(target)
}

fn next(number: usize, count: usize, place: &Range<usize>) -> Result<StateId, NeverError> {
    if number + 1 < count {
        return Ok((number + 1) as StateId);
    }
    let kind = NeverErrorKind::NoNextState;
    let span = place.clone();
    Err(NeverError { kind, span })
}

fn find(
    named: &IndexMap<String, usize>,
    name: &str,
    place: &Range<usize>,
) -> Result<StateId, NeverError> {
    let number = named.get(name).map(|&number| number as StateId);
    number.ok_or_else(|| NeverError {
        kind: NeverErrorKind::UnknownLabel(name.to_owned()),
        span: place.clone(),
    })
}

/// A state that accepts everything.
fn add_accept_all(automaton: &mut Explicit) -> StateId {
    let state = automaton.add_state();
    automaton.add_transition(state, Bdd::TRUE, Marks::single(0), state);
    state
}
