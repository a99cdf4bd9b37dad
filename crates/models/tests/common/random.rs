//! Random small DVE models: every feature of the language, errors included.

use std::fmt::Write;

/// Writes one random model.
pub(crate) struct Generator {
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
}

/// The text of the model with this seed.
pub(crate) fn model(seed: u64) -> String {
    let mut generator = Generator {
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
    generator.text
}

/// A random boolean expression over the globals and locations of the model with this seed.
pub(crate) fn proposition(seed: u64, number: u64) -> String {
    let mut generator = Generator {
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
    generator.locals.clear();
    generator.random = fastrand::Rng::with_seed(seed ^ (number + 1) << 32);
    generator.expression(3)
}

impl Generator {
    fn file(&mut self) {
        self.processes = self.random.usize(1..4);
        self.states = self.random.usize(1..4);
        self.declarations();
        for process in 0..self.processes {
            self.process(process);
        }
        let kind = if self.random.u8(..10) == 0 {
            "sync"
        } else {
            "async"
        };
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
        let kind = if self.random.u8(..3) == 0 {
            "int"
        } else {
            "byte"
        };
        let size = if self.random.u8(..3) == 0 {
            self.random.usize(1..4)
        } else {
            0
        };
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
        self.channels.push(Channel {
            name: name.to_owned(),
            values,
            is_typed,
        });
    }

    fn process(&mut self, number: usize) {
        writeln!(self.text, "process P{number} {{").unwrap();
        self.locals.clear();
        for local in 0..self.random.usize(..3) {
            let declared = self.variable(&format!("v{local}"));
            self.locals.push(declared);
        }
        let names: Vec<String> = (0..self.states).map(|state| format!("s{state}")).collect();
        writeln!(self.text, "state {}; init s0;", names.join(", ")).unwrap();
        if self.random.u8(..4) == 0 {
            let state = self.random.usize(..self.states);
            writeln!(self.text, "commit s{state};").unwrap();
        }
        let count = self.random.usize(1..6);
        let steps: Vec<String> = (0..count).map(|_| self.transition()).collect();
        writeln!(self.text, "trans {};", steps.join(",\n  ")).unwrap();
        writeln!(self.text, "}}").unwrap();
    }

    fn transition(&mut self) -> String {
        let (from, to) = (
            self.random.usize(..self.states),
            self.random.usize(..self.states),
        );
        let mut text = format!("s{from} -> s{to} {{ ");
        if self.random.u8(..4) > 0 {
            let guard = self.expression(3);
            write!(text, "guard {guard}; ").unwrap();
        }
        if !self.channels.is_empty() && self.random.bool() {
            let sync = self.sync();
            write!(text, "sync {sync}; ").unwrap();
        }
        let effects: Vec<String> = (0..self.random.usize(..3)).map(|_| self.effect()).collect();
        if !effects.is_empty() {
            write!(text, "effect {}; ", effects.join(", ")).unwrap();
        }
        text.push('}');
        text
    }

    fn sync(&mut self) -> String {
        let channel = self.random.usize(..self.channels.len());
        let channel = self.channels[channel].clone();
        let sends = self.random.bool();
        let count = match channel.is_typed && self.random.u8(..6) == 0 {
            true => 0,
            false => channel.values,
        };
        let values: Vec<String> = (0..count)
            .map(|_| {
                if sends {
                    self.expression(2)
                } else {
                    self.place()
                }
            })
            .collect();
        let mark = if sends { '!' } else { '?' };
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

    /// An index that mostly lies inside an array.
    fn index(&mut self, size: usize) -> String {
        match self.random.u8(..4) {
            0 => self.expression(1),
            1 => {
                let inner = self.expression(1);
                format!("({inner}) & 1")
            }
            _ => self.random.usize(..size).to_string(),
        }
    }

    /// An assignment whose value mostly stays small.
    fn effect(&mut self) -> String {
        let place = self.place();
        let value = self.expression(2);
        match self.random.u8(..6) {
            0 => format!("{place} = {value}"),
            1 => format!("{place} = ({value}) % 3"),
            _ => format!("{place} = ({value}) & 3"),
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
