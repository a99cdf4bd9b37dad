//! Steps to native code: the target starts as a copy of the source, then effects and channels
//! change it.

use cranelift_codegen::ir::{InstBuilder, Value, condcodes::IntCC, types};

use super::expression::{Emitter, plain};
use super::memory::Memory;
use super::operand::Operand;
use crate::interpreter::{assign_same_global, handshake_items};
use crate::{
    Assignment, Buffer, Cell, Code, Communication, Destination, Kind, Overflow, Program,
    Transition, Transport,
};

impl Emitter<'_, '_> {
    /// Starts a step at `target`.
    fn start(&mut self, program: &Program, target: Value) -> Memory {
        let bytes = program.width as u32 * 4;
        self.copy((self.source, 0), (target, 0), bytes);
        Memory::copy_at(target)
    }

    /// Carries out a transition that needs no partner.
    pub(super) fn alone(&mut self, program: &Program, transition: &Transition, target: Value) {
        let mut memory = self.start(program, target);
        self.move_process(program, transition, target, &mut memory);
        match &transition.communication {
            Communication::None => {}
            Communication::Send { channel, values } => {
                if let Transport::Buffered(buffer) = &program.channels[*channel as usize].transport
                {
                    self.enqueue(program, buffer, values, target, &memory);
                }
            }
            Communication::Receive {
                channel,
                destinations,
            } => {
                if let Transport::Buffered(buffer) = &program.channels[*channel as usize].transport
                {
                    self.dequeue(program, buffer, destinations, target, &mut memory);
                }
            }
        }
    }

    /// Carries out a handshake.
    pub(super) fn handshake(
        &mut self,
        program: &Program,
        sender: &Transition,
        receiver: &Transition,
        target: Value,
    ) {
        let (Communication::Send { channel, values }, Communication::Receive { destinations, .. }) =
            (&sender.communication, &receiver.communication)
        else {
            unreachable!("a handshake has a sender and a receiver");
        };
        if assign_same_global(sender, receiver) || values.len() > destinations.len() {
            return self.leave_for(self.bail);
        }
        let mut memory = self.start(program, target);
        let items = handshake_items(program, *channel);
        for (component, (&code, &place)) in values.iter().zip(destinations).enumerate() {
            let mut value = self.value(program.code(code), &memory);
            if let Some(items) = items {
                value = self.cut(items[component], value);
            }
            self.receive(program, place, value, target, &mut memory);
        }
        self.move_process(program, receiver, target, &mut memory);
        self.move_process(program, sender, target, &mut memory);
    }

    /// Changes the location of the transition's process, then runs its effects.
    fn move_process(
        &mut self,
        program: &Program,
        transition: &Transition,
        target: Value,
        memory: &mut Memory,
    ) {
        if let Some(place) = program.processes[transition.process as usize].place {
            let location = Operand::constant(transition.to as i32);
            self.store_known(place, location, target, memory);
        }
        for effect in &transition.effects {
            self.assign(program, effect, target, memory);
        }
    }

    fn assign(
        &mut self,
        program: &Program,
        effect: &Assignment,
        target: Value,
        memory: &mut Memory,
    ) {
        match effect.destination {
            Destination::Cell(cell) => {
                let value = self.value(program.code(effect.value), memory);
                let value = self.fit(cell.kind, value);
                self.store_known(cell, value, target, memory);
            }
            Destination::Element { array, index } => {
                let index = self.value(program.code(index), memory);
                let constant = index
                    .as_constant()
                    .and_then(|index| u32::try_from(index).ok());
                if let Some(index) = constant.filter(|&index| index < array.length) {
                    let value = self.value(program.code(effect.value), memory);
                    let cell = array.element(index);
                    let value = self.fit(cell.kind, value);
                    return self.store_known(cell, value, target, memory);
                }
                let distance = self.distance(index, array.length, array.first.kind.bytes());
                let value = self.value(program.code(effect.value), memory);
                let value = self.fit(array.first.kind, value);
                let address = self.builder.ins().iadd(target, distance);
                let number = value.to_number(self.builder);
                self.store(array.first.kind, number, address, array.first.offset as i32);
                memory.write_array(array);
            }
        }
    }

    /// What is stored for a value.
    fn fit(&mut self, kind: Kind, value: Operand) -> Operand {
        match kind.overflow() {
            Overflow::Fail => {
                self.check(kind, value);
                value
            }
            Overflow::Wrap => self.cut(kind, value),
        }
    }

    /// Bails out if a value is not of a kind.
    fn check(&mut self, kind: Kind, value: Operand) {
        let (least, most) = kind.range();
        if value.lies_within((least, most)) {
            return;
        }
        let number = value.to_number(self.builder);
        let shifted = self.builder.ins().iadd_imm_s(number, -i64::from(least));
        let span = i64::from(most) - i64::from(least);
        let outside = self
            .builder
            .ins()
            .icmp_imm_s(IntCC::UnsignedGreaterThan, shifted, span);
        self.bail_if(outside);
    }

    fn store_known(&mut self, cell: Cell, value: Operand, target: Value, memory: &mut Memory) {
        let number = value.to_number(self.builder);
        self.store(cell.kind, number, target, cell.offset as i32);
        memory.write(cell, value);
    }

    /// The value cut to a kind.
    fn cut(&mut self, kind: Kind, value: Operand) -> Operand {
        if value.lies_within(kind.range()) {
            return value;
        }
        let number = value.to_number(self.builder);
        let cut = match (kind.is_signed(), kind.bits()) {
            (false, bits) => {
                let mask = (1_i64 << bits) - 1;
                self.builder.ins().band_imm_s(number, mask)
            }
            (true, 16) => {
                let low = self.builder.ins().ireduce(types::I16, number);
                self.builder.ins().sextend(types::I32, low)
            }
            (true, bits) => {
                let unused = 32 - i64::from(bits);
                let high = self.builder.ins().ishl_imm_s(number, unused);
                self.builder.ins().sshr_imm_s(high, unused)
            }
        };
        Operand::within(cut, kind.range())
    }

    /// Stores a received value; an index is taken from the source state.
    fn receive(
        &mut self,
        program: &Program,
        place: Destination,
        value: Operand,
        target: Value,
        memory: &mut Memory,
    ) {
        match place {
            Destination::Cell(cell) => {
                let value = self.fit(cell.kind, value);
                self.store_known(cell, value, target, memory);
            }
            Destination::Element { array, index } => {
                let index = self.value(program.code(index), &Memory::default());
                let distance = self.distance(index, array.length, array.first.kind.bytes());
                let value = self.fit(array.first.kind, value);
                let address = self.builder.ins().iadd(target, distance);
                let number = value.to_number(self.builder);
                self.store(array.first.kind, number, address, array.first.offset as i32);
                memory.write_array(array);
            }
        }
    }

    /// Puts values into a buffer that has a free slot.
    fn enqueue(
        &mut self,
        program: &Program,
        buffer: &Buffer,
        values: &[Code],
        target: Value,
        memory: &Memory,
    ) {
        let count = self.load(buffer.count.kind, self.source, buffer.count.offset as i32);
        let wide = self.builder.ins().uextend(types::I64, count);
        let distance = self
            .builder
            .ins()
            .imul_imm_s(wide, i64::from(buffer.stride));
        let slot = self.builder.ins().iadd(target, distance);
        for (&code, cell) in values.iter().zip(&buffer.first) {
            let mut value = self.value(program.code(code), memory);
            if !cell.kind.fills_its_bytes() {
                value = self.cut(cell.kind, value);
            }
            let number = value.to_number(self.builder);
            self.store(cell.kind, number, slot, cell.offset as i32);
        }
        let more = self.builder.ins().iadd_imm_s(count, 1);
        self.store(buffer.count.kind, more, target, buffer.count.offset as i32);
    }

    /// Takes the first item out of a buffer that is not empty.
    fn dequeue(
        &mut self,
        program: &Program,
        buffer: &Buffer,
        destinations: &[Destination],
        target: Value,
        memory: &mut Memory,
    ) {
        for (&place, &cell) in destinations.iter().zip(&buffer.first) {
            let value = self.load(cell.kind, self.source, cell.offset as i32);
            let value = Operand::within(value, cell.kind.range());
            self.receive(program, place, value, target, memory);
        }
        let base = buffer.first[0].offset;
        let kept = (buffer.capacity - 1) * buffer.stride;
        self.copy((self.source, base + buffer.stride), (target, base), kept);
        let zero = self.builder.ins().iconst(types::I8, 0);
        for byte in 0..buffer.stride {
            let offset = (base + kept + byte) as i32;
            self.builder.ins().store(plain(), zero, target, offset);
        }
        let count = self.load(buffer.count.kind, self.source, buffer.count.offset as i32);
        let less = self.builder.ins().iadd_imm_s(count, -1);
        self.store(buffer.count.kind, less, target, buffer.count.offset as i32);
    }
}
