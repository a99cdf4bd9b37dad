//! The kinds of values that a state holds.

/// The kind of a variable or of a channel's item.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum Kind {
    /// 0 … 255.
    Byte,
    /// −32768 … 32767.
    Int,
}

impl Kind {
    /// How many bytes a value takes in a state.
    pub fn bytes(self) -> u32 {
        match self {
            Kind::Byte => 1,
            Kind::Int => 2,
        }
    }

    /// The smallest and the largest value.
    pub fn range(self) -> (i32, i32) {
        match self {
            Kind::Byte => (0, 255),
            Kind::Int => (-32768, 32767),
        }
    }

    /// Whether a value is of this kind.
    pub fn holds(self, value: i32) -> bool {
        let (least, most) = self.range();
        (least..=most).contains(&value)
    }

    /// The value cut to this kind without complaint.
    pub fn cut(self, value: i32) -> i32 {
        match self {
            Kind::Byte => i32::from(value as u8),
            Kind::Int => i32::from(value as i16),
        }
    }
}
