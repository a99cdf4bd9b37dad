//! What propositions say of a marking, in a normal form that tells them apart by meaning.
//!
//! A proposition compares a weighted sum of places with a number, or says that one of some transitions can fire.  Every comparison
//! is brought into the form Σ cₚ·p ≤ k or Σ cₚ·p = k with coefficients that have no common divisor, so that `p + q > 2`, `3 <= q + p`
//! and `2*p + 2*q >= 5` are one proposition.

use rustc_hash::FxHashMap;

/// How a sum compares with a number.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Relation {
    /// It is at most the number.
    AtMost,
    /// It is the number.
    Equals,
    /// It is not the number.
    Differs,
}

/// A sum of places, compared with a number.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Constraint {
    /// The places in ascending order, each with a coefficient that is not 0.
    pub terms: Vec<(u32, i64)>,
    /// How the sum compares …
    pub relation: Relation,
    /// … with this number.
    pub bound: i64,
}

/// A proposition about a marking.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum MarkingProposition {
    /// It is true everywhere, or nowhere.
    Constant(bool),
    /// The marking satisfies it.
    Constraint(Constraint),
    /// One of these transitions, in ascending order, can fire.
    Fireable(Vec<u32>),
}

/// A sum of places and numbers.
#[derive(Clone, Debug, Default)]
pub struct Sum {
    coefficients: FxHashMap<u32, i64>,
    constant: i64,
}

impl Sum {
    /// Adds a number; `None` if it becomes too large.
    pub fn add_number(&mut self, number: i64) -> Option<()> {
        self.constant = within(self.constant.checked_add(number)?)?;
        Some(())
    }

    /// Adds a place so many times; `None` if that becomes too often.
    pub fn add_place(&mut self, place: u32, times: i64) -> Option<()> {
        let coefficient = self.coefficients.entry(place).or_insert(0);
        *coefficient = within(coefficient.checked_add(times)?)?;
        Some(())
    }

    /// Adds another sum so many times; `None` if something becomes too large.
    pub fn add(&mut self, other: &Sum, times: i64) -> Option<()> {
        for (&place, coefficient) in &other.coefficients {
            self.add_place(place, coefficient.checked_mul(times)?)?;
        }
        self.add_number(other.constant.checked_mul(times)?)
    }

    fn minus(mut self, other: &Sum) -> Option<Sum> {
        self.add(other, -1)?;
        Some(self)
    }
}

/// Numbers in propositions stay below 2^40, so that sums over a marking fit 128 bits with ease.
fn within(number: i64) -> Option<i64> {
    (number.unsigned_abs() < 1 << 40).then_some(number)
}

/// How two sums can be compared.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Comparison {
    /// `<`
    Less,
    /// `<=`
    AtMost,
    /// `>`
    Greater,
    /// `>=`
    AtLeast,
    /// `==`
    Equal,
    /// `!=`
    Differ,
}

impl MarkingProposition {
    /// A comparison in normal form; `None` if its numbers are too large.
    pub fn comparison(left: Sum, comparison: Comparison, right: Sum) -> Option<Self> {
        let (difference, relation, strict) = match comparison {
            Comparison::Less => (left.minus(&right)?, Relation::AtMost, 1),
            Comparison::AtMost => (left.minus(&right)?, Relation::AtMost, 0),
            Comparison::Greater => (right.minus(&left)?, Relation::AtMost, 1),
            Comparison::AtLeast => (right.minus(&left)?, Relation::AtMost, 0),
            Comparison::Equal => (left.minus(&right)?, Relation::Equals, 0),
            Comparison::Differ => (left.minus(&right)?, Relation::Differs, 0),
        };
        let bound = -difference.constant - strict;
        let terms = difference.coefficients.into_iter();
        let mut terms: Vec<(u32, i64)> = terms.filter(|&(_, times)| times != 0).collect();
        terms.sort_unstable();
        Some(Self::normal(terms, relation, bound))
    }

    /// Terms in ascending order of places, none 0, compared with a number.
    pub(super) fn normal(mut terms: Vec<(u32, i64)>, relation: Relation, bound: i64) -> Self {
        let Some(&(_, first)) = terms.first() else {
            return MarkingProposition::Constant(relation.holds(0, bound));
        };
        let divisor = terms
            .iter()
            .fold(0, |divisor, &(_, times)| gcd(divisor, times));
        // An equation may be multiplied by -1: its first coefficient is positive.
        let is_equation = relation != Relation::AtMost;
        let sign = if is_equation && first < 0 { -1 } else { 1 };
        if is_equation && bound % divisor != 0 {
            return MarkingProposition::Constant(relation == Relation::Differs);
        }
        for (_, times) in &mut terms {
            *times = *times / divisor * sign;
        }
        let bound = bound.div_euclid(divisor) * sign;
        // Markings are never negative.
        if relation == Relation::AtMost {
            let all = |is: fn(i64) -> bool| terms.iter().all(|&(_, times)| is(times));
            if bound < 0 && all(|times| times > 0) {
                return MarkingProposition::Constant(false);
            }
            if bound >= 0 && all(|times| times < 0) {
                return MarkingProposition::Constant(true);
            }
        }
        MarkingProposition::Constraint(Constraint {
            terms,
            relation,
            bound,
        })
    }

    /// The proposition in words that are read as the same proposition; positive terms stand on the left, negative ones on the right.
    pub(super) fn spell(&self, places: &[String], transitions: &[String]) -> String {
        match self {
            MarkingProposition::Constant(true) => "0 <= 0".to_owned(),
            MarkingProposition::Constant(false) => "1 <= 0".to_owned(),
            MarkingProposition::Constraint(constraint) => constraint.spell(places),
            MarkingProposition::Fireable(numbers) => {
                let names = numbers
                    .iter()
                    .map(|&number| transitions[number as usize].as_str());
                format!("fireable({})", names.collect::<Vec<_>>().join(", "))
            }
        }
    }

    /// One of these transitions can fire.
    pub fn fireable(mut transitions: Vec<u32>) -> Self {
        transitions.sort_unstable();
        transitions.dedup();
        match transitions.is_empty() {
            true => MarkingProposition::Constant(false),
            false => MarkingProposition::Fireable(transitions),
        }
    }
}

impl Constraint {
    fn spell(&self, places: &[String]) -> String {
        let side = |sign: i64, constant: i64| {
            let terms = self
                .terms
                .iter()
                .filter(|(_, times)| times.signum() == sign);
            let mut words: Vec<String> = terms
                .map(|&(place, times)| match times.abs() {
                    1 => places[place as usize].clone(),
                    many => format!("{many}*{}", places[place as usize]),
                })
                .collect();
            if constant > 0 || words.is_empty() {
                words.push(constant.max(0).to_string());
            }
            words.join(" + ")
        };
        let relation = match self.relation {
            Relation::AtMost => "<=",
            Relation::Equals => "==",
            Relation::Differs => "!=",
        };
        format!(
            "{} {relation} {}",
            side(1, -self.bound),
            side(-1, self.bound)
        )
    }
}

impl Relation {
    pub(crate) fn holds(self, sum: i128, bound: i64) -> bool {
        match self {
            Relation::AtMost => sum <= i128::from(bound),
            Relation::Equals => sum == i128::from(bound),
            Relation::Differs => sum != i128::from(bound),
        }
    }
}

fn gcd(a: i64, b: i64) -> i64 {
    let (mut a, mut b) = (a.abs(), b.abs());
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a
}

/// The propositions that a net watches.
#[derive(Clone, Debug, Default)]
pub(crate) struct Propositions {
    list: Vec<MarkingProposition>,
    numbers: FxHashMap<MarkingProposition, usize>,
}

impl Propositions {
    /// The number of a proposition, which is new unless one with the same meaning is known.
    pub(crate) fn add(&mut self, proposition: MarkingProposition) -> usize {
        let list = &mut self.list;
        *self.numbers.entry(proposition).or_insert_with_key(|new| {
            list.push(new.clone());
            list.len() - 1
        })
    }

    pub(crate) fn list(&self) -> &[MarkingProposition] {
        &self.list
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sum(places: &[(u32, i64)], number: i64) -> Sum {
        let mut sum = Sum::default();
        for &(place, times) in places {
            sum.add_place(place, times).expect("small");
        }
        sum.add_number(number).expect("small");
        sum
    }

    #[test]
    fn equal_meanings_are_one_proposition() {
        let compare = |left: &Sum, comparison, right: &Sum| {
            MarkingProposition::comparison(left.clone(), comparison, right.clone()).expect("small")
        };
        let both = sum(&[(3, 1), (1, 1)], 0);
        let twice = sum(&[(1, 2), (3, 2)], 0);
        let at_least_3 = compare(&both, Comparison::Greater, &sum(&[], 2));
        assert_eq!(at_least_3, compare(&sum(&[], 3), Comparison::AtMost, &both));
        assert_eq!(
            at_least_3,
            compare(&twice, Comparison::AtLeast, &sum(&[], 5))
        );
        assert_ne!(
            at_least_3,
            compare(&twice, Comparison::AtLeast, &sum(&[], 7))
        );
        let odd = compare(&twice, Comparison::Equal, &sum(&[], 5));
        assert_eq!(odd, MarkingProposition::Constant(false));
        let odd = compare(&twice, Comparison::Differ, &sum(&[], 5));
        assert_eq!(odd, MarkingProposition::Constant(true));
        let equal = compare(&sum(&[(1, 1)], 1), Comparison::Equal, &sum(&[(2, 1)], 0));
        let turned = compare(&sum(&[(2, 3)], 0), Comparison::Equal, &sum(&[(1, 3)], 3));
        assert_eq!(equal, turned);
    }

    #[test]
    fn what_no_marking_can_change_is_constant() {
        let compare = |places: &[(u32, i64)], comparison, number| {
            let right = sum(&[], number);
            MarkingProposition::comparison(sum(places, 0), comparison, right).expect("small")
        };
        let p = [(0, 1)];
        assert_eq!(
            compare(&p, Comparison::AtLeast, 0),
            MarkingProposition::Constant(true)
        );
        assert_eq!(
            compare(&p, Comparison::Less, 0),
            MarkingProposition::Constant(false)
        );
        assert_eq!(
            compare(&[], Comparison::Less, 1),
            MarkingProposition::Constant(true)
        );
        let cancelled = [(0, 1), (0, -1)];
        assert_eq!(
            compare(&cancelled, Comparison::Equal, 0),
            MarkingProposition::Constant(true)
        );
        assert!(matches!(
            compare(&p, Comparison::AtLeast, 1),
            MarkingProposition::Constraint(_)
        ));
    }

    #[test]
    fn numbers_beyond_measure_are_refused() {
        let mut sum = Sum::default();
        assert_eq!(sum.add_number(1 << 40), None);
        assert_eq!(sum.add_place(0, -(1 << 40)), None);
        assert_eq!(sum.add_place(0, i64::MIN), None);
    }
}
