//! What is known of a target state while the effects of a step are translated.
//!
//! A step starts as a copy of the source state.  A cell that no effect has written yet is read from
//! the source, one that was written at a known place from the value that was written; only after a
//! write at a computed index must an array be read back from the target.

use cranelift_codegen::ir::Value;

use super::operand::Operand;
use crate::{Array, Cell};

/// The target of a step.
#[derive(Default)]
pub(super) struct Memory {
    /// Where the target lies; guards have none.
    target: Option<Value>,
    known: Vec<(Cell, Operand)>,
    /// Arrays that were written at a computed index.
    blurred: Vec<Array>,
}

/// How to read a cell.
pub(super) enum Reading {
    Known(Operand),
    Source,
    Target(Value),
}

impl Memory {
    /// A target that is still a copy of the source.
    pub(super) fn copy_at(target: Value) -> Self {
        Self {
            target: Some(target),
            ..Self::default()
        }
    }

    fn at_target(&self) -> Reading {
        self.target.map_or(Reading::Source, Reading::Target)
    }

    pub(super) fn read(&self, cell: Cell) -> Reading {
        let known = self.known.iter().rev().find(|(place, _)| *place == cell);
        if let Some(&(_, operand)) = known {
            return Reading::Known(operand);
        }
        match self.blurred.iter().any(|array| contains(*array, cell)) {
            true => self.at_target(),
            false => Reading::Source,
        }
    }

    /// How to read an array at a computed index.
    pub(super) fn read_array(&self, array: Array) -> Reading {
        let written = self.known.iter().any(|(cell, _)| contains(array, *cell));
        match written || self.blurred.contains(&array) {
            true => self.at_target(),
            false => Reading::Source,
        }
    }

    pub(super) fn write(&mut self, cell: Cell, operand: Operand) {
        self.known.retain(|(place, _)| *place != cell);
        self.known.push((cell, operand));
    }

    /// Notes a write at a computed index.
    pub(super) fn write_array(&mut self, array: Array) {
        self.known.retain(|(cell, _)| !contains(array, *cell));
        self.blurred.push(array);
    }
}

fn contains(array: Array, cell: Cell) -> bool {
    let start = array.first.offset;
    (start..start + array.length * array.first.kind.bytes()).contains(&cell.offset)
}
