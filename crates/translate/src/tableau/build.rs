//! The whole tableau in memory: the edges of every node that the initial one reaches.

use lariat_automata::{Explicit, LabelledEdge, StateId};

use super::closure::Closure;
use super::core::{Everything, Tableau};
use super::subsumption::Outgoing;
use super::{TableauError, TableauOptions};
use crate::limit::Limit;

/// The automaton of the closure's root, within the limit.
pub(super) fn build(
    closure: Closure,
    options: TableauOptions,
    limit: &Limit,
) -> Result<Explicit, TableauError> {
    let mut tableau = Tableau::new(closure, options, limit);
    let initial = tableau.initial();
    let mut transitions: Vec<Vec<LabelledEdge>> = Vec::new();
    let mut count = 0;
    while let Some(node) = tableau.get(transitions.len() as StateId) {
        limit.budget.check()?;
        let arcs = tableau.arcs(&node, &Everything)?;
        count += arcs.len();
        limit.allow(count)?;
        let edge = |arc: Outgoing| LabelledEdge {
            label: arc.label,
            marks: arc.marks,
            to: tableau.number(&arc.to),
        };
        transitions.push(arcs.into_iter().map(edge).collect());
    }
    tableau.release()?;
    Ok(Explicit {
        name: None,
        acceptance: tableau.expansion.promises.acceptance(),
        labels: tableau.labels,
        initial: vec![initial],
        transitions,
    })
}
