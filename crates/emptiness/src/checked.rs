//! What every check answers: whether some run is accepting, what it took to tell, and why a check
//! refused.

use lariat_automata::Marks;
use lariat_budget::Exhausted;

use crate::Algorithm;

/// The answer of a check, and what it took.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Checked<S> {
    /// Whether some run is accepting.
    pub answer: Emptiness<S>,
    /// What the search did.
    pub statistics: Statistics,
}

/// Whether some run is accepting.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Emptiness<S> {
    /// No run is accepting.
    Empty,
    /// A run is accepting: the component proves it.
    NonEmpty(AcceptingComponent<S>),
    /// The budget ended the search before it could tell.
    Stopped(Exhausted),
}

/// A set of reachable states that holds an accepting cycle.
///
/// The states, with the edges among them that carry none of the `shunned` marks, are strongly
/// connected, and a cycle through all these edges satisfies the acceptance condition.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AcceptingComponent<S> {
    /// The states, each once.
    pub states: Vec<S>,
    /// The marks that the cycle must not carry.
    pub shunned: Marks,
    /// The states on the path of the search that found it, in order: they lead into the component, unless a part of it was visited
    /// again from elsewhere.
    pub way: Vec<S>,
}

impl<S: Clone> AcceptingComponent<S> {
    /// The component, of which nobody knows how to get there.
    pub(crate) fn without_way(&self) -> Self {
        Self {
            states: self.states.clone(),
            shunned: self.shunned.clone(),
            way: Vec::new(),
        }
    }
}

/// What a search did so far.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Statistics {
    /// How many states were visited, each counted once.
    pub states: u64,
    /// How many edges were looked at; those of a state visited twice count twice.
    pub edges: u64,
    /// How many visits were not a state's first.
    pub revisits: u64,
    /// How many components were closed without an accepting cycle.
    pub components: u64,
    /// The greatest number of states on the path of the search.
    pub depth: u64,
}

/// Why a check does not take on an automaton.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the check `{algorithm}` cannot decide this: {reason}")]
pub struct Refusal {
    /// The check that refuses.
    pub algorithm: Algorithm,
    /// Its reason.
    pub reason: RefusalReason,
}

/// What a check needs and an automaton lacks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RefusalReason {
    /// The acceptance condition is not generalized Büchi.
    #[error("it needs a generalized Büchi condition, a conjunction of Inf")]
    NotGeneralizedBuchi,
    /// The acceptance condition is not a conjunction of Inf, Fin and Streett pairs.
    #[error("it needs a conjunction of Inf, Fin and Streett pairs (Fin | Inf)")]
    NotFairness,
    /// Not every cycle is known to carry the same marks all along.
    #[error(
        "it needs a weak automaton, without fairness: all edges of a component carry the same marks"
    )]
    NotWeak,
    /// Not every accepting edge is known to lead into accepting edges only.
    #[error("it needs a terminal automaton, without fairness, where every run goes on for ever")]
    NotTerminal,
}

impl<S> Checked<S> {
    /// Whether the answer is [`Emptiness::Empty`].
    pub fn is_empty(&self) -> bool {
        matches!(self.answer, Emptiness::Empty)
    }

    /// Whether the answer is [`Emptiness::NonEmpty`].
    pub fn is_nonempty(&self) -> bool {
        matches!(self.answer, Emptiness::NonEmpty(_))
    }

    pub(crate) fn new(
        outcome: Result<Option<AcceptingComponent<S>>, Exhausted>,
        statistics: Statistics,
    ) -> Self {
        let answer = match outcome {
            Ok(None) => Emptiness::Empty,
            Ok(Some(component)) => Emptiness::NonEmpty(component),
            Err(exhausted) => Emptiness::Stopped(exhausted),
        };
        Self { answer, statistics }
    }
}
