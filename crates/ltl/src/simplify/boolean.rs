//! Conjunctions of formulas without temporal operators.
//!
//! Exact by truth tables where they are small, and otherwise by unit literals.

use crate::{Formula, Node};

use super::implication::EXAMINED;
use super::lens::{Lens, Sketch, View, and, or};
use super::rules::rules;
use super::truth::Columns;

/// The most operands of a conjunction that are compared with each other.
pub(super) const COMPARED: usize = 32;

rules! {
    And, "unit literals", "a & (!a | Fb) & (a | Gc)" => "a & Fb", unit_literals;
    And, "truth table", "(a | b) & (a | !b)" => "a", truth_table;
}

fn is_literal(lens: &Lens<'_>, f: Formula) -> bool {
    match lens.formulas.node(f) {
        Node::Atom(_) => true,
        Node::Not(inner) => matches!(lens.formulas.node(*inner), Node::Atom(_)),
        _ => false,
    }
}

/// `a & (a | b) = a`, `a & (!a | b) = a & b` for literals a.
fn unit_literals(lens: &Lens<'_>, parts: &[Formula]) -> Option<Sketch> {
    let given = Units::among(lens, parts)?;
    let changed = parts.iter().any(|&part| given.changes(part));
    changed.then(|| and(parts.iter().filter_map(|&part| given.rest(part))))
}

/// The literals among the operands of a conjunction, which hold beside all others.
struct Units<'a> {
    lens: &'a Lens<'a>,
    /// In ascending order.
    literals: Vec<Formula>,
    /// The propositions among them that are negated, in ascending order.
    negated: Vec<Formula>,
}

impl<'a> Units<'a> {
    fn among(lens: &'a Lens<'a>, parts: &[Formula]) -> Option<Self> {
        let literals: Vec<_> = parts
            .iter()
            .copied()
            .filter(|&part| is_literal(lens, part))
            .collect();
        let negated = literals
            .iter()
            .filter_map(|&literal| match lens.formulas.node(literal) {
                Node::Not(atom) => Some(*atom),
                _ => None,
            });
        let mut negated: Vec<_> = negated.collect();
        negated.sort_unstable();
        (!literals.is_empty()).then_some(Units {
            lens,
            literals,
            negated,
        })
    }

    fn holds(&self, f: Formula) -> bool {
        self.literals.binary_search(&f).is_ok()
    }

    fn fails(&self, f: Formula) -> bool {
        match self.lens.formulas.node(f) {
            Node::Not(inner) => self.holds(*inner),
            Node::Atom(_) => self.negated.binary_search(&f).is_ok(),
            _ => false,
        }
    }

    fn changes(&self, part: Formula) -> bool {
        match self.lens.view(part) {
            View::Or(choices) => choices
                .iter()
                .any(|&choice| self.holds(choice) || self.fails(choice)),
            _ => false,
        }
    }

    /// What remains of an operand, if anything.
    fn rest(&self, part: Formula) -> Option<Sketch> {
        match self.lens.view(part) {
            View::Or(choices) if choices.iter().any(|&choice| self.holds(choice)) => None,
            View::Or(choices) => Some(or(choices
                .iter()
                .copied()
                .filter(|&choice| !self.fails(choice)))),
            _ => Some(part.into()),
        }
    }
}

/// Operands that are contradictory, follow from the others, or amount to one literal.
fn truth_table(lens: &Lens<'_>, parts: &[Formula]) -> Option<Sketch> {
    if parts.len() > COMPARED {
        return None;
    }
    let examined = |part: &Formula| {
        let fact = lens.facts.get(*part);
        fact.boolean && fact.measure.size <= EXAMINED
    };
    let (boolean, others): (Vec<Formula>, Vec<Formula>) =
        parts.iter().partition(|part| examined(part));
    if boolean.len() < 2 {
        return None;
    }
    let kept = condense(lens, &boolean)?;
    Some(and(others.into_iter().map(Sketch::from).chain([kept])))
}

/// A smaller conjunction with the same truth table, if one is found.
fn condense(lens: &Lens<'_>, parts: &[Formula]) -> Option<Sketch> {
    let mut columns = Columns::default();
    let tables = parts
        .iter()
        .map(|&part| {
            let table = columns.table(lens.formulas, part)?;
            Some(if lens.dual { !table } else { table })
        })
        .collect::<Option<Vec<u64>>>()?;
    let conjunction = |without: usize| {
        let others = tables
            .iter()
            .enumerate()
            .filter(|(index, _)| *index != without);
        others.fold(u64::MAX, |all, (_, table)| all & table)
    };
    let all = conjunction(tables.len());
    if all == 0 {
        return Some(Sketch::falsity());
    }
    if let Some(literal) = literal_with_table(lens, &mut columns, parts, all) {
        return Some(literal.into());
    }
    let redundant = (0..tables.len()).find(|&index| conjunction(index) == all)?;
    let kept = parts
        .iter()
        .enumerate()
        .filter(|(index, _)| *index != redundant);
    Some(and(kept.map(|(_, &part)| part)))
}

/// A literal below `parts` that has this truth table.
fn literal_with_table(
    lens: &Lens<'_>,
    columns: &mut Columns,
    parts: &[Formula],
    table: u64,
) -> Option<Formula> {
    let mut stack = parts.to_vec();
    while let Some(next) = stack.pop() {
        if is_literal(lens, next) {
            let own = columns.table(lens.formulas, next)?;
            if table == if lens.dual { !own } else { own } {
                return Some(next);
            }
        } else {
            lens.formulas
                .node(next)
                .each_operand(|operand| stack.push(operand));
        }
    }
    None
}
