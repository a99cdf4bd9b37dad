//! How each notation spells operators, constants and names.

use super::Notation;
use super::piece::Prefix;
use crate::name::{push_name, push_quoted};
use crate::operator::Binary;

impl Notation {
    pub(super) fn constant(self, value: bool) -> &'static str {
        match (self, value) {
            (Notation::Lbt, true) => "t",
            (Notation::Lbt, false) => "f",
            (Notation::Unicode, true) => "⊤",
            (Notation::Unicode, false) => "⊥",
            (Notation::Latex, true) => r"\top",
            (Notation::Latex, false) => r"\bot",
            (_, true) => "true",
            (_, false) => "false",
        }
    }

    pub(super) fn prefix(self, operator: Prefix) -> &'static str {
        use Notation::{Latex, Ltsmin, Spin, Unicode};
        match (self, operator) {
            (Unicode, Prefix::Not) => "¬",
            (Unicode, Prefix::Next) => "○",
            (Unicode, Prefix::Finally) => "◇",
            (Unicode, Prefix::Globally) => "□",
            (Latex, Prefix::Not) => r"\neg ",
            (Latex, Prefix::Next) => r"\mathsf{X}\,",
            (Latex, Prefix::Finally) => r"\mathsf{F}\,",
            (Latex, Prefix::Globally) => r"\mathsf{G}\,",
            (Latex, Prefix::Yesterday) => r"\mathsf{Y}\,",
            (Latex, Prefix::Once) => r"\mathsf{O}\,",
            (Latex, Prefix::Historically) => r"\mathsf{H}\,",
            (Spin | Ltsmin, Prefix::Finally) => "<>",
            (Spin | Ltsmin, Prefix::Globally) => "[]",
            (_, Prefix::Not) => "!",
            (_, Prefix::Next) => "X",
            (_, Prefix::Finally) => "F",
            (_, Prefix::Globally) => "G",
            (_, Prefix::Yesterday) => "Y",
            (_, Prefix::Once) => "O",
            (_, Prefix::Historically) => "H",
        }
    }

    /// With the spaces around it.
    pub(super) fn infix(self, operator: Binary) -> &'static str {
        match self {
            Notation::Lbt => match operator {
                Binary::And => "&",
                Binary::Or => "|",
                Binary::Xor => "^",
                Binary::Implies => "i",
                Binary::Iff => "e",
                Binary::Until => "U",
                Binary::Release => "V",
                Binary::WeakUntil => "W",
                Binary::StrongRelease => "M",
                Binary::Since => "S",
            },
            Notation::Latex => match operator {
                Binary::And => r" \land ",
                Binary::Or => r" \lor ",
                Binary::Xor => r" \oplus ",
                Binary::Implies => r" \rightarrow ",
                Binary::Iff => r" \leftrightarrow ",
                Binary::Until => r" \mathbin{\mathsf{U}} ",
                Binary::Release => r" \mathbin{\mathsf{R}} ",
                Binary::WeakUntil => r" \mathbin{\mathsf{W}} ",
                Binary::StrongRelease => r" \mathbin{\mathsf{M}} ",
                Binary::Since => r" \mathbin{\mathsf{S}} ",
            },
            _ => self.infix_letter(operator),
        }
    }

    fn infix_letter(self, operator: Binary) -> &'static str {
        match (self, operator) {
            (Notation::Unicode, Binary::And) => " ∧ ",
            (Notation::Unicode, Binary::Or) => " ∨ ",
            (Notation::Unicode, Binary::Xor) => " ⊕ ",
            (Notation::Unicode, Binary::Implies) => " → ",
            (Notation::Unicode, Binary::Iff) => " ↔ ",
            (Notation::Spin | Notation::Ltsmin, Binary::And) => " && ",
            (Notation::Spin | Notation::Ltsmin, Binary::Or) => " || ",
            (Notation::Spin, Binary::Release) => " V ",
            (_, Binary::And) => " & ",
            (_, Binary::Or) => " | ",
            (_, Binary::Xor) => " xor ",
            (_, Binary::Implies) => " -> ",
            (_, Binary::Iff) => " <-> ",
            (_, Binary::Until) => " U ",
            (_, Binary::Release) => " R ",
            (_, Binary::WeakUntil) => " W ",
            (_, Binary::StrongRelease) => " M ",
            (_, Binary::Since) => " S ",
        }
    }

    pub(super) fn push_name(self, text: &mut String, name: &str) {
        match self {
            Notation::Latex => push_latex(text, name),
            Notation::Lbt if is_numbered(name) => text.push_str(name),
            Notation::Lbt => push_quoted(text, name),
            _ => push_name(text, name),
        }
    }
}

/// Whether LBT reads the name without quotes: p0, p1, …
fn is_numbered(name: &str) -> bool {
    name.strip_prefix('p')
        .is_some_and(|number| !number.is_empty() && number.bytes().all(|b| b.is_ascii_digit()))
}

/// The name as upright text, with what LaTeX would take for a command escaped.
fn push_latex(text: &mut String, name: &str) {
    text.push_str(r"\mathit{");
    for letter in name.chars() {
        match letter {
            '_' | '#' | '$' | '%' | '&' | '{' | '}' => text.extend(['\\', letter]),
            '\\' => text.push_str(r"\backslash{}"),
            '~' => text.push_str(r"{\sim}"),
            '^' => text.push_str(r"{\wedge}"),
            ' ' => text.push_str(r"\ "),
            _ => text.push(letter),
        }
    }
    text.push('}');
}
