//! A program together with its property process: a Büchi automaton of the runs that violate a
//! property, or one with another acceptance condition.
//!
//! Every step of the product is one of the system together with one of the property process, both
//! enabled in the state that they leave.  Where the system is deadlocked the property process moves
//! alone.  The effects of the property process read the state that is left.  This is the product as
//! DiVinE builds it.

use lariat_model::{Failure, RuntimeError, Step, Successors};

use crate::interpreter::{Interpreter, receives_on};
use crate::{Array, Cell, Code, Communication, Op, Program, Transition, Transport};

/// The step in which the property process moves alone.
pub const STUTTER: Step = Step {
    transition: u32::MAX - 1,
    partner: Step::ALONE,
};

/// The words of a property process after a move, or why the move fails.
type Move = Result<Vec<u32>, RuntimeError>;

impl Program {
    /// Whether the property process has no influence on the system and no memory but its location,
    /// so that it is an automaton over the propositions that its guards are.
    pub fn property_only_reads(&self) -> bool {
        let Some(process) = self.property_process() else {
            return false;
        };
        let locations = process.locations.iter();
        let mut outgoing = locations.flat_map(|location| &location.outgoing);
        let is_plain = |&number: &u32| {
            let transition = &self.transitions[number as usize];
            matches!(transition.communication, Communication::None)
                && transition.effects.is_empty()
                && transition
                    .guard
                    .is_none_or(|guard| self.reads_system(guard))
        };
        process.variables.is_empty() && !process.has_committed && outgoing.all(is_plain)
    }

    /// Whether an expression reads nothing of the property process.
    fn reads_system(&self, code: Code) -> bool {
        let end = self.width as u32 * 4;
        self.code(code).iter().all(|op| match *op {
            Op::Load(Cell { offset, .. }) => offset < end,
            Op::Element(Array { first, .. }) => first.offset < end,
            _ => true,
        })
    }
}

impl Interpreter<'_> {
    /// Appends the steps of the system with its property process; `stutters` says whether the
    /// property process moves alone where the system is deadlocked.
    pub fn observed_successors(&mut self, state: &[u32], stutters: bool, out: &mut Successors) {
        let program = self.program;
        let mut observer = Observer {
            program,
            state,
            committed: program.is_committed(state, program.processes.len()),
            interpreter: self,
        };
        observer.successors(stutters, out);
    }
}

/// The steps of one state of the product.
struct Observer<'o, 'p> {
    program: &'p Program,
    interpreter: &'o mut Interpreter<'p>,
    state: &'o [u32],
    committed: bool,
}

impl Observer<'_, '_> {
    fn successors(&mut self, stutters: bool, out: &mut Successors) {
        let mut steps = Successors::default();
        self.system_steps(&mut steps);
        let moves =
            self.moves(|transition| matches!(transition.communication, Communication::None));
        let heard = out.steps.len() + out.failures.len();
        self.heard_sends(out);
        let is_stuck = steps.steps.is_empty() && steps.failures.is_empty();
        if stutters && is_stuck && heard == out.steps.len() + out.failures.len() {
            steps.states.extend_from_slice(self.state);
            steps.steps.push(STUTTER);
        }
        self.combine(&steps, &moves, out);
    }

    fn system_steps(&mut self, out: &mut Successors) {
        if self.program.synchronous {
            return self.interpreter.synchronous_successors(self.state, out);
        }
        self.interpreter
            .committed_successors(self.state, self.committed, out);
    }

    fn property(&self) -> usize {
        self.program.system_processes()
    }

    /// The moves of the property process that are enabled in the source state.
    fn moves(&mut self, wanted: impl Fn(&Transition) -> bool) -> Vec<Move> {
        let program = self.program;
        let outgoing = program.at(self.state, self.property()).outgoing.iter();
        let transitions = outgoing.map(|&number| &program.transitions[number as usize]);
        transitions
            .filter(|transition| wanted(transition))
            .filter_map(|transition| self.property_move(transition))
            .collect()
    }

    /// The words of the property process after a transition, if it is enabled.
    fn property_move(&mut self, transition: &Transition) -> Option<Move> {
        match self.interpreter.guard(transition, self.state) {
            Ok(false) => return None,
            Ok(true) => {}
            Err(error) => return Some(Err(error)),
        }
        self.interpreter.start(self.state);
        let moved = self.interpreter.move_process(transition);
        Some(moved.map(|()| self.interpreter.target[self.program.width..].to_vec()))
    }

    /// Appends every step of the system together with every move.
    fn combine(&self, steps: &Successors, moves: &[Move], out: &mut Successors) {
        let targets = steps.states.chunks_exact(self.state.len());
        for (target, &step) in targets.zip(&steps.steps) {
            for property_move in moves {
                match property_move {
                    Ok(words) => {
                        out.states.extend_from_slice(&target[..self.program.width]);
                        out.states.extend_from_slice(words);
                        out.steps.push(step);
                    }
                    Err(error) => out.failures.push(Failure {
                        step,
                        error: *error,
                    }),
                }
            }
        }
        for failure in &steps.failures {
            out.failures.extend(moves.iter().map(|_| *failure));
        }
    }

    /// Appends the sends that only the property process hears.
    fn heard_sends(&mut self, out: &mut Successors) {
        let program = self.program;
        let property = self.property();
        for process in 0..property {
            let location = program.at(self.state, process);
            let listener = program.at(self.state, property);
            if self.committed && !(location.committed && listener.committed) {
                continue;
            }
            for &number in &location.outgoing {
                let sender = &program.transitions[number as usize];
                let Communication::Send { channel, .. } = sender.communication else {
                    continue;
                };
                if let Transport::Handshake { .. } = program.channels[channel as usize].transport {
                    let moves = self.moves(|transition| receives_on(transition, channel));
                    let mut steps = Successors::default();
                    self.send_alone(number, sender, &mut steps);
                    self.combine(&steps, &moves, out);
                }
            }
        }
    }

    /// Appends the step in which a sender moves without a partner of the system.
    fn send_alone(&mut self, number: u32, sender: &Transition, out: &mut Successors) {
        let step = Step::alone(number);
        let outcome = match self.interpreter.guard(sender, self.state) {
            Ok(false) => return,
            Ok(true) => {
                self.interpreter.start(self.state);
                self.interpreter.move_process(sender)
            }
            Err(error) => Err(error),
        };
        self.interpreter.finish(step, outcome, out);
    }
}
