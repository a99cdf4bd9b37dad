//! States as numbers: what lets a search keep a few bytes per state.
//!
//! A search works on 32-bit numbers and keeps its own data in arrays that they index.
//! [`Interned`] takes any state and hashes it; [`Identity`] and [`Pairs`] store nothing, because the
//! states are small numbers already.  The numbers of the latter two should be dense, since arrays
//! reach up to the greatest.

use std::hash::{BuildHasher, Hash};

use hashbrown::HashTable;
use rustc_hash::FxBuildHasher;

/// Names states by numbers, one each.
pub trait Numbering<S> {
    /// The number of a state, always the same; `None` when the numbers are used up.
    ///
    /// `u32::MAX` is no number.
    fn number(&mut self, state: &S) -> Option<u32>;

    /// The state of a number that [`Numbering::number`] gave.
    fn state(&self, number: u32) -> S;
}

/// States numbered 0, 1, 2, … as they come, found again by hashing.
#[derive(Clone, Debug)]
pub struct Interned<S> {
    states: Vec<S>,
    numbers: HashTable<u32>,
}

/// States that are numbers already.
#[derive(Clone, Copy, Debug, Default)]
pub struct Identity;

/// Pairs (a, b) with b < `width`, numbered a · `width` + b.
#[derive(Clone, Copy, Debug)]
pub struct Pairs {
    /// How many second parts there are.
    pub width: u32,
}

impl<S> Default for Interned<S> {
    fn default() -> Self {
        Self {
            states: Vec::new(),
            numbers: HashTable::new(),
        }
    }
}

impl<S: Eq + Hash> Interned<S> {
    /// The number of a state, if it has one.
    pub fn find(&self, state: &S) -> Option<u32> {
        let same = |&number: &u32| self.states[number as usize] == *state;
        let hash = FxBuildHasher.hash_one(state);
        self.numbers.find(hash, same).copied()
    }
}

impl<S: Clone + Eq + Hash> Numbering<S> for Interned<S> {
    fn number(&mut self, state: &S) -> Option<u32> {
        let Self { states, numbers } = self;
        let hash = FxBuildHasher.hash_one(state);
        let entry = numbers.entry(
            hash,
            |&number| states[number as usize] == *state,
            |&number| FxBuildHasher.hash_one(&states[number as usize]),
        );
        match entry {
            hashbrown::hash_table::Entry::Occupied(entry) => Some(*entry.get()),
            hashbrown::hash_table::Entry::Vacant(entry) => {
                let number = u32::try_from(states.len()).ok().filter(|&n| n < u32::MAX)?;
                entry.insert(number);
                states.push(state.clone());
                Some(number)
            }
        }
    }

    fn state(&self, number: u32) -> S {
        self.states[number as usize].clone()
    }
}

impl Numbering<u32> for Identity {
    fn number(&mut self, state: &u32) -> Option<u32> {
        (*state < u32::MAX).then_some(*state)
    }

    fn state(&self, number: u32) -> u32 {
        number
    }
}

impl Numbering<(u32, u32)> for Pairs {
    fn number(&mut self, &(first, second): &(u32, u32)) -> Option<u32> {
        debug_assert!(second < self.width, "second parts lie below the width");
        let number = first.checked_mul(self.width)?.checked_add(second)?;
        (number < u32::MAX).then_some(number)
    }

    fn state(&self, number: u32) -> (u32, u32) {
        (number / self.width, number % self.width)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_state_keeps_its_number() {
        let mut interned = Interned::default();
        let words = ["a", "b", "a", "c", "b"];
        let numbers = words.map(|word| interned.number(&word).unwrap());
        assert_eq!(numbers, [0, 1, 0, 2, 1]);
        assert_eq!(numbers.map(|number| interned.state(number)), words);
    }

    #[test]
    fn pairs_that_do_not_fit_have_no_number() {
        let mut pairs = Pairs { width: 1 << 16 };
        assert_eq!(pairs.number(&(1, 2)), Some((1 << 16) + 2));
        assert_eq!(pairs.state((1 << 16) + 2), (1, 2));
        assert_eq!(pairs.number(&(1 << 16, 0)), None);
        assert_eq!(
            pairs.number(&(0xffff, 0xffff)),
            None,
            "u32::MAX is no number"
        );
    }
}
