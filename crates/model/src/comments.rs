//! Fairness that the text of a model asks for itself, in comments such as `// lariat: strong-fair P_*`.

use std::ops::Range;

/// How often an event that can happen must happen.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Strength {
    /// If it is enabled from some point on for ever, it is taken infinitely often.
    Weak,
    /// If it is enabled infinitely often, it is taken infinitely often.
    Strong,
}

/// A glob of a comment `lariat: strong-fair P_*`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FairnessComment {
    /// Weak or strong.
    pub strength: Strength,
    /// The glob over event names.
    pub glob: String,
    /// Where it stands in the text.
    pub span: Range<usize>,
}

/// A comment that addresses Lariat, or seems to, in words that it does not know.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct UnknownRequest;

/// What the inside of a comment, which starts at `start` in its text, asks for; nothing if it does not address Lariat.
///
/// # Errors
/// When it addresses Lariat in words that it does not know.
pub fn requests(comment: &str, start: usize) -> Result<Vec<FairnessComment>, UnknownRequest> {
    let Some(request) = comment.trim_start().strip_prefix("lariat:") else {
        return match is_near_miss(comment) {
            true => Err(UnknownRequest),
            false => Ok(Vec::new()),
        };
    };
    let mut words = request.split_ascii_whitespace();
    let strength = match words.next() {
        Some("weak-fair") => Strength::Weak,
        Some("strong-fair") => Strength::Strong,
        _ => return Err(UnknownRequest),
    };
    let globs = words.map(|glob| {
        let start = start + (glob.as_ptr() as usize - comment.as_ptr() as usize);
        FairnessComment {
            strength,
            glob: glob.to_owned(),
            span: start..start + glob.len(),
        }
    });
    let globs: Vec<_> = globs.collect();
    match globs.is_empty() {
        true => Err(UnknownRequest),
        false => Ok(globs),
    }
}

/// Whether a comment reads like a request, but for its spelling: `Lariat: …`, `lariat strong-fair …`.
fn is_near_miss(comment: &str) -> bool {
    let comment = comment.trim_start().to_ascii_lowercase();
    let Some(request) = comment.strip_prefix("lariat") else {
        return false;
    };
    let request = request.trim_start();
    let words = request.strip_prefix(':').unwrap_or(request).trim_start();
    ["weak-fair", "weak_fair", "strong-fair", "strong_fair"]
        .iter()
        .any(|word| words.starts_with(word))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(comment: &str, globs: Result<&[&str], UnknownRequest>) {
        let found = requests(comment, 0);
        let found = found.map(|found| found.into_iter().map(|request| request.glob));
        let globs = globs.map(|globs| globs.iter().map(|&glob| glob.to_owned()).collect());
        assert_eq!(found.map(Iterator::collect::<Vec<_>>), globs, "{comment}");
    }

    #[test]
    fn a_request_has_globs() {
        check(" lariat: strong-fair P_* Q", Ok(&["P_*", "Q"]));
        check("lariat: weak-fair", Err(UnknownRequest));
        check("lariat: fair P", Err(UnknownRequest));
    }

    #[test]
    fn what_almost_is_a_request_is_not_passed_over() {
        check(" Lariat: strong-fair P", Err(UnknownRequest));
        check("lariat strong-fair P", Err(UnknownRequest));
        check("LARIAT :weak_fair P", Err(UnknownRequest));
        check(" Lariat says that it holds", Ok(&[]));
        check("lariats are strong", Ok(&[]));
        check("strong-fair P", Ok(&[]));
    }
}
