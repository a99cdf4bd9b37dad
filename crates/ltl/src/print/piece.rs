//! One level of a formula as a notation writes it: with the operators that the notation has.

use rustc_hash::FxHashMap;

use super::Notation;
use crate::operator::Binary;
use crate::{Atom, Formula, Formulas, Node};

/// A prefix operator.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Prefix {
    Not,
    Next,
    Finally,
    Globally,
    Yesterday,
    Once,
    Historically,
}

/// Something to be written.
pub(super) enum Piece {
    Formula(Formula),
    Constant(bool),
    Atom(Atom),
    Prefix(Prefix, Box<Piece>),
    Infix(Binary, Vec<Piece>),
}

/// Whether the notation has to copy an operand to spell the topmost operator.
pub(super) fn copies_an_operand(node: &Node, notation: Notation) -> bool {
    match notation {
        Notation::Spin => matches!(node, Node::WeakUntil(..) | Node::StrongRelease(..)),
        Notation::Ltsmin => matches!(node, Node::StrongRelease(..)),
        _ => false,
    }
}

/// The topmost operator of `formula`, or an equivalent combination of operators that the notation
/// has.
pub(super) fn view(
    formulas: &Formulas,
    formula: Formula,
    notation: Notation,
    sizes: &FxHashMap<Formula, u64>,
) -> Piece {
    let node = formulas.node(formula);
    match node {
        Node::WeakUntil(a, b) if copies_an_operand(node, notation) => {
            spelled_weak_until(a, b, sizes)
        }
        Node::StrongRelease(a, b) if copies_an_operand(node, notation) => {
            spelled_strong_release(a, b, sizes)
        }
        Node::Xor(a, b) if matches!(notation, Notation::Spin | Notation::Ltsmin) => {
            Piece::Prefix(Prefix::Not, Box::new(infix(Binary::Iff, a, b)))
        }
        _ => topmost(node),
    }
}

/// The topmost operator, as it stands.
fn topmost(node: &Node) -> Piece {
    let infix_of = |operator, parts: &[Formula]| {
        let parts = parts.iter().copied().map(Piece::Formula);
        Piece::Infix(operator, parts.collect())
    };
    match node {
        Node::True => Piece::Constant(true),
        Node::False => Piece::Constant(false),
        Node::Atom(atom) => Piece::Atom(*atom),
        Node::And(parts) => infix_of(Binary::And, parts),
        Node::Or(parts) => infix_of(Binary::Or, parts),
        Node::Not(a) => prefix(Prefix::Not, a),
        Node::Next(a) => prefix(Prefix::Next, a),
        Node::Finally(a) => prefix(Prefix::Finally, a),
        Node::Globally(a) => prefix(Prefix::Globally, a),
        Node::Yesterday(a) => prefix(Prefix::Yesterday, a),
        Node::Once(a) => prefix(Prefix::Once, a),
        Node::Historically(a) => prefix(Prefix::Historically, a),
        Node::Implies(a, b) => infix(Binary::Implies, a, b),
        Node::Iff(a, b) => infix(Binary::Iff, a, b),
        Node::Xor(a, b) => infix(Binary::Xor, a, b),
        Node::Until(a, b) => infix(Binary::Until, a, b),
        Node::Release(a, b) => infix(Binary::Release, a, b),
        Node::WeakUntil(a, b) => infix(Binary::WeakUntil, a, b),
        Node::StrongRelease(a, b) => infix(Binary::StrongRelease, a, b),
        Node::Since(a, b) => infix(Binary::Since, a, b),
    }
}

/// a W b by other operators, copying the smaller operand.
fn spelled_weak_until(a: &Formula, b: &Formula, sizes: &FxHashMap<Formula, u64>) -> Piece {
    if sizes[a] <= sizes[b] {
        // a W b = (a U b) ∨ G a
        let until = infix(Binary::Until, a, b);
        Piece::Infix(Binary::Or, vec![until, prefix(Prefix::Globally, a)])
    } else {
        // a W b = b R (a ∨ b)
        let either = infix(Binary::Or, a, b);
        Piece::Infix(Binary::Release, vec![Piece::Formula(*b), either])
    }
}

/// a M b by other operators, copying the smaller operand.
fn spelled_strong_release(a: &Formula, b: &Formula, sizes: &FxHashMap<Formula, u64>) -> Piece {
    if sizes[a] <= sizes[b] {
        // a M b = (a R b) ∧ F a
        let release = infix(Binary::Release, a, b);
        Piece::Infix(Binary::And, vec![release, prefix(Prefix::Finally, a)])
    } else {
        // a M b = b U (a ∧ b)
        let both = infix(Binary::And, a, b);
        Piece::Infix(Binary::Until, vec![Piece::Formula(*b), both])
    }
}

fn prefix(operator: Prefix, a: &Formula) -> Piece {
    Piece::Prefix(operator, Box::new(Piece::Formula(*a)))
}

fn infix(operator: Binary, a: &Formula, b: &Formula) -> Piece {
    Piece::Infix(operator, vec![Piece::Formula(*a), Piece::Formula(*b)])
}
