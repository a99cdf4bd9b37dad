//! Where the tokens of a place are kept in a packed state.
//!
//! A place has a slot of a few bits inside one word of 32, as wide as the largest number of tokens that was met there; in a safe
//! net every slot is one bit.  A place that outgrows its slot gets a wider one, and all states are packed anew
//! ([`crate::StateSpace`] does that; their indices stay).  So nothing needs to be known about bounds beforehand,
//! and nothing is ever cut off.

/// The slot of a place.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Slot {
    pub(super) word: u32,
    pub(super) shift: u32,
    /// The largest number that fits, which is also the slot's mask, shifted down.
    pub(super) most: u32,
}

impl Slot {
    pub(super) fn get(self, state: &[u32]) -> u32 {
        state[self.word as usize] >> self.shift & self.most
    }
}

/// The slots of all places.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Packing {
    pub(super) slots: Vec<Slot>,
    /// How many words a packed state has, at least one.
    pub(super) words: usize,
}

/// A stretch of bits that goes from a slot of one packing to a slot of another.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Move {
    pub(super) from: Slot,
    pub(super) to: Slot,
}

const WORD: u32 = u32::BITS;

/// The bits that a number needs, at least one.
fn bits(number: u32) -> u32 {
    (WORD - number.leading_zeros()).max(1)
}

/// The bits of the slot for a place that has outgrown its old one: small slots grow bit by bit, larger ones by a quarter more than they
/// need, because to pack all states anew takes its time.
fn roomy_bits(number: u32) -> u32 {
    let needed = bits(number);
    (needed + needed / 4).min(WORD)
}

/// Whether a slot lies directly behind another one.
fn follows(first: Slot, second: Slot) -> bool {
    first.word == second.word && first.shift + first.most.count_ones() == second.shift
}

impl Packing {
    /// Slots that are just wide enough for a marking.
    pub(super) fn fitting(marking: &[u32]) -> Self {
        Self::of_widths(marking.iter().map(|&tokens| bits(tokens)))
    }

    /// The same slots, but wide enough for these tokens on these places.
    pub(super) fn widened(&self, needs: &[(u32, u32)]) -> Self {
        let mut widths: Vec<u32> = self.slots.iter().map(|slot| bits(slot.most)).collect();
        for &(place, tokens) in needs {
            let width = &mut widths[place as usize];
            *width = roomy_bits(tokens).max(*width);
        }
        Self::of_widths(widths.into_iter())
    }

    /// Slots of these widths, in order; none crosses a border between words.
    fn of_widths(widths: impl Iterator<Item = u32>) -> Self {
        let mut free = WORD;
        let mut word = 0;
        let place = |width: u32| {
            if width > free {
                word += 1;
                free = WORD;
            }
            let shift = WORD - free;
            free -= width;
            Slot {
                word,
                shift,
                most: u32::MAX >> (WORD - width),
            }
        };
        let slots: Vec<Slot> = widths.map(place).collect();
        Self {
            words: word as usize + 1,
            slots,
        }
    }

    /// What turns a packed state into one of a packing whose slots are at least as wide; neighbours that stay neighbours move together.
    pub(super) fn moves_to(&self, wider: &Packing) -> Vec<Move> {
        let mut moves: Vec<Move> = Vec::new();
        for (&from, &to) in self.slots.iter().zip(&wider.slots) {
            let to = Slot {
                most: from.most,
                ..to
            };
            match moves.last_mut() {
                Some(last) if follows(last.from, from) && follows(last.to, to) => {
                    let bits = last.from.most.count_ones() + from.most.count_ones();
                    last.from.most = u32::MAX >> (WORD - bits);
                    last.to.most = last.from.most;
                }
                _ => moves.push(Move { from, to }),
            }
        }
        moves
    }

    /// Appends a marking, which must fit, as a packed state.
    pub(super) fn pack(&self, marking: &[u32], out: &mut Vec<u32>) {
        let start = out.len();
        out.resize(start + self.words, 0);
        for (slot, &tokens) in self.slots.iter().zip(marking) {
            debug_assert!(tokens <= slot.most, "the slot is wide enough");
            out[start + slot.word as usize] |= tokens << slot.shift;
        }
    }

    /// Appends the marking of a packed state.
    pub(super) fn unpack(&self, state: &[u32], out: &mut Vec<u32>) {
        out.extend(self.slots.iter().map(|slot| slot.get(state)));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn packing_and_unpacking_give_the_marking_back() {
        for seed in 0..2000 {
            let mut random = fastrand::Rng::with_seed(seed);
            let places = random.usize(1..100);
            let most = random.u32(1..=32);
            let mut marking: Vec<u32> = (0..places)
                .map(|_| random.u32(..) >> random.u32(32 - most..32))
                .collect();
            let mut packing = Packing::fitting(&marking);
            for _ in 0..4 {
                let (mut state, mut back) = (Vec::new(), Vec::new());
                packing.pack(&marking, &mut state);
                assert_eq!(state.len(), packing.words, "seed {seed}");
                packing.unpack(&state, &mut back);
                assert_eq!(back, marking, "seed {seed}");
                let place = random.usize(..places);
                let tokens = random.u32(..);
                let wider = packing.widened(&[(place as u32, tokens)]);
                let (mut moved, mut packed) = (vec![0; wider.words], Vec::new());
                for Move { from, to } in packing.moves_to(&wider) {
                    moved[to.word as usize] |= from.get(&state) << to.shift;
                }
                wider.pack(&marking, &mut packed);
                assert_eq!(moved, packed, "seed {seed}");
                marking[place] = tokens;
                packing = wider;
            }
        }
    }

    #[test]
    fn safe_places_take_one_bit() {
        assert_eq!(Packing::fitting(&[0; 64]).words, 2);
        assert_eq!(Packing::fitting(&[1; 65]).words, 3);
        assert_eq!(Packing::fitting(&[]).words, 1);
        let grown = Packing::fitting(&[0; 64]).widened(&[(0, 2)]);
        assert_eq!((grown.words, grown.slots[0].most), (3, 3));
        assert_eq!(grown.widened(&[(0, u32::MAX)]).slots[0].most, u32::MAX);
    }
}
