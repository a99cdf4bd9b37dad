//! The language itself: what a program is made of.
//!
//! Everything here is plain data that a front end fills in; numbers of processes, locations,
//! transitions and channels are positions in the program's lists.

use lariat_automata::{Acceptance, Marks};
use lariat_model::Step;

use crate::evaluate::load;
use crate::{Array, Cell, Code, Expressions, Kind, Op};

/// What an assignment or a receipt stores into.
#[derive(Clone, Copy, Debug)]
pub enum Destination {
    /// A variable, or an element of an array that is known beforehand.
    Cell(Cell),
    /// An element of an array at a computed index.
    Element {
        /// The array.
        array: Array,
        /// The index.
        index: Code,
    },
}

/// `destination = value`
#[derive(Clone, Copy, Debug)]
pub struct Assignment {
    /// What is assigned; an index is computed before the value.
    pub destination: Destination,
    /// The value.
    pub value: Code,
}

/// What a transition does on a channel.
#[derive(Clone, Debug)]
pub enum Communication {
    /// Nothing.
    None,
    /// It sends values.
    Send {
        /// The channel.
        channel: u32,
        /// The values of an item; none at all stand for zeros.
        values: Vec<Code>,
    },
    /// It receives values.
    Receive {
        /// The channel.
        channel: u32,
        /// Where the values go; with none at all an item is dropped.
        destinations: Vec<Destination>,
    },
}

/// A guarded command: it leads its process from one location to another.
#[derive(Clone, Debug)]
pub struct Transition {
    /// The process that it belongs to.
    pub process: u32,
    /// The location that it leads to; the one that it leaves has it among its outgoing ones.
    pub to: u32,
    /// It is enabled only where this is not 0.
    pub guard: Option<Code>,
    /// What it does on a channel.
    pub communication: Communication,
    /// Its assignments; each sees what those before it have done.
    pub effects: Vec<Assignment>,
    /// The global variables that the effects assign, by number, in ascending order.
    pub assigned_globals: Vec<u32>,
}

/// A variable that is part of the state.
#[derive(Clone, Debug)]
pub struct Variable {
    /// Its name, without that of its process.
    pub name: String,
    /// Its place; one that is no array has one element.
    pub place: Array,
    /// Whether it was declared with a size.
    pub is_array: bool,
    /// The values that were given, from element 0; the rest are 0.
    pub initial: Vec<i32>,
}

/// How a channel hands values over.
#[derive(Clone, Debug)]
pub enum Transport {
    /// Sender and receiver move together.
    Handshake {
        /// The kinds that values are cut to, if the channel has any.
        items: Option<Vec<Kind>>,
    },
    /// The values wait in the state.
    Buffered(Buffer),
}

/// The places of a buffered channel; [`crate::Layout::buffer`] makes one.
#[derive(Clone, Debug)]
pub struct Buffer {
    /// How many items wait.
    pub count: Cell,
    /// The cells of the first item, at least one.
    pub first: Vec<Cell>,
    /// The distance from item to item, in bytes.
    pub stride: u32,
    /// The most items that can wait, at least one.
    pub capacity: u32,
}

impl Buffer {
    /// The place of a component of the item at a position; the next one to be received is at 0.
    pub fn cell(&self, position: u32, component: usize) -> Cell {
        let first = self.first[component];
        Cell {
            offset: first.offset + position * self.stride,
            kind: first.kind,
        }
    }
}

/// A channel.
#[derive(Clone, Debug)]
pub struct Channel {
    /// Its name.
    pub name: String,
    /// How it hands values over.
    pub transport: Transport,
    /// The processes that receive on it, in their order; the property process is not among them.
    pub receivers: Vec<u32>,
}

/// A location of a process.
#[derive(Clone, Debug, Default)]
pub struct Location {
    /// Its name.
    pub name: String,
    /// Whether only processes in committed locations move while a process is here.
    pub committed: bool,
    /// What must not be 0 while the process is here.
    pub assertions: Vec<Code>,
    /// The transitions that leave it, in their order.
    pub outgoing: Vec<u32>,
}

/// A process.
#[derive(Clone, Debug)]
pub struct Process {
    /// Its name.
    pub name: String,
    /// Where the state keeps its location; a process with one location needs no place.
    pub place: Option<Cell>,
    /// The location where it starts.
    pub initial: u32,
    /// Its locations.
    pub locations: Vec<Location>,
    /// Its own variables.
    pub variables: Vec<Variable>,
    /// Whether some location is committed.
    pub has_committed: bool,
}

/// The acceptance condition of a property process, as marks on its locations.
#[derive(Clone, Debug)]
pub struct Accepting {
    /// The condition.
    pub acceptance: Acceptance,
    /// The marks of each location: they lie on the steps that leave it.
    pub marks: Vec<Marks>,
}

/// A program: processes that move over a shared state.
#[derive(Clone, Debug)]
pub struct Program {
    /// All expressions.
    pub expressions: Expressions,
    /// The variables that belong to no process.
    pub globals: Vec<Variable>,
    /// The channels.
    pub channels: Vec<Channel>,
    /// The processes of the system, and last the property process, if there is one.
    pub processes: Vec<Process>,
    /// The transitions of all processes.
    pub transitions: Vec<Transition>,
    /// For each transition the events that its steps take beside its process, numbered behind the
    /// processes of the system; no list at all while nobody speaks of such events.
    pub actions: Vec<Vec<u32>>,
    /// Whether all processes move in every step.
    pub synchronous: bool,
    /// The acceptance condition of the property process, if there is one.
    pub property: Option<Accepting>,
    /// The words of a state of the system alone, at least one.
    pub width: usize,
    /// The words of a state of the system with its property process behind it.
    pub observed_width: usize,
}

/// An assertion that does not hold.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct FailedAssertion {
    /// The process.
    pub process: usize,
    /// The location where it is, which has the assertion.
    pub location: usize,
}

impl Program {
    /// The instructions of an expression.
    pub fn code(&self, code: Code) -> &[Op] {
        self.expressions.code(code)
    }

    /// How many processes the system has, its property process aside.
    pub fn system_processes(&self) -> usize {
        self.processes.len() - usize::from(self.property.is_some())
    }

    /// The processes of the system.
    pub fn system(&self) -> &[Process] {
        &self.processes[..self.system_processes()]
    }

    /// The property process, if there is one.
    pub fn property_process(&self) -> Option<&Process> {
        self.property.as_ref()?;
        self.processes.last()
    }

    /// The number of the location where a process is.
    pub fn location(&self, state: &[u32], process: usize) -> u32 {
        let place = self.processes[process].place;
        place.map_or(0, |place| load(state, place) as u32)
    }

    /// The location where a process is.
    pub fn at(&self, state: &[u32], process: usize) -> &Location {
        let number = self.location(state, process);
        &self.processes[process].locations[number as usize]
    }

    /// Whether some process of the system can ever be in a committed location.
    pub fn has_committed(&self) -> bool {
        self.system().iter().any(|process| process.has_committed)
    }

    /// Whether one of the first `processes` is in a committed location.
    pub fn is_committed(&self, state: &[u32], processes: usize) -> bool {
        (0..processes).any(|process| {
            self.processes[process].has_committed && self.at(state, process).committed
        })
    }

    /// The buffer that a transition sends to or receives from, if it does.
    pub fn buffer(&self, transition: &Transition) -> Option<&Buffer> {
        let channel = match transition.communication {
            Communication::None => return None,
            Communication::Send { channel, .. } | Communication::Receive { channel, .. } => channel,
        };
        match &self.channels[channel as usize].transport {
            Transport::Buffered(buffer) => Some(buffer),
            Transport::Handshake { .. } => None,
        }
    }

    /// Calls `visit` with each process that moves in a step.
    pub fn each_process(&self, step: Step, visit: &mut dyn FnMut(usize)) {
        if step == crate::EVERYBODY {
            return (0..self.system_processes()).for_each(visit);
        }
        let process = |transition: u32| self.transitions[transition as usize].process as usize;
        visit(process(step.transition));
        if step.partner != Step::ALONE {
            visit(process(step.partner));
        }
    }

    /// Calls `visit` with each event of a step: the processes that move, and the actions that its
    /// transitions belong to.  A step in which everybody moves does not tell its transitions.
    pub fn each_event(&self, step: Step, visit: &mut dyn FnMut(usize)) {
        self.each_process(step, visit);
        if self.actions.is_empty() || step == crate::EVERYBODY {
            return;
        }
        let partner = (step.partner != Step::ALONE).then_some(step.partner);
        for transition in [Some(step.transition), partner].into_iter().flatten() {
            let actions = self.actions[transition as usize].iter();
            actions.for_each(|&action| visit(action as usize));
        }
    }

    /// Whether a process of the system has assertions.
    pub fn has_assertions(&self) -> bool {
        let mut locations = self.system().iter().flat_map(|process| &process.locations);
        locations.any(|location| !location.assertions.is_empty())
    }

    /// The first assertion of a process of the system that fails in a state, because it is 0 or
    /// cannot be evaluated.
    pub fn failed_assertion(&self, state: &[u32]) -> Option<FailedAssertion> {
        let mut evaluator = self.expressions.evaluator();
        (0..self.system_processes()).find_map(|process| {
            let mut assertions = self.at(state, process).assertions.iter();
            let holds = |code: &Code| match evaluator.evaluate(self.code(*code), state) {
                Ok(value) => value != 0,
                Err(_) => false,
            };
            (!assertions.all(holds)).then(|| FailedAssertion {
                process,
                location: self.location(state, process) as usize,
            })
        })
    }
}
