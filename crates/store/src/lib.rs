//! State storage: fixed-length vectors of words, each kept once and from then on known by its index.
//!
//! Two stores share one interface, [`StateStore`]:
//! * [`TreeStore`] folds a state into a tree of pairs that are kept once each, so that states which
//!   resemble one another share most of their parts: 8 bytes per state and little more.  The store of every
//!   search.
//! * [`PlainStore`] keeps every word of every state.  Its twin in tests.
//!
//! Indices are given in the order of first interning, without gaps: a breadth-first search needs no
//! queue but a counter.  Both stores grow as needed and keep a budget of bytes; running out of it is
//! a typed error ([`StoreFull`]), after which everything interned before can still be read.
//!
//! ```
//! use lariat_store::{StateStore, TreeStore};
//!
//! let mut store = TreeStore::new(3, usize::MAX);
//! assert_eq!(store.intern(&[1, 2, 3])?, (0, true));
//! assert_eq!(store.intern(&[1, 2, 4])?, (1, true));
//! assert_eq!(store.intern(&[1, 2, 3])?, (0, false));
//! let mut state = [0; 3];
//! store.get(1, &mut state);
//! assert_eq!(state, [1, 2, 4]);
//! # Ok::<(), lariat_store::StoreFull>(())
//! ```

mod learn;
mod pairs;
mod plain;
mod recent;
mod segments;
mod shape;
mod tree;

pub use plain::PlainStore;
pub use tree::{TreeStore, Unfolded};

/// A set of states of one width, each with an index.
pub trait StateStore {
    /// A state that was taken out of the store, with what helps to intern its neighbours.
    type Unfolded: Default;

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
    fn intern(&mut self, state: &[u32]) -> Result<(u32, bool), StoreFull>;

    /// Writes the state with this index into `out`.
    fn get(&self, index: u32, out: &mut [u32]);

    /// Takes a state out, so that its neighbours can be interned cheaply.
    fn unfold(&self, index: u32, out: &mut Self::Unfolded);

    /// The words of a state that was taken out.
    fn words<'u>(&self, unfolded: &'u Self::Unfolded) -> &'u [u32];

    /// Begins to intern states that lie one after another and differ little from `near`.
    ///
    /// Several calls may come before [`complete_staged`](StateStore::complete_staged): the more states
    /// are on their way, the less each of them waits for the memory.
    ///
    /// # Errors
    /// When there is no room; the staged states are forgotten.
    fn stage_near(&mut self, near: &Self::Unfolded, states: &[u32]) -> Result<(), StoreFull>;

    /// Interns the staged states, in their order; appends the index of each, and whether it is new, to `out`.
    ///
    /// # Errors
    /// When there is no room for a new state; those before it are in the store and in `out`, the
    /// others are forgotten.
    fn complete_staged(&mut self, out: &mut Vec<(u32, bool)>) -> Result<(), StoreFull>;

    /// Interns states that lie one after another and differ little from `near`; appends the index of each, and
    /// whether it is new, to `out`.
    ///
    /// # Errors
    /// When there is no room for a new state.
    fn intern_near(
        &mut self,
        near: &Self::Unfolded,
        states: &[u32],
        out: &mut Vec<(u32, bool)>,
    ) -> Result<(), StoreFull> {
        self.stage_near(near, states)?;
        self.complete_staged(out)
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
    ) -> Result<(), StoreFull>;

    /// The bytes that the entries take.
    fn bytes_used(&self) -> usize;

    /// The bytes that are allocated.
    fn bytes_allocated(&self) -> usize;
}

/// There is no room for another state.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum StoreFull {
    /// The next growth would exceed the budget.
    #[error("the state store would exceed its budget of {0} bytes")]
    Budget(usize),
    /// All indices are taken.
    #[error("the state store holds as many entries as 32 bits can count")]
    Indices,
    /// A state has a number that no word holds.
    #[error("a number in a state exceeds 32 bits")]
    Number,
}
