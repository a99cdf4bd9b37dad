//! The meaning of a formula on a lasso word u·v^ω, by definition: the oracle of everything else.
//!
//! The truth of a formula along such a word is again ultimately periodic, with the period |v|, so
//! it is a finite table per subformula.  The tables are filled bottom-up:
//!
//! * boolean operators and X position by position;
//! * the other future operators by their expansion laws, a U b = b ∨ (a ∧ X(a U b)), as a least
//!   or greatest fixpoint, for which two backward passes over the loop are enough;
//! * past operators forwards from the first position, where there is no yesterday.  A past
//!   operator may need several rounds of the loop before its values repeat (`Y p` differs in the
//!   first round from the next), so its table is unrolled until the state that one round hands to
//!   the next is the same as the round before.
//!
//! ```
//! use lariat_ltl::{Formulas, Syntax, parse, semantics::{TrueAtoms, Word, holds}};
//! let mut formulas = Formulas::new();
//! let f = parse(&mut formulas, "p U G q", Syntax::Spot)?;
//! let (p, q) = (formulas.atom_named("p"), formulas.atom_named("q"));
//! let word = Word::new(vec![TrueAtoms::from([p])], vec![TrueAtoms::from([q])]);
//! assert!(holds(&formulas, f, &word));
//! # Ok::<(), lariat_ltl::ParseError>(())
//! ```

mod finite;

use std::collections::BTreeSet;

use rustc_hash::FxHashMap;

pub use self::finite::Decided;
use crate::{Atom, Formula, Formulas, Node};

/// The propositions that are true at one position of a word.
pub type TrueAtoms = BTreeSet<Atom>;

/// The infinite word u·v^ω.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Word {
    prefix: Vec<TrueAtoms>,
    cycle: Vec<TrueAtoms>,
}

impl Word {
    /// The word that runs through `prefix` once and then through `cycle` for ever.
    ///
    /// # Panics
    /// If the cycle is empty: there is no such infinite word.
    pub fn new(prefix: Vec<TrueAtoms>, cycle: Vec<TrueAtoms>) -> Self {
        assert!(!cycle.is_empty(), "the cycle of a lasso word has a letter");
        Word { prefix, cycle }
    }

    /// The letters before the cycle.
    pub fn prefix(&self) -> &[TrueAtoms] {
        &self.prefix
    }

    /// The letters that repeat for ever.
    pub fn cycle(&self) -> &[TrueAtoms] {
        &self.cycle
    }

    /// The letter at a position, counted from 0.
    pub fn letter(&self, position: usize) -> &TrueAtoms {
        match position.checked_sub(self.prefix.len()) {
            None => &self.prefix[position],
            Some(beyond) => &self.cycle[beyond % self.cycle.len()],
        }
    }
}

/// Whether the word satisfies the formula.
pub fn holds(formulas: &Formulas, formula: Formula, word: &Word) -> bool {
    let order = formulas.subformulas(formula);
    let mut uses: FxHashMap<Formula, usize> = FxHashMap::default();
    for &sub in &order {
        formulas
            .node(sub)
            .each_operand(|operand| *uses.entry(operand).or_default() += 1);
    }
    let mut tables = FxHashMap::default();
    for &sub in &order {
        let node = formulas.node(sub);
        tables.insert(sub, truth(node, &tables, word));
        node.each_operand(|operand| {
            let left = uses.entry(operand).or_default();
            *left -= 1;
            if *left == 0 {
                tables.remove(&operand);
            }
        });
    }
    tables[&formula].at(0)
}

/// The truth of a formula and of all its subformulas along a word.
///
/// ```
/// use lariat_ltl::{Formulas, Syntax, parse, semantics::{TrueAtoms, Truth, Word}};
/// let mut formulas = Formulas::new();
/// let f = parse(&mut formulas, "F p", Syntax::Spot)?;
/// let p = parse(&mut formulas, "p", Syntax::Spot)?;
/// let atom = formulas.atom_named("p");
/// let word = Word::new(vec![TrueAtoms::new(), TrueAtoms::from([atom])], vec![TrueAtoms::new()]);
/// let truth = Truth::new(&formulas, f, &word);
/// assert_eq!([0, 1, 2, 99].map(|i| truth.at(f, i)), [true, true, false, false]);
/// assert_eq!([0, 1, 2, 99].map(|i| truth.at(p, i)), [false, true, false, false]);
/// # Ok::<(), lariat_ltl::ParseError>(())
/// ```
pub struct Truth {
    tables: FxHashMap<Formula, Table>,
    horizon: usize,
}

impl Truth {
    /// Evaluates the formula.
    pub fn new(formulas: &Formulas, formula: Formula, word: &Word) -> Self {
        let mut tables = FxHashMap::default();
        let mut horizon = 0;
        for sub in formulas.subformulas(formula) {
            let table = truth(formulas.node(sub), &tables, word);
            horizon = horizon.max(table.values.len());
            tables.insert(sub, table);
        }
        Self { tables, horizon }
    }

    /// Whether a subformula is true at a position, counted from 0.
    ///
    /// # Panics
    /// If it is no subformula.
    pub fn at(&self, formula: Formula, position: usize) -> bool {
        self.tables[&formula].at(position)
    }

    /// From this position on nothing happens that has not happened before it.
    pub fn horizon(&self) -> usize {
        self.horizon
    }
}

/// The truth of one formula along the word: position by position up to the end of the table, and
/// from there back to `start` again and again.
struct Table {
    values: Vec<bool>,
    start: usize,
}

impl Table {
    fn at(&self, position: usize) -> bool {
        match position.checked_sub(self.start) {
            None => self.values[position],
            Some(beyond) => self.values[self.start + beyond % self.period()],
        }
    }

    fn period(&self) -> usize {
        self.values.len() - self.start
    }

    /// The same truth in as short a table as there is with this period.
    fn shortened(mut self) -> Table {
        while self.start > 0 && self.values[self.start - 1] == self.values[self.values.len() - 1] {
            self.values.pop();
            self.start -= 1;
        }
        self
    }

    /// The table of a boolean combination: `value` at each position.
    fn pointwise(start: usize, period: usize, value: impl Fn(usize) -> bool) -> Table {
        Table {
            values: (0..start + period).map(value).collect(),
            start,
        }
    }

    /// The fixpoint of value(i) = step(i, value(i + 1)); the least one if `initially` is false,
    /// the greatest if it is true.
    fn backward(
        start: usize,
        period: usize,
        initially: bool,
        step: impl Fn(usize, bool) -> bool,
    ) -> Table {
        let mut values = vec![initially; start + period];
        for _ in 0..2 {
            let mut later = values[start];
            for position in (0..values.len()).rev() {
                later = step(position, later);
                values[position] = later;
            }
        }
        Table { values, start }
    }

    /// value(i) = step(i, value(i − 1)), where value(−1) is `before`.
    fn forward(
        mut start: usize,
        period: usize,
        before: bool,
        step: impl Fn(usize, bool) -> bool,
    ) -> Table {
        let mut values = Vec::new();
        let mut now = before;
        loop {
            while values.len() < start {
                now = step(values.len(), now);
                values.push(now);
            }
            let at_start = now;
            while values.len() < start + period {
                now = step(values.len(), now);
                values.push(now);
            }
            if now == at_start {
                return Table { values, start };
            }
            start += period;
        }
    }
}

fn truth(node: &Node, tables: &FxHashMap<Formula, Table>, word: &Word) -> Table {
    let period = word.cycle.len();
    let mut start = 0;
    node.each_operand(|operand| start = start.max(tables[&operand].start));
    let is = |formula: &Formula, position| tables[formula].at(position);
    let pointwise = |value: &dyn Fn(usize) -> bool| Table::pointwise(start, period, value);
    let backward = |initially, step: &dyn Fn(usize, bool) -> bool| {
        Table::backward(start, period, initially, step)
    };
    let forward =
        |before, step: &dyn Fn(usize, bool) -> bool| Table::forward(start, period, before, step);
    let table = match node {
        Node::True => pointwise(&|_| true),
        Node::False => pointwise(&|_| false),
        Node::Atom(atom) => {
            Table::pointwise(word.prefix.len(), period, |i| word.letter(i).contains(atom))
        }
        Node::Not(a) => pointwise(&|i| !is(a, i)),
        Node::And(parts) => pointwise(&|i| parts.iter().all(|part| is(part, i))),
        Node::Or(parts) => pointwise(&|i| parts.iter().any(|part| is(part, i))),
        Node::Implies(a, b) => pointwise(&|i| !is(a, i) || is(b, i)),
        Node::Iff(a, b) => pointwise(&|i| is(a, i) == is(b, i)),
        Node::Xor(a, b) => pointwise(&|i| is(a, i) != is(b, i)),
        Node::Next(a) => pointwise(&|i| is(a, i + 1)),
        Node::Finally(a) => backward(false, &|i, later| is(a, i) || later),
        Node::Globally(a) => backward(true, &|i, later| is(a, i) && later),
        Node::Until(a, b) => backward(false, &|i, later| is(b, i) || is(a, i) && later),
        Node::WeakUntil(a, b) => backward(true, &|i, later| is(b, i) || is(a, i) && later),
        Node::Release(a, b) => backward(true, &|i, later| is(b, i) && (is(a, i) || later)),
        Node::StrongRelease(a, b) => backward(false, &|i, later| is(b, i) && (is(a, i) || later)),
        Node::Yesterday(a) => Table::pointwise(start + 1, period, |i| i > 0 && is(a, i - 1)),
        Node::Once(a) => forward(false, &|i, earlier| is(a, i) || earlier),
        Node::Historically(a) => forward(true, &|i, earlier| is(a, i) && earlier),
        Node::Since(a, b) => forward(false, &|i, earlier| is(b, i) || is(a, i) && earlier),
    };
    table.shortened()
}

#[cfg(test)]
mod tests;
