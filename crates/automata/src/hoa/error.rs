//! What can be wrong with an automaton in a text.

use lariat_diagnostics::Located;

use super::acceptance::NAMES;

/// A fault in one automaton of a stream, located in the text.
pub type HoaError = Located<HoaErrorKind>;

/// The kinds of faults.  Each displays as one sentence without its place.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum HoaErrorKind {
    /// Something else should stand here.
    #[error("expected {expected}, found {found}")]
    Expected {
        /// What should stand here.
        expected: &'static str,
        /// What stands here.
        found: String,
    },
    /// A character that begins no token.
    #[error("unexpected character `{0}`")]
    UnexpectedCharacter(char),
    /// A string without its closing quote.
    #[error("this string is not closed")]
    UnclosedString,
    /// A comment without its end.
    #[error("this comment is not closed")]
    UnclosedComment,
    /// A number of 2³¹ or more.
    #[error("this number is too large: numbers are less than 2147483648")]
    NumberTooLarge,
    /// Neither version 1 nor compatible with it.
    #[error("unsupported version `{0}` of the format: expected `v1`")]
    Version(String),
    /// The producer gave up in the middle of the automaton.
    #[error("the automaton was aborted by its producer")]
    Aborted,
    /// A header item that may occur once, again.
    #[error("`{0}:` is given a second time")]
    Repeated(String),
    /// A header item that must be there is missing.
    #[error("the header has no `{0}:` item")]
    Missing(&'static str),
    /// An unknown header item that may change the meaning.
    #[error(
        "unknown header item `{0}:`, which changes the automaton's meaning as its name is capitalised"
    )]
    UnknownHeader(String),
    /// A conjunction of states as initial state or as target.
    #[error("alternating automata are not supported: this is a conjunction of states")]
    Alternating,
    /// The number of propositions does not match their names.
    #[error("expected {announced} atomic propositions as announced, found {found}")]
    PropositionCount {
        /// The number given.
        announced: u32,
        /// How many names follow.
        found: usize,
    },
    /// Two propositions of one name.
    #[error("two atomic propositions are named \"{0}\"")]
    DuplicateProposition(String),
    /// A label speaks of a proposition that is not declared.
    #[error("there is no atomic proposition {number}: {}", declared(*count))]
    UndeclaredProposition {
        /// Its number.
        number: u32,
        /// How many are declared.
        count: usize,
    },
    /// Labels whose decision diagrams are beyond what is supported.
    #[error("this label needs more than {limit} nodes of a decision diagram")]
    LabelTooLarge {
        /// The largest number that is supported.
        limit: usize,
    },
    /// An alias that is not defined, or not yet.
    #[error("unknown alias `@{0}`")]
    UnknownAlias(String),
    /// An alias that is defined already.
    #[error("the alias `@{0}` is defined a second time")]
    DuplicateAlias(String),
    /// Something else than Fin or Inf in the acceptance condition.
    #[error("unknown acceptance `{0}`: expected `Fin` or `Inf`")]
    UnknownAcceptance(String),
    /// An acceptance set that is not declared.
    #[error("there is no acceptance set {number}: {}", declared(*count))]
    UndeclaredSet {
        /// Its number.
        number: u32,
        /// How many are declared.
        count: usize,
    },
    /// More acceptance sets than this reader takes.
    #[error("{count} acceptance sets are more than the {limit} that are supported")]
    TooManySets {
        /// How many are declared.
        count: u32,
        /// The largest number that is supported.
        limit: u32,
    },
    /// Conjunctions and disjunctions alternate more often than this reader takes.
    #[error("the acceptance condition alternates between `&` and `|` more than {limit} times")]
    AcceptanceTooDeep {
        /// The largest number that is supported.
        limit: usize,
    },
    /// No acceptance condition has this name.
    #[error("unknown acceptance name `{name}`{}", expected_name(*meant))]
    UnknownAcceptanceName {
        /// The name.
        name: String,
        /// The name that may be meant.
        meant: Option<&'static str>,
    },
    /// The name of the acceptance condition does not fit it, which is no fault, but odd.
    #[error("the acceptance condition is not `{0}`; `Acceptance:` decides")]
    AcceptanceName(String),
    /// A state number that is not below the declared number of states.
    #[error("there is no state {number}: {}", declared(*count as usize))]
    UndeclaredState {
        /// Its number.
        number: u32,
        /// How many are declared.
        count: u32,
    },
    /// A state that is defined already.
    #[error("state {0} is defined a second time")]
    DuplicateState(u32),
    /// A state that is declared or mentioned, but not defined.
    #[error("state {0} is not defined by a `State:` item")]
    UndefinedState(u32),
    /// An edge with a label in a state with a label.
    #[error("an edge has a label although its state has one")]
    LabelOnEdgeOfLabelledState,
    /// An edge without label where others have one.
    #[error("expected a label: the other edges of this state have labels")]
    MissingLabel,
    /// The number of edges without label is not the number of letters.
    #[error("expected {expected} edges without label, one for each letter, found {found}")]
    ImplicitEdges {
        /// Two to the number of propositions.
        expected: String,
        /// How many there are.
        found: usize,
    },
    /// A property that contradicts another one or the automaton.
    #[error("the property `{property}` is wrong: {reason}")]
    Property {
        /// The property.
        property: String,
        /// What contradicts it.
        reason: &'static str,
    },
}

fn declared(count: usize) -> String {
    match count {
        0 => "none is declared".to_owned(),
        1 => "only 0 is declared".to_owned(),
        _ => format!("0 to {} are declared", count - 1),
    }
}

/// What should stand in place of an unknown name.
fn expected_name(meant: Option<&str>) -> String {
    match meant {
        Some(name) => format!("; did you mean `{name}`?"),
        None => format!(": expected one of {}", NAMES.join(", ")),
    }
}
