//! Random small programs with variables of every kind.
//!
//! A program of random parts alone is dead on arrival.  So every process gets a cycle through its
//! locations, most guards are easy to pass, every channel has a sender and a receiver in different
//! processes, and most assigned values are small; the rest is left to chance.

#![allow(dead_code, reason = "each test file uses its own part")]

use lariat_program::{
    Array, Assignment, Binary, Cell, Channel, Code, Communication, Destination, Draft, Expressions,
    Kind, Layout, Location, Op, Overflow, Process, Program, Propositions, Test, Transition,
    Transport, TruthRule, Unary, Variable,
};

use lariat_testkit::states::value_of;

const BINARY: [Binary; 16] = [
    Binary::Or,
    Binary::And,
    Binary::Xor,
    Binary::Equal,
    Binary::NotEqual,
    Binary::Less,
    Binary::LessEqual,
    Binary::Greater,
    Binary::GreaterEqual,
    Binary::ShiftLeft,
    Binary::ShiftRight,
    Binary::Add,
    Binary::Subtract,
    Binary::Multiply,
    Binary::Divide,
    Binary::Remainder,
];

/// A random program and some propositions.
pub(crate) fn program(seed: u64) -> (Program, Propositions) {
    let mut generator = Generator {
        random: fastrand::Rng::with_seed(seed),
        expressions: Expressions::default(),
        layout: Layout::new(1 << 20),
        globals: Vec::new(),
        locals: Vec::new(),
        places: Vec::new(),
        channels: Vec::new(),
        ends: Vec::new(),
        transitions: Vec::new(),
        table: 0,
    };
    let program = generator.program();
    let mut generator = Generator {
        expressions: program.expressions,
        ..generator
    };
    let mut propositions = Propositions::default();
    let codes: Vec<Code> = (0..generator.random.usize(..4))
        .map(|_| generator.expression(3))
        .collect();
    let program = Program {
        expressions: generator.expressions,
        ..program
    };
    for code in codes {
        propositions.add(&program, code);
    }
    (program, propositions)
}

struct Generator {
    random: fastrand::Rng,
    expressions: Expressions,
    layout: Layout,
    globals: Vec<Variable>,
    /// The variables of the process that is being written.
    locals: Vec<Variable>,
    /// The location cells of all processes.
    places: Vec<Cell>,
    channels: Vec<Channel>,
    /// The sender and the receiver that each channel has at least.
    ends: Vec<(usize, usize)>,
    transitions: Vec<Transition>,
    /// Where a table of three constants starts.
    table: u32,
}

impl Generator {
    /// True one time in so many.
    fn once_in(&mut self, times: u8) -> bool {
        self.random.u8(..times) == 0
    }

    fn program(&mut self) -> Program {
        let processes = self.random.usize(2..5);
        let locations = self.random.usize(2..5);
        self.table = self.expressions.add_table([1, -2, i32::MAX]);
        for number in 0..self.random.usize(1..4) {
            let variable = self.variable(format!("g{number}"));
            self.globals.push(variable);
        }
        for number in 0..self.random.usize(..3) {
            self.channel(number, processes);
        }
        let places = (0..processes).filter_map(|_| self.layout.location(locations));
        self.places = places.collect();
        let processes: Vec<Process> = (0..processes)
            .map(|number| self.process(number, locations))
            .collect();
        let mut channels = std::mem::take(&mut self.channels);
        for (number, channel) in channels.iter_mut().enumerate() {
            channel.receivers = receivers(&self.transitions, number as u32);
        }
        Program {
            expressions: std::mem::take(&mut self.expressions),
            globals: self.globals.clone(),
            channels,
            processes,
            transitions: std::mem::take(&mut self.transitions),
            actions: Vec::new(),
            synchronous: false,
            property: None,
            width: self.layout.words(),
            observed_width: self.layout.words(),
        }
    }

    fn kind(&mut self) -> Kind {
        let edges = [1, 7, 8, 9, 15, 16, 17, 31, 32];
        let bits = match self.random.bool() {
            true => edges[self.random.usize(..edges.len())],
            false => self.random.u8(1..=32),
        };
        let overflow = match self.random.bool() {
            true => Overflow::Fail,
            false => Overflow::Wrap,
        };
        Kind::new(bits, self.random.bool(), overflow)
    }

    fn variable(&mut self, name: String) -> Variable {
        let kind = self.kind();
        let is_array = self.once_in(3);
        let length = if is_array { self.random.u32(1..4) } else { 1 };
        let place = self.layout.array(kind, length);
        Variable {
            name,
            place,
            is_array,
            initial: vec![value_of(kind, &mut self.random)],
        }
    }

    fn channel(&mut self, number: usize, processes: usize) {
        let items: Vec<Kind> = (0..self.random.usize(1..3)).map(|_| self.kind()).collect();
        let transport = match self.random.u8(..4) {
            0 => Transport::Handshake { items: None },
            1 => Transport::Handshake { items: Some(items) },
            _ => {
                let capacity = self.random.u32(1..4);
                Transport::Buffered(self.layout.buffer(&items, capacity))
            }
        };
        self.channels.push(Channel {
            name: format!("c{number}"),
            transport,
            receivers: Vec::new(),
        });
        let sender = self.random.usize(..processes);
        let distance = self.random.usize(1..processes);
        self.ends.push((sender, (sender + distance) % processes));
    }

    fn process(&mut self, number: usize, locations: usize) -> Process {
        self.locals.clear();
        for local in 0..self.random.usize(..2) {
            let variable = self.variable(format!("v{local}"));
            self.locals.push(variable);
        }
        let committed = self.once_in(4).then(|| self.random.usize(..locations));
        let mut process = Process {
            name: format!("P{number}"),
            place: self.places.get(number).copied(),
            initial: 0,
            locations: (0..locations)
                .map(|location| Location {
                    name: format!("s{location}"),
                    committed: committed == Some(location),
                    ..Location::default()
                })
                .collect(),
            variables: self.locals.clone(),
            has_committed: committed.is_some(),
        };
        self.transitions_of(number, &mut process.locations);
        process
    }

    /// A cycle through the locations, the process's ends of channels, and some more.
    fn transitions_of(&mut self, process: usize, locations: &mut [Location]) {
        let count = locations.len();
        for (number, from) in locations.iter_mut().enumerate() {
            let to = (number + 1) % count;
            self.transition(process, from, to, Communication::None);
        }
        for channel in 0..self.channels.len() {
            let (sender, receiver) = self.ends[channel];
            for (end, sends) in [(sender, true), (receiver, false)] {
                if end == process || self.once_in(5) {
                    let communication = self.communication(channel, sends);
                    let (from, to) = (self.random.usize(..count), self.random.usize(..count));
                    self.transition(process, &mut locations[from], to, communication);
                }
            }
        }
        for _ in 0..self.random.usize(..3) {
            let (from, to) = (self.random.usize(..count), self.random.usize(..count));
            self.transition(process, &mut locations[from], to, Communication::None);
        }
    }

    fn transition(
        &mut self,
        process: usize,
        from: &mut Location,
        to: usize,
        communication: Communication,
    ) {
        from.outgoing.push(self.transitions.len() as u32);
        let guard = self.guard();
        let mut assigned = Vec::new();
        let effects = (0..self.random.usize(..3))
            .map(|_| self.effect(&mut assigned))
            .collect();
        assigned.sort_unstable();
        assigned.dedup();
        self.transitions.push(Transition {
            process: process as u32,
            to: to as u32,
            guard,
            communication,
            effects,
            assigned_globals: assigned,
        });
    }

    fn communication(&mut self, channel: usize, sends: bool) -> Communication {
        let values = match &self.channels[channel].transport {
            Transport::Handshake { items: None } => 1,
            Transport::Handshake { items: Some(items) } => items.len(),
            Transport::Buffered(buffer) => buffer.first.len(),
        };
        let values = if self.once_in(6) { 0 } else { values };
        let channel = channel as u32;
        match sends {
            true => Communication::Send {
                channel,
                values: (0..values).map(|_| self.expression(1)).collect(),
            },
            false => Communication::Receive {
                channel,
                destinations: (0..values)
                    .map(|_| {
                        let (destination, _) = self.destination();
                        destination
                    })
                    .collect(),
            },
        }
    }

    /// A guard that is mostly easy to pass, if any: a conjunction of comparisons with a number, or
    /// anything.
    fn guard(&mut self) -> Option<Code> {
        if self.once_in(3) {
            return None;
        }
        let mut draft = self.expressions.begin();
        let conjuncts = self.random.usize(1..3);
        for number in 0..conjuncts {
            if number > 0 {
                self.expressions.left(&mut draft, Test::And);
            }
            match self.once_in(4) {
                true => self.write(&mut draft, 3),
                false => self.comparison(&mut draft),
            }
            if number > 0 {
                self.expressions.right(&mut draft, TruthRule::Positive);
            }
        }
        if self.once_in(8) {
            self.expressions.unary(&mut draft, Unary::Not);
        }
        Some(self.expressions.finish(draft))
    }

    /// A variable against a number of its range, on either side, or as a truth value.
    fn comparison(&mut self, draft: &mut Draft) {
        let array = self.array();
        let cell = array.element(self.random.u32(..array.length));
        if self.once_in(6) {
            return self.expressions.push(draft, Op::Load(cell));
        }
        let value = value_of(cell.kind, &mut self.random);
        let operators = [
            Binary::NotEqual,
            Binary::NotEqual,
            Binary::Less,
            Binary::LessEqual,
            Binary::Greater,
            Binary::GreaterEqual,
            Binary::Equal,
        ];
        let operator = operators[self.random.usize(..operators.len())];
        let mut sides = [Op::Load(cell), Op::Constant(value)];
        if self.random.bool() {
            sides.reverse();
        }
        for side in sides {
            self.expressions.push(draft, side);
        }
        self.expressions.binary(draft, operator);
    }

    /// The place of one of the variables that the process sees.
    fn array(&mut self) -> Array {
        let all = self.globals.len() + self.locals.len();
        let chosen = self.random.usize(..all);
        self.globals
            .iter()
            .chain(&self.locals)
            .nth(chosen)
            .expect("there is one")
            .place
    }

    /// Something to store into, with the number of the global variable if it is one.
    fn destination(&mut self) -> (Destination, Option<u32>) {
        let array = self.array();
        let global = self
            .globals
            .iter()
            .position(|variable| variable.place == array);
        let destination = match array.length > 1 && self.random.bool() {
            true => Destination::Element {
                array,
                index: self.index(array.length),
            },
            false => Destination::Cell(array.element(self.random.u32(..array.length))),
        };
        (destination, global.map(|global| global as u32))
    }

    /// An index that mostly lies inside an array.
    fn index(&mut self, length: u32) -> Code {
        let mut draft = self.expressions.begin();
        self.write_index(&mut draft, length);
        self.expressions.finish(draft)
    }

    fn write_index(&mut self, draft: &mut Draft, length: u32) {
        self.write(draft, 1);
        if !self.once_in(3) {
            self.expressions.push(draft, Op::Constant(1));
            self.expressions.binary(draft, Binary::And);
        } else if self.random.bool() {
            self.expressions.push(draft, Op::Constant(length as i32));
            self.expressions.binary(draft, Binary::Remainder);
        }
    }

    /// An assignment: of a constant, of the variable itself plus a number, of something small, or
    /// of anything.
    fn effect(&mut self, assigned: &mut Vec<u32>) -> Assignment {
        let (destination, global) = self.destination();
        assigned.extend(global);
        let mut draft = self.expressions.begin();
        let kind = match destination {
            Destination::Cell(cell) => cell.kind,
            Destination::Element { array, .. } => array.first.kind,
        };
        match (self.random.u8(..8), destination) {
            (0 | 1, Destination::Cell(cell)) => {
                self.expressions.push(&mut draft, Op::Load(cell));
                let difference = self.random.i32(-2..3);
                self.expressions.push(&mut draft, Op::Constant(difference));
                self.expressions.binary(&mut draft, Binary::Add);
            }
            (2..6, _) => {
                let value = value_of(kind, &mut self.random);
                self.expressions.push(&mut draft, Op::Constant(value));
            }
            (6, _) => {
                self.write(&mut draft, 2);
                self.expressions.push(&mut draft, Op::Constant(1));
                self.expressions.binary(&mut draft, Binary::And);
            }
            _ => self.write(&mut draft, 2),
        }
        let value = self.expressions.finish(draft);
        Assignment { destination, value }
    }

    fn expression(&mut self, depth: usize) -> Code {
        let mut draft = self.expressions.begin();
        self.write(&mut draft, depth);
        self.expressions.finish(draft)
    }

    fn write(&mut self, draft: &mut Draft, depth: usize) {
        if depth == 0 || self.once_in(5) {
            return self.atom(draft);
        }
        self.write(draft, depth - 1);
        match self.random.u8(..12) {
            0 => {
                let operators = [Unary::Negate, Unary::Complement, Unary::Not];
                let operator = operators[self.random.usize(..3)];
                self.expressions.unary(draft, operator);
            }
            1..4 => {
                let tests = [Test::And, Test::Or, Test::OrItself, Test::Imply];
                let test = tests[self.random.usize(..4)];
                self.expressions.left(draft, test);
                self.write(draft, depth - 1);
                let truth = if self.random.bool() {
                    TruthRule::Positive
                } else {
                    TruthRule::NonZero
                };
                self.expressions.right(draft, truth);
            }
            4 => {
                self.write(draft, depth - 1);
                self.expressions.strict_imply(draft);
            }
            _ => {
                self.write(draft, depth - 1);
                let operator = BINARY[self.random.usize(..BINARY.len())];
                self.expressions.binary(draft, operator);
            }
        }
    }

    fn atom(&mut self, draft: &mut Draft) {
        match self.random.u8(..10) {
            0 | 1 => {
                let value = self.random.i32(-2..4);
                self.expressions.push(draft, Op::Constant(value));
            }
            2 => {
                let value = value_of(Kind::new(32, true, Overflow::Fail), &mut self.random);
                self.expressions.push(draft, Op::Constant(value));
            }
            3 => {
                self.write_index(draft, 3);
                self.expressions.table_element(draft, self.table, 3);
            }
            4 if !self.places.is_empty() => {
                let place = self.places[self.random.usize(..self.places.len())];
                self.expressions.push(draft, Op::Load(place));
            }
            5 => {
                let array = self.array();
                self.write_index(draft, array.length);
                self.expressions.element(draft, array);
            }
            _ => {
                let array = self.array();
                let cell = array.element(self.random.u32(..array.length));
                self.expressions.push(draft, Op::Load(cell));
            }
        }
    }
}

/// The processes that receive on a channel.
fn receivers(transitions: &[Transition], wanted: u32) -> Vec<u32> {
    let mut receivers: Vec<u32> = transitions
        .iter()
        .filter(|transition| {
            matches!(transition.communication,
                Communication::Receive { channel, .. } if channel == wanted)
        })
        .map(|transition| transition.process)
        .collect();
    receivers.sort_unstable();
    receivers.dedup();
    receivers
}
