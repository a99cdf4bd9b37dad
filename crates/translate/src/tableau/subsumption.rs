//! Edges that another edge makes superfluous.
//!
//! An edge is superfluous for a letter if another edge of the same node reads it, carries at least
//! its marks, and leads to the same node, or to one whose expansion is implied by that of its
//! target: that node can then match whatever the other does, with at least its marks, for ever.
//! What the superfluous letters leave of an edge's label, if anything, is its new label.
//!
//! This goes beyond the paper: with it and merging, ¬(p U (q U s)) has the 3 nodes and 6 transitions
//! of Table 1 in [couvreur.99.fm].

use std::sync::Arc;

use indexmap::IndexMap;
use lariat_automata::{Label, Labels, Marks};
use lariat_bdd::Bdds;
use rustc_hash::FxBuildHasher;

use super::merge::{Identity, Node};

/// An edge to a node that need not have a number yet.
#[derive(Clone, Debug)]
pub(super) struct Outgoing {
    pub(super) label: Label,
    pub(super) marks: Marks,
    pub(super) to: Arc<Node>,
    pub(super) identity: Identity,
}

/// Nodes with more pairs of edges than this keep all their edges.
const MOST_PAIRS: usize = 1 << 14;

/// Unites edges with equal target and marks, and takes superfluous letters off the others.
///
/// Targets are compared by their expansions unless one of them suspends formulas: a node that does
/// not expand a formula can do what a node that does cannot match step by step.
pub(super) fn subsume(
    arcs: Vec<Outgoing>,
    compare_targets: bool,
    bdds: &mut Bdds,
    labels: &mut Labels,
) -> Vec<Outgoing> {
    let mut arcs = unite(arcs, labels);
    if arcs.len() * arcs.len() > MOST_PAIRS {
        return arcs;
    }
    let mut superfluous = vec![Label::FALSE; arcs.len()];
    for (index, arc) in arcs.iter().enumerate() {
        for (other_index, other) in arcs.iter().enumerate() {
            // Of two edges that make one another superfluous the first stays.
            let alike = arc.marks == other.marks && arc.to.active == other.to.active;
            if (!alike || other_index < index)
                && arc.marks.is_subset(&other.marks)
                && (arc.identity == other.identity
                    || compare_targets && bdds.entails(arc.to.active, other.to.active))
            {
                superfluous[index] = labels.bdds.or(superfluous[index], other.label);
            }
        }
    }
    for (arc, superfluous) in arcs.iter_mut().zip(superfluous) {
        arc.label = labels.bdds.minus(arc.label, superfluous);
    }
    arcs.retain(|arc| !arc.label.is_false());
    arcs
}

fn unite(arcs: Vec<Outgoing>, labels: &mut Labels) -> Vec<Outgoing> {
    let mut united: IndexMap<(Identity, Marks), Outgoing, FxBuildHasher> = IndexMap::default();
    for arc in arcs {
        let key = (arc.identity.clone(), arc.marks.clone());
        match united.entry(key) {
            indexmap::map::Entry::Occupied(mut known) => {
                let known = known.get_mut();
                known.label = labels.bdds.or(known.label, arc.label);
            }
            indexmap::map::Entry::Vacant(entry) => {
                entry.insert(arc);
            }
        }
    }
    united.into_values().collect()
}
