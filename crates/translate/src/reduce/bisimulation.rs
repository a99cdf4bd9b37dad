//! Bisimulation: states that do the same, found by splitting.
//!
//! All states begin in one class; a class is split where its states differ in what they read, with
//! which marks, into which classes, until nothing differs.  Every round looks at each edge once, so
//! this is what is affordable on automata that are too large for simulation, and it makes others small
//! enough for it.

use lariat_automata::{Marks, StateId};
use rustc_hash::FxHashMap;

use super::effort::Effort;
use super::graph::{Graph, Move};
use super::letters::LetterSet;

/// What a state does: into which class, with which marks, reading what; sorted.
type Signature = Vec<(StateId, Marks, LetterSet)>;

/// Merges bisimilar states.  Changes nothing if looking at edges, once a round, is not worth the
/// effort.
pub(crate) fn bisimulate(graph: &mut Graph, effort: &Effort) {
    let mut effort = effort.clone();
    let edges = graph.move_count() as u64;
    let mut class: Vec<StateId> = vec![0; graph.state_count()];
    let mut count = 1;
    loop {
        if effort.spend(edges).is_none() || effort.budget().check().is_err() {
            return;
        }
        let mut numbers: FxHashMap<(StateId, Signature), StateId> = FxHashMap::default();
        let mut refined = Vec::with_capacity(class.len());
        for (edges, &own) in graph.moves.iter().zip(&class) {
            let fresh = numbers.len() as StateId;
            let number = numbers.entry((own, signature(edges, &class)));
            refined.push(*number.or_insert(fresh));
        }
        class = refined;
        if numbers.len() == count {
            break;
        }
        count = numbers.len();
    }
    if count < graph.state_count() {
        quotient(graph, &class);
    }
}

fn signature(edges: &[Move], class: &[StateId]) -> Signature {
    let led = edges.iter().map(|edge| {
        let to = class[edge.to as usize];
        (to, edge.marks.clone(), edge.letters.clone())
    });
    let mut signature: Signature = led.collect();
    signature.sort_unstable();
    signature.dedup_by(|(to, marks, letters), (kept_to, kept_marks, kept)| {
        let same = to == kept_to && marks == kept_marks;
        if same {
            kept.unite(letters);
        }
        same
    });
    signature
}

/// Keeps the first state of each class.
fn quotient(graph: &mut Graph, class: &[StateId]) {
    let mut kept: Vec<StateId> = Vec::new();
    for (state, &number) in (0..).zip(class) {
        // Classes are numbered in the order of their first states.
        if number as usize == kept.len() {
            kept.push(state);
        }
    }
    let number: Vec<Option<StateId>> = class.iter().copied().map(Some).collect();
    graph.restrict(&kept, &number);
}
