//! Safety formulas as nondeterministic automata that predict.
//!
//! The translation of [morgenstern.08.vmcai], after Schneider [schneider.03.springer]: each temporal
//! operator of a formula with G, W, R and X only has a state variable, which is true exactly if the
//! operator's expansion law is.  Every infinite run accepts: the law of a weak operator has a
//! greatest solution, which is its meaning, and a run with a smaller one promises less than it
//! keeps.  An operator X that stands where the next state is at hand needs no variable.

use lariat_bdd::Bdd;
use lariat_budget::{Budget, Exhausted};
use lariat_ltl::{Formula, Formulas, Node};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::formulas::{has_future, is_weak};
use crate::laws::expanded;
use crate::memory::Memory;
use crate::nondeterministic::{Nondeterministic, Rule, Tie, next, now};

/// The automaton of a formula in negation normal form whose operators of the future are G, W, R and X.
pub(crate) fn predicting(
    memory: &mut Memory,
    formulas: &Formulas,
    formula: Formula,
) -> Result<Nondeterministic, Exhausted> {
    let mut predictor = Predictor::new(formulas, formula, &memory.budget)?;
    let mut rules = Vec::new();
    for sub in formulas.subformulas(formula) {
        memory.budget.check()?;
        predictor.evaluate(memory, formulas, sub, &mut rules);
    }
    let mut relation = Bdd::TRUE;
    for (index, rule) in rules.iter().enumerate() {
        let variable = memory.bdds.var(now(index));
        let law = memory.bdds.iff(variable, rule.expansion);
        relation = memory.bdds.and(relation, law);
    }
    Ok(Nondeterministic {
        rules,
        initial: predictor.values[&formula],
        relation,
        accepting: Bdd::TRUE,
    })
}

struct Predictor {
    /// The operators that have a variable, with its number.
    variable_of: FxHashMap<Formula, usize>,
    /// The truth now, over state variables, inputs and next state variables.
    values: FxHashMap<Formula, Bdd>,
    /// The truth next, over next state variables, where that is enough.
    next_values: FxHashMap<Formula, Bdd>,
}

impl Predictor {
    fn new(formulas: &Formulas, formula: Formula, budget: &Budget) -> Result<Self, Exhausted> {
        let remembered = must_remember(formulas, formula, budget)?;
        let subformulas = formulas.subformulas(formula).into_iter();
        let has_variable = |sub: &Formula| is_weak(formulas.node(*sub)) || remembered.contains(sub);
        Ok(Self {
            variable_of: subformulas.filter(has_variable).zip(0..).collect(),
            values: FxHashMap::default(),
            next_values: FxHashMap::default(),
        })
    }

    fn evaluate(
        &mut self,
        memory: &mut Memory,
        formulas: &Formulas,
        sub: Formula,
        rules: &mut Vec<Rule>,
    ) {
        let (value, next_value) = if let Some(&index) = self.variable_of.get(&sub) {
            let expansion = self.expansion(memory, formulas, sub);
            rules.push(Rule {
                formula: sub,
                tie: Tie::Equal,
                expansion,
            });
            (
                memory.bdds.var(now(index)),
                Some(memory.bdds.var(next(index))),
            )
        } else if !has_future(formulas, sub) {
            let value = memory.value(formulas, sub);
            (value, value.is_constant().then_some(value))
        } else {
            self.combined(memory, formulas, sub)
        };
        self.values.insert(sub, value);
        if let Some(next_value) = next_value {
            self.next_values.insert(sub, next_value);
        }
    }

    /// The expansion law of an operator that has a variable.
    fn expansion(&mut self, memory: &mut Memory, formulas: &Formulas, sub: Formula) -> Bdd {
        if !has_future(formulas, sub) {
            return memory.value(formulas, sub);
        }
        let bdds = &mut memory.bdds;
        let later = bdds.var(next(self.variable_of[&sub]));
        match formulas.node(sub) {
            Node::Next(a) => self.next_values[a],
            node => expanded(bdds, node, &self.values, later),
        }
    }

    /// The truth of a boolean operator, or of an X that needs no variable.
    fn combined(
        &self,
        memory: &mut Memory,
        formulas: &Formulas,
        sub: Formula,
    ) -> (Bdd, Option<Bdd>) {
        let bdds = &mut memory.bdds;
        match formulas.node(sub) {
            Node::Next(a) => (self.next_values[a], None),
            Node::And(parts) => {
                let mut all = |values: &FxHashMap<Formula, Bdd>| {
                    parts.iter().try_fold(Bdd::TRUE, |all, part| {
                        Some(bdds.and(all, *values.get(part)?))
                    })
                };
                (
                    all(&self.values).expect("operands first"),
                    all(&self.next_values),
                )
            }
            Node::Or(parts) => {
                let mut any = |values: &FxHashMap<Formula, Bdd>| {
                    parts.iter().try_fold(Bdd::FALSE, |any, part| {
                        Some(bdds.or(any, *values.get(part)?))
                    })
                };
                (
                    any(&self.values).expect("operands first"),
                    any(&self.next_values),
                )
            }
            node => unreachable!("{node:?} is not in negation normal form"),
        }
    }
}

/// The operators X, and the subformulas without operators of the future, that need a variable: those whose truth is
/// asked for at the start or behind an X.
fn must_remember(
    formulas: &Formulas,
    formula: Formula,
    budget: &Budget,
) -> Result<FxHashSet<Formula>, Exhausted> {
    let mut remembered = FxHashSet::default();
    let mut stack = vec![formula];
    for sub in formulas.subformulas(formula) {
        if let Node::Next(a) = formulas.node(sub) {
            stack.push(*a);
        }
    }
    while let Some(sub) = stack.pop() {
        budget.check()?;
        let is_constant = matches!(formulas.node(sub), Node::True | Node::False);
        match formulas.node(sub) {
            Node::And(parts) | Node::Or(parts) if has_future(formulas, sub) => {
                stack.extend(parts.iter().copied());
            }
            _ if is_constant => {}
            _ => {
                remembered.insert(sub);
            }
        }
    }
    Ok(remembered)
}
