//! What a word means: an operator, several operators and a name, a constant, or a name.
//!
//! A word of the form `[XFG]+`, or `[XFG]+` followed by a lower-case letter, is that many
//! operators and then a name: `GF`, `GFp`, `XXa`.  `U R V W M Y O H S` are operators only as whole
//! words, and so are `not and or xor`; every other word is a name (`FULL`).

use logos::Logos;

use super::tree::{Interval, Unary};
use super::{Syntax, token::Token};
use crate::operator::Binary;

/// The meaning of one whole word.
pub(super) enum Meaning {
    Prefix(Unary),
    Infix(Binary),
    Constant(bool),
    Name,
}

/// How many operators `[XFG]` a word starts with.  `False` is a constant, also after operators.
pub(super) fn leading_operators(word: &str) -> usize {
    let end = word
        .find(|letter| !matches!(letter, 'X' | 'F' | 'G'))
        .unwrap_or(word.len());
    match word[end..].chars().next() {
        Some('a') if word[..end].ends_with('F') && &word[end..] == "alse" => end - 1,
        Some(letter) if !letter.is_ascii_lowercase() => 0,
        _ => end,
    }
}

/// The operator that one of the letters X, F and G stands for.
pub(super) fn letter(letter: u8) -> Unary {
    match letter {
        b'X' => Unary::Next { steps: 1 },
        b'F' => Unary::Finally(Interval::UNBOUNDED),
        _ => Unary::Globally(Interval::UNBOUNDED),
    }
}

/// What a word without leading operators means.
pub(super) fn meaning(word: &str, syntax: Syntax) -> Meaning {
    match word {
        "true" | "True" | "TRUE" => Meaning::Constant(true),
        "false" | "False" | "FALSE" => Meaning::Constant(false),
        "not" => Meaning::Prefix(Unary::Not),
        "Y" => Meaning::Prefix(Unary::Yesterday),
        "O" => Meaning::Prefix(Unary::Once),
        "H" => Meaning::Prefix(Unary::Historically),
        "and" => Meaning::Infix(Binary::And),
        "or" => Meaning::Infix(Binary::Or),
        "xor" => Meaning::Infix(Binary::Xor),
        "U" => Meaning::Infix(Binary::Until),
        "R" | "V" => Meaning::Infix(Binary::Release),
        "W" => Meaning::Infix(Binary::WeakUntil),
        "M" => Meaning::Infix(Binary::StrongRelease),
        "S" => Meaning::Infix(Binary::Since),
        _ if syntax == Syntax::Spin => spin_keyword(word),
        _ => Meaning::Name,
    }
}

/// The operators that Spin also spells in words.
fn spin_keyword(word: &str) -> Meaning {
    match word {
        "always" => Meaning::Prefix(Unary::Globally(Interval::UNBOUNDED)),
        "eventually" => Meaning::Prefix(Unary::Finally(Interval::UNBOUNDED)),
        "next" => Meaning::Prefix(Unary::Next { steps: 1 }),
        "until" | "stronguntil" => Meaning::Infix(Binary::Until),
        "weakuntil" => Meaning::Infix(Binary::WeakUntil),
        "release" => Meaning::Infix(Binary::Release),
        "implies" => Meaning::Infix(Binary::Implies),
        "equivalent" => Meaning::Infix(Binary::Iff),
        _ => Meaning::Name,
    }
}

/// Whether every infix dialect reads the text as one proposition of that name.
pub(crate) fn is_plain_name(text: &str) -> bool {
    let mut tokens = Token::lexer(text);
    tokens.next() == Some(Ok(Token::Word))
        && tokens.span() == (0..text.len())
        && leading_operators(text) == 0
        && matches!(meaning(text, Syntax::Spin), Meaning::Name)
}
