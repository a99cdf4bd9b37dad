//! The infix dialects: one precedence parser for all.
//!
//! The parser keeps pending operators and finished operands on two explicit stacks, so nesting
//! costs no call stack and the time is linear in the text.

use std::ops::Range;

use super::error::{ParseError, ParseErrorKind};
use super::lexer::{Lexeme, Lexer, Located};
use super::tree::{Branch, Place, Tree, Unary};
use super::{Parser, Syntax};
use crate::operator::Binary;

/// Something that waits for its right operand.
enum Pending {
    Open,
    Prefix(Unary),
    Infix(Binary),
}

struct Stacks {
    tree: Tree,
    operands: Vec<Place>,
    pending: Vec<(Pending, Range<usize>)>,
}

impl Stacks {
    /// Gives the topmost operator its operands; false if there is none above the last parenthesis.
    fn reduce(&mut self) -> bool {
        let Some((top, span)) = self
            .pending
            .pop_if(|(top, _)| !matches!(top, Pending::Open))
        else {
            return false;
        };
        let right = self
            .operands
            .pop()
            .expect("every pending operator has got its operands");
        let branch = match top {
            Pending::Infix(operator) => {
                let left = self
                    .operands
                    .pop()
                    .expect("a binary operator has a left operand");
                Branch::Binary(operator, left, right)
            }
            Pending::Prefix(operator) => Branch::Unary(operator, right, span),
            Pending::Open => unreachable!("parentheses are not popped here"),
        };
        let place = self.tree.add(branch);
        self.operands.push(place);
        true
    }

    /// Reduces every operator that takes the operand before `operator`.
    fn reduce_tighter(&mut self, operator: Binary, syntax: Syntax) {
        let new = operator.binding(syntax);
        loop {
            let takes = match self.pending.last() {
                Some((Pending::Prefix(_), _)) => true,
                Some((Pending::Infix(old), _)) => {
                    let old = old.binding(syntax);
                    old.strength > new.strength || old.strength == new.strength && new.left
                }
                _ => false,
            };
            if !takes {
                return;
            }
            self.reduce();
        }
    }
}

/// Parses the text of an infix dialect.
pub(super) fn parse(text: &str, parser: &Parser<'_>) -> Result<Tree, ParseError> {
    let mut lexer = Lexer::new(text, parser);
    let mut stacks = Stacks {
        tree: Tree::default(),
        operands: Vec::new(),
        pending: Vec::new(),
    };
    let mut wants_operand = true;
    // The word, or whatever it is, before the current one.
    let mut last = 0..0;
    while let Some((lexeme, span)) = lexer.next()? {
        let place = span.clone();
        if wants_operand {
            match lexeme {
                Lexeme::Open => stacks.pending.push((Pending::Open, span)),
                Lexeme::Prefix(operator) => stacks.pending.push((Pending::Prefix(operator), span)),
                Lexeme::Atom(name) => {
                    let place = stacks.tree.add(Branch::Atom(name));
                    stacks.operands.push(place);
                    wants_operand = false;
                }
                Lexeme::Constant(value) => {
                    let place = stacks.tree.add(Branch::Constant(value));
                    stacks.operands.push(place);
                    wants_operand = false;
                }
                Lexeme::Infix(_) | Lexeme::Close => {
                    return Err(missing_operand(text, &stacks, Some((lexeme, span))));
                }
            }
        } else {
            match lexeme {
                Lexeme::Infix(operator) => {
                    stacks.reduce_tighter(operator, parser.syntax);
                    stacks.pending.push((Pending::Infix(operator), span));
                    wants_operand = true;
                }
                Lexeme::Close => {
                    while stacks.reduce() {}
                    if stacks.pending.pop().is_none() {
                        return Err(ParseError::new(ParseErrorKind::Unopened(')'), span));
                    }
                }
                _ => return Err(missing_operator(text, last, span)),
            }
        }
        last = place;
    }
    if wants_operand {
        return Err(missing_operand(text, &stacks, None));
    }
    while stacks.reduce() {}
    match stacks.pending.pop() {
        Some((_, span)) => Err(ParseError::new(ParseErrorKind::Unclosed('('), span)),
        None => Ok(stacks.tree),
    }
}

/// Why two formulas have nothing between them: the first, which ends with `last`, may be an operator
/// of CTL.
fn missing_operator(text: &str, last: Range<usize>, next: Range<usize>) -> ParseError {
    let words = &text[last.clone()];
    if matches!(words, "AG" | "AF" | "AX" | "EG" | "EF" | "EX") {
        return ParseError::new(ParseErrorKind::OfCtl(words.to_owned()), last);
    }
    let kind = ParseErrorKind::MissingOperator(text[next.clone()].to_owned());
    ParseError::new(kind, next)
}

/// Why there is no operand where one is wanted: `found` stands there, or nothing.
fn missing_operand(text: &str, stacks: &Stacks, found: Option<Located>) -> ParseError {
    let end = text.len()..text.len();
    let place = found.as_ref().map_or(end, |(_, span)| span.clone());
    let kind = match (stacks.pending.last(), found) {
        (Some((Pending::Open, open)), Some((Lexeme::Close, close))) => {
            return ParseError::new(ParseErrorKind::EmptyParentheses, open.start..close.end);
        }
        (Some((Pending::Open, open)), None) => {
            return ParseError::new(ParseErrorKind::Unclosed('('), open.clone());
        }
        (None, Some((Lexeme::Close, _))) => ParseErrorKind::Unopened(')'),
        (None, None) => ParseErrorKind::Empty,
        (Some((Pending::Prefix(_) | Pending::Infix(_), operator)), _) => {
            ParseErrorKind::MissingAfter(text[operator.clone()].to_owned())
        }
        (_, Some((_, span))) => ParseErrorKind::MissingBefore(text[span].to_owned()),
    };
    ParseError::new(kind, place)
}
