//! Expressions to postfix, by operator precedence with an explicit stack.
//!
//! The table is DiVinE 2.4's, with its surprises: `and` and `or` share one level, `&`, `|` and `^`
//! share another below the comparisons, every binary operator groups to the left, and a unary
//! operator binds tightest, so that `not x == 0` is `(not x) == 0`.

use lariat_program::{Binary, Unary};

use super::error::{Error, ErrorKind};
use super::lexer::{Span, Token};
use super::syntax::{Expression, Logical, Term};
use super::tokens::Tokens;

/// What waits on the stack for its right operand or its closing mark.
#[derive(Clone, Copy)]
enum Pending {
    Unary(Unary),
    Binary(Binary),
    Logical(Logical),
    Parenthesis,
    /// An index to come; the term is what it will be an index of.
    Bracket(Term),
}

/// How tightly operators bind.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Precedence {
    /// As in DVE.
    Dve,
    /// As readers expect: `and` binds tighter than `or`, and `not` less tightly than comparisons.
    Usual,
}

/// The level of a binary operator in DVE.
pub(crate) fn level(operator: Binary) -> u8 {
    match operator {
        Binary::Or | Binary::And | Binary::Xor => 3,
        Binary::Equal | Binary::NotEqual => 4,
        Binary::Less | Binary::LessEqual | Binary::Greater | Binary::GreaterEqual => 5,
        Binary::ShiftLeft | Binary::ShiftRight => 6,
        Binary::Add | Binary::Subtract => 7,
        Binary::Multiply | Binary::Divide | Binary::Remainder => 8,
    }
}

/// The binary operator that a word is.
fn infix(token: Token) -> Option<Pending> {
    let binary = match token {
        Token::Imply => return Some(Pending::Logical(Logical::Imply)),
        Token::Or | Token::OrOr => return Some(Pending::Logical(Logical::Or)),
        Token::And | Token::AndAnd => return Some(Pending::Logical(Logical::And)),
        Token::Bar => Binary::Or,
        Token::Ampersand => Binary::And,
        Token::Caret => Binary::Xor,
        Token::EqualEqual => Binary::Equal,
        Token::NotEqual => Binary::NotEqual,
        Token::Less => Binary::Less,
        Token::LessEqual => Binary::LessEqual,
        Token::Greater => Binary::Greater,
        Token::GreaterEqual => Binary::GreaterEqual,
        Token::ShiftLeft => Binary::ShiftLeft,
        Token::ShiftRight => Binary::ShiftRight,
        Token::Plus => Binary::Add,
        Token::Minus => Binary::Subtract,
        Token::Star => Binary::Multiply,
        Token::Slash => Binary::Divide,
        Token::Percent => Binary::Remainder,
        _ => return None,
    };
    Some(Pending::Binary(binary))
}

impl Precedence {
    /// How tightly something binds, in steps of 10 in DVE; marks that wait for their closing twin bind nothing.
    fn of(self, pending: Pending) -> u8 {
        match (pending, self) {
            (Pending::Parenthesis | Pending::Bracket(_), _) => 0,
            (Pending::Logical(Logical::Imply), _) => 10,
            (Pending::Logical(Logical::And), Self::Usual) => 22,
            (Pending::Logical(_), _) => 20,
            (Pending::Unary(Unary::Not), Self::Usual) => 25,
            (Pending::Binary(operator), _) => 10 * level(operator),
            (Pending::Unary(_), _) => 90,
        }
    }
}

/// The parser of one expression.
struct Parser<'p, 't> {
    tokens: &'p mut Tokens<'t>,
    precedence: Precedence,
    terms: Vec<(Term, Span)>,
    pending: Vec<(Pending, Span)>,
}

/// Reads one expression, as long as it goes.
pub(crate) fn parse(tokens: &mut Tokens<'_>) -> Result<Expression, Error> {
    parse_with(tokens, Precedence::Dve)
}

/// Reads one expression whose operators bind so.
pub(crate) fn parse_with(
    tokens: &mut Tokens<'_>,
    precedence: Precedence,
) -> Result<Expression, Error> {
    let start = tokens.span();
    let mut parser = Parser {
        tokens,
        precedence,
        terms: Vec::new(),
        pending: Vec::new(),
    };
    parser.operand()?;
    while parser.operator()? {
        parser.operand()?;
    }
    parser.finish()?;
    let terms = parser.terms;
    let span = start.to(tokens.last);
    Ok(Expression { terms, span })
}

impl Parser<'_, '_> {
    /// Reads everything up to the end of an operand that needs no closing mark.
    fn operand(&mut self) -> Result<(), Error> {
        loop {
            let token = self.tokens.peek();
            let opening = match token {
                Token::OpenParen => Pending::Parenthesis,
                Token::Minus => Pending::Unary(Unary::Negate),
                Token::Tilde => Pending::Unary(Unary::Complement),
                Token::Not => Pending::Unary(Unary::Not),
                _ => {
                    let awaits_index = self.atom(token)?;
                    if awaits_index {
                        continue;
                    }
                    return Ok(());
                }
            };
            let span = self.tokens.advance()?;
            self.pending.push((opening, span));
        }
    }

    /// Reads a number or name; true if an index must follow.
    fn atom(&mut self, token: Token) -> Result<bool, Error> {
        let value = match token {
            Token::Number(value) => value,
            Token::True => 1,
            Token::False => 0,
            Token::Name => return self.named(),
            _ => return Err(self.tokens.expected("an expression")),
        };
        let span = self.tokens.advance()?;
        self.terms.push((Term::Number(value), span));
        Ok(false)
    }

    /// Reads `x`, `P.q` or `P->x`; true if an index must follow.
    fn named(&mut self) -> Result<bool, Error> {
        let first = self.tokens.advance()?;
        let (plain, indexed) = if self.tokens.take(Token::Dot)? {
            let (process, member) = (first, self.tokens.name("a state's name")?);
            (
                Term::Dotted { process, member },
                Term::DottedIndex { process, member },
            )
        } else if self.tokens.take(Token::Arrow)? {
            let (process, member) = (first, self.tokens.name("a variable's name")?);
            (
                Term::Foreign { process, member },
                Term::ForeignIndex { process, member },
            )
        } else {
            (Term::Name, Term::Index)
        };
        let span = first.to(self.tokens.last);
        let awaits_index = self.tokens.take(Token::OpenBracket)?;
        if awaits_index {
            self.pending.push((Pending::Bracket(indexed), span));
        } else {
            self.terms.push((plain, span));
        }
        Ok(awaits_index)
    }

    /// Reads closing marks and a binary operator; false at the end of the expression.
    fn operator(&mut self) -> Result<bool, Error> {
        loop {
            let token = self.tokens.peek();
            if let Some(operator) = infix(token) {
                self.reduce(self.precedence.of(operator));
                let span = self.tokens.advance()?;
                if let Pending::Logical(logical) = operator {
                    self.terms.push((Term::Left(logical), span));
                }
                self.pending.push((operator, span));
                return Ok(true);
            }
            let closes = match token {
                Token::CloseParen => self.close(|open| matches!(open, Pending::Parenthesis)),
                Token::CloseBracket => self.close(|open| matches!(open, Pending::Bracket(_))),
                _ => false,
            };
            if !closes {
                return Ok(false);
            }
            self.tokens.advance()?;
        }
    }

    /// Completes the innermost open mark, if it is the wanted one.
    fn close(&mut self, wanted: impl Fn(Pending) -> bool) -> bool {
        self.reduce(1);
        let Some(&(open, span)) = self.pending.last() else {
            return false;
        };
        if !wanted(open) {
            return false;
        }
        self.pending.pop();
        if let Pending::Bracket(term) = open {
            self.terms.push((term, span));
        }
        true
    }

    /// Completes the operators on top of the stack that bind at least as tightly as `level`.
    fn reduce(&mut self, level: u8) {
        while let Some(&(operator, span)) = self.pending.last() {
            if self.precedence.of(operator) < level {
                return;
            }
            self.pending.pop();
            let term = match operator {
                Pending::Unary(unary) => Term::Unary(unary),
                Pending::Binary(binary) => Term::Binary(binary),
                Pending::Logical(logical) => Term::Logical(logical),
                Pending::Parenthesis | Pending::Bracket(_) => unreachable!("marks have level 0"),
            };
            self.terms.push((term, span));
        }
    }

    /// Completes what is left; nothing may still be open.
    fn finish(&mut self) -> Result<(), Error> {
        self.reduce(1);
        let Some(&(open, span)) = self.pending.last() else {
            return Ok(());
        };
        if self.tokens.peek() != Token::End {
            let wanted = match open {
                Pending::Bracket(_) => "an operator or `]`",
                _ => "an operator or `)`",
            };
            return Err(self.tokens.expected(wanted));
        }
        let mark = if matches!(open, Pending::Bracket(_)) {
            '['
        } else {
            '('
        };
        Err(Error::new(ErrorKind::Unclosed(mark), span))
    }
}
