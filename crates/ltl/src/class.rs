//! The syntactic class of a formula in the temporal hierarchy of Manna and Pnueli [mp.90.podc].
//!
//! The classes Σᵢ and Πᵢ of the slides [strejcek.ia169], for formulas in negation normal form:
//! Σ₀ = Π₀ holds the propositional formulas with X; Σᵢ₊₁ is the closure of Πᵢ under ∧, ∨, X and U;
//! Πᵢ₊₁ that of Σᵢ under ∧, ∨, X and R.  F and M count as U, G and W as R.  Negation exchanges Σ
//! and Π, so the levels are found without computing the normal form.  A past operator looks at
//! finitely many positions and counts as X.
//!
//! A formula's class says what its language is at most; the language may be simpler, as that of
//! `G F false` is.

use std::fmt;

use rustc_hash::FxHashMap;

use crate::{Formula, Formulas, Node};

/// The least i with the formula in Σᵢ, and the least i with it in Πᵢ.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Levels {
    /// The least i with the formula in Σᵢ.
    pub sigma: usize,
    /// The least i with the formula in Πᵢ.
    pub pi: usize,
}

impl Levels {
    const BOTTOM: Levels = Levels { sigma: 0, pi: 0 };

    /// Of the negated formula.
    fn negated(self) -> Levels {
        Levels {
            sigma: self.pi,
            pi: self.sigma,
        }
    }

    /// Of a combination under which Σ and Π are closed.
    fn joined(self, other: Levels) -> Levels {
        let sigma = self.sigma.max(other.sigma);
        let pi = self.pi.max(other.pi);
        Levels {
            sigma: sigma.min(pi + 1),
            pi: pi.min(sigma + 1),
        }
    }

    /// Of a U b, where `self` joins the levels of a and b.
    fn until(self) -> Levels {
        let sigma = self.sigma.max(1);
        Levels {
            sigma,
            pi: sigma + 1,
        }
    }

    /// Of a R b, where `self` joins the levels of a and b.
    fn release(self) -> Levels {
        self.negated().until().negated()
    }

    /// The class of the hierarchy that the levels amount to.
    pub fn class(self) -> Class {
        match (self.sigma, self.pi) {
            (0 | 1, 0 | 1) => Class::Bottom,
            (_, 0 | 1) => Class::Safety,
            (0 | 1, _) => Class::Guarantee,
            (2, 2) => Class::Obligation,
            (_, 2) => Class::Recurrence,
            (2, _) => Class::Persistence,
            _ => Class::Reactivity,
        }
    }
}

/// A class of the temporal hierarchy.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Class {
    /// Both safety and guarantee: decided after finitely many letters.
    Bottom,
    /// Something bad never happens.
    Safety,
    /// Something good happens at last.
    Guarantee,
    /// A boolean combination of safety and guarantee.
    Obligation,
    /// Something good happens again and again.
    Recurrence,
    /// From some point on something bad happens no more.
    Persistence,
    /// A boolean combination of recurrence and persistence: every formula.
    Reactivity,
}

impl Class {
    /// The name of the class, as `classify` prints it.
    pub fn name(self) -> &'static str {
        match self {
            Class::Bottom => "bottom",
            Class::Safety => "safety",
            Class::Guarantee => "guarantee",
            Class::Obligation => "obligation",
            Class::Recurrence => "recurrence",
            Class::Persistence => "persistence",
            Class::Reactivity => "reactivity",
        }
    }
}

impl fmt::Display for Class {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// The syntactic levels of a formula.
pub fn levels(formulas: &Formulas, formula: Formula) -> Levels {
    let mut levels: FxHashMap<Formula, Levels> = FxHashMap::default();
    for sub in formulas.subformulas(formula) {
        let node = formulas.node(sub);
        let mut joined = Levels::BOTTOM;
        node.each_operand(|operand| joined = joined.joined(levels[&operand]));
        let own = match node {
            Node::Not(_) => joined.negated(),
            Node::Implies(a, b) => levels[a].negated().joined(levels[b]),
            Node::Iff(..) | Node::Xor(..) => joined.joined(joined.negated()),
            Node::Finally(_) | Node::Until(..) | Node::StrongRelease(..) => joined.until(),
            Node::Globally(_) | Node::Release(..) | Node::WeakUntil(..) => joined.release(),
            Node::True
            | Node::False
            | Node::Atom(_)
            | Node::And(_)
            | Node::Or(_)
            | Node::Next(_)
            | Node::Yesterday(_)
            | Node::Once(_)
            | Node::Historically(_)
            | Node::Since(..) => joined,
        };
        levels.insert(sub, own);
    }
    levels[&formula]
}

/// The syntactic class of a formula.
///
/// ```
/// use lariat_ltl::{Formulas, Syntax, class::{Class, class}, parse};
/// let mut formulas = Formulas::new();
/// let f = parse(&mut formulas, "G(request -> F grant)", Syntax::Spot)?;
/// assert_eq!(class(&formulas, f), Class::Recurrence);
/// # Ok::<(), lariat_ltl::ParseError>(())
/// ```
pub fn class(formulas: &Formulas, formula: Formula) -> Class {
    levels(formulas, formula).class()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::nnf::nnf;
    use crate::random::{self, Shape};
    use crate::{Syntax, parse};

    #[track_caller]
    fn check(formula: &str, expected: Class) {
        let mut formulas = Formulas::new();
        let f = parse(&mut formulas, formula, Syntax::Spot).expect(formula);
        assert_eq!(class(&formulas, f), expected, "{formula}");
    }

    #[test]
    fn classes_follow_the_alternation_of_until_and_release() {
        check("a & X !b", Class::Bottom);
        check("true", Class::Bottom);
        check("G a", Class::Safety);
        check("a W b", Class::Safety);
        check("a R (b & X c)", Class::Safety);
        check("!F a", Class::Safety);
        check("F a", Class::Guarantee);
        check("a U (b M c)", Class::Guarantee);
        check("!(a W b)", Class::Guarantee);
        check("F a & G b", Class::Obligation);
        check("F a -> F b", Class::Obligation);
        check("X(F a | G b) xor c", Class::Obligation);
        check("GF a", Class::Recurrence);
        check("G(a -> F b)", Class::Recurrence);
        check("GF a & (F b | G c)", Class::Recurrence);
        check("FG a", Class::Persistence);
        check("a U G b", Class::Persistence);
        check("!GF a", Class::Persistence);
        check("GF a -> GF b", Class::Reactivity);
        check("G(a | FG b)", Class::Reactivity);
        check("GF a <-> b", Class::Reactivity);
    }

    #[test]
    fn the_past_counts_as_next() {
        check("O(a S Y b)", Class::Bottom);
        check("G(a -> O b)", Class::Safety);
        check("F(b & H a)", Class::Guarantee);
        check("G F O a", Class::Recurrence);
        check("H F a", Class::Guarantee);
    }

    /// Membership in Σᵢ (`sigma`) or Πᵢ, straight from the definition; for small formulas in
    /// negation normal form.
    fn member(formulas: &Formulas, formula: Formula, level: usize, sigma: bool) -> bool {
        let node = formulas.node(formula);
        let closed = match node {
            Node::True | Node::False | Node::Atom(_) | Node::Not(_) => return true,
            Node::Finally(_) | Node::Until(..) | Node::StrongRelease(..) => level > 0 && sigma,
            Node::Globally(_) | Node::Release(..) | Node::WeakUntil(..) => level > 0 && !sigma,
            _ => true,
        };
        let mut all = closed;
        node.each_operand(|operand| all = all && member(formulas, operand, level, sigma));
        all || level > 0 && member(formulas, formula, level - 1, !sigma)
    }

    #[test]
    fn levels_agree_with_the_definition_on_normal_forms() {
        let mut seen = std::collections::BTreeMap::new();
        for seed in 0..3_000 {
            let mut rng = fastrand::Rng::with_seed(seed);
            let mut formulas = Formulas::new();
            let shape = Shape {
                nodes: rng.usize(1..=10),
                atoms: 2,
                past: seed % 2 == 0,
            };
            let f = random::formula(&mut rng, &mut formulas, shape);
            let normal = nnf(&mut formulas, f);
            let own = levels(&formulas, normal);
            assert_eq!(levels(&formulas, f), own, "seed {seed}");
            for level in 0..5 {
                assert_eq!(
                    member(&formulas, normal, level, true),
                    level >= own.sigma,
                    "seed {seed}"
                );
                assert_eq!(
                    member(&formulas, normal, level, false),
                    level >= own.pi,
                    "seed {seed}"
                );
            }
            *seen.entry(own.class().name()).or_insert(0) += 1;
        }
        assert!(
            seen.len() == 7 && seen.values().all(|&count| count > 20),
            "lopsided: {seen:?}"
        );
    }
}
