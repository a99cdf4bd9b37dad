//! The components of the graph that a depth-first search has visited so far.
//!
//! They lie on a stack, each a run of live states: from its root, the state that was visited first,
//! to the next root.  An edge back to a live state closes a cycle, which makes one component of that
//! state's and all that are newer.

use crate::mark_word::MarkWord;
use crate::stack::Stack;

/// A component: the live states from its root to the next root.
pub(crate) struct Root<M> {
    /// The order of its first state.
    pub(crate) first: u32,
    /// The marks of the edge that led to it.
    pub(crate) entry: M,
    /// The marks of the edges inside it.
    pub(crate) inside: M,
}

/// The components, the newest last.
pub(crate) struct Roots<M>(Stack<Root<M>>);

impl<M> Default for Roots<M> {
    fn default() -> Self {
        Self(Stack::default())
    }
}

impl<M: MarkWord> Roots<M> {
    /// Adds a component of one state, of this order, that an edge with the marks `entry` has led to.
    #[inline]
    pub(crate) fn open(&mut self, first: u32, entry: M) {
        self.0.push(Root {
            first,
            entry,
            inside: M::default(),
        });
    }

    /// Merges the components newer than that of the state of this order, since an edge with these
    /// marks closes a cycle.
    ///
    /// That state's component is returned without the marks that it has gained, and these beside it.
    #[inline]
    pub(crate) fn merge(&mut self, order: u32, mut marks: M) -> (&mut Root<M>, M) {
        while let Some(newest) = self.0.pop_if(|root| root.first > order) {
            marks.unite(&newest.entry);
            marks.unite(&newest.inside);
        }
        (self.0.last_mut().expect("the state is live"), marks)
    }

    /// Removes the newest component if the state of this order is its root.
    #[inline]
    pub(crate) fn close(&mut self, first: u32) -> Option<Root<M>> {
        self.0.pop_if(|root| root.first == first)
    }

    /// The newest component.
    pub(crate) fn newest(&self) -> Option<&Root<M>> {
        self.0.last()
    }

    /// All of them, the oldest first.
    #[cfg(test)]
    pub(crate) fn iter(&self) -> impl Iterator<Item = &Root<M>> {
        self.0.iter()
    }
}
