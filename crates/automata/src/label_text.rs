//! Labels as texts: irredundant sums of cubes in one notation or another, and how large they may be.

use lariat_bdd::Cube;

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
        let names: Vec<String> = self.propositions.iter().map(|name| quoted(name)).collect();
        let notation = Notation {
            and: " & ",
            or: " | ",
            not: "!",
            yes: "1",
            no: "0",
        };
        sum_of_cubes(self, label, &notation, |var| names[var as usize].clone())
    }
}

/// The label as a sum of cubes over what `name` calls its propositions.
pub(crate) fn sum_of_cubes(
    labels: &mut Labels,
    label: Label,
    notation: &Notation,
    name: impl Fn(u32) -> String,
) -> String {
    if label.is_true() {
        return notation.yes.to_owned();
    }
    if label.is_false() {
        return notation.no.to_owned();
    }
    let literal = |&(var, positive): &(u32, bool)| {
        let sign = if positive { "" } else { notation.not };
        format!("{sign}{}", name(var))
    };
    let text = |cube: &Cube| {
        let literals: Vec<String> = cube.literals.iter().map(literal).collect();
        literals.join(notation.and)
    };
    let mut cubes: Vec<Cube> = labels.bdds.cover(label);
    cubes.sort_unstable();
    let cubes: Vec<String> = cubes.iter().map(text).collect();
    cubes.join(notation.or)
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
