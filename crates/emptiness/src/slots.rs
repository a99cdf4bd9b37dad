//! Arrays indexed by the numbers of states: a 32-bit value each, or a colour in two bits.
//!
//! Such an array is most of a search's memory.  It grows chunk by chunk, so that nothing is copied, nothing
//! is held in reserve, and numbers that are never used cost nothing.

use lariat_automata::prefetch;

/// How many words a chunk has.
const CHUNK: usize = 1 << 14;

/// Words that are zero unless set.
struct Chunks<T> {
    chunks: Vec<Option<Box<[T; CHUNK]>>>,
}

impl<T> Default for Chunks<T> {
    fn default() -> Self {
        Self { chunks: Vec::new() }
    }
}

impl<T: Copy + Default> Chunks<T> {
    #[inline]
    fn get(&self, index: usize) -> T {
        match self.chunks.get(index / CHUNK) {
            Some(Some(chunk)) => chunk[index % CHUNK],
            _ => T::default(),
        }
    }

    #[inline]
    fn get_mut(&mut self, index: usize) -> &mut T {
        let number = index / CHUNK;
        if !matches!(self.chunks.get(number), Some(Some(_))) {
            self.add_chunk(number);
        }
        let chunk = self.chunks[number].as_mut();
        &mut chunk.expect("the chunk was added")[index % CHUNK]
    }

    #[inline]
    fn prefetch(&self, index: usize) {
        if let Some(Some(chunk)) = self.chunks.get(index / CHUNK) {
            prefetch(&chunk[index % CHUNK]);
        }
    }

    #[cold]
    fn add_chunk(&mut self, number: usize) {
        if number >= self.chunks.len() {
            self.chunks.resize_with(number + 1, || None);
        }
        let zeros = vec![T::default(); CHUNK].into_boxed_slice();
        self.chunks[number] = zeros.try_into().ok();
    }
}

/// A value with every state, zero unless set.
#[derive(Default)]
pub(crate) struct Slots {
    values: Chunks<u32>,
}

impl Slots {
    #[inline]
    pub(crate) fn get(&self, state: u32) -> u32 {
        self.values.get(state as usize)
    }

    /// Hints that the value of a state may be asked for soon.
    #[inline]
    pub(crate) fn prefetch(&self, state: u32) {
        self.values.prefetch(state as usize);
    }

    #[inline]
    pub(crate) fn set(&mut self, state: u32, value: u32) {
        *self.values.get_mut(state as usize) = value;
    }
}

/// What a search without component numbers knows of a state.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Colour {
    /// Never visited.
    White,
    /// On the path of the search.
    Cyan,
    /// Left, and no longer on the path.
    Blue,
    /// Left by the second search too.
    Red,
}

/// A colour with every state, white unless set.
#[derive(Default)]
pub(crate) struct Colours {
    words: Chunks<u64>,
}

/// How many colours fit into a word.
const PER_WORD: u32 = 32;

impl Colours {
    #[inline]
    pub(crate) fn get(&self, state: u32) -> Colour {
        let word = self.words.get((state / PER_WORD) as usize);
        match word >> (2 * (state % PER_WORD)) & 3 {
            0 => Colour::White,
            1 => Colour::Cyan,
            2 => Colour::Blue,
            _ => Colour::Red,
        }
    }

    #[inline]
    pub(crate) fn set(&mut self, state: u32, colour: Colour) {
        let shift = 2 * (state % PER_WORD);
        let word = self.words.get_mut((state / PER_WORD) as usize);
        *word = *word & !(3 << shift) | (colour as u64) << shift;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_chunks_in_use_take_memory() {
        let mut slots = Slots::default();
        slots.set(3, 7);
        slots.set(1 << 30, 8);
        assert_eq!([slots.get(3), slots.get(4), slots.get(1 << 30)], [7, 0, 8]);
        assert_eq!(slots.get(u32::MAX), 0);
        assert_eq!(slots.values.chunks.iter().flatten().count(), 2);
    }

    #[test]
    fn neighbours_keep_their_colours() {
        let mut colours = Colours::default();
        let all = [Colour::Red, Colour::Cyan, Colour::White, Colour::Blue];
        for state in 0..400 {
            colours.set(state, all[state as usize % 4]);
        }
        for state in 0..400 {
            assert_eq!(colours.get(state), all[state as usize % 4]);
        }
        assert_eq!(colours.get(u32::MAX - 1), Colour::White);
    }
}
