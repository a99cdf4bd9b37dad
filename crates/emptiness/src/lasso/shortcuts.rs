//! Shortcuts: where a cycle passes a state that it will come to anyway.
//!
//! A stretch of the cycle is left out if its ends are the same state, and replaced by an edge if there is
//! one from its first state to its last, provided that the cycle stays accepting.  This is repeated until
//! no shortcut is left, or no patience.

use lariat_automata::Marks;
use lariat_automata::graph::EdgeId;

use super::part::{Cycle, Part};
use super::patience::Patience;
use crate::formula::Formula;

/// What looking for shortcuts costs for each edge of a cycle, in steps.
const STEPS: u64 = 16;

/// A cycle with more edges, each times the parts of the condition, is left as it is: its marks, position by position, would take
/// too much memory.
const LARGEST: u64 = 1 << 28;

/// Removes shortcuts until none is left, or until patience is spent.
pub(crate) fn remove_shortcuts(
    part: &Part,
    formula: &Formula,
    cycle: &mut Cycle,
    patience: &mut Patience<'_>,
) {
    // A stretch does not wrap around the start, so the cycle is looked at from two sides.
    let mut without_change = 0;
    while without_change < 2 {
        let before = cycle.edges.len();
        patience.spend(STEPS * before as u64);
        if before as u64 * formula.size() > LARGEST {
            return;
        }
        let stretches = Stretches::new(part, formula, cycle);
        cycle.edges = stretches.shortened(cycle);
        without_change = match cycle.edges.len() < before {
            true => 0,
            false => without_change + 1,
        };
        rotate(part, cycle, cycle.edges.len() / 2);
        if patience.is_spent() {
            return;
        }
    }
}

/// Makes the state at a position the start.
pub(crate) fn rotate(part: &Part, cycle: &mut Cycle, position: usize) {
    let state = part.states_of(cycle).nth(position);
    if let Some(state) = state {
        cycle.start = state;
        cycle.edges.rotate_left(position);
    }
}

/// A cycle with what is needed to judge its stretches.
struct Stretches<'a> {
    part: &'a Part,
    formula: &'a Formula,
    /// The state at each position, and at the end the first one again.
    states: Vec<u32>,
    /// Each state with each of its positions, in ascending order.
    positions: Vec<(u32, usize)>,
    /// For each position the marks from there to the end.
    later: Vec<Marks>,
}

impl<'a> Stretches<'a> {
    fn new(part: &'a Part, formula: &'a Formula, cycle: &Cycle) -> Self {
        let mut states: Vec<u32> = part.states_of(cycle).collect();
        states.push(cycle.start);
        let mut positions: Vec<(u32, usize)> = states.iter().copied().zip(0..).collect();
        positions.sort_unstable();
        let mut later = vec![Marks::EMPTY; states.len()];
        for (position, &edge) in cycle.edges.iter().enumerate().rev() {
            later[position] = later[position + 1].union(part.graph.marks(edge));
        }
        Self {
            part,
            formula,
            states,
            positions,
            later,
        }
    }

    /// The edges of the cycle with a shortcut wherever there is one, from the start on.
    fn shortened(&self, cycle: &Cycle) -> Vec<EdgeId> {
        let mut edges = Vec::new();
        let mut marks = Marks::EMPTY;
        let mut from = 0;
        while from < cycle.edges.len() {
            let (edge, to) = match self.loop_end(from, &marks, edges.is_empty()) {
                Some(to) => (None, to),
                None => self
                    .chord(from, &marks)
                    .unwrap_or((Some(cycle.edges[from]), from + 1)),
            };
            if let Some(edge) = edge {
                marks.unite(self.part.graph.marks(edge));
                edges.push(edge);
            }
            from = to;
        }
        edges
    }

    /// The last position of the same state up to which all can be left out, after edges with `marks`.
    fn loop_end(&self, from: usize, marks: &Marks, nothing_before: bool) -> Option<usize> {
        let end = self.states.len() - 1;
        self.later_positions(self.states[from], from + 1)
            .filter(|&to| to < end || !nothing_before)
            .find(|&to| self.formula.accepts(&marks.union(&self.later[to])))
    }

    /// An edge that can take the place of a stretch of at least two, and the end of that stretch.
    fn chord(&self, from: usize, marks: &Marks) -> Option<(Option<EdgeId>, usize)> {
        let graph = &self.part.graph;
        let chords = graph.edge_ids(self.states[from]).filter_map(|edge| {
            let marks = marks.union(graph.marks(edge));
            let to = self
                .later_positions(graph.target(edge), from + 2)
                .find(|&to| self.formula.accepts(&marks.union(&self.later[to])))?;
            Some((Some(edge), to))
        });
        chords.max_by_key(|&(_, to)| to)
    }

    /// The positions of a state from `first` on, the last one first.
    fn later_positions(&self, state: u32, first: usize) -> impl Iterator<Item = usize> {
        let end = self.positions.partition_point(|&(other, _)| other <= state);
        let ends = self.positions[..end].iter().rev();
        ends.take_while(move |&&(other, to)| other == state && to >= first)
            .map(|&(_, to)| to)
    }
}
