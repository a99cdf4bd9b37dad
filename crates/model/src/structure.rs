//! What the transitions of a model read, write and test: what reductions and symbolic engines go by.
//!
//! In the field these are known as dependency matrices [laarman.13.spin].  A *slot* is a part of the state with a value of its own: a
//! variable, an element of an array, a location, a place.  Slots are numbers, not offsets of an encoding, so a model may pack its
//! states as it likes.  A *group* is what fires as one: a transition, or the two of a handshake.  It can be fired when the slots that it
//! reads are known, whatever the others are.
//!
//! Everything here may be over-approximated: more reads, more writes, a guard of unknown shape.

use lariat_automata::BitSet;

use crate::{RuntimeError, Step};

/// The number of a slot.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Slot(pub u32);

/// The number of a group.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct GroupIndex(pub u32);

/// The number of a guard.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct GuardIndex(pub u32);

/// The tables of a model's structure.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Dependencies {
    /// The names of the slots, for people.
    pub slots: Vec<String>,
    /// The groups, each the steps of one kind.
    pub groups: Vec<Group>,
    /// What groups test; equal guards are one.
    pub guards: Vec<Guard>,
    /// For each proposition of a letter the slots that it reads; none if it is read off steps.
    pub propositions: Vec<Option<BitSet>>,
}

/// What fires as one.
#[derive(Clone, PartialEq, Debug)]
pub struct Group {
    /// Its steps, wherever they are taken.
    pub step: Step,
    /// The events that take part.
    pub events: BitSet,
    /// It can fire, or fail, only where all of these hold.
    pub guards: Vec<GuardIndex>,
    /// The slots that decide whether it fires, whether it fails and what it writes; those of its guards are among them.
    pub reads: BitSet,
    /// The slots that may change.
    pub writes: BitSet,
    /// What it does to slots where it fires, each slot once.
    pub effects: Vec<Effect>,
    /// Whether it may fail where all its guards hold.
    pub can_fail: bool,
}

/// What a group does to a slot.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Effect {
    /// The slot.
    pub slot: Slot,
    /// What becomes of its value.
    pub change: Change,
}

/// What becomes of a value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Change {
    /// It is this number.
    Set(i64),
    /// It grows by this number.
    Add(i64),
    /// A buffer gets an item at its end; the slot is the buffer's count, or one of its items.
    Send,
    /// A buffer loses its first item.
    Receive,
    /// Anything.
    Other,
}

/// A condition on some slots.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Guard {
    /// The slots that it reads.
    pub reads: Vec<Slot>,
    /// What it says of them.
    pub shape: GuardShape,
}

/// What a guard says.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum GuardShape {
    /// The slot has this value.
    Equals(Slot, i64),
    /// The slot has at least this value.
    AtLeast(Slot, i64),
    /// The slot has less than this value.
    Below(Slot, i64),
    /// Each of these slots has none of the values that are listed with it: no process is in a committed location.
    Nowhere(Vec<(Slot, Vec<i64>)>),
    /// Something else; the number tells such guards apart.
    Other(u32),
}

/// A model whose structure is known.
pub trait Structure: Sync {
    /// The tables.
    fn dependencies(&self) -> &Dependencies;

    /// Writes the values of all slots of a plain state.
    fn unfold(&self, plain: &[u32], slots: &mut Vec<i64>);

    /// Appends the plain state whose slots have these values.
    fn fold(&self, slots: &[i64], plain: &mut Vec<u32>);

    /// Whether a guard holds; only the slots that it reads are looked at.
    ///
    /// # Errors
    /// When its evaluation fails.
    fn holds(&self, guard: GuardIndex, slots: &[i64]) -> Result<bool, RuntimeError>;

    /// Fires a group: whether it can, and then `slots` has what its writes are afterwards.  Only the slots that it reads are looked
    /// at, and only those that it writes are changed.
    ///
    /// # Errors
    /// When the step fails; `slots` is then not changed.
    fn fire(&self, group: GroupIndex, slots: &mut [i64]) -> Result<bool, RuntimeError>;
}
