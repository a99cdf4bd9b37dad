//! Rules for Y, O, H and S.
//!
//! O and H mirror F and G; Y and S have no dual among the operators, so that rules which mention
//! them look at the operator itself, through whichever lens.  A word has a first position: `Y true`
//! holds everywhere but there.

use indexmap::IndexMap;
use rustc_hash::FxBuildHasher;

use crate::{Formula, Node};

use super::context::given;
use super::implication::EXAMINED;
use super::junction::{merge, replace};
use super::lens::{Lens, Op, Sketch, View, and, once, or, since, yesterday};
use super::rules::rules;
use super::suspension::beside;

rules! {
    Yesterday, "yesterday of false", "G Y false" => "false", yesterday_false;
    Once, "once a constant", "G O false" => "false", once_constant;
    Once, "once a universal formula", "F(a & O O b)" => "F(a & O b)", once_universal;
    Once, "yesterday before once", "F(a & O Y b)" => "F(a & Y O b)", once_yesterday;
    Once, "once a since", "F(a & O(b S c))" => "F(a & O c)", once_since;
    Once, "once, from the start", "F(a & H(b & Y c))" => "false", once_from_start;
    Once, "suspendable beside once", "F(a & O(b & GFc))" => "F(a & O b) & GFc", once_and_suspendable;
    Once, "universal beside once", "F(a & O(b | Gc))" => "F(a & (O b | Gc))", once_or_universal;
    Since, "since with a constant", "F(a & (true S b))" => "F(a & O b)", since_constant;
    Since, "since a universal formula", "F(a & (b S O c))" => "F(a & O c)", since_universal;
    Since, "yesterday before since", "F(a & (Y b S Y c))" => "F(a & Y(b S c))", since_yesterday;
    Since, "since, given not just now", "F(a & ((b | c) S b))" => "F(a & (c S b))", since_given;
    Since, "since through another", "F(a & (b S ((b | c) S d)))" => "F(a & ((b | c) S d))", since_through;
    Since, "suspendable beside since", "F(a & (b S (c & GFd)))" => "F(a & (b S c)) & GFd", since_and_suspendable;
    Since, "universal beside since", "F(a & (b S (c | Gd)))" => "F(a & ((b S c) | Gd))", since_or_universal;
    And, "conjunction of yesterdays", "G(Y a & Y b | c)" => "G(Y(a & b) | c)", yesterdays;
    And, "conjunction of denied yesterdays", "G(!Y a & !Y b | c)" => "G(!Y(a | b) | c)", denied_yesterdays;
    And, "conjunction of histories", "F(H a & H b & c)" => "F(H(a & b) & c)", histories;
    And, "sinces that agree", "F((a S b) & (c S b))" => "F((a & c) S b)", sinces;
    And, "once, unfolded", "G(a | b | Y O a)" => "G(b | O a)", once_unfolded;
    And, "since, unfolded", "G(a | c | (b & Y(b S a)))" => "G(c | (b S a))", since_unfolded;
}

/// `Y false = false`.
fn yesterday_false(lens: &Lens<'_>, a: Formula) -> Option<Sketch> {
    matches!(lens.view(a), View::False).then(Sketch::falsity)
}

/// `O true = true`, `O false = false`.
fn once_constant(lens: &Lens<'_>, a: Formula) -> Option<Sketch> {
    matches!(lens.view(a), View::True | View::False).then(|| a.into())
}

/// `O u = u`.
fn once_universal(lens: &Lens<'_>, a: Formula) -> Option<Sketch> {
    lens.universal(a).then(|| a.into())
}

/// `O Y a = Y O a`.
fn once_yesterday(lens: &Lens<'_>, a: Formula) -> Option<Sketch> {
    let View::Yesterday(inner) = lens.view(a) else {
        return None;
    };
    Some(yesterday(once(inner)))
}

/// `O(a S b) = O b`.
fn once_since(lens: &Lens<'_>, a: Formula) -> Option<Sketch> {
    let View::Since(_, b) = lens.view(a) else {
        return None;
    };
    Some(once(b))
}

/// `O a = true` if a holds at the start: `O !Y b = true`, `H Y b = false`.
fn once_from_start(lens: &Lens<'_>, a: Formula) -> Option<Sketch> {
    holds_at_start(lens, a).then(Sketch::truth)
}

/// Whether `f` is bound to hold at the first position, because Y fails there.
fn holds_at_start(lens: &Lens<'_>, f: Formula) -> bool {
    if lens.facts.get(f).measure.size > EXAMINED {
        return false;
    }
    match (lens.view(f), lens.formulas.node(f)) {
        (View::And(parts), _) => parts.iter().all(|&part| holds_at_start(lens, part)),
        (View::Or(parts), _) => parts.iter().any(|&part| holds_at_start(lens, part)),
        (_, Node::Yesterday(_)) => lens.dual,
        (_, Node::Not(a)) => !lens.dual && matches!(lens.formulas.node(*a), Node::Yesterday(_)),
        _ => false,
    }
}

/// `O(a & q) = O a & q`.
fn once_and_suspendable(lens: &Lens<'_>, a: Formula) -> Option<Sketch> {
    let View::And(parts) = lens.view(a) else {
        return None;
    };
    beside(and, parts, |part| lens.suspendable(part), once)
}

/// `O(a | u) = O a | u`.
fn once_or_universal(lens: &Lens<'_>, a: Formula) -> Option<Sketch> {
    let View::Or(parts) = lens.view(a) else {
        return None;
    };
    beside(or, parts, |part| lens.universal(part), once)
}

/// `true S a = O a`, `false S a = a`, `a S true = true`, `a S false = false`.
fn since_constant(lens: &Lens<'_>, a: Formula, b: Formula) -> Option<Sketch> {
    match (lens.view(a), lens.view(b)) {
        (View::False, _) | (_, View::True | View::False) => Some(b.into()),
        (View::True, _) => Some(once(b)),
        _ => None,
    }
}

/// `a S u = u`.
fn since_universal(lens: &Lens<'_>, _: Formula, b: Formula) -> Option<Sketch> {
    lens.universal(b).then(|| b.into())
}

/// `Y a S Y b = Y(a S b)`.
fn since_yesterday(lens: &Lens<'_>, a: Formula, b: Formula) -> Option<Sketch> {
    match (lens.view(a), lens.view(b)) {
        (View::Yesterday(a), View::Yesterday(b)) => Some(yesterday(since(a, b))),
        _ => None,
    }
}

/// `a S b`, where a is replaced by what remains of it while b fails.
fn since_given(lens: &Lens<'_>, a: Formula, b: Formula) -> Option<Sketch> {
    Some(since(given(lens, !lens.signed(b), a)?, b))
}

/// `a S (b S c)` is `b S c` if a implies b, and `a S c` if b implies a.
fn since_through(lens: &Lens<'_>, a: Formula, through: Formula) -> Option<Sketch> {
    let View::Since(b, c) = lens.view(through) else {
        return None;
    };
    if lens.implies(a, b) {
        return Some(through.into());
    }
    lens.implies(b, a).then(|| since(a, c))
}

/// `a S (b & q) = (a S b) & q`.
fn since_and_suspendable(lens: &Lens<'_>, a: Formula, b: Formula) -> Option<Sketch> {
    let View::And(parts) = lens.view(b) else {
        return None;
    };
    beside(and, parts, |part| lens.suspendable(part), |b| since(a, b))
}

/// `a S (b | u) = (a S b) | u`.
fn since_or_universal(lens: &Lens<'_>, a: Formula, b: Formula) -> Option<Sketch> {
    let View::Or(parts) = lens.view(b) else {
        return None;
    };
    beside(or, parts, |part| lens.universal(part), |b| since(a, b))
}

/// `Y a & Y b = Y(a & b)`, `Y a | Y b = Y(a | b)`.
fn yesterdays(lens: &Lens<'_>, parts: &[Formula]) -> Option<Sketch> {
    let body = |part| match lens.formulas.node(part) {
        Node::Yesterday(a) => Some(*a),
        _ => None,
    };
    merge(parts, body, |bodies| yesterday(and(bodies)))
}

/// `!Y a & !Y b = !Y(a | b)`, `!Y a | !Y b = !Y(a & b)`.
fn denied_yesterdays(lens: &Lens<'_>, parts: &[Formula]) -> Option<Sketch> {
    let body = |part| match lens.formulas.node(part) {
        Node::Not(denied) => match lens.formulas.node(*denied) {
            Node::Yesterday(a) => Some(*a),
            _ => None,
        },
        _ => None,
    };
    merge(parts, body, |bodies| {
        Sketch::Apply(Op::Not, vec![yesterday(or(bodies))])
    })
}

/// `H a & H b = H(a & b)`.
fn histories(lens: &Lens<'_>, parts: &[Formula]) -> Option<Sketch> {
    let body = |part| match lens.view(part) {
        View::Historically(a) => Some(a),
        _ => None,
    };
    merge(parts, body, |bodies| {
        Sketch::Apply(Op::Historically, vec![and(bodies)])
    })
}

/// `(a S b) & (c S b) = (a & c) S b`, `(a S b) | (a S c) = a S (b | c)`.
fn sinces(lens: &Lens<'_>, parts: &[Formula]) -> Option<Sketch> {
    let key_and_other = |part: Formula| match (lens.formulas.node(part), lens.dual) {
        (Node::Since(a, b), false) => Some((*b, *a)),
        (Node::Since(a, b), true) => Some((*a, *b)),
        _ => None,
    };
    let mut groups: IndexMap<Formula, Vec<Formula>, FxBuildHasher> = IndexMap::default();
    for (key, other) in parts.iter().filter_map(|&part| key_and_other(part)) {
        groups.entry(key).or_default().push(other);
    }
    groups.retain(|_, others| others.len() > 1);
    if groups.is_empty() {
        return None;
    }
    let merged =
        |part: &&Formula| key_and_other(**part).is_some_and(|(key, _)| groups.contains_key(&key));
    let mut sketches: Vec<Sketch> = Vec::new();
    sketches.extend(
        parts
            .iter()
            .filter(|part| !merged(part))
            .map(|&part| part.into()),
    );
    sketches.extend(groups.iter().map(|(&key, others)| {
        let others = and(others.iter().copied());
        if lens.dual {
            since(key, others)
        } else {
            since(others, key)
        }
    }));
    Some(and(sketches))
}

/// `a | Y O a = O a`.
fn once_unfolded(lens: &Lens<'_>, parts: &[Formula]) -> Option<Sketch> {
    let mut choices = lens.dual.then_some(parts)?.iter();
    choices.find_map(|&unfolded| {
        let Node::Yesterday(folded) = lens.formulas.node(unfolded) else {
            return None;
        };
        let Node::Once(a) = lens.formulas.node(*folded) else {
            return None;
        };
        replace(lens, parts, unfolded, *a, [(*folded).into()])
    })
}

/// `b | (a & Y(a S b)) = a S b`.
fn since_unfolded(lens: &Lens<'_>, parts: &[Formula]) -> Option<Sketch> {
    let mut choices = lens.dual.then_some(parts)?.iter();
    choices.find_map(|&unfolded| {
        let Node::And(step) = lens.formulas.node(unfolded) else {
            return None;
        };
        step.iter().find_map(|&delayed| {
            let Node::Yesterday(folded) = lens.formulas.node(delayed) else {
                return None;
            };
            let Node::Since(a, b) = lens.formulas.node(*folded) else {
                return None;
            };
            let others = step.iter().copied().filter(|&part| part != delayed);
            let kept = match lens.formulas.node(*a) {
                Node::And(kept) => others.eq(kept.iter().copied()),
                _ => others.eq([*a]),
            };
            kept.then(|| replace(lens, parts, unfolded, *b, [(*folded).into()]))
                .flatten()
        })
    })
}
