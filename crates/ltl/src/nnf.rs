//! Negation normal form: negations pushed down to the propositions.
//!
//! What is left are literals, ∧, ∨, X, F, G, U, R, W, M and the past operators Y, O, H, S.
//! Negations are pushed by the duals of the slides [strejcek.ia169], to which the past adds
//!
//! * ¬Y a = ¬Y true ∨ Y ¬a: there is no yesterday, or it was false then.  `¬Y true`, "this is the
//!   first position", stays as it is: it is the only negation of something else than a
//!   proposition;
//! * ¬O a = H ¬a and ¬H a = O ¬a;
//! * ¬(a S b) = H ¬b ∨ (¬b S (¬a ∧ ¬b)): b never was, or a failed after it was last.
//!
//! Each subformula is made at most once in each polarity, so the result is linear in the size of
//! the formula as a graph; equivalences would double it at every level as a tree.

use rustc_hash::{FxHashMap, FxHashSet};

use crate::{Formula, Formulas, Node};

/// The negation normal form of a formula.
///
/// ```
/// use lariat_ltl::{Formulas, Syntax, nnf::nnf, parse};
/// let mut formulas = Formulas::new();
/// let f = parse(&mut formulas, "!(a U X b) -> c", Syntax::Spot)?;
/// let g = parse(&mut formulas, "(a U X b) | c", Syntax::Spot)?;
/// assert_eq!(nnf(&mut formulas, f), g);
/// # Ok::<(), lariat_ltl::ParseError>(())
/// ```
pub fn nnf(formulas: &mut Formulas, formula: Formula) -> Formula {
    push_negations(formulas, formula, true)
}

/// The negation normal form of the negated formula.
pub fn negate(formulas: &mut Formulas, formula: Formula) -> Formula {
    push_negations(formulas, formula, false)
}

/// A subformula, and whether it stands there itself or its negation does.
type Signed = (Formula, bool);

fn push_negations(formulas: &mut Formulas, formula: Formula, sign: bool) -> Formula {
    let order = formulas.subformulas(formula);
    let needed = needed(formulas, &order, (formula, sign));
    let mut made: FxHashMap<Signed, Formula> = FxHashMap::default();
    for &sub in &order {
        for sign in [true, false] {
            if needed.contains(&(sub, sign)) {
                let result = make(formulas, sub, sign, &made);
                made.insert((sub, sign), result);
            }
        }
    }
    made[&(formula, sign)]
}

/// Every subformula in every polarity in which `root` needs it.
fn needed(formulas: &Formulas, order: &[Formula], root: Signed) -> FxHashSet<Signed> {
    let mut needed = FxHashSet::default();
    needed.insert(root);
    for &sub in order.iter().rev() {
        for sign in [true, false] {
            if !needed.contains(&(sub, sign)) {
                continue;
            }
            match formulas.node(sub) {
                Node::Not(a) => needed.extend([(*a, !sign)]),
                Node::Implies(a, b) => needed.extend([(*a, !sign), (*b, sign)]),
                Node::Iff(a, b) | Node::Xor(a, b) => {
                    needed.extend([(*a, true), (*a, false), (*b, true), (*b, false)]);
                }
                node => node.each_operand(|operand| needed.extend([(operand, sign)])),
            }
        }
    }
    needed
}

fn make(
    formulas: &mut Formulas,
    formula: Formula,
    sign: bool,
    made: &FxHashMap<Signed, Formula>,
) -> Formula {
    let node = formulas.node(formula).clone();
    let get = |operand: Formula| made[&(operand, sign)];
    match node {
        Node::Not(a) => made[&(a, !sign)],
        Node::Implies(a, b) => {
            let parts = [made[&(a, !sign)], get(b)];
            if sign {
                formulas.any(parts)
            } else {
                formulas.all(parts)
            }
        }
        Node::Iff(a, b) => equal(formulas, a, b, sign, made),
        Node::Xor(a, b) => equal(formulas, a, b, !sign, made),
        positive if sign => formulas.make(positive.map(get)),
        Node::True => formulas.falsity(),
        Node::False => formulas.truth(),
        Node::Atom(_) => formulas.not(formula),
        Node::And(parts) => formulas.any(parts.iter().map(|&part| get(part))),
        Node::Or(parts) => formulas.all(parts.iter().map(|&part| get(part))),
        Node::Next(a) => formulas.make(Node::Next(get(a))),
        Node::Finally(a) => formulas.make(Node::Globally(get(a))),
        Node::Globally(a) => formulas.make(Node::Finally(get(a))),
        Node::Until(a, b) => formulas.make(Node::Release(get(a), get(b))),
        Node::Release(a, b) => formulas.make(Node::Until(get(a), get(b))),
        Node::WeakUntil(a, b) => formulas.make(Node::StrongRelease(get(a), get(b))),
        Node::StrongRelease(a, b) => formulas.make(Node::WeakUntil(get(a), get(b))),
        Node::Yesterday(a) => not_yesterday(formulas, get(a)),
        Node::Once(a) => formulas.make(Node::Historically(get(a))),
        Node::Historically(a) => formulas.make(Node::Once(get(a))),
        Node::Since(a, b) => not_since(formulas, get(a), get(b)),
    }
}

/// (a ∧ b) ∨ (¬a ∧ ¬b) if `equal`, else (a ∧ ¬b) ∨ (¬a ∧ b).
fn equal(
    formulas: &mut Formulas,
    a: Formula,
    b: Formula,
    equal: bool,
    made: &FxHashMap<Signed, Formula>,
) -> Formula {
    let one = formulas.and(made[&(a, true)], made[&(b, equal)]);
    let other = formulas.and(made[&(a, false)], made[&(b, !equal)]);
    formulas.or(one, other)
}

/// ¬Y a, given ¬a.
fn not_yesterday(formulas: &mut Formulas, not_a: Formula) -> Formula {
    let truth = formulas.truth();
    let not_first = formulas.make(Node::Yesterday(truth));
    let first = formulas.not(not_first);
    if matches!(formulas.node(not_a), Node::False) {
        return first;
    }
    let was_false = formulas.make(Node::Yesterday(not_a));
    formulas.or(first, was_false)
}

/// ¬(a S b), given ¬a and ¬b.
fn not_since(formulas: &mut Formulas, not_a: Formula, not_b: Formula) -> Formula {
    let never = formulas.make(Node::Historically(not_b));
    let neither = formulas.and(not_a, not_b);
    let failed_since = formulas.make(Node::Since(not_b, neither));
    formulas.or(never, failed_since)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::{self, Shape};
    use crate::semantics::holds;
    use crate::{Syntax, parse};

    #[track_caller]
    fn check(formula: &str, expected: &str) {
        let mut formulas = Formulas::new();
        let f = parse(&mut formulas, formula, Syntax::Spot).expect(formula);
        let expected = parse(&mut formulas, expected, Syntax::Spot).expect(expected);
        assert_eq!(nnf(&mut formulas, f), expected, "{formula}");
    }

    #[test]
    fn negations_meet_the_duals() {
        check("!(a & b | c)", "(!a | !b) & !c");
        check("!(true | false)", "false & true");
        check("!(a -> b)", "a & !b");
        check("a <-> b", "a & b | !a & !b");
        check("!(a <-> b)", "a & !b | !a & b");
        check("a xor b", "a & !b | !a & b");
        check("!(a xor !b)", "a & !b | !a & b");
        check("!X F a", "X G !a");
        check("!(a U b R c)", "!a R (!b U !c)");
        check("!(a W b M c)", "!a M (!b W !c)");
        check("!(O a | H b)", "H !a & O !b");
        check("!Y a", "!Y true | Y !a");
        check("!Y true", "!Y true");
        check("!(a S b)", "H !b | (!b S (!a & !b))");
    }

    fn is_normal(formulas: &Formulas, formula: Formula) -> bool {
        formulas
            .subformulas(formula)
            .into_iter()
            .all(|sub| match formulas.node(sub) {
                Node::Not(a) => match formulas.node(*a) {
                    Node::Atom(_) => true,
                    Node::Yesterday(first) => matches!(formulas.node(*first), Node::True),
                    _ => false,
                },
                Node::Implies(..) | Node::Iff(..) | Node::Xor(..) => false,
                _ => true,
            })
    }

    #[test]
    fn random_formulas_keep_their_meaning_and_negations_reverse_it() {
        let rounds = lariat_testkit::rounds(3_000, 50_000);
        let (mut yes, mut no) = (0, 0);
        for seed in 0..rounds {
            let mut rng = fastrand::Rng::with_seed(seed);
            let mut formulas = Formulas::new();
            let shape = Shape {
                nodes: rng.usize(1..=20),
                atoms: 3,
                past: true,
            };
            let f = random::formula(&mut rng, &mut formulas, shape);
            let (positive, negative) = (nnf(&mut formulas, f), negate(&mut formulas, f));
            assert!(is_normal(&formulas, positive) && is_normal(&formulas, negative));
            assert_eq!(
                nnf(&mut formulas, positive),
                positive,
                "seed {seed}: not idempotent"
            );
            for _ in 0..10 {
                let word = random::word(&mut rng, &mut formulas, 3);
                let expected = holds(&formulas, f, &word);
                assert_eq!(
                    holds(&formulas, positive, &word),
                    expected,
                    "seed {seed}: {word:?}"
                );
                assert_eq!(
                    holds(&formulas, negative, &word),
                    !expected,
                    "seed {seed}: {word:?}"
                );
                if expected {
                    yes += 1;
                } else {
                    no += 1;
                }
            }
        }
        assert!(
            yes > rounds && no > rounds,
            "lopsided: {yes} hold, {no} do not"
        );
    }

    #[test]
    fn deep_formulas_are_negated_in_linear_size() {
        const DEPTH: usize = 50_000;
        for nest in [
            "!(", "GX(", "(a U ", "(a xor ", "(a <-> ", "(a S !", "Y(", "(a -> ",
        ] {
            let mut formulas = Formulas::new();
            let text = nest.repeat(DEPTH) + "b" + &")".repeat(DEPTH);
            let f = parse(&mut formulas, &text, Syntax::Spot).expect(nest);
            let negated = negate(&mut formulas, f);
            assert!(formulas.subformulas(negated).len() < 9 * DEPTH, "{nest}");
        }
    }
}
