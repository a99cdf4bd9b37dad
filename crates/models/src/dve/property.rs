//! The property process of a model: a Büchi automaton of the runs that violate a property.
//!
//! It moves with the system: its transition is chosen by the state in which a step starts.  Nearly
//! all property processes only read the system; such a one is an automaton over the propositions that its guards
//! are ([`Dve::property_automaton`]), and a product need not know where it came from.  One that has variables of its
//! own, listens on a channel or has committed states influences which steps the system takes: then
//! [`Observed`] is the product as DiVinE builds it.

use lariat_automata::{Explicit, Label, Labels, Marks};
use lariat_model::{Failure, RuntimeError, Schema, Step, Successors};

use super::Dve;
use super::interpreter::{Interpreter, at, is_committed, receives_on};
use super::program::{Communication, Process, Program, Transition, Transport};

/// A property process as an automaton.
pub struct PropertyAutomaton {
    /// The automaton of the violating runs; marks lie on the edges that leave a location.
    pub automaton: Explicit,
    /// For each proposition of the automaton its number among the model's propositions.
    pub propositions: Vec<usize>,
}

impl Dve {
    /// The name of the property process, if the model has one.
    pub fn property(&self) -> Option<&str> {
        let process = property_process(&self.program)?;
        Some(&process.name)
    }

    /// The property process as an automaton, if it only reads the system.
    ///
    /// Its guards are added to the propositions that the model watches.
    pub fn property_automaton(&mut self) -> Option<PropertyAutomaton> {
        let process = property_process(&self.program)?;
        let accepting = self.program.property.as_ref()?;
        if !only_reads(&self.program, process) {
            return None;
        }
        let mut automaton = Explicit::new(Labels::default(), accepting.acceptance.clone());
        automaton.name = Some(process.name.clone());
        automaton.initial.push(process.initial);
        let mut propositions: Vec<usize> = Vec::new();
        process.locations.iter().for_each(|_| {
            automaton.add_state();
        });
        for (from, location) in process.locations.iter().enumerate() {
            for &number in &location.outgoing {
                let transition = &self.program.transitions[number as usize];
                let label = match transition.guard {
                    None => Label::TRUE,
                    Some(guard) => {
                        let number = self.propositions.add(&self.program, guard);
                        let known = propositions.iter().position(|&other| other == number);
                        let index = known.unwrap_or_else(|| {
                            propositions.push(number);
                            let text = &self.text[transition.guard_span.range()];
                            automaton.labels.propositions.push(text.to_owned());
                            propositions.len() - 1
                        });
                        automaton.labels.bdds.var(index as u32)
                    }
                };
                let marks = accepting.marks[from].clone();
                automaton.add_transition(from as u32, label, marks, transition.to);
            }
        }
        let watched = self.propositions.len();
        self.schema.propositions.resize(watched, None);
        Some(PropertyAutomaton {
            automaton,
            propositions,
        })
    }
}

fn property_process(program: &Program) -> Option<&Process> {
    program.property.as_ref()?;
    program.processes.last()
}

/// Whether a property process has no influence on the system and no memory but its location.
fn only_reads(program: &Program, process: &Process) -> bool {
    let locations = process.locations.iter();
    let mut outgoing = locations.flat_map(|location| &location.outgoing);
    let is_plain = |&number: &u32| {
        let transition = &program.transitions[number as usize];
        matches!(transition.communication, Communication::None) && transition.effects.is_empty()
    };
    process.variables.is_empty() && !process.has_committed && outgoing.all(is_plain)
}

/// A model together with its property process: the product that DiVinE builds.
///
/// Every step is one of the system together with one of the property process, both enabled in the
/// state that they leave.  Where the system is deadlocked the property process moves alone.  The
/// effects of the property process read the state that is left.
pub struct Observed {
    pub(super) model: Dve,
    pub(super) schema: Schema,
    pub(super) marks: Vec<Marks>,
    /// Whether the property process moves alone where the system is deadlocked.
    pub(super) stutters: bool,
}

/// The step in which the property process moves alone.
pub(super) const STUTTER: Step = Step {
    transition: u32::MAX - 1,
    partner: Step::ALONE,
};

/// The words of a property process after a move, or why the move fails.
type Move = Result<Vec<u32>, RuntimeError>;

impl Observed {
    /// The product of a model with its property process, if it has one.
    pub fn new(model: Dve) -> Option<Self> {
        let accepting = model.program.property.clone()?;
        let schema = Schema {
            width: model.program.observed_width,
            acceptance: accepting.acceptance,
            ..model.schema.clone()
        };
        Some(Self {
            model,
            schema,
            marks: accepting.marks,
            stutters: true,
        })
    }

    /// The same, but where the system is deadlocked the run ends.
    #[must_use]
    pub fn without_stuttering(self) -> Self {
        Self {
            stutters: false,
            ..self
        }
    }

    /// The model without its property process.
    pub fn model(&self) -> &Dve {
        &self.model
    }
}

/// The steps of one state of the product.
pub(super) struct Observer<'o> {
    program: &'o Program,
    interpreter: Interpreter<'o>,
    state: &'o [u32],
    committed: bool,
}

impl<'o> Observer<'o> {
    pub(super) fn new(program: &'o Program, state: &'o [u32]) -> Self {
        Self {
            program,
            interpreter: Interpreter::new(program),
            state,
            committed: is_committed(program, state, program.processes.len()),
        }
    }

    pub(super) fn successors(&mut self, stutters: bool, out: &mut Successors) {
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
        let outgoing = at(program, self.state, self.property()).outgoing.iter();
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
            let location = at(program, self.state, process);
            let listener = at(program, self.state, property);
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
