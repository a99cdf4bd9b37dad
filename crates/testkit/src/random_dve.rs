//! Random small DVE models: every feature of the language, errors included.
//!
//! A model of random parts alone is dead on arrival: its guards are false, its channels have no partner, its
//! first division is by zero.  So every process gets a cycle through its states, most guards are easy to pass,
//! every channel has a sender and a receiver in different processes, and most values stay small; the rest is
//! left to chance.

use std::fmt::Write;

/// Writes one random model.
struct Generator {
    random: fastrand::Rng,
    text: String,
    /// The readable names: name, and the size of an array or 0.
    globals: Vec<(String, usize)>,
    constants: Vec<(String, usize)>,
    locals: Vec<(String, usize)>,
    channels: Vec<Channel>,
    processes: usize,
    states: usize,
}

#[derive(Clone)]
struct Channel {
    name: String,
    values: usize,
    is_typed: bool,
    sender: usize,
    receiver: usize,
}

#[derive(Clone, Copy, PartialEq)]
enum Direction {
    Send,
    Receive,
}

/// The text of the model with this seed.
pub fn model(seed: u64) -> String {
    Generator::new(seed).text
}

/// A random boolean expression over the globals and locations of the model with this seed.
pub fn proposition(seed: u64, number: u64) -> String {
    let mut generator = Generator::new(seed);
    generator.locals.clear();
    generator.random = fastrand::Rng::with_seed(seed ^ (number + 1) << 32);
    generator.expression(3)
}

impl Generator {
    fn new(seed: u64) -> Self {
        let mut generator = Self {
            random: fastrand::Rng::with_seed(seed),
            text: String::new(),
            globals: Vec::new(),
            constants: Vec::new(),
            locals: Vec::new(),
            channels: Vec::new(),
            processes: 0,
            states: 0,
        };
        generator.file();
        generator
    }

    /// True one time in so many.
    fn once_in(&mut self, times: u8) -> bool {
        self.random.u8(..times) == 0
    }

    fn file(&mut self) {
        self.processes = self.random.usize(2..5);
        self.states = self.random.usize(2..5);
        self.declarations();
        for process in 0..self.processes {
            self.process(process);
        }
        let kind = if self.once_in(12) { "sync" } else { "async" };
        writeln!(self.text, "system {kind};").unwrap();
    }

    fn declarations(&mut self) {
        for number in 0..self.random.usize(1..4) {
            let declared = self.variable(&format!("g{number}"));
            self.globals.push(declared);
        }
        if self.random.bool() {
            let value = self.random.u8(..4);
            writeln!(self.text, "const byte K = {value};").unwrap();
            writeln!(self.text, "const int T[3] = {{1, -2, {value}}};").unwrap();
            self.constants = vec![("K".to_owned(), 0), ("T".to_owned(), 3)];
        }
        for number in 0..self.random.usize(..3) {
            self.channel(&format!("c{number}"));
        }
    }

    fn variable(&mut self, name: &str) -> (String, usize) {
        let kind = if self.once_in(3) { "int" } else { "byte" };
        let is_array = self.once_in(3);
        let size = if is_array { self.random.usize(1..4) } else { 0 };
        let value = self.random.u8(..3);
        match size {
            0 => writeln!(self.text, "{kind} {name} = {value};"),
            _ => writeln!(self.text, "{kind} {name}[{size}] = {{{value}}};"),
        }
        .unwrap();
        (name.to_owned(), size)
    }

    fn channel(&mut self, name: &str) {
        let values = self.random.usize(..3);
        let is_typed = values > 0 && self.random.bool();
        let capacity = self.random.usize(..3);
        match (is_typed, values) {
            (false, _) => writeln!(self.text, "channel {name};"),
            (true, 1) => writeln!(self.text, "channel {{byte}} {name}[{capacity}];"),
            (true, _) => writeln!(self.text, "channel {{int, byte}} {name}[{capacity}];"),
        }
        .unwrap();
        let sender = self.random.usize(..self.processes);
        let distance = self.random.usize(1..self.processes);
        self.channels.push(Channel {
            name: name.to_owned(),
            values,
            is_typed,
            sender,
            receiver: (sender + distance) % self.processes,
        });
    }

    fn process(&mut self, number: usize) {
        writeln!(self.text, "process P{number} {{").unwrap();
        self.locals.clear();
        for local in 0..self.random.usize(..2) {
            let declared = self.variable(&format!("v{local}"));
            self.locals.push(declared);
        }
        let names: Vec<String> = (0..self.states).map(|state| format!("s{state}")).collect();
        writeln!(self.text, "state {}; init s0;", names.join(", ")).unwrap();
        if self.once_in(5) {
            let state = self.random.usize(..self.states);
            writeln!(self.text, "commit s{state};").unwrap();
        }
        let steps = self.transitions(number);
        writeln!(self.text, "trans {};", steps.join(",\n  ")).unwrap();
        writeln!(self.text, "}}").unwrap();
    }

    /// A cycle through the states, the process's ends of channels, and some more.
    fn transitions(&mut self, process: usize) -> Vec<String> {
        let mut steps: Vec<String> = (0..self.states)
            .map(|from| self.transition(from, (from + 1) % self.states, None))
            .collect();
        for channel in self.channels.clone() {
            for (partner, direction) in [
                (channel.sender, Direction::Send),
                (channel.receiver, Direction::Receive),
            ] {
                if partner == process {
                    let sync = self.sync(&channel, direction);
                    steps.push(self.random_transition(Some(sync)));
                }
            }
        }
        for _ in 0..self.random.usize(..3) {
            let sync = self.random_sync();
            steps.push(self.random_transition(sync));
        }
        self.random.shuffle(&mut steps);
        steps
    }

    fn random_transition(&mut self, sync: Option<String>) -> String {
        let from = self.random.usize(..self.states);
        let to = self.random.usize(..self.states);
        self.transition(from, to, sync)
    }

    fn transition(&mut self, from: usize, to: usize, sync: Option<String>) -> String {
        let mut text = format!("s{from} -> s{to} {{ ");
        if let Some(guard) = self.guard() {
            write!(text, "guard {guard}; ").unwrap();
        }
        if let Some(sync) = sync {
            write!(text, "sync {sync}; ").unwrap();
        }
        let effects: Vec<String> = (0..self.random.usize(..3)).map(|_| self.effect()).collect();
        if !effects.is_empty() {
            write!(text, "effect {}; ", effects.join(", ")).unwrap();
        }
        text.push('}');
        text
    }

    /// A guard that is mostly easy to pass, if any.
    fn guard(&mut self) -> Option<String> {
        let bound = self.random.u8(1..4);
        match self.random.u8(..8) {
            0..3 => None,
            3 => Some(format!("{} <= {bound}", self.place())),
            4 => Some(format!("{} != {bound}", self.place())),
            5 => Some(format!("({}) or {} < {bound}", self.atom(), self.place())),
            _ => Some(self.expression(3)),
        }
    }

    fn random_sync(&mut self) -> Option<String> {
        if self.channels.is_empty() || self.random.bool() {
            return None;
        }
        let channel = self.random.usize(..self.channels.len());
        let channel = self.channels[channel].clone();
        let direction = match self.random.bool() {
            true => Direction::Send,
            false => Direction::Receive,
        };
        Some(self.sync(&channel, direction))
    }

    fn sync(&mut self, channel: &Channel, direction: Direction) -> String {
        let count = match channel.is_typed && self.once_in(8) {
            true => 0,
            false => channel.values,
        };
        let value = |generator: &mut Self| match direction {
            Direction::Send if generator.once_in(3) => generator.expression(2),
            Direction::Send => generator.atom(),
            Direction::Receive => generator.place(),
        };
        let values: Vec<String> = (0..count).map(|_| value(self)).collect();
        let mark = match direction {
            Direction::Send => '!',
            Direction::Receive => '?',
        };
        match values.len() {
            0 => format!("{}{mark}", channel.name),
            _ => format!("{}{mark}{{{}}}", channel.name, values.join(", ")),
        }
    }

    /// A variable or array element to store into.
    fn place(&mut self) -> String {
        let all = self.globals.len() + self.locals.len();
        let chosen = self.random.usize(..all);
        let (name, size) = match chosen.checked_sub(self.globals.len()) {
            None => self.globals[chosen].clone(),
            Some(local) => self.locals[local].clone(),
        };
        match size {
            0 => name,
            _ => {
                let index = self.index(size);
                format!("{name}[{index}]")
            }
        }
    }

    /// An index that mostly lies inside an array; one that may not is no constant.
    fn index(&mut self, size: usize) -> String {
        match self.random.u8(..4) {
            0 => format!("g0 * 0 + ({})", self.expression(1)),
            1 => {
                let inner = self.expression(1);
                format!("(g0 * 0 + ({inner})) & 1")
            }
            _ => self.random.usize(..size).to_string(),
        }
    }

    /// An assignment whose value mostly stays small.
    fn effect(&mut self) -> String {
        let place = self.place();
        match self.random.u8(..8) {
            0 => format!("{place} = {}", self.expression(2)),
            1 => format!("{place} = ({}) & 3", self.expression(2)),
            2 => format!("{place} = {}", self.random.u8(..4)),
            3 => format!("{place} = {place} + 1"),
            _ => format!("{place} = ({place} + {}) % 3", self.random.u8(1..3)),
        }
    }

    fn expression(&mut self, depth: usize) -> String {
        if depth == 0 || self.random.u8(..5) == 0 {
            return self.atom();
        }
        let operators = [
            "+", "-", "*", "/", "%", "&", "|", "^", "<<", ">>", "==", "!=", "<", "<=", ">", ">=",
            "and", "or", "imply", "&&", "||", "==", "and", "or", "+", "<",
        ];
        match self.random.u8(..8) {
            0 => format!("not ({})", self.expression(depth - 1)),
            1 => format!("- ({})", self.expression(depth - 1)),
            2 => format!("~ ({})", self.expression(depth - 1)),
            _ => {
                let operator = operators[self.random.usize(..operators.len())];
                let (left, right) = (self.expression(depth - 1), self.expression(depth - 1));
                format!("({left}) {operator} ({right})")
            }
        }
    }

    fn atom(&mut self) -> String {
        let names = self.globals.len() + self.constants.len() + self.locals.len();
        match self.random.u8(..8) {
            0 | 1 => self.random.u8(..4).to_string(),
            2 => {
                let process = self.random.usize(..self.processes);
                let state = self.random.usize(..self.states);
                format!("P{process}.s{state}")
            }
            _ => {
                let chosen = self.random.usize(..names);
                let mut all = self
                    .globals
                    .iter()
                    .chain(&self.constants)
                    .chain(&self.locals);
                let (name, size) = all.nth(chosen).cloned().unwrap();
                match size {
                    0 => name,
                    _ => {
                        let index = self.index(size);
                        format!("{name}[{index}]")
                    }
                }
            }
        }
    }
}
