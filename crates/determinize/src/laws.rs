//! The truth of an operator, given that of its operands; of the future's, by their expansion laws.

use lariat_bdd::{Bdd, Bdds};
use lariat_ltl::{Formula, Node};
use rustc_hash::FxHashMap;

/// A boolean operator; `None` if it is none.
pub(crate) fn boolean(
    bdds: &mut Bdds,
    node: &Node,
    values: &FxHashMap<Formula, Bdd>,
) -> Option<Bdd> {
    Some(match node {
        Node::True => Bdd::TRUE,
        Node::False => Bdd::FALSE,
        Node::Not(a) => !values[a],
        Node::And(parts) => parts
            .iter()
            .fold(Bdd::TRUE, |all, part| bdds.and(all, values[part])),
        Node::Or(parts) => parts
            .iter()
            .fold(Bdd::FALSE, |any, part| bdds.or(any, values[part])),
        Node::Implies(a, b) => bdds.implies(values[a], values[b]),
        Node::Iff(a, b) => bdds.iff(values[a], values[b]),
        Node::Xor(a, b) => bdds.xor(values[a], values[b]),
        _ => return None,
    })
}

/// An operator of the future but X, where `later` is its truth at the next position.
pub(crate) fn expanded(
    bdds: &mut Bdds,
    node: &Node,
    values: &FxHashMap<Formula, Bdd>,
    later: Bdd,
) -> Bdd {
    match node {
        Node::Finally(a) => bdds.or(values[a], later),
        Node::Globally(a) => bdds.and(values[a], later),
        Node::Until(a, b) | Node::WeakUntil(a, b) => {
            let waiting = bdds.and(values[a], later);
            bdds.or(values[b], waiting)
        }
        Node::Release(a, b) | Node::StrongRelease(a, b) => {
            let released = bdds.or(values[a], later);
            bdds.and(values[b], released)
        }
        node => unreachable!("{node:?} has no expansion"),
    }
}
