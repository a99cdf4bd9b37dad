//! Which known name a misspelt one was meant to be.

/// The candidate that is closest to `name`, if one is close enough to be meant.
///
/// ```
/// use lariat_model::closest;
/// assert_eq!(closest("wiat", ["CS", "wait"].into_iter()).as_deref(), Some("wait"));
/// assert_eq!(closest("release", ["CS", "wait"].into_iter()), None);
/// ```
pub fn closest<'c>(name: &str, candidates: impl Iterator<Item = &'c str>) -> Option<String> {
    // All names of one letter are alike.
    let tolerance = match name.len() {
        0 | 1 => 0,
        length => (length / 3).clamp(1, 2),
    };
    candidates
        .filter(|candidate| candidate.len().abs_diff(name.len()) <= tolerance)
        .map(|candidate| {
            (
                edit_distance(name.as_bytes(), candidate.as_bytes()),
                candidate,
            )
        })
        .filter(|&(distance, _)| distance <= tolerance)
        .min()
        .map(|(_, candidate)| candidate.to_owned())
}

/// How many letters must be changed, added, dropped or swapped with their neighbour.
fn edit_distance(a: &[u8], b: &[u8]) -> usize {
    let mut before_last: Vec<usize> = Vec::new();
    let mut last: Vec<usize> = (0..=b.len()).collect();
    for (i, &from) in a.iter().enumerate() {
        let mut row = vec![i + 1];
        for (j, &to) in b.iter().enumerate() {
            let (from, to) = (from.to_ascii_lowercase(), to.to_ascii_lowercase());
            let change = last[j] + usize::from(from != to);
            let mut best = change.min(last[j + 1] + 1).min(row[j] + 1);
            if i > 0
                && j > 0
                && a[i - 1].eq_ignore_ascii_case(&b[j])
                && a[i].eq_ignore_ascii_case(&b[j - 1])
            {
                best = best.min(before_last[j - 1] + 1);
            }
            row.push(best);
        }
        before_last = std::mem::replace(&mut last, row);
    }
    last[b.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_slip_of_the_pen_is_recognised() {
        let known = ["wait", "want", "CS", "critical"];
        let close = |name: &str| closest(name, known.into_iter());
        assert_eq!(close("critcial").as_deref(), Some("critical"));
        assert_eq!(close("cs").as_deref(), Some("CS"));
        assert_eq!(close("wiat").as_deref(), Some("wait"));
        assert_eq!(close("release"), None);
        assert_eq!(closest("x", ["y", "X"].into_iter()).as_deref(), Some("X"));
        assert_eq!(closest("x", ["y"].into_iter()), None);
    }
}
