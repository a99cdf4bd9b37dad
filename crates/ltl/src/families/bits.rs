//! Numbers as propositions, and conjunctions of many formulas.

/// How many bits tell n things apart; at least one.
pub(super) fn width(n: usize) -> usize {
    (usize::BITS - n.saturating_sub(1).leading_zeros()).max(1) as usize
}

/// The bits `name0`, `name1`, … (lowest first) are the number.
pub(super) fn bits(name: &str, width: usize, number: usize) -> String {
    let literal = |bit| if number >> bit & 1 == 1 { "" } else { "!" };
    let all: Vec<_> = (0..width)
        .map(|bit| format!("{}{name}{bit}", literal(bit)))
        .collect();
    all.join(" & ")
}

/// `name_i`.
pub(super) fn at_index(name: &str, i: usize) -> String {
    format!("{name}_{i}")
}

/// All of the formulas, each in parentheses.
pub(super) fn conjunction(formulas: &[String]) -> String {
    let all: Vec<_> = formulas
        .iter()
        .map(|formula| format!("({formula})"))
        .collect();
    all.join(" & ")
}
