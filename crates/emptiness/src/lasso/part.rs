//! The graph that a cycle is looked for in, and how far its states are from the initial ones.

use lariat_automata::graph::{EdgeId, Graph};
use lariat_automata::{BitSet, Marks};

use super::patience::Patience;
use crate::formula::Formula;
use crate::slots::Slots;
use crate::tarjan::Tarjan;

/// A strongly connected graph in which a cycle through all edges is accepting.
pub(crate) struct Part {
    pub(crate) graph: Graph,
    /// For each state its number in the graph around this one.
    pub(crate) origin: Vec<u32>,
    /// For each state how many edges lead to it from an initial state at least; [`u32::MAX`] where that is
    /// not known.
    pub(crate) distance: Vec<u32>,
}

/// A cycle in a [`Part`]: its edges, and the state that the first of them leaves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Cycle {
    pub(crate) start: u32,
    pub(crate) edges: Vec<EdgeId>,
}

impl Part {
    /// The states that are given, and the edges among them that carry none of the `avoided` marks.
    pub(crate) fn new(
        around: &Graph,
        distance: impl Fn(u32) -> u32,
        states: Vec<u32>,
        avoided: &Marks,
    ) -> Self {
        let mut number = Slots::default();
        for (local, &state) in (1..).zip(&states) {
            number.set(state, local);
        }
        let mut graph = Graph::default();
        for &state in &states {
            for (to, marks) in around.edges(state) {
                if let Some(to) = number.get(to).checked_sub(1)
                    && marks.is_disjoint(avoided)
                {
                    graph.add_edge(to, marks);
                }
            }
            graph.end_state();
        }
        Self {
            graph,
            distance: states.iter().map(|&state| distance(state)).collect(),
            origin: states,
        }
    }

    /// The part of this one that has the states, and the edges without `avoided` marks.
    pub(crate) fn restrict(&self, states: &[u32], avoided: &Marks) -> Self {
        let distance = |state: u32| self.distance[state as usize];
        let mut part = Self::new(&self.graph, distance, states.to_vec(), avoided);
        for origin in &mut part.origin {
            *origin = self.origin[*origin as usize];
        }
        part
    }

    /// The length of the shortest lasso with this cycle.
    pub(crate) fn lasso_length(&self, cycle: &Cycle) -> u64 {
        let states = self.states_of(cycle);
        let nearest = states.map(|state| self.distance[state as usize]).min();
        u64::from(nearest.unwrap_or(u32::MAX)) + cycle.edges.len() as u64
    }

    /// The states of a cycle, each as often as it is passed.
    pub(crate) fn states_of(&self, cycle: &Cycle) -> impl Iterator<Item = u32> {
        let targets = cycle.edges.iter().map(|&edge| self.graph.target(edge));
        std::iter::once(cycle.start)
            .chain(targets)
            .take(cycle.edges.len())
    }

    /// The marks of a cycle.
    pub(crate) fn marks_of(&self, cycle: &Cycle) -> Marks {
        let mut marks = Marks::EMPTY;
        for &edge in &cycle.edges {
            marks.unite(self.graph.marks(edge));
        }
        marks
    }

    /// The states in the order of their distance.
    pub(crate) fn nearest_first(&self) -> Vec<u32> {
        let mut states: Vec<u32> = (0..self.graph.state_count()).collect();
        states.sort_by_key(|&state| self.distance[state as usize]);
        states
    }
}

/// Some states of a graph, and the marks that edges must not carry to belong to them.
pub(crate) struct Selection {
    pub(crate) states: Vec<u32>,
    pub(crate) avoided: Marks,
}

/// The parts of a graph in which a cycle through all edges is accepting; every accepting cycle that
/// carries no `avoided` mark lies in one of them, unless patience is spent before.
///
/// This is the check [`generic`](crate::generic) on a graph in memory.  A condition can have exponentially many branches, and each
/// costs a look at its edges and at the condition.
pub(crate) fn accepting_parts(
    graph: &Graph,
    formula: &Formula,
    avoided: &Marks,
    patience: &mut Patience<'_>,
) -> Vec<Selection> {
    let mut accepting = Vec::new();
    let mut tarjan = Tarjan::default();
    let mut number = Slots::default();
    let mut numbers = 0;
    let mut pending = vec![(
        Selection {
            states: (0..graph.state_count()).collect(),
            avoided: avoided.clone(),
        },
        BitSet::EMPTY,
    )];
    while let Some((Selection { states, avoided }, dropped)) = pending.pop() {
        if patience.is_spent() {
            break;
        }
        let edges = states.iter().map(|&state| graph.edge_ids(state).len());
        patience.spend(edges.sum::<usize>() as u64 + formula.size());
        numbers += 1;
        states.iter().for_each(|&state| number.set(state, numbers));
        for component in components(graph, &mut tarjan, &number, &states, &avoided) {
            numbers += 1;
            component
                .iter()
                .for_each(|&state| number.set(state, numbers));
            let Some(inside) = marks_inside(graph, &number, &component, &avoided) else {
                continue;
            };
            if formula.accepts(&inside) {
                accepting.push(Selection {
                    states: component,
                    avoided: avoided.clone(),
                });
                continue;
            }
            for branch in formula.branches(&dropped, &inside) {
                let selection = Selection {
                    states: component.clone(),
                    avoided: avoided.union(&branch.avoided),
                };
                pending.push((selection, branch.dropped));
            }
        }
    }
    accepting
}

/// The components of the states, which bear a number of their own.
fn components(
    graph: &Graph,
    tarjan: &mut Tarjan,
    number: &Slots,
    states: &[u32],
    avoided: &Marks,
) -> Vec<Vec<u32>> {
    let mut targets = |state: u32, out: &mut Vec<u32>| {
        let edges = graph.edges(state);
        let same = |to| number.get(to) == number.get(state);
        let kept = edges.filter(|&(to, marks)| same(to) && marks.is_disjoint(avoided));
        out.extend(kept.map(|(to, _)| to));
        Ok(())
    };
    let mut components = Vec::new();
    tarjan.forget(states);
    for &state in states {
        if tarjan.is_new(state) && tarjan.start(state, &mut targets).is_ok() {
            while let Ok(Some(component)) = tarjan.next_component(&mut targets) {
                components.push(component);
            }
        }
    }
    components
}

/// The marks on the edges inside a component, whose states bear a number of their own; `None` if it has
/// no edge.
fn marks_inside(graph: &Graph, number: &Slots, states: &[u32], avoided: &Marks) -> Option<Marks> {
    let mut inside = None;
    for &state in states {
        for (to, marks) in graph.edges(state) {
            if number.get(to) == number.get(state) && marks.is_disjoint(avoided) {
                inside.get_or_insert(Marks::EMPTY).unite(marks);
            }
        }
    }
    inside
}

#[cfg(test)]
mod tests {
    use super::*;
    use lariat_automata::Condition;
    use lariat_budget::Budget;

    /// One state with a loop for each of the marks, and for each two a clause that keeps a cycle from carrying both.
    fn clauses(count: usize) -> (Graph, Formula) {
        let clause = |i| Condition::any([Condition::Fin(2 * i), Condition::Fin(2 * i + 1)]);
        let condition = Condition::all((0..count).map(clause));
        let mut graph = Graph::default();
        (0..2 * count).for_each(|mark| graph.add_edge(0, &Marks::single(mark)));
        graph.end_state();
        (graph, Formula::new(&condition))
    }

    #[test]
    fn every_branch_is_looked_at_while_patience_lasts() {
        let (graph, formula) = clauses(6);
        let budget = Budget::unlimited();
        let parts = |steps| {
            let mut patience = Patience::new(steps, &budget);
            let parts = accepting_parts(&graph, &formula, &Marks::EMPTY, &mut patience);
            (parts.len(), patience.is_spent())
        };
        assert_eq!(parts(u64::MAX), (1 << 6, false));
        let (found, is_spent) = parts(400);
        assert!(is_spent && 0 < found && found < 1 << 6, "{found}");
    }
}
