//! The path of a depth-first search: its states, and their edges still to take.
//!
//! One stack of frames and one of pending edges stand for the recursion that papers write down.

use lariat_automata::Automaton;

use crate::mark_word::MarkWord;
use crate::space::Space;
use crate::stack::Stack;
use crate::{Numbering, Stop};

struct Frame {
    state: u32,
    /// How many of the state's edges are on top of the stack of edges.
    pending: u32,
}

/// The states from the start of the search to the current one; an edge is a target and its marks.
pub(crate) struct Path<M> {
    frames: Stack<Frame>,
    edges: Stack<(u32, M)>,
    /// The edges of the state that is entered; kept for its allocation.
    fresh: Vec<(u32, M)>,
}

impl<M> Default for Path<M> {
    fn default() -> Self {
        Self {
            frames: Stack::default(),
            edges: Stack::default(),
            fresh: Vec::new(),
        }
    }
}

/// What a search does next.
pub(crate) enum Next<M> {
    /// Take this edge of the current state.
    Edge(u32, M),
    /// All edges of this state were taken; it was removed from the path.
    Leave(u32),
}

impl<M: MarkWord> Path<M> {
    /// Appends a state, with those of its edges whose marks are `wanted` and whose targets are to
    /// `keep`; if there are none, the state is not appended, and the answer is false.
    pub(crate) fn enter<A: Automaton, N: Numbering<A::State>>(
        &mut self,
        state: u32,
        space: &mut Space<'_, A, N>,
        wanted: impl Fn(&M) -> bool,
        keep: impl Fn(u32) -> bool,
    ) -> Result<bool, Stop> {
        space.count_depth(self.frames.len() + 1);
        let fresh = &mut self.fresh;
        fresh.clear();
        space.expand(state, wanted, |to, marks: M| {
            if keep(to) {
                fresh.push((to, marks));
            }
            Ok(())
        })?;
        let pending = u32::try_from(fresh.len()).map_err(|_| Stop::Numbers)?;
        while let Some(edge) = fresh.pop() {
            self.edges.push(edge);
        }
        if pending > 0 {
            self.frames.push(Frame { state, pending });
        }
        Ok(pending > 0)
    }

    /// How many states are on the path.
    pub(crate) fn len(&self) -> usize {
        self.frames.len()
    }

    /// The states on the path, in order.
    pub(crate) fn states(&self) -> impl Iterator<Item = u32> + '_ {
        self.frames.iter().map(|frame| frame.state)
    }

    /// The part of the path from the last occurrence of `state` on.
    pub(crate) fn since(&self, state: u32) -> Vec<u32> {
        let mut part: Vec<u32> = self.states().collect();
        let start = part.iter().rposition(|&other| other == state);
        part.drain(..start.unwrap_or(0));
        part
    }

    /// Removes the next edge of the current state, or that state; `None` on an empty path.
    pub(crate) fn next(&mut self) -> Option<Next<M>> {
        let frame = self.frames.last_mut()?;
        let state = frame.state;
        if frame.pending == 0 {
            self.frames.pop();
            return Some(Next::Leave(state));
        }
        frame.pending -= 1;
        let (to, marks) = self.edges.pop()?;
        Some(Next::Edge(to, marks))
    }
}
