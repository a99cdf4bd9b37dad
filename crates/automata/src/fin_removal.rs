//! Any condition to generalized Büchi, by guessing which marks are not seen again.
//!
//! A run ends in a component.  Where the condition, restricted to the marks of that component,
//! speaks of no Fin, it is put into conjunctive form and each clause becomes a mark of the component
//! itself.  Otherwise a Fin(m) is chosen: either m recurs, or the run moves into a copy of the
//! component without the edges that carry m, which is again cut into components and treated alike.
//! Streett pairs are kept together: instead of one copy for each set of pairs, one copy remembers
//! which pairs are waiting (see [`streett`](crate::streett)).
//!
//! A copy is entered only by edges that are not its own, since the first state of a run's tail is
//! entered by the last edge outside it: that keeps the result less nondeterministic than a free guess.

mod conditions;
mod tails;

use lariat_budget::{Budget, Exhausted};

use crate::streett::Pending;
use crate::{Acceptance, Explicit, LabelledEdge, Marks, StateId};
pub(crate) use tails::Tail;
use tails::find_tails;

/// The result would have more states than allowed, or takes more work than they are worth.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "removing Fin from the acceptance condition takes more than the limit of {limit} states allows"
)]
pub struct TooManyStates {
    /// The number of states that was allowed.
    pub limit: usize,
}

/// Why there is no automaton without Fin.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum FinRemovalError {
    /// It would have too many states.
    #[error(transparent)]
    TooManyStates(#[from] TooManyStates),
    /// The budget has ended.
    #[error(transparent)]
    Exhausted(#[from] Exhausted),
}

/// A generalized Büchi automaton of at most `limit` states for the same language.
///
/// ```
/// use lariat_automata::fin_removal::generalized_buchi;
/// use lariat_automata::{Acceptance, Condition, Explicit, Labels, Letter, Marks, word};
/// use lariat_budget::Budget;
/// // Finitely often p: one state to wait in, one from which p is not read any more.
/// let finitely = Acceptance { marks: 1, condition: Condition::Fin(0) };
/// let mut a = Explicit::new(Labels::new(["p".to_owned()]), finitely);
/// let p = a.labels.bdds.var(0);
/// let state = a.add_state();
/// a.initial.push(state);
/// a.add_transition(state, p, Marks::single(0), state);
/// a.add_transition(state, !p, Marks::EMPTY, state);
/// let b = generalized_buchi(&a, 100, &Budget::unlimited()).unwrap();
/// assert_eq!((b.state_count(), b.acceptance.clone()), (2, Acceptance::buchi()));
/// let (yes, no) = (Letter::single(0), Letter::EMPTY);
/// assert!(word::accepts(&b, &[yes.clone()], &[no.clone()]));
/// assert!(!word::accepts(&b, &[], &[yes, no]));
/// ```
pub fn generalized_buchi(
    automaton: &Explicit,
    limit: usize,
    budget: &Budget,
) -> Result<Explicit, FinRemovalError> {
    let tails = find_tails(automaton, limit, budget)?;
    let mut assembly = Assembly::new(automaton, &tails, limit);
    for tail in &tails {
        assembly.add(tail, budget)?;
    }
    Ok(assembly.finish())
}

/// The result while tails are added to a copy of the automaton.
struct Assembly<'a> {
    automaton: &'a Explicit,
    result: Explicit,
    limit: usize,
}

impl<'a> Assembly<'a> {
    /// The automaton itself, without marks.
    fn new(automaton: &'a Explicit, tails: &[Tail], limit: usize) -> Self {
        let height = tails.iter().map(Tail::height).max().unwrap_or(0);
        let everywhere = height == 0 && every_cycle_is_a_tail(automaton, tails);
        let marks = if everywhere { 0 } else { height.max(1) };
        let mut result = automaton.clone();
        result.acceptance = Acceptance::generalized_buchi(marks);
        for edge in result.transitions.iter_mut().flatten() {
            edge.marks = Marks::EMPTY;
        }
        Self {
            automaton,
            result,
            limit,
        }
    }

    fn add(&mut self, tail: &Tail, budget: &Budget) -> Result<(), FinRemovalError> {
        if tail.in_place {
            self.mark_in_place(tail);
            return Ok(());
        }
        let pending = Pending::explore(self.automaton, tail, self.limit, budget)?;
        let offset = self.result.state_count();
        if offset + pending.edges.len() > self.limit {
            return Err(TooManyStates { limit: self.limit }.into());
        }
        for edges in &pending.edges {
            let place = |(edge, to, fulfilled): &(&LabelledEdge, usize, Marks)| LabelledEdge {
                label: edge.label,
                marks: self.marks(tail, edge, fulfilled),
                to: (offset + to) as StateId,
            };
            let edges = edges.iter().map(place).collect();
            self.result.transitions.push(edges);
        }
        for (from, edges) in (0..).zip(&self.automaton.transitions) {
            for edge in edges {
                let entry = tail.number(edge.to).filter(|_| tail.entered_by(from, edge));
                if let Some(number) = entry {
                    let to = (offset + number) as StateId;
                    self.result
                        .add_transition(from, edge.label, Marks::EMPTY, to);
                }
            }
        }
        let initial = self.automaton.initial.iter();
        let entries = initial.filter_map(|&state| tail.number(state));
        self.result
            .initial
            .extend(entries.map(|number| (offset + number) as StateId));
        Ok(())
    }

    fn mark_in_place(&mut self, tail: &Tail) {
        for &from in &tail.states {
            let edges = &self.automaton.transitions[from as usize];
            for (number, edge) in edges.iter().enumerate() {
                if tail.number(edge.to).is_some() {
                    let marks = self.marks(tail, edge, &Marks::EMPTY);
                    self.result.transitions[from as usize][number].marks = marks;
                }
            }
        }
    }

    /// The marks of an edge inside a tail that leaves the pairs `fulfilled`.
    fn marks(&self, tail: &Tail, edge: &LabelledEdge, fulfilled: &Marks) -> Marks {
        let clauses = tail.clauses.iter().enumerate();
        let hit = clauses.filter(|(_, clause)| !clause.is_disjoint(&edge.marks));
        let mut marks: Marks = hit.map(|(number, _)| number).collect();
        marks.unite(&fulfilled.shifted(tail.clauses.len()));
        marks.unite(&(tail.height()..self.result.acceptance.marks).collect());
        marks
    }

    fn finish(mut self) -> Explicit {
        self.result.keep_reachable();
        self.result.merge_transitions();
        self.result
    }
}

/// Whether every non-trivial component of the automaton is a tail as it is.
fn every_cycle_is_a_tail(automaton: &Explicit, tails: &[Tail]) -> bool {
    let found = automaton.components();
    let cyclic = found.trivial.iter().filter(|&&trivial| !trivial).count();
    cyclic == tails.iter().filter(|tail| tail.in_place).count()
}
