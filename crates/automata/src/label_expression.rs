//! Labels as expressions of moderate size.
//!
//! As a rule a label is the irredundant sum of cubes that its diagram has [minato.92.sasimi].  Where that
//! has very many cubes, the complement may have few: then the label is a product of clauses, which is what
//! somebody wrote who gave a label in conjunctive form.  Where both have many, the label is split at
//! its first variable into what is left where that is true and where it is false.  If one of the two
//! implies the other, what they have in common is written once, so that a label which is a product of
//! others, or a sum, is written as one.
//!
//! An expression may still be exponentially larger than the diagram.  So it is made within a budget.

use lariat_bdd::{Bdd, Bdds, Cube, Var};
use lariat_budget::{Budget, Exhausted};

use crate::{Label, Labels};

/// A sum or a product has no more cubes or clauses than this, unless nothing else is to be had.
const MOST_CUBES: u64 = 1 << 12;

/// An expression over literals, whose parts are numbered.
pub(crate) struct Expression {
    parts: Vec<Part>,
}

/// A part of an expression; its own parts are given by their numbers.
pub(crate) enum Part {
    Constant(bool),
    Literal(Var, bool),
    /// Two parts or more.
    All(Vec<usize>),
    /// Two parts or more.
    Any(Vec<usize>),
}

/// A part whose place is kept, and what shall stand there.
type Open = (usize, Bdd);

impl Expression {
    /// The expression of a label.
    ///
    /// # Errors
    /// If the budget has ended.
    pub(crate) fn of(
        labels: &mut Labels,
        label: Label,
        budget: &Budget,
    ) -> Result<Self, Exhausted> {
        labels.bdds.obey(budget);
        let made = Self::made(&mut labels.bdds, label, budget);
        labels.bdds.release()?;
        made
    }

    fn made(bdds: &mut Bdds, label: Label, budget: &Budget) -> Result<Self, Exhausted> {
        let mut expression = Self { parts: Vec::new() };
        let mut open: Vec<Open> = vec![expression.reserve(label)];
        while let Some((place, function)) = open.pop() {
            let part = expression.part_of(bdds, function, &mut open);
            budget.check()?;
            expression.parts[place] = part;
        }
        Ok(expression)
    }

    /// The number of the whole.
    pub(crate) fn root(&self) -> usize {
        0
    }

    /// The part with a number.
    pub(crate) fn part(&self, number: usize) -> &Part {
        &self.parts[number]
    }

    /// Keeps a place for a function.
    fn reserve(&mut self, function: Bdd) -> Open {
        (self.add(Part::Constant(false)), function)
    }

    fn add(&mut self, part: Part) -> usize {
        self.parts.push(part);
        self.parts.len() - 1
    }

    fn literal(&mut self, (var, positive): (Var, bool)) -> usize {
        self.add(Part::Literal(var, positive))
    }

    /// What stands for a function; parts of it may stay open.
    fn part_of(&mut self, bdds: &mut Bdds, function: Bdd, open: &mut Vec<Open>) -> Part {
        let Some(var) = bdds.top(function) else {
            return Part::Constant(function.is_true());
        };
        if let Some(cubes) = bdds.small_cover(function, MOST_CUBES) {
            return self.sum(cubes);
        }
        if let Some(cubes) = bdds.small_cover(!function, MOST_CUBES) {
            return self.product_of_clauses(cubes);
        }
        let (low, high) = bdds.branches(function);
        for (larger, smaller, value) in [(high, low, true), (low, high, false)] {
            if bdds.entails(smaller, larger) {
                let literal = self.literal((var, value));
                return self.monotone(bdds, literal, smaller, larger, open);
            }
        }
        let cases = [(true, high), (false, low)].map(|(value, rest)| {
            let rest = self.reserve(rest);
            open.push(rest);
            let literal = self.literal((var, value));
            self.add(Part::All(vec![literal, rest.0]))
        });
        Part::Any(cases.to_vec())
    }

    /// A function that is `larger` where the literal is true, and `smaller`, which implies it, elsewhere.
    ///
    /// It is `larger & (literal | f)`, where f matters only where `larger` is true, and it is
    /// `smaller | literal & f`, where f matters only where `smaller` is false.  The simpler one is taken.
    fn monotone(
        &mut self,
        bdds: &mut Bdds,
        literal: usize,
        smaller: Bdd,
        larger: Bdd,
        open: &mut Vec<Open>,
    ) -> Part {
        let upper = bdds.or(smaller, !larger);
        let factor = bdds.between(smaller, upper);
        let lower = bdds.minus(larger, smaller);
        let term = bdds.between(lower, larger);
        let support = |function| bdds.support(function).len();
        let is_product = support(factor) <= support(term);
        let (inner, outer) = match is_product {
            true => (factor, larger),
            false => (term, smaller),
        };
        let [inner, outer] = [inner, outer].map(|part| self.reserve(part));
        open.extend([inner, outer]);
        let (inner, outer) = (vec![literal, inner.0], outer.0);
        match is_product {
            true => Part::All(vec![self.add(Part::Any(inner)), outer]),
            false => Part::Any(vec![self.add(Part::All(inner)), outer]),
        }
    }

    fn sum(&mut self, mut cubes: Vec<Cube>) -> Part {
        cubes.sort_unstable();
        let mut parts = cubes
            .into_iter()
            .map(|cube| self.cube(cube, true, Part::All));
        let parts: Vec<Part> = parts.by_ref().collect();
        self.joined(parts, Part::Any)
    }

    /// The product of the clauses that the cubes of the complement negate.
    fn product_of_clauses(&mut self, mut cubes: Vec<Cube>) -> Part {
        cubes.sort_unstable();
        let parts = cubes
            .into_iter()
            .map(|cube| self.cube(cube, false, Part::Any));
        let parts: Vec<Part> = parts.collect();
        self.joined(parts, Part::All)
    }

    /// The literals of a cube, or their negations, joined.
    fn cube(&mut self, cube: Cube, same: bool, join: fn(Vec<usize>) -> Part) -> Part {
        let literals = cube.literals.into_iter();
        let literals = literals.map(|(var, positive)| Part::Literal(var, positive == same));
        self.joined(literals.collect(), join)
    }

    /// Several parts joined, or the only one.
    fn joined(&mut self, mut parts: Vec<Part>, join: fn(Vec<usize>) -> Part) -> Part {
        match parts.len() {
            1 => parts.swap_remove(0),
            _ => join(parts.into_iter().map(|part| self.add(part)).collect()),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    /// What the text of an expression over the letters a, b, … means.
    fn read(labels: &mut Labels, text: &str) -> Bdd {
        let mut stack: Vec<Vec<Vec<Bdd>>> = vec![vec![vec![]]];
        let mut sign = false;
        let close = |bdds: &mut Bdds, sum: Vec<Vec<Bdd>>| {
            sum.into_iter().fold(Bdd::FALSE, |sum, product| {
                let product = product.into_iter();
                let product = product.fold(Bdd::TRUE, |all, factor| bdds.and(all, factor));
                bdds.or(sum, product)
            })
        };
        let mut number = String::new();
        for letter in text.chars().chain([' ']) {
            if letter.is_ascii_digit() {
                number.push(letter);
                continue;
            }
            if !number.is_empty() {
                let literal = labels.bdds.var(number.parse().expect("it is a number"));
                let literal = if sign { !literal } else { literal };
                stack.last_mut().unwrap().last_mut().unwrap().push(literal);
                (number, sign) = (String::new(), false);
            }
            match letter {
                'p' | '&' | ' ' => {}
                '!' => sign = true,
                '|' => stack.last_mut().unwrap().push(vec![]),
                '(' => stack.push(vec![vec![]]),
                ')' => {
                    let sum = stack.pop().unwrap();
                    let sum = close(&mut labels.bdds, sum);
                    stack.last_mut().unwrap().last_mut().unwrap().push(sum);
                }
                other => panic!("{other} in {text}"),
            }
        }
        let sum = stack.pop().unwrap();
        assert!(stack.is_empty(), "{text}");
        close(&mut labels.bdds, sum)
    }

    fn labels(propositions: u32) -> Labels {
        Labels::new((0..propositions).map(|p| format!("p{p}")))
    }

    /// (p0 | p1) & (p2 | p3) & … over the variables from `first` on.
    fn clauses(bdds: &mut Bdds, first: u32, count: u32) -> Bdd {
        (0..count).rev().fold(Bdd::TRUE, |all, clause| {
            let [one, two] = [0, 1].map(|side| bdds.var(first + 2 * clause + side));
            let either = bdds.or(one, two);
            bdds.and(either, all)
        })
    }

    fn parity(bdds: &mut Bdds, first: u32, count: u32) -> Bdd {
        (first..first + count).rev().fold(Bdd::FALSE, |odd, var| {
            let var = bdds.var(var);
            bdds.xor(odd, var)
        })
    }

    #[track_caller]
    fn check(labels: &mut Labels, label: Bdd, longest: usize) -> String {
        let budget = Budget::unlimited().with_time(Duration::from_secs(20));
        let text = labels.text_within(label, &budget).expect("it is short");
        assert!(text.len() <= longest, "{} bytes", text.len());
        assert_eq!(read(labels, &text), label, "{text}");
        text
    }

    #[test]
    fn a_few_cubes_are_a_sum() {
        let mut labels = labels(18);
        let label = clauses(&mut labels.bdds, 0, 2);
        let text = check(&mut labels, label, 100);
        assert_eq!(text, "p0 & p2 | p0 & p3 | p1 & p2 | p1 & p3");
        let label = clauses(&mut labels.bdds, 0, 9);
        let text = check(&mut labels, label, 100_000);
        assert_eq!(text.matches('|').count(), 511);
    }

    #[test]
    fn many_cubes_with_few_clauses_are_a_product() {
        let mut labels = labels(64);
        let label = clauses(&mut labels.bdds, 0, 32);
        let text = check(&mut labels, label, 1000);
        assert!(text.starts_with("(p0 | p1) & (p2 | p3) & "), "{text}");
    }

    #[test]
    fn what_is_neither_is_factored() {
        let mut labels = labels(64);
        let product = clauses(&mut labels.bdds, 0, 20);
        let odd = parity(&mut labels.bdds, 40, 14);
        let label = labels.bdds.and(product, odd);
        check(&mut labels, label, 1_000_000);
        check(&mut labels, !label, 1_000_000);
        let other = clauses(&mut labels.bdds, 20, 20);
        let either = labels.bdds.or(product, other);
        check(&mut labels, either, 1_000_000);
    }

    #[test]
    fn a_budget_ends_what_takes_long() {
        let mut labels = labels(40);
        let label = parity(&mut labels.bdds, 0, 40);
        let budget = Budget::unlimited().with_time(Duration::from_millis(50));
        assert!(labels.text_within(label, &budget).is_err());
        // The arena is as good as before.
        let small = parity(&mut labels.bdds, 0, 2);
        assert_eq!(labels.text(small), "!p0 & p1 | p0 & !p1");
    }
}
