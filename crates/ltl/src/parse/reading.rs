//! A parsed formula shown back, with all parentheses, in the order in which it was written.
//!
//! There is a pair around every operand that has a binary operator, so that the text means the
//! same in every infix dialect.

use super::tree::{Branch, Interval, Place, Tree, Unary};
use crate::name::push_name;
use crate::operator::Binary;

enum Item {
    Text(&'static str),
    Branch(Place),
}

/// The fully parenthesised text of a tree.
pub(super) fn reading(tree: &Tree) -> String {
    let mut text = String::new();
    let mut stack = vec![Item::Branch(tree.root())];
    while let Some(item) = stack.pop() {
        match item {
            Item::Text(piece) => text.push_str(piece),
            Item::Branch(place) => push_branch(tree, place, &mut text, &mut stack),
        }
    }
    text
}

/// Appends the beginning of a branch to the text, and puts the rest on the stack.
fn push_branch(tree: &Tree, place: Place, text: &mut String, stack: &mut Vec<Item>) {
    match tree.branch(place) {
        Branch::Constant(true) => text.push_str("true"),
        Branch::Constant(false) => text.push_str("false"),
        Branch::Atom(name) => push_name(text, name),
        Branch::Unary(operator, operand, _) => {
            push_unary(text, *operator);
            let called = matches!(operator, Unary::Rose | Unary::Fell);
            push_operand(tree, *operand, called, stack);
        }
        Branch::Binary(operator, left, right) => {
            let operands = if operator.flattens() {
                tree.flat_operands(*operator, place)
            } else {
                vec![*left, *right]
            };
            for (index, &operand) in operands.iter().enumerate().rev() {
                push_operand(tree, operand, false, stack);
                if index > 0 {
                    stack.push(Item::Text(spelling(*operator)));
                }
            }
        }
    }
}

fn push_operand(tree: &Tree, operand: Place, always: bool, stack: &mut Vec<Item>) {
    if always || matches!(tree.branch(operand), Branch::Binary(..)) {
        stack.extend([Item::Text(")"), Item::Branch(operand), Item::Text("(")]);
    } else {
        stack.push(Item::Branch(operand));
    }
}

/// With the spaces around it.
fn spelling(operator: Binary) -> &'static str {
    match operator {
        Binary::And => " & ",
        Binary::Or => " | ",
        Binary::Xor => " xor ",
        Binary::Implies => " -> ",
        Binary::Iff => " <-> ",
        Binary::Until => " U ",
        Binary::Release => " R ",
        Binary::WeakUntil => " W ",
        Binary::StrongRelease => " M ",
        Binary::Since => " S ",
    }
}

fn push_unary(text: &mut String, operator: Unary) {
    match operator {
        Unary::Not => text.push('!'),
        Unary::Next { steps: 1 } => text.push_str("X "),
        Unary::Next { steps } => text.push_str(&format!("X[{steps}] ")),
        Unary::Finally(interval) => push_bounded(text, 'F', interval),
        Unary::Globally(interval) => push_bounded(text, 'G', interval),
        Unary::Yesterday => text.push_str("Y "),
        Unary::Once => text.push_str("O "),
        Unary::Historically => text.push_str("H "),
        Unary::Rose => text.push_str("rose"),
        Unary::Fell => text.push_str("fell"),
    }
}

fn push_bounded(text: &mut String, letter: char, interval: Interval) {
    text.push(letter);
    match interval {
        Interval::UNBOUNDED => {}
        Interval { from, to: None } => text.push_str(&format!("[{from}..]")),
        Interval { from, to: Some(to) } => text.push_str(&format!("[{from}..{to}]")),
    }
    text.push(' ');
}
