//! What the checks stand on that visit a component again, without some of its edges: `streett` and
//! `generic`.
//!
//! These are the automaton, its states by number; which of them are live, wait to be visited again or
//! are done with; the components of the graph visited so far; and the path.  How a component is judged,
//! and what a new visit leaves out, is up to the check.

use lariat_automata::{Automaton, Marks};
use lariat_budget::Exhausted;

use crate::levels::{Levels, Status};
use crate::mark_word::MarkWord;
use crate::path::Path;
use crate::roots::{Root, Roots};
use crate::space::Space;
use crate::{AcceptingComponent, Numbering};

/// The parts that belong to no check alone; states on the path bear a note.
pub(crate) struct Ground<'a, A: Automaton, N, M, T = ()> {
    pub(crate) space: Space<'a, A, N>,
    pub(crate) levels: Levels,
    pub(crate) roots: Roots<M>,
    pub(crate) path: Path<M, T>,
}

impl<'a, A: Automaton, N: Numbering<A::State>, M: MarkWord, T> Ground<'a, A, N, M, T> {
    pub(crate) fn new(space: Space<'a, A, N>) -> Self {
        Self {
            space,
            levels: Levels::default(),
            roots: Roots::default(),
            path: Path::default(),
        }
    }

    /// Counts a visit of a state, its first or another one.
    #[inline]
    pub(crate) fn count(&mut self, state: u32) -> Result<(), Exhausted> {
        match self.levels.status(state) {
            Status::New => self.space.count_visit(),
            _ => self.space.count_revisit(),
        }
    }

    /// Appends a state to the path, with those of its edges that carry no avoided mark and do not lead
    /// to a dead state, and opens a component for it.  If there is no such edge the state is dead, and
    /// the answer is false.
    #[inline]
    pub(crate) fn enter(
        &mut self,
        state: u32,
        note: T,
        entry: M,
        avoided: &M,
        comes_late: impl Fn(&M) -> bool,
    ) -> Result<bool, Exhausted> {
        let (levels, space) = (&self.levels, &mut self.space);
        let wanted = |marks: &M| avoided.is_disjoint(marks);
        let keep = |to| !levels.is_dead(to);
        let path = &mut self.path;
        if !path.enter_noted(state, note, space, wanted, keep, comes_late)? {
            self.levels.bury(state);
            self.space.statistics.components += 1;
            return Ok(false);
        }
        let first = self.levels.enter(state)?;
        self.roots.open(first, entry);
        Ok(true)
    }

    /// Removes the newest component if the state, which has just left the path, is its root.
    #[inline]
    pub(crate) fn close(&mut self, state: u32) -> Option<Root<M>> {
        let Status::Live(first) = self.levels.status(state) else {
            unreachable!("a state on the path is live");
        };
        self.roots.close(first)
    }

    /// A component that was closed has no accepting cycle.
    #[inline]
    pub(crate) fn finish(&mut self, component: &Root<M>) {
        self.levels.finish(component.first);
        self.space.statistics.components += 1;
    }

    /// The newest component, whose cycle must not carry those `avoidable` marks that its edges do not
    /// carry.
    pub(crate) fn newest_component(
        &self,
        avoidable: impl IntoIterator<Item = usize>,
    ) -> AcceptingComponent<A::State> {
        let root = self.roots.newest().expect("a component was merged");
        let absent = avoidable
            .into_iter()
            .filter(|&mark| !root.inside.contains(mark));
        AcceptingComponent {
            states: self.space.states(self.levels.component(root.first)),
            shunned: absent.collect::<Marks>(),
            way: self.space.states(self.path.states()),
        }
    }
}
