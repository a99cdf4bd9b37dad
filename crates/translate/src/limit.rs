//! What ends a construction that would not end soon by itself.

/// An automaton that would have more transitions than allowed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the automaton has more than {limit} transitions")]
pub struct TooLarge {
    /// How many were allowed.
    pub limit: usize,
}
