//! Finds the fairness shapes among the top-level conjuncts of a formula.
//!
//! A run of X, F and G over a propositional formula is GF or FG of it if it holds both F and G: the
//! innermost of the two decides.  X, F and G over a boolean combination of these mean the
//! combination itself.

use indexmap::IndexSet;
use lariat_automata::Condition;
use lariat_budget::{Budget, Exhausted};
use lariat_ltl::{Formula, Formulas, Node};
use rustc_hash::{FxBuildHasher, FxHashMap, FxHashSet};

use crate::propositional::is_boolean;

/// Larger conditions are not considered: equivalences double at each level.
const SIZE_LIMIT: usize = 1 << 12;

/// A formula or its negation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) struct Signed {
    pub(super) formula: Formula,
    pub(super) negated: bool,
}

impl Signed {
    fn not(self) -> Signed {
        Signed {
            negated: !self.negated,
            ..self
        }
    }
}

/// A formula split at its conjunctions.
pub(super) struct Split {
    /// The conjuncts that are boolean combinations of GF and FG; mark i stands for `letters[i]`.
    pub(super) shapes: Vec<Condition>,
    /// The propositional formulas that the shapes speak of.
    pub(super) letters: Vec<Signed>,
    /// The other conjuncts.
    pub(super) rest: Vec<Signed>,
}

/// Splits the formula; `wanted` decides which shapes are taken.
pub(super) fn split(
    formulas: &Formulas,
    formula: Formula,
    budget: &Budget,
    wanted: impl Fn(&Condition) -> bool,
) -> Result<Split, Exhausted> {
    let mut recogniser = Recogniser::new(formulas, formula);
    let mut split = Split {
        shapes: Vec::new(),
        letters: Vec::new(),
        rest: Vec::new(),
    };
    for conjunct in conjuncts(formulas, formula) {
        match recogniser.condition(conjunct, budget)?.filter(&wanted) {
            Some(condition) => split.shapes.push(condition),
            None => split.rest.push(conjunct),
        }
    }
    split.letters = recogniser.letters.into_iter().collect();
    Ok(split)
}

/// The conjuncts at the top of a formula, through negations and negated implications too.
fn conjuncts(formulas: &Formulas, formula: Formula) -> Vec<Signed> {
    let mut found = IndexSet::<Signed, FxBuildHasher>::default();
    let mut stack = vec![Signed {
        formula,
        negated: false,
    }];
    while let Some(signed) = stack.pop() {
        let same = |&formula: &Formula| Signed { formula, ..signed };
        match (formulas.node(signed.formula), signed.negated) {
            (Node::Not(a), _) => stack.push(same(a).not()),
            (Node::And(parts), false) | (Node::Or(parts), true) => {
                stack.extend(parts.iter().rev().map(same));
            }
            (Node::Implies(a, b), true) => stack.extend([same(b), same(a).not()]),
            _ => {
                found.insert(signed);
            }
        }
    }
    found.into_iter().collect()
}

struct Recogniser<'a> {
    formulas: &'a Formulas,
    /// Those among the subformulas that are propositional.
    propositional: FxHashSet<Formula>,
    /// What marks stand for.
    letters: IndexSet<Signed, FxBuildHasher>,
}

/// What stands below a run of X, F, G and negations.
struct Body {
    signed: Signed,
    /// Whether the run is GF (of `signed`) or FG.
    kind: Option<Kind>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Often,
    AlmostAlways,
}

impl<'a> Recogniser<'a> {
    fn new(formulas: &'a Formulas, formula: Formula) -> Self {
        let mut propositional = FxHashSet::default();
        for part in formulas.subformulas(formula) {
            let node = formulas.node(part);
            let mut all = is_boolean(node);
            node.each_operand(|operand| all &= propositional.contains(&operand));
            if all {
                propositional.insert(part);
            }
        }
        Recogniser {
            formulas,
            propositional,
            letters: IndexSet::default(),
        }
    }

    /// The condition that the formula is, if it is a boolean combination of GF and FG.
    fn condition(&mut self, root: Signed, budget: &Budget) -> Result<Option<Condition>, Exhausted> {
        budget.check()?;
        let Some(order) = self.operands_first(root) else {
            return Ok(None);
        };
        let mut known: FxHashMap<Signed, (Condition, usize)> = FxHashMap::default();
        for signed in order {
            budget.check()?;
            let body = self.body(signed);
            let found = match self.leaf(&body) {
                Some(leaf) => (leaf, 1),
                None => self.combine(body.signed, &known),
            };
            if found.1 > SIZE_LIMIT {
                return Ok(None);
            }
            known.insert(signed, found);
        }
        Ok(known.remove(&root).map(|(condition, _)| condition))
    }

    /// What the condition is made of, operands first; `None` if something else is met.
    fn operands_first(&self, root: Signed) -> Option<Vec<Signed>> {
        let mut seen = FxHashSet::default();
        let mut stack = vec![root];
        while let Some(signed) = stack.pop() {
            if !seen.insert(signed) {
                continue;
            }
            let body = self.body(signed);
            let node = self.formulas.node(body.signed.formula);
            if !is_boolean(node) {
                return None;
            }
            if !self.propositional.contains(&body.signed.formula) {
                self.each_part(body.signed, |part| stack.push(part));
            } else if body.kind.is_none() {
                return None;
            }
        }
        let mut order: Vec<_> = seen.into_iter().collect();
        order.sort_unstable();
        Some(order)
    }

    fn body(&self, mut signed: Signed) -> Body {
        let (mut innermost, mut kind) = (None, None);
        loop {
            let (now, inner) = match self.formulas.node(signed.formula) {
                Node::Not(a) => {
                    signed = signed.not();
                    (None, a)
                }
                Node::Next(a) => (None, a),
                Node::Finally(a) if signed.negated => (Some(Kind::AlmostAlways), a),
                Node::Finally(a) => (Some(Kind::Often), a),
                Node::Globally(a) if signed.negated => (Some(Kind::Often), a),
                Node::Globally(a) => (Some(Kind::AlmostAlways), a),
                _ => return Body { signed, kind },
            };
            if now.is_some() {
                if kind.is_some() || (innermost.is_some() && innermost != now) {
                    kind = now;
                }
                innermost = now;
            }
            signed.formula = *inner;
        }
    }

    /// GF p or FG p as a condition, or a constant; `None` for a boolean combination.
    fn leaf(&mut self, body: &Body) -> Option<Condition> {
        let signed = body.signed;
        let constant = match self.formulas.node(signed.formula) {
            Node::True => Some(!signed.negated),
            Node::False => Some(signed.negated),
            _ if !self.propositional.contains(&signed.formula) => return None,
            _ => None,
        };
        Some(match (constant, body.kind?) {
            (Some(true), _) => Condition::True,
            (Some(false), _) => Condition::False,
            (None, Kind::Often) => Condition::Inf(self.letters.insert_full(signed).0),
            (None, Kind::AlmostAlways) => Condition::Fin(self.letters.insert_full(signed.not()).0),
        })
    }

    /// Calls `visit` with the operands, as signs and formulas, that [`Self::combine`] asks for.
    fn each_part(&self, signed: Signed, mut visit: impl FnMut(Signed)) {
        let node = self.formulas.node(signed.formula);
        let both = matches!(node, Node::Iff(..) | Node::Xor(..));
        node.each_operand(|formula| {
            let part = Signed {
                formula,
                negated: signed.negated,
            };
            visit(part);
            if both || matches!(node, Node::Implies(..)) {
                visit(part.not());
            }
        });
    }

    /// A boolean operator over conditions that are known, and the size of the result.
    fn combine(
        &self,
        signed: Signed,
        known: &FxHashMap<Signed, (Condition, usize)>,
    ) -> (Condition, usize) {
        let same = |&formula: &Formula| Signed { formula, ..signed };
        let mut size = 1;
        let mut of = |part: Signed| {
            let (condition, part_size) = &known[&part];
            size += part_size;
            condition.clone()
        };
        let condition = match (self.formulas.node(signed.formula), signed.negated) {
            (Node::And(parts), false) | (Node::Or(parts), true) => {
                Condition::all(parts.iter().map(|part| of(same(part))))
            }
            (Node::Or(parts), false) | (Node::And(parts), true) => {
                Condition::any(parts.iter().map(|part| of(same(part))))
            }
            (Node::Implies(a, b), false) => Condition::any([of(same(a).not()), of(same(b))]),
            (Node::Implies(a, b), true) => Condition::all([of(same(a).not()), of(same(b))]),
            (Node::Iff(a, b), negated) => self.equivalence(*a, *b, !negated, of),
            (Node::Xor(a, b), negated) => self.equivalence(*a, *b, negated, of),
            _ => unreachable!("every other node is a leaf or part of a run"),
        };
        (condition, size)
    }

    /// (a → b) ∧ (b → a), or with a negated if not `equal`.
    fn equivalence(
        &self,
        a: Formula,
        b: Formula,
        equal: bool,
        mut of: impl FnMut(Signed) -> Condition,
    ) -> Condition {
        let mut literal = |formula, negated| of(Signed { formula, negated });
        Condition::all([
            Condition::any([literal(a, equal), literal(b, false)]),
            Condition::any([literal(a, !equal), literal(b, true)]),
        ])
    }
}
