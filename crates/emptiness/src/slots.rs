//! Arrays indexed by the numbers of states: a 32-bit value each, or a colour in two bits.

/// A value with every state, zero unless set.
#[derive(Default)]
pub(crate) struct Slots {
    values: Vec<u32>,
}

impl Slots {
    pub(crate) fn get(&self, state: u32) -> u32 {
        self.values.get(state as usize).copied().unwrap_or(0)
    }

    pub(crate) fn set(&mut self, state: u32, value: u32) {
        let index = state as usize;
        if index >= self.values.len() {
            grow(&mut self.values, index + 1);
        }
        self.values[index] = value;
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
    words: Vec<u64>,
}

/// How many colours fit into a word.
const PER_WORD: u32 = 32;

impl Colours {
    pub(crate) fn get(&self, state: u32) -> Colour {
        let word = self.words.get((state / PER_WORD) as usize).unwrap_or(&0);
        match word >> (2 * (state % PER_WORD)) & 3 {
            0 => Colour::White,
            1 => Colour::Cyan,
            2 => Colour::Blue,
            _ => Colour::Red,
        }
    }

    pub(crate) fn set(&mut self, state: u32, colour: Colour) {
        let index = (state / PER_WORD) as usize;
        if index >= self.words.len() {
            grow(&mut self.words, index + 1);
        }
        let shift = 2 * (state % PER_WORD);
        let word = &mut self.words[index];
        *word = *word & !(3 << shift) | (colour as u64) << shift;
    }
}

/// Grows by a quarter, not by doubling: such an array is most of a search's memory.
#[cold]
fn grow<T: Clone + Default>(values: &mut Vec<T>, needed: usize) {
    let length = needed.max(values.len() + values.len() / 4).max(64);
    values.reserve_exact(length - values.len());
    values.resize(length, T::default());
}

#[cfg(test)]
mod tests {
    use super::*;

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
