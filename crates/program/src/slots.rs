//! The slots of a program: the cells of its system's state, each with a number.

use lariat_automata::BitSet;
use lariat_model::structure::Slot;
use rustc_hash::FxHashMap;

use crate::{Array, Cell, Op, Program, Transport, Variable};

/// The slots of a program, in the order in which states are described.
#[derive(Clone, Debug, Default)]
pub(crate) struct Slots {
    pub(crate) cells: Vec<Cell>,
    pub(crate) names: Vec<String>,
    /// The number of the slot at an offset.
    numbers: FxHashMap<u32, u32>,
}

impl Slots {
    pub(crate) fn new(program: &Program) -> Self {
        let mut slots = Self::default();
        for process in program.system() {
            if let Some(place) = process.place {
                slots.add(place, process.name.clone());
            }
            for variable in &process.variables {
                slots.add_variable(variable, format!("{}.{}", process.name, variable.name));
            }
        }
        for variable in &program.globals {
            slots.add_variable(variable, variable.name.clone());
        }
        for channel in &program.channels {
            let Transport::Buffered(buffer) = &channel.transport else {
                continue;
            };
            slots.add(buffer.count, format!("{}.count", channel.name));
            for position in 0..buffer.capacity {
                for component in 0..buffer.first.len() {
                    let name = format!("{}[{position}].{component}", channel.name);
                    slots.add(buffer.cell(position, component), name);
                }
            }
        }
        slots
    }

    fn add(&mut self, cell: Cell, name: String) {
        self.numbers.insert(cell.offset, self.cells.len() as u32);
        self.cells.push(cell);
        self.names.push(name);
    }

    fn add_variable(&mut self, variable: &Variable, name: String) {
        if !variable.is_array {
            return self.add(variable.place.first, name);
        }
        for index in 0..variable.place.length {
            self.add(variable.place.element(index), format!("{name}[{index}]"));
        }
    }

    /// The slot of a cell of the system's state.
    pub(crate) fn of(&self, cell: Cell) -> Slot {
        Slot(self.numbers[&cell.offset])
    }

    /// Adds the slots that code reads, whatever it comes to; an element at a computed index may be
    /// any of its array.
    pub(crate) fn add_reads(&self, code: &[Op], reads: &mut BitSet) {
        let mut add = |cell: Cell| reads.insert(self.of(cell).0 as usize);
        for op in code {
            match *op {
                Op::Load(cell) => add(cell),
                Op::Element(array) => elements(array).for_each(&mut add),
                _ => {}
            }
        }
    }
}

fn elements(array: Array) -> impl Iterator<Item = Cell> {
    (0..array.length).map(move |index| array.element(index))
}
