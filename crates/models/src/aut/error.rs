//! What can be wrong with an Aldebaran text: located errors, one sentence each.

use lariat_diagnostics::Located;

/// A fault of an Aldebaran text, located in it.
pub type Error = Located<ErrorKind>;

/// What is wrong with a text.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ErrorKind {
    /// Something else should stand here.
    #[error("expected {0}")]
    Expected(&'static str),
    /// A state that is a distribution over states.
    #[error("probabilistic transition systems are not supported: expected the number of one state")]
    Probabilistic,
    /// A number beyond 32 bits.
    #[error("this number is too large: numbers are less than 4294967296")]
    NumberTooLarge,
    /// There is nothing that could be an initial state.
    #[error("a transition system has at least one state")]
    NoStates,
    /// A state number that is not below the announced number of states.
    #[error("there is no state {number}: the header announces {count}")]
    UnknownState {
        /// Its number.
        number: u32,
        /// How many states there are.
        count: u32,
    },
    /// A label that opens a quote and does not close it in its line.
    #[error("the quote of this label is not closed: a label does not go on in the next line")]
    OpenLabel,
    /// The number of transitions is not the announced one.
    #[error("the header announces {announced} transitions, but there are {found}")]
    TransitionCount {
        /// The number in the header.
        announced: u32,
        /// How many there are.
        found: usize,
    },
    /// Far more states than the transitions speak of.
    #[error(
        "the header announces {announced} states, but {transitions} transitions speak of few of them"
    )]
    IsolatedStates {
        /// The number in the header.
        announced: u32,
        /// How many transitions there are.
        transitions: usize,
    },
}
