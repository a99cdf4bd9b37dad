//! Identities of one operator over constants, X, and operators that it absorbs.
//!
//! X moves to the front, because a translation unfolds formulas into what holds now and what holds
//! next ([spot.tl]).

use crate::{Formula, Node};

use super::lens::{
    Lens, Op, Sketch, View, and, finally, globally, next, or, release, strong_release, until,
    weak_until,
};
use super::rules::rules;

rules! {
    Next, "next of a constant", "X true" => "true", next_constant;
    Next, "next undoes yesterday", "X Y a" => "a", next_yesterday;
    Finally, "finally a constant", "F true" => "true", finally_constant;
    Finally, "next before finally", "FXa" => "XFa", finally_next;
    Finally, "finally an until", "F(a U b)" => "Fb", finally_until;
    Finally, "finally some untils", "F(a | (b U c))" => "F(a | c)", finally_some;
    Finally, "persistently next", "FG(a & Xb)" => "FG(a & b)", persistently_next;
    Until, "until with a constant", "true U a" => "Fa", until_constant;
    Until, "next before until", "Xa U Xb" => "X(a U b)", until_next;
    Until, "until or for ever", "a U (b | Ga)" => "a W b", until_or_globally;
    Until, "until jointly", "a U (b & a)" => "b M a", until_jointly;
    WeakUntil, "weak until with a constant", "a W false" => "Ga", weak_constant;
    WeakUntil, "next before weak until", "Xa W Xb" => "X(a W b)", weak_next;
    WeakUntil, "weak until or for ever", "a W (b | Ga)" => "a W b", weak_or_globally;
    WeakUntil, "weak until jointly", "a W (b & a)" => "b R a", weak_jointly;
}

/// `X true = true`.
fn next_constant(lens: &Lens<'_>, a: Formula) -> Option<Sketch> {
    matches!(lens.view(a), View::True).then(Sketch::truth)
}

/// `X Y a = a`, `X !Y a = !a`: every next position has a previous one.
fn next_yesterday(lens: &Lens<'_>, a: Formula) -> Option<Sketch> {
    let node = |formula: Formula| lens.formulas.node(formula);
    match node(a) {
        Node::Yesterday(inner) => Some((*inner).into()),
        Node::Not(denied) => match node(*denied) {
            Node::Yesterday(inner) => Some(Sketch::Apply(Op::Not, vec![(*inner).into()])),
            _ => None,
        },
        _ => None,
    }
}

/// `F true = true`, `F false = false`.
fn finally_constant(lens: &Lens<'_>, a: Formula) -> Option<Sketch> {
    matches!(lens.view(a), View::True | View::False).then(|| a.into())
}

/// `F X a = X F a`.
fn finally_next(lens: &Lens<'_>, a: Formula) -> Option<Sketch> {
    let View::Next(inner) = lens.view(a) else {
        return None;
    };
    Some(next(finally(inner)))
}

/// What `a` may be replaced by under F, if by something smaller.
fn cheaper_under_finally(lens: &Lens<'_>, a: Formula) -> Option<Sketch> {
    match lens.view(a) {
        View::Finally(b) | View::Until(_, b) => Some(b.into()),
        View::StrongRelease(a, b) => Some(and([a, b])),
        View::Next(b) if lens.universal(b) => Some(b.into()),
        _ => None,
    }
}

/// `F(a U b) = F b`, `F(a M b) = F(a & b)`.
fn finally_until(lens: &Lens<'_>, a: Formula) -> Option<Sketch> {
    Some(finally(cheaper_under_finally(lens, a)?))
}

/// `F(a | F b) = F(a | b)`, `F(a | (b U c)) = F(a | c)`, `F(a | (b M c)) = F(a | b & c)`, and
/// `F(a | X u) = F(a | u)` for universal u.
fn finally_some(lens: &Lens<'_>, a: Formula) -> Option<Sketch> {
    let View::Or(parts) = lens.view(a) else {
        return None;
    };
    let cheaper: Vec<_> = parts
        .iter()
        .map(|&part| cheaper_under_finally(lens, part))
        .collect();
    cheaper.iter().any(Option::is_some).then(|| {
        finally(or(cheaper
            .into_iter()
            .zip(parts)
            .map(|(cheaper, &part)| cheaper.unwrap_or(part.into()))))
    })
}

/// `F G(a & X b) = F G(a & b)`.
fn persistently_next(lens: &Lens<'_>, a: Formula) -> Option<Sketch> {
    let View::Globally(body) = lens.view(a) else {
        return None;
    };
    let View::And(parts) = lens.view(body) else {
        return None;
    };
    let undelayed = |part: &Formula| match lens.view(*part) {
        View::Next(inner) => inner,
        _ => *part,
    };
    let changed = parts.iter().any(|part| undelayed(part) != *part);
    changed.then(|| finally(globally(and(parts.iter().map(undelayed)))))
}

/// `true U a = F a`, `false U a = a`, `a U true = true`, `a U false = false`.
fn until_constant(lens: &Lens<'_>, a: Formula, b: Formula) -> Option<Sketch> {
    match (lens.view(a), lens.view(b)) {
        (View::False, _) | (_, View::True | View::False) => Some(b.into()),
        (View::True, _) => Some(finally(b)),
        _ => None,
    }
}

/// `X a U X b = X(a U b)`, and `q U X b = X(q U b)` for suspendable q.
fn until_next(lens: &Lens<'_>, a: Formula, b: Formula) -> Option<Sketch> {
    let View::Next(later) = lens.view(b) else {
        return None;
    };
    match lens.view(a) {
        View::Next(a) => Some(next(until(a, later))),
        _ => lens.suspendable(a).then(|| next(until(a, later))),
    }
}

/// The other disjuncts of `b`, if one of them is `G a`.
fn without_globally(lens: &Lens<'_>, a: Formula, b: Formula) -> Option<Vec<Formula>> {
    let is_globally = |part: &Formula| matches!(lens.view(*part), View::Globally(g) if g == a);
    let mut parts = lens.disjuncts(b);
    let count = parts.len();
    parts.retain(|part| !is_globally(part));
    (parts.len() < count).then_some(parts)
}

/// `a U (b | G a) = a W b`, `a U G a = G a`.
fn until_or_globally(lens: &Lens<'_>, a: Formula, b: Formula) -> Option<Sketch> {
    Some(weak_until(a, or(without_globally(lens, a, b)?)))
}

/// `a W (b | G a) = a W b`, `a W G a = G a`.
fn weak_or_globally(lens: &Lens<'_>, a: Formula, b: Formula) -> Option<Sketch> {
    Some(weak_until(a, or(without_globally(lens, a, b)?)))
}

/// The other conjuncts of `b`, if those of `a` are among them.
fn without_conjuncts(lens: &Lens<'_>, a: Formula, b: Formula) -> Option<Vec<Formula>> {
    let View::And(parts) = lens.view(b) else {
        return None;
    };
    let common = lens.conjuncts(a);
    let included = common.iter().all(|part| parts.binary_search(part).is_ok());
    included.then(|| {
        let other = |part: &&Formula| common.binary_search(part).is_err();
        parts.iter().filter(other).copied().collect()
    })
}

/// `a U (b & a) = b M a`.
fn until_jointly(lens: &Lens<'_>, a: Formula, b: Formula) -> Option<Sketch> {
    Some(strong_release(and(without_conjuncts(lens, a, b)?), a))
}

/// `a W (b & a) = b R a`.
fn weak_jointly(lens: &Lens<'_>, a: Formula, b: Formula) -> Option<Sketch> {
    Some(release(and(without_conjuncts(lens, a, b)?), a))
}

/// `true W a = true`, `false W a = a`, `a W true = true`, `a W false = G a`.
fn weak_constant(lens: &Lens<'_>, a: Formula, b: Formula) -> Option<Sketch> {
    match (lens.view(a), lens.view(b)) {
        (View::False, _) => Some(b.into()),
        (View::True, _) | (_, View::True) => Some(Sketch::truth()),
        (_, View::False) => Some(globally(a)),
        _ => None,
    }
}

/// `X a W X b = X(a W b)`.
fn weak_next(lens: &Lens<'_>, a: Formula, b: Formula) -> Option<Sketch> {
    match (lens.view(a), lens.view(b)) {
        (View::Next(a), View::Next(b)) => Some(next(weak_until(a, b))),
        _ => None,
    }
}
