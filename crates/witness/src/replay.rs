//! The replay of a lasso: is it a run of the automaton, and is that accepting?

use std::fmt::Debug;

use lariat_automata::{Automaton, Edge, Lasso, Marks, lasso::LassoStep};

use crate::condition;

/// What is wrong with a lasso.  Positions count from 0, through stem and cycle.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum LassoFault {
    /// A run goes on for ever.
    #[error("the cycle is empty")]
    EmptyCycle,
    /// A run starts in an initial state.
    #[error("the first state is not initial")]
    NotInitial,
    /// Each step leaves the state that the one before leads to.
    #[error("step {0} does not leave the state that the one before it leads to")]
    Torn(usize),
    /// Each step is an edge of the automaton.
    #[error("step {0} is no edge of the automaton")]
    NoEdge(usize),
    /// The cycle leads back to its first state.
    #[error("the cycle does not lead back to its first state")]
    NotClosed,
    /// The marks of the cycle satisfy the acceptance condition.
    #[error("the marks {0:?} of the cycle do not satisfy the acceptance condition")]
    Rejecting(Marks),
}

/// Checks that a lasso is an accepting run.
///
/// ```
/// use lariat_automata::{Acceptance, Explicit, Label, Labels, Lasso, Marks, lasso::LassoStep};
/// use lariat_witness::{LassoFault, replay};
///
/// let mut automaton = Explicit::new(Labels::default(), Acceptance::buchi());
/// let state = automaton.add_state();
/// automaton.initial.push(state);
/// automaton.add_transition(state, Label::TRUE, Marks::single(0), state);
/// automaton.add_transition(state, Label::TRUE, Marks::EMPTY, state);
/// let round = |marks| Lasso { stem: vec![], cycle: vec![LassoStep { from: state, marks, to: state }] };
/// assert_eq!(replay(&automaton, &round(Marks::single(0))), Ok(()));
/// let unmarked = replay(&automaton, &round(Marks::EMPTY));
/// assert_eq!(unmarked, Err(LassoFault::Rejecting(Marks::EMPTY)));
/// ```
pub fn replay<A: Automaton>(mut automaton: A, lasso: &Lasso<A::State>) -> Result<(), LassoFault> {
    let (Some(entry), Some(last)) = (lasso.cycle.first(), lasso.cycle.last()) else {
        return Err(LassoFault::EmptyCycle);
    };
    let first = lasso.stem.first().unwrap_or(entry);
    let mut initial = Vec::new();
    automaton.initial(&mut initial);
    if !initial.contains(&first.from) {
        return Err(LassoFault::NotInitial);
    }
    if last.to != entry.from {
        return Err(LassoFault::NotClosed);
    }
    let mut at = &first.from;
    for (position, step) in lasso.stem.iter().chain(&lasso.cycle).enumerate() {
        if step.from != *at {
            return Err(LassoFault::Torn(position));
        }
        if !is_edge(&mut automaton, step) {
            return Err(LassoFault::NoEdge(position));
        }
        at = &step.to;
    }
    let mut repeated = Marks::EMPTY;
    for step in &lasso.cycle {
        repeated.unite(&step.marks);
    }
    if condition::holds(&automaton.acceptance().condition, &repeated) {
        Ok(())
    } else {
        Err(LassoFault::Rejecting(repeated))
    }
}

fn is_edge<A: Automaton>(automaton: &mut A, step: &LassoStep<A::State>) -> bool {
    let mut edges: Vec<Edge<A::State>> = Vec::new();
    automaton.successors(&step.from, &mut edges);
    edges
        .iter()
        .any(|edge| edge.to == step.to && edge.marks == step.marks)
}
