//! What can be wrong with the text of a formula.

use std::fmt;
use std::ops::Range;

/// A syntax error in an LTL formula, located in the text it came from.
///
/// It displays as one sentence without a full stop; whoever shows it draws the place from `span`,
/// and adds [`ParseError::help`].
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ParseError {
    /// What is wrong.
    pub kind: ParseErrorKind,
    /// The offending bytes of the text; empty at its end.
    pub span: Range<usize>,
}

/// What is wrong with the text of a formula.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ParseErrorKind {
    /// The text holds no formula at all.
    Empty,
    /// An operator without its right operand.
    MissingAfter(String),
    /// An operator without its left operand.
    MissingBefore(String),
    /// Two formulas with nothing between them; the second starts so.
    MissingOperator(String),
    /// An operator of CTL before a formula.
    OfCtl(String),
    /// A pair of parentheses with nothing in it.
    EmptyParentheses,
    /// A parenthesis, bracket or quotation mark that is never closed.
    Unclosed(char),
    /// A closing parenthesis without an opening one.
    Unopened(char),
    /// A symbol that no dialect knows.
    UnknownSymbol(String),
    /// A number other than 0 and 1 where a formula is expected.
    NumberAsFormula(String),
    /// An arithmetic expression that is not compared with anything.
    MissingComparison(String),
    /// A comparison or an arithmetic operator without its right operand.
    MissingTerm(String),
    /// Bounds that are not of the form `[n]`, `[i..j]` or `[i..]`.
    BadBounds(String),
    /// Bounds `[i..j]` with i > j.
    ReversedBounds,
    /// The bounded operators of a formula unfold into more operands than this limit.
    UnfoldsTooFar {
        /// The most that one formula may unfold into.
        limit: usize,
    },
    /// LBT: an operator with fewer operands than it needs.
    TooFewOperands {
        /// The operator.
        operator: String,
        /// How many operands it takes.
        needed: usize,
        /// How many it has.
        found: usize,
    },
    /// LBT: text after the end of the formula.
    Trailing(String),
}

impl ParseError {
    pub(super) fn new(kind: ParseErrorKind, span: Range<usize>) -> Self {
        ParseError { kind, span }
    }

    /// A suggestion how to repair the text.
    pub fn help(&self) -> String {
        use ParseErrorKind as Kind;
        match &self.kind {
            Kind::MissingAfter(word) | Kind::MissingBefore(word) | Kind::UnknownSymbol(word)
                if is_word(word) =>
            {
                format!("for a proposition of that name, write it in double quotes: \"{word}\"")
            }
            Kind::UnknownSymbol(symbol) => suggestion_for(symbol),
            other => other.usual_help().to_owned(),
        }
    }
}

impl ParseErrorKind {
    fn usual_help(&self) -> &'static str {
        match self {
            Self::Empty => "write what should hold, such as G(request -> F grant)",
            Self::MissingAfter(_) => "write a formula after it, or remove it",
            Self::MissingBefore(_) => "write a formula before it, or remove it",
            Self::MissingOperator(_) => "the operators are & | -> <-> xor U R W M S",
            Self::OfCtl(operator) => match operator.as_str() {
                "AG" => "write `G`: a formula of LTL speaks of every run",
                "AF" => "write `F`: a formula of LTL speaks of every run",
                "AX" => "write `X`: a formula of LTL speaks of every run",
                "EF" => "in LTL, p can be reached if `G !p` is violated",
                _ => "a formula of LTL speaks of every run, so ask for the contrary",
            },
            Self::EmptyParentheses => "write a formula between them, or remove them",
            Self::Unclosed('"') => "close it with `\"`",
            Self::Unclosed('[') => "close it with `]`",
            Self::Unclosed(_) => "close it with `)`",
            Self::Unopened(_) => "remove it, or open one before it",
            Self::UnknownSymbol(_) => UNUSUAL_NAMES,
            Self::NumberAsFormula(_) => "1 is true and 0 is false",
            Self::MissingComparison(_) => "compare it with one of == != < <= > >=",
            Self::MissingTerm(_) => "compare numbers and names, such as x + 1 == y",
            Self::BadBounds(_) => "bounds are written X[n], F[i..j], G[i..j] or F[i..]",
            Self::ReversedBounds => "the smaller bound comes first",
            Self::UnfoldsTooFar { .. } => "smaller bounds unfold less",
            Self::TooFewOperands { .. } => "LBT writes the operator before its operands: U p0 p1",
            Self::Trailing(_) => "join two formulas with & or | before them",
        }
    }
}

const UNUSUAL_NAMES: &str = "put names with unusual characters in double quotes";

/// What somebody who wrote `symbol` probably meant.
fn suggestion_for(symbol: &str) -> String {
    let meant = match symbol {
        "=" | "===" => "==",
        "!==" => "!=",
        "-" | "--" | "<-" | ">" => "->",
        "<--" => "<->",
        "{" => "(",
        "}" => ")",
        "'" => "\"",
        _ => return UNUSUAL_NAMES.to_owned(),
    };
    format!("did you mean `{meant}`?")
}

fn is_word(text: &str) -> bool {
    text.chars().all(char::is_alphanumeric)
}

fn operands(count: usize) -> String {
    match count {
        0 => "none".to_owned(),
        1 => "one operand".to_owned(),
        2 => "two operands".to_owned(),
        _ => format!("{count} operands"),
    }
}

impl fmt::Display for ParseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        use ParseErrorKind as Kind;
        match &self.kind {
            Kind::Empty => f.write_str("expected a formula, found nothing"),
            Kind::MissingAfter(operator) => write!(f, "expected a formula after `{operator}`"),
            Kind::MissingBefore(operator) => write!(f, "expected a formula before `{operator}`"),
            Kind::MissingOperator(next) => write!(f, "expected an operator before `{next}`"),
            Kind::OfCtl(operator) => write!(f, "`{operator}` is CTL"),
            Kind::EmptyParentheses => f.write_str("expected a formula between the parentheses"),
            Kind::Unclosed(symbol) => write!(f, "this `{symbol}` is never closed"),
            Kind::Unopened(symbol) => write!(f, "this `{symbol}` closes nothing"),
            Kind::UnknownSymbol(symbol) => write!(f, "unknown operator `{symbol}`"),
            Kind::NumberAsFormula(number) => {
                write!(f, "expected a formula, found the number {number}")
            }
            Kind::MissingComparison(term) => write!(f, "expected a comparison after `{term}`"),
            Kind::MissingTerm(operator) => {
                write!(f, "expected a number or a name after `{operator}`")
            }
            Kind::BadBounds(operator) => {
                write!(f, "these are not bounds that `{operator}` can take")
            }
            Kind::ReversedBounds => f.write_str("the first bound is larger than the second"),
            Kind::UnfoldsTooFar { limit } => {
                write!(
                    f,
                    "this operator unfolds the formula into more than {limit} operands"
                )
            }
            Kind::TooFewOperands {
                operator,
                needed,
                found,
            } => {
                let (needed, found) = (operands(*needed), operands(*found));
                write!(f, "`{operator}` takes {needed}, found {found}")
            }
            Kind::Trailing(text) => write!(f, "the formula is complete before `{text}`"),
        }
    }
}

impl std::error::Error for ParseError {}
