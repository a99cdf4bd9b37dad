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

/// A comment that addresses Lariat in words that it does not know.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct UnknownRequest;

/// What the inside of a comment, which starts at `start` in its text, asks for; nothing if it does not address Lariat.
pub(crate) fn requests(
    comment: &str,
    start: usize,
) -> Result<Vec<FairnessComment>, UnknownRequest> {
    let Some(request) = comment.trim_start().strip_prefix("lariat:") else {
        return Ok(Vec::new());
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
    Ok(globs.collect())
}
