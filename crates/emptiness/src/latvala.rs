//! Inf marks and Streett pairs, component by component.
//!
//! Follows [latvala.00.csp].  Tarjan's algorithm produces the components of the automaton on the fly;
//! each is judged when it is complete, first by its Inf marks alone, and only if it passes and has pairs
//! to keep by the loop of the paper's Figure 1:
//!
//! ```text
//! Empty(S):
//!   (L1) queue := {S}
//!   (L2) take C from the queue
//!   (L3) while some l is on C without its u: remove the edges with l from C
//!   (L4) if edges were removed: put the components of what is left of C into the queue
//!   (L5) else if C has an edge and all Inf marks: NOT EMPTY
//! ```
//!
//! The paper deletes states, ours deletes edges, since that is where our marks are.  Read literally it
//! takes an empty component for a good one; (L5) asks for an edge.  Every component in the queue has a
//! number of its own, lest the restricted search walk into another one.
//!
//! `streett` needs no second copy of a component, and stops inside one that is not complete; this check
//! is here to compare with.

use std::collections::VecDeque;

use lariat_automata::graph::Graph;
use lariat_automata::{Automaton, FairnessView, Marks};
use lariat_budget::{Budget, Exhausted};

use crate::slots::Slots;
use crate::space::Space;
use crate::tarjan::Tarjan;
use crate::{AcceptingComponent, Algorithm, Checked, Interned, Numbering, Refusal, RefusalReason};

/// Decides whether some run is accepting, where the condition is a conjunction of Inf, Fin and
/// Streett pairs.
///
/// ```
/// use lariat_automata::{Acceptance, Explicit, Label, Labels, Marks};
/// use lariat_budget::Budget;
/// use lariat_emptiness::latvala;
///
/// let mut automaton = Explicit::new(Labels::default(), Acceptance::streett(1));
/// let state = automaton.add_state();
/// automaton.initial.push(state);
/// automaton.add_transition(state, Label::TRUE, Marks::single(0), state);
/// let verdict = latvala::check(&automaton, &Budget::unlimited()).unwrap();
/// assert!(verdict.is_empty());
/// ```
pub fn check<A: Automaton>(automaton: A, budget: &Budget) -> Result<Checked<A::State>, Refusal> {
    check_with(automaton, Interned::default(), budget)
}

/// [`check`] with the caller's numbering of states.
pub fn check_with<A: Automaton, N: Numbering<A::State>>(
    automaton: A,
    numbering: N,
    budget: &Budget,
) -> Result<Checked<A::State>, Refusal> {
    let fairness = automaton.acceptance().fairness_view().ok_or(Refusal {
        algorithm: Algorithm::Latvala,
        reason: RefusalReason::NotFairness,
    })?;
    let mut search = Search {
        space: Space::new(automaton, numbering, budget),
        fairness,
        local: Slots::default(),
    };
    let outcome = search.search();
    Ok(Checked::new(outcome, search.space.statistics))
}

struct Search<'a, A: Automaton, N> {
    space: Space<'a, A, N>,
    fairness: FairnessView,
    /// For each state of the component at hand its number there, plus one.
    local: Slots,
}

impl<A: Automaton, N: Numbering<A::State>> Search<'_, A, N> {
    fn search(&mut self) -> Result<Option<AcceptingComponent<A::State>>, Exhausted> {
        let mut tarjan = Tarjan::default();
        for initial in self.space.initial()? {
            if !tarjan.is_new(initial) {
                continue;
            }
            tarjan.start(initial, &mut |state, out| self.visit(state, out))?;
            while let Some(component) =
                tarjan.next_component(&mut |state, out| self.visit(state, out))?
            {
                self.space.count_depth(tarjan.depth());
                if let Some(good) = self.judge(&component)? {
                    return Ok(Some(good));
                }
                self.space.statistics.components += 1;
            }
        }
        Ok(None)
    }

    /// Appends the targets of a state's edges.
    fn visit(&mut self, state: u32, targets: &mut Vec<u32>) -> Result<(), Exhausted> {
        self.space.count_visit()?;
        self.space.expand(
            state,
            |_| true,
            |to, _: Marks| {
                targets.push(to);
                Ok(())
            },
        )
    }

    /// Looks for an accepting part of a component.
    fn judge(
        &mut self,
        component: &[u32],
    ) -> Result<Option<AcceptingComponent<A::State>>, Exhausted> {
        let graph = self.copy(component)?;
        let space = &mut self.space;
        let Some(good) = good_part(&graph, &self.fairness, &mut || space.count_revisit())? else {
            return Ok(None);
        };
        let numbers = good.states.iter().map(|&s| component[s as usize]);
        let obliging = self.fairness.pairs.iter().map(|pair| pair.l);
        let shunned = obliging.chain(self.fairness.fin.iter());
        Ok(Some(AcceptingComponent {
            states: self.space.states(numbers),
            shunned: shunned
                .filter(|&mark| !good.inside.contains(mark))
                .collect(),
            way: Vec::new(),
        }))
    }

    /// The edges inside a component.
    fn copy(&mut self, component: &[u32]) -> Result<Graph, Exhausted> {
        for (number, &state) in (1..).zip(component) {
            self.local.set(state, number);
        }
        let mut graph = Graph::default();
        for &state in component {
            let local = &self.local;
            self.space.expand(
                state,
                |_| true,
                |to, marks: Marks| {
                    if let Some(to) = local.get(to).checked_sub(1) {
                        graph.add_edge(to, &marks);
                    }
                    Ok(())
                },
            )?;
            graph.end_state();
        }
        for &state in component {
            self.local.set(state, 0);
        }
        Ok(graph)
    }
}

/// A part of a graph that holds an accepting cycle.
#[derive(Debug)]
pub(crate) struct GoodPart {
    /// Its states.
    pub(crate) states: Vec<u32>,
    /// The marks that its edges carry; an edge with others does not belong to it.
    pub(crate) inside: Marks,
}

/// A part of a graph, in the queue of the loop.
struct Part {
    states: Vec<u32>,
    /// Edges that carry one of these were removed.
    removed: Marks,
}

/// A strongly connected part of a strongly connected graph through which a cycle satisfies the
/// condition; `count` is called for each state that is looked at again.
pub(crate) fn good_part(
    graph: &Graph,
    fairness: &FairnessView,
    count: &mut impl FnMut() -> Result<(), Exhausted>,
) -> Result<Option<GoodPart>, Exhausted> {
    let mut tarjan = Tarjan::default();
    let mut number = Slots::default();
    let mut numbers = 0;
    let mut queue = VecDeque::from([Part {
        states: (0..graph.state_count()).collect(),
        removed: Marks::EMPTY,
    }]); // (L1)
    while let Some(mut part) = queue.pop_front() {
        // (L2)
        numbers += 1;
        for &state in &part.states {
            number.set(state, numbers);
        }
        let (inside, changed) = remove_bad_edges(graph, fairness, &number, &mut part);
        let Some(inside) = inside.filter(|marks| fairness.inf.is_subset(marks)) else {
            continue;
        };
        if !changed {
            let states = part.states;
            return Ok(Some(GoodPart { states, inside })); // (L5)
        }
        let mut targets = |state, out: &mut Vec<u32>| {
            count()?;
            out.extend(kept_edges(graph, &number, &part.removed, state).map(|(to, _)| to));
            Ok(())
        };
        tarjan.forget(&part.states);
        for &state in &part.states {
            if tarjan.is_new(state) {
                tarjan.start(state, &mut targets)?;
            }
            while let Some(states) = tarjan.next_component(&mut targets)? {
                let removed = part.removed.clone();
                queue.push_back(Part { states, removed }); // (L4)
            }
        }
    }
    Ok(None)
}

/// (L3) Removes edges until every l is gone or has its u.  The marks that are left, `None` if there is
/// no edge, and whether anything was removed.
fn remove_bad_edges(
    graph: &Graph,
    fairness: &FairnessView,
    number: &Slots,
    part: &mut Part,
) -> (Option<Marks>, bool) {
    let mut changed = false;
    loop {
        let mut inside = None;
        for &state in &part.states {
            for (_, marks) in kept_edges(graph, number, &part.removed, state) {
                inside.get_or_insert(Marks::EMPTY).unite(marks);
            }
        }
        let bad = inside
            .as_ref()
            .map_or(Marks::EMPTY, |inside| bad(fairness, inside));
        if bad.is_empty() {
            return (inside, changed);
        }
        part.removed.unite(&bad);
        changed = true;
    }
}

/// The marks that a cycle through edges with the marks `inside` must leave out.
fn bad(fairness: &FairnessView, inside: &Marks) -> Marks {
    let pairs = fairness.pairs.iter();
    let unkept = pairs.filter(|pair| inside.contains(pair.l) && !inside.contains(pair.u));
    let unkept: Marks = unkept.map(|pair| pair.l).collect();
    unkept.union(&fairness.fin.intersection(inside))
}

/// The edges of a state that stay in its part and were not removed.
fn kept_edges<'g>(
    graph: &'g Graph,
    number: &'g Slots,
    removed: &'g Marks,
    state: u32,
) -> impl Iterator<Item = (u32, &'g Marks)> {
    let part = number.get(state);
    let edges = graph.edges(state);
    edges.filter(move |&(to, marks)| number.get(to) == part && removed.is_disjoint(marks))
}
