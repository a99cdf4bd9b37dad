//! Reads propositions such as `p1 + 2*p2 <= 3` and `fireable(t1, t2)`.
//!
//! Names are ids, and ids may hold nearly any character; so wherever a name may stand, the longest id of the net that stands there
//! is meant.  A sum that is compared with nothing is compared with 0: `p1` says that p1 is marked.

use super::Net;
use super::error::{Error, ErrorKind, Sort};
use super::proposition::{Comparison, MarkingProposition, Sum};
use lariat_model::closest;

/// The comparisons, longer spellings first.
const COMPARISONS: [(&str, Comparison); 9] = [
    ("<=", Comparison::AtMost),
    (">=", Comparison::AtLeast),
    ("==", Comparison::Equal),
    ("!=", Comparison::Differ),
    ("≤", Comparison::AtMost),
    ("≥", Comparison::AtLeast),
    ("<", Comparison::Less),
    (">", Comparison::Greater),
    ("=", Comparison::Equal),
];

/// What a text says of a marking.
pub(super) fn parse(net: &Net, text: &str) -> Result<MarkingProposition, Error> {
    let mut parser = Parser { net, text, at: 0 };
    let proposition = parser.proposition()?;
    match parser.rest().is_empty() {
        true => Ok(proposition),
        false => Err(parser.expected("the end of the proposition")),
    }
}

struct Parser<'p> {
    net: &'p Net,
    text: &'p str,
    at: usize,
}

impl<'p> Parser<'p> {
    /// What is left, without leading blanks.
    fn rest(&mut self) -> &'p str {
        let rest = self.text[self.at..].trim_start();
        self.at = self.text.len() - rest.len();
        rest
    }

    fn eat(&mut self, symbol: &str) -> bool {
        let found = self.rest().starts_with(symbol);
        if found {
            self.at += symbol.len();
        }
        found
    }

    fn expected(&mut self, wanted: &'static str) -> Error {
        let word = word(self.rest());
        let found = match word {
            "" => "the end of the proposition".to_owned(),
            word => format!("`{word}`"),
        };
        let span = self.at..self.at + word.len();
        Error::new(ErrorKind::Expected { wanted, found }, span)
    }

    fn proposition(&mut self) -> Result<MarkingProposition, Error> {
        if let Some(transitions) = self.fireable()? {
            return Ok(MarkingProposition::fireable(transitions));
        }
        let start = self.at;
        let left = self.sum()?;
        let comparison = COMPARISONS
            .into_iter()
            .find(|(spelling, _)| self.eat(spelling));
        let (comparison, right) = match comparison {
            Some((_, comparison)) => (comparison, self.sum()?),
            None => (Comparison::Greater, Sum::default()),
        };
        let too_large = || Error::new(ErrorKind::NumberTooLarge, start..self.at);
        MarkingProposition::comparison(left, comparison, right).ok_or_else(too_large)
    }

    /// The transitions of `fireable(…)`, unless a place begins like this.
    fn fireable(&mut self) -> Result<Option<Vec<u32>>, Error> {
        let start = self.at;
        let is_place = self.net.place_numbers.longest(self.rest()).is_some();
        if is_place || !self.eat("fireable") || !self.eat("(") {
            self.at = start;
            return Ok(None);
        }
        let mut transitions = Vec::new();
        loop {
            transitions.push(self.name(Sort::Transition)?);
            if self.eat(")") {
                return Ok(Some(transitions));
            }
            if !self.eat(",") {
                return Err(self.expected("`,` or `)`"));
            }
        }
    }

    fn sum(&mut self) -> Result<Sum, Error> {
        let mut sum = Sum::default();
        let mut sign = if self.eat("-") { -1 } else { 1 };
        loop {
            self.term(sign, &mut sum)?;
            sign = if self.eat("+") {
                1
            } else if self.eat("-") {
                -1
            } else {
                return Ok(sum);
            };
        }
    }

    fn term(&mut self, sign: i64, sum: &mut Sum) -> Result<(), Error> {
        let start = self.at;
        let begins_with_id = self.net.place_numbers.longest(self.rest()).is_some();
        let number = match begins_with_id {
            true => None,
            false => self.number()?,
        };
        let added = match number {
            Some(number) if self.eat("*") => {
                let place = self.name(Sort::Place)?;
                sum.add_place(place, sign * number)
            }
            Some(number) => sum.add_number(sign * number),
            None => {
                let place = self.name(Sort::Place)?;
                sum.add_place(place, sign)
            }
        };
        let too_large = || Error::new(ErrorKind::NumberTooLarge, start..self.at);
        added.ok_or_else(too_large)
    }

    fn number(&mut self) -> Result<Option<i64>, Error> {
        let rest = self.rest();
        let digits =
            &rest[..rest.len() - rest.trim_start_matches(|c: char| c.is_ascii_digit()).len()];
        if digits.is_empty() {
            return Ok(None);
        }
        let start = self.at;
        self.at += digits.len();
        let too_large = |_| Error::new(ErrorKind::NumberTooLarge, start..start + digits.len());
        digits.parse().map(Some).map_err(too_large)
    }

    /// The longest id that stands here.
    fn name(&mut self, sort: Sort) -> Result<u32, Error> {
        let numbers = match sort {
            Sort::Transition => &self.net.transition_numbers,
            Sort::Place | Sort::Node => &self.net.place_numbers,
        };
        let rest = self.rest();
        if let Some((length, number)) = numbers.longest(rest) {
            self.at += length;
            return Ok(number);
        }
        let name = word(rest);
        if name.is_empty() || !name.starts_with(|c: char| c.is_alphanumeric() || c == '_') {
            return Err(self.expected(match sort {
                Sort::Transition => "a transition",
                Sort::Place | Sort::Node => "a place or a number",
            }));
        }
        let kind = ErrorKind::Undeclared {
            sort,
            name: name.to_owned(),
            suggestion: closest(name, numbers.names()),
        };
        Err(Error::new(kind, self.at..self.at + name.len()))
    }
}

/// What a reader would take for one word.
fn word(text: &str) -> &str {
    let in_name = |c: char| c.is_alphanumeric() || matches!(c, '_' | '.' | '-' | ':');
    let mut characters = text.char_indices();
    let end = match characters.next() {
        None => 0,
        Some((_, first)) if !in_name(first) => first.len_utf8(),
        Some(_) => text.find(|c: char| !in_name(c)).unwrap_or(text.len()),
    };
    &text[..end]
}
