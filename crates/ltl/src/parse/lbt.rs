//! LBT's prefix syntax: each operator is one character and comes before its operands.
//!
//! `t f` are the constants, `p0 p1 …` the propositions, `! X F G` and `& | ^ i e U V W M` the
//! operators, where `i` is implication, `e` equivalence and `V` release.  As in Spot, `R` may stand
//! for `V`, and a proposition may be any text in double quotes.

use std::ops::Range;

use super::error::{ParseError, ParseErrorKind};
use super::tree::{Branch, Interval, Place, Tree, Unary};
use crate::name::unquote;
use crate::operator::Binary;

enum Symbol {
    Leaf(Branch),
    Prefix(Unary),
    Binary(Binary),
}

/// An operator that waits for operands.
struct Pending {
    symbol: Symbol,
    span: Range<usize>,
    operands: Vec<Place>,
}

impl Pending {
    fn needed(&self) -> usize {
        match self.symbol {
            Symbol::Leaf(_) => 0,
            Symbol::Prefix(_) => 1,
            Symbol::Binary(_) => 2,
        }
    }
}

/// Parses LBT's prefix syntax.
pub(super) fn parse(text: &str) -> Result<Tree, ParseError> {
    let mut tree = Tree::default();
    let mut pending: Vec<Pending> = Vec::new();
    let mut complete = false;
    let mut at = 0;
    while let Some(span) = next_span(text, at)? {
        at = span.end;
        if complete {
            let rest = text[span.clone()].to_owned();
            return Err(ParseError::new(ParseErrorKind::Trailing(rest), span));
        }
        pending.push(Pending {
            symbol: symbol(text, &span)?,
            span,
            operands: Vec::new(),
        });
        complete = reduce(&mut tree, &mut pending);
    }
    match pending.last() {
        None if complete => Ok(tree),
        None => Err(ParseError::new(
            ParseErrorKind::Empty,
            text.len()..text.len(),
        )),
        Some(last) => {
            let operator = text[last.span.clone()].to_owned();
            let (needed, found) = (last.needed(), last.operands.len());
            let kind = ParseErrorKind::TooFewOperands {
                operator,
                needed,
                found,
            };
            Err(ParseError::new(kind, last.span.clone()))
        }
    }
}

/// Makes every operator that has its operands; true if none is left.
fn reduce(tree: &mut Tree, pending: &mut Vec<Pending>) -> bool {
    while let Some(Pending {
        symbol,
        span,
        operands,
    }) = pending.pop_if(|top| top.operands.len() == top.needed())
    {
        let place = tree.add(match symbol {
            Symbol::Leaf(leaf) => leaf,
            Symbol::Prefix(operator) => Branch::Unary(operator, operands[0], span),
            Symbol::Binary(operator) => Branch::Binary(operator, operands[0], operands[1]),
        });
        match pending.last_mut() {
            Some(above) => above.operands.push(place),
            None => return true,
        }
    }
    false
}

/// The extent of the next symbol from byte `at` on.
fn next_span(text: &str, at: usize) -> Result<Option<Range<usize>>, ParseError> {
    let rest = &text[at..];
    let Some(offset) = rest.find(|letter: char| !letter.is_whitespace()) else {
        return Ok(None);
    };
    let start = at + offset;
    let rest = &text[start..];
    let length = match rest.as_bytes()[0] {
        b'"' => match closing_quote(rest) {
            Some(end) => end + 1,
            None => {
                return Err(ParseError::new(
                    ParseErrorKind::Unclosed('"'),
                    start..start + 1,
                ));
            }
        },
        b'p' => 1 + rest[1..].bytes().take_while(u8::is_ascii_digit).count(),
        _ => rest.chars().next().map_or(0, char::len_utf8),
    };
    Ok(Some(start..start + length))
}

fn closing_quote(text: &str) -> Option<usize> {
    let mut escaped = false;
    text.bytes().enumerate().skip(1).find_map(|(index, byte)| {
        let closes = byte == b'"' && !escaped;
        escaped = byte == b'\\' && !escaped;
        closes.then_some(index)
    })
}

fn symbol(text: &str, span: &Range<usize>) -> Result<Symbol, ParseError> {
    let spelling = &text[span.clone()];
    Ok(match spelling {
        "t" => Symbol::Leaf(Branch::Constant(true)),
        "f" => Symbol::Leaf(Branch::Constant(false)),
        "!" => Symbol::Prefix(Unary::Not),
        "X" => Symbol::Prefix(Unary::Next { steps: 1 }),
        "F" => Symbol::Prefix(Unary::Finally(Interval::UNBOUNDED)),
        "G" => Symbol::Prefix(Unary::Globally(Interval::UNBOUNDED)),
        "&" => Symbol::Binary(Binary::And),
        "|" => Symbol::Binary(Binary::Or),
        "^" => Symbol::Binary(Binary::Xor),
        "i" => Symbol::Binary(Binary::Implies),
        "e" => Symbol::Binary(Binary::Iff),
        "U" => Symbol::Binary(Binary::Until),
        "V" | "R" => Symbol::Binary(Binary::Release),
        "W" => Symbol::Binary(Binary::WeakUntil),
        "M" => Symbol::Binary(Binary::StrongRelease),
        _ if spelling.starts_with('"') => {
            let name = unquote(spelling).expect("the token has quotation marks");
            Symbol::Leaf(Branch::Atom(name))
        }
        _ if spelling.starts_with('p') && spelling.len() > 1 => {
            Symbol::Leaf(Branch::Atom(spelling.to_owned()))
        }
        _ => {
            let letter = |letter: char| !letter.is_alphanumeric() && letter != '_';
            let rest = &text[span.start..];
            let length = rest.find(letter).unwrap_or(rest.len()).max(span.len());
            let word = rest[..length].to_owned();
            let kind = ParseErrorKind::UnknownSymbol(word);
            return Err(ParseError::new(kind, span.start..span.start + length));
        }
    })
}
