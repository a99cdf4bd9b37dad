//! What the rules know of a formula without looking inside it.
//!
//! Formulas are predicates over the positions of a word, so past operators need no special care:
//! * *eventual*: what holds at a position holds at every earlier one, `F e = e`;
//! * *universal*: what holds at a position holds at every later one, `G u = u`;
//! * *suspendable*: both, hence the same at every position, `X q = q` [babiak.12.tacas].
//!
//! The first two are the pure eventualities and purely universal formulas of [etessami.00.concur].
//! The usual grammar asks for two eventual operands of R and M and two universal ones of U and W;
//! the second operand is enough: where `a R e` holds, e held all the time before.

use crate::{Formula, Formulas, Node};

use super::by_formula::ByFormula;

/// What every rule of the simplifier decreases, compared component by component.
///
/// Each component of a formula is a sum over its nodes, and the share of a node grows with the
/// sizes of its operands only: whatever decreases a subformula decreases the whole.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
pub(super) struct Measure {
    /// Operators (n-1 for a conjunction of n) and occurrences of propositions.
    pub(super) size: u64,
    /// How much stands below temporal operators other than X and Y.
    pub(super) reach: u64,
    /// How much stands below X and Y.
    pub(super) delay: u64,
    /// Occurrences of constants.
    pub(super) constants: u64,
}

impl Measure {
    /// The measure of an operator over operands of these measures.
    pub(super) fn of(shape: Shape, operands: impl IntoIterator<Item = Measure>) -> Measure {
        let mut count = 0u64;
        let mut sum = Measure::default();
        for operand in operands {
            count += 1;
            sum = sum.saturating_add(operand);
        }
        let mut own = Measure::default();
        match shape {
            Shape::Negation => {}
            Shape::Proposition => own.size = 1,
            Shape::Junction if count == 0 => own.constants = 1,
            Shape::Junction => own.size = count - 1,
            Shape::Delay => (own.size, own.delay) = (1, sum.size),
            Shape::Temporal => (own.size, own.reach) = (1, sum.size),
        }
        sum.saturating_add(own)
    }

    fn saturating_add(self, other: Measure) -> Measure {
        Measure {
            size: self.size.saturating_add(other.size),
            reach: self.reach.saturating_add(other.reach),
            delay: self.delay.saturating_add(other.delay),
            constants: self.constants.saturating_add(other.constants),
        }
    }
}

/// How an operator counts in a [`Measure`].
#[derive(Clone, Copy)]
pub(super) enum Shape {
    Negation,
    Proposition,
    /// Conjunction and disjunction; a constant is one of no formulas.
    Junction,
    /// X and Y.
    Delay,
    Temporal,
}

impl Shape {
    fn of(node: &Node) -> Shape {
        match node {
            Node::Not(_) => Shape::Negation,
            Node::Atom(_) => Shape::Proposition,
            Node::True | Node::False | Node::And(_) | Node::Or(_) => Shape::Junction,
            Node::Implies(..) | Node::Iff(..) | Node::Xor(..) => Shape::Junction,
            Node::Next(_) | Node::Yesterday(_) => Shape::Delay,
            _ => Shape::Temporal,
        }
    }
}

/// What is known of one formula.
#[derive(Clone, Copy, Default)]
pub(super) struct Fact {
    pub(super) measure: Measure,
    pub(super) eventual: bool,
    pub(super) universal: bool,
    /// Without temporal operators.
    pub(super) boolean: bool,
    /// Which literals occur, hashed: 32 bits for plain ones, 32 for negated ones.
    pub(super) literals: u64,
}

impl Fact {
    /// What is known of the negation.
    pub(super) fn negated(self) -> Fact {
        Fact {
            eventual: self.universal,
            universal: self.eventual,
            literals: self.literals.rotate_left(32),
            ..self
        }
    }

    /// Whether the same proposition may occur in both, with whatever sign.
    pub(super) fn may_interact(self, other: Fact) -> bool {
        (self.literals | self.literals.rotate_left(32)) & other.literals != 0
    }
}

/// The facts of every formula that the simplifier made.
#[derive(Clone, Default)]
pub(super) struct Facts {
    of: ByFormula<Fact>,
}

impl Facts {
    pub(super) fn get(&self, formula: Formula) -> Fact {
        self.of.get(formula).expect("noted when it was made")
    }

    /// Finds out about a formula whose operands are known already.
    pub(super) fn note(&mut self, formulas: &Formulas, formula: Formula) {
        if self.of.get(formula).is_none() {
            let fact = self.derive(formulas.node(formula));
            self.of.insert(formula, fact);
        }
    }

    fn derive(&self, node: &Node) -> Fact {
        if let Node::Not(a) = node {
            return self.get(*a).negated();
        }
        let mut operands = Vec::new();
        node.each_operand(|operand| operands.push(self.get(operand)));
        let (eventual, universal) = classes(node, &operands);
        Fact {
            measure: Measure::of(Shape::of(node), operands.iter().map(|fact| fact.measure)),
            eventual,
            universal,
            boolean: is_boolean(node) && operands.iter().all(|fact| fact.boolean),
            literals: match node {
                Node::Atom(atom) => 1 << (atom.0 % 32),
                _ => operands.iter().fold(0, |all, fact| all | fact.literals),
            },
        }
    }
}

fn is_boolean(node: &Node) -> bool {
    matches!(
        node,
        Node::True | Node::False | Node::Atom(_) | Node::And(_) | Node::Or(_)
    )
}

/// Whether a formula is eventual and whether it is universal, from what its operands are.
fn classes(node: &Node, operands: &[Fact]) -> (bool, bool) {
    let eventual = operands.iter().all(|fact| fact.eventual);
    let universal = operands.iter().all(|fact| fact.universal);
    let last = operands.last().copied().unwrap_or_default();
    match node {
        Node::True | Node::False => (true, true),
        Node::And(_) | Node::Or(_) | Node::Next(_) => (eventual, universal),
        Node::Finally(_) => (true, universal),
        Node::Globally(_) => (eventual, true),
        Node::Until(..) | Node::Release(..) => (last.eventual, last.universal),
        Node::WeakUntil(..) => (eventual, last.universal),
        Node::StrongRelease(..) => (last.eventual, universal),
        Node::Yesterday(_) => (false, universal),
        Node::Once(_) => (eventual, true),
        Node::Historically(_) => (true, universal),
        Node::Since(..) => (last.eventual, last.universal),
        Node::Atom(_) | Node::Not(_) => (false, false),
        Node::Implies(..) | Node::Iff(..) | Node::Xor(..) => (false, false),
    }
}

/// How large a formula is: its operators, n-1 for a conjunction or disjunction of n formulas, and
/// the occurrences of propositions in it, as a tree.
///
/// Constants and negations count nothing, and an equivalence or exclusive or counts as the
/// disjunction of two conjunctions that it abbreviates, so that a formula and its negation normal
/// form are equally large.  Saturates where sharing hides an astronomic tree.
///
/// ```
/// use lariat_ltl::{Formulas, Syntax, parse, simplify::size};
///
/// let mut formulas = Formulas::new();
/// let response = parse(&mut formulas, "G(request -> F !idle)", Syntax::Spot)?;
/// assert_eq!(size(&formulas, response), 5);
/// # Ok::<(), lariat_ltl::ParseError>(())
/// ```
pub fn size(formulas: &Formulas, formula: Formula) -> u64 {
    let mut sizes = rustc_hash::FxHashMap::default();
    for part in formulas.subformulas(formula) {
        let node = formulas.node(part);
        let (mut count, mut sum) = (0u64, 0u64);
        node.each_operand(|operand| {
            count += 1;
            sum = sum.saturating_add(sizes[&operand]);
        });
        let size = match Shape::of(node) {
            Shape::Negation => sum,
            Shape::Proposition => 1,
            Shape::Junction if matches!(node, Node::Iff(..) | Node::Xor(..)) => {
                sum.saturating_mul(2).saturating_add(3)
            }
            Shape::Junction => sum.saturating_add(count.saturating_sub(1)),
            Shape::Delay | Shape::Temporal => sum.saturating_add(1),
        };
        sizes.insert(part, size);
    }
    sizes[&formula]
}
