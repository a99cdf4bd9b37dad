//! Questions about formulas in negation normal form that several techniques ask.

use lariat_ltl::{Formula, Formulas, Node};
use rustc_hash::{FxHashMap, FxHashSet};

/// Whether the node is a past operator.
pub(crate) fn looks_back(node: &Node) -> bool {
    matches!(
        node,
        Node::Yesterday(_) | Node::Once(_) | Node::Historically(_) | Node::Since(..)
    )
}

/// Whether the node is an operator of the future.
pub(crate) fn looks_ahead(node: &Node) -> bool {
    matches!(node, Node::Next(_)) || is_strong(node) || is_weak(node)
}

/// Whether the node demands that something comes: F, U, M.
pub(crate) fn is_strong(node: &Node) -> bool {
    matches!(
        node,
        Node::Finally(_) | Node::Until(..) | Node::StrongRelease(..)
    )
}

/// Whether the node is satisfied by waiting for ever: G, W, R.
pub(crate) fn is_weak(node: &Node) -> bool {
    matches!(
        node,
        Node::Globally(_) | Node::WeakUntil(..) | Node::Release(..)
    )
}

/// For each subformula, in the order of [`Formulas::subformulas`], whether it has an operator that
/// satisfies `is`.
pub(crate) fn containing(
    formulas: &Formulas,
    formula: Formula,
    is: impl Fn(&Node) -> bool,
) -> FxHashSet<Formula> {
    let mut found = FxHashSet::default();
    for sub in formulas.subformulas(formula) {
        let node = formulas.node(sub);
        let mut has = is(node);
        node.each_operand(|operand| has |= found.contains(&operand));
        if has {
            found.insert(sub);
        }
    }
    found
}

/// Whether the formula has an operator of the future.
pub(crate) fn has_future(formulas: &Formulas, formula: Formula) -> bool {
    let subformulas = formulas.subformulas(formula);
    subformulas
        .iter()
        .any(|&sub| looks_ahead(formulas.node(sub)))
}

/// How many letters beyond the first the formula looks at, if it has no operator of the future but
/// X: its depth in them.
pub(crate) fn bounded_depth(formulas: &Formulas, formula: Formula) -> Option<usize> {
    let mut depths: FxHashMap<Formula, usize> = FxHashMap::default();
    for sub in formulas.subformulas(formula) {
        let node = formulas.node(sub);
        let mut depth = 0;
        node.each_operand(|operand| depth = depth.max(depths[&operand]));
        if is_strong(node) || is_weak(node) || looks_back(node) && depth > 0 {
            return None;
        }
        depth += usize::from(matches!(node, Node::Next(_)));
        depths.insert(sub, depth);
    }
    depths.get(&formula).copied()
}

/// The formula with every occurrence of `old` replaced by `new`, constants absorbed.
pub(crate) fn replace(
    formulas: &mut Formulas,
    formula: Formula,
    old: Formula,
    new: Formula,
) -> Formula {
    let mut made: FxHashMap<Formula, Formula> = FxHashMap::default();
    for sub in formulas.subformulas(formula) {
        let result = if sub == old {
            new
        } else {
            let node = formulas.node(sub).map(|operand| made[&operand]);
            make(formulas, node)
        };
        made.insert(sub, result);
    }
    made[&formula]
}

/// The formula with this topmost operator, which is in negation normal form, constants absorbed.
pub(crate) fn make(formulas: &mut Formulas, node: Node) -> Formula {
    let (truth, falsity) = (formulas.truth(), formulas.falsity());
    let is_constant = |operand: Formula| operand == truth || operand == falsity;
    match node {
        Node::And(parts) if parts.contains(&falsity) => falsity,
        Node::Or(parts) if parts.contains(&truth) => truth,
        Node::And(parts) => formulas.all(parts.into_iter().filter(|&part| part != truth)),
        Node::Or(parts) => formulas.any(parts.into_iter().filter(|&part| part != falsity)),
        Node::Next(a) | Node::Finally(a) | Node::Globally(a) if is_constant(a) => a,
        Node::Until(_, b) | Node::WeakUntil(_, b) if b == truth => truth,
        Node::Until(a, b) | Node::WeakUntil(a, b) if a == falsity => b,
        Node::Until(_, b) if b == falsity => falsity,
        Node::Until(a, b) if a == truth => formulas.make(Node::Finally(b)),
        Node::WeakUntil(a, b) if b == falsity => make(formulas, Node::Globally(a)),
        Node::WeakUntil(a, _) if a == truth => truth,
        Node::Release(_, b) | Node::StrongRelease(_, b) if b == falsity => falsity,
        Node::Release(a, b) | Node::StrongRelease(a, b) if a == truth => b,
        Node::Release(_, b) if b == truth => truth,
        Node::Release(a, b) if a == falsity => formulas.make(Node::Globally(b)),
        Node::StrongRelease(a, b) if b == truth => make(formulas, Node::Finally(a)),
        Node::StrongRelease(a, _) if a == falsity => falsity,
        other => formulas.make(other),
    }
}

/// A proposition of which no formula speaks, named like this or nearly so.
pub(crate) fn fresh_atom(formulas: &mut Formulas, mut name: String) -> Formula {
    loop {
        let before = formulas.atom_count();
        let atom = formulas.atom(&name);
        if formulas.atom_count() > before {
            return atom;
        }
        name.push('\'');
    }
}
