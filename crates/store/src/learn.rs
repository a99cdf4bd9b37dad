//! Which tree suits a set of states: the shape is learned from the first states that are met.
//!
//! What a tree costs beyond the 8 bytes of a state's root are the different pairs below it.  They
//! depend heavily on where the words are cut: a cut between two nearly independent halves of a model has few
//! different parts on either side, a cut through one process's variables has many.  So every cut is
//! chosen, from the root downwards, such that the number of different left parts and right parts, among
//! the states at hand, is least.  Cuts that are nearly as good count as equal; the most balanced of them
//! wins, which keeps the tree low.  On the BEEM models this brings the average from 12 down to below 9
//! bytes a state.
//!
//! Different parts are counted by linear counting [whang.90.tods]: hash each part to a bit of a bitmap and
//! infer the number from the share of zeros.

use crate::shape::Shape;

/// The most words that are looked at for one cut.
const MOST_WORDS: usize = 1 << 22;
/// The most states that are looked at below the root.
const MOST_STATES_BELOW: usize = 1 << 14;

/// States, one after another.
pub(crate) struct Sample<'s> {
    pub(crate) states: &'s [u32],
    pub(crate) width: usize,
}

/// How many of so many states to look at.
pub(crate) fn sample_size(states: usize, width: usize) -> usize {
    states.min(MOST_WORDS / width)
}

/// The shape that suits the states, and the number of pairs below its root.
pub(crate) fn learn(sample: &Sample<'_>) -> Shape {
    Shape::cut_by(sample.width, |start, end| sample.best_cut(start, end))
}

impl Sample<'_> {
    /// Where to cut the words from `start` up to `end`.
    fn best_cut(&self, start: usize, end: usize) -> usize {
        if end - start == 2 {
            return start + 1;
        }
        let is_root = end - start == self.width;
        let all = self.states.len() / self.width;
        let states = if is_root {
            all
        } else {
            all.min(MOST_STATES_BELOW)
        };
        let costs = self.costs(start, end, states);
        let least = costs.iter().copied().min().unwrap_or(0);
        let tolerated = least + states / 128;
        let imbalance = |cut: usize| (2 * cut).abs_diff(end - start);
        let cuts = 1..end - start;
        let good = cuts.filter(|&cut| costs[cut - 1] <= tolerated);
        let best = good.min_by_key(|&cut| imbalance(cut));
        start + best.expect("the least cost is tolerated")
    }

    /// For each cut the number of different parts on its two sides; a single word costs nothing.
    fn costs(&self, start: usize, end: usize, states: usize) -> Vec<usize> {
        let length = end - start;
        let mut left: Vec<Counter> = (1..length).map(|_| Counter::new(states)).collect();
        let mut right = left.clone();
        for state in self.states.chunks_exact(self.width).take(states) {
            let words = &state[start..end];
            let mut hash = 0;
            for (&word, counter) in words.iter().zip(&mut left) {
                hash = mix(hash, word);
                counter.add(hash);
            }
            hash = 0;
            for (&word, counter) in words.iter().rev().zip(&mut right) {
                hash = mix(hash, word);
                counter.add(hash);
            }
        }
        let count = |counter: &Counter, length: usize| match length {
            1 => 0,
            _ => counter.estimate(),
        };
        (1..length)
            .map(|cut| count(&left[cut - 1], cut) + count(&right[length - cut - 1], length - cut))
            .collect()
    }
}

fn mix(hash: u64, word: u32) -> u64 {
    let mixed = (hash ^ u64::from(word)).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    mixed ^ mixed >> 29
}

/// Counts different hashes, roughly.
#[derive(Clone)]
struct Counter {
    bits: Vec<u64>,
}

impl Counter {
    fn new(most: usize) -> Self {
        let blocks = most.next_power_of_two().div_ceil(64);
        Self {
            bits: vec![0; blocks],
        }
    }

    fn add(&mut self, hash: u64) {
        let bit = (hash >> 8) as usize & (self.bits.len() * 64 - 1);
        self.bits[bit / 64] |= 1 << (bit % 64);
    }

    fn estimate(&self) -> usize {
        let all = (self.bits.len() * 64) as f64;
        let ones: u32 = self.bits.iter().map(|block| block.count_ones()).sum();
        let zeros = (all - f64::from(ones)).max(1.0);
        (all * (all / zeros).ln()) as usize
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counting_is_right_within_a_few_percent() {
        for different in [1, 10, 100, 1000, 5000] {
            let mut counter = Counter::new(8192);
            (0..8192).for_each(|i| counter.add(mix(0, i % different)));
            let error = counter.estimate().abs_diff(different as usize);
            assert!(
                error <= 1 + different as usize / 20,
                "{different}: off by {error}"
            );
        }
    }

    #[test]
    fn the_cut_falls_between_independent_parts() {
        // Two counters that never influence one another, of three and of one words.
        let states: Vec<u32> = (0..4096)
            .flat_map(|i| [i % 64, (i % 64) * 3, (i % 64) * 5, i / 64])
            .collect();
        let sample = Sample {
            states: &states,
            width: 4,
        };
        assert_eq!(learn(&sample).root().1, 3, "the last word stands alone");
    }
}
