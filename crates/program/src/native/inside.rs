//! What native code takes for granted: every place of a program lies inside its state, and every
//! table among its tables.
//!
//! Programs are plain data that anybody can make, and native code must not read or write elsewhere.

use crate::{
    Array, Buffer, Cell, Channel, Code, Communication, Destination, Op, Program, Transition,
    Transport,
};

/// Whether the system of a program, and these propositions, keep to their places.
pub(super) fn keeps_inside(program: &Program, propositions: &[Code]) -> bool {
    let bounds = Inside {
        program,
        bytes: program.width as u64 * 4,
    };
    let system = program.system().iter();
    let mut locations = system.clone().flat_map(|process| &process.locations);
    let transition = |&number: &u32| bounds.transition(&program.transitions[number as usize]);
    let mut channels = program.channels.iter();
    system
        .filter_map(|process| process.place)
        .all(|place| bounds.cell(place))
        && locations.all(|location| location.outgoing.iter().all(transition))
        && channels.all(|channel| bounds.channel(channel))
        && propositions.iter().all(|&code| bounds.code(code))
}

struct Inside<'p> {
    program: &'p Program,
    /// The bytes of a state.
    bytes: u64,
}

impl Inside<'_> {
    fn cell(&self, cell: Cell) -> bool {
        self.array(Array {
            first: cell,
            length: 1,
        })
    }

    fn array(&self, array: Array) -> bool {
        let size = u64::from(array.first.kind.bytes());
        let start = u64::from(array.first.offset);
        let end = start + u64::from(array.length) * size;
        array.length > 0 && start.is_multiple_of(size) && end <= self.bytes
    }

    fn process(&self, process: u32) -> bool {
        (process as usize) < self.program.system_processes()
    }

    fn channel(&self, channel: &Channel) -> bool {
        let keeps = match &channel.transport {
            Transport::Buffered(buffer) => self.buffer(buffer),
            Transport::Handshake { .. } => true,
        };
        keeps
            && channel
                .receivers
                .iter()
                .all(|&process| self.process(process))
    }

    fn buffer(&self, buffer: &Buffer) -> bool {
        let Some(base) = buffer.first.first().map(|cell| u64::from(cell.offset)) else {
            return false;
        };
        let stride = u64::from(buffer.stride);
        let is_in_first = |cell: &Cell| {
            let (start, size) = (u64::from(cell.offset), u64::from(cell.kind.bytes()));
            let is_aligned = start.is_multiple_of(size) && stride.is_multiple_of(size);
            is_aligned && base <= start && start + size <= base + stride
        };
        self.cell(buffer.count)
            && buffer.capacity > 0
            && buffer.count.kind.holds(buffer.capacity as i32)
            && buffer.first.iter().all(is_in_first)
            && base + stride * u64::from(buffer.capacity) <= self.bytes
    }

    fn code(&self, code: Code) -> bool {
        let tables = self.program.expressions.tables().len() as u64;
        self.program.code(code).iter().all(|op| match *op {
            Op::Load(cell) => self.cell(cell),
            Op::Element(array) => self.array(array),
            Op::TableElement { start, length } => u64::from(start) + u64::from(length) <= tables,
            _ => true,
        })
    }

    fn destination(&self, destination: Destination) -> bool {
        match destination {
            Destination::Cell(cell) => self.cell(cell),
            Destination::Element { array, index } => self.array(array) && self.code(index),
        }
    }

    fn transition(&self, transition: &Transition) -> bool {
        let mut effects = transition.effects.iter();
        let is_inside = match &transition.communication {
            Communication::None => true,
            Communication::Send { values, .. } => values.iter().all(|&code| self.code(code)),
            Communication::Receive { destinations, .. } => {
                destinations.iter().all(|&to| self.destination(to))
            }
        };
        is_inside
            && self.process(transition.process)
            && transition.guard.is_none_or(|guard| self.code(guard))
            && effects.all(|effect| self.destination(effect.destination) && self.code(effect.value))
    }
}
