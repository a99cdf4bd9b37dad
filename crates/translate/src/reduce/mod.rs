//! Making automata smaller without changing their language.

mod acceptance;
mod cosimulation;
mod descent;
pub(crate) mod graph;
pub(crate) mod intersection;
pub(crate) mod letters;
mod obligation;
pub(crate) mod opposites;
pub(crate) mod powerset;
mod simulation;
#[cfg(test)]
mod tests;
mod trim;

use lariat_automata::Explicit;

pub use obligation::{Evidence, minimize_obligation};
pub use opposites::{QuestionLimits, Undecided};

use graph::Graph;
use letters::Letters;

/// What reductions may spend.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ReduceOptions {
    /// How many comparisons of edges one simulation may make before it is given up.
    pub comparisons: u64,
    /// How many classes of letters labels are split into at most; see the module's text.
    pub letter_classes: usize,
    /// How often simulation and reverse simulation alternate at most.
    pub rounds: usize,
    /// How many sets of states a subset construction may have.
    pub subsets: usize,
    /// How many states a product may have that checks a result.
    pub product_states: usize,
}

impl Default for ReduceOptions {
    fn default() -> Self {
        Self {
            comparisons: 10_000_000,
            letter_classes: 256,
            rounds: 8,
            subsets: 1_000,
            product_states: 100_000,
        }
    }
}

/// A smaller automaton with the same language.
pub fn reduce(mut automaton: Explicit, options: &ReduceOptions) -> Explicit {
    let labels = automaton.transitions.iter().flatten().map(|e| e.label);
    let letters = Letters::new(&mut automaton.labels.bdds, labels, options.letter_classes);
    let Some(graph) = Graph::new(&automaton, &letters) else {
        return automaton;
    };
    let graph = reduce_graph(graph, options);
    graph.into_explicit(automaton.name, automaton.labels, &letters)
}

fn reduce_graph(mut graph: Graph, options: &ReduceOptions) -> Graph {
    trim::trim(&mut graph);
    acceptance::simplify(&mut graph);
    let mut size = graph.size();
    for _ in 0..options.rounds {
        simulation::simulate(&mut graph, options.comparisons);
        trim::trim(&mut graph);
        acceptance::simplify(&mut graph);
        descent::descend(&mut graph, options.comparisons);
        trim::trim(&mut graph);
        acceptance::simplify(&mut graph);
        cosimulation::cosimulate(&mut graph, options.comparisons);
        trim::trim(&mut graph);
        acceptance::simplify(&mut graph);
        if graph.size() >= size {
            break;
        }
        size = graph.size();
    }
    graph
}
