//! Subformulas that look a step ahead, decided a step later.
//!
//! In G(p ∨ (X a ∧ (b U X c))) the values of a and c in the next step would have to be predicted, each by a state variable of
//! the nondeterministic automaton, and subsets of all their combinations tracked.  Instead the whole formula
//! is read one step late: each part that looks at finitely many letters is a function of what is remembered of them
//! (`bounded`), and stands in the formula as a proposition.  The automaton waits until so many steps have been taken.

use lariat_budget::{Budget, Exhausted};
use lariat_ltl::{Formula, Formulas, Node};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::bounded::delayed;
use crate::error::text;
use crate::formulas::{bounded_depth, fresh_atom, make};
use crate::memory::Memory;

/// What is further ahead is predicted: remembering everything for long would cost more.
const LONGEST: usize = 1;

/// Where fewer subformulas stand behind an X, predicting them is as good, and the explicit automaton a little smaller.
const FEWEST: usize = 4;

/// The formula over what is remembered, and how many steps late it is to be read.
pub(crate) fn lagged(
    memory: &mut Memory,
    formulas: &mut Formulas,
    formula: Formula,
) -> Result<(Formula, usize), Exhausted> {
    let leaves = leaves(formulas, formula, &memory.budget)?;
    let lag = leaves.iter().map(|&(_, depth)| depth).max().unwrap_or(0);
    let ahead = leaves.iter().filter(|&&(_, depth)| depth > 0);
    let predicted: FxHashSet<Formula> = ahead
        .flat_map(|&(leaf, _)| behind_next(formulas, leaf))
        .collect();
    if lag > LONGEST || predicted.len() < FEWEST {
        return Ok((formula, 0));
    }
    let mut new: FxHashMap<Formula, Formula> = FxHashMap::default();
    for (leaf, _) in leaves {
        let value = delayed(memory, formulas, leaf, lag)?;
        let name = format!("{}, late", text(formulas, leaf));
        let atom = fresh_atom(formulas, name);
        memory.define(atom, value);
        new.insert(leaf, atom);
    }
    for sub in formulas.subformulas(formula) {
        if !new.contains_key(&sub) {
            let node = formulas.node(sub).map(|operand| new[&operand]);
            let made = make(formulas, node);
            new.insert(sub, made);
        }
    }
    Ok((new[&formula], lag))
}

/// The largest subformulas that look at finitely many letters, with their depths.
fn leaves(
    formulas: &Formulas,
    formula: Formula,
    budget: &Budget,
) -> Result<Vec<(Formula, usize)>, Exhausted> {
    let mut leaves = Vec::new();
    let mut stack = vec![formula];
    let mut seen = FxHashSet::default();
    while let Some(sub) = stack.pop() {
        budget.check()?;
        if !seen.insert(sub) {
            continue;
        }
        match bounded_depth(formulas, sub) {
            Some(depth) => leaves.push((sub, depth)),
            None => formulas
                .node(sub)
                .each_operand(|operand| stack.push(operand)),
        }
    }
    Ok(leaves)
}

/// The operands of X.
fn behind_next(formulas: &Formulas, formula: Formula) -> Vec<Formula> {
    let subformulas = formulas.subformulas(formula).into_iter();
    let operand = |sub: Formula| match formulas.node(sub) {
        Node::Next(a) => Some(*a),
        _ => None,
    };
    subformulas.filter_map(operand).collect()
}
