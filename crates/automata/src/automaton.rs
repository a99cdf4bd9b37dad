//! The two interfaces that algorithms read: automata explored on the fly.
//!
//! Acceptance marks sit on edges, never on states.  States are produced on demand, so nothing here
//! can ask for "all states".
//!
//! # Contract
//! * `successors` is deterministic: equal states yield equal edges in equal order.
//! * Equality on `State` is semantic: equal states have the same future.
//!
//! Asking takes `&mut self`, so that an automaton may keep what it works out: a product the states of
//! its model, a tableau its nodes.  An automaton in memory has nothing to keep and implements
//! [`Automaton`] for a shared reference, as `&Explicit` does, so that several searches can read it at
//! once.  Searches take automata by value: a reference to one in memory, or `&mut` of one that is
//! still wanted afterwards.

use std::hash::Hash;

use crate::{Acceptance, Letter, Marks};

/// An edge: where it leads, and the acceptance marks that it carries.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Edge<S> {
    /// The state that the edge leads to.
    pub to: S,
    /// The acceptance marks on the edge.
    pub marks: Marks,
}

/// A transition-based ω-automaton whose states are computed on demand.
///
/// Labels do not show: a search asks whether some run is accepting, whatever it reads.
pub trait Automaton {
    /// A state; cheap to clone, compared by meaning.
    type State: Clone + Eq + Hash;

    /// The condition that a run's infinitely repeated marks must satisfy.
    fn acceptance(&self) -> &Acceptance;

    /// Appends the initial states to `out`.
    fn initial(&mut self, out: &mut Vec<Self::State>);

    /// Appends every edge leaving `from` to `out`, without clearing it.
    ///
    /// The caller owns the buffer, so a search can keep all pending edges of its stack in one
    /// allocation.
    fn successors(&mut self, from: &Self::State, out: &mut Vec<Edge<Self::State>>);

    /// Calls `each` with the target and the marks of every edge leaving `from`, in the order of
    /// [`Automaton::successors`].
    ///
    /// An automaton with its edges in memory overrides this, so that a search reads them where they
    /// are, and may bring what their targets need into the cache; the others make them in the
    /// caller's buffer.
    fn for_each_edge(
        &mut self,
        from: &Self::State,
        buffer: &mut Vec<Edge<Self::State>>,
        mut each: impl FnMut(&Self::State, &Marks),
    ) where
        Self: Sized,
    {
        buffer.clear();
        self.successors(from, buffer);
        buffer.iter().for_each(|edge| each(&edge.to, &edge.marks));
    }

    /// Hints that the edges of a state may be asked for soon: a chance to bring what they are made of
    /// into the cache.
    #[inline]
    fn prefetch(&self, _: &Self::State) {}

    /// Hints that the edges of a state, for which [`Automaton::prefetch`] was called a while ago, are about to be asked for.
    #[inline]
    fn prefetch_edges(&self, _: &Self::State) {}
}

impl<A: Automaton> Automaton for &mut A {
    type State = A::State;

    fn acceptance(&self) -> &Acceptance {
        (**self).acceptance()
    }

    fn initial(&mut self, out: &mut Vec<Self::State>) {
        (**self).initial(out);
    }

    fn successors(&mut self, from: &Self::State, out: &mut Vec<Edge<Self::State>>) {
        (**self).successors(from, out);
    }

    #[inline]
    fn for_each_edge(
        &mut self,
        from: &Self::State,
        buffer: &mut Vec<Edge<Self::State>>,
        each: impl FnMut(&Self::State, &Marks),
    ) {
        (**self).for_each_edge(from, buffer, each);
    }

    #[inline]
    fn prefetch(&self, state: &Self::State) {
        (**self).prefetch(state);
    }

    #[inline]
    fn prefetch_edges(&self, state: &Self::State) {
        (**self).prefetch_edges(state);
    }
}

/// An automaton that reads letters: what a property is to a product.
///
/// A letter is the set of the indices, in the acceptor's own list of propositions, of those that
/// are true.
pub trait Acceptor {
    /// A state; cheap to clone, compared by meaning.
    type State: Clone + Eq + Hash;

    /// The condition that a run's infinitely repeated marks must satisfy.
    fn acceptance(&self) -> &Acceptance;

    /// The propositions it reads, by name; a letter's elements are indices into them.
    fn propositions(&self) -> &[String];

    /// Appends the initial states to `out`.
    fn initial(&self, out: &mut Vec<Self::State>);

    /// Appends every edge that leaves `from` reading `letter` to `out`, without clearing it.
    fn successors(&self, from: &Self::State, letter: &Letter, out: &mut Vec<Edge<Self::State>>);
}

impl<A: Acceptor> Acceptor for &A {
    type State = A::State;

    fn acceptance(&self) -> &Acceptance {
        (*self).acceptance()
    }

    fn propositions(&self) -> &[String] {
        (*self).propositions()
    }

    fn initial(&self, out: &mut Vec<Self::State>) {
        (*self).initial(out);
    }

    fn successors(&self, from: &Self::State, letter: &Letter, out: &mut Vec<Edge<Self::State>>) {
        (*self).successors(from, letter, out);
    }
}
