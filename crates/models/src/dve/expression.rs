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
    Binary(Binary, u8),
    Logical(Logical, u8),
    Parenthesis,
    /// An index to come; the term is what it will be an index of.
    Bracket(Term),
}

/// A binary operator and its level; higher binds tighter.
fn infix(token: Token) -> Option<Pending> {
    use Pending::{Binary as B, Logical as L};
    Some(match token {
        Token::Imply => L(Logical::Imply, 1),
        Token::Or | Token::OrOr => L(Logical::Or, 2),
        Token::And | Token::AndAnd => L(Logical::And, 2),
        Token::Bar => B(Binary::Or, 3),
        Token::Ampersand => B(Binary::And, 3),
        Token::Caret => B(Binary::Xor, 3),
        Token::EqualEqual => B(Binary::Equal, 4),
        Token::NotEqual => B(Binary::NotEqual, 4),
        Token::Less => B(Binary::Less, 5),
        Token::LessEqual => B(Binary::LessEqual, 5),
        Token::Greater => B(Binary::Greater, 5),
        Token::GreaterEqual => B(Binary::GreaterEqual, 5),
        Token::ShiftLeft => B(Binary::ShiftLeft, 6),
        Token::ShiftRight => B(Binary::ShiftRight, 6),
        Token::Plus => B(Binary::Add, 7),
        Token::Minus => B(Binary::Subtract, 7),
        Token::Star => B(Binary::Multiply, 8),
        Token::Slash => B(Binary::Divide, 8),
        Token::Percent => B(Binary::Remainder, 8),
        _ => return None,
    })
}

impl Pending {
    /// How tightly it binds; marks that wait for their closing twin bind nothing.
    fn level(self) -> u8 {
        match self {
            Pending::Unary(_) => 9,
            Pending::Binary(_, level) | Pending::Logical(_, level) => level,
            Pending::Parenthesis | Pending::Bracket(_) => 0,
        }
    }
}

/// The parser of one expression.
struct Parser<'p, 't> {
    tokens: &'p mut Tokens<'t>,
    terms: Vec<(Term, Span)>,
    pending: Vec<(Pending, Span)>,
}

/// Reads one expression, as long as it goes.
pub(crate) fn parse(tokens: &mut Tokens<'_>) -> Result<Expression, Error> {
    let start = tokens.span();
    let mut parser = Parser {
        tokens,
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
                self.reduce(operator.level());
                let span = self.tokens.advance()?;
                if let Pending::Logical(logical, _) = operator {
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
            if operator.level() < level {
                return;
            }
            self.pending.pop();
            let term = match operator {
                Pending::Unary(unary) => Term::Unary(unary),
                Pending::Binary(binary, _) => Term::Binary(binary),
                Pending::Logical(logical, _) => Term::Logical(logical),
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
