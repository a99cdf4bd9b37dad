//! The product of a system and an automaton, built in full, and searched by definition.

use std::collections::HashMap;
use std::hash::Hash;

use lariat_automata::{Acceptance, Acceptor, Condition, Edge, Explicit, Letter, Marks, word};

/// A step of a system, as an automaton reads it.
pub struct ReadStep<S> {
    /// What is true of it, by the numbers of the automaton's propositions.
    pub letter: Letter,
    /// Its marks, which the system's own condition speaks of.
    pub marks: Marks,
    /// The state it leads to.
    pub to: S,
}

/// Whether the automaton accepts some run of the system that satisfies the system's own condition.
pub fn has_run<S: Clone + Eq + Hash>(
    initial: impl IntoIterator<Item = S>,
    steps: impl Fn(&S) -> Vec<ReadStep<S>>,
    own: &Acceptance,
    automaton: &Explicit,
) -> bool {
    let mut numbers: HashMap<(S, u32), u32> = HashMap::new();
    let mut nodes: Vec<(S, u32)> = Vec::new();
    let mut number = |node: (S, u32), nodes: &mut Vec<(S, u32)>| {
        *numbers.entry(node.clone()).or_insert_with(|| {
            nodes.push(node);
            nodes.len() as u32 - 1
        })
    };
    for state in initial {
        for &reader in &automaton.initial {
            number((state.clone(), reader), &mut nodes);
        }
    }
    let mut graph: Vec<Vec<Edge<u32>>> = Vec::new();
    while graph.len() < nodes.len() {
        let (state, reader) = nodes[graph.len()].clone();
        let mut edges = Vec::new();
        for step in steps(&state) {
            let mut read = Vec::new();
            automaton.successors(&reader, &step.letter, &mut read);
            edges.extend(read.into_iter().map(|edge| Edge {
                to: number((step.to.clone(), edge.to), &mut nodes),
                marks: edge.marks.shifted(own.marks).union(&step.marks),
            }));
        }
        graph.push(edges);
    }
    let theirs = &automaton.acceptance.condition;
    let theirs = theirs.renamed(|mark| mark + own.marks);
    word::has_accepting_cycle(&graph, &Condition::all([own.condition.clone(), theirs]))
}
