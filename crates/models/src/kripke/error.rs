//! Why a text is no Kripke structure: located errors, one sentence each.

use lariat_diagnostics::Located;

use lariat_automata::hoa::{HoaError, HoaErrorKind};

/// A fault of a text that should be a Kripke structure, located in it.
pub type Error = Located<ErrorKind>;

/// The fault of a text that is not in the Hanoi format.
pub(super) fn not_hoa(error: HoaError) -> Error {
    Error::new(ErrorKind::Hoa(error.kind), error.span)
}

/// What is wrong with a text.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ErrorKind {
    /// It is not in the Hanoi format.
    #[error(transparent)]
    Hoa(HoaErrorKind),
    /// There is nothing.
    #[error("expected a Kripke structure, `HOA: v1 …`")]
    Nothing,
    /// There is more than one automaton.
    #[error("expected the end: a model is one Kripke structure")]
    Several,
    /// No run starts anywhere.
    #[error(
        "this Kripke structure has no initial state: expected `Start:` with the number of a state"
    )]
    NoInitialState,
    /// A state without a label: this is an automaton.
    #[error("state {0} has no label: in a Kripke structure the labels are on the states")]
    NoLabel(u32),
    /// A label that leaves a proposition open, or that nothing satisfies.
    #[error(
        "the label of state {state} is no full valuation: it does not say whether `{open}` holds"
    )]
    OpenLabel {
        /// The state.
        state: u32,
        /// A proposition that may be true or false.
        open: String,
    },
    /// A label that nothing satisfies.
    #[error("the label of state {0} is never true")]
    FalseLabel(u32),
}

/// A name that is none of the propositions of a Kripke structure.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error(
    "the Kripke structure has no proposition `{name}`{}",
    did_you_mean(suggestion)
)]
pub struct UnknownProposition {
    /// The name.
    pub name: String,
    /// The proposition that is perhaps meant.
    pub suggestion: Option<String>,
}

fn did_you_mean(suggestion: &Option<String>) -> String {
    match suggestion {
        Some(name) => format!("; did you mean `{name}`?"),
        None => String::new(),
    }
}
