//! Past operators over what looks finitely many letters ahead.
//!
//! O(a ∧ X b) is X O(Y a ∧ b): read a step later, all that it speaks of is past.  So a past operator whose operands look at most
//! k letters ahead is X^k of the same operator over Y^k of its operands, with Y pushed down until it meets the X: Y X f is
//! f, where there is a yesterday.  Only for H must positions before k be excused.

use lariat_budget::{Budget, Exhausted};
use lariat_ltl::{Formula, Formulas, Node};
use rustc_hash::FxHashMap;

use crate::formulas::{bounded_depth, make};

/// X^k over a formula of the past; `None` if an operand has operators of the future other than X.
pub(crate) fn shifted(
    formulas: &mut Formulas,
    operator: &Node,
    budget: &Budget,
) -> Result<Option<Formula>, Exhausted> {
    let mut operands = Vec::new();
    operator.each_operand(|operand| operands.push(operand));
    let depths = operands.iter().map(|&a| bounded_depth(formulas, a));
    let Some(steps) = depths.collect::<Option<Vec<usize>>>() else {
        return Ok(None);
    };
    let steps = steps
        .into_iter()
        .max()
        .expect("a past operator has operands");
    let mut moved: FxHashMap<Formula, Formula> = FxHashMap::default();
    for operand in operands {
        let earlier = earlier(formulas, operand, steps, budget)?;
        let excused = match operator {
            Node::Historically(_) => {
                let begun = begun(formulas, steps);
                let before = formulas.not(begun);
                make(formulas, Node::Or([before, earlier].into()))
            }
            _ => earlier,
        };
        moved.insert(operand, excused);
    }
    let past = make(formulas, operator.map(|operand| moved[&operand]));
    let later = (0..steps).fold(past, |later, _| make(formulas, Node::Next(later)));
    Ok(Some(later))
}

/// Y^steps of a formula that looks at most so many letters ahead, without X.
fn earlier(
    formulas: &mut Formulas,
    formula: Formula,
    steps: usize,
    budget: &Budget,
) -> Result<Formula, Exhausted> {
    let mut made: FxHashMap<(Formula, usize), Formula> = FxHashMap::default();
    for sub in formulas.subformulas(formula) {
        let depth = bounded_depth(formulas, sub).expect("the formula is bounded");
        for steps in depth..=steps {
            budget.check()?;
            let node = formulas.node(sub).clone();
            let result = match node {
                _ if depth == 0 => before(formulas, sub, steps),
                Node::Next(a) => existing(formulas, made[&(a, steps - 1)], steps),
                node => {
                    let node = node.map(|operand| made[&(operand, steps)]);
                    let value = make(formulas, node);
                    existing(formulas, value, steps)
                }
            };
            made.insert((sub, steps), result);
        }
    }
    Ok(made[&(formula, steps)])
}

/// The formula with so many Y in front.
fn before(formulas: &mut Formulas, formula: Formula, steps: usize) -> Formula {
    (0..steps).fold(formula, |before, _| formulas.make(Node::Yesterday(before)))
}

/// Whether so many steps have been taken.
fn begun(formulas: &mut Formulas, steps: usize) -> Formula {
    let truth = formulas.truth();
    before(formulas, truth, steps)
}

/// The formula, where so many steps have been taken.
fn existing(formulas: &mut Formulas, formula: Formula, steps: usize) -> Formula {
    let begun = begun(formulas, steps);
    make(formulas, Node::And([begun, formula].into()))
}
