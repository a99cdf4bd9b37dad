//! The subset construction over classes of letters.
//!
//! Its states are the sets of states that a nondeterministic automaton can be in; the empty set is
//! the state in which every word is lost.  The result is deterministic and complete, and has lost
//! all marks: it tells prefixes apart, and what is accepted is for others to say.

use indexmap::IndexSet;
use lariat_automata::{BitSet, StateId};
use rustc_hash::FxBuildHasher;

use super::effort::Effort;
use super::graph::{Graph, Move};

/// A deterministic, complete graph over classes of letters, from state 0.
#[derive(Clone, Debug)]
pub(crate) struct Powerset {
    /// The set of states behind each state.
    pub(crate) sets: IndexSet<BitSet, FxBuildHasher>,
    /// Where each letter leads, by state.
    pub(crate) next: Vec<Box<[StateId]>>,
}

impl Powerset {
    /// The subsets that the initial states reach under any letters; `None` if there are more than
    /// `limit`, or finding them means to follow edges under letters more often than
    /// the effort allows.
    pub(crate) fn new(graph: &Graph, limit: usize, effort: &Effort) -> Option<Self> {
        let fan_out =
            |edges: &Vec<Move>| -> u64 { edges.iter().map(|edge| edge.letters.len() as u64).sum() };
        let work: Vec<u64> = graph.moves.iter().map(fan_out).collect();
        let mut effort = effort.clone();
        let initial: BitSet = graph.initial.iter().map(|&s| s as usize).collect();
        let mut sets: IndexSet<BitSet, FxBuildHasher> = [initial].into_iter().collect();
        let mut next: Vec<Box<[StateId]>> = Vec::new();
        while next.len() < sets.len() {
            let set = &sets[next.len()];
            let following = set.iter().map(|state| work[state]).sum();
            effort.spend(following)?;
            effort.budget().check().ok()?;
            let reached = successors(graph, set);
            let mut number = |set: BitSet| sets.insert_full(set).0 as StateId;
            next.push(reached.into_iter().map(&mut number).collect());
            if sets.len() > limit {
                return None;
            }
        }
        Some(Self { sets, next })
    }

    pub(crate) fn len(&self) -> usize {
        self.next.len()
    }
}

/// The states that each letter reaches from the set.
fn successors(graph: &Graph, set: &BitSet) -> Vec<BitSet> {
    let mut reached = vec![BitSet::EMPTY; graph.letters];
    for state in set.iter() {
        for edge in &graph.moves[state] {
            for letter in edge.letters.iter() {
                reached[letter].insert(edge.to as usize);
            }
        }
    }
    reached
}
