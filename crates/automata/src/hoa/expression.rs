//! Expressions over `!`, `&` and `|`: labels and acceptance conditions.
//!
//! Operators wait on a stack of their own, so that nesting costs memory only, and a run of equal
//! operators is one entry, so that `a & b & …` is put together at once.

use super::error::{HoaError, HoaErrorKind};
use super::lexer::Token;
use super::parser::Parser;

/// What expressions mean.
pub(super) trait Algebra {
    type Value;

    /// Negation, where expressions have one.
    const NOT: Option<fn(Self::Value) -> Self::Value>;

    /// Reads an operand that is neither in parentheses nor negated.
    fn operand(&mut self, parser: &mut Parser<'_>) -> Result<Self::Value, HoaError>;

    /// The conjunction of at least two values.
    fn and(&mut self, values: Vec<Self::Value>) -> Result<Self::Value, HoaErrorKind>;

    /// The disjunction of at least two values.
    fn or(&mut self, values: Vec<Self::Value>) -> Result<Self::Value, HoaErrorKind>;
}

/// A pending operator; runs of `&` and `|` with how many operands they have so far.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Pending {
    Open,
    Not,
    And(usize),
    Or(usize),
}

/// Reads the longest expression that stands here.
pub(super) fn read_expression<A: Algebra>(
    parser: &mut Parser<'_>,
    algebra: &mut A,
) -> Result<A::Value, HoaError> {
    let start = parser.span()?.start;
    let mut stack = Stack {
        values: Vec::new(),
        pending: Vec::new(),
        open: 0,
    };
    loop {
        stack.read_operand(parser, algebra)?;
        loop {
            let next = parser.peek()?;
            let located = |kind| HoaError::new(kind, start..parser.consumed());
            match next {
                Token::Sign('&') => stack.push_and(),
                Token::Sign('|') => stack.push_or(algebra).map_err(located)?,
                Token::Sign(')') if stack.is_open() => {
                    parser.advance()?;
                    let goes_on = parser.peek()?;
                    let located = |kind| HoaError::new(kind, start..parser.consumed());
                    stack.close(algebra, goes_on).map_err(located)?;
                    continue;
                }
                _ if stack.is_open() => return Err(parser.expected("`&`, `|` or `)`")),
                _ => {
                    stack.reduce(algebra, |_| true).map_err(located)?;
                    return Ok(stack.values.pop().expect("one value is left"));
                }
            }
            parser.advance()?;
            break;
        }
    }
}

struct Stack<T> {
    values: Vec<T>,
    pending: Vec<Pending>,
    /// How many parentheses are open.
    open: usize,
}

impl<T> Stack<T> {
    /// Reads opening parentheses, negations, and the operand that follows them.
    fn read_operand<A: Algebra<Value = T>>(
        &mut self,
        parser: &mut Parser<'_>,
        algebra: &mut A,
    ) -> Result<(), HoaError> {
        loop {
            if parser.accept('(')? {
                self.pending.push(Pending::Open);
                self.open += 1;
            } else if A::NOT.is_some() && parser.accept('!')? {
                self.pending.push(Pending::Not);
            } else {
                let value = algebra.operand(parser)?;
                self.values.push(value);
                self.apply_nots::<A>();
                return Ok(());
            }
        }
    }

    fn is_open(&self) -> bool {
        self.open > 0
    }

    /// Closes the last parenthesis, which `next` follows.  A run inside that goes on outside is not put
    /// together yet.
    fn close<A: Algebra<Value = T>>(
        &mut self,
        algebra: &mut A,
        next: Token<'_>,
    ) -> Result<(), HoaErrorKind> {
        self.open -= 1;
        if let [.., Pending::Or(_), Pending::And(_)] = self.pending[..] {
            self.reduce(algebra, |pending| matches!(pending, Pending::And(_)))?;
        }
        let joined = match self.pending[..] {
            [.., Pending::And(outer), Pending::Open, Pending::And(inner)] => {
                Some(Pending::And(outer + inner))
            }
            [.., Pending::Or(outer), Pending::Open, Pending::Or(inner)]
                if next != Token::Sign('&') =>
            {
                Some(Pending::Or(outer + inner))
            }
            _ => None,
        };
        match joined {
            Some(run) => {
                self.pending.truncate(self.pending.len() - 3);
                self.pending.push(run);
            }
            None => {
                self.reduce(algebra, |_| true)?;
                self.pending.pop();
                self.apply_nots::<A>();
            }
        }
        Ok(())
    }

    /// Applies the negations that wait for the value on top.
    fn apply_nots<A: Algebra<Value = T>>(&mut self) {
        while self.pending.pop_if(|top| *top == Pending::Not).is_some() {
            let value = self.values.pop().expect("a negation waits for a value");
            self.values.extend(A::NOT.map(|not| not(value)));
        }
    }

    fn push_and(&mut self) {
        match self.pending.last_mut() {
            Some(Pending::And(count)) => *count += 1,
            _ => self.pending.push(Pending::And(1)),
        }
    }

    fn push_or<A: Algebra<Value = T>>(&mut self, algebra: &mut A) -> Result<(), HoaErrorKind> {
        self.reduce(algebra, |pending| matches!(pending, Pending::And(_)))?;
        match self.pending.last_mut() {
            Some(Pending::Or(count)) => *count += 1,
            _ => self.pending.push(Pending::Or(1)),
        }
        Ok(())
    }

    /// Applies the pending runs of operators down to the last parenthesis, as long as they are `wanted`.
    fn reduce<A: Algebra<Value = T>>(
        &mut self,
        algebra: &mut A,
        wanted: impl Fn(Pending) -> bool,
    ) -> Result<(), HoaErrorKind> {
        while let Some(&top) = self.pending.last() {
            let (Pending::And(count) | Pending::Or(count)) = top else {
                break;
            };
            if !wanted(top) {
                break;
            }
            self.pending.pop();
            let operands = self.values.split_off(self.values.len() - count - 1);
            self.values.push(match top {
                Pending::And(_) => algebra.and(operands)?,
                _ => algebra.or(operands)?,
            });
        }
        Ok(())
    }
}
