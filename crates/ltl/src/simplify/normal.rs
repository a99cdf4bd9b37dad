//! Negation normal form, as a plan for every subformula and sign that it needs.
//!
//! Nested conjunctions, disjunctions and implications are flattened before they are built, so that
//! a long chain costs its length and not its square.

use rustc_hash::{FxHashMap, FxHashSet};

use crate::{Formula, Formulas, Node};

use super::lens::{Op, Sketch};

/// A subformula of the input, or its negation; it is not itself a negation.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub(super) struct Request {
    pub(super) formula: Formula,
    pub(super) negated: bool,
}

/// How to build what was requested.
pub(super) enum Plan {
    /// The request is for a proposition or its negation.
    Literal,
    /// Operators over what else is requested.
    Build(Sketch<Request>),
}

/// The request for a formula or its negation.
pub(super) fn request(formulas: &Formulas, mut formula: Formula, mut negated: bool) -> Request {
    while let Node::Not(inner) = formulas.node(formula) {
        formula = *inner;
        negated = !negated;
    }
    Request { formula, negated }
}

/// How to build `root` and everything below it that it needs, operands before what is made of them.
pub(super) fn plans(formulas: &Formulas, root: Request) -> Vec<(Request, Plan)> {
    let mut plans = FxHashMap::default();
    let mut pending = vec![root];
    while let Some(request) = pending.pop() {
        if plans.contains_key(&request) {
            continue;
        }
        let plan = plan(formulas, request);
        if let Plan::Build(sketch) = &plan {
            each_leaf(sketch, &mut |operand| pending.push(operand));
        }
        plans.insert(request, plan);
    }
    let mut plans: Vec<_> = plans.into_iter().collect();
    plans.sort_unstable_by_key(|(request, _)| *request);
    plans
}

fn each_leaf(sketch: &Sketch<Request>, visit: &mut impl FnMut(Request)) {
    match sketch {
        Sketch::Leaf(request) => visit(*request),
        Sketch::Apply(_, operands) => operands
            .iter()
            .for_each(|operand| each_leaf(operand, visit)),
    }
}

fn plan(formulas: &Formulas, whole: Request) -> Plan {
    let Request { formula, negated } = whole;
    let leaf = |a, negated| Sketch::Leaf(request(formulas, a, negated));
    Plan::Build(match formulas.node(formula) {
        Node::Atom(_) => return Plan::Literal,
        Node::Iff(a, b) => equivalence(formulas, *a, *b, negated),
        Node::Xor(a, b) => equivalence(formulas, *a, *b, !negated),
        Node::Yesterday(_) | Node::Since(..) => {
            let (op, operands) = parts(formulas.node(formula));
            let operands = operands.into_iter().map(|operand| leaf(operand, false));
            let past = Sketch::Apply(op, operands.collect());
            if negated {
                Sketch::Apply(Op::Not, vec![past])
            } else {
                past
            }
        }
        node => match junction(node, negated) {
            Some(op) => Sketch::Apply(op, flattened(formulas, op, whole)),
            None => {
                let (op, operands) = parts(node);
                let op = if negated { op.dual() } else { op };
                let operands = operands.into_iter().map(|operand| leaf(operand, negated));
                Sketch::Apply(op, operands.collect())
            }
        },
    })
}

/// `a <-> b`, or its negation.
fn equivalence(formulas: &Formulas, a: Formula, b: Formula, negated: bool) -> Sketch<Request> {
    let both = |sign: bool| {
        let parts = [(a, sign), (b, sign != negated)];
        let leaves = parts.map(|(part, sign)| Sketch::Leaf(request(formulas, part, sign)));
        Sketch::Apply(Op::And, leaves.into())
    };
    Sketch::Apply(Op::Or, vec![both(false), both(true)])
}

/// Whether a node, or its negation, is a conjunction or a disjunction.
fn junction(node: &Node, negated: bool) -> Option<Op> {
    let op = match node {
        Node::True | Node::And(_) => Op::And,
        Node::False | Node::Or(_) | Node::Implies(..) => Op::Or,
        _ => return None,
    };
    Some(if negated { op.dual() } else { op })
}

/// The operands of a conjunction or disjunction, through nested ones of the same kind.
fn flattened(formulas: &Formulas, op: Op, whole: Request) -> Vec<Sketch<Request>> {
    let mut seen = FxHashSet::default();
    let mut leaves = Vec::new();
    let mut pending = vec![whole];
    while let Some(Request { formula, negated }) = pending.pop() {
        let mut visit = |a, negated| {
            let part = request(formulas, a, negated);
            if seen.insert(part) {
                if junction(formulas.node(part.formula), part.negated) == Some(op) {
                    pending.push(part);
                } else {
                    leaves.push(Sketch::Leaf(part));
                }
            }
        };
        match formulas.node(formula) {
            Node::Implies(a, b) => {
                visit(*a, !negated);
                visit(*b, negated);
            }
            node => node.each_operand(|operand| visit(operand, negated)),
        }
    }
    leaves
}

/// An operator and its operands apart.
fn parts(node: &Node) -> (Op, Vec<Formula>) {
    let op = match node {
        Node::True | Node::And(_) => Op::And,
        Node::False | Node::Or(_) => Op::Or,
        Node::Next(_) => Op::Next,
        Node::Finally(_) => Op::Finally,
        Node::Globally(_) => Op::Globally,
        Node::Until(..) => Op::Until,
        Node::Release(..) => Op::Release,
        Node::WeakUntil(..) => Op::WeakUntil,
        Node::StrongRelease(..) => Op::StrongRelease,
        Node::Yesterday(_) => Op::Yesterday,
        Node::Once(_) => Op::Once,
        Node::Historically(_) => Op::Historically,
        Node::Since(..) => Op::Since,
        Node::Atom(_) | Node::Not(_) | Node::Implies(..) | Node::Iff(..) | Node::Xor(..) => {
            unreachable!("planned for before")
        }
    };
    let mut operands = Vec::new();
    node.each_operand(|operand| operands.push(operand));
    (op, operands)
}

/// What was requested, in negation normal form and otherwise as it is.
pub(super) fn unsimplified(formulas: &mut Formulas, root: Request) -> Formula {
    let mut made = FxHashMap::default();
    for (request, plan) in plans(formulas, root) {
        let formula = match plan {
            Plan::Literal if request.negated => formulas.not(request.formula),
            Plan::Literal => request.formula,
            Plan::Build(sketch) => assemble(formulas, &sketch, &made),
        };
        made.insert(request, formula);
    }
    made[&root]
}

/// Recurses as deep as a plan, which is three operators at most.
fn assemble(
    formulas: &mut Formulas,
    sketch: &Sketch<Request>,
    made: &FxHashMap<Request, Formula>,
) -> Formula {
    match sketch {
        Sketch::Leaf(request) => made[request],
        Sketch::Apply(op, operands) => {
            let operands: Vec<_> = operands
                .iter()
                .map(|operand| assemble(formulas, operand, made))
                .collect();
            formulas.make(op.over(&operands))
        }
    }
}

/// The negation of a formula in negation normal form, unless it takes a negation in front.
pub(super) fn negation(node: &Node) -> Option<Sketch> {
    match node {
        Node::Not(a) => Some((*a).into()),
        Node::Atom(_) | Node::Yesterday(_) | Node::Since(..) => None,
        _ => {
            let (op, operands) = parts(node);
            let negated = |operand: Formula| Sketch::Apply(Op::Not, vec![operand.into()]);
            Some(Sketch::Apply(
                op.dual(),
                operands.into_iter().map(negated).collect(),
            ))
        }
    }
}
