//! Acceptance conditions evaluated by a stack of their own, however deep they nest.
//!
//! The nodes of a condition are numbered in postfix order: the parts of a node from left to right, then
//! the node itself.

use lariat_automata::{BitSet, Condition, Marks};

/// A node of a condition in postfix order; a conjunction or disjunction has so many parts before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Node {
    Constant(bool),
    Inf(usize),
    Fin(usize),
    And(usize),
    Or(usize),
}

/// The nodes of a condition, numbered by their positions.
pub(crate) fn postfix(condition: &Condition) -> Vec<Node> {
    let mut nodes = Vec::new();
    let mut pending = vec![condition];
    // From right to left, each node before its parts: the reverse of what is wanted.
    while let Some(condition) = pending.pop() {
        nodes.push(match condition {
            Condition::True => Node::Constant(true),
            Condition::False => Node::Constant(false),
            Condition::Inf(mark) => Node::Inf(*mark),
            Condition::Fin(mark) => Node::Fin(*mark),
            Condition::And(parts) => Node::And(parts.len()),
            Condition::Or(parts) => Node::Or(parts.len()),
        });
        if let Condition::And(parts) | Condition::Or(parts) = condition {
            pending.extend(parts);
        }
    }
    nodes.reverse();
    nodes
}

/// The value of the last node, where `value` gives that of each leaf and forces nodes to false.
pub(crate) fn evaluate(nodes: &[Node], dropped: &BitSet, leaf: impl Fn(Node) -> bool) -> bool {
    let mut values: Vec<bool> = Vec::new();
    for (number, &node) in nodes.iter().enumerate() {
        let value = match node {
            Node::Constant(value) => value,
            Node::Inf(_) | Node::Fin(_) => leaf(node),
            Node::And(parts) => {
                let parts = values.split_off(values.len() - parts);
                parts.into_iter().all(|value| value)
            }
            Node::Or(parts) => {
                let parts = values.split_off(values.len() - parts);
                parts.into_iter().any(|value| value)
            }
        };
        values.push(value && !dropped.contains(number));
    }
    values.pop().unwrap_or(false)
}

/// Whether the condition holds where exactly `marks` occur infinitely often.
pub(crate) fn holds(condition: &Condition, marks: &Marks) -> bool {
    evaluate(&postfix(condition), &BitSet::EMPTY, |node| match node {
        Node::Inf(mark) => marks.contains(mark),
        Node::Fin(mark) => !marks.contains(mark),
        _ => false,
    })
}

/// The parts of each node.
pub(crate) fn parts(nodes: &[Node]) -> Vec<Vec<usize>> {
    let mut roots: Vec<usize> = Vec::new();
    let mut all = Vec::with_capacity(nodes.len());
    for (number, node) in nodes.iter().enumerate() {
        all.push(match *node {
            Node::And(count) | Node::Or(count) => roots.split_off(roots.len() - count),
            _ => Vec::new(),
        });
        roots.push(number);
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nodes_are_numbered_in_postfix_order() {
        let left = Condition::And(vec![Condition::Fin(0), Condition::Inf(1)]);
        let condition = Condition::Or(vec![left, Condition::Inf(2)]);
        let nodes = postfix(&condition);
        let expected = [
            Node::Fin(0),
            Node::Inf(1),
            Node::And(2),
            Node::Inf(2),
            Node::Or(2),
        ];
        assert_eq!(nodes, expected);
        assert_eq!(parts(&nodes)[4], [2, 3]);
        assert_eq!(parts(&nodes)[2], [0, 1]);
    }

    #[test]
    fn fin_and_inf_are_opposite() {
        let both = Condition::all([Condition::Fin(0), Condition::Inf(1)]);
        assert!(holds(&both, &Marks::single(1)));
        assert!(!holds(&both, &Marks::first(2)));
        assert!(!holds(&both, &Marks::EMPTY));
        assert!(holds(&Condition::And(vec![]), &Marks::EMPTY));
        assert!(!holds(&Condition::Or(vec![]), &Marks::EMPTY));
    }
}
