//! Reading formulas from text, in the dialects of the tools that users come from.
//!
//! Tools disagree silently on precedence: Spin reads `p -> q && r` as `(p -> q) && r`, and LTSmin
//! lets `U` bind loosest.  So the dialect is explicit, and [`Parser::readings`] tells whether
//! another one would read the same text differently.
//!
//! ```
//! use lariat_ltl::{Formulas, Syntax, parse};
//! let mut formulas = Formulas::new();
//! let f = parse(&mut formulas, "G(request -> F grant)", Syntax::Spot)?;
//! let g = parse(&mut formulas, "[] (request => <> grant)", Syntax::Spot)?;
//! assert_eq!(f, g);
//!
//! let error = parse(&mut formulas, "p U", Syntax::Spot).unwrap_err();
//! assert_eq!(error.to_string(), "expected a formula after `U`");
//! assert_eq!(error.span, 3..3);
//! # Ok::<(), lariat_ltl::ParseError>(())
//! ```
//!
//! An atomic proposition is an identifier, a dotted name, an array element, a comparison
//! (`P_0.j < 2`), one of `enabled(e)`, `taken(e)` and `fireable(t)`, or any text in double quotes.
//! Nothing recurses, and the time is linear in the text.

mod error;
mod infix;
mod lbt;
mod lexer;
mod proposition;
mod reading;
mod token;
mod tree;
mod word;

use std::fmt;
use std::str::FromStr;

pub use error::{ParseError, ParseErrorKind};
pub(crate) use word::is_plain_name;

use crate::{Formula, Formulas};
use reading::reading;
use tree::Tree;

/// A dialect: which operators there are, and which of them binds tighter.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Syntax {
    /// Spot's; the default.
    #[default]
    Spot,
    /// That of Spin's option `-f`: all boolean operators bind alike, to the left.
    Spin,
    /// LTSmin's: `U` binds loosest.
    Ltsmin,
    /// LBT's prefix notation.
    Lbt,
}

impl Syntax {
    /// Every dialect.
    pub const ALL: [Syntax; 4] = [Syntax::Spot, Syntax::Spin, Syntax::Ltsmin, Syntax::Lbt];

    /// The dialect's name on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Syntax::Spot => "spot",
            Syntax::Spin => "spin",
            Syntax::Ltsmin => "ltsmin",
            Syntax::Lbt => "lbt",
        }
    }
}

impl fmt::Display for Syntax {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// The name of no dialect.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("unknown syntax `{0}`: expected spot, spin, ltsmin or lbt")]
pub struct UnknownSyntax(pub String);

impl FromStr for Syntax {
    type Err = UnknownSyntax;

    fn from_str(name: &str) -> Result<Self, UnknownSyntax> {
        let found = Syntax::ALL.into_iter().find(|syntax| syntax.name() == name);
        found.ok_or_else(|| UnknownSyntax(name.to_owned()))
    }
}

/// Parses a formula.
pub fn parse(formulas: &mut Formulas, text: &str, syntax: Syntax) -> Result<Formula, ParseError> {
    Parser::new(syntax).parse(formulas, text)
}

/// A dialect together with the names that are never taken for operators.
#[derive(Clone, Copy)]
pub struct Parser<'n> {
    syntax: Syntax,
    is_name: Option<&'n dyn Fn(&str) -> bool>,
}

impl<'n> Parser<'n> {
    /// A parser of this dialect.
    pub fn new(syntax: Syntax) -> Self {
        Parser {
            syntax,
            is_name: None,
        }
    }

    /// The same parser for the formulas of a model: a word that `is_name` accepts is a name, even
    /// if it looks like operators; if it goes on with characters that words do not have, as in
    /// `P-start_1`, the longest name wins.
    ///
    /// ```
    /// use lariat_ltl::{Formulas, Parser, Syntax};
    /// let mut formulas = Formulas::new();
    /// let is_name = |word: &str| word == "Gate.open";
    /// let f = Parser::new(Syntax::Spot).with_names(&is_name).parse(&mut formulas, "Gate.open")?;
    /// assert_eq!(f, formulas.atom("Gate.open"));
    /// # Ok::<(), lariat_ltl::ParseError>(())
    /// ```
    pub fn with_names<'m>(self, is_name: &'m dyn Fn(&str) -> bool) -> Parser<'m> {
        Parser {
            syntax: self.syntax,
            is_name: Some(is_name),
        }
    }

    /// Parses a formula.
    pub fn parse(&self, formulas: &mut Formulas, text: &str) -> Result<Formula, ParseError> {
        self.tree(text)?.make(formulas)
    }

    fn tree(&self, text: &str) -> Result<Tree, ParseError> {
        match self.syntax {
            Syntax::Lbt => lbt::parse(text),
            Syntax::Spot | Syntax::Spin | Syntax::Ltsmin => infix::parse(text, self),
        }
    }

    /// How this dialect reads the text, and each infix dialect that reads it differently; none if
    /// they all agree, or the text is no formula.
    ///
    /// ```
    /// use lariat_ltl::{Parser, Syntax};
    /// let readings = Parser::new(Syntax::Spot).readings("p -> q && r").unwrap();
    /// assert_eq!(readings.ours, "p -> (q & r)");
    /// assert_eq!(readings.others, [(Syntax::Spin, "(p -> q) & r".to_owned())]);
    /// ```
    pub fn readings(&self, text: &str) -> Option<Readings> {
        if self.syntax == Syntax::Lbt {
            return None;
        }
        let mut formulas = Formulas::new();
        let ours = self.tree(text).ok()?;
        let formula = ours.make(&mut formulas).ok()?;
        let mut others = Vec::new();
        for syntax in [Syntax::Spot, Syntax::Spin, Syntax::Ltsmin] {
            let Ok(theirs) = Parser { syntax, ..*self }.tree(text) else {
                continue;
            };
            if theirs
                .make(&mut formulas)
                .is_ok_and(|other| other != formula)
            {
                others.push((syntax, reading(&theirs)));
            }
        }
        (!others.is_empty()).then(|| Readings {
            ours: reading(&ours),
            others,
        })
    }
}

/// A text that the dialects do not agree on; all readings are fully parenthesised.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Readings {
    /// What the chosen dialect reads.
    pub ours: String,
    /// What the dialects read that differ from it.
    pub others: Vec<(Syntax, String)>,
}

#[cfg(test)]
mod tests;
