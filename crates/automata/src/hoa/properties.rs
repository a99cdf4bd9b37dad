//! The properties that a header claims, as far as they are cheap to check.

use std::ops::Range;

use indexmap::IndexMap;

use super::body::Usage;
use super::error::{HoaError, HoaErrorKind};
use crate::Explicit;
use crate::strength::{is_complete, is_deterministic};

/// Complains of the first claim that the automaton refutes.
pub(super) fn check_properties(
    automaton: &mut Explicit,
    claims: &IndexMap<String, Range<usize>>,
    usage: &Usage,
) -> Result<(), HoaError> {
    for (property, span) in claims {
        if let Some(reason) = refutation(automaton, property, usage) {
            let kind = HoaErrorKind::Property {
                property: property.clone(),
                reason,
            };
            return Err(HoaError::new(kind, span.clone()));
        }
    }
    Ok(())
}

fn refutation(automaton: &mut Explicit, property: &str, usage: &Usage) -> Option<&'static str> {
    let (refuted, reason) = match property {
        "state-labels" => (
            usage.edge_labels || usage.implicit_labels,
            "labels are on edges",
        ),
        "trans-labels" => (usage.state_labels, "there are labels on states"),
        "implicit-labels" => (
            usage.edge_labels || usage.state_labels,
            "there are explicit labels",
        ),
        "explicit-labels" => (usage.implicit_labels, "there are implicit labels"),
        "state-acc" => (usage.edge_marks, "there are acceptance sets on edges"),
        "trans-acc" => (usage.state_marks, "there are acceptance sets on states"),
        "deterministic" => (
            !is_deterministic(automaton),
            "there are two initial states, or two edges for one letter",
        ),
        "complete" => (
            !is_complete(automaton),
            "there is no initial state, or no edge for some letter",
        ),
        _ => (false, ""),
    };
    refuted.then_some(reason)
}
