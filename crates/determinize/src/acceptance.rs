//! Acceptance as Rabin or Streett pairs.
//!
//! The boolean closure leaves a formula over "infinitely often" and "finitely often".  Its disjunctive normal form is
//! Rabin's, but for conjunctions of several Inf; those are one Inf after all of them have had their turn, which a counter
//! sees: a bit for each but the last, set in order, and cleared when the last comes.  Streett's is
//! Rabin's of the negation, negated.

use lariat_automata::Condition;
use lariat_bdd::Bdd;

use crate::equations::{FIRST_OTHER, StateVariable};
use crate::{DeterminizeError, Equations};

/// The kind of acceptance condition.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum AcceptanceKind {
    /// A disjunction of pairs "finitely often this and infinitely often that".
    Rabin,
    /// A conjunction of pairs "finitely often this or infinitely often that".
    Streett,
    /// Whatever the formula asks for.
    Generic,
}

/// A pair of Rabin's: Fin `fin` and Inf of each of `inf`, as sets of marks.
#[derive(Clone, Default)]
struct Product {
    fin: Vec<usize>,
    inf: Vec<usize>,
}

/// How many pairs there may be.
const PAIRS: usize = 4_096;

impl Equations {
    /// Brings the acceptance condition into the kind; pairs are marks 2i and 2i + 1.
    pub fn with_acceptance(&mut self, kind: AcceptanceKind) -> Result<(), DeterminizeError> {
        match kind {
            AcceptanceKind::Generic => {}
            AcceptanceKind::Rabin => {
                let pairs = self.make_pairs()?;
                let pair = |i| Condition::all([Condition::Fin(2 * i), Condition::Inf(2 * i + 1)]);
                self.condition = Condition::any((0..pairs).map(pair));
            }
            AcceptanceKind::Streett => {
                self.condition = self.condition.negated();
                let pairs = self.make_pairs()?;
                self.marks.chunks_mut(2).for_each(<[Bdd]>::reverse);
                let pair = |i| Condition::any([Condition::Fin(2 * i), Condition::Inf(2 * i + 1)]);
                self.condition = Condition::all((0..pairs).map(pair));
            }
        }
        Ok(())
    }

    /// Makes the marks of Rabin pairs, first the finite one and then the infinite one; how many pairs there are.
    fn make_pairs(&mut self) -> Result<usize, DeterminizeError> {
        let products =
            products(&self.condition).ok_or(DeterminizeError::TooManyPairs { limit: PAIRS })?;
        let mut marks = Vec::new();
        for product in &products {
            let fin = product
                .fin
                .iter()
                .fold(Bdd::FALSE, |any, &mark| self.bdds.or(any, self.marks[mark]));
            let inf = self.all_in_turn(&product.inf);
            marks.extend([fin, inf]);
        }
        self.marks = marks;
        Ok(products.len())
    }

    /// A function that is true infinitely often iff all of the marks are.
    fn all_in_turn(&mut self, marks: &[usize]) -> Bdd {
        let Some((&last, earlier)) = marks.split_last() else {
            return Bdd::TRUE;
        };
        let mut before = Bdd::TRUE;
        let mut bits = Vec::new();
        for &mark in earlier {
            let bit = self.turn_variable(mark);
            bits.push((self.variables.len() - 1, bit, before, mark));
            before = bit;
        }
        let complete = self.bdds.and(before, self.marks[last]);
        for (index, bit, before, mark) in bits {
            let comes = self.bdds.and(before, self.marks[mark]);
            let seen = self.bdds.or(bit, comes);
            self.variables[index].next = self.bdds.minus(seen, complete);
        }
        complete
    }

    fn turn_variable(&mut self, mark: usize) -> Bdd {
        let highest = self.variables.iter().map(|variable| variable.var).max();
        let var = highest.map_or(FIRST_OTHER, |var| (var + 1).max(FIRST_OTHER));
        let number = self
            .variables
            .iter()
            .filter(|variable| variable.name.starts_with('t'))
            .count();
        self.variables.push(StateVariable {
            name: format!("t{number}"),
            meaning: format!("mark {mark} has had its turn"),
            initial: false,
            var,
            next: Bdd::FALSE,
        });
        self.bdds.var(var)
    }
}

/// The disjunctive normal form; `None` if it is too large.
fn products(condition: &Condition) -> Option<Vec<Product>> {
    match condition {
        Condition::True => Some(vec![Product::default()]),
        Condition::False => Some(Vec::new()),
        Condition::Inf(mark) => Some(vec![Product {
            fin: Vec::new(),
            inf: vec![*mark],
        }]),
        Condition::Fin(mark) => Some(vec![Product {
            fin: vec![*mark],
            inf: Vec::new(),
        }]),
        Condition::Or(parts) => {
            let mut all = Vec::new();
            for part in parts {
                all.extend(products(part)?);
            }
            (all.len() <= PAIRS).then_some(all)
        }
        Condition::And(parts) => {
            let mut all = vec![Product::default()];
            for part in parts {
                let part = products(part)?;
                if all.len() * part.len() > PAIRS {
                    return None;
                }
                let with_part = |product: &Product| -> Vec<Product> {
                    part.iter().map(|other| product.with(other)).collect()
                };
                all = all.iter().flat_map(with_part).collect();
            }
            Some(all)
        }
    }
}

impl Product {
    fn with(&self, other: &Product) -> Product {
        let joined = |a: &[usize], b: &[usize]| {
            let mut all = [a, b].concat();
            all.sort_unstable();
            all.dedup();
            all
        };
        Product {
            fin: joined(&self.fin, &other.fin),
            inf: joined(&self.inf, &other.inf),
        }
    }
}
