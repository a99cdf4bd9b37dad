//! Sets of marks as a search keeps them: a machine word where it is wide enough.
//!
//! An automaton's edges carry [`Marks`], 24 bytes each.  A search keeps one set for every pending
//! edge; for a condition with at most 32 or 64 marks these are four or eight bytes.

use lariat_automata::Marks;

/// A set of the marks that the acceptance condition speaks of.
pub(crate) trait MarkWord: Clone + Default + PartialEq {
    /// The marks of an edge; those beyond the condition's may be lost.
    fn from_marks(marks: &Marks) -> Self;
    fn to_marks(&self) -> Marks;
    fn contains(&self, mark: usize) -> bool;
    fn unite(&mut self, other: &Self);
    fn is_subset(&self, other: &Self) -> bool;
    fn is_disjoint(&self, other: &Self) -> bool;
}

macro_rules! machine_word {
    ($word:ty) => {
        impl MarkWord for $word {
            fn from_marks(marks: &Marks) -> Self {
                marks.low_word() as $word
            }

            fn to_marks(&self) -> Marks {
                (0..<$word>::BITS as usize)
                    .filter(|&mark| self.contains(mark))
                    .collect()
            }

            fn contains(&self, mark: usize) -> bool {
                self >> mark & 1 == 1
            }

            fn unite(&mut self, other: &Self) {
                *self |= other;
            }

            fn is_subset(&self, other: &Self) -> bool {
                self & !other == 0
            }

            fn is_disjoint(&self, other: &Self) -> bool {
                self & other == 0
            }
        }
    };
}

machine_word!(u32);
machine_word!(u64);

impl MarkWord for Marks {
    fn from_marks(marks: &Marks) -> Self {
        marks.clone()
    }

    fn to_marks(&self) -> Marks {
        self.clone()
    }

    fn contains(&self, mark: usize) -> bool {
        self.contains(mark)
    }

    fn unite(&mut self, other: &Self) {
        self.unite(other);
    }

    fn is_subset(&self, other: &Self) -> bool {
        self.is_subset(other)
    }

    fn is_disjoint(&self, other: &Self) -> bool {
        self.is_disjoint(other)
    }
}

/// Evaluates an expression with `$Word` standing for the smallest word that holds `$marks` marks.
macro_rules! with_mark_word {
    ($marks:expr, $Word:ident => $result:expr) => {
        match $marks {
            0..=32 => {
                type $Word = u32;
                $result
            }
            33..=64 => {
                type $Word = u64;
                $result
            }
            _ => {
                type $Word = lariat_automata::Marks;
                $result
            }
        }
    };
}
pub(crate) use with_mark_word;
