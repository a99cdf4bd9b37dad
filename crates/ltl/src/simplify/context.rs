//! What a formula may be replaced by where another one holds, and rules that rest on implication.
//!
//! The rules of [somenzi.00.cav], [babiak.12.tacas] and [spot.tl] that ask for a syntactic
//! implication between operands are instances of three questions, asked here once each:
//! * [`given`]: what remains of `f` where `p` holds?  `a & (!a | b) = a & b`, and `a U b` only
//!   needs what remains of `a` where `b` fails;
//! * [`extends`]: does `f` now and `g` next give `g` now?  Then `f U g = g`;
//! * [`leads`]: does `f` stay true until `g` does?  Then `f U g = f | g`.

use crate::Formula;

use super::boolean::COMPARED;
use super::implication::EXAMINED;
use super::lens::{
    Lens, Signed, Sketch, View, and, finally, globally, next, or, release, strong_release, until,
    weak_until,
};
use super::rules::rules;

rules! {
    And, "operand given another", "Fa & Gb & ((a U c) | F(d & !b))" => "Fa & Gb & (a U c)", conjuncts_given;
    And, "strong release of an alternative", "Fa & G(!a | Gb)" => "a M (!a | Gb)", release_of_alternative;
    Until, "until, given not yet", "(a | b) U b" => "a U b", until_given;
    Until, "until what extends", "a U (b R (a | c))" => "b R (a | c)", until_extending;
    Until, "until by any path", "Fa U (a & b)" => "F(a & b)", until_by_any_path;
    Until, "until through another", "(a | b) U (a U c)" => "(a | b) U c", until_through;
    Until, "until, led there", "(a U b) U (b | c)" => "c | (a U b)", until_led;
    Until, "until, step by step", "(a U (b | c)) U b" => "(a | c) U b", until_stepwise;
    WeakUntil, "weak until, given not yet", "(a | b) W b" => "a W b", weak_given;
    WeakUntil, "weak until what extends", "a W ((a | c) W b)" => "(a | c) W b", weak_extending;
    WeakUntil, "weak until through another", "(a | b) W (a U c)" => "(a | b) W c", weak_through;
    WeakUntil, "weak until, led there", "(a W b) W (b | c)" => "c | (a W b)", weak_led;
    WeakUntil, "weak until, step by step", "(a W (b | c)) W b" => "(a | c) W b", weak_stepwise;
}

/// A smaller formula equal to `f` wherever `p` holds, if one is found.
///
/// A universal `p` also holds at every later position, so that it reaches below future operators.
pub(super) fn given(lens: &Lens<'_>, p: Signed, f: Formula) -> Option<Sketch> {
    let fact = lens.facts.get(f);
    if fact.measure.size > EXAMINED || !fact.may_interact(lens.facts.get(p.formula)) {
        return None;
    }
    if lens.follows(p, lens.signed(f)) {
        return Some(Sketch::truth());
    }
    if lens.follows(p, !lens.signed(f)) {
        return Some(Sketch::falsity());
    }
    let excluded = |a| lens.follows(p, !lens.signed(a));
    match lens.view(f) {
        View::And(parts) => Some(and(given_parts(lens, p, parts)?)),
        View::Or(parts) => Some(or(given_parts(lens, p, parts)?)),
        View::Until(a, b) | View::WeakUntil(a, b) if excluded(a) => Some(b.into()),
        View::Release(a, b) | View::StrongRelease(a, b) if lens.follows(p, lens.signed(a)) => {
            Some(b.into())
        }
        _ => given_for_ever(lens, p, f),
    }
}

fn given_parts(lens: &Lens<'_>, p: Signed, parts: &[Formula]) -> Option<Vec<Sketch>> {
    let rest: Vec<_> = parts.iter().map(|&part| given(lens, p, part)).collect();
    rest.iter().any(Option::is_some).then(|| {
        let kept = |(rest, &part): (Option<Sketch>, &Formula)| rest.unwrap_or(part.into());
        rest.into_iter().zip(parts).map(kept).collect()
    })
}

/// What `p` changes below a future operator, if `p` is universal.
fn given_for_ever(lens: &Lens<'_>, p: Signed, f: Formula) -> Option<Sketch> {
    let fact = lens.facts.get(p.formula);
    if !(if p.negated {
        fact.eventual
    } else {
        fact.universal
    }) {
        return None;
    }
    let unary = |operator: fn(Sketch) -> Sketch, a| Some(operator(given(lens, p, a)?));
    let binary = |operator: fn(Sketch, Sketch) -> Sketch, a, b| {
        let mut rest = given_parts(lens, p, &[a, b])?.into_iter();
        Some(operator(rest.next()?, rest.next()?))
    };
    match lens.view(f) {
        View::Next(a) => unary(next, a),
        View::Finally(a) => unary(finally, a),
        View::Globally(a) => unary(globally, a),
        View::Until(a, b) => binary(until, a, b),
        View::Release(a, b) => binary(release, a, b),
        View::WeakUntil(a, b) => binary(weak_until, a, b),
        View::StrongRelease(a, b) => binary(strong_release, a, b),
        _ => None,
    }
}

/// `a & b = a` if a implies b, `false` if they exclude each other, otherwise a and what remains of
/// b.
fn conjuncts_given(lens: &Lens<'_>, parts: &[Formula]) -> Option<Sketch> {
    if parts.len() > COMPARED {
        return None;
    }
    (0..parts.len()).find_map(|changed| {
        let part = parts[changed];
        let rest = parts.iter().find_map(|&other| {
            let rest = (other != part).then(|| given(lens, lens.signed(other), part));
            rest.flatten()
                .filter(|_| !is_dispensable(lens, other, part))
        })?;
        let kept = parts.iter().filter(|&&other| other != part);
        Some(and(kept.map(|&other| other.into()).chain([rest])))
    })
}

/// Whether `a` is better dropped for `b`, which is equivalent and not larger.
fn is_dispensable(lens: &Lens<'_>, a: Formula, b: Formula) -> bool {
    let rank = |f| (lens.facts.get(f).measure, f);
    rank(b) < rank(a) && lens.implies(a, b) && lens.implies(b, a)
}

/// `F a & G(b | u) = a M (b | u)` if a and b exclude each other: u begins with a at the latest.
fn release_of_alternative(lens: &Lens<'_>, parts: &[Formula]) -> Option<Sketch> {
    if parts.len() > COMPARED {
        return None;
    }
    let pairs = parts
        .iter()
        .flat_map(|&a| parts.iter().map(move |&b| (a, b)));
    pairs.into_iter().find_map(|(eventually, always)| {
        let (View::Finally(a), View::Globally(body)) = (lens.view(eventually), lens.view(always))
        else {
            return None;
        };
        let taken = |&part: &Formula| lens.universal(part) || lens.excludes(a, part);
        lens.disjuncts(body).iter().all(taken).then(|| {
            let pair = [eventually, always];
            let others = parts.iter().filter(|part| !pair.contains(part));
            and(others
                .map(|&part| part.into())
                .chain([strong_release(a, body)]))
        })
    })
}

/// Whether `f` now and `g` at the next position imply `g` now.
fn extends(lens: &Lens<'_>, f: Formula, g: Formula) -> bool {
    if lens.eventual(g) || lens.implies(f, g) {
        return true;
    }
    if lens.facts.get(g).measure.size > EXAMINED {
        return false;
    }
    match lens.view(g) {
        View::And(parts) | View::Or(parts) => parts.iter().all(|&part| extends(lens, f, part)),
        View::Until(a, _) | View::WeakUntil(a, _) => lens.implies(f, a),
        View::Release(_, a) | View::StrongRelease(_, a) | View::Globally(a) | View::Once(a) => {
            extends(lens, f, a)
        }
        _ => false,
    }
}

/// Whether `G f` implies `g`.
fn persists(lens: &Lens<'_>, f: Formula, g: Formula) -> bool {
    if lens.implies(f, g) {
        return true;
    }
    if lens.facts.get(g).measure.size > EXAMINED {
        return false;
    }
    match lens.view(g) {
        View::And(parts) => parts.iter().all(|&part| persists(lens, f, part)),
        View::Or(parts) => parts.iter().any(|&part| persists(lens, f, part)),
        View::WeakUntil(a, b) => persists(lens, f, a) || persists(lens, f, b),
        View::Release(_, a)
        | View::Globally(a)
        | View::Next(a)
        | View::Finally(a)
        | View::Until(_, a) => persists(lens, f, a),
        View::StrongRelease(a, b) => persists(lens, f, a) && persists(lens, f, b),
        _ => false,
    }
}

/// `f U g = g` if f extends g.
fn until_extending(lens: &Lens<'_>, a: Formula, b: Formula) -> Option<Sketch> {
    extends(lens, a, b).then(|| b.into())
}

/// `f W g = g` if f extends g and G f implies g.
fn weak_extending(lens: &Lens<'_>, a: Formula, b: Formula) -> Option<Sketch> {
    (extends(lens, a, b) && persists(lens, a, b)).then(|| b.into())
}

/// `a U b`, where a is replaced by what remains of it while b fails.
fn until_given(lens: &Lens<'_>, a: Formula, b: Formula) -> Option<Sketch> {
    Some(until(given(lens, !lens.signed(b), a)?, b))
}

/// `a W b`, where a is replaced by what remains of it while b fails.
fn weak_given(lens: &Lens<'_>, a: Formula, b: Formula) -> Option<Sketch> {
    Some(weak_until(given(lens, !lens.signed(b), a)?, b))
}

/// `e U b = F b` if b implies e; `a U (b & e) = F(b & e)` if a or b always holds.
fn until_by_any_path(lens: &Lens<'_>, a: Formula, b: Formula) -> Option<Sketch> {
    let reached = |part: &Formula| lens.eventual(*part) || lens.covers(a, *part);
    let free = (lens.eventual(a) && lens.implies(b, a)) || lens.conjuncts(b).iter().all(reached);
    free.then(|| finally(b))
}

/// `a U (b U c) = a U c` if b implies a.
fn until_through(lens: &Lens<'_>, a: Formula, b: Formula) -> Option<Sketch> {
    let View::Until(through, goal) = lens.view(b) else {
        return None;
    };
    lens.implies(through, a).then(|| until(a, goal))
}

/// `a W (b U c) = a W c` and `a W (b W c) = a W c` if b implies a.
fn weak_through(lens: &Lens<'_>, a: Formula, b: Formula) -> Option<Sketch> {
    let (View::Until(through, goal) | View::WeakUntil(through, goal)) = lens.view(b) else {
        return None;
    };
    lens.implies(through, a).then(|| weak_until(a, goal))
}

/// Whether `f` keeps holding until `g` does, which comes.
fn leads(lens: &Lens<'_>, f: Formula, g: Formula) -> bool {
    match lens.view(f) {
        View::Until(_, b) | View::Finally(b) => lens.implies(b, g),
        View::StrongRelease(a, b) => lens.implies(a, g) || lens.implies(b, g),
        _ => false,
    }
}

/// `f U g = f | g` if f leads to g.
fn until_led(lens: &Lens<'_>, a: Formula, b: Formula) -> Option<Sketch> {
    leads(lens, a, b).then(|| or([a, b]))
}

/// `f W g = f | g` if f leads to g, or is a weak until or release that does.
fn weak_led(lens: &Lens<'_>, a: Formula, b: Formula) -> Option<Sketch> {
    let led = match lens.view(a) {
        View::WeakUntil(_, goal) => lens.implies(goal, b),
        View::Release(event, _) => lens.implies(event, b),
        _ => leads(lens, a, b),
    };
    led.then(|| or([a, b]))
}

/// What `f` demands of a single step on the way to `g`, where it is fulfilled.
///
/// Of `a U b` and `a W b` that is `a | b`, if g implies b; of `a M b` and `a R b` it is b, if g
/// implies both.
fn step(lens: &Lens<'_>, f: Formula, g: Formula) -> Option<Sketch> {
    match lens.view(f) {
        View::Until(a, b) | View::WeakUntil(a, b) => lens.implies(g, b).then(|| or([a, b])),
        View::StrongRelease(a, b) | View::Release(a, b) => {
            (lens.implies(g, a) && lens.implies(g, b)).then(|| b.into())
        }
        _ => None,
    }
}

/// `(a U b) U c = (a | b) U c` if c implies b, and the like.
fn until_stepwise(lens: &Lens<'_>, a: Formula, b: Formula) -> Option<Sketch> {
    Some(until(step(lens, a, b)?, b))
}

/// `(a W b) W c = (a | b) W c` if c implies b, and the like.
fn weak_stepwise(lens: &Lens<'_>, a: Formula, b: Formula) -> Option<Sketch> {
    let (View::WeakUntil(..) | View::Release(..)) = lens.view(a) else {
        return None;
    };
    Some(weak_until(step(lens, a, b)?, b))
}
