//! Labels as texts, in one notation or another, and how large they may be.

use std::fmt;

use lariat_budget::{Budget, Exhausted};

use crate::label_expression::{Expression, Part};
use crate::quoting::quote;
use crate::{Label, Labels};

/// Readers refuse a label that adds more nodes to the arena than this.
pub(crate) const MAX_NODES: usize = 1 << 20;

/// How a notation writes the connectives between propositions.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Notation {
    pub(crate) and: &'static str,
    pub(crate) or: &'static str,
    pub(crate) not: &'static str,
    pub(crate) yes: &'static str,
    pub(crate) no: &'static str,
}

impl Labels {
    /// The label over the names of its propositions, in the notation of formulas: `a & !b | c`.
    ///
    /// ```
    /// use lariat_automata::Labels;
    /// let mut labels = Labels::new(["a", "x == 1"].map(str::to_owned));
    /// let (a, x) = (labels.bdds.var(0), labels.bdds.var(1));
    /// let label = labels.bdds.and(a, !x);
    /// assert_eq!(labels.text(label), "a & !\"x == 1\"");
    /// ```
    pub fn text(&mut self, label: Label) -> String {
        let text = self.text_within(label, &Budget::unlimited());
        text.expect("a budget without a limit does not end")
    }

    /// The same, unless the budget ends before.
    ///
    /// # Errors
    /// If the budget has ended.
    pub fn text_within(&mut self, label: Label, budget: &Budget) -> Result<String, Exhausted> {
        let names: Vec<String> = self.propositions.iter().map(|name| quoted(name)).collect();
        let notation = Notation {
            and: " & ",
            or: " | ",
            not: "!",
            yes: "1",
            no: "0",
        };
        infix(self, label, &notation, budget, |var| {
            names[var as usize].clone()
        })
    }
}

/// The label over what `name` calls its propositions, operators between operands.
pub(crate) fn infix(
    labels: &mut Labels,
    label: Label,
    notation: &Notation,
    budget: &Budget,
    name: impl Fn(u32) -> String,
) -> Result<String, Exhausted> {
    let expression = Expression::of(labels, label, budget)?;
    let mut text = String::new();
    let mut pulse = budget.pulse();
    // What is still to be written, the next last.
    let mut pending = vec![Piece::Part(expression.root(), false)];
    while let Some(piece) = pending.pop() {
        pulse.beat()?;
        let (part, in_product) = match piece {
            Piece::Text(written) => {
                text.push_str(written);
                continue;
            }
            Piece::Part(part, in_product) => (part, in_product),
        };
        let (parts, operator) = match expression.part(part) {
            Part::Constant(true) => {
                text.push_str(notation.yes);
                continue;
            }
            Part::Constant(false) => {
                text.push_str(notation.no);
                continue;
            }
            Part::Literal(var, positive) => {
                text.push_str(if *positive { "" } else { notation.not });
                text.push_str(&name(*var));
                continue;
            }
            Part::All(parts) => (parts, notation.and),
            Part::Any(parts) => (parts, notation.or),
        };
        let is_product = operator == notation.and;
        let needs_parentheses = in_product && !is_product;
        if needs_parentheses {
            text.push('(');
            pending.push(Piece::Text(")"));
        }
        for (place, &part) in parts.iter().enumerate().rev() {
            pending.push(Piece::Part(part, is_product));
            if place > 0 {
                pending.push(Piece::Text(operator));
            }
        }
    }
    Ok(text)
}

/// Why a text was not written to its end.
pub(crate) enum CutShort {
    /// Never by a string.
    Format(fmt::Error),
    /// The budget has ended.
    Budget(Exhausted),
}

impl From<fmt::Error> for CutShort {
    fn from(error: fmt::Error) -> Self {
        Self::Format(error)
    }
}

impl From<Exhausted> for CutShort {
    fn from(end: Exhausted) -> Self {
        Self::Budget(end)
    }
}

impl CutShort {
    /// The only reason that there is where a string is written.
    pub(crate) fn end(self) -> Exhausted {
        match self {
            Self::Budget(end) => end,
            Self::Format(error) => unreachable!("a string takes any text: {error}"),
        }
    }
}

/// What is still to be written.
enum Piece {
    Text(&'static str),
    /// A part, and whether it stands in a product.
    Part(usize, bool),
}

/// Words that mean something else in a formula; `true` and `false` do so however their letters are written.
const KEYWORDS: [&str; 13] = [
    "not", "and", "or", "xor", "U", "R", "V", "W", "M", "Y", "O", "H", "S",
];

/// Whether formulas, ours and Spot's, take the name for a proposition without quotes: words joined by dots, none an operator, and
/// none that begins with the operators X, F and G but for a digit behind them.
pub(crate) fn is_plain(name: &str) -> bool {
    let is_letter = |c: char| c.is_ascii_alphanumeric() || c == '_';
    let mut words = name.split('.');
    let is_constant = ["true", "false"].map(|word| name.eq_ignore_ascii_case(word));
    !name.starts_with(|c: char| c.is_ascii_digit())
        && words.all(|word| !word.is_empty() && word.chars().all(is_letter))
        && !is_constant.contains(&true)
        && !KEYWORDS.contains(&name)
        && !begins_with_operator(name)
}

fn begins_with_operator(name: &str) -> bool {
    let rest = name.strip_prefix(['X', 'F', 'G']);
    rest.is_some_and(|rest| !rest.starts_with(|c: char| c.is_ascii_digit()))
}

/// The name, in quotes unless it is plain.
pub(crate) fn quoted(name: &str) -> String {
    if is_plain(name) {
        return name.to_owned();
    }
    quote(name)
}
