//! The smallest automaton that all techniques together find for a language.
//!
//! After the reductions that need the automaton only, an obligation becomes its minimal weak
//! deterministic automaton, unless that is larger.  What is left is merged on trial.

use lariat_automata::{Explicit, Labels};
use lariat_budget::{Budget, Exhausted};

use super::graph::Graph;
use super::intersection::intersect;
use super::letters::Letters;
use super::obligation::Candidate;
use super::{ReduceOptions, graph_of, reduce_graph, released, tidy, trial};

/// What is known about a language beside an automaton that accepts it.
pub struct Knowledge<'a> {
    /// Whether it is known to be an obligation, as by the syntax of its formula.
    pub obligation: bool,
    /// Makes an automaton of the complement, best a reduced one; asked at most once, and only if need
    /// be.
    pub complement: &'a mut dyn FnMut() -> Option<Explicit>,
}

/// A small automaton of the same language: see the table in the [module](super)'s text.
pub fn minimize(
    mut automaton: Explicit,
    knowledge: Knowledge<'_>,
    options: &ReduceOptions,
    budget: &Budget,
) -> Result<Explicit, Exhausted> {
    automaton.labels.bdds.obey(budget);
    let Some((mut graph, letters)) = graph_of(&automaton, options, budget) else {
        return released(automaton);
    };
    reduce_graph(&mut graph, options, budget);
    let obligation = knowledge.obligation;
    let mut complement = Complement::new(knowledge, &letters, budget);
    let labels = &mut automaton.labels;
    if let Some(candidate) = Candidate::new(&graph, &letters, obligation, options, budget)
        && candidate.graph().state_count() <= graph.state_count()
        && (candidate.is_certain() || complement.avoids(candidate.graph(), labels, options))
    {
        graph = candidate.into_graph();
    } else if is_worth_trials(&graph, options)
        && let Some(complement) = complement.graph(labels)
    {
        let before = graph.state_count();
        let effort = options.effort_for(&graph, budget);
        trial::merge_on_trial(&mut graph, complement, effort);
        if graph.state_count() < before {
            reduce_graph(&mut graph, options, budget);
        }
    }
    budget.check()?;
    released(graph.into_explicit(automaton.name, automaton.labels, &letters))
}

/// Whether a product with an automaton of the same size leaves room for some trials.
fn is_worth_trials(graph: &Graph, options: &ReduceOptions) -> bool {
    let edges = graph.move_count() as u64;
    graph.state_count() > 1 && 4 * edges * edges <= options.comparisons_for(graph)
}

/// An automaton of the complement, made when it is first asked for.
pub(crate) struct Complement<'k, 'l> {
    make: &'k mut dyn FnMut() -> Option<Explicit>,
    letters: &'l Letters,
    budget: Budget,
    made: Option<Option<Graph>>,
}

impl<'k, 'l> Complement<'k, 'l> {
    pub(crate) fn new(knowledge: Knowledge<'k>, letters: &'l Letters, budget: &Budget) -> Self {
        Self {
            make: knowledge.complement,
            letters,
            budget: budget.clone(),
            made: None,
        }
    }

    /// The automaton, trimmed, beside one with the given labels.
    fn graph(&mut self, labels: &mut Labels) -> Option<&Graph> {
        let make = || {
            let automaton = (self.make)()?;
            let own = labels.propositions.len();
            let graph = Graph::beside(&automaton, labels, self.letters, &self.budget);
            // Propositions that only the complement has were needed to read its labels.
            labels.propositions.truncate(own);
            let mut graph = graph?;
            tidy(&mut graph);
            Some(graph)
        };
        self.made.get_or_insert_with(make).as_ref()
    }

    /// Whether it is certain that no word of the complement is accepted by `graph`.
    pub(crate) fn avoids(
        &mut self,
        graph: &Graph,
        labels: &mut Labels,
        options: &ReduceOptions,
    ) -> bool {
        let budget = self.budget.clone();
        let complement = self.graph(labels);
        complement.is_some_and(|complement| {
            intersect(graph, complement, options.product_states, &budget) == Some(false)
        })
    }
}
