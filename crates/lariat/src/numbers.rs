//! Numbers for the states of a product, close together where the states are.
//!
//! A search keeps a few bytes for every number, in chunks that cost nothing as long as none of their numbers is used.  An
//! automaton has states that are reached with few states of the model, or with none; so the numbers of a block of model
//! states lie together for each state of the automaton, and not those of all automaton states for each model state.

use lariat_emptiness::Numbering;

/// How many states of the model are in a block.
const BLOCK: u32 = 1 << 14;

/// Pairs (a, b) with b < `width`: the block of a first, then b, then the place of a in its block.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Blocks {
    pub(crate) width: u32,
}

impl Numbering<(u32, u32)> for Blocks {
    fn number(&mut self, &(state, reader): &(u32, u32)) -> Option<u32> {
        debug_assert!(
            reader < self.width,
            "the automaton has no more states than it was said to have"
        );
        let row = (state / BLOCK)
            .checked_mul(self.width)?
            .checked_add(reader)?;
        let number = row.checked_mul(BLOCK)?.checked_add(state % BLOCK)?;
        (number < u32::MAX).then_some(number)
    }

    fn state(&self, number: u32) -> (u32, u32) {
        let (row, place) = (number / BLOCK, number % BLOCK);
        (row / self.width * BLOCK + place, row % self.width)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_pair_has_a_number_of_its_own() {
        let mut blocks = Blocks { width: 3 };
        let states = [0, 1, BLOCK - 1, BLOCK, BLOCK + 1, 5 * BLOCK - 1, 1_000_000];
        let pairs: Vec<(u32, u32)> = states
            .into_iter()
            .flat_map(|a| (0..3).map(move |b| (a, b)))
            .collect();
        let numbers: Vec<u32> = pairs
            .iter()
            .map(|pair| blocks.number(pair).unwrap())
            .collect();
        let different: std::collections::HashSet<_> = numbers.iter().collect();
        assert_eq!(different.len(), pairs.len());
        let back: Vec<(u32, u32)> = numbers
            .into_iter()
            .map(|number| blocks.state(number))
            .collect();
        assert_eq!(back, pairs);
    }

    #[test]
    fn pairs_that_do_not_fit_have_no_number() {
        let mut blocks = Blocks { width: 4 };
        assert_eq!(blocks.number(&(u32::MAX / 4 + BLOCK, 0)), None);
        assert_eq!(
            Blocks { width: 1 }.number(&(u32::MAX, 0)),
            None,
            "u32::MAX is no number"
        );
        assert_eq!(Blocks { width: u32::MAX }.number(&(BLOCK, 7)), None);
    }
}
