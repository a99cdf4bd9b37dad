//! Processes to native code: one function for each, which appends the steps that the process takes
//! alone or as a sender.
//!
//! ```text
//! process(source, cursor, committed):
//!   branch on the process's location
//!   for each transition that leaves it, in order:
//!     alone:     where its buffer and its guard allow it: write the target, append the step
//!     handshake: where the guard holds: for each receiving process, branch on its location; for each
//!                receiving transition there, where its guard holds: write the target, append the step
//!   store the cursor; return 0
//! bail:
//!   return 1                  the interpreter does the whole state again
//! ```

use cranelift_codegen::ir::{Block, InstBuilder, Value, condcodes::IntCC, types};
use cranelift_frontend::{FunctionBuilder, Switch, Variable};

use lariat_model::Step;

use super::expression::{Emitter, plain};
use super::memory::Memory;
use crate::interpreter::receives_on;
use crate::{Buffer, Communication, Program, Transition, Transport};

/// The translation of one process.
pub(super) struct ProcessEmitter<'p, 'e, 'f> {
    program: &'p Program,
    emitter: Emitter<'e, 'f>,
    cursor: Value,
    committed: Value,
    /// Where the next target goes.
    target: Variable,
    /// Where the next step goes.
    step: Variable,
}

/// What a transition that can fire alone needs of its buffer.
enum Need<'p> {
    Nothing,
    Room(&'p Buffer),
    Item(&'p Buffer),
}

/// Whether a process takes steps alone or as a sender.
pub(super) fn is_active(program: &Program, process: usize) -> bool {
    let locations = program.processes[process].locations.iter();
    let mut transitions = locations.flat_map(|location| &location.outgoing);
    transitions.any(|&number| !only_receives(program, &program.transitions[number as usize]))
}

/// Whether a transition fires only as the receiver of a handshake.
fn only_receives(program: &Program, transition: &Transition) -> bool {
    match transition.communication {
        Communication::Receive { channel, .. } => matches!(
            program.channels[channel as usize].transport,
            Transport::Handshake { .. }
        ),
        _ => false,
    }
}

impl<'p, 'e, 'f> ProcessEmitter<'p, 'e, 'f> {
    /// Writes the function of a process.
    pub(super) fn emit(
        program: &'p Program,
        process: usize,
        builder: &'e mut FunctionBuilder<'f>,
        tables: *const i32,
    ) {
        let entry = builder.create_block();
        builder.append_block_params_for_function_params(entry);
        builder.switch_to_block(entry);
        let [source, cursor, committed] = *builder.block_params(entry) else {
            unreachable!("the function has three parameters");
        };
        let bail = builder.create_block();
        builder.set_cold_block(bail);
        let target = builder.declare_var(types::I64);
        let step = builder.declare_var(types::I64);
        let first_target = builder.ins().load(types::I64, plain(), cursor, 0);
        let first_step = builder.ins().load(types::I64, plain(), cursor, 8);
        builder.def_var(target, first_target);
        builder.def_var(step, first_step);
        let mut emitter = Self {
            program,
            emitter: Emitter {
                builder,
                source,
                tables,
                bail,
            },
            cursor,
            committed,
            target,
            step,
        };
        emitter.body(process);
        emitter.emitter.builder.seal_all_blocks();
    }

    fn body(&mut self, process: usize) {
        let done = self.emitter.builder.create_block();
        let locations = &self.program.processes[process].locations;
        let active = |transitions: &[u32]| {
            let mut transitions = transitions.iter();
            transitions.any(|&number| {
                !only_receives(self.program, &self.program.transitions[number as usize])
            })
        };
        let interesting = (0..locations.len()).filter(|&at| active(&locations[at].outgoing));
        for (at, block) in self.dispatch(process, interesting.collect(), done) {
            self.emitter.builder.switch_to_block(block);
            self.location(process, at, done);
        }
        self.emitter.builder.switch_to_block(done);
        self.finish();
    }

    /// Stores the cursor and returns; and the bail block returns as well.
    fn finish(&mut self) {
        let builder = &mut *self.emitter.builder;
        let (target, step) = (builder.use_var(self.target), builder.use_var(self.step));
        builder.ins().store(plain(), target, self.cursor, 0);
        builder.ins().store(plain(), step, self.cursor, 8);
        let fine = builder.ins().iconst(types::I32, 0);
        builder.ins().return_(&[fine]);
        builder.switch_to_block(self.emitter.bail);
        let failed = builder.ins().iconst(types::I32, 1);
        builder.ins().return_(&[failed]);
    }

    /// Branches on a process's location; gives the block of each interesting one.
    fn dispatch(
        &mut self,
        process: usize,
        interesting: Vec<usize>,
        otherwise: Block,
    ) -> Vec<(usize, Block)> {
        let builder = &mut *self.emitter.builder;
        let blocks: Vec<(usize, Block)> = interesting
            .into_iter()
            .map(|at| (at, builder.create_block()))
            .collect();
        match (self.program.processes[process].place, &blocks[..]) {
            (_, []) => {
                builder.ins().jump(otherwise, &[]);
            }
            (None, &[(_, only), ..]) => {
                builder.ins().jump(only, &[]);
            }
            (Some(place), _) => {
                let location = self.emitter.read(place, &Memory::default());
                let location = location.to_number(self.emitter.builder);
                let mut switch = Switch::new();
                for &(at, block) in &blocks {
                    switch.set_entry(at as u128, block);
                }
                switch.emit(self.emitter.builder, location, otherwise);
            }
        }
        blocks
    }

    /// Writes the transitions that leave a location.
    fn location(&mut self, process: usize, at: usize, done: Block) {
        let location = &self.program.processes[process].locations[at];
        self.respect_commitment(location.committed, done);
        for &number in &location.outgoing {
            let next = self.emitter.builder.create_block();
            self.transition(number, next);
            self.emitter.builder.ins().jump(next, &[]);
            self.emitter.builder.switch_to_block(next);
        }
        self.emitter.builder.ins().jump(done, &[]);
    }

    /// Goes to `otherwise` from an uncommitted location while some process is in a committed one.
    fn respect_commitment(&mut self, is_committed: bool, otherwise: Block) {
        if !is_committed && self.program.has_committed() {
            let ins = self.emitter.builder.ins();
            let free = ins.icmp_imm_s(IntCC::Equal, self.committed, 0);
            self.emitter.branch_unless(free, otherwise);
        }
    }

    /// Writes the steps of a transition; where it is disabled, goes to `next`.
    fn transition(&mut self, number: u32, next: Block) {
        let transition = &self.program.transitions[number as usize];
        let need = match transition.communication {
            Communication::None => Need::Nothing,
            Communication::Send { channel, .. } => {
                match &self.program.channels[channel as usize].transport {
                    Transport::Buffered(buffer) => Need::Room(buffer),
                    Transport::Handshake { .. } => return self.handshakes(number, channel, next),
                }
            }
            Communication::Receive { channel, .. } => {
                match &self.program.channels[channel as usize].transport {
                    Transport::Buffered(buffer) => Need::Item(buffer),
                    Transport::Handshake { .. } => return,
                }
            }
        };
        self.buffer_condition(&need, next);
        self.guard(transition, next);
        let target = self.emitter.builder.use_var(self.target);
        self.emitter.alone(self.program, transition, target);
        self.append(Step::alone(number));
    }

    fn buffer_condition(&mut self, need: &Need<'_>, next: Block) {
        // Whatever the state says, no item lies outside the buffer.
        let (buffer, condition, bound) = match need {
            Need::Nothing => return,
            Need::Room(buffer) => (buffer, IntCC::UnsignedLessThan, buffer.capacity),
            Need::Item(buffer) => (buffer, IntCC::NotEqual, 0),
        };
        let count = self.emitter.read(buffer.count, &Memory::default());
        let count = count.to_number(self.emitter.builder);
        let ins = self.emitter.builder.ins();
        let open = ins.icmp_imm_s(condition, count, i64::from(bound));
        self.emitter.branch_unless(open, next);
    }

    fn guard(&mut self, transition: &Transition, otherwise: Block) {
        if let Some(guard) = transition.guard {
            let code = self.program.code(guard);
            self.emitter.guard(code, &Memory::default(), otherwise);
        }
    }

    /// Appends the step whose target has been written.
    fn append(&mut self, step: Step) {
        let label = i64::from(step.partner) << 32 | i64::from(step.transition);
        let bytes = self.program.width as i64 * 4;
        let builder = &mut *self.emitter.builder;
        let label = builder.ins().iconst(types::I64, label);
        let place = builder.use_var(self.step);
        builder.ins().store(plain(), label, place, 0);
        let next_step = builder.ins().iadd_imm_s(place, size_of::<Step>() as i64);
        builder.def_var(self.step, next_step);
        let target = builder.use_var(self.target);
        let next_target = builder.ins().iadd_imm_s(target, bytes);
        builder.def_var(self.target, next_target);
    }

    /// Writes the handshakes of a sending transition.
    fn handshakes(&mut self, number: u32, channel: u32, next: Block) {
        let program = self.program;
        let sender = &program.transitions[number as usize];
        self.guard(sender, next);
        for &process in &program.channels[channel as usize].receivers {
            if process == sender.process {
                continue;
            }
            let locations = &program.processes[process as usize].locations;
            let receivers = |at: usize| {
                let outgoing = locations[at].outgoing.iter().copied();
                outgoing
                    .filter(|&partner| receives_on(&program.transitions[partner as usize], channel))
            };
            let after = self.emitter.builder.create_block();
            let interesting = (0..locations.len()).filter(|&at| receivers(at).next().is_some());
            for (at, block) in self.dispatch(process as usize, interesting.collect(), after) {
                self.emitter.builder.switch_to_block(block);
                self.respect_commitment(locations[at].committed, after);
                for partner in receivers(at) {
                    self.handshake(number, partner);
                }
                self.emitter.builder.ins().jump(after, &[]);
            }
            self.emitter.builder.switch_to_block(after);
        }
    }

    /// Writes one handshake, where the receiver's guard holds.
    fn handshake(&mut self, number: u32, partner: u32) {
        let program = self.program;
        let (sender, receiver) = (
            &program.transitions[number as usize],
            &program.transitions[partner as usize],
        );
        let next = self.emitter.builder.create_block();
        self.guard(receiver, next);
        let target = self.emitter.builder.use_var(self.target);
        self.emitter.handshake(program, sender, receiver, target);
        self.append(Step {
            transition: number,
            partner,
        });
        self.emitter.builder.ins().jump(next, &[]);
        self.emitter.builder.switch_to_block(next);
    }
}
