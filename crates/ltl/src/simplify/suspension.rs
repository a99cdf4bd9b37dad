//! Rules for eventual, universal and suspendable operands.
//!
//! From [etessami.00.concur], [somenzi.00.cav] and [babiak.12.tacas].  An operator that such an
//! operand does not need is dropped, and a suspendable operand moves out of the operators above it,
//! because its truth does not depend on when they look.  Lowering it again, as translations to
//! automata without suspension prefer, would undo that.

use crate::Formula;

use super::lens::{Lens, Sketch, View, and, finally, globally, next, or, until, weak_until};
use super::rules::rules;

rules! {
    Next, "next of a suspendable formula", "XGFa" => "GFa", next_suspendable;
    Next, "suspendable beside next", "X(a & GFb)" => "Xa & GFb", next_junction;
    Finally, "finally an eventual formula", "F(Fa & Fb)" => "Fa & Fb", finally_eventual;
    Finally, "suspendable beside finally", "F(a & GFb)" => "Fa & GFb", finally_suspendable;
    Finally, "eventual beside finally", "F(a | (Fb & Fc))" => "Fa | (Fb & Fc)", finally_or_eventual;
    Finally, "persistently a universal formula", "FG(a | Gb)" => "F(Ga | Gb)", persistently_universal;
    Until, "until an eventual formula", "a U Fb" => "Fb", until_eventual;
    Until, "eventual beside until", "a U (b | Fc)" => "Fc | (a U b)", until_or_eventual;
    Until, "suspendable beside until", "a U (b & GFc)" => "(a U b) & GFc", until_and_suspendable;
    WeakUntil, "universal weak until", "Ga W b" => "Ga | b", weak_universal;
    WeakUntil, "eventual beside weak until", "a W (b | Fc)" => "Fc | (a W b)", weak_or_eventual;
}

/// The operands of a `junction` that are `apart` beside `operator` over the others, if there are
/// any of the former.
pub(super) fn beside(
    junction: fn(Vec<Sketch>) -> Sketch,
    parts: &[Formula],
    apart: impl Fn(Formula) -> bool,
    operator: impl Fn(Sketch) -> Sketch,
) -> Option<Sketch> {
    let (outside, inside): (Vec<Formula>, Vec<Formula>) =
        parts.iter().partition(|&&part| apart(part));
    if outside.is_empty() {
        return None;
    }
    let inside = junction(inside.into_iter().map(Sketch::from).collect());
    let outside = outside.into_iter().map(Sketch::from);
    Some(junction(outside.chain([operator(inside)]).collect()))
}

/// `X q = q`.
fn next_suspendable(lens: &Lens<'_>, a: Formula) -> Option<Sketch> {
    lens.suspendable(a).then(|| a.into())
}

/// `X(a & q) = X a & q`.
fn next_junction(lens: &Lens<'_>, a: Formula) -> Option<Sketch> {
    let View::And(parts) = lens.view(a) else {
        return None;
    };
    beside(and, parts, |part| lens.suspendable(part), next)
}

/// `F e = e`.
fn finally_eventual(lens: &Lens<'_>, a: Formula) -> Option<Sketch> {
    lens.eventual(a).then(|| a.into())
}

/// `F(a & q) = F a & q`.
fn finally_suspendable(lens: &Lens<'_>, a: Formula) -> Option<Sketch> {
    let View::And(parts) = lens.view(a) else {
        return None;
    };
    beside(and, parts, |part| lens.suspendable(part), finally)
}

/// `F(a | e) = F a | e`.
fn finally_or_eventual(lens: &Lens<'_>, a: Formula) -> Option<Sketch> {
    let View::Or(parts) = lens.view(a) else {
        return None;
    };
    beside(or, parts, |part| lens.eventual(part), finally)
}

/// `F G(a | u) = F(G a | u)`, also beside other disjuncts below F and with u below X.
fn persistently_universal(lens: &Lens<'_>, a: Formula) -> Option<Sketch> {
    let pieces: Vec<_> = lens
        .disjuncts(a)
        .into_iter()
        .map(|part| (part, universal_apart(lens, part)))
        .collect();
    pieces.iter().any(|(_, apart)| apart.is_some()).then(|| {
        finally(or(pieces
            .into_iter()
            .map(|(part, apart)| apart.unwrap_or(part.into()))))
    })
}

/// For `G(a | u)`: `G a | u`, where u may stand below X.
fn universal_apart(lens: &Lens<'_>, f: Formula) -> Option<Sketch> {
    let View::Globally(body) = lens.view(f) else {
        return None;
    };
    let View::Or(parts) = lens.view(body) else {
        return None;
    };
    beside(or, parts, |part| lens.universal(part), globally)
}

/// `a U e = e`.
fn until_eventual(lens: &Lens<'_>, _: Formula, b: Formula) -> Option<Sketch> {
    lens.eventual(b).then(|| b.into())
}

/// `a U (b | e) = (a U b) | e`.
fn until_or_eventual(lens: &Lens<'_>, a: Formula, b: Formula) -> Option<Sketch> {
    let View::Or(parts) = lens.view(b) else {
        return None;
    };
    beside(or, parts, |part| lens.eventual(part), |b| until(a, b))
}

/// `a U (b & q) = (a U b) & q`.
fn until_and_suspendable(lens: &Lens<'_>, a: Formula, b: Formula) -> Option<Sketch> {
    let View::And(parts) = lens.view(b) else {
        return None;
    };
    beside(and, parts, |part| lens.suspendable(part), |b| until(a, b))
}

/// `u W b = u | b`.
fn weak_universal(lens: &Lens<'_>, a: Formula, b: Formula) -> Option<Sketch> {
    lens.universal(a).then(|| or([a, b]))
}

/// `a W (b | e) = (a W b) | e`.
fn weak_or_eventual(lens: &Lens<'_>, a: Formula, b: Formula) -> Option<Sketch> {
    let View::Or(parts) = lens.view(b) else {
        return None;
    };
    if lens.eventual(b) {
        return None; // `G a | e` would be larger
    }
    beside(or, parts, |part| lens.eventual(part), |b| weak_until(a, b))
}
