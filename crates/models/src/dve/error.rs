//! What can be wrong with a DVE text: located errors, one sentence each, and warnings.

use std::fmt;

use lariat_diagnostics::{AllLocated, Located};

pub(crate) use lariat_model::closest;

/// A fault of a DVE text or of a proposition, located in the text it came from.
pub type Error = Located<ErrorKind>;

/// Every fault that was found in a text, at least one, in the order of discovery.
pub type Errors = AllLocated<ErrorKind>;

/// The kinds of things that have names.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Sort {
    /// A variable or constant.
    Variable,
    /// A channel.
    Channel,
    /// A process.
    Process,
    /// A state of a process.
    State,
}

impl fmt::Display for Sort {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Sort::Variable => "variable",
            Sort::Channel => "channel",
            Sort::Process => "process",
            Sort::State => "state",
        })
    }
}

/// What is wrong with a text.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ErrorKind {
    /// The text has more bytes than 32 bits can count.
    #[error("a text of 4 GiB or more cannot be read")]
    TextTooLong,
    /// A character that starts no word.
    #[error("unexpected character {0:?}")]
    UnexpectedCharacter(char),
    /// A block comment without end.
    #[error(
        "this comment never ends (inside it, `//` hides the rest of its line, a `*/` there included)"
    )]
    UnterminatedComment,
    /// Another word was expected.
    #[error("expected {wanted}, found {found}")]
    Expected {
        /// What would have been right.
        wanted: String,
        /// What stands there.
        found: String,
    },
    /// A parenthesis or bracket that is never closed.
    #[error("`{0}` is never closed")]
    Unclosed(char),
    /// Probabilistic transitions are not part of the language.
    #[error("probabilistic transitions (`=>`) are not supported")]
    Probabilistic,
    /// A section of a process that occurs twice.
    #[error("a process has only one `{0}` section")]
    RepeatedSection(&'static str),
    /// The first transition of a process must name its source.
    #[error("the first transition of a process must name the state it leaves")]
    ShortFirstTransition,
    /// A comment with a label that stands in no transition.
    #[error("a label stands between the braces of the transition that it names")]
    MisplacedLabel,
    /// A comment with a label that is none.
    #[error("a label is one name of letters, digits and `_`, not `{0}`")]
    BadLabel(String),
    /// A name that nothing bears.
    #[error("there is no {sort} `{name}`{}", suggest(.hint))]
    Undeclared {
        /// What it should be.
        sort: Sort,
        /// The unknown name.
        name: String,
        /// What may have been meant.
        hint: Option<Hint>,
    },
    /// A name that something bears already.
    #[error("the {sort} `{name}` is declared twice")]
    Redeclared {
        /// What it is.
        sort: Sort,
        /// The name.
        name: String,
    },
    /// A name of the wrong sort.
    #[error("`{name}` is a {is}, not a {wanted}")]
    WrongSort {
        /// The name.
        name: String,
        /// What it is.
        is: Sort,
        /// What it should be.
        wanted: Sort,
    },
    /// `P.x` for a variable, inside a model.
    #[error(
        "`{process}.{variable}` names no state; a variable of another process is written `{process}->{variable}`"
    )]
    DottedVariable {
        /// The process.
        process: String,
        /// Its variable.
        variable: String,
    },
    /// An array of no elements, or too many.
    #[error("a size must be a number from {least} to {most}")]
    BadSize {
        /// The smallest size allowed.
        least: i32,
        /// The largest size allowed.
        most: i32,
    },
    /// Braces without values.
    #[error("an array's initialiser needs at least one value")]
    EmptyInitialiser,
    /// A scalar with braces.
    #[error("`{0}` is no array: its initialiser must not stand in braces")]
    BracedScalar(String),
    /// An array without braces.
    #[error("`{0}` is an array: its initialiser must stand in braces")]
    UnbracedArray(String),
    /// An initialiser that reads something without a value of its own.
    #[error("`{0}` has no initial value of its own to read here")]
    Uninitialised(String),
    /// A constant that was given no value.
    #[error("the constant `{0}` was given no value")]
    ConstantWithoutValue(String),
    /// An initial value outside its type.
    #[error("the initial value {value} does not fit: {allowed}")]
    InitialValueOutOfRange {
        /// The value.
        value: i32,
        /// The type's range in words.
        allowed: &'static str,
    },
    /// An initialiser whose evaluation fails.
    #[error("this initial value cannot be computed: {0}")]
    InitialValueFails(lariat_model::RuntimeError),
    /// A constant index outside its array.
    #[error("`{name}` has no element {index}: the last one is {}", .length - 1)]
    ConstantIndex {
        /// The array.
        name: String,
        /// The index.
        index: i32,
        /// How many elements there are.
        length: u32,
    },
    /// `x[i]` for a scalar.
    #[error("`{0}` is no array and cannot be indexed")]
    IndexedScalar(String),
    /// An assignment to a constant.
    #[error("`{0}` is a constant and cannot be assigned")]
    AssignedConstant(String),
    /// Something that cannot receive a value.
    #[error("only a variable or an array element can receive a value")]
    NotAssignable,
    /// The wrong number of values on a channel.
    #[error("channel `{channel}` carries {expected} value(s), not {given}")]
    ChannelArity {
        /// The channel.
        channel: String,
        /// How many values it carries.
        expected: usize,
        /// How many stand here.
        given: usize,
    },
    /// A property process does what only the system may do.
    #[error("a property process cannot {0}")]
    PropertyProcess(&'static str),
    /// The system looks at its property process.
    #[error("the system cannot read the property process `{0}`")]
    ReadsProperty(String),
    /// A process with more states than a location can count.
    #[error("a process cannot have more than {0} states")]
    TooManyStates(usize),
    /// A state vector of unreasonable length.
    #[error("the state would take more than {0} bytes")]
    StateTooLarge(usize),
}

fn suggest(hint: &Option<Hint>) -> String {
    hint.as_ref()
        .map_or(String::new(), |hint| format!("; {hint}"))
}

/// What may have been meant by a name that nothing bears.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Hint {
    /// A known name that is close.
    Similar(String),
    /// A global variable or constant that was sought in a process.
    Global(String),
    /// The states that the process has.
    States {
        /// The process.
        process: String,
        /// Its states, in the order of their declaration.
        states: Vec<String>,
    },
}

impl fmt::Display for Hint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Hint::Similar(name) => write!(f, "did you mean `{name}`?"),
            Hint::Global(name) => write!(f, "`{name}` is global and stands alone"),
            Hint::States { process, states } => {
                let plural = if states.len() == 1 { "" } else { "s" };
                write!(f, "`{process}` has the state{plural} {}", states.join(", "))
            }
        }
    }
}

/// Something odd that does not keep a text from being read.
pub type Warning = Located<WarningKind>;

/// What is odd about a text.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum WarningKind {
    /// Surplus values of an initialiser are dropped.
    #[error("`{name}` has {size} element(s); the surplus initial values are dropped")]
    SurplusValues {
        /// The array.
        name: String,
        /// Its size.
        size: usize,
    },
    /// A second declaration of a channel is ignored.
    #[error("`{0}` is declared already; this channel is ignored")]
    ChannelIgnored(String),
    /// A state that is named twice.
    #[error("the state `{0}` is declared twice")]
    RepeatedState(String),
    /// An expression that DVE groups otherwise than readers expect.
    #[error("DVE reads this as `{ours}`, not as `{usual}`; parentheses make it plain")]
    Precedence {
        /// What it means.
        ours: String,
        /// What a reader may take it for.
        usual: String,
    },
    /// A comment that addresses Lariat in words it does not know.
    #[error(
        "unknown request: write `lariat:` and `weak-fair GLOB…`, `strong-fair GLOB…`, `assume FORMULA`, `ltl NAME: FORMULA` or `label NAME`"
    )]
    UnknownRequest,
}
