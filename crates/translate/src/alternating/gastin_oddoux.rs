//! Self-loop alternating automaton to generalized Büchi automaton, after Gastin and Oddoux
//! [gastin.01.cav].
//!
//! A state of the result is the set of the states that the copies are in.  For each state f that
//! copies must leave there is a mark, on the transitions that do not put off f:
//! ```text
//! X --a--> X' carries f  iff  f ∉ X', or some clause (b, Y) of δ(f) has a ⊆ b, f ∉ Y, Y ⊆ X'
//! ```
//! This depends on the letters and on X' alone, so that states which differ only in what they put
//! off have equal transitions and are merged: G F p has one state.
//!
//! A transition absorbs another one from the same state if it reads no fewer letters, leads to a
//! subset, and carries no fewer marks.  Without the marks this would be wrong, since a transition
//! may be taken again and again.  While the clauses of the states in X are put together one by one
//! the marks are not known; then a choice absorbs another one if, instead, it puts off no more.
//! Both together are sound: follow an accepting run with smaller and smaller sets, and where the
//! run carries f let f, if it is in the set at all, choose a clause that does not put it off.  What
//! absorbs that does not put it off either, and so carries f; and where f is not in the set, the
//! transition that led there carries f.
//!
//! The paper's second step, to Büchi automata, is a degeneralization and not here.

use indexmap::IndexSet;
use lariat_automata::{Acceptance, Explicit, Marks};
use rustc_hash::FxBuildHasher;

use super::AlternatingAutomaton;
use super::absorb::absorb;
use super::clause::{Clause, States};
use super::explore::Move;
use super::tidy::tidy;
use crate::limit::{Limit, Unfinished};

/// A way in which several states move on together.
#[derive(Clone, PartialEq, Eq, Hash, Default)]
struct Choice {
    clause: Clause,
    /// The states that it puts off: those that are to be left, and that it returns to.
    put_off: States,
}

impl AlternatingAutomaton {
    /// The generalized Büchi automaton, within the limit while it is built.
    pub fn to_tgba(&self, limit: impl Into<Limit>) -> Result<Explicit, Unfinished> {
        let limit = limit.into();
        let to_leave = self.states_to_leave();
        let acceptance = Acceptance::generalized_buchi(to_leave.len());
        let initial = self.initial.clone();
        let mut explicit = self.explore(acceptance, initial, &limit, |states| {
            self.moves(states, &to_leave, &limit)
        })?;
        tidy(&mut explicit, &limit.budget)?;
        Ok(explicit)
    }

    /// The states with a loop that no copy may stay in for ever; each has a mark.
    fn states_to_leave(&self) -> Vec<usize> {
        let to_leave = |&state: &usize| self.loops(state) && !self.states[state].accepting;
        (0..self.states.len()).filter(to_leave).collect()
    }

    fn moves(
        &self,
        states: &States,
        to_leave: &[usize],
        limit: &Limit,
    ) -> Result<Vec<Move<States>>, Unfinished> {
        let with_marks = |Choice { clause, .. }: Choice| {
            limit.budget.check()?;
            Ok(Move {
                marks: self.marks(&clause, to_leave),
                letters: clause.letters,
                to: clause.to,
            })
        };
        let choices = self.all_at_once(states, limit)?.into_iter();
        let moves: Vec<_> = choices.map(with_marks).collect::<Result<_, Unfinished>>()?;
        Ok(absorb(moves, |one, other| {
            other.letters.entails(&one.letters)
                && one.to.is_subset(&other.to)
                && other.marks.is_subset(&one.marks)
        }))
    }

    /// The ways in which all of the states can move on together.
    fn all_at_once(&self, states: &States, limit: &Limit) -> Result<Vec<Choice>, Unfinished> {
        let mut together = vec![Choice::default()];
        for state in states.iter() {
            let mut next: IndexSet<Choice, FxBuildHasher> = IndexSet::default();
            for choice in &together {
                let own = self.states[state].transitions.clauses();
                next.extend(own.iter().filter_map(|own| self.with(choice, state, own)));
                limit.allow(next.len())?;
                limit.budget.check()?;
            }
            together = absorb(next, |one, other| {
                one.clause.absorbs(&other.clause) && one.put_off.is_subset(&other.put_off)
            });
        }
        Ok(together)
    }

    /// The choice where `state` takes its clause `own` in addition.
    fn with(&self, choice: &Choice, state: usize, own: &Clause) -> Option<Choice> {
        let mut put_off = choice.put_off.clone();
        if own.to.contains(state) && !self.states[state].accepting {
            put_off.insert(state);
        }
        let clause = choice.clause.and(own)?;
        Some(Choice { clause, put_off })
    }

    /// The marks of a transition that reads `clause.letters` and leads to `clause.to`.
    fn marks(&self, clause: &Clause, to_leave: &[usize]) -> Marks {
        let left = |&(_, &state): &(usize, &usize)| {
            !clause.to.contains(state) || {
                let own = self.states[state].transitions.clauses();
                own.iter().any(|own| {
                    !own.to.contains(state)
                        && own.to.is_subset(&clause.to)
                        && clause.letters.entails(&own.letters)
                })
            }
        };
        let marked = to_leave.iter().enumerate().filter(left);
        marked.map(|(mark, _)| mark).collect()
    }
}
