//! Self-loop alternating automaton to Büchi automaton by pairs (U, V), as in the slides
//! [strejcek.ia169].
//!
//! U ∪ V are the states that the copies are in; those in U have not passed an accepting state since
//! U was last empty.  A pair with U = ∅ is accepting.  From (U, V) one goes to
//! ```text
//! U ≠ ∅:  U' = X ∖ F,  V' = Y ∪ (X ∩ F)    where X ⊨ ⋀ δ(q), q ∈ U, and Y ⊨ ⋀ δ(q), q ∈ V
//! U = ∅:  U' = Y ∖ F,  V' = Y ∩ F
//! ```
//! for minimal X and Y.  What is in U' is dropped from V': it has to pass an accepting state in any
//! case.
//!
//! A transition absorbs another one from the same state if it reads no fewer letters, leads to a
//! subset of U', and to a subset of U' ∪ V'.  This is sound although it may happen again and again:
//! between two points where the U of the run that is followed is empty, the smaller U is contained
//! in it, or has been empty itself.

use lariat_automata::{Acceptance, Explicit, Marks};

use super::AlternatingAutomaton;
use super::absorb::absorb;
use super::clause::{Clause, Dnf, States};
use super::explore::Move;
use super::tidy::tidy;
use crate::limit::{Limit, Unfinished};

/// The slides' (U, V).
#[derive(Clone, PartialEq, Eq, Hash)]
struct Pair {
    u: States,
    v: States,
}

impl AlternatingAutomaton {
    /// The Büchi automaton, within the limit while it is built.
    ///
    /// All transitions that leave a state carry the mark, or none.
    pub fn to_buchi(&self, limit: impl Into<Limit>) -> Result<Explicit, Unfinished> {
        let limit = limit.into();
        let accepting: States = (0..self.states.len())
            .filter(|&state| self.states[state].accepting)
            .collect();
        let initial = self.initial.clone().map(|u| Pair {
            u,
            v: States::EMPTY,
        });
        let mut explicit = self.explore(Acceptance::buchi(), initial, &limit, |pair| {
            self.pair_moves(pair, &accepting, &limit)
        })?;
        tidy(&mut explicit, &limit.budget)?;
        Ok(explicit)
    }

    fn pair_moves(
        &self,
        pair: &Pair,
        accepting: &States,
        limit: &Limit,
    ) -> Result<Vec<Move<Pair>>, Unfinished> {
        let moves = if pair.u.is_empty() {
            self.moves_from_empty_u(pair, accepting, limit)?
        } else {
            self.moves_from_pair(pair, accepting, limit)?
        };
        Ok(absorb(moves, |one, other| {
            let all = |pair: &Pair| pair.u.union(&pair.v);
            other.letters.entails(&one.letters)
                && one.to.u.is_subset(&other.to.u)
                && all(&one.to).is_subset(&all(&other.to))
        }))
    }

    fn moves_from_empty_u(
        &self,
        pair: &Pair,
        accepting: &States,
        limit: &Limit,
    ) -> Result<Vec<Move<Pair>>, Unfinished> {
        let moves = self.conjunction(&pair.v, limit)?;
        let follow = |y: &Clause| Move {
            letters: y.letters.clone(),
            marks: Marks::single(0),
            to: Pair {
                u: y.to.difference(accepting),
                v: y.to.intersection(accepting),
            },
        };
        Ok(moves.clauses().iter().map(follow).collect())
    }

    fn moves_from_pair(
        &self,
        pair: &Pair,
        accepting: &States,
        limit: &Limit,
    ) -> Result<Vec<Move<Pair>>, Unfinished> {
        let (xs, ys) = (
            self.conjunction(&pair.u, limit)?,
            self.conjunction(&pair.v, limit)?,
        );
        let mut moves = Vec::new();
        for x in xs.clauses() {
            limit.budget.check()?;
            for y in ys.clauses() {
                let Some(letters) = x.letters.and(&y.letters) else {
                    continue;
                };
                let u = x.to.difference(accepting);
                let v = y.to.union(&x.to.intersection(accepting)).difference(&u);
                moves.push(Move {
                    letters,
                    marks: Marks::EMPTY,
                    to: Pair { u, v },
                });
                limit.allow(moves.len())?;
            }
        }
        Ok(moves)
    }

    /// ⋀ δ(q) for q in the set.
    fn conjunction(&self, states: &States, limit: &Limit) -> Result<Dnf, Unfinished> {
        states.iter().try_fold(Dnf::always(), |all, state| {
            all.and(&self.states[state].transitions, limit)
        })
    }
}
