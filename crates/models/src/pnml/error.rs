//! What can be wrong with a net or with a text about it: located errors, one sentence each, and warnings.

use std::fmt;

use lariat_diagnostics::{AllLocated, Located};

use crate::xml::{XmlError, XmlErrorKind};

/// A fault of a text, located in it.
pub type Error = Located<ErrorKind>;

impl From<XmlError> for Error {
    fn from(error: XmlError) -> Self {
        Self::new(ErrorKind::Xml(error.kind), error.span)
    }
}

/// Every fault that was found in a text, at least one, in the order of discovery.
pub type Errors = AllLocated<ErrorKind>;

impl From<XmlError> for Errors {
    fn from(error: XmlError) -> Self {
        Error::from(error).into()
    }
}

/// The kinds of nodes of a net.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Sort {
    /// A place.
    Place,
    /// A transition.
    Transition,
    /// A place or a transition.
    Node,
}

impl fmt::Display for Sort {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Sort::Place => "place",
            Sort::Transition => "transition",
            Sort::Node => "place or transition",
        })
    }
}

/// What is wrong with a text.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ErrorKind {
    /// The text is no sound XML document.
    #[error(transparent)]
    Xml(XmlErrorKind),
    /// The outermost element is another one.
    #[error("expected the element `{wanted}`, found `{found}`")]
    WrongElement {
        /// What would have been right.
        wanted: &'static str,
        /// What stands there.
        found: String,
    },
    /// The document holds no net.
    #[error("there is no `net` in this document")]
    NoNet,
    /// The document holds more than one net.
    #[error("there is more than one `net` in this document; only one can be read")]
    SeveralNets,
    /// The net is of a kind that has colours.
    #[error(
        "this is a coloured (high-level) net: only place/transition nets are supported; unfold it first"
    )]
    Coloured,
    /// The net is of another kind.
    #[error("nets of type `{0}` are not supported, only place/transition nets (…/grammar/ptnet)")]
    OtherType(String),
    /// An element lacks an attribute.
    #[error("the element `{element}` needs an attribute `{attribute}`")]
    MissingAttribute {
        /// The element.
        element: String,
        /// What it lacks.
        attribute: &'static str,
    },
    /// Two nodes, or two arcs, with one id.
    #[error("the id `{0}` is given twice")]
    RepeatedId(String),
    /// A name that nothing bears.
    #[error("there is no {sort} `{name}`{}", suggest(.suggestion))]
    Undeclared {
        /// What it should be.
        sort: Sort,
        /// The unknown name.
        name: String,
        /// A known name close to it.
        suggestion: Option<String>,
    },
    /// A reference that leads back to itself.
    #[error("the reference `{0}` leads back to itself")]
    CircularReference(String),
    /// An arc between two nodes of one kind.
    #[error(
        "an arc joins a place and a transition; `{source_id}` and `{target_id}` are both a {sort}"
    )]
    SameSort {
        /// Where the arc starts.
        source_id: String,
        /// Where it ends.
        target_id: String,
        /// What both are.
        sort: Sort,
    },
    /// An arc that does more than carry tokens.
    #[error("only plain arcs are supported, not {0} arcs")]
    SpecialArc(String),
    /// A marking or weight without its number.
    #[error("the element `{0}` holds no number: expected `<text>` and a number in it")]
    NoNumber(&'static str),
    /// An initial marking that is no number of tokens.
    #[error("an initial marking is a number from 0 to 4294967295, not `{0}`")]
    BadMarking(String),
    /// A weight that is none.
    #[error("the weight of an arc is a number from 1 to 2147483648 (2^31), not `{0}`")]
    BadWeight(String),
    /// Parallel arcs with too much weight together.
    #[error("the arcs between these two nodes weigh more than 2147483648 (2^31) together")]
    TooHeavy,
    /// Another word was expected.
    #[error("expected {wanted}, found {found}")]
    Expected {
        /// What would have been right.
        wanted: &'static str,
        /// What stands there.
        found: String,
    },
    /// A number that is too large.
    #[error("this number is too large")]
    NumberTooLarge,
    /// A formula outside linear temporal logic.
    #[error("`{0}` is not part of linear temporal logic as the contest writes it")]
    NotLtl(String),
    /// An operator with the wrong number of operands.
    #[error("`{operator}` takes {wanted}, not {given}")]
    OperandCount {
        /// The operator.
        operator: String,
        /// What it takes.
        wanted: &'static str,
        /// How many operands stand there.
        given: usize,
    },
}

fn suggest(suggestion: &Option<String>) -> String {
    suggestion
        .as_ref()
        .map_or(String::new(), |name| format!("; did you mean `{name}`?"))
}

/// Something odd that does not keep a text from being read.
pub type Warning = Located<WarningKind>;

/// What is odd about a text.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum WarningKind {
    /// A comment that addresses Lariat in words it does not know.
    #[error(
        "unknown request: write `lariat:` and `weak-fair GLOB…`, `strong-fair GLOB…`, `assume FORMULA` or `ltl NAME: FORMULA`"
    )]
    UnknownRequest,
}
