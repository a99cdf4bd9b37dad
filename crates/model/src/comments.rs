//! What the text of a model asks for itself, in comments such as `// lariat: strong-fair P_*`.

use std::ops::Range;

/// How often an event that can happen must happen.
#[derive(Clone, Copy, PartialEq, Eq, Debug, serde::Serialize)]
#[serde(rename_all = "lowercase")]
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

/// What a comment says behind the word that tells what it is about.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Remark {
    /// The words.
    pub text: String,
    /// Where they stand in the text.
    pub span: Range<usize>,
}

/// What the comments of a text ask for, in their order.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Comments {
    /// `weak-fair GLOB…` and `strong-fair GLOB…`: only runs that are fair to these events count.
    pub fairness: Vec<FairnessComment>,
    /// `assume FORMULA`: only runs that satisfy it count.
    pub assumptions: Vec<Remark>,
    /// `ltl NAME: FORMULA`: a property.
    pub properties: Vec<Remark>,
    /// `label NAME`: what to call the transition that the comment stands in.
    pub labels: Vec<Remark>,
}

/// A comment that addresses Lariat, or seems to, in words that it does not know.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct UnknownRequest;

impl Comments {
    /// Notes what the inside of a comment, which starts at `start` in its text, asks for; nothing if it does not address Lariat.
    ///
    /// # Errors
    /// When it addresses Lariat in words that it does not know.
    pub fn note(&mut self, comment: &str, start: usize) -> Result<(), UnknownRequest> {
        let Some(request) = comment.trim_start().strip_prefix("lariat:") else {
            return match is_near_miss(comment) {
                true => Err(UnknownRequest),
                false => Ok(()),
            };
        };
        let request = request.trim();
        let end = request.find(|c: char| c.is_ascii_whitespace());
        let (word, rest) = request.split_at(end.unwrap_or(request.len()));
        let remark = |text: &str| {
            let start = start + (text.as_ptr() as usize - comment.as_ptr() as usize);
            Remark {
                text: text.to_owned(),
                span: start..start + text.len(),
            }
        };
        let rest = rest.trim_start();
        if rest.is_empty() {
            return Err(UnknownRequest);
        }
        let fair = |strength| {
            let globs = rest.split_ascii_whitespace().map(remark);
            globs.map(move |Remark { text: glob, span }| FairnessComment {
                strength,
                glob,
                span,
            })
        };
        match word {
            "weak-fair" => self.fairness.extend(fair(Strength::Weak)),
            "strong-fair" => self.fairness.extend(fair(Strength::Strong)),
            "assume" => self.assumptions.push(remark(rest)),
            "ltl" => self.properties.push(remark(rest)),
            "label" => self.labels.push(remark(rest)),
            _ => return Err(UnknownRequest),
        }
        Ok(())
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
    let is_called = request.starts_with(':');
    let first = words.split_ascii_whitespace().next().unwrap_or_default();
    ["weak-fair", "weak_fair", "strong-fair", "strong_fair"]
        .iter()
        .any(|word| words.starts_with(word))
        || is_called && matches!(first, "assume" | "ltl" | "label")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(comment: &str, found: Result<&[&str], UnknownRequest>) {
        let mut comments = Comments::default();
        let noted = comments.note(comment, 100).map(|()| {
            let fair = comments.fairness.iter();
            let fair = fair.map(|request| (request.glob.clone(), request.span.clone()));
            let others = [
                &comments.assumptions,
                &comments.properties,
                &comments.labels,
            ];
            let others = others.into_iter().flatten();
            let others = others.map(|remark| (remark.text.clone(), remark.span.clone()));
            let all = fair.chain(others);
            let texts = all.map(|(text, span)| {
                assert_eq!(comment[span.start - 100..span.end - 100], text);
                text
            });
            texts.collect::<Vec<_>>()
        });
        let found = found.map(|found| found.iter().map(|&text| text.to_owned()).collect());
        assert_eq!(noted, found, "{comment}");
    }

    #[test]
    fn a_request_says_something() {
        check(" lariat: strong-fair P_* Q", Ok(&["P_*", "Q"]));
        check(
            "lariat:  ltl live:  G(p ->  F q) ",
            Ok(&["live:  G(p ->  F q)"]),
        );
        check("lariat: assume GF p", Ok(&["GF p"]));
        check("lariat: label deliver", Ok(&["deliver"]));
        for empty in ["weak-fair", "strong-fair ", "ltl", "assume  ", "label"] {
            check(&format!("lariat: {empty}"), Err(UnknownRequest));
        }
        check("lariat: fair P", Err(UnknownRequest));
    }

    #[test]
    fn what_almost_is_a_request_is_not_passed_over() {
        check(" Lariat: strong-fair P", Err(UnknownRequest));
        check("lariat strong-fair P", Err(UnknownRequest));
        check("LARIAT :weak_fair P", Err(UnknownRequest));
        check("Lariat: ltl live: G p", Err(UnknownRequest));
        check(" Lariat says that it holds", Ok(&[]));
        check(" Lariat assumes nothing", Ok(&[]));
        check("lariats are strong", Ok(&[]));
        check("strong-fair P", Ok(&[]));
    }
}
