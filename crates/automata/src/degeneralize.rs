//! Degeneralization: from many marks that must recur to one, on edges or on states.
//!
//! The textbook way copies the automaton once a mark and waits in copy i for mark i.  Here every
//! component is treated on its own, with what is known to keep the result small
//! [babiak.13.spin, giannakopoulou.02.forte]:
//!
//! * a component without accepting cycle keeps one copy and carries no mark;
//! * in an accepting one, marks that another mark of the component brings along are dropped first;
//! * if the edges (states) all of whose cycles are accepting meet every accepting cycle, they are
//!   marked and nothing is copied;
//! * otherwise levels count marks in an order, and one edge may pass several of them.  All orders are
//!   tried while that is cheap.  Of the levels only a bottom component is kept: any path of the
//!   original component can be followed inside it, so a run may enter it at any level;
//! * for marks on states, a copy is split only if it lies on an unmarked cycle and is entered by a marked
//!   edge from another such copy.

mod levels;
mod placement;

use lariat_budget::{Budget, Exhausted};

use crate::scc::Components;
use crate::{Acceptance, Edge, Explicit, LabelledEdge, Marks, StateId};

/// The automaton's acceptance is not generalized Büchi.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("degeneralization needs a generalized Büchi condition")]
pub struct NotGeneralizedBuchi;

/// Why an automaton was not degeneralized.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum DegeneralizeError {
    /// Its acceptance is not generalized Büchi.
    #[error(transparent)]
    NotGeneralizedBuchi(#[from] NotGeneralizedBuchi),
    /// The budget has ended.
    #[error(transparent)]
    Exhausted(#[from] Exhausted),
}

/// The edges inside one component, its states numbered from 0.
type Graph = Vec<Vec<Edge<StateId>>>;

/// A Büchi automaton for the same language with marks on edges.
///
/// ```
/// use lariat_automata::degeneralize::degeneralize;
/// use lariat_automata::{Acceptance, Explicit, Labels, Marks};
/// use lariat_budget::Budget;
/// // GF p & GF q in one state becomes two levels.
/// let names = ["p", "q"].map(str::to_owned);
/// let mut a = Explicit::new(Labels::new(names), Acceptance::generalized_buchi(2));
/// let (p, q) = (a.labels.bdds.var(0), a.labels.bdds.var(1));
/// let state = a.add_state();
/// a.initial.push(state);
/// for (p, p_marks) in [(p, Marks::single(0)), (!p, Marks::EMPTY)] {
///     for (q, q_marks) in [(q, Marks::single(1)), (!q, Marks::EMPTY)] {
///         let label = a.labels.bdds.and(p, q);
///         a.add_transition(state, label, p_marks.union(&q_marks), state);
///     }
/// }
/// assert_eq!(degeneralize(&a, &Budget::unlimited()).unwrap().state_count(), 2);
/// ```
pub fn degeneralize(automaton: &Explicit, budget: &Budget) -> Result<Explicit, DegeneralizeError> {
    expand(automaton, budget, placement::on_edges)
}

/// A Büchi automaton for the same language in which the mark is on all edges that leave a state or on
/// none.
pub fn degeneralize_to_states(
    automaton: &Explicit,
    budget: &Budget,
) -> Result<Explicit, DegeneralizeError> {
    let mut result = expand(automaton, budget, placement::on_states)?;
    let accepting: Vec<bool> = result
        .transitions
        .iter()
        .map(|edges| edges.iter().any(|edge| !edge.marks.is_empty()))
        .collect();
    for (edges, accepting) in result.transitions.iter_mut().zip(accepting) {
        for edge in edges {
            edge.marks = (0..usize::from(accepting)).collect();
        }
    }
    Ok(result)
}

/// A component with copies of its states and one mark.
#[derive(Clone, Debug)]
struct Expansion {
    /// The state of each copy.
    state_of: Vec<StateId>,
    /// The edges of each copy, in the order of its state's edges: the target and whether marked.
    edges: Vec<Vec<(usize, bool)>>,
}

impl Expansion {
    /// One copy a state; `marked` tells of the state's number and each of its edges.
    fn plain(graph: &Graph, marked: impl Fn(usize, &Edge<StateId>) -> bool) -> Self {
        let edges = |(from, edges): (usize, &Vec<Edge<StateId>>)| {
            let copy = |edge: &Edge<StateId>| (edge.to as usize, marked(from, edge));
            edges.iter().map(copy).collect()
        };
        Self {
            state_of: (0..graph.len() as StateId).collect(),
            edges: graph.iter().enumerate().map(edges).collect(),
        }
    }

    fn copies(&self) -> usize {
        self.state_of.len()
    }
}

/// Expands each component with an accepting cycle by `accepting`, and puts the parts together.
fn expand(
    automaton: &Explicit,
    budget: &Budget,
    accepting: impl Fn(&Graph, &Marks, &Budget) -> Result<Expansion, Exhausted>,
) -> Result<Explicit, DegeneralizeError> {
    let demanded = automaton
        .acceptance
        .generalized_buchi_view()
        .ok_or(NotGeneralizedBuchi)?;
    let components = automaton.components();
    let members = components.members();
    let mut assembly = Assembly::new(automaton, &components);
    for (component, states) in members.iter().enumerate() {
        budget.check()?;
        let graph = inner_graph(automaton, &components, states);
        let is_accepting =
            !components.trivial[component] && demanded.is_subset(&components.marks[component]);
        let expansion = if is_accepting {
            accepting(&graph, &needed_marks(&graph, &demanded), budget)?
        } else {
            Expansion::plain(&graph, |_, _| false)
        };
        assembly.place(states, expansion);
    }
    Ok(assembly.finish(budget)?)
}

/// The edges that stay in the component of `states`, which are sorted.
fn inner_graph(automaton: &Explicit, components: &Components, states: &[StateId]) -> Graph {
    let inner = |&from: &StateId| {
        let edges = automaton.transitions[from as usize].iter();
        let inside = edges.filter(|edge| components.together(from, edge.to));
        let numbered = inside.map(|edge| Edge {
            to: states.partition_point(|&state| state < edge.to) as StateId,
            marks: edge.marks.clone(),
        });
        numbered.collect()
    };
    states.iter().map(inner).collect()
}

/// A smallest set of the demanded marks that brings all others along, on the edges of the graph.
fn needed_marks(graph: &Graph, demanded: &Marks) -> Marks {
    let mut kinds: Vec<Marks> = graph
        .iter()
        .flatten()
        .map(|edge| edge.marks.intersection(demanded))
        .collect();
    kinds.sort_unstable();
    kinds.dedup();
    // What every edge that carries the mark carries, too.
    let brought_by = |mark: usize| {
        let carriers = kinds.iter().filter(|kind| kind.contains(mark));
        carriers.fold(demanded.clone(), |all, kind| all.intersection(kind))
    };
    let on_all = kinds
        .iter()
        .fold(demanded.clone(), |all, kind| all.intersection(kind));
    let mut needed = demanded.difference(&on_all);
    for mark in demanded.iter() {
        let mut others = needed.clone();
        others.remove(mark);
        if needed.contains(mark) && others.iter().any(|other| brought_by(other).contains(mark)) {
            needed = others;
        }
    }
    needed
}

/// The result while its components are put in place, successors before predecessors.
struct Assembly<'a> {
    automaton: &'a Explicit,
    components: &'a Components,
    result: Explicit,
    /// The copy in which a run enters the state from outside its component.
    entry: Vec<StateId>,
}

impl<'a> Assembly<'a> {
    fn new(automaton: &'a Explicit, components: &'a Components) -> Self {
        let mut result = Explicit::new(automaton.labels.clone(), Acceptance::buchi());
        result.name.clone_from(&automaton.name);
        Self {
            automaton,
            components,
            result,
            entry: vec![StateId::MAX; automaton.state_count()],
        }
    }

    fn place(&mut self, states: &[StateId], expansion: Expansion) {
        let offset = self.result.state_count();
        for (copy, &number) in expansion.state_of.iter().enumerate() {
            let state = states[number as usize];
            let entry = &mut self.entry[state as usize];
            *entry = (*entry).min((offset + copy) as StateId);
            self.result.add_state();
        }
        for (copy, inner) in expansion.edges.into_iter().enumerate() {
            let state = states[expansion.state_of[copy] as usize];
            let mut inner = inner.into_iter();
            for edge in &self.automaton.transitions[state as usize] {
                let (to, marked) = if self.components.together(state, edge.to) {
                    let (to, marked) = inner.next().expect("one for each inner edge");
                    ((offset + to) as StateId, marked)
                } else {
                    (self.entry[edge.to as usize], false)
                };
                self.result.transitions[offset + copy].push(LabelledEdge {
                    label: edge.label,
                    marks: (0..usize::from(marked)).collect(),
                    to,
                });
            }
        }
    }

    /// The result, its states in the order in which a search from the initial ones finds them.
    fn finish(self, budget: &Budget) -> Result<Explicit, Exhausted> {
        let mut result = self.result;
        result.labels.bdds.obey(budget);
        let initial = self.automaton.initial.iter();
        result.initial = initial.map(|&state| self.entry[state as usize]).collect();
        result.keep_reachable();
        result.merge_transitions();
        result.labels.bdds.release()?;
        Ok(result)
    }
}
