//! A small memory of the pairs that were numbered last.
//!
//! Successors of neighbouring states repeat the same inner pairs over and over.  A table of a few
//! thousand places, each for the last pair that fell on it, answers most of these look-ups from the nearest cache; what it does
//! not know, the table of pairs does.  Its 32 kB are the same for every writer, and not counted.

use crate::pairs::hash;

const PLACES: usize = 1 << 11;
/// No pair has this number.
const NONE: u32 = u32::MAX;

/// Pairs with their numbers, the last one for each place.
#[derive(Clone, Debug)]
pub(crate) struct RecentPairs {
    places: Box<[(u64, u32)]>,
}

impl Default for RecentPairs {
    fn default() -> Self {
        Self {
            places: vec![(0, NONE); PLACES].into(),
        }
    }
}

impl RecentPairs {
    /// The number of a pair, if it is remembered; if not, that of `ask`, which is remembered.
    pub(crate) fn number<E>(
        &mut self,
        pair: u64,
        ask: impl FnOnce(u64) -> Result<u32, E>,
    ) -> Result<u32, E> {
        let hash = hash(pair);
        let place = &mut self.places[(hash >> 40) as usize % PLACES];
        if place.0 != pair || place.1 == NONE {
            *place = (pair, ask(hash)?);
        }
        Ok(place.1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_remembered_is_right_and_what_is_not_is_asked_for() {
        let mut recent = RecentPairs::default();
        let mut asked = 0;
        for round in 0..3 {
            // Pair 0 comes first: an empty place must not be taken for it.
            for pair in 0..100_000u64 {
                let pair = if round == 2 { pair % 16 } else { pair };
                let number = recent.number(pair, |_| {
                    asked += 1;
                    Ok::<u32, ()>(pair as u32 * 7)
                });
                assert_eq!(number, Ok(pair as u32 * 7));
            }
        }
        assert!(asked > 150_000, "far more pairs than places: {asked}");
        assert!(asked < 200_100, "few pairs are remembered: {asked}");
    }
}
