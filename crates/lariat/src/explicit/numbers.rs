//! Numbers for the states of a product, dense where the states are.
//!
//! A search keeps a few bytes for every number.  An automaton has states that are reached with few states of the model, or
//! with none; so numbers are given out in runs of [`RUN`] neighbouring model states with one automaton state, when the
//! first of them is met.  The numbers of the runs are in a table for every [`BLOCK`] of model states and automaton state
//! that meet.  Finding a number costs no hashing, and a few bits of memory.

use lariat_emptiness::Numbering;
use lariat_store::StateIndex;

use super::product::ProductState;
use super::reader::ReaderIndex;

/// How many states of the model get their numbers together.
const RUN: u32 = 1 << 6;
/// How many states of the model share a table.
const BLOCK: u32 = 1 << 14;

/// For each run of a block its number plus one, or 0.
type Table = Box<[u32; (BLOCK / RUN) as usize]>;

/// Numbers for pairs (state of the model, state of the automaton).
#[derive(Default)]
pub(crate) struct Runs {
    /// The tables of each block, by automaton state.
    blocks: Vec<Vec<Option<Table>>>,
    /// What each run consists of: the model states with this quotient, and an automaton state.
    members: Vec<(u32, ReaderIndex)>,
}

impl Runs {
    #[inline]
    fn find(&self, StateIndex(state): StateIndex, reader: ReaderIndex) -> Option<u32> {
        let block = self.blocks.get((state / BLOCK) as usize)?;
        let table = block.get(reader.0 as usize)?.as_ref()?;
        table[(state % BLOCK / RUN) as usize].checked_sub(1)
    }

    #[cold]
    fn add(&mut self, StateIndex(state): StateIndex, reader: ReaderIndex) -> Option<u32> {
        let run = u32::try_from(self.members.len()).ok()?;
        if run >= u32::MAX / RUN {
            return None;
        }
        self.members.push((state / RUN, reader));
        let block = at(&mut self.blocks, state / BLOCK);
        let table = at(block, reader.0).get_or_insert_with(|| Box::new([0; _]));
        table[(state % BLOCK / RUN) as usize] = run + 1;
        Some(run)
    }
}

/// The element of this number, of a list that grows as needed.
fn at<T: Default>(list: &mut Vec<T>, number: u32) -> &mut T {
    let number = number as usize;
    if number >= list.len() {
        list.resize_with(number + 1, T::default);
    }
    &mut list[number]
}

impl Numbering<ProductState> for Runs {
    #[inline]
    fn number(&mut self, &(state, reader): &ProductState) -> Option<u32> {
        let run = match self.find(state, reader) {
            Some(run) => run,
            None => self.add(state, reader)?,
        };
        Some(run * RUN + state.0 % RUN)
    }

    #[inline]
    fn state(&self, number: u32) -> ProductState {
        let (quotient, reader) = self.members[(number / RUN) as usize];
        (StateIndex(quotient * RUN + number % RUN), reader)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn every_pair_has_a_number_of_its_own_and_keeps_it() {
        let mut runs = Runs::default();
        let states = [0, 1, RUN, BLOCK - 1, BLOCK, 5 * BLOCK - 1, 1_000_000];
        let pairs: Vec<ProductState> = states
            .into_iter()
            .flat_map(|state| [0, 3, 1].map(|reader| (StateIndex(state), ReaderIndex(reader))))
            .collect();
        let mut number = |pair| runs.number(pair).expect("there are enough");
        let numbers: Vec<u32> = pairs.iter().map(&mut number).collect();
        assert_eq!(numbers, pairs.iter().map(number).collect::<Vec<_>>());
        let different: HashSet<_> = numbers.iter().collect();
        assert_eq!(different.len(), pairs.len());
        let back: Vec<ProductState> = numbers.iter().map(|&n| runs.state(n)).collect();
        assert_eq!(back, pairs);
    }

    #[test]
    fn numbers_are_dense_where_an_automaton_state_is_rare() {
        let mut runs = Runs::default();
        let mut most = 0;
        for state in 0..10 * BLOCK {
            most = most.max(
                runs.number(&(StateIndex(state), ReaderIndex(0)))
                    .expect("there are enough"),
            );
            if state % 1000 == 0 {
                most = most.max(
                    runs.number(&(StateIndex(state), ReaderIndex(7)))
                        .expect("there are enough"),
                );
            }
        }
        let used = 10 * BLOCK + 10 * BLOCK / 1000 * RUN;
        assert!(most < used + 2 * RUN, "{most} of {used}");
    }
}
