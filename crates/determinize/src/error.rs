//! What a determinization may spend, and why there is no automaton.

use lariat_budget::{Budget, Exhausted};
use lariat_ltl::{Formula, Formulas, Notation, print};

/// What a determinization may spend.
#[derive(Clone, Debug)]
pub struct Limits {
    /// How many states the nondeterministic automaton of one part may have: each becomes a state
    /// variable or two.
    pub part_states: usize,
    /// How many state variables the monitors of past operators over the future may have.
    pub monitor_bits: usize,
    /// How many rewriting steps may bring a formula into normal form.
    pub rewriting_steps: usize,
    /// How many states an explicit automaton may have.
    pub max_states: usize,
    /// What ends the determinization; it has no limit unless the caller sets one.
    pub budget: Budget,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            part_states: 4_096,
            monitor_bits: 64,
            rewriting_steps: 2_000,
            max_states: 10_000,
            budget: Budget::unlimited(),
        }
    }
}

/// Why there is no deterministic automaton.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum DeterminizeError {
    /// A part's nondeterministic automaton has too many states.
    #[error("the nondeterministic automaton of {part} has more than {limit} states")]
    PartTooLarge {
        /// The part, as text.
        part: String,
        /// The limit.
        limit: usize,
    },
    /// The normal form of a part is too large.
    #[error("{part} is not in normal form after {limit} rewriting steps")]
    NormalFormTooLarge {
        /// The part, as text.
        part: String,
        /// The limit.
        limit: usize,
    },
    /// The explicit automaton is too large.
    #[error(
        "the deterministic automaton has more than {limit} states; {variables} state variables"
    )]
    TooManyStates {
        /// The limit.
        limit: usize,
        /// How many state variables it has.
        variables: usize,
    },
    /// The acceptance condition has too many pairs.
    #[error("as pairs, the acceptance condition has more than {limit}")]
    TooManyPairs {
        /// The limit.
        limit: usize,
    },
    /// The acceptance condition is nested too deeply.
    #[error("the acceptance condition is nested more than {limit} levels deep")]
    TooDeep {
        /// The limit.
        limit: usize,
    },
    /// Past operators over operators of the future depend on them in too many ways.
    #[error(
        "with {part}, monitors of past operators over the future have more than {limit} state variables"
    )]
    MonitorsTooLarge {
        /// The past operator, as text.
        part: String,
        /// The limit.
        limit: usize,
    },
    /// The budget has ended.
    #[error(transparent)]
    Exhausted(#[from] Exhausted),
    /// The budget has ended while a part was made.
    #[error("{end}, at work on {part}")]
    AtWork {
        /// Why it has ended.
        end: Exhausted,
        /// The part, as text.
        part: String,
    },
}

impl DeterminizeError {
    /// The end of the budget, if that is the reason.
    pub fn end(&self) -> Option<Exhausted> {
        match self {
            Self::Exhausted(end) | Self::AtWork { end, .. } => Some(*end),
            _ => None,
        }
    }

    /// The same, with the part that was being made when the budget ended.
    pub(crate) fn at_work_on(self, part: impl FnOnce() -> String) -> Self {
        match self {
            Self::Exhausted(end) => Self::AtWork { end, part: part() },
            other => other,
        }
    }
}

/// The formula as text, cut where it is long.
pub(crate) fn text(formulas: &Formulas, formula: Formula) -> String {
    const LONGEST: usize = 200;
    let Ok(mut text) = print(formulas, formula, Notation::Spot) else {
        return "a very large part".to_owned();
    };
    if let Some((cut, _)) = text.char_indices().nth(LONGEST) {
        text.truncate(cut);
        text.push('…');
    }
    text
}
