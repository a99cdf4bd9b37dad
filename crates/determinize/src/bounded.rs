//! Formulas that look at finitely many letters, decided as soon as the last of them is read.
//!
//! Whether such a formula held d steps ago, where d is its depth in X, is a function of the letter read now and of
//! what is remembered of the d letters before.  So `G(a -> X b)` needs no guess at what comes next: it is violated
//! now if a held a step ago and b does not now.  Nothing is determinized, and the state variables are one a
//! proposition and step instead of one for every combination of them.
//!
//! What is remembered are propositions, so that formulas share them, unless a subformula speaks of many
//! at once.

use lariat_bdd::Bdd;
use lariat_budget::Exhausted;
use lariat_ltl::{Formula, Formulas, Node};
use rustc_hash::FxHashMap;

use crate::formulas::has_future;
use crate::memory::Memory;

/// A function of more variables than this is remembered as one bit, not as its variables.
const FEW: usize = 8;

/// Whether the formula, of depth at most `lag`, held `lag` steps ago; meaningless before so many steps were
/// taken.
pub(crate) fn delayed(
    memory: &mut Memory,
    formulas: &Formulas,
    formula: Formula,
    lag: usize,
) -> Result<Bdd, Exhausted> {
    let mut done: FxHashMap<(Formula, usize), Bdd> = FxHashMap::default();
    let mut stack = vec![(formula, lag)];
    while let Some(&(sub, lag)) = stack.last() {
        memory.budget.check()?;
        if done.contains_key(&(sub, lag)) {
            stack.pop();
            continue;
        }
        let pending: Vec<(Formula, usize)> = operands(formulas, sub, lag)
            .into_iter()
            .filter(|operand| !done.contains_key(operand))
            .collect();
        if pending.is_empty() {
            let value = combine(memory, formulas, sub, lag, &done);
            done.insert((sub, lag), value);
        } else {
            stack.extend(pending);
        }
    }
    Ok(done[&(formula, lag)])
}

/// The operands that look ahead, each with its lag.
fn operands(formulas: &Formulas, formula: Formula, lag: usize) -> Vec<(Formula, usize)> {
    match formulas.node(formula) {
        Node::Next(a) => vec![(*a, lag - 1)],
        Node::And(parts) | Node::Or(parts) => {
            let ahead = parts.iter().filter(|&&part| has_future(formulas, part));
            ahead.map(|&part| (part, lag)).collect()
        }
        _ => Vec::new(),
    }
}

fn combine(
    memory: &mut Memory,
    formulas: &Formulas,
    formula: Formula,
    lag: usize,
    done: &FxHashMap<(Formula, usize), Bdd>,
) -> Bdd {
    if !has_future(formulas, formula) {
        let value = memory.value(formulas, formula);
        return remembered(memory, value, lag);
    }
    match formulas.node(formula) {
        Node::Next(a) => done[&(*a, lag - 1)],
        Node::And(parts) => !junction(memory, formulas, parts, lag, done, true),
        Node::Or(parts) => junction(memory, formulas, parts, lag, done, false),
        node => unreachable!("{node:?} is not bounded"),
    }
}

/// The disjunction of the parts, or of their negations; those that do not look ahead are remembered together.
fn junction(
    memory: &mut Memory,
    formulas: &Formulas,
    parts: &[Formula],
    lag: usize,
    done: &FxHashMap<(Formula, usize), Bdd>,
    negate: bool,
) -> Bdd {
    let signed = |value: Bdd| if negate { !value } else { value };
    let (mut now, mut ahead) = (Bdd::FALSE, Bdd::FALSE);
    for part in parts {
        if let Some(&value) = done.get(&(*part, lag)) {
            ahead = memory.bdds.or(ahead, signed(value));
        } else {
            let value = signed(memory.value(formulas, *part));
            now = memory.bdds.or(now, value);
        }
    }
    let now = remembered(memory, now, lag);
    memory.bdds.or(now, ahead)
}

/// What the function was `lag` steps ago.
fn remembered(memory: &mut Memory, function: Bdd, lag: usize) -> Bdd {
    if lag == 0 || function.is_constant() {
        return function;
    }
    let support = memory.bdds.support(function);
    if support.len() > FEW {
        return delayed_by(memory, function, lag);
    }
    let mut old = FxHashMap::default();
    for var in support {
        let now = memory.bdds.var(var);
        old.insert(var, delayed_by(memory, now, lag));
    }
    memory.bdds.substitute(function, |_, var| old[&var])
}

fn delayed_by(memory: &mut Memory, function: Bdd, lag: usize) -> Bdd {
    (0..lag).fold(function, |function, _| {
        memory.delay(function, |memory| memory.describe(function))
    })
}
