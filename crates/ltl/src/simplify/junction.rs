//! Operands of one conjunction that merge, because their operators and some of their operands
//! agree.
//!
//! The laws of [somenzi.00.cav] and [spot.tl] for pairs of operands, applied to all operands at
//! once, so that wide formulas cost no more than their width.  Suspendable operands are left alone:
//! a translation can treat `GF a & GF b` better than `G(F a & F b)`.

use indexmap::IndexMap;
use rustc_hash::{FxBuildHasher, FxHashSet};

use crate::Formula;

use super::lens::{
    Lens, Sketch, View, and, finally, globally, next, release, strong_release, until, weak_until,
};
use super::rules::rules;

rules! {
    And, "conjunction with a constant", "a & X true" => "a", constants;
    And, "contradictory operands", "a & b & !a" => "false", contradictory;
    And, "conjunction of nexts", "Xa & Xb & c" => "X(a & b) & c", nexts;
    And, "conjunction of globallys", "Ga & Gb & c" => "G(a & b) & c", globallys;
    And, "conjunction of persistences", "FGa & FGb & c" => "FG(a & b) & c", persistences;
    And, "untils with one goal", "(a U b) & (c W b)" => "(a & c) U b", common_goal;
    And, "releases by one event", "(a R b) & (a M c)" => "a M (b & c)", common_release;
    And, "globally, unfolded", "a & XGa" => "Ga", globally_unfolded;
    And, "release, unfolded", "a & (b | X(b R a))" => "b R a", release_unfolded;
    And, "release, by next", "a & (Xa W b)" => "b R a", release_by_next;
}

/// `a & true = a`, `a & false = false`.
fn constants(lens: &Lens<'_>, parts: &[Formula]) -> Option<Sketch> {
    let is_true = |part: &Formula| matches!(lens.view(*part), View::True);
    if parts
        .iter()
        .any(|&part| matches!(lens.view(part), View::False))
    {
        return Some(Sketch::falsity());
    }
    let others = || parts.iter().filter(|part| !is_true(part)).copied();
    parts.iter().any(is_true).then(|| and(others()))
}

/// `a & !a = false`, whatever is negated.
fn contradictory(lens: &Lens<'_>, parts: &[Formula]) -> Option<Sketch> {
    let negated = |part: &Formula| match lens.formulas.node(*part) {
        crate::Node::Not(inner) => parts.binary_search(inner).is_ok(),
        _ => false,
    };
    parts.iter().any(negated).then(Sketch::falsity)
}

/// Merges the operands that `body` accepts, if there are several, into `merged` of their bodies.
pub(super) fn merge(
    parts: &[Formula],
    body: impl Fn(Formula) -> Option<Formula>,
    merged: impl Fn(Vec<Formula>) -> Sketch,
) -> Option<Sketch> {
    let bodies: Vec<_> = parts.iter().filter_map(|&part| body(part)).collect();
    if bodies.len() < 2 {
        return None;
    }
    let others = parts.iter().filter(|&&part| body(part).is_none());
    Some(and(others.map(|&part| part.into()).chain([merged(bodies)])))
}

/// `X a & X b = X(a & b)`.
fn nexts(lens: &Lens<'_>, parts: &[Formula]) -> Option<Sketch> {
    let body = |part| match lens.view(part) {
        View::Next(a) => Some(a),
        _ => None,
    };
    merge(parts, body, |bodies| next(and(bodies)))
}

/// `G a & G b = G(a & b)`, unless suspendable.
fn globallys(lens: &Lens<'_>, parts: &[Formula]) -> Option<Sketch> {
    let body = |part| match lens.view(part) {
        View::Globally(a) if !lens.eventual(a) => Some(a),
        _ => None,
    };
    merge(parts, body, |bodies| globally(and(bodies)))
}

/// `F u & F v = F(u & v)` for universal operands: `FG a & FG b = FG(a & b)`.
fn persistences(lens: &Lens<'_>, parts: &[Formula]) -> Option<Sketch> {
    let body = |part| match lens.view(part) {
        View::Finally(a) if lens.universal(a) => Some(a),
        _ => None,
    };
    merge(parts, body, |bodies| finally(and(bodies)))
}

/// Operands that share a key: what else they have, and whether one of them makes the merger strong.
#[derive(Default)]
struct Group {
    members: Vec<Formula>,
    operands: Vec<Formula>,
    strong: bool,
    /// Whether there is more than an F that could join.
    binary: bool,
}

/// How an operand joins a group: its key, its other operand unless it is an F, and its strength.
type Joins = (Formula, Option<Formula>, bool);

/// Groups the operands by key and merges each group of several.
fn merge_groups(
    parts: &[Formula],
    joins: impl Fn(Formula) -> Option<Joins>,
    merged: impl Fn(Formula, Group) -> Sketch,
) -> Option<Sketch> {
    let mut groups: IndexMap<Formula, Group, FxBuildHasher> = IndexMap::default();
    for &part in parts {
        if let Some((key, other, strong)) = joins(part) {
            let group = groups.entry(key).or_default();
            group.members.push(part);
            group.operands.extend(other);
            group.strong |= strong;
            group.binary |= other.is_some();
        }
    }
    groups.retain(|_, group| group.members.len() > 1 && group.binary);
    if groups.is_empty() {
        return None;
    }
    let gone: FxHashSet<_> = groups
        .values()
        .flat_map(|group| &group.members)
        .copied()
        .collect();
    let mut sketches: Vec<Sketch> = Vec::new();
    sketches.extend(
        parts
            .iter()
            .filter(|part| !gone.contains(part))
            .map(|&part| part.into()),
    );
    sketches.extend(groups.into_iter().map(|(key, group)| merged(key, group)));
    Some(and(sketches))
}

/// `(a U c) & (b U c) = (a & b) U c`, where either U may be a W (but both: W), and
/// `F c & (a W c) = a U c`.
fn common_goal(lens: &Lens<'_>, parts: &[Formula]) -> Option<Sketch> {
    let joins = |part| match lens.view(part) {
        View::Until(a, goal) => Some((goal, Some(a), true)),
        View::WeakUntil(a, goal) => Some((goal, Some(a), false)),
        View::Finally(goal) => Some((goal, None, true)),
        _ => None,
    };
    merge_groups(parts, joins, |goal, group| {
        let merged = if group.strong { until } else { weak_until };
        merged(and(group.operands), goal)
    })
}

/// `(a R b) & (a R c) = a R (b & c)`, where either R may be an M (then M), and
/// `F a & (a R b) = a M b`.
fn common_release(lens: &Lens<'_>, parts: &[Formula]) -> Option<Sketch> {
    let joins = |part| match lens.view(part) {
        View::Release(event, b) => Some((event, Some(b), false)),
        View::StrongRelease(event, b) => Some((event, Some(b), true)),
        View::Finally(event) => Some((event, None, true)),
        _ => None,
    };
    merge_groups(parts, joins, |event, group| {
        let merged = if group.strong {
            strong_release
        } else {
            release
        };
        merged(event, and(group.operands))
    })
}

/// The operands other than `gone` and the conjuncts of `a`, and then `instead`; unless those
/// conjuncts are not all operands.
pub(super) fn replace(
    lens: &Lens<'_>,
    parts: &[Formula],
    gone: Formula,
    a: Formula,
    instead: impl IntoIterator<Item = Sketch>,
) -> Option<Sketch> {
    let unfolded = lens.conjuncts(a);
    let present = |part: &Formula| parts.binary_search(part).is_ok();
    unfolded.iter().all(present).then(|| {
        let others = parts
            .iter()
            .filter(|part| **part != gone && unfolded.binary_search(part).is_err());
        and(others.map(|&part| part.into()).chain(instead))
    })
}

/// `a & X(G a & b) = G a & X b`, `a & X G a = G a`.
fn globally_unfolded(lens: &Lens<'_>, parts: &[Formula]) -> Option<Sketch> {
    parts.iter().find_map(|&delayed| {
        let View::Next(body) = lens.view(delayed) else {
            return None;
        };
        let later = lens.conjuncts(body);
        later.iter().find_map(|&part| {
            let View::Globally(a) = lens.view(part) else {
                return None;
            };
            let rest = later.iter().filter(|&&other| other != part).copied();
            replace(lens, parts, delayed, a, [part.into(), next(and(rest))])
        })
    })
}

/// `a & (b | X(b R a)) = b R a`, and the same with M.
fn release_unfolded(lens: &Lens<'_>, parts: &[Formula]) -> Option<Sketch> {
    parts.iter().find_map(|&unfolded| {
        let View::Or(choices) = lens.view(unfolded) else {
            return None;
        };
        choices.iter().find_map(|&delayed| {
            let View::Next(released) = lens.view(delayed) else {
                return None;
            };
            let (View::Release(event, a) | View::StrongRelease(event, a)) = lens.view(released)
            else {
                return None;
            };
            let others = choices.iter().filter(|&&other| other != delayed);
            let is_event = others.copied().eq(lens.disjuncts(event));
            is_event
                .then(|| replace(lens, parts, unfolded, a, [released.into()]))
                .flatten()
        })
    })
}

/// `a & (X a W b) = b R a`, `a & (X a U b) = b M a`.
fn release_by_next(lens: &Lens<'_>, parts: &[Formula]) -> Option<Sketch> {
    parts.iter().find_map(|&part| {
        let (delayed, event, strong) = match lens.view(part) {
            View::WeakUntil(delayed, event) => (delayed, event, false),
            View::Until(delayed, event) => (delayed, event, true),
            _ => return None,
        };
        let View::Next(a) = lens.view(delayed) else {
            return None;
        };
        let released = if strong { strong_release } else { release };
        replace(lens, parts, part, a, [released(event, a)])
    })
}
