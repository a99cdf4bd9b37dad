//! Fewer acceptance marks, on fewer kinds of edges.
//!
//! What a mark demands depends on the component that a run stays in.  There it is *redundant* if
//! every cycle with all the other marks carries it too, as where it lies on every edge, contains
//! another mark, or cuts every cycle (a component all of whose cycles are accepting needs no mark at
//! all).  Redundant marks are dropped one by one, each against those that remain.  Two marks are
//! *joined* into one, on the edges that carry both, if every accepting cycle has such an edge.
//!
//! The automaton needs as many marks as the most demanding component, and one if a component rejects;
//! in the other accepting components, spare marks lie on every edge.
//!
//! Fewer marks make edges alike, which then become one, and states alike, which simulation then
//! merges.

use lariat_automata::scc::{Components, components};
use lariat_automata::{Edge, Marks, StateId};

use super::graph::Graph;

/// Drops and joins marks and renumbers the others.  Expects a trimmed graph: marks lie inside
/// accepting components only.
pub(crate) fn simplify(graph: &mut Graph) {
    if graph.marks == 0 || graph.marks * graph.move_count() > WORK {
        return;
    }
    let found = graph.components();
    let accepting = |&component: &usize| graph.accepting(&found, component);
    let rejects = (0..found.count).any(|c| !found.trivial[c] && !accepting(&c));
    let members = found.members();
    let demands: Vec<(usize, Vec<Marks>)> = (0..found.count)
        .filter(accepting)
        .map(|component| {
            (
                component,
                Inside::new(graph, &found, &members[component]).demands(),
            )
        })
        .collect();
    let most = demands.iter().map(|(_, demands)| demands.len()).max();
    let count = most.unwrap_or(0).max(usize::from(rejects));
    for (component, demands) in &demands {
        let numbers = numbering(demands, count);
        renumber(graph, &found, &members[*component], &numbers, count);
    }
    graph.marks = count;
    graph.merge_moves();
}

/// Marks times edges, beyond which all marks are kept: every mark is tried on every edge.
const WORK: usize = 2_000_000;

/// So many marks of a component are joined with each other at most.
const MOST_JOINED: usize = 8;

/// The inside of an accepting component.
struct Inside<'a> {
    graph: &'a Graph,
    found: &'a Components,
    members: &'a [StateId],
}

impl<'a> Inside<'a> {
    fn new(graph: &'a Graph, found: &'a Components, members: &'a [StateId]) -> Self {
        Self {
            graph,
            found,
            members,
        }
    }

    /// Few sets of marks such that a cycle is accepting iff for each it has an edge with all of it.
    fn demands(&self) -> Vec<Marks> {
        let demands: Vec<Marks> = self.needed().iter().map(Marks::single).collect();
        if demands.len() > MOST_JOINED {
            return demands;
        }
        self.joined(demands)
    }

    /// The marks that remain when redundant ones are dropped one by one.
    fn needed(&self) -> Marks {
        let mut needed = self.graph.all_marks();
        for mark in (0..self.graph.marks).rev() {
            needed.remove(mark);
            let kept = |marks: &Marks| (!marks.contains(mark)).then(|| marks.clone());
            if self.has_cycle(kept, &needed) {
                needed.insert(mark);
            }
        }
        needed
    }

    /// The demands with pairs joined as long as possible.
    fn joined(&self, mut demands: Vec<Marks>) -> Vec<Marks> {
        let mut first = 0;
        while first < demands.len() {
            let joint = |second: usize| demands[first].union(&demands[second]);
            let mut rest = first + 1..demands.len();
            match rest.find(|&second| !self.avoids(&joint(second), &demands)) {
                Some(second) => {
                    demands[first] = joint(second);
                    demands.remove(second);
                }
                None => first += 1,
            }
        }
        demands
    }

    /// Whether a cycle meets the demands without an edge that has all of `joint`.
    fn avoids(&self, joint: &Marks, demands: &[Marks]) -> bool {
        let met = |marks: &Marks| -> Option<Marks> {
            let is_met = |&demand: &usize| demands[demand].is_subset(marks);
            (!joint.is_subset(marks)).then(|| (0..demands.len()).filter(is_met).collect())
        };
        self.has_cycle(met, &Marks::first(demands.len()))
    }

    /// Whether a cycle has every mark of `wanted`, over the edges for which `view` gives marks.
    fn has_cycle(&self, view: impl Fn(&Marks) -> Option<Marks>, wanted: &Marks) -> bool {
        let count = self.graph.state_count();
        let left = components(count, self.members.iter().copied(), |from, out| {
            let edges = self.graph.moves[from as usize].iter();
            let inside = edges.filter(|edge| self.found.together(from, edge.to));
            out.extend(inside.filter_map(|edge| {
                let marks = view(&edge.marks)?;
                Some(Edge { to: edge.to, marks })
            }));
        });
        (0..left.count).any(|c| !left.trivial[c] && wanted.is_subset(&left.marks[c]))
    }
}

/// A number below `count` for each demand: that of one of its marks where it is free, else another.
fn numbering(demands: &[Marks], count: usize) -> Vec<(Marks, usize)> {
    let mut free = Marks::first(count);
    let mut numbers = Vec::with_capacity(demands.len());
    let mut homeless = Vec::new();
    for demand in demands {
        match demand.intersection(&free).iter().next() {
            Some(own) => {
                free.remove(own);
                numbers.push((demand.clone(), own));
            }
            None => homeless.push(demand.clone()),
        }
    }
    numbers.extend(homeless.into_iter().zip(free.iter()));
    numbers
}

fn renumber(
    graph: &mut Graph,
    found: &Components,
    members: &[StateId],
    numbers: &[(Marks, usize)],
    count: usize,
) {
    let taken: Marks = numbers.iter().map(|&(_, number)| number).collect();
    let spare = Marks::first(count).difference(&taken);
    for &from in members {
        for edge in &mut graph.moves[from as usize] {
            if found.together(from, edge.to) {
                let met = numbers
                    .iter()
                    .filter(|(demand, _)| demand.is_subset(&edge.marks));
                let met: Marks = met.map(|&(_, number)| number).collect();
                edge.marks = met.union(&spare);
            }
        }
    }
}
