//! The kinds of values that a state holds: so many bits, with or without a sign, and what becomes
//! of a value that is too large.
//!
//! All arithmetic is 32-bit signed, whatever the kinds of its operands; a kind matters where a
//! value is stored.  In a state a value takes 1, 2 or 4 bytes, in which it is written in full: with
//! its sign, or with zeros in front.

/// What becomes of a value that a kind does not hold.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum Overflow {
    /// The step that stores it fails.
    Fail,
    /// It is cut to its lowest bits.
    Wrap,
}

/// The kind of a variable or of a channel's item.
///
/// ```
/// use lariat_program::{Kind, Overflow};
///
/// let byte = Kind::new(8, false, Overflow::Fail);
/// assert_eq!((byte.bytes(), byte.range()), (1, (0, 255)));
/// assert_eq!((byte.fit(255), byte.fit(256), byte.fit(-1)), (Some(255), None, None));
/// let nibble = Kind::new(4, true, Overflow::Wrap);
/// assert_eq!((nibble.bytes(), nibble.range(), nibble.fit(8)), (1, (-8, 7), Some(-8)));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub struct Kind {
    bits: u8,
    signed: bool,
    overflow: Overflow,
}

impl Kind {
    /// The kind of numbers of so many bits, from 1 to 32.
    ///
    /// Of 32 bits without a sign there is no trace in arithmetic, which is signed: they hold
    /// whatever 32 bits with a sign hold.
    ///
    /// # Panics
    /// If there are no bits, or too many.
    pub const fn new(bits: u8, signed: bool, overflow: Overflow) -> Self {
        assert!(1 <= bits && bits <= 32, "a value has 1 to 32 bits");
        Self {
            bits,
            signed,
            overflow,
        }
    }

    /// The smallest of the kinds of 8, 16 and 32 bits that holds the numbers from 0 to `most`.
    pub const fn counter(most: u32) -> Self {
        let bits = match most {
            0..=0xff => 8,
            0x100..=0xffff => 16,
            _ => 32,
        };
        Self::new(bits, false, Overflow::Fail)
    }

    /// How many bits a value has.
    pub const fn bits(self) -> u8 {
        self.bits
    }

    /// Whether a value has a sign.
    pub const fn is_signed(self) -> bool {
        self.signed
    }

    /// What becomes of a value that is too large.
    pub const fn overflow(self) -> Overflow {
        self.overflow
    }

    /// How many bytes a value takes in a state, which are also its alignment.
    pub const fn bytes(self) -> u32 {
        match self.bits {
            ..=8 => 1,
            9..=16 => 2,
            _ => 4,
        }
    }

    /// Whether every pattern of a value's bytes is a value.
    #[cfg(feature = "jit")]
    pub(crate) fn fills_its_bytes(self) -> bool {
        u32::from(self.bits) == 8 * self.bytes()
    }

    /// The smallest and the largest value.
    pub const fn range(self) -> (i32, i32) {
        let unused = 32 - self.bits as u32;
        match self.signed || unused == 0 {
            true => (i32::MIN >> unused, i32::MAX >> unused),
            false => (0, (u32::MAX >> unused) as i32),
        }
    }

    /// Whether a value is of this kind.
    pub fn holds(self, value: i32) -> bool {
        let (least, most) = self.range();
        (least..=most).contains(&value)
    }

    /// The value cut to this kind without complaint.
    pub fn cut(self, value: i32) -> i32 {
        let unused = 32 - u32::from(self.bits);
        let high = value << unused;
        match self.signed {
            true => high >> unused,
            false => (high as u32 >> unused) as i32,
        }
    }

    /// What is stored for a value, unless storing it fails.
    pub fn fit(self, value: i32) -> Option<i32> {
        match self.overflow {
            Overflow::Fail => self.holds(value).then_some(value),
            Overflow::Wrap => Some(self.cut(value)),
        }
    }

    /// The value whose bytes are the lowest of a word.
    pub(crate) fn widen(self, word: u32) -> i32 {
        match (self.bytes(), self.signed) {
            (1, false) => i32::from(word as u8),
            (1, true) => i32::from(word as i8),
            (2, false) => i32::from(word as u16),
            (2, true) => i32::from(word as i16),
            _ => word as i32,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Both by definition: a value is cut to the one that is congruent and in range.
    #[test]
    fn values_are_cut_modulo_a_power_of_two() {
        let mut fitting = [0, 0];
        for bits in 1..=32 {
            for signed in [false, true] {
                let kind = Kind::new(bits, signed, Overflow::Fail);
                let (least, most) = kind.range();
                let near = [0, i32::MIN, i32::MAX, least, most, 1 << (bits - 1)];
                for value in near
                    .into_iter()
                    .flat_map(|n| (-2..=2).map(move |d| n.wrapping_add(d)))
                {
                    let cut = kind.cut(value);
                    assert_eq!(
                        (i64::from(cut) - i64::from(value)) % (1 << bits),
                        0,
                        "{kind:?} {value}"
                    );
                    assert!((least..=most).contains(&cut), "{kind:?} {value}");
                    assert_eq!(kind.holds(value), cut == value, "{kind:?} {value}");
                    assert_eq!(kind.widen(cut as u32), cut, "{kind:?} {value}");
                    fitting[usize::from(cut == value)] += 1;
                }
                assert_eq!(
                    i64::from(most) - i64::from(least) + 1,
                    1 << bits,
                    "{kind:?}"
                );
            }
        }
        assert!(fitting.iter().all(|&count| count > 500), "{fitting:?}");
    }
}
