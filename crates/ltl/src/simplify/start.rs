//! What a formula means at the first position of a word, where there is no past.
//!
//! The rules of the other files hold at every position.  A formula as a whole is asked about at the
//! first one: there `Y a` is false, `O a` and `H a` are `a`, `a S b` is `b`, and `F O a` is `F a`.

use rustc_hash::FxHashMap;

use crate::{Formula, Formulas, Node};

use super::Simplifier;
use super::lens::{Op, Sketch};

impl Simplifier {
    /// A formula that holds at the first position of the same words, for one that is simplified.
    pub(super) fn at_start(&mut self, formulas: &mut Formulas, formula: Formula) -> Formula {
        let mut simplified = formula;
        loop {
            let next = self.start_pass(formulas, simplified);
            if next == simplified {
                return next;
            }
            simplified = next;
        }
    }

    /// Evaluates every part of the formula that is asked about at the first position.
    fn start_pass(&mut self, formulas: &mut Formulas, formula: Formula) -> Formula {
        let mut parts = asked_at_start(formulas, formula);
        parts.sort_unstable();
        parts.dedup();
        let mut evaluated = FxHashMap::default();
        for part in parts {
            let sketch = start_of(formulas, part, &evaluated);
            let value = self.build(formulas, sketch);
            evaluated.insert(part, value);
        }
        evaluated[&formula]
    }
}

/// The subformulas, `formula` included, whose truth at the first position decides that of
/// `formula`.
fn asked_at_start(formulas: &Formulas, formula: Formula) -> Vec<Formula> {
    let mut asked = Vec::new();
    let mut seen = rustc_hash::FxHashSet::default();
    let mut stack = vec![formula];
    while let Some(part) = stack.pop() {
        if !seen.insert(part) {
            continue;
        }
        asked.push(part);
        match formulas.node(part) {
            Node::And(parts) | Node::Or(parts) => stack.extend_from_slice(parts),
            Node::Once(a) | Node::Historically(a) | Node::Since(_, a) => stack.push(*a),
            _ => {}
        }
    }
    asked
}

/// A part at the first position, over its operands there.
fn start_of(formulas: &Formulas, part: Formula, evaluated: &FxHashMap<Formula, Formula>) -> Sketch {
    let all = |op, parts: &[Formula]| {
        let values = parts.iter().map(|part| Sketch::Leaf(evaluated[part]));
        Sketch::Apply(op, values.collect())
    };
    match formulas.node(part) {
        Node::And(parts) => all(Op::And, parts),
        Node::Or(parts) => all(Op::Or, parts),
        Node::Once(a) | Node::Historically(a) | Node::Since(_, a) => evaluated[a].into(),
        Node::Yesterday(_) => Sketch::falsity(),
        Node::Not(denied) => match formulas.node(*denied) {
            Node::Yesterday(_) => Sketch::truth(),
            Node::Since(_, b) => Sketch::Apply(Op::Not, vec![(*b).into()]),
            _ => part.into(),
        },
        Node::Finally(a) => from_start_on(formulas, Op::Finally, *a),
        Node::Globally(a) => from_start_on(formulas, Op::Globally, *a),
        _ => part.into(),
    }
}

/// `F(O a | b) = F(a | b)` and `G(H a & b) = G(a & b)` at the first position.
fn from_start_on(formulas: &Formulas, op: Op, body: Formula) -> Sketch {
    let (junction, parts) = match (op, formulas.node(body)) {
        (Op::Finally, Node::Or(parts)) => (Op::Or, &parts[..]),
        (Op::Globally, Node::And(parts)) => (Op::And, &parts[..]),
        _ => (Op::And, std::slice::from_ref(&body)),
    };
    let without_past = |part: &Formula| match (op, formulas.node(*part)) {
        (Op::Finally, Node::Once(a)) | (Op::Globally, Node::Historically(a)) => (*a).into(),
        _ => (*part).into(),
    };
    let parts = parts.iter().map(without_past).collect();
    Sketch::Apply(op, vec![Sketch::Apply(junction, parts)])
}
