//! Strongly connected components one by one, each when it is complete.
//!
//! Tarjan's algorithm [tarjan.72.sicomp] with an explicit stack, as an iteration that the caller
//! drives: it supplies the edges, on the fly or restricted to a part of a graph, and may stop after any
//! component.

use lariat_budget::Exhausted;

use crate::slots::Slots;

const NEW: u32 = 0;
const DONE: u32 = u32::MAX;

struct Frame {
    state: u32,
    /// Its order among the live states, from 1 on.
    order: u32,
    /// Where its targets begin among the pending ones.
    first_pending: usize,
}

/// A search for components.
#[derive(Default)]
pub(crate) struct Tarjan {
    /// For each state: `NEW`, `DONE`, or the least order of a live state that it is known to reach.
    low: Slots,
    live: Vec<u32>,
    frames: Vec<Frame>,
    pending: Vec<u32>,
}

impl Tarjan {
    /// Whether the search has not seen the state.
    pub(crate) fn is_new(&self, state: u32) -> bool {
        self.low.get(state) == NEW
    }

    /// How many states are on the path of the search.
    pub(crate) fn depth(&self) -> usize {
        self.frames.len()
    }

    /// Makes states that the search is done with new again.
    pub(crate) fn forget(&mut self, states: &[u32]) {
        for &state in states {
            self.low.set(state, NEW);
        }
    }

    /// Begins a search from a new state; `targets` appends the targets of its edges.
    pub(crate) fn start(
        &mut self,
        state: u32,
        targets: &mut impl FnMut(u32, &mut Vec<u32>) -> Result<(), Exhausted>,
    ) -> Result<(), Exhausted> {
        let first_pending = self.pending.len();
        targets(state, &mut self.pending)?;
        self.pending[first_pending..].reverse();
        self.live.push(state);
        let order = u32::try_from(self.live.len()).map_err(|_| Exhausted::SearchNumbers)?;
        self.low.set(state, order);
        self.frames.push(Frame {
            state,
            order,
            first_pending,
        });
        Ok(())
    }

    /// The next component that is complete; `None` when the search is over.
    pub(crate) fn next_component(
        &mut self,
        targets: &mut impl FnMut(u32, &mut Vec<u32>) -> Result<(), Exhausted>,
    ) -> Result<Option<Vec<u32>>, Exhausted> {
        while let Some(frame) = self.frames.last() {
            let state = frame.state;
            if self.pending.len() > frame.first_pending {
                let to = self.pending.pop().expect("the last frame has an edge");
                match self.low.get(to) {
                    NEW => self.start(to, targets)?,
                    DONE => {}
                    low => self.lower(state, low),
                }
            } else if let Some(component) = self.leave() {
                return Ok(Some(component));
            }
        }
        Ok(None)
    }

    fn lower(&mut self, state: u32, low: u32) {
        if low < self.low.get(state) {
            self.low.set(state, low);
        }
    }

    /// Removes the last state from the path, and its component if it is the first of that.
    fn leave(&mut self) -> Option<Vec<u32>> {
        let Frame { state, order, .. } = self.frames.pop()?;
        let low = self.low.get(state);
        if low < order {
            let parent = self.frames.last().expect("the path holds an earlier state");
            let parent = parent.state;
            self.lower(parent, low);
            return None;
        }
        let component = self.live.split_off(order as usize - 1);
        for &state in &component {
            self.low.set(state, DONE);
        }
        Some(component)
    }
}
