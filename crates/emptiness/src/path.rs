//! The path of a depth-first search: its states, and their edges still to take.
//!
//! One stack of frames and one of pending edges stand for the recursion that papers write down.

use lariat_automata::Automaton;
use lariat_budget::Exhausted;

use crate::Numbering;
use crate::mark_word::MarkWord;
use crate::space::Space;
use crate::stack::Stack;

struct Frame<T> {
    state: u32,
    /// How many of the state's edges are on top of the stack of edges.
    pending: u32,
    /// What the search notes of the state.
    note: T,
}

/// The states from the start of the search to the current one, each with a note; an edge is a target and its marks.
pub(crate) struct Path<M, T = ()> {
    frames: Stack<Frame<T>>,
    edges: Stack<(u32, M)>,
    /// The edges of the state that is entered, those that come late apart; kept for their allocations.
    fresh: Vec<(u32, M)>,
    late: Vec<(u32, M)>,
}

impl<M, T> Default for Path<M, T> {
    fn default() -> Self {
        Self {
            frames: Stack::default(),
            edges: Stack::default(),
            fresh: Vec::new(),
            late: Vec::new(),
        }
    }
}

/// What a search does next.
pub(crate) enum Next<M, T = ()> {
    /// Take this edge of the current state.
    Edge(u32, M),
    /// All edges of this state were taken; it was removed from the path.
    Leave(u32, T),
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
    ) -> Result<bool, Exhausted> {
        self.enter_noted(state, (), space, wanted, keep, |_| false)
    }
}

impl<M: MarkWord, T> Path<M, T> {
    /// Appends a state with a note, as [`enter`](Path::enter) does; edges whose marks come `late` are to be taken
    /// after the others.
    pub(crate) fn enter_noted<A: Automaton, N: Numbering<A::State>>(
        &mut self,
        state: u32,
        note: T,
        space: &mut Space<'_, A, N>,
        wanted: impl Fn(&M) -> bool,
        keep: impl Fn(u32) -> bool,
        comes_late: impl Fn(&M) -> bool,
    ) -> Result<bool, Exhausted> {
        space.count_depth(self.frames.len() + 1);
        let Self { fresh, late, .. } = self;
        fresh.clear();
        late.clear();
        space.expand(state, wanted, |to, marks: M| {
            if keep(to) {
                let part = if comes_late(&marks) {
                    &mut *late
                } else {
                    &mut *fresh
                };
                part.push((to, marks));
            }
            Ok(())
        })?;
        let pending =
            u32::try_from(fresh.len() + late.len()).map_err(|_| Exhausted::SearchNumbers)?;
        while let Some(edge) = late.pop().or_else(|| fresh.pop()) {
            self.edges.push(edge);
        }
        if pending > 0 {
            self.frames.push(Frame {
                state,
                pending,
                note,
            });
        }
        Ok(pending > 0)
    }

    /// How many states are on the path.
    pub(crate) fn len(&self) -> usize {
        self.frames.len()
    }

    /// The last state and its note.
    pub(crate) fn last_mut(&mut self) -> Option<(u32, &mut T)> {
        let frame = self.frames.last_mut()?;
        Some((frame.state, &mut frame.note))
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
    pub(crate) fn next(&mut self) -> Option<Next<M, T>> {
        let frame = self.frames.last_mut()?;
        if frame.pending == 0 {
            let Frame { state, note, .. } = self.frames.pop()?;
            return Some(Next::Leave(state, note));
        }
        frame.pending -= 1;
        let (to, marks) = self.edges.pop()?;
        Some(Next::Edge(to, marks))
    }
}
