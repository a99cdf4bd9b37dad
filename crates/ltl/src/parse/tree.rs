//! The syntax tree between the text and the arena.
//!
//! Every dialect is parsed into the same tree, which keeps the user's order of operands, so a
//! reading can be shown back as it was written.  Nested conjunctions and disjunctions go into the
//! arena in one step each: adding their operands one at a time would copy them over and over.

use std::ops::Range;

use super::error::{ParseError, ParseErrorKind};
use crate::operator::Binary;
use crate::{Formula, Formulas, Node};

/// How many operands the bounded operators, rose and fell of one formula may unfold into.
const UNFOLDING_LIMIT: usize = 1_000_000;

/// The positions that a bounded F or G speaks of; F itself is F[0..].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Interval {
    pub(super) from: u32,
    pub(super) to: Option<u32>,
}

impl Interval {
    pub(super) const UNBOUNDED: Interval = Interval { from: 0, to: None };
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Unary {
    Not,
    Next { steps: u32 },
    Finally(Interval),
    Globally(Interval),
    Yesterday,
    Once,
    Historically,
    Rose,
    Fell,
}

impl Binary {
    pub(super) fn flattens(self) -> bool {
        matches!(self, Binary::And | Binary::Or)
    }
}

/// A node's place in its tree.
pub(super) type Place = usize;

#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Branch {
    Constant(bool),
    Atom(String),
    Unary(Unary, Place, Range<usize>),
    Binary(Binary, Place, Place),
}

/// A parsed formula: operands come before their operators, the root last.
#[derive(Default)]
pub(super) struct Tree {
    branches: Vec<Branch>,
}

impl Tree {
    pub(super) fn add(&mut self, branch: Branch) -> Place {
        self.branches.push(branch);
        self.branches.len() - 1
    }

    pub(super) fn branch(&self, place: Place) -> &Branch {
        &self.branches[place]
    }

    pub(super) fn root(&self) -> Place {
        self.branches.len() - 1
    }

    /// Whether each branch is an operand of a branch with the same flattening operator.
    fn inner(&self) -> Vec<bool> {
        let mut inner = vec![false; self.branches.len()];
        for branch in &self.branches {
            let Branch::Binary(operator, left, right) = *branch else {
                continue;
            };
            for operand in [left, right] {
                inner[operand] = operator.flattens() && self.is(operator, operand);
            }
        }
        inner
    }

    fn is(&self, operator: Binary, place: Place) -> bool {
        matches!(self.branches[place], Branch::Binary(other, ..) if other == operator)
    }

    /// The operands of the flattened operator at `place`, from left to right.
    pub(super) fn flat_operands(&self, operator: Binary, place: Place) -> Vec<Place> {
        let mut operands = Vec::new();
        let mut stack = vec![place];
        while let Some(next) = stack.pop() {
            match self.branches[next] {
                Branch::Binary(same, left, right) if same == operator => {
                    stack.push(right);
                    stack.push(left);
                }
                _ => operands.push(next),
            }
        }
        operands
    }

    /// Makes the formula in the arena, unless it unfolds too far.
    pub(super) fn make(&self, formulas: &mut Formulas) -> Result<Formula, ParseError> {
        let inner = self.inner();
        let mut made: Vec<Option<Formula>> = Vec::with_capacity(self.branches.len());
        let mut unfolded = 0;
        for (place, branch) in self.branches.iter().enumerate() {
            if inner[place] {
                made.push(None);
                continue;
            }
            if let Branch::Unary(operator, operand, span) = branch {
                let operand = made[*operand].expect("operands are made before their operator");
                unfolded += operator.unfolding(operand, formulas);
                if unfolded > UNFOLDING_LIMIT {
                    let kind = ParseErrorKind::UnfoldsTooFar {
                        limit: UNFOLDING_LIMIT,
                    };
                    return Err(ParseError::new(kind, span.clone()));
                }
            }
            let formula = self.make_one(place, &made, formulas);
            made.push(Some(formula));
        }
        Ok(made[self.root()].expect("the root is no operand"))
    }

    fn make_one(&self, place: Place, made: &[Option<Formula>], formulas: &mut Formulas) -> Formula {
        let get = |operand: Place| made[operand].expect("operands are made before their operator");
        match &self.branches[place] {
            Branch::Constant(true) => formulas.truth(),
            Branch::Constant(false) => formulas.falsity(),
            Branch::Atom(name) => formulas.atom(name),
            Branch::Unary(operator, operand, _) => operator.make(get(*operand), formulas),
            Branch::Binary(Binary::And, ..) => {
                formulas.all(self.flat_operands(Binary::And, place).into_iter().map(get))
            }
            Branch::Binary(Binary::Or, ..) => {
                formulas.any(self.flat_operands(Binary::Or, place).into_iter().map(get))
            }
            Branch::Binary(operator, left, right) => {
                formulas.make(operator.node(get(*left), get(*right)))
            }
        }
    }
}

impl Binary {
    fn node(self, left: Formula, right: Formula) -> Node {
        match self {
            Binary::And => Node::And([left, right].into()),
            Binary::Or => Node::Or([left, right].into()),
            Binary::Xor => Node::Xor(left, right),
            Binary::Implies => Node::Implies(left, right),
            Binary::Iff => Node::Iff(left, right),
            Binary::Until => Node::Until(left, right),
            Binary::Release => Node::Release(left, right),
            Binary::WeakUntil => Node::WeakUntil(left, right),
            Binary::StrongRelease => Node::StrongRelease(left, right),
            Binary::Since => Node::Since(left, right),
        }
    }
}

impl Unary {
    /// How many operands the operator unfolds into, at most; none if it stands for itself.
    fn unfolding(self, operand: Formula, formulas: &Formulas) -> usize {
        let width = match formulas.node(operand) {
            Node::And(parts) | Node::Or(parts) => parts.len(),
            _ => 1,
        };
        match self {
            Unary::Next { steps } => steps.saturating_sub(1) as usize,
            Unary::Finally(Interval { from, to }) | Unary::Globally(Interval { from, to }) => {
                let repetitions = to.map_or(0, |to| (to - from) as usize);
                (from as usize).saturating_add(width.saturating_mul(repetitions))
            }
            Unary::Rose | Unary::Fell => width,
            Unary::Not | Unary::Yesterday | Unary::Once | Unary::Historically => 0,
        }
    }

    fn make(self, operand: Formula, formulas: &mut Formulas) -> Formula {
        match self {
            Unary::Not => formulas.not(operand),
            Unary::Next { steps } => next(steps, operand, formulas),
            Unary::Finally(interval) => {
                bounded(interval, operand, formulas, Node::Finally, Formulas::or)
            }
            Unary::Globally(interval) => {
                bounded(interval, operand, formulas, Node::Globally, Formulas::and)
            }
            Unary::Yesterday => formulas.make(Node::Yesterday(operand)),
            Unary::Once => formulas.make(Node::Once(operand)),
            Unary::Historically => formulas.make(Node::Historically(operand)),
            Unary::Rose => {
                let before = formulas.make(Node::Yesterday(operand));
                let not_before = formulas.not(before);
                formulas.and(operand, not_before)
            }
            Unary::Fell => {
                let before = formulas.make(Node::Yesterday(operand));
                let not_now = formulas.not(operand);
                formulas.and(not_now, before)
            }
        }
    }
}

fn next(steps: u32, operand: Formula, formulas: &mut Formulas) -> Formula {
    (0..steps).fold(operand, |formula, _| formulas.make(Node::Next(formula)))
}

/// F\[i..j] a is Xⁱ(a ∨ X(a ∨ … X a)) with j − i disjunctions; dually for G.
fn bounded(
    interval: Interval,
    operand: Formula,
    formulas: &mut Formulas,
    unbounded: fn(Formula) -> Node,
    join: fn(&mut Formulas, Formula, Formula) -> Formula,
) -> Formula {
    let inside = match interval.to {
        None => formulas.make(unbounded(operand)),
        Some(to) => (interval.from..to).fold(operand, |later, _| {
            let later = formulas.make(Node::Next(later));
            join(formulas, operand, later)
        }),
    };
    next(interval.from, inside, formulas)
}
