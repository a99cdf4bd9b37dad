//! Syntactic implication: a cheap, sound and incomplete proof that one formula implies another.
//!
//! The relation of [somenzi.00.cav] with the table of [spot.tl], on formulas with a sign so that
//! `f => !g` needs no formula `!g`.  Where the table has a row for F or G it is stated here for
//! every eventual or universal formula.  On formulas without temporal operators and with few
//! propositions the answer is exact, by truth tables.  Proved pairs and refuted ones are remembered.
//! A formula larger than [`EXAMINED`] is only compared by handle, which bounds the cost of a
//! question and the depth of the recursion whatever the input.

use std::cell::RefCell;

use rustc_hash::FxHashMap;

use crate::{Formula, Formulas, Node};

use super::facts::{Fact, Facts};
use super::lens::{Signed, View, dual, plain};
use super::truth;

/// The largest formula whose inside is examined.
pub(super) const EXAMINED: u64 = 128;

/// The answers given so far.
#[derive(Clone, Default)]
pub(super) struct Implications {
    known: RefCell<FxHashMap<(Signed, Signed), bool>>,
}

impl Implications {
    /// Whether `from` is proved to imply `to`, at every position of every word.
    pub(super) fn holds(
        &self,
        formulas: &Formulas,
        facts: &Facts,
        from: Signed,
        to: Signed,
    ) -> bool {
        Proof {
            formulas,
            facts,
            known: &mut self.known.borrow_mut(),
        }
        .implies(from, to)
    }
}

struct Proof<'a> {
    formulas: &'a Formulas,
    facts: &'a Facts,
    known: &'a mut FxHashMap<(Signed, Signed), bool>,
}

impl<'a> Proof<'a> {
    fn view(&self, signed: Signed) -> View<'a> {
        let node = self.formulas.node(signed.formula);
        if signed.negated {
            dual(node)
        } else {
            plain(node)
        }
    }

    fn fact(&self, signed: Signed) -> Fact {
        let fact = self.facts.get(signed.formula);
        if signed.negated { fact.negated() } else { fact }
    }

    /// An operand of `parent`, which shares its sign.
    fn operand(&self, parent: Signed, operand: Formula) -> Signed {
        match self.formulas.node(operand) {
            Node::Not(inner) => Signed {
                formula: *inner,
                negated: !parent.negated,
            },
            _ => Signed {
                formula: operand,
                negated: parent.negated,
            },
        }
    }

    fn implies(&mut self, from: Signed, to: Signed) -> bool {
        if from == to {
            return true;
        }
        if matches!(self.view(from), View::False) || matches!(self.view(to), View::True) {
            return true;
        }
        let (left, right) = (self.fact(from), self.fact(to));
        if left.literals & right.literals == 0
            || left.measure.size > EXAMINED
            || right.measure.size > EXAMINED
        {
            return false;
        }
        if let Some(&answer) = self.known.get(&(from, to)) {
            return answer;
        }
        let exact = (left.boolean && right.boolean)
            .then(|| truth::implies(self.formulas, from, to))
            .flatten();
        let answer = exact.unwrap_or_else(|| self.prove(from, to));
        self.known.insert((from, to), answer);
        answer
    }

    /// Does `from` imply operand `b` of `to`?
    fn implies_part(&mut self, from: Signed, to: Signed, b: Formula) -> bool {
        let part = self.operand(to, b);
        self.implies(from, part)
    }

    /// Does operand `a` of `from` imply `to`?
    fn part_implies(&mut self, from: Signed, a: Formula, to: Signed) -> bool {
        let part = self.operand(from, a);
        self.implies(part, to)
    }

    /// Does operand `a` of `from` imply operand `b` of `to`?
    fn parts_imply(&mut self, from: Signed, a: Formula, to: Signed, b: Formula) -> bool {
        let part = self.operand(to, b);
        self.part_implies(from, a, part)
    }

    fn prove(&mut self, from: Signed, to: Signed) -> bool {
        match (self.view(from), self.view(to)) {
            (_, View::And(parts)) => parts.iter().all(|&part| self.implies_part(from, to, part)),
            (View::Or(parts), _) => parts.iter().all(|&part| self.part_implies(from, part, to)),
            _ => self.by_target(from, to) || self.by_source(from, to) || self.by_pair(from, to),
        }
    }

    /// What only the topmost operator of `to` decides.
    fn by_target(&mut self, from: Signed, to: Signed) -> bool {
        let Fact {
            eventual,
            universal,
            ..
        } = self.fact(from);
        match self.view(to) {
            View::Or(parts) => parts.iter().any(|&part| self.implies_part(from, to, part)),
            View::Finally(b) | View::Once(b) => self.implies_part(from, to, b),
            View::Next(b) | View::Globally(b) => universal && self.implies_part(from, to, b),
            View::Historically(b) => eventual && self.implies_part(from, to, b),
            View::Until(_, b) | View::Since(_, b) => self.implies_part(from, to, b),
            View::WeakUntil(a, b) => {
                self.implies_part(from, to, b) || (universal && self.implies_part(from, to, a))
            }
            View::Release(a, b) => {
                self.implies_part(from, to, b) && (universal || self.implies_part(from, to, a))
            }
            View::StrongRelease(a, b) => {
                self.implies_part(from, to, a) && self.implies_part(from, to, b)
            }
            _ => false,
        }
    }

    /// What only the topmost operator of `from` decides.
    fn by_source(&mut self, from: Signed, to: Signed) -> bool {
        let Fact {
            eventual,
            universal,
            ..
        } = self.fact(to);
        match self.view(from) {
            View::And(parts) => parts.iter().any(|&part| self.part_implies(from, part, to)),
            View::Globally(a) | View::Historically(a) => self.part_implies(from, a, to),
            View::Next(a) | View::Finally(a) => eventual && self.part_implies(from, a, to),
            View::Yesterday(a) | View::Once(a) => universal && self.part_implies(from, a, to),
            View::Release(_, b) => self.part_implies(from, b, to),
            View::StrongRelease(a, b) => {
                self.part_implies(from, b, to) || (eventual && self.part_implies(from, a, to))
            }
            View::WeakUntil(a, b) => {
                self.part_implies(from, b, to) && self.part_implies(from, a, to)
            }
            View::Until(a, b) => {
                self.part_implies(from, b, to) && (eventual || self.part_implies(from, a, to))
            }
            View::Since(a, b) => {
                self.part_implies(from, b, to) && (universal || self.part_implies(from, a, to))
            }
            _ => false,
        }
    }

    /// What both topmost operators decide together.
    fn by_pair(&mut self, from: Signed, to: Signed) -> bool {
        use View::{Next, Opaque, Release, Since, StrongRelease, Until, WeakUntil, Yesterday};
        match (self.view(from), self.view(to)) {
            (Next(a), Next(b)) | (Yesterday(a), Yesterday(b)) => self.parts_imply(from, a, to, b),
            (Until(a, b), Until(c, d) | WeakUntil(c, d))
            | (WeakUntil(a, b), WeakUntil(c, d))
            | (Release(a, b), Release(c, d))
            | (StrongRelease(a, b), StrongRelease(c, d) | Release(c, d))
            | (Since(a, b), Since(c, d)) => {
                self.parts_imply(from, a, to, c) && self.parts_imply(from, b, to, d)
            }
            (Release(a, b), WeakUntil(c, d))
            | (StrongRelease(a, b), Until(c, d) | WeakUntil(c, d)) => {
                self.parts_imply(from, a, to, d) && self.parts_imply(from, b, to, c)
            }
            (Until(a, b), Release(c, d) | StrongRelease(c, d))
            | (WeakUntil(a, b), Release(c, d)) => {
                self.parts_imply(from, a, to, d)
                    && self.parts_imply(from, b, to, c)
                    && self.parts_imply(from, b, to, d)
            }
            (Opaque, Opaque) if from.negated && to.negated && !self.fact(from).boolean => {
                self.implies(!to, !from)
            }
            _ => false,
        }
    }
}
