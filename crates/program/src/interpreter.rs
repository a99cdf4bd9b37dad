//! The steps of a program, by interpretation: the reference that native code is measured against.
//!
//! Steps come in DiVinE's order: by process, within a process by transition, and a handshake in its
//! sender's place, by receiving process and transition.  Of the two oddities of DiVinE 2.4 about
//! failing handshakes neither is copied: a pair of transitions fails if neither guard is false and
//! one of them fails, or if carrying it out fails.

use lariat_automata::Letter;
use lariat_model::{Failure, RuntimeError, Step, Successors};

use crate::evaluate::{Evaluator, checked_index, load, store};
use crate::{
    Assignment, Buffer, Cell, Code, Communication, Destination, Kind, Program, Propositions,
    Transition, Transport,
};

type Outcome<T> = Result<T, RuntimeError>;

/// The interpreter of one program.
#[derive(Debug)]
pub struct Interpreter<'p> {
    pub(super) program: &'p Program,
    evaluator: Evaluator<'p>,
    /// The target of the step that is being carried out.
    pub(super) target: Vec<u32>,
}

impl<'p> Interpreter<'p> {
    /// The interpreter of a program.
    pub fn new(program: &'p Program) -> Self {
        Self {
            program,
            evaluator: program.expressions.evaluator(),
            target: Vec::new(),
        }
    }

    /// Appends the steps of the system that leave a state.
    pub fn successors(&mut self, state: &[u32], out: &mut Successors) {
        if self.program.synchronous {
            return self.synchronous_successors(state, out);
        }
        let committed = self
            .program
            .is_committed(state, self.program.system_processes());
        self.committed_successors(state, committed, out);
    }

    /// Adds the propositions that are true in a state to a letter.
    ///
    /// # Errors
    /// When the evaluation of a proposition fails.
    pub fn observe(
        &mut self,
        propositions: &Propositions,
        state: &[u32],
        letter: &mut Letter,
    ) -> Outcome<()> {
        for (number, code) in propositions.iter().enumerate() {
            if self.value(code, state)? != 0 {
                letter.insert(number);
            }
        }
        Ok(())
    }

    /// Appends the steps of an asynchronous system; `committed` says whether some process is in a
    /// committed location.
    pub(super) fn committed_successors(
        &mut self,
        state: &[u32],
        committed: bool,
        out: &mut Successors,
    ) {
        for process in 0..self.program.system_processes() {
            let location = self.program.at(state, process);
            if committed && !location.committed {
                continue;
            }
            for &transition in &location.outgoing {
                self.transition(transition, committed, state, out);
            }
        }
    }

    /// Appends the steps that a transition takes alone or as a sender.
    pub(super) fn transition(
        &mut self,
        number: u32,
        committed: bool,
        state: &[u32],
        out: &mut Successors,
    ) {
        let transition = &self.program.transitions[number as usize];
        let is_buffered = self.program.buffer(transition).is_some();
        match transition.communication {
            Communication::Send { channel, .. } if !is_buffered => {
                self.handshakes(number, channel, committed, state, out);
            }
            Communication::Receive { .. } if !is_buffered => {}
            _ => {
                if let Some(outcome) = self.try_alone(transition, state) {
                    self.finish(Step::alone(number), outcome, out);
                }
            }
        }
    }

    /// Takes a step from a state in which its processes are where its transitions start, unless it
    /// is disabled there; where others are is not looked at.
    pub(crate) fn fire(&mut self, step: Step, state: &[u32]) -> Option<Outcome<()>> {
        let transition = |number: u32| &self.program.transitions[number as usize];
        let first = transition(step.transition);
        if step.partner == Step::ALONE {
            return self.try_alone(first, state);
        }
        let receiver = transition(step.partner);
        let guard = self.guard(first, state);
        self.meet((first, guard), receiver, state)
    }

    /// Carries out a transition that needs no partner, unless it is disabled.
    fn try_alone(&mut self, transition: &Transition, state: &[u32]) -> Option<Outcome<()>> {
        if let Some(buffer) = self.program.buffer(transition) {
            let waiting = load(state, buffer.count) as u32;
            let is_blocked = match transition.communication {
                Communication::Receive { .. } => waiting == 0,
                _ => waiting >= buffer.capacity,
            };
            if is_blocked {
                return None;
            }
        }
        match self.guard(transition, state) {
            Ok(false) => None,
            Ok(true) => Some(self.alone(transition, state)),
            Err(error) => Some(Err(error)),
        }
    }

    /// Whether a transition's guard holds.
    pub(super) fn guard(&mut self, transition: &Transition, state: &[u32]) -> Outcome<bool> {
        match transition.guard {
            None => Ok(true),
            Some(guard) => Ok(self.value(guard, state)? != 0),
        }
    }

    fn value(&mut self, code: Code, state: &[u32]) -> Outcome<i32> {
        self.evaluator.evaluate(self.program.code(code), state)
    }

    /// The value of an expression in the target as it is so far.
    fn value_in_target(&mut self, code: Code) -> Outcome<i32> {
        self.evaluator
            .evaluate(self.program.code(code), &self.target)
    }

    /// Records a step, which leads to the target unless it has failed.
    pub(super) fn finish(&mut self, step: Step, outcome: Outcome<()>, out: &mut Successors) {
        match outcome {
            Ok(()) => {
                out.states.extend_from_slice(&self.target);
                out.steps.push(step);
            }
            Err(error) => out.failures.push(Failure { step, error }),
        }
    }

    pub(super) fn start(&mut self, state: &[u32]) {
        self.target.clear();
        self.target.extend_from_slice(state);
    }

    /// Carries out a transition that needs no partner.
    fn alone(&mut self, transition: &Transition, state: &[u32]) -> Outcome<()> {
        self.start(state);
        self.move_process(transition)?;
        match &transition.communication {
            Communication::None => Ok(()),
            Communication::Send { channel, values } => {
                match &self.program.channels[*channel as usize].transport {
                    Transport::Buffered(buffer) => self.enqueue(buffer, values, state),
                    Transport::Handshake { .. } => Ok(()),
                }
            }
            Communication::Receive {
                channel,
                destinations,
            } => match &self.program.channels[*channel as usize].transport {
                Transport::Buffered(buffer) => self.dequeue(buffer, destinations, state),
                Transport::Handshake { .. } => Ok(()),
            },
        }
    }

    /// Changes the location of the transition's process, then runs its effects.
    pub(super) fn move_process(&mut self, transition: &Transition) -> Outcome<()> {
        if let Some(place) = self.program.processes[transition.process as usize].place {
            store(&mut self.target, place, transition.to as i32);
        }
        for effect in &transition.effects {
            self.assign(effect)?;
        }
        Ok(())
    }

    fn assign(&mut self, effect: &Assignment) -> Outcome<()> {
        let cell = match effect.destination {
            Destination::Cell(cell) => cell,
            Destination::Element { array, index } => {
                let index = self.value_in_target(index)?;
                array.element(checked_index(index, array.length)?)
            }
        };
        let value = self.value_in_target(effect.value)?;
        self.store_fitting(cell, value)
    }

    fn store_fitting(&mut self, cell: Cell, value: i32) -> Outcome<()> {
        let fitting = cell.kind.fit(value);
        let value = fitting.ok_or(RuntimeError::ValueOutOfRange)?;
        store(&mut self.target, cell, value);
        Ok(())
    }

    /// Stores a received value; an index is taken from the source state.
    fn receive(&mut self, destination: Destination, value: i32, state: &[u32]) -> Outcome<()> {
        let cell = match destination {
            Destination::Cell(cell) => cell,
            Destination::Element { array, index } => {
                let index = self.value(index, state)?;
                array.element(checked_index(index, array.length)?)
            }
        };
        self.store_fitting(cell, value)
    }

    /// Puts values into a buffer, cut to the items' kinds; without values, zeros.
    fn enqueue(&mut self, buffer: &Buffer, values: &[Code], state: &[u32]) -> Outcome<()> {
        let count = load(state, buffer.count);
        for (component, &code) in values.iter().enumerate() {
            let value = self.value_in_target(code)?;
            let cell = buffer.cell(count as u32, component);
            store(&mut self.target, cell, cell.kind.cut(value));
        }
        store(&mut self.target, buffer.count, count + 1);
        Ok(())
    }

    /// Takes the first item out of a buffer; the freed slot is cleared.
    fn dequeue(
        &mut self,
        buffer: &Buffer,
        destinations: &[Destination],
        state: &[u32],
    ) -> Outcome<()> {
        for (component, &destination) in destinations.iter().enumerate() {
            let value = load(state, buffer.cell(0, component));
            self.receive(destination, value, state)?;
        }
        for slot in 0..buffer.capacity {
            for component in 0..buffer.first.len() {
                let value = if slot + 1 < buffer.capacity {
                    load(state, buffer.cell(slot + 1, component))
                } else {
                    0
                };
                store(&mut self.target, buffer.cell(slot, component), value);
            }
        }
        let count = load(state, buffer.count);
        store(&mut self.target, buffer.count, count - 1);
        Ok(())
    }

    /// Appends the handshakes of a sending transition with every ready receiver.
    fn handshakes(
        &mut self,
        number: u32,
        channel: u32,
        committed: bool,
        state: &[u32],
        out: &mut Successors,
    ) {
        let program = self.program;
        let sender = &program.transitions[number as usize];
        let sender_guard = self.guard(sender, state);
        if sender_guard == Ok(false) {
            return;
        }
        for &process in &program.channels[channel as usize].receivers {
            let location = program.at(state, process as usize);
            if process == sender.process || (committed && !location.committed) {
                continue;
            }
            for &partner in &location.outgoing {
                let receiver = &program.transitions[partner as usize];
                if !receives_on(receiver, channel) {
                    continue;
                }
                let step = Step {
                    transition: number,
                    partner,
                };
                if let Some(outcome) = self.meet((sender, sender_guard), receiver, state) {
                    self.finish(step, outcome, out);
                }
            }
        }
    }

    /// Carries out a handshake, unless a guard is false; that of the sender has been evaluated.
    fn meet(
        &mut self,
        (sender, sender_guard): (&Transition, Outcome<bool>),
        receiver: &Transition,
        state: &[u32],
    ) -> Option<Outcome<()>> {
        let receiver_guard = self.guard(receiver, state);
        if sender_guard == Ok(false) || receiver_guard == Ok(false) {
            return None;
        }
        let guards = sender_guard.and(receiver_guard);
        Some(guards.and_then(|_| self.handshake(sender, receiver, state)))
    }

    fn handshake(
        &mut self,
        sender: &Transition,
        receiver: &Transition,
        state: &[u32],
    ) -> Outcome<()> {
        if assign_same_global(sender, receiver) {
            return Err(RuntimeError::GlobalConflict);
        }
        self.start(state);
        self.hand_over(sender, receiver, state)?;
        self.move_process(receiver)?;
        self.move_process(sender)
    }

    /// Passes values from left to right: a later one sees what was received before it.
    fn hand_over(
        &mut self,
        sender: &Transition,
        receiver: &Transition,
        state: &[u32],
    ) -> Outcome<()> {
        let (Communication::Send { channel, values }, Communication::Receive { destinations, .. }) =
            (&sender.communication, &receiver.communication)
        else {
            unreachable!("a handshake has a sender and a receiver");
        };
        if values.len() > destinations.len() {
            return Err(RuntimeError::LostValues);
        }
        let items = handshake_items(self.program, *channel);
        for (component, (&code, &destination)) in values.iter().zip(destinations).enumerate() {
            let value = self.value_in_target(code)?;
            let value = items.map_or(value, |items| items[component].cut(value));
            self.receive(destination, value, state)?;
        }
        Ok(())
    }
}

/// The kinds of a handshake channel's items, if it is typed.
pub(super) fn handshake_items(program: &Program, channel: u32) -> Option<&[Kind]> {
    match &program.channels[channel as usize].transport {
        Transport::Handshake { items } => items.as_deref(),
        Transport::Buffered(_) => None,
    }
}

/// Whether a transition receives on a channel.
pub(super) fn receives_on(transition: &Transition, wanted: u32) -> bool {
    matches!(&transition.communication, Communication::Receive { channel, .. } if *channel == wanted)
}

/// Whether the effects of two transitions assign one global variable.
pub(super) fn assign_same_global(a: &Transition, b: &Transition) -> bool {
    let shared = |global| b.assigned_globals.binary_search(global).is_ok();
    a.assigned_globals.iter().any(shared)
}
