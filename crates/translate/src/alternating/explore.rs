//! From transitions computed on demand to an explicit automaton.

use std::hash::Hash;

use indexmap::IndexSet;
use lariat_automata::{Acceptance, Explicit, Label, Labels, Marks, StateId};
use rustc_hash::FxBuildHasher;

use super::AlternatingAutomaton;
use super::clause::ClauseCube;
use crate::limit::{Limit, Unfinished};

/// A transition between states that are not numbered yet.
pub(super) struct Move<S> {
    pub(super) letters: ClauseCube,
    pub(super) marks: Marks,
    pub(super) to: S,
}

impl AlternatingAutomaton {
    /// The automaton of what `initial` reaches by `successors`, within the limit;
    /// without an initial state it accepts nothing.
    pub(super) fn explore<S: Clone + Eq + Hash>(
        &self,
        acceptance: Acceptance,
        initial: Option<S>,
        limit: &Limit,
        mut successors: impl FnMut(&S) -> Result<Vec<Move<S>>, Unfinished>,
    ) -> Result<Explicit, Unfinished> {
        let mut explicit = Explicit::new(self.labels(), acceptance);
        let first = explicit.add_state();
        explicit.initial.push(first);
        let mut states: IndexSet<S, FxBuildHasher> = initial.into_iter().collect();
        let mut transitions = 0;
        let mut expanded = 0;
        while let Some(state) = states.get_index(expanded).cloned() {
            let moves = successors(&state)?;
            transitions += moves.len();
            limit.allow(transitions)?;
            limit.budget.check()?;
            for Move { letters, marks, to } in moves {
                let label = label(&mut explicit.labels, &letters);
                let to = states.insert_full(to).0;
                while explicit.state_count() <= to {
                    explicit.add_state();
                }
                explicit.add_transition(expanded as StateId, label, marks, to as StateId);
            }
            expanded += 1;
        }
        Ok(explicit)
    }
}

fn label(labels: &mut Labels, cube: &ClauseCube) -> Label {
    let positive = cube.positive.iter().map(|p| (p as u32, true));
    let negative = cube.negative.iter().map(|p| (p as u32, false));
    let mut literals: Vec<_> = positive.chain(negative).collect();
    literals.sort_unstable();
    labels.bdds.cube(&lariat_bdd::Cube { literals })
}
