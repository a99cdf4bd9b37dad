//! How rules see a formula, and how they say what it becomes.
//!
//! Every law of temporal logic has a dual: swap conjunction with disjunction, F with G, U with R
//! and W with M.  So every rule is written once and read twice.  It looks at a formula through a
//! [`Lens`], which either shows it as it is or shows the dual of each operator, and answers with a
//! [`Sketch`], which is dualized likewise.  Seen through the dual lens a formula stands for its
//! negation: implications turn round, and eventual formulas look universal.

use crate::{Formula, Formulas, Node};

use super::facts::{Fact, Facts, Measure, Shape};
use super::implication::Implications;

/// A formula or its negation.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) struct Signed {
    pub(super) formula: Formula,
    pub(super) negated: bool,
}

impl std::ops::Not for Signed {
    type Output = Signed;

    fn not(self) -> Signed {
        Signed {
            negated: !self.negated,
            ..self
        }
    }
}

/// The topmost operator of a formula, or its dual, and the operands.
#[derive(Clone, Copy, Debug)]
pub(super) enum View<'a> {
    True,
    False,
    And(&'a [Formula]),
    Or(&'a [Formula]),
    Next(Formula),
    Finally(Formula),
    Globally(Formula),
    Until(Formula, Formula),
    Release(Formula, Formula),
    WeakUntil(Formula, Formula),
    StrongRelease(Formula, Formula),
    Once(Formula),
    Historically(Formula),
    /// Only seen through the plain lens.
    Yesterday(Formula),
    /// Only seen through the plain lens.
    Since(Formula, Formula),
    /// A literal, or a past operator that has no dual.
    Opaque,
}

/// The formulas and what is known of them, seen plainly or dually.
#[derive(Clone, Copy)]
pub(super) struct Lens<'a> {
    pub(super) formulas: &'a Formulas,
    pub(super) facts: &'a Facts,
    pub(super) implications: &'a Implications,
    pub(super) dual: bool,
}

impl<'a> Lens<'a> {
    /// The topmost operator of a formula in negation normal form.
    pub(super) fn view(&self, formula: Formula) -> View<'a> {
        let node = self.formulas.node(formula);
        if self.dual { dual(node) } else { plain(node) }
    }

    /// What `formula` stands for under this lens.
    pub(super) fn signed(&self, formula: Formula) -> Signed {
        match self.formulas.node(formula) {
            Node::Not(inner) => Signed {
                formula: *inner,
                negated: !self.dual,
            },
            _ => Signed {
                formula,
                negated: self.dual,
            },
        }
    }

    /// What is known of `formula` under this lens.
    pub(super) fn fact(&self, formula: Formula) -> Fact {
        let fact = self.facts.get(formula);
        if self.dual { fact.negated() } else { fact }
    }

    pub(super) fn eventual(&self, formula: Formula) -> bool {
        self.fact(formula).eventual
    }

    pub(super) fn universal(&self, formula: Formula) -> bool {
        self.fact(formula).universal
    }

    pub(super) fn suspendable(&self, formula: Formula) -> bool {
        let fact = self.facts.get(formula);
        fact.eventual && fact.universal
    }

    /// Whether `a` is known to imply `b`, at every position of every word.
    pub(super) fn implies(&self, a: Formula, b: Formula) -> bool {
        self.follows(self.signed(a), self.signed(b))
    }

    /// Whether `a` and `b` are known never to hold together.
    pub(super) fn excludes(&self, a: Formula, b: Formula) -> bool {
        self.follows(self.signed(a), !self.signed(b))
    }

    /// Whether one of `a` and `b` is known to hold always.
    pub(super) fn covers(&self, a: Formula, b: Formula) -> bool {
        self.follows(!self.signed(a), self.signed(b))
    }

    pub(super) fn follows(&self, from: Signed, to: Signed) -> bool {
        self.implications.holds(self.formulas, self.facts, from, to)
    }

    /// The operands if it is a conjunction, otherwise the formula alone.
    pub(super) fn conjuncts(&self, formula: Formula) -> Vec<Formula> {
        match self.view(formula) {
            View::And(parts) => parts.to_vec(),
            _ => vec![formula],
        }
    }

    /// The operands if it is a disjunction, otherwise the formula alone.
    pub(super) fn disjuncts(&self, formula: Formula) -> Vec<Formula> {
        match self.view(formula) {
            View::Or(parts) => parts.to_vec(),
            _ => vec![formula],
        }
    }

    /// What `sketch` measures.
    pub(super) fn measure(&self, sketch: &Sketch) -> Measure {
        match sketch {
            Sketch::Leaf(formula) => self.facts.get(*formula).measure,
            Sketch::Apply(op, operands) => Measure::of(
                op.shape(),
                operands.iter().map(|operand| self.measure(operand)),
            ),
        }
    }
}

pub(super) fn plain(node: &Node) -> View<'_> {
    match node {
        Node::True => View::True,
        Node::False => View::False,
        Node::And(parts) => View::And(parts),
        Node::Or(parts) => View::Or(parts),
        Node::Next(a) => View::Next(*a),
        Node::Finally(a) => View::Finally(*a),
        Node::Globally(a) => View::Globally(*a),
        Node::Until(a, b) => View::Until(*a, *b),
        Node::Release(a, b) => View::Release(*a, *b),
        Node::WeakUntil(a, b) => View::WeakUntil(*a, *b),
        Node::StrongRelease(a, b) => View::StrongRelease(*a, *b),
        Node::Once(a) => View::Once(*a),
        Node::Historically(a) => View::Historically(*a),
        Node::Yesterday(a) => View::Yesterday(*a),
        Node::Since(a, b) => View::Since(*a, *b),
        _ => View::Opaque,
    }
}

pub(super) fn dual(node: &Node) -> View<'_> {
    match plain(node) {
        View::True => View::False,
        View::False => View::True,
        View::And(parts) => View::Or(parts),
        View::Or(parts) => View::And(parts),
        View::Next(a) => View::Next(a),
        View::Finally(a) => View::Globally(a),
        View::Globally(a) => View::Finally(a),
        View::Until(a, b) => View::Release(a, b),
        View::Release(a, b) => View::Until(a, b),
        View::WeakUntil(a, b) => View::StrongRelease(a, b),
        View::StrongRelease(a, b) => View::WeakUntil(a, b),
        View::Once(a) => View::Historically(a),
        View::Historically(a) => View::Once(a),
        View::Yesterday(_) | View::Since(..) | View::Opaque => View::Opaque,
    }
}

/// An operator, apart from its operands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Op {
    Not,
    And,
    Or,
    Next,
    Finally,
    Globally,
    Until,
    Release,
    WeakUntil,
    StrongRelease,
    Yesterday,
    Once,
    Historically,
    Since,
}

impl Op {
    pub(super) fn dual(self) -> Op {
        match self {
            Op::And => Op::Or,
            Op::Or => Op::And,
            Op::Finally => Op::Globally,
            Op::Globally => Op::Finally,
            Op::Until => Op::Release,
            Op::Release => Op::Until,
            Op::WeakUntil => Op::StrongRelease,
            Op::StrongRelease => Op::WeakUntil,
            Op::Once => Op::Historically,
            Op::Historically => Op::Once,
            // Y and S have no dual: a rule that sketches them means them as they are.
            Op::Not | Op::Next | Op::Yesterday | Op::Since => self,
        }
    }

    fn shape(self) -> Shape {
        match self {
            Op::Not => Shape::Negation,
            Op::And | Op::Or => Shape::Junction,
            Op::Next | Op::Yesterday => Shape::Delay,
            _ => Shape::Temporal,
        }
    }

    /// The operator over operands, of which there are as many as it takes.
    pub(super) fn over(self, operands: &[Formula]) -> Node {
        match (self, operands) {
            (Op::And, parts) => Node::And(parts.into()),
            (Op::Or, parts) => Node::Or(parts.into()),
            (Op::Not, &[a]) => Node::Not(a),
            (Op::Next, &[a]) => Node::Next(a),
            (Op::Finally, &[a]) => Node::Finally(a),
            (Op::Globally, &[a]) => Node::Globally(a),
            (Op::Yesterday, &[a]) => Node::Yesterday(a),
            (Op::Once, &[a]) => Node::Once(a),
            (Op::Historically, &[a]) => Node::Historically(a),
            (Op::Until, &[a, b]) => Node::Until(a, b),
            (Op::Release, &[a, b]) => Node::Release(a, b),
            (Op::WeakUntil, &[a, b]) => Node::WeakUntil(a, b),
            (Op::StrongRelease, &[a, b]) => Node::StrongRelease(a, b),
            (Op::Since, &[a, b]) => Node::Since(a, b),
            (op, operands) => unreachable!("{op:?} over {} operands", operands.len()),
        }
    }
}

/// A formula to be built: operators over leaves.
#[derive(Clone, Debug)]
pub(super) enum Sketch<Leaf = Formula> {
    Leaf(Leaf),
    Apply(Op, Vec<Sketch<Leaf>>),
}

impl<Leaf> Sketch<Leaf> {
    pub(super) fn truth() -> Self {
        Sketch::Apply(Op::And, Vec::new())
    }

    pub(super) fn falsity() -> Self {
        Sketch::Apply(Op::Or, Vec::new())
    }

    /// The same with every operator replaced by its dual.
    pub(super) fn dualized(self) -> Self {
        match self {
            Sketch::Leaf(leaf) => Sketch::Leaf(leaf),
            Sketch::Apply(op, operands) => Sketch::Apply(
                op.dual(),
                operands.into_iter().map(Sketch::dualized).collect(),
            ),
        }
    }

    /// The same over other leaves.
    pub(super) fn map<To>(self, by: &mut impl FnMut(Leaf) -> To) -> Sketch<To> {
        match self {
            Sketch::Leaf(leaf) => Sketch::Leaf(by(leaf)),
            Sketch::Apply(op, operands) => Sketch::Apply(
                op,
                operands
                    .into_iter()
                    .map(|operand| operand.map(by))
                    .collect(),
            ),
        }
    }
}

impl From<Formula> for Sketch {
    fn from(formula: Formula) -> Sketch {
        Sketch::Leaf(formula)
    }
}

macro_rules! constructors {
    ($($name:ident($($operand:ident),+) = $op:ident),* $(,)?) => {
        $(pub(super) fn $name($($operand: impl Into<Sketch>),+) -> Sketch {
            Sketch::Apply(Op::$op, vec![$($operand.into()),+])
        })*
    };
}

constructors! {
    next(a) = Next,
    finally(a) = Finally,
    globally(a) = Globally,
    until(a, b) = Until,
    release(a, b) = Release,
    weak_until(a, b) = WeakUntil,
    strong_release(a, b) = StrongRelease,
    yesterday(a) = Yesterday,
    once(a) = Once,
    since(a, b) = Since,
}

pub(super) fn and<T: Into<Sketch>>(parts: impl IntoIterator<Item = T>) -> Sketch {
    Sketch::Apply(Op::And, parts.into_iter().map(Into::into).collect())
}

pub(super) fn or<T: Into<Sketch>>(parts: impl IntoIterator<Item = T>) -> Sketch {
    Sketch::Apply(Op::Or, parts.into_iter().map(Into::into).collect())
}
