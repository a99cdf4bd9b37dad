//! Nodes, and which of them are the same.
//!
//! In the plain construction a node is a set of formulas.  Two nodes whose expansions are the same
//! function have the same edges, so that they can be merged; the paper proposes to identify a node
//! by the diagram of its expansion [couvreur.99.fm].  A node that suspends formulas has two
//! expansions, of the formulas that go on and of those that wait.

use std::sync::Arc;

use indexmap::IndexMap;
use lariat_automata::StateId;
use lariat_bdd::Bdd;
use rustc_hash::FxBuildHasher;

use super::closure::Id;

/// A node: its formulas and their expansions.
#[derive(Clone, Debug)]
pub(super) struct Node {
    /// Its formulas, in ascending order.
    pub(super) formulas: Box<[Id]>,
    /// The expansion of those that are expanded on every edge.
    pub(super) active: Bdd,
    /// The formulas that wait on some edges.
    pub(super) suspended: Box<[Id]>,
    /// The expansion of those; true if there are none.
    pub(super) waiting: Bdd,
}

/// What makes a node the node that it is.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) enum Identity {
    Formulas(Box<[Id]>),
    Expansion { active: Bdd, waiting: Bdd },
}

impl Node {
    /// By its formulas, or by its expansion if nodes with equal expansions are merged.
    pub(super) fn identity(&self, merge: bool) -> Identity {
        if merge {
            Identity::Expansion {
                active: self.active,
                waiting: self.waiting,
            }
        } else {
            Identity::Formulas(self.formulas.clone())
        }
    }
}

/// The nodes met so far, numbered.
#[derive(Default)]
pub(super) struct Nodes {
    nodes: IndexMap<Identity, Arc<Node>, FxBuildHasher>,
}

impl Nodes {
    /// The number of a node, which is added if it is new.
    pub(super) fn number(&mut self, node: &Arc<Node>, merge: bool) -> StateId {
        let entry = self.nodes.entry(node.identity(merge));
        let index = entry.index();
        entry.or_insert_with(|| Arc::clone(node));
        StateId::try_from(index).expect("fewer than 2^32 nodes")
    }

    /// The node of a number; `None` if there are not as many.
    pub(super) fn get(&self, number: StateId) -> Option<&Arc<Node>> {
        Some(self.nodes.get_index(number as usize)?.1)
    }
}
