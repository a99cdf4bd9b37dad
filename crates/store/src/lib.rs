//! State storage: fixed-length vectors of words, each kept once and from then on known by its index.
//!
//! Two stores share one interface, [`StateStore`]:
//! * [`TreeStore`] folds a state into a tree of pairs that are kept once each, so that states which
//!   resemble one another share most of their parts: 8 bytes per state and little more.  The store of every
//!   search.
//! * [`PlainStore`] keeps every word of every state.  Its twin in tests.
//!
//! Indices are given in the order of first interning, without gaps: a breadth-first search needs no
//! queue but a counter.  States are put in through a *writer*, which has the buffers and the small memory of one
//! thread; the store itself has nothing but the states.  Both stores grow as needed and keep a budget of bytes; running out of it is
//! a typed error ([`Exhausted`]), after which everything interned before can still be read.
//!
//! ```
//! use lariat_store::{StateIndex, StateStore, TreeStore, TreeWriter};
//!
//! let mut store = TreeStore::new(3, usize::MAX);
//! let mut writer = TreeWriter::default();
//! assert_eq!(store.intern(&mut writer, &[1, 2, 3])?, (StateIndex(0), true));
//! assert_eq!(store.intern(&mut writer, &[1, 2, 4])?, (StateIndex(1), true));
//! assert_eq!(store.intern(&mut writer, &[1, 2, 3])?, (StateIndex(0), false));
//! let mut state = [0; 3];
//! store.get(StateIndex(1), &mut state);
//! assert_eq!(state, [1, 2, 4]);
//! # Ok::<(), lariat_budget::Exhausted>(())
//! ```

mod learn;
mod pairs;
mod plain;
mod recent;
mod segments;
mod shape;
mod tree;

use std::fmt;

use lariat_budget::Exhausted;
pub use plain::PlainStore;
pub use tree::{TreeStore, TreeWriter, Unfolded};

/// The index of a state in its store.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(transparent)]
pub struct StateIndex(pub u32);

impl StateIndex {
    /// The index of the state that was interned after so many others.
    #[inline]
    pub fn at(place: usize) -> Self {
        Self(place as u32)
    }

    /// The index as a place in an array.
    #[inline]
    pub fn place(self) -> usize {
        self.0 as usize
    }
}

impl fmt::Display for StateIndex {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// A set of states of one width, each with an index.
pub trait StateStore {
    /// A state that was taken out of the store, with what helps to intern its neighbours.
    type Unfolded: Default + Send;

    /// What one thread needs to put states into the store: its buffers, and what it remembers.
    type Writer: Default + Send;

    /// How many words a state has.
    fn width(&self) -> usize;

    /// How many states are in the store.
    fn len(&self) -> usize;

    /// Whether no state is in the store.
    fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The index of a state, and whether it is new.
    ///
    /// # Errors
    /// When the state is new and there is no room for it.
    fn intern(
        &mut self,
        writer: &mut Self::Writer,
        state: &[u32],
    ) -> Result<(StateIndex, bool), Exhausted>;

    /// Writes the state with this index into `out`.
    fn get(&self, index: StateIndex, out: &mut [u32]);

    /// Takes a state out, so that its neighbours can be interned cheaply.
    fn unfold(&self, index: StateIndex, out: &mut Self::Unfolded);

    /// The words of a state that was taken out.
    fn words<'u>(&self, unfolded: &'u Self::Unfolded) -> &'u [u32];

    /// Begins to intern states that lie one after another and differ little from `near`.
    ///
    /// Several calls may come before [`complete_staged`](StateStore::complete_staged): the more states
    /// are on their way, the less each of them waits for the memory.
    ///
    /// # Errors
    /// When there is no room; the staged states are forgotten.
    fn stage_near(
        &mut self,
        writer: &mut Self::Writer,
        near: &Self::Unfolded,
        states: &[u32],
    ) -> Result<(), Exhausted>;

    /// Interns the staged states, in their order; appends the index of each, and whether it is new, to `out`.
    ///
    /// # Errors
    /// When there is no room for a new state; those before it are in the store and in `out`, the
    /// others are forgotten.
    fn complete_staged(
        &mut self,
        writer: &mut Self::Writer,
        out: &mut Vec<(StateIndex, bool)>,
    ) -> Result<(), Exhausted>;

    /// Interns states that lie one after another and differ little from `near`; appends the index of each, and
    /// whether it is new, to `out`.
    ///
    /// # Errors
    /// When there is no room for a new state.
    fn intern_near(
        &mut self,
        writer: &mut Self::Writer,
        near: &Self::Unfolded,
        states: &[u32],
        out: &mut Vec<(StateIndex, bool)>,
    ) -> Result<(), Exhausted> {
        self.stage_near(writer, near, states)?;
        self.complete_staged(writer, out)
    }

    /// Rewrites every state, to states of `width` words that are as different as before; indices stay.
    ///
    /// `rewrite` appends what a state becomes to its second argument.  No states may be staged.
    ///
    /// # Errors
    /// When there is no room for both versions at once; nothing has changed then.
    fn rewrite(
        &mut self,
        width: usize,
        rewrite: &mut dyn FnMut(&[u32], &mut Vec<u32>),
    ) -> Result<(), Exhausted>;

    /// The bytes that the entries take.
    fn bytes_used(&self) -> usize;

    /// The bytes that are allocated.
    fn bytes_allocated(&self) -> usize;
}
