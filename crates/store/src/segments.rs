//! A growing array that never moves its elements once it is large.
//!
//! The first segment grows like a vector, so that a small array stays small; after that, segments
//! of one size are added.  At most one segment is partly empty, whatever the size.

use crate::Exhausted;

const BITS: usize = 13;
/// The elements of a full segment.
const SEGMENT: usize = 1 << BITS;
const SMALLEST: usize = 64;

/// An array of 64-bit elements.
#[derive(Clone, Debug, Default)]
pub(crate) struct Segments {
    segments: Vec<Vec<u64>>,
    allocated: usize,
}

impl Segments {
    pub(crate) fn get(&self, index: u32) -> u64 {
        self.segments[index as usize >> BITS][index as usize & (SEGMENT - 1)]
    }

    /// Where an element lies, if there is one.
    pub(crate) fn place(&self, index: u32) -> Option<&u64> {
        let segment = self.segments.get(index as usize >> BITS)?;
        segment.get(index as usize & (SEGMENT - 1))
    }

    /// The bytes that are allocated.
    pub(crate) fn bytes_allocated(&self) -> usize {
        self.allocated * size_of::<u64>()
    }

    /// Appends an element; `room` says whether so many more bytes may be allocated.
    pub(crate) fn push(
        &mut self,
        element: u64,
        room: impl FnOnce(usize) -> Result<(), Exhausted>,
    ) -> Result<(), Exhausted> {
        let is_full = self
            .segments
            .last()
            .is_none_or(|last| last.len() == last.capacity());
        if is_full {
            self.grow(room)?;
        }
        let last = self
            .segments
            .last_mut()
            .expect("growth leaves a segment with room");
        last.push(element);
        Ok(())
    }

    fn grow(&mut self, room: impl FnOnce(usize) -> Result<(), Exhausted>) -> Result<(), Exhausted> {
        let small = match &mut self.segments[..] {
            [] => Some(SMALLEST),
            [first] if first.capacity() < SEGMENT => Some(first.capacity().min(SEGMENT / 2)),
            _ => None,
        };
        let added = small.unwrap_or(SEGMENT);
        room(added * size_of::<u64>())?;
        match self.segments.first_mut() {
            Some(first) if small.is_some() => first.reserve_exact(added),
            _ => self.segments.push(Vec::with_capacity(added)),
        }
        self.allocated = self.segments.iter().map(Vec::capacity).sum();
        Ok(())
    }

    /// All elements, in order, up to `N` at a time.
    pub(crate) fn batches<const N: usize>(&self) -> impl Iterator<Item = &[u64]> {
        self.segments.iter().flat_map(|segment| segment.chunks(N))
    }
}
