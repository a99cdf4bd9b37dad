//! Sets of small numbers: acceptance marks, and the propositions true in a letter.
//!
//! Up to 128 elements lie inline; only a set with a larger element allocates.  The form is unique,
//! so that equality and hashing need no normalisation.

use std::fmt;

/// The acceptance marks of an edge, or of a cycle.
pub type Marks = BitSet;

/// A letter: the indices of the propositions that are true.
pub type Letter = BitSet;

/// A set of small numbers.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct BitSet(Repr);

#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
enum Repr {
    Inline([u64; 2]),
    /// At least three words, the last of them not zero.
    Heap(Box<[u64]>),
}

impl Default for BitSet {
    fn default() -> Self {
        Self::EMPTY
    }
}

impl BitSet {
    /// The empty set.
    pub const EMPTY: BitSet = BitSet(Repr::Inline([0; 2]));

    /// The set of one element.
    #[inline]
    pub fn single(element: usize) -> Self {
        let mut set = Self::EMPTY;
        set.insert(element);
        set
    }

    /// The set {0, …, n − 1}.
    pub fn first(n: usize) -> Self {
        (0..n).collect()
    }

    #[inline]
    fn words(&self) -> &[u64] {
        match &self.0 {
            Repr::Inline(words) => words,
            Repr::Heap(words) => words,
        }
    }

    /// The set whose elements are the bits of these words: element 64 i + j is bit j of word i.
    pub fn from_bits(words: &[u64]) -> Self {
        match *words {
            [] => Self::EMPTY,
            [low] => BitSet(Repr::Inline([low, 0])),
            [low, high] => BitSet(Repr::Inline([low, high])),
            _ => Self::from_words(words.to_vec()),
        }
    }

    fn from_words(mut words: Vec<u64>) -> Self {
        while words.len() > 2 && words.last() == Some(&0) {
            words.pop();
        }
        if words.len() > 2 {
            return BitSet(Repr::Heap(words.into_boxed_slice()));
        }
        words.resize(2, 0);
        BitSet(Repr::Inline([words[0], words[1]]))
    }

    /// Whether nothing is in the set.
    #[inline]
    pub fn is_empty(&self) -> bool {
        match &self.0 {
            Repr::Inline(words) => words[0] | words[1] == 0,
            Repr::Heap(_) => false,
        }
    }

    /// How many elements the set has.
    pub fn len(&self) -> usize {
        self.words().iter().map(|w| w.count_ones() as usize).sum()
    }

    /// Whether `element` is in the set.
    #[inline]
    pub fn contains(&self, element: usize) -> bool {
        self.words()
            .get(element / 64)
            .is_some_and(|word| word >> (element % 64) & 1 == 1)
    }

    /// The elements below 64, as the bits of a word.
    #[inline]
    pub fn low_word(&self) -> u64 {
        self.words()[0]
    }

    /// Adds `element`.
    #[inline]
    pub fn insert(&mut self, element: usize) {
        let (word, bit) = (element / 64, 1 << (element % 64));
        match &mut self.0 {
            Repr::Inline(words) if word < 2 => words[word] |= bit,
            Repr::Heap(words) if word < words.len() => words[word] |= bit,
            _ => {
                let mut words = self.words().to_vec();
                words.resize(word + 1, 0);
                words[word] |= bit;
                *self = Self::from_words(words);
            }
        }
    }

    /// Removes `element`.
    pub fn remove(&mut self, element: usize) {
        if self.contains(element) {
            let mut words = self.words().to_vec();
            words[element / 64] &= !(1 << (element % 64));
            *self = Self::from_words(words);
        }
    }

    /// Adds every element of `other`.
    #[inline]
    pub fn unite(&mut self, other: &BitSet) {
        match (&mut self.0, &other.0) {
            (Repr::Inline(a), Repr::Inline(b)) => {
                a[0] |= b[0];
                a[1] |= b[1];
            }
            _ => *self = self.union(other),
        }
    }

    /// The elements of either set.
    #[inline]
    pub fn union(&self, other: &BitSet) -> BitSet {
        self.combine(other, |a, b| a | b)
    }

    /// The elements of both sets.
    #[inline]
    pub fn intersection(&self, other: &BitSet) -> BitSet {
        self.combine(other, |a, b| a & b)
    }

    /// The elements of this set that are not in `other`.
    #[inline]
    pub fn difference(&self, other: &BitSet) -> BitSet {
        self.combine(other, |a, b| a & !b)
    }

    #[inline]
    fn combine(&self, other: &BitSet, op: impl Fn(u64, u64) -> u64) -> BitSet {
        if let (Repr::Inline(a), Repr::Inline(b)) = (&self.0, &other.0) {
            return BitSet(Repr::Inline([op(a[0], b[0]), op(a[1], b[1])]));
        }
        let (a, b) = (self.words(), other.words());
        let word = |words: &[u64], i: usize| words.get(i).copied().unwrap_or(0);
        let words = (0..a.len().max(b.len()))
            .map(|i| op(word(a, i), word(b, i)))
            .collect();
        Self::from_words(words)
    }

    /// The set of the elements, each larger by `by`.
    pub fn shifted(&self, by: usize) -> BitSet {
        if let Repr::Inline([low, high]) = self.0 {
            let bits = u128::from(high) << 64 | u128::from(low);
            if by <= bits.leading_zeros() as usize {
                let moved = bits.checked_shl(by as u32).unwrap_or(0);
                return BitSet(Repr::Inline([moved as u64, (moved >> 64) as u64]));
            }
        }
        self.iter().map(|element| element + by).collect()
    }

    /// Whether every element of this set is in `other`.
    #[inline]
    pub fn is_subset(&self, other: &BitSet) -> bool {
        if let (Repr::Inline(a), Repr::Inline(b)) = (&self.0, &other.0) {
            return (a[0] & !b[0]) | (a[1] & !b[1]) == 0;
        }
        self.is_subset_of_large(other)
    }

    /// The same for sets that are not both small: not to be inlined with the test for those that are.
    #[inline(never)]
    fn is_subset_of_large(&self, other: &BitSet) -> bool {
        self.difference(other).is_empty()
    }

    /// Whether the sets have no common element.
    #[inline]
    pub fn is_disjoint(&self, other: &BitSet) -> bool {
        let (a, b) = (self.words(), other.words());
        a.iter().zip(b).all(|(a, b)| a & b == 0)
    }

    /// The elements in ascending order.
    pub fn iter(&self) -> impl Iterator<Item = usize> + '_ {
        self.words().iter().enumerate().flat_map(|(i, &word)| {
            let mut rest = word;
            std::iter::from_fn(move || {
                (rest != 0).then(|| {
                    let bit = rest.trailing_zeros() as usize;
                    rest &= rest - 1;
                    i * 64 + bit
                })
            })
        })
    }
}

impl FromIterator<usize> for BitSet {
    fn from_iter<I: IntoIterator<Item = usize>>(elements: I) -> Self {
        let mut set = Self::EMPTY;
        for element in elements {
            set.insert(element);
        }
        set
    }
}

impl fmt::Debug for BitSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter()).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn behaves_like_an_ordered_set() {
        let mut state = 7u64;
        let mut random = |n: u64| {
            state = state
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1);
            (state >> 33) % n
        };
        for round in 0..2000 {
            let limit = if round % 2 == 0 { 120 } else { 300 };
            let mut set = |_| {
                (0..random(6))
                    .map(|_| random(limit) as usize)
                    .collect::<BTreeSet<_>>()
            };
            let (a, b) = (set(0), set(1));
            let (x, y): (BitSet, BitSet) =
                (a.iter().copied().collect(), b.iter().copied().collect());
            let model = |s: BTreeSet<usize>| s.into_iter().collect::<BitSet>();
            assert_eq!(
                x.iter().collect::<Vec<_>>(),
                a.iter().copied().collect::<Vec<_>>()
            );
            assert_eq!(x.union(&y), model(&a | &b), "{a:?} {b:?}");
            assert_eq!(x.intersection(&y), model(&a & &b), "{a:?} {b:?}");
            assert_eq!(x.difference(&y), model(&a - &b), "{a:?} {b:?}");
            assert_eq!(x.is_subset(&y), a.is_subset(&b));
            assert_eq!(x.is_disjoint(&y), a.is_disjoint(&b));
            assert_eq!(x.len(), a.len());
            let by = [0, 1, 70, 128, 200][round % 5];
            let moved: BTreeSet<usize> = a.iter().map(|e| e + by).collect();
            assert_eq!(x.shifted(by), model(moved), "{a:?} by {by}");
            let mut z = x.union(&y);
            for e in &b {
                z.remove(*e);
            }
            assert_eq!(z, model(&a - &b), "removal leaves the unique form");
            let mut u = x.clone();
            u.unite(&y);
            assert_eq!(u, x.union(&y));
        }
    }
}
