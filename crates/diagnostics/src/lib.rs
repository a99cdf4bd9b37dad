//! Faults of texts, at their places: what every reader returns, and only the command prints.
//!
//! A reader's own errors are [`Located`] kinds, each one sentence.  What leaves a library is a [`Diagnostic`]: the
//! sentence, the text it speaks of and the bytes at fault, and what to write instead.

use std::fmt;
use std::ops::Range;
use std::sync::Arc;

/// A fault of some kind at a place in a text.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{kind}")]
pub struct Located<K: fmt::Display> {
    /// What is wrong.
    pub kind: K,
    /// The offending bytes of the text; empty at its end.
    pub span: Range<usize>,
}

impl<K: fmt::Display> Located<K> {
    /// A fault at these bytes.
    pub fn new(kind: K, span: impl Into<Range<usize>>) -> Self {
        let span = span.into();
        Self { kind, span }
    }
}

/// Every fault that was found in a text, at least one, in the order of discovery.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct AllLocated<K: fmt::Display>(pub Vec<Located<K>>);

impl<K: fmt::Display> fmt::Display for AllLocated<K> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_list(self.0.iter(), f)
    }
}

impl<K: fmt::Display + fmt::Debug> std::error::Error for AllLocated<K> {}

impl<K: fmt::Display> From<Located<K>> for AllLocated<K> {
    fn from(fault: Located<K>) -> Self {
        Self(vec![fault])
    }
}

fn write_list(
    items: impl Iterator<Item = impl fmt::Display>,
    f: &mut fmt::Formatter<'_>,
) -> fmt::Result {
    for (position, item) in items.enumerate() {
        let separator = if position > 0 { "; " } else { "" };
        write!(f, "{separator}{item}")?;
    }
    Ok(())
}

/// A text, and what to call it in messages; clones share it.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Text {
    /// The file's name as the user gave it, or what stands for it: `<--ltl>`.
    pub origin: Arc<str>,
    /// Its contents.
    pub content: Arc<str>,
}

impl Text {
    /// A text that messages call `origin`.
    pub fn new(origin: impl Into<Arc<str>>, content: impl Into<Arc<str>>) -> Self {
        Self {
            origin: origin.into(),
            content: content.into(),
        }
    }

    /// An error at a place in this text.
    pub fn error(&self, span: Range<usize>, message: impl Into<String>) -> Diagnostic {
        Diagnostic {
            severity: Severity::Error,
            message: message.into(),
            help: None,
            place: Some(Place {
                text: self.clone(),
                span,
            }),
        }
    }

    /// A warning about a place in this text.
    pub fn warning(&self, span: Range<usize>, message: impl Into<String>) -> Diagnostic {
        Diagnostic {
            severity: Severity::Warning,
            ..self.error(span, message)
        }
    }

    /// The faults that a reader has found in this text.
    pub fn errors<K: fmt::Display>(
        &self,
        faults: impl IntoIterator<Item = Located<K>>,
    ) -> Diagnostics {
        let faults = faults.into_iter();
        let errors = faults.map(|fault| self.error(fault.span, fault.kind.to_string()));
        Diagnostics(errors.collect())
    }
}

/// How bad it is.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Severity {
    /// Something is odd, and the computation goes on.
    Warning,
    /// The input is at fault.
    Error,
}

/// Bytes of a text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Place {
    /// The whole text.
    pub text: Text,
    /// The bytes; empty at the end of the text.
    pub span: Range<usize>,
}

/// Something to tell a user about the input.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{message}")]
pub struct Diagnostic {
    /// How bad it is.
    pub severity: Severity,
    /// One sentence.
    pub message: String,
    /// What to write instead, if there is something to say.
    pub help: Option<String>,
    /// Where it is, unless it is nowhere in particular.
    pub place: Option<Place>,
}

impl Diagnostic {
    /// An error without a place.
    pub fn error(message: impl Into<String>) -> Self {
        Self {
            severity: Severity::Error,
            message: message.into(),
            help: None,
            place: None,
        }
    }

    /// A warning without a place.
    pub fn warning(message: impl Into<String>) -> Self {
        Self {
            severity: Severity::Warning,
            ..Self::error(message)
        }
    }

    /// The same, with advice.
    #[must_use]
    pub fn with_help(self, help: impl Into<String>) -> Self {
        Self {
            help: Some(help.into()),
            ..self
        }
    }

    /// Whether the input is at fault.
    pub fn is_error(&self) -> bool {
        self.severity == Severity::Error
    }
}

/// Several diagnostics, as the error of a reader: at least one of them is an error.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Diagnostics(pub Vec<Diagnostic>);

impl fmt::Display for Diagnostics {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_list(self.0.iter(), f)
    }
}

impl std::error::Error for Diagnostics {}

impl From<Diagnostic> for Diagnostics {
    fn from(diagnostic: Diagnostic) -> Self {
        Self(vec![diagnostic])
    }
}

impl Diagnostics {
    /// The diagnostics as an error, if one of them is.
    ///
    /// # Errors
    /// All of them, if one is an error.
    pub fn check(diagnostics: Vec<Diagnostic>) -> Result<Vec<Diagnostic>, Self> {
        match diagnostics.iter().any(Diagnostic::is_error) {
            true => Err(Self(diagnostics)),
            false => Ok(diagnostics),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn faults_become_diagnostics_in_their_text() {
        let text = Text::new("m.dve", "byte x");
        let faults = [Located::new("odd", 0..4), Located::new("bad", 5..6)];
        let all = AllLocated(faults.to_vec());
        assert_eq!(all.to_string(), "odd; bad");
        let Diagnostics(found) = text.errors(faults);
        assert_eq!(found[1].message, "bad");
        assert_eq!(
            found[1].place.as_ref().map(|place| place.span.clone()),
            Some(5..6)
        );
        assert_eq!(Diagnostics(found).to_string(), "odd; bad");
    }

    #[test]
    fn warnings_alone_are_no_error() {
        let warning = Diagnostic::warning("odd");
        assert!(Diagnostics::check(vec![warning.clone()]).is_ok());
        let both = vec![warning, Diagnostic::error("bad").with_help("good")];
        assert_eq!(Diagnostics::check(both.clone()), Err(Diagnostics(both)));
    }
}
