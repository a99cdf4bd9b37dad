//! Conditions of claims: boolean combinations of what Promela can say.
//!
//! Whether a parenthesis encloses a boolean combination or a part of an arithmetic expression is seen
//! from what follows it.  Operators wait on a stack of their own, so that nesting costs memory only.

use lariat_bdd::Bdd;

use super::lexer::Token;
use super::reader::{Cursor, NeverError, NeverErrorKind};
use crate::label_text::MAX_NODES;
use crate::quoting::unescape;
use crate::{Label, Labels};

/// Words that are no propositions.
const KEYWORDS: [&str; 11] = [
    "if", "fi", "do", "od", "goto", "skip", "else", "break", "atomic", "assert", "never",
];

/// Signs that join two parts of an arithmetic expression or comparison.
const ARITHMETIC: [&str; 16] = [
    "==", "!=", "<=", ">=", "<", ">", "<<", ">>", "+", "-", "*", "/", "%", "&", "|", "^",
];

#[derive(Clone, Copy, PartialEq, Eq)]
enum Pending {
    Open,
    Not,
    And,
    Or,
}

/// Reads a condition.
pub(super) fn read_condition(
    cursor: &mut Cursor<'_>,
    labels: &mut Labels,
) -> Result<Label, NeverError> {
    let mut stack = Stack {
        size_before: labels.bdds.size(),
        labels,
        values: Vec::new(),
        pending: Vec::new(),
        open: 0,
    };
    loop {
        stack.read_operand(cursor)?;
        if stack.labels.bdds.size() > stack.size_before + MAX_NODES {
            let limit = MAX_NODES;
            return Err(cursor.fault(NeverErrorKind::ConditionTooLarge { limit }));
        }
        while cursor.peek() == Token::Sign(")") && stack.open > 0 {
            stack.close();
            cursor.advance();
        }
        match cursor.peek() {
            Token::Sign("&&") => stack.push(Pending::And, &[Pending::And]),
            Token::Sign("||") => stack.push(Pending::Or, &[Pending::And, Pending::Or]),
            _ if stack.open > 0 => return Err(cursor.expected("`&&`, `||` or `)`")),
            _ => return Ok(stack.finish()),
        }
        cursor.advance();
    }
}

struct Stack<'a> {
    labels: &'a mut Labels,
    /// How large the arena was when the condition began.
    size_before: usize,
    values: Vec<Label>,
    pending: Vec<Pending>,
    /// How many parentheses are open.
    open: usize,
}

impl Stack<'_> {
    /// Reads opening parentheses, negations, and the operand that follows them.
    fn read_operand(&mut self, cursor: &mut Cursor<'_>) -> Result<(), NeverError> {
        loop {
            let pending = match cursor.peek() {
                Token::Sign("!") => Pending::Not,
                Token::Sign("(") if !continues(cursor.after_group()) => Pending::Open,
                _ => break,
            };
            self.open += usize::from(pending == Pending::Open);
            self.pending.push(pending);
            cursor.advance();
        }
        let value = match cursor.peek() {
            Token::Word("1" | "true") if !continues(cursor.following()) => {
                cursor.advance();
                Bdd::TRUE
            }
            Token::Word("0" | "false") if !continues(cursor.following()) => {
                cursor.advance();
                Bdd::FALSE
            }
            _ => {
                let name = self.read_atom(cursor)?;
                let index = self.labels.proposition(&name) as u32;
                self.labels.bdds.var(index)
            }
        };
        self.values.push(value);
        self.apply_nots();
        Ok(())
    }

    /// Reads a proposition: its text with blanks as we write them.
    fn read_atom(&self, cursor: &mut Cursor<'_>) -> Result<String, NeverError> {
        if let Token::String(text) = cursor.peek() {
            cursor.advance();
            return Ok(unescape(text));
        }
        let mut text = String::new();
        loop {
            if let Token::Sign("-" | "~") = cursor.peek() {
                copy(cursor, &mut text);
            }
            read_term(cursor, &mut text)?;
            if !continues(cursor.peek()) {
                return Ok(text);
            }
            if self.pending.last() == Some(&Pending::Not) {
                return Err(cursor.expected("parentheses around what is negated"));
            }
            copy_spaced(cursor, &mut text);
        }
    }

    fn close(&mut self) {
        self.reduce(&[Pending::And, Pending::Or]);
        self.pending.pop();
        self.open -= 1;
        self.apply_nots();
    }

    fn apply_nots(&mut self) {
        while self.pending.pop_if(|top| *top == Pending::Not).is_some() {
            let value = self.values.pop().expect("a negation waits for a value");
            self.values.push(!value);
        }
    }

    /// Pushes an operator after those that bind at least as tight.
    fn push(&mut self, operator: Pending, tighter: &[Pending]) {
        self.reduce(tighter);
        self.pending.push(operator);
    }

    /// Applies the pending operators of the given kinds, down to another one.
    fn reduce(&mut self, kinds: &[Pending]) {
        while let Some(operator) = self.pending.pop_if(|top| kinds.contains(top)) {
            let second = self.values.pop().expect("an operator waits for two values");
            let first = self.values.pop().expect("an operator waits for two values");
            let bdds = &mut self.labels.bdds;
            self.values.push(match operator {
                Pending::And => bdds.and(first, second),
                _ => bdds.or(first, second),
            });
        }
    }

    fn finish(mut self) -> Label {
        self.reduce(&[Pending::And, Pending::Or]);
        self.values.pop().expect("one value is left")
    }
}

/// Whether an arithmetic expression goes on with the token.
fn continues(token: Token<'_>) -> bool {
    matches!(token, Token::Sign(sign) if ARITHMETIC.contains(&sign))
}

/// A word or a group, with what belongs to it: `P[0].x`, `P[0]@cs`, `len(c)`.
fn read_term(cursor: &mut Cursor<'_>, text: &mut String) -> Result<(), NeverError> {
    match cursor.peek() {
        Token::Word(word) if !KEYWORDS.contains(&word) => copy(cursor, text),
        Token::Sign("(") => copy_group(cursor, text)?,
        _ => return Err(cursor.expected("a condition")),
    }
    loop {
        match cursor.peek() {
            Token::Sign("[" | "(") => copy_group(cursor, text)?,
            Token::Sign("." | "@" | ":") => {
                copy(cursor, text);
                match cursor.peek() {
                    Token::Word(_) => copy(cursor, text),
                    _ => return Err(cursor.expected("a name")),
                }
            }
            _ => return Ok(()),
        }
    }
}

/// Copies a token.
fn copy(cursor: &mut Cursor<'_>, text: &mut String) {
    match cursor.peek() {
        Token::Word(word) => text.push_str(word),
        Token::Sign(sign) => text.push_str(sign),
        Token::String(_) | Token::EndOfText => {}
    }
    cursor.advance();
}

/// Copies everything from an opening to its closing parenthesis or bracket.
fn copy_group(cursor: &mut Cursor<'_>, text: &mut String) -> Result<(), NeverError> {
    let Some(end) = cursor.group_end() else {
        return Err(cursor.expected("a group that is closed"));
    };
    while cursor.position() < end {
        match cursor.peek() {
            Token::Sign("&&" | "||" | "->") => copy_spaced(cursor, text),
            token if continues(token) => copy_spaced(cursor, text),
            Token::String(_) => return Err(cursor.expected("a number or a name")),
            _ => copy(cursor, text),
        }
    }
    Ok(())
}

fn copy_spaced(cursor: &mut Cursor<'_>, text: &mut String) {
    text.push(' ');
    copy(cursor, text);
    text.push(' ');
}

/// Whether the text, put in parentheses, is read as a proposition of just this name.
pub(super) fn is_expression(name: &str) -> bool {
    let text = format!("({name})");
    let Ok(mut cursor) = Cursor::new(&text) else {
        return false;
    };
    let mut labels = Labels::default();
    let Ok(label) = read_condition(&mut cursor, &mut labels) else {
        return false;
    };
    cursor.peek() == Token::EndOfText
        && labels.propositions == [name]
        && label == labels.bdds.var(0)
}
