//! Functions as expressions: sums of cubes where they are small, else decisions with names.
//!
//! A large function as a sum of cubes may be exponentially larger than its diagram, so each node of the diagram gets a
//! name there, once for all functions that share it.

use std::fmt::Write;

use lariat_bdd::{Bdd, Bdds, Cube, Var};
use rustc_hash::{FxHashMap, FxHashSet};

/// Functions of at most so many nodes are sums of cubes.
const SMALL: usize = 24;

/// How a language writes a decision: if a variable then one thing, else another.
pub(super) type Decision = fn(condition: &str, yes: &str, no: &str) -> String;

/// Makes expressions, and the definitions that they speak of.
pub(super) struct Expressions<'a, Name: Fn(Var) -> String> {
    bdds: &'a mut Bdds,
    name: Name,
    constants: [&'static str; 2],
    decision: Decision,
    known: FxHashMap<Bdd, String>,
    /// The definitions, by name, in an order in which each speaks of earlier ones.
    pub(super) definitions: Vec<(String, String)>,
}

impl<'a, Name: Fn(Var) -> String> Expressions<'a, Name> {
    /// `constants` are false and true; definitions are named by `prefix` and a number.
    pub(super) fn new(
        bdds: &'a mut Bdds,
        name: Name,
        constants: [&'static str; 2],
        decision: Decision,
    ) -> Self {
        Self {
            bdds,
            name,
            constants,
            decision,
            known: FxHashMap::default(),
            definitions: Vec::new(),
        }
    }

    /// The function as an expression; definitions may be added for it, named by `prefix` and a number.
    pub(super) fn expression(&mut self, function: Bdd, prefix: &str) -> String {
        if function.is_constant() {
            return self.constants[usize::from(function.is_true())].to_owned();
        }
        if is_small(self.bdds, function) {
            return self.sum(function);
        }
        self.define(function, prefix)
    }

    fn sum(&mut self, function: Bdd) -> String {
        let mut cubes: Vec<Cube> = self.bdds.cover(function);
        cubes.sort_unstable();
        let mut text = String::new();
        for cube in cubes {
            let separator = if text.is_empty() { "" } else { " | " };
            text.push_str(separator);
            // State variables first, as one reads them.
            for (index, &(var, positive)) in cube.literals.iter().rev().enumerate() {
                let and = if index > 0 { " & " } else { "" };
                let sign = if positive { "" } else { "!" };
                write!(text, "{and}{sign}{}", (self.name)(var)).expect("strings can be written");
            }
        }
        text
    }

    /// Names every node of the function; what the function itself is called.
    fn define(&mut self, function: Bdd, prefix: &str) -> String {
        let mut stack = vec![function];
        while let Some(&next) = stack.last() {
            let regular = next.min(!next);
            if regular.is_constant() || self.known.contains_key(&regular) {
                stack.pop();
                continue;
            }
            let (low, high) = self.bdds.branches(regular);
            let is_open = |part: &Bdd| {
                let part = (*part).min(!*part);
                !part.is_constant() && !self.known.contains_key(&part)
            };
            let open: Vec<Bdd> = [low, high].into_iter().filter(is_open).collect();
            if !open.is_empty() {
                stack.extend(open);
                continue;
            }
            let var = self.bdds.top(regular).expect("it is no constant");
            let condition = (self.name)(var);
            let text = (self.decision)(&condition, &self.named(high), &self.named(low));
            let name = format!("{prefix}{}", self.definitions.len());
            self.definitions.push((name.clone(), text));
            self.known.insert(regular, name);
        }
        self.named(function)
    }

    fn named(&self, function: Bdd) -> String {
        if function.is_constant() {
            return self.constants[usize::from(function.is_true())].to_owned();
        }
        let regular = function.min(!function);
        let sign = if function == regular { "" } else { "!" };
        format!("{sign}{}", self.known[&regular])
    }
}

fn is_small(bdds: &Bdds, function: Bdd) -> bool {
    let mut seen = FxHashSet::default();
    let mut stack = vec![function];
    while let Some(next) = stack.pop() {
        let regular = next.min(!next);
        if !regular.is_constant() && seen.insert(regular) {
            let (low, high) = bdds.branches(regular);
            stack.extend([low, high]);
        }
        if seen.len() > SMALL {
            return false;
        }
    }
    true
}
