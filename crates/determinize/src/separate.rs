//! Past operators over the future, taken out of a formula.
//!
//! Separation [gabbay.87.tls] makes of any formula a boolean combination of formulas that speak of the past only and
//! formulas that speak of the future only.  Its rules are many and their results long.  A deterministic automaton can do with less: in
//! place of formulas of the past, which would become memory anyway, there are functions of memory made for the purpose
//! (`hypotheses`), and they stand in the formula as propositions.  Inner operators come first.

use lariat_bdd::Bdd;
use lariat_ltl::nnf::{negate, nnf};
use lariat_ltl::simplify::Simplifier;
use lariat_ltl::{Formula, Formulas, Node};
use rustc_hash::FxHashMap;

use crate::equations::FIRST_INPUT;
use crate::error::{DeterminizeError, Limits, text};
use crate::formulas::{containing, fresh_atom, has_future, looks_ahead, looks_back, make};
use crate::hypotheses::{Monitored, TooLarge, monitor};
use crate::memory::Memory;
use crate::shift::shifted;

/// An equivalent formula without past operators over the future; its new propositions are defined in the memory.
pub(crate) fn separate(
    memory: &mut Memory,
    formulas: &mut Formulas,
    formula: Formula,
    limits: &Limits,
) -> Result<Formula, DeterminizeError> {
    let ahead = containing(formulas, formula, looks_ahead);
    if !ahead.iter().any(|&sub| looks_back(formulas.node(sub))) {
        return Ok(formula);
    }
    let formula = Simplifier::within(&limits.budget).simplify(formulas, formula);
    let mut separator = Separator {
        memory,
        formulas,
        limits,
        bits: 0,
        atoms: FxHashMap::default(),
        opposites: FxHashMap::default(),
    };
    separator.know_propositions(formula);
    let mut new: FxHashMap<Formula, Formula> = FxHashMap::default();
    for sub in separator.formulas.subformulas(formula) {
        limits.budget.check()?;
        let node = separator.formulas.node(sub).map(|operand| new[&operand]);
        new.insert(sub, separator.separated(sub, node)?);
    }
    Ok(new[&formula])
}

struct Separator<'a> {
    memory: &'a mut Memory,
    formulas: &'a mut Formulas,
    limits: &'a Limits,
    /// How many bits there are.
    bits: usize,
    /// The propositions that stand for functions of memory and letter.
    atoms: FxHashMap<Bdd, Formula>,
    /// The operators of the future, by the normal form of their negation.
    opposites: FxHashMap<Formula, Formula>,
}

impl Separator<'_> {
    fn know_propositions(&mut self, formula: Formula) {
        for sub in self.formulas.subformulas(formula) {
            if matches!(self.formulas.node(sub), Node::Atom(_)) {
                let value = self.memory.value(self.formulas, sub);
                self.atoms.insert(value, sub);
            }
        }
    }

    /// The node, whose operands are separated, and which was `original` before.
    fn separated(&mut self, original: Formula, node: Node) -> Result<Formula, DeterminizeError> {
        let distributed = match over_future(self.formulas, &node) {
            true => distributed(self.formulas, &node),
            false => None,
        };
        let Some((conjunction, parts)) = distributed else {
            return self.undistributed(original, node);
        };
        let parts = parts.into_iter();
        let parts = parts.map(|part| self.undistributed(original, part));
        let parts = parts.collect::<Result<Box<[Formula]>, _>>()?;
        let junction = match conjunction {
            true => Node::And(parts),
            false => Node::Or(parts),
        };
        Ok(make(self.formulas, junction))
    }

    fn undistributed(
        &mut self,
        original: Formula,
        node: Node,
    ) -> Result<Formula, DeterminizeError> {
        if !over_future(self.formulas, &node) {
            let made = make(self.formulas, node);
            return Ok(self.unnegated(made));
        }
        if let Some(shifted) = shifted(self.formulas, &node, &self.limits.budget)? {
            return Ok(shifted);
        }
        let part = text(self.formulas, original);
        let limit = self.limits.monitor_bits - self.bits;
        match monitor(self.memory, self.formulas, &node, limit, &part) {
            Ok(monitored) => {
                self.bits += monitored.bits;
                Ok(self.formula(&monitored, &part))
            }
            Err(TooLarge) => Err(DeterminizeError::MonitorsTooLarge {
                part,
                limit: self.limits.monitor_bits,
            }),
        }
    }

    /// An operator of the future as the negation of its opposite, if there is one: one hypothesis will do for both.
    fn unnegated(&mut self, formula: Formula) -> Formula {
        if !looks_ahead(self.formulas.node(formula)) {
            return formula;
        }
        let normal = nnf(self.formulas, formula);
        if let Some(&opposite) = self.opposites.get(&normal) {
            return self.formulas.not(opposite);
        }
        let negation = negate(self.formulas, formula);
        self.opposites.insert(negation, formula);
        formula
    }

    /// A past operator as a formula: decisions about the future that end in functions of memory and letter.
    fn formula(&mut self, monitored: &Monitored, name: &str) -> Formula {
        let mut stack = vec![monitored.value];
        let mut made: FxHashMap<Bdd, Formula> = FxHashMap::default();
        while let Some(&function) = stack.last() {
            let top = self.memory.bdds.top(function);
            let Some(decision) = top.filter(|&var| var < FIRST_INPUT) else {
                made.insert(function, self.proposition(function, name));
                stack.pop();
                continue;
            };
            let (low, high) = self.memory.bdds.branches(function);
            let (Some(&no), Some(&yes)) = (made.get(&low), made.get(&high)) else {
                stack.extend([low, high].iter().filter(|part| !made.contains_key(part)));
                continue;
            };
            let (&condition, &polarity) = monitored
                .ahead
                .get_index(decision as usize)
                .expect("the variables are numbers of operators");
            let opposite = self.formulas.not(condition);
            // Where the function is monotone one case includes the other: the formula's class stays what it is.
            let if_true = match polarity.is_negative() {
                true => yes,
                false => make(self.formulas, Node::And([condition, yes].into())),
            };
            let if_false = match polarity.is_positive() {
                true => no,
                false => make(self.formulas, Node::And([opposite, no].into())),
            };
            let decided = make(self.formulas, Node::Or([if_true, if_false].into()));
            made.insert(function, decided);
            stack.pop();
        }
        made[&monitored.value]
    }

    /// The proposition that stands for a function of memory and letter.
    fn proposition(&mut self, function: Bdd, name: &str) -> Formula {
        match function {
            Bdd::TRUE => return self.formulas.truth(),
            Bdd::FALSE => return self.formulas.falsity(),
            _ => {}
        }
        *self.atoms.entry(function).or_insert_with(|| {
            let atom = fresh_atom(self.formulas, format!("{name}, remembered"));
            self.memory.define(atom, function);
            atom
        })
    }
}

/// Whether the node is a past operator over the future.
fn over_future(formulas: &Formulas, node: &Node) -> bool {
    let mut over_future = false;
    if looks_back(node) {
        node.each_operand(|operand| over_future |= has_future(formulas, operand));
    }
    over_future
}

/// A past operator over a conjunction or disjunction as one of past operators that speak of fewer things; and whether it
/// is a conjunction.
fn distributed(formulas: &Formulas, operator: &Node) -> Option<(bool, Vec<Node>)> {
    let split = |operand: Formula, conjunction: bool| match (formulas.node(operand), conjunction) {
        (Node::And(parts), true) | (Node::Or(parts), false) => Some((conjunction, operand, parts)),
        _ => None,
    };
    let (conjunction, whole, parts) = match *operator {
        Node::Yesterday(a) => split(a, true).or_else(|| split(a, false)),
        Node::Once(a) => split(a, false),
        Node::Historically(a) => split(a, true),
        Node::Since(a, b) => split(a, true).or_else(|| split(b, false)),
        _ => None,
    }?;
    let about =
        |&part: &Formula| operator.map(|operand| if operand == whole { part } else { operand });
    Some((conjunction, parts.iter().map(about).collect()))
}
