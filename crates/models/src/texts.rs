//! What readers return, as the interface of models has it.

use std::fmt;

use lariat_diagnostics::{AllLocated, Diagnostics, Located, Text};
use lariat_model::{Misunderstanding, Source, SourceRead};

/// A model that was read from a text with its warnings, or all faults.
pub(crate) fn source_read<S: Source + 'static, E: fmt::Display, W: fmt::Display>(
    text: &Text,
    parsed: Result<S, AllLocated<E>>,
    warnings: impl FnOnce(&S) -> &[Located<W>],
) -> Result<SourceRead, Diagnostics> {
    let source = parsed.map_err(|errors| text.errors(errors.0))?;
    let warnings = warnings(&source).iter();
    let warnings = warnings.map(|warning| text.warning(warning.span.clone(), warning.to_string()));
    Ok(SourceRead {
        warnings: warnings.collect(),
        source: Box::new(source),
    })
}

/// Why a text means nothing, in sentences.
pub(crate) fn misunderstandings<E: fmt::Display>(errors: AllLocated<E>) -> Vec<Misunderstanding> {
    let errors = errors.0.into_iter();
    let sentences = errors.map(|error| Located::new(error.kind.to_string(), error.span));
    sentences.collect()
}
