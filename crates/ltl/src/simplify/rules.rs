//! The rules as data: each has a name, the operator that it rewrites, and a law that shows it.
//!
//! Rules of one operator are tried in the order of [`GROUPS`].  A rule sees a formula whose
//! operands no rule applies to, and what it makes of it measures less ([`super::facts::Measure`]):
//! a sequence of rewrites therefore ends, no formula grows, and a result is its own result.

use crate::{Formula, Node};

use super::lens::{Lens, Sketch};
use super::{basic, boolean, context, junction, past, suspension};

/// The operator that a rule rewrites, and the dual operator through the dual lens.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Kind {
    /// Conjunction; disjunction.
    And,
    /// X, through either lens.
    Next,
    /// F; G.
    Finally,
    /// U; R.
    Until,
    /// W; M.
    WeakUntil,
    /// Y, through the plain lens only.
    Yesterday,
    /// O; H.
    Once,
    /// S, through the plain lens only.
    Since,
}

impl Kind {
    const COUNT: usize = 8;

    /// Which rules apply to a node and through which lenses (`true` is the dual one).
    pub(super) fn of(node: &Node) -> Option<(Kind, &'static [bool])> {
        Some(match node {
            Node::And(_) => (Kind::And, &[false]),
            Node::Or(_) => (Kind::And, &[true]),
            Node::Next(_) => (Kind::Next, &[false, true]),
            Node::Finally(_) => (Kind::Finally, &[false]),
            Node::Globally(_) => (Kind::Finally, &[true]),
            Node::Until(..) => (Kind::Until, &[false]),
            Node::Release(..) => (Kind::Until, &[true]),
            Node::WeakUntil(..) => (Kind::WeakUntil, &[false]),
            Node::StrongRelease(..) => (Kind::WeakUntil, &[true]),
            Node::Yesterday(_) => (Kind::Yesterday, &[false]),
            Node::Once(_) => (Kind::Once, &[false]),
            Node::Historically(_) => (Kind::Once, &[true]),
            Node::Since(..) => (Kind::Since, &[false]),
            _ => return None,
        })
    }
}

/// What the operands become, if the rule applies, by their number.
#[derive(Clone, Copy)]
pub(super) enum Rewrite {
    Unary(fn(&Lens<'_>, Formula) -> Option<Sketch>),
    Binary(fn(&Lens<'_>, Formula, Formula) -> Option<Sketch>),
    Junction(fn(&Lens<'_>, &[Formula]) -> Option<Sketch>),
}

/// One rewriting rule.
pub(super) struct Rule {
    pub(super) kind: Kind,
    pub(super) name: &'static str,
    /// A formula that the rule rewrites, and what becomes of it.
    pub(super) law: (&'static str, &'static str),
    pub(super) rewrite: Rewrite,
}

impl Rule {
    /// What the rule's operator over these operands becomes, if the rule applies.
    pub(super) fn apply(&self, lens: &Lens<'_>, operands: &[Formula]) -> Option<Sketch> {
        match (self.rewrite, operands) {
            (Rewrite::Unary(rewrite), &[a]) => rewrite(lens, a),
            (Rewrite::Binary(rewrite), &[a, b]) => rewrite(lens, a, b),
            (Rewrite::Junction(rewrite), parts) => rewrite(lens, parts),
            _ => None,
        }
    }
}

/// Declares the rules of a file: operator, name, law, and the function that applies it.
macro_rules! rules {
    ($($kind:ident, $name:literal, $before:literal => $after:literal, $rewrite:ident;)*) => {
        pub(super) const RULES: &[$crate::simplify::rules::Rule] = &[$(
            $crate::simplify::rules::Rule {
                kind: $crate::simplify::rules::Kind::$kind,
                name: $name,
                law: ($before, $after),
                rewrite: $crate::simplify::rules::rewrite!($kind, $rewrite),
            },
        )*];
    };
}

macro_rules! rewrite {
    (And, $rewrite:ident) => {
        $crate::simplify::rules::Rewrite::Junction($rewrite)
    };
    (Until, $rewrite:ident) => {
        $crate::simplify::rules::Rewrite::Binary($rewrite)
    };
    (WeakUntil, $rewrite:ident) => {
        $crate::simplify::rules::Rewrite::Binary($rewrite)
    };
    (Since, $rewrite:ident) => {
        $crate::simplify::rules::Rewrite::Binary($rewrite)
    };
    ($kind:ident, $rewrite:ident) => {
        $crate::simplify::rules::Rewrite::Unary($rewrite)
    };
}

pub(super) use {rewrite, rules};

/// The rules by file, cheap ones first.
const GROUPS: [&[Rule]; 6] = [
    basic::RULES,
    suspension::RULES,
    junction::RULES,
    past::RULES,
    boolean::RULES,
    context::RULES,
];

/// All rules, in the order in which they are tried.
pub(super) fn all() -> impl Iterator<Item = &'static Rule> {
    GROUPS.iter().copied().flatten()
}

/// A rule and its number among all rules.
pub(super) type Numbered = (usize, &'static Rule);

/// The rules of each kind, in order.
pub(super) struct Table {
    by_kind: [Vec<Numbered>; Kind::COUNT],
}

impl Table {
    pub(super) fn new() -> Table {
        let mut by_kind: [Vec<Numbered>; Kind::COUNT] = Default::default();
        for (number, rule) in all().enumerate() {
            by_kind[rule.kind as usize].push((number, rule));
        }
        Table { by_kind }
    }

    pub(super) fn of(&self, kind: Kind) -> &[Numbered] {
        &self.by_kind[kind as usize]
    }
}
