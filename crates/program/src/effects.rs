//! What a step does to slots: which it reads, which it may write, and what becomes of them.
//!
//! The step is followed in the interpreter's order, with what is known of values on the way, so
//! that an assignment that cannot fail is known not to.  A slot that may or may not be written, as
//! the elements of an array at a computed index and the items of a buffer, is read as well: what it
//! is afterwards depends on what it was.

use lariat_automata::BitSet;
use lariat_model::structure::{Change, Effect, Slot};

use crate::bounds::{Bounds, Estimate, Knowledge, is_index, lie_within};
use crate::interpreter::{assign_same_global, handshake_items};
use crate::slots::Slots;
use crate::{
    Array, Assignment, Binary, Buffer, Cell, Code, Communication, Destination, Kind, Op, Overflow,
    Program, Transition,
};

/// What a step does, as far as it has been followed.
pub(crate) struct Following<'s> {
    program: &'s Program,
    slots: &'s Slots,
    /// What is known of the state that the step leaves.
    source: Knowledge,
    /// What is known of the target so far.
    target: Knowledge,
    /// What expressions read.
    expressions: BitSet,
    /// What is read only to be changed.
    changed: BitSet,
    writes: BitSet,
    effects: Vec<Effect>,
    can_fail: bool,
}

/// What a step does.
pub(crate) struct Followed {
    pub(crate) reads: BitSet,
    pub(crate) writes: BitSet,
    pub(crate) effects: Vec<Effect>,
    pub(crate) can_fail: bool,
}

impl<'s> Following<'s> {
    /// A step from states of which this much is known.
    pub(crate) fn new(program: &'s Program, slots: &'s Slots, source: Knowledge) -> Self {
        Self {
            program,
            slots,
            target: source.clone(),
            source,
            expressions: BitSet::EMPTY,
            changed: BitSet::EMPTY,
            writes: BitSet::EMPTY,
            effects: Vec::new(),
            can_fail: false,
        }
    }

    /// Follows a transition that needs no partner.
    pub(crate) fn alone(mut self, transition: &Transition, from: u32) -> Followed {
        self.move_process(transition, from);
        if let Some(buffer) = self.program.buffer(transition) {
            match &transition.communication {
                Communication::Send { values, .. } => self.enqueue(buffer, values),
                Communication::Receive { destinations, .. } => self.dequeue(buffer, destinations),
                Communication::None => {}
            }
        }
        self.finish()
    }

    /// Follows a handshake.
    pub(crate) fn handshake(
        mut self,
        (sender, sender_from): (&Transition, u32),
        (receiver, receiver_from): (&Transition, u32),
    ) -> Followed {
        let (Communication::Send { channel, values }, Communication::Receive { destinations, .. }) =
            (&sender.communication, &receiver.communication)
        else {
            unreachable!("a handshake has a sender and a receiver");
        };
        if assign_same_global(sender, receiver) || values.len() > destinations.len() {
            // It always fails.
            self.can_fail = true;
            return self.finish();
        }
        let items = handshake_items(self.program, *channel);
        for (component, (&code, &destination)) in values.iter().zip(destinations).enumerate() {
            let mut bounds = self.value(code).bounds;
            if let Some(items) = items {
                bounds = cut(items[component], bounds);
            }
            self.receive(destination, bounds);
        }
        self.move_process(receiver, receiver_from);
        self.move_process(sender, sender_from);
        self.finish()
    }

    /// Puts together what was found.  An addition to a slot, and the change of a buffer, is claimed
    /// only where the slot is written once and read for nothing else.
    fn finish(mut self) -> Followed {
        self.effects.sort_by_key(|effect| effect.slot);
        self.effects.dedup_by(|later, kept| {
            let is_same = later.slot == kept.slot;
            if is_same {
                kept.change = Change::Other;
            }
            is_same
        });
        for effect in &mut self.effects {
            let changes = matches!(
                effect.change,
                Change::Add(_) | Change::Send | Change::Receive
            );
            if changes && self.expressions.contains(effect.slot.0 as usize) {
                effect.change = Change::Other;
            }
        }
        Followed {
            reads: self.expressions.union(&self.changed),
            writes: self.writes,
            effects: self.effects,
            can_fail: self.can_fail,
        }
    }

    /// What an expression comes to in the target.
    fn value(&mut self, code: Code) -> Estimate {
        let code = self.program.code(code);
        let estimate = self.target.estimate(code);
        self.slots.add_reads(code, &mut self.expressions);
        self.can_fail |= estimate.can_fail;
        estimate
    }

    /// What an index comes to in the source.
    fn source_index(&mut self, code: Code) -> Bounds {
        let code = self.program.code(code);
        let estimate = self.source.estimate(code);
        self.slots.add_reads(code, &mut self.expressions);
        self.can_fail |= estimate.can_fail;
        estimate.bounds
    }

    fn effect(&mut self, cell: Cell, change: Change) {
        let slot = self.slots.of(cell);
        self.writes.insert(slot.0 as usize);
        self.effects.push(Effect { slot, change });
    }

    /// Notes a change of a slot that depends on its own value.
    fn own_change(&mut self, cell: Cell, change: Change) {
        let Slot(slot) = self.slots.of(cell);
        self.changed.insert(slot as usize);
        self.effect(cell, change);
    }

    fn move_process(&mut self, transition: &Transition, from: u32) {
        if let Some(place) = self.program.processes[transition.process as usize].place
            && transition.to != from
        {
            let to = transition.to as i32;
            self.effect(place, Change::Set(i64::from(to)));
            self.target.store(place, (to, to));
        }
        for effect in &transition.effects {
            self.assign(effect);
        }
    }

    fn assign(&mut self, assignment: &Assignment) {
        match assignment.destination {
            Destination::Cell(cell) => {
                if !self.add(cell, assignment.value) {
                    let value = self.value(assignment.value);
                    self.store(cell, value.bounds);
                }
            }
            Destination::Element { array, index } => {
                let index = self.value(index).bounds;
                let value = self.value(assignment.value);
                self.store_element(array, index, value.bounds);
            }
        }
    }

    /// Follows `x = x + c`, if this is one, and one that stays within bounds.
    fn add(&mut self, cell: Cell, value: Code) -> bool {
        let Some(number) = added(self.program.code(value), cell) else {
            return false;
        };
        let (low, high) = self.target.of(cell);
        let (least, most) = cell.kind.range();
        let (low, high) = (i64::from(low) + number, i64::from(high) + number);
        if low < i64::from(least) || high > i64::from(most) {
            return false;
        }
        self.own_change(cell, Change::Add(number));
        self.target.store(cell, (low as i32, high as i32));
        true
    }

    /// Stores a value between bounds into a cell.
    fn store(&mut self, cell: Cell, bounds: Bounds) {
        let fitting = self.fit(cell.kind, bounds);
        let change = match fitting.0 == fitting.1 {
            true => Change::Set(i64::from(fitting.0)),
            false => Change::Other,
        };
        self.effect(cell, change);
        self.target.store(cell, fitting);
    }

    /// The bounds of what is stored for a value between bounds.
    fn fit(&mut self, kind: Kind, bounds: Bounds) -> Bounds {
        if kind.overflow() == Overflow::Wrap {
            return cut(kind, bounds);
        }
        let (least, most) = kind.range();
        if lie_within(bounds, (least, most)) {
            return bounds;
        }
        self.can_fail = true;
        match (bounds.0.max(least), bounds.1.min(most)) {
            (low, high) if low <= high => (low, high),
            _ => (least, most),
        }
    }

    fn store_element(&mut self, array: Array, index: Bounds, value: Bounds) {
        let is_inside = is_index(index, array.length);
        if is_inside && index.0 == index.1 {
            return self.store(array.element(index.0 as u32), value);
        }
        self.can_fail |= !is_inside;
        self.fit(array.first.kind, value);
        for element in 0..array.length {
            self.own_change(array.element(element), Change::Other);
        }
        self.target.blur(array);
    }

    /// Stores a received value; an index is taken from the source state.
    fn receive(&mut self, destination: Destination, value: Bounds) {
        match destination {
            Destination::Cell(cell) => self.store(cell, value),
            Destination::Element { array, index } => {
                let index = self.source_index(index);
                self.store_element(array, index, value);
            }
        }
    }

    fn enqueue(&mut self, buffer: &Buffer, values: &[Code]) {
        for (component, &code) in values.iter().enumerate() {
            self.value(code);
            for position in 0..buffer.capacity {
                self.own_change(buffer.cell(position, component), Change::Send);
            }
        }
        self.own_change(buffer.count, Change::Send);
    }

    fn dequeue(&mut self, buffer: &Buffer, destinations: &[Destination]) {
        for (&destination, cell) in destinations.iter().zip(&buffer.first) {
            self.receive(destination, cell.kind.range());
        }
        for component in 0..buffer.first.len() {
            for position in 0..buffer.capacity {
                self.own_change(buffer.cell(position, component), Change::Receive);
            }
        }
        self.own_change(buffer.count, Change::Receive);
    }
}

/// The bounds of values between bounds, cut to a kind.
fn cut(kind: Kind, bounds: Bounds) -> Bounds {
    match bounds {
        _ if lie_within(bounds, kind.range()) => bounds,
        (low, high) if low == high => (kind.cut(low), kind.cut(low)),
        _ => kind.range(),
    }
}

/// The number that code adds to a cell's value, if that is what it does.
fn added(code: &[Op], cell: Cell) -> Option<i64> {
    match *code {
        [Op::Load(own), Op::Constant(number), Op::Binary(Binary::Add)]
        | [Op::Constant(number), Op::Load(own), Op::Binary(Binary::Add)]
            if own == cell =>
        {
            Some(i64::from(number))
        }
        [
            Op::Load(own),
            Op::Constant(number),
            Op::Binary(Binary::Subtract),
        ] if own == cell => Some(-i64::from(number)),
        _ => None,
    }
}
