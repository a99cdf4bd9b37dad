//! Which tree suits a set of states: the shape is learned from the first states that are met.
//!
//! What a tree costs beyond the 8 bytes of a state's root are the different pairs below it.  They
//! depend heavily on where the words are cut: a cut between two nearly independent halves of a model has few
//! different parts on either side, a cut through one process's variables has many.  So every cut is
//! chosen, from the root downwards, such that the number of different left parts and right parts, among
//! the states at hand, is least.  Cuts that are nearly as good count as equal; the most balanced of them
//! wins, which keeps the tree low.  On the BEEM models this brings the average from 12 down to below 9
//! bytes per state.
//!
//! Different parts are counted by linear counting [whang.90.tods]: hash each part to a bit of a bitmap and
//! infer the number from the share of zeros.

use crate::shape::Shape;

/// The most words that are looked at for the cut at the root.
const MOST_WORDS: usize = 1 << 22;
/// The most states that are looked at below the root.
const MOST_STATES_BELOW: usize = 1 << 14;

/// What is remembered of some states, to learn a shape from.
pub(crate) struct Sample {
    width: usize,
    /// How many states there are.
    states: usize,
    /// What each cut at the root costs.
    root: Costs,
    /// The first states, one after another.
    first: Vec<u32>,
}

impl Sample {
    /// A sample of so many states, as far as all of them are worth looking at.
    pub(crate) fn new(states: usize, width: usize) -> Self {
        let states = states.min(MOST_WORDS / width);
        Self {
            width,
            states,
            root: Costs::new(width, states),
            first: Vec::with_capacity(states.min(MOST_STATES_BELOW) * width),
        }
    }

    /// How many states it takes.
    pub(crate) fn size(&self) -> usize {
        self.states
    }

    pub(crate) fn add(&mut self, state: &[u32]) {
        self.root.add(state);
        if self.first.len() < MOST_STATES_BELOW * self.width {
            self.first.extend_from_slice(state);
        }
    }

    /// The shape that suits the states.
    pub(crate) fn learn(&self) -> Shape {
        Shape::cut_by(self.width, |start, end| {
            start
                + match end - start {
                    2 => 1,
                    length if length == self.width => self.root.best_cut(self.states),
                    length => {
                        let states = self.states.min(MOST_STATES_BELOW);
                        let mut costs = Costs::new(length, states);
                        for state in self.first.chunks_exact(self.width) {
                            costs.add(&state[start..end]);
                        }
                        costs.best_cut(states)
                    }
                }
        })
    }
}

/// Counts the different parts on the two sides of each cut through a stretch of words.
struct Costs {
    left: Vec<Counter>,
    right: Vec<Counter>,
}

impl Costs {
    /// For stretches of this length, of so many states.
    fn new(length: usize, states: usize) -> Self {
        let counters = vec![Counter::new(states); length - 1];
        Self {
            left: counters.clone(),
            right: counters,
        }
    }

    fn add(&mut self, words: &[u32]) {
        let mut hash = 0;
        for (&word, counter) in words.iter().zip(&mut self.left) {
            hash = mix(hash, word);
            counter.add(hash);
        }
        hash = 0;
        for (&word, counter) in words.iter().rev().zip(&mut self.right) {
            hash = mix(hash, word);
            counter.add(hash);
        }
    }

    /// How many words should be left of the cut.
    fn best_cut(&self, states: usize) -> usize {
        let cuts = self.left.len();
        let costs: Vec<usize> = (1..=cuts).map(|cut| self.cost(cut)).collect();
        let least = costs.iter().copied().min().unwrap_or(0);
        let tolerated = least + states / 128;
        let imbalance = |cut: usize| (2 * cut).abs_diff(cuts + 1);
        let good = (1..=cuts).filter(|&cut| costs[cut - 1] <= tolerated);
        let best = good.min_by_key(|&cut| imbalance(cut));
        best.expect("the least cost is tolerated")
    }

    /// The number of different parts on the two sides; a single word costs nothing.
    fn cost(&self, cut: usize) -> usize {
        let count = |counters: &[Counter], length: usize| match length {
            1 => 0,
            _ => counters[length - 1].estimate(),
        };
        count(&self.left, cut) + count(&self.right, self.left.len() + 1 - cut)
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
        let mut sample = Sample::new(4096, 4);
        for i in 0..4096 {
            sample.add(&[i % 64, (i % 64) * 3, (i % 64) * 5, i / 64]);
        }
        assert_eq!(sample.learn().root().1, 3, "the last word stands alone");
    }
}
