//! Rewriting towards the normal form Δ₂: boolean combinations of Σ₂ and Π₂.
//!
//! Every formula has such a normal form, and rules of a single step lead there [esparza.24.jacm], [sickert.20.lics]; the paper of the
//! constructions needed rewriting by hand.  Write u for a strong operator (U, F, M) with its goal (what it waits
//! for) and weakened form (W, true, R), w for a weak one (W, G, R) with its invariant and strengthened form (U,
//! false, M).  A formula GF χ or FG χ has the same truth at all positions, so it can be decided first; and where
//! the goal of u recurs, u and its weakened form agree, while otherwise u is false from some point on:
//! ```text
//! (1) φ[L]       = (L ∧ φ[true]) ∨ φ[false]                                  L = GF χ or FG χ
//! (2) GF χ[w]    = GF χ[strengthened w] ∨ (FG invariant(w) ∧ GF χ[true])
//! (3) FG χ[u]    = (GF goal(u) ∧ FG χ[weakened u]) ∨ FG χ[false]
//! (4) φ[a W b]   = (GF goal(u) ∧ φ[weakened u]) ∨ φ[a U (b ∨ G a[false])]    u in a W b; false for u
//! ```
//! Rule (4) takes an outermost weak operator that has a strong one below it, so that either a strong operator is gone, or
//! those below have one weak operator less above them: it ends.  (Innermost first does not: G(a W b) and G(a U b)
//! would be rewritten to one another.)  G a is a W false, and a R b is b W (a ∧ b).

use lariat_ltl::{Formula, Formulas, Node};

use crate::formulas::{containing, is_strong, is_weak, make, replace};

/// A disjunction of conjunctions, equivalent to the formula, which is in negation normal form and in
/// neither Σ₂ nor Π₂.
pub(crate) fn rewrite(formulas: &mut Formulas, formula: Formula) -> Vec<Vec<Formula>> {
    if let Some(limit) = inner_limit(formulas, formula) {
        return decide_limit(formulas, formula, limit); // (1)
    }
    match *formulas.node(formula) {
        Node::Globally(a) => {
            if let Node::Finally(body) = *formulas.node(a) {
                return recurrence(formulas, body); // (2)
            }
        }
        Node::Finally(a) => {
            if let Node::Globally(body) = *formulas.node(a) {
                return persistence(formulas, body); // (3)
            }
        }
        _ => {}
    }
    separate(formulas, formula) // (4)
}

/// The largest proper subformula GF χ or FG χ.
fn inner_limit(formulas: &Formulas, formula: Formula) -> Option<Formula> {
    let is_limit = |sub: &Formula| match *formulas.node(*sub) {
        Node::Globally(a) => matches!(formulas.node(a), Node::Finally(_)),
        Node::Finally(a) => matches!(formulas.node(a), Node::Globally(_)),
        _ => false,
    };
    let proper = formulas.subformulas(formula).into_iter().rev().skip(1);
    proper.into_iter().find(is_limit)
}

fn decide_limit(formulas: &mut Formulas, formula: Formula, limit: Formula) -> Vec<Vec<Formula>> {
    let (truth, falsity) = (formulas.truth(), formulas.falsity());
    let with = replace(formulas, formula, limit, truth);
    let without = replace(formulas, formula, limit, falsity);
    vec![vec![limit, with], vec![without]]
}

fn recurrence(formulas: &mut Formulas, body: Formula) -> Vec<Vec<Formula>> {
    let weak =
        largest(formulas, body, is_weak).expect("GF of a formula without W is in normal form");
    let (invariant, _) = as_weak_until(formulas, weak);
    let stronger = strengthened(formulas, weak);
    let truth = formulas.truth();
    let strict = replace(formulas, body, weak, stronger);
    let relaxed = replace(formulas, body, weak, truth);
    vec![
        vec![always_finally(formulas, strict)],
        vec![
            finally_always(formulas, invariant),
            always_finally(formulas, relaxed),
        ],
    ]
}

fn persistence(formulas: &mut Formulas, body: Formula) -> Vec<Vec<Formula>> {
    let strong =
        largest(formulas, body, is_strong).expect("FG of a formula without U is in normal form");
    let goal = goal(formulas, strong);
    let weaker = weakened(formulas, strong);
    let falsity = formulas.falsity();
    let relaxed = replace(formulas, body, strong, weaker);
    let strict = replace(formulas, body, strong, falsity);
    vec![
        vec![
            always_finally(formulas, goal),
            finally_always(formulas, relaxed),
        ],
        vec![finally_always(formulas, strict)],
    ]
}

fn separate(formulas: &mut Formulas, formula: Formula) -> Vec<Vec<Formula>> {
    let has_strong = containing(formulas, formula, is_strong);
    let mut subformulas = formulas.subformulas(formula).into_iter();
    let weak = subformulas
        .rfind(|sub| is_weak(formulas.node(*sub)) && has_strong.contains(sub))
        .expect("a formula outside Σ₂ has a strong operator below a weak one");
    let strong = largest(formulas, weak, is_strong).expect("it was found to be there");
    let (goal, weaker) = (goal(formulas, strong), weakened(formulas, strong));
    let (invariant, release) = as_weak_until(formulas, weak);
    let falsity = formulas.falsity();
    let without = replace(formulas, invariant, strong, falsity);
    let settled = make(formulas, Node::Globally(without));
    let end = make(formulas, Node::Or([release, settled].into()));
    let until = make(formulas, Node::Until(invariant, end));
    let relaxed = replace(formulas, formula, strong, weaker);
    vec![
        vec![always_finally(formulas, goal), relaxed],
        vec![replace(formulas, formula, weak, until)],
    ]
}

/// The largest subformula of the kind; no other of the kind has it for a subformula.
fn largest(formulas: &Formulas, formula: Formula, is: impl Fn(&Node) -> bool) -> Option<Formula> {
    let mut subformulas = formulas.subformulas(formula).into_iter().rev();
    subformulas.find(|sub| is(formulas.node(*sub)))
}

/// What a strong operator waits for.
fn goal(formulas: &Formulas, strong: Formula) -> Formula {
    match *formulas.node(strong) {
        Node::Finally(b) | Node::Until(_, b) => b,
        Node::StrongRelease(a, _) => a,
        ref node => unreachable!("{node:?} is not strong"),
    }
}

/// What a strong operator is where its goal recurs.
fn weakened(formulas: &mut Formulas, strong: Formula) -> Formula {
    match *formulas.node(strong) {
        Node::Finally(_) => formulas.truth(),
        Node::Until(a, b) => make(formulas, Node::WeakUntil(a, b)),
        Node::StrongRelease(a, b) => make(formulas, Node::Release(a, b)),
        ref node => unreachable!("{node:?} is not strong"),
    }
}

/// What a weak operator is where its invariant fails again and again.
fn strengthened(formulas: &mut Formulas, weak: Formula) -> Formula {
    match *formulas.node(weak) {
        Node::Globally(_) => formulas.falsity(),
        Node::WeakUntil(a, b) => make(formulas, Node::Until(a, b)),
        Node::Release(a, b) => make(formulas, Node::StrongRelease(a, b)),
        ref node => unreachable!("{node:?} is not weak"),
    }
}

/// The operands a and b of the weak operator as a W b.
fn as_weak_until(formulas: &mut Formulas, weak: Formula) -> (Formula, Formula) {
    match *formulas.node(weak) {
        Node::Globally(a) => (a, formulas.falsity()),
        Node::WeakUntil(a, b) => (a, b),
        Node::Release(a, b) => (b, make(formulas, Node::And([a, b].into()))),
        ref node => unreachable!("{node:?} is not weak"),
    }
}

fn always_finally(formulas: &mut Formulas, body: Formula) -> Formula {
    let finally = make(formulas, Node::Finally(body));
    make(formulas, Node::Globally(finally))
}

fn finally_always(formulas: &mut Formulas, body: Formula) -> Formula {
    let globally = make(formulas, Node::Globally(body));
    make(formulas, Node::Finally(globally))
}
