//! LabelledEdge functions in disjunctive normal form.
//!
//! A [`Clause`] reads the letters of a cube and sends a copy of the automaton into each of a set of
//! states; a [`Dnf`] is a choice between clauses.  A clause that reads no fewer letters and sends
//! no more copies than another one *absorbs* it, and absorbed clauses are dropped.

use indexmap::IndexSet;
use lariat_automata::BitSet;
use rustc_hash::FxBuildHasher;

use super::absorb::absorb;
use crate::limit::{Limit, Unfinished};

/// A set of states of an alternating automaton.
pub type States = BitSet;

/// A conjunction of literals that is satisfiable: its propositions by number.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Default)]
pub struct ClauseCube {
    /// The propositions that must be true.
    pub positive: BitSet,
    /// The propositions that must be false.
    pub negative: BitSet,
}

impl ClauseCube {
    /// The cube of one literal.
    pub(super) fn literal(proposition: usize, positive: bool) -> Self {
        let mut cube = ClauseCube::default();
        let side = if positive {
            &mut cube.positive
        } else {
            &mut cube.negative
        };
        side.insert(proposition);
        cube
    }

    /// Whether every letter of this cube is one of `other`.
    pub(super) fn entails(&self, other: &ClauseCube) -> bool {
        other.positive.is_subset(&self.positive) && other.negative.is_subset(&self.negative)
    }

    /// The letters of both, if there are any.
    pub(super) fn and(&self, other: &ClauseCube) -> Option<ClauseCube> {
        let positive = self.positive.union(&other.positive);
        let negative = self.negative.union(&other.negative);
        positive
            .is_disjoint(&negative)
            .then_some(ClauseCube { positive, negative })
    }
}

/// One way to move on: read a letter of the cube, and go into all of the states at once.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Default)]
pub struct Clause {
    /// The letters that it reads.
    pub letters: ClauseCube,
    /// The states that it sends copies into.
    pub to: States,
}

impl Clause {
    pub(super) fn and(&self, other: &Clause) -> Option<Clause> {
        let letters = self.letters.and(&other.letters)?;
        let to = self.to.union(&other.to);
        Some(Clause { letters, to })
    }

    /// Whether this reads no fewer letters and sends no more copies.
    pub(super) fn absorbs(&self, other: &Clause) -> bool {
        other.letters.entails(&self.letters) && self.to.is_subset(&other.to)
    }
}

/// A disjunction of clauses.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Dnf(Vec<Clause>);

impl Dnf {
    /// No way to move on.
    pub(super) fn never() -> Self {
        Self::default()
    }

    /// Reads any letter and sends no copies: everything is accepted from here.
    pub(super) fn always() -> Self {
        Self::go(States::EMPTY)
    }

    /// Reads any letter and goes into all of `states`.
    pub(super) fn go(states: States) -> Self {
        Dnf(vec![Clause {
            letters: ClauseCube::default(),
            to: states,
        }])
    }

    /// Reads a letter that satisfies the literal and sends no copies.
    pub(super) fn literal(proposition: usize, positive: bool) -> Self {
        Dnf(vec![Clause {
            letters: ClauseCube::literal(proposition, positive),
            to: States::EMPTY,
        }])
    }

    /// The clauses.
    pub fn clauses(&self) -> &[Clause] {
        &self.0
    }

    /// One of several.
    pub(super) fn any<'a>(
        parts: impl IntoIterator<Item = &'a Dnf>,
        limit: &Limit,
    ) -> Result<Dnf, Unfinished> {
        let clauses = parts.into_iter().flat_map(|part| &part.0);
        Self::collect(clauses.map(|clause| Some(clause.clone())), limit)
    }

    /// Both at once.
    pub(super) fn and(&self, other: &Dnf, limit: &Limit) -> Result<Dnf, Unfinished> {
        let pairs = self
            .0
            .iter()
            .flat_map(|a| other.0.iter().map(move |b| (a, b)));
        Self::collect(pairs.map(|(a, b)| a.and(b)), limit)
    }

    /// The clauses that there are, without those that others absorb.
    fn collect(
        clauses: impl Iterator<Item = Option<Clause>>,
        limit: &Limit,
    ) -> Result<Dnf, Unfinished> {
        let mut distinct: IndexSet<Clause, FxBuildHasher> = IndexSet::default();
        let mut pulse = limit.budget.pulse();
        for clause in clauses {
            pulse.beat()?;
            distinct.extend(clause);
            limit.allow(distinct.len())?;
        }
        Ok(Dnf(absorb(distinct, Clause::absorbs)))
    }

    /// The same clauses with their states renamed.
    pub(super) fn rename(&self, to: impl Fn(usize) -> usize) -> Dnf {
        let rename = |clause: &Clause| Clause {
            letters: clause.letters.clone(),
            to: clause.to.iter().map(&to).collect(),
        };
        Dnf(self.0.iter().map(rename).collect())
    }
}
