//! Making automata smaller without changing their language.
//!
//! | technique | file |
//! |---|---|
//! | useless states, components and marks | `trim` |
//! | fewer acceptance marks | `acceptance` |
//! | bisimulation, where simulation is too dear | `bisimulation` |
//! | direct simulation: quotient, dominated edges | `simulation` |
//! | reverse simulation: the same, backwards | `cosimulation` |
//! | states and edges replaced by others further down | `descent` |
//! | obligations as minimal weak deterministic automata | `obligation` |
//! | merges checked against an automaton of the complement | `trial` |
//! | Büchi automata with marks on states | `buchi` |
//!
//! [`reduce()`] applies the first six until nothing changes; it needs the automaton only.
//! [`minimize()`] goes on with the next two, for which it may ask for an automaton of the complement.
//! All of them take generalized Büchi automata with marks on edges; others, and those with thousands
//! of incomparable labels, are handed back as they are.
//!
//! Every technique has a limit that is counted in steps of its own, never in time, so that results
//! do not depend on the machine.  What the limit does not allow is not done, and the automaton stays
//! larger.  When the [`Budget`] of the caller ends there is no result at all.

mod acceptance;
mod bisimulation;
mod buchi;
mod cosimulation;
mod descent;
pub(crate) mod effort;
pub(crate) mod graph;
pub(crate) mod intersection;
pub(crate) mod letters;
mod minimize;
mod obligation;
pub(crate) mod opposites;
pub(crate) mod powerset;
mod simulation;
#[cfg(test)]
mod tests;
mod trial;
mod trim;

use lariat_automata::Explicit;
use lariat_budget::{Budget, Exhausted};

pub use buchi::reduce_buchi;
pub use minimize::{Knowledge, minimize};
pub use obligation::minimize_obligation;
pub use opposites::{QuestionLimits, Undecided};

use effort::Effort;
use graph::Graph;
use letters::Letters;

/// What reductions may spend.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ReduceOptions {
    /// How many classes of letters labels are split into at most; beyond, labels are compared for
    /// equality only.
    pub letter_classes: usize,
    /// How many comparisons of edges one simulation or one product may make.
    pub comparisons: u64,
    /// How many sets of states a subset construction may have.
    pub subsets: usize,
    /// How many states a product may have that checks a result.
    pub product_states: usize,
}

impl ReduceOptions {
    /// How many comparisons of edges the automaton is worth: each takes longer the more letters there
    /// are.
    fn comparisons_for(&self, graph: &Graph) -> u64 {
        self.comparisons / (1 + graph.letters as u64 / 128)
    }

    /// As many comparisons, as long as the budget lasts.
    fn effort_for(&self, graph: &Graph, budget: &Budget) -> Effort {
        Effort::new(self.comparisons_for(graph), budget)
    }
}

impl Default for ReduceOptions {
    fn default() -> Self {
        Self {
            letter_classes: 2048,
            comparisons: 10_000_000,
            subsets: 1_000,
            product_states: 20_000,
        }
    }
}

/// An automaton with the same language, no larger, and mostly much smaller.
///
/// ```
/// use lariat_automata::{Acceptance, Explicit, Labels, Marks};
/// use lariat_budget::Budget;
/// use lariat_translate::reduce::{ReduceOptions, reduce};
/// // Two states that do the same, and one that leads nowhere.
/// let mut a = Explicit::new(Labels::new(["p".to_owned()]), Acceptance::buchi());
/// let p = a.labels.bdds.var(0);
/// for _ in 0..3 {
///     a.add_state();
/// }
/// a.initial.push(0);
/// for from in [0, 1] {
///     a.add_transition(from, p, Marks::single(0), 1 - from);
///     a.add_transition(from, !p, Marks::EMPTY, from);
///     a.add_transition(from, p, Marks::EMPTY, 2);
/// }
/// let reduced = reduce(a, &ReduceOptions::default(), &Budget::unlimited())?;
/// assert_eq!((reduced.state_count(), reduced.transition_count()), (1, 2));
/// # Ok::<(), lariat_budget::Exhausted>(())
/// ```
///
/// # Errors
/// If the budget has ended.
pub fn reduce(
    mut automaton: Explicit,
    options: &ReduceOptions,
    budget: &Budget,
) -> Result<Explicit, Exhausted> {
    automaton.labels.bdds.obey(budget);
    let Some((mut graph, letters)) = graph_of(&automaton, options, budget) else {
        return released(automaton);
    };
    reduce_graph(&mut graph, options, budget);
    budget.check()?;
    released(graph.into_explicit(automaton.name, automaton.labels, &letters))
}

/// The automaton with its labels taken from under the budget, if they are right.
fn released(mut automaton: Explicit) -> Result<Explicit, Exhausted> {
    automaton.labels.bdds.release()?;
    Ok(automaton)
}

/// The form in which reductions work, if the automaton is generalized Büchi and has few enough labels.
fn graph_of(
    automaton: &Explicit,
    options: &ReduceOptions,
    budget: &Budget,
) -> Option<(Graph, Letters)> {
    let labels = automaton.transitions.iter().flatten().map(|e| e.label);
    let letters = Letters::new(
        &automaton.labels.bdds,
        labels,
        options.letter_classes,
        budget,
    )?;
    Some((Graph::new(automaton, &letters)?, letters))
}

/// Above so many states, bisimulation comes before simulation.
const LARGE: usize = 20;

/// Applies what needs the automaton only, until it gets no smaller: not even its labels.
fn reduce_graph(graph: &mut Graph, options: &ReduceOptions, budget: &Budget) {
    tidy(graph);
    let effort = options.effort_for(graph, budget);
    if graph.state_count() > LARGE {
        bisimulation::bisimulate(graph, &effort);
    }
    let techniques = [
        simulation::simulate,
        descent::descend,
        cosimulation::cosimulate,
    ];
    let weight = |graph: &Graph| (graph.size(), graph.letter_count());
    let mut idle = 0;
    for technique in techniques.iter().cycle() {
        let before = weight(graph);
        technique(graph, &effort);
        if weight(graph) < before {
            tidy(graph);
            idle = 0;
        } else {
            idle += 1;
        }
        if idle == techniques.len() || budget.check().is_err() {
            break;
        }
    }
}

/// Removes what is useless, without comparing states.
fn tidy(graph: &mut Graph) {
    trim::trim(graph);
    acceptance::simplify(graph);
}
