//! Where the values of a state go: one after another, each aligned to its size.

use crate::{Array, Buffer, Cell, Kind};

/// Hands out the bytes of a state.
///
/// The processes of the system come first; [`Layout::end_word`] then sets off the property process,
/// so that a state of the system is a prefix of one with its property process.
#[derive(Clone, Debug)]
pub struct Layout {
    /// The first free byte.
    end: u32,
    /// Places behind this byte are not kept apart.
    most: u32,
}

impl Layout {
    /// An empty state, which may grow to so many bytes.
    pub fn new(most: u32) -> Self {
        Self { end: 0, most }
    }

    /// Whether the state has outgrown its bytes; the places are then of no use.
    pub fn is_too_large(&self) -> bool {
        self.end > self.most
    }

    /// The words that the state takes so far, at least one.
    pub fn words(&self) -> usize {
        self.end.div_ceil(4).max(1) as usize
    }

    /// Goes on with a new word.
    pub fn end_word(&mut self) {
        self.end = self.words() as u32 * 4;
    }

    /// The place of an array.
    pub fn array(&mut self, kind: Kind, length: u32) -> Array {
        let offset = self.end.next_multiple_of(kind.bytes());
        self.advance_to(offset.saturating_add(length.saturating_mul(kind.bytes())));
        let first = Cell { offset, kind };
        Array { first, length }
    }

    /// The place of a value.
    pub fn cell(&mut self, kind: Kind) -> Cell {
        self.array(kind, 1).first
    }

    /// The place of the location of a process that has so many; none is needed for one.
    pub fn location(&mut self, locations: usize) -> Option<Cell> {
        (locations > 1).then(|| self.cell(Kind::counter(locations as u32 - 1)))
    }

    /// The places of a buffer: a counter, then the items, each aligned like its widest component.
    pub fn buffer(&mut self, items: &[Kind], capacity: u32) -> Buffer {
        let count = self.cell(Kind::counter(capacity));
        let widest = items.iter().map(|item| item.bytes()).max().unwrap_or(1);
        self.end = self.end.next_multiple_of(widest);
        let base = self.end;
        let first = items.iter().map(|&item| self.cell(item)).collect();
        let stride = (self.end - base).next_multiple_of(widest);
        self.advance_to(base.saturating_add(stride.saturating_mul(capacity)));
        Buffer {
            count,
            first,
            stride,
            capacity,
        }
    }

    fn advance_to(&mut self, end: u32) {
        self.end = end.min(self.most.saturating_mul(2));
    }
}
