//! Variables, constants and channels: their values, their places, and their names.

use lariat_program::{Array, Channel, Kind, Transport, Variable};

use super::super::error::{ErrorKind, Hint, Sort, WarningKind, closest};
use super::super::lexer::Span;
use super::super::syntax::{
    BYTE, Channels, Declaration, Declarator, Expression, Initialiser, Process, Size, Variables,
};
use super::{ConstantEntry, LARGEST_STATE, ProcessEntry, Reading, Resolver, Symbol, VariableEntry};

/// So many states of a process are listed where an unknown one is named.
const MOST_LISTED: usize = 8;

/// The most items that a buffer holds.
const LARGEST_BUFFER: i32 = 32767;

impl Resolver<'_> {
    pub(super) fn declare_globals(&mut self, declarations: &[Declaration]) {
        for declaration in declarations {
            match declaration {
                Declaration::Variables(variables) => self.declare_variables(None, variables),
                Declaration::Channels(channels) => self.declare_channels(channels),
            }
        }
    }

    pub(super) fn declare_locals(&mut self, process: usize, source: &Process) {
        let locations = self.symbols.processes[process].states.len();
        self.symbols.processes[process].place = self.layout.location(locations);
        for variables in &source.locals {
            self.declare_variables(Some(process), variables);
        }
    }

    fn declare_variables(&mut self, process: Option<usize>, variables: &Variables) {
        for declarator in &variables.declarators {
            let length = match declarator.size {
                None => 1,
                Some(size) => self.size(size, 1, LARGEST_STATE as i32),
            };
            let values = self.initial_values(process, variables.kind, declarator, length);
            let symbol = if variables.constant {
                self.constant(declarator, values, length)
            } else {
                self.variable(process, variables.kind, declarator, values, length)
            };
            self.declare(process, declarator.name, symbol);
        }
    }

    /// A size between the bounds; a fault counts as the least.
    fn size(&mut self, size: Size, least: i32, most: i32) -> u32 {
        if (least..=most).contains(&size.value) {
            return size.value as u32;
        }
        self.fault(ErrorKind::BadSize { least, most }, size.span);
        least as u32
    }

    fn constant(&mut self, declarator: &Declarator, values: Vec<i32>, length: u32) -> Symbol {
        let elements = if declarator.size.is_some() { length } else { 0 };
        let given = values.iter().copied().chain(std::iter::repeat(0));
        let table = self.expressions.add_table(given.take(elements as usize));
        self.symbols.constants.push(ConstantEntry {
            name: self.name(declarator.name).to_owned(),
            values,
            length,
            is_array: declarator.size.is_some(),
            table,
        });
        Symbol::Constant(self.symbols.constants.len() - 1)
    }

    fn variable(
        &mut self,
        process: Option<usize>,
        kind: Kind,
        declarator: &Declarator,
        initial: Vec<i32>,
        length: u32,
    ) -> Symbol {
        let global = process.is_none().then_some(self.global_count);
        self.global_count += u32::from(process.is_none());
        let variable = Variable {
            name: self.name(declarator.name).to_owned(),
            place: self.layout.array(kind, length),
            is_array: declarator.size.is_some(),
            initial,
        };
        self.symbols.variables.push(VariableEntry {
            variable,
            global,
            table: None,
        });
        Symbol::Variable(self.symbols.variables.len() - 1)
    }

    fn declare(&mut self, process: Option<usize>, span: Span, symbol: Symbol) {
        let name = self.name(span).to_owned();
        let names = match process {
            Some(process) => &mut self.symbols.processes[process].names,
            None => &mut self.symbols.globals,
        };
        if names.insert(name.clone(), symbol).is_some() {
            let sort = symbol.sort();
            self.fault(ErrorKind::Redeclared { sort, name }, span);
        }
    }

    /// The values that an initialiser gives, surplus ones dropped.
    fn initial_values(
        &mut self,
        process: Option<usize>,
        kind: Kind,
        declarator: &Declarator,
        length: u32,
    ) -> Vec<i32> {
        let name = || self.name(declarator.name).to_owned();
        match (&declarator.initialiser, declarator.size.is_some()) {
            (None, _) => Vec::new(),
            (Some(Initialiser::Scalar(value)), true) => {
                self.fault(ErrorKind::UnbracedArray(name()), value.span);
                Vec::new()
            }
            (Some(Initialiser::List(_, span)), false) => {
                self.fault(ErrorKind::BracedScalar(name()), *span);
                Vec::new()
            }
            (Some(Initialiser::Scalar(value)), false) => {
                vec![self.initial_value(process, kind, value)]
            }
            (Some(Initialiser::List(values, span)), true) => {
                let size = length as usize;
                if values.len() > size {
                    let name = name();
                    self.warn(WarningKind::SurplusValues { name, size }, *span);
                }
                let kept = values.iter().take(size);
                kept.map(|value| self.initial_value(process, kind, value))
                    .collect()
            }
        }
    }

    /// The value of an initialiser; a fault counts as 0.
    fn initial_value(&mut self, process: Option<usize>, kind: Kind, value: &Expression) -> i32 {
        let Some(code) = self.lower(value, process, Reading::Initial) else {
            return 0;
        };
        let expressions = &mut self.expressions;
        let result = expressions
            .evaluator()
            .evaluate(expressions.code(code), &[]);
        expressions.forget(code);
        match result {
            Ok(value) if kind.holds(value) => return value,
            Ok(number) => {
                let allowed = range_in_words(kind);
                let value_fault = ErrorKind::InitialValueOutOfRange {
                    value: number,
                    allowed,
                };
                self.fault(value_fault, value.span);
            }
            Err(error) => self.fault(ErrorKind::InitialValueFails(error), value.span),
        }
        0
    }

    fn declare_channels(&mut self, channels: &Channels) {
        for &(span, size) in &channels.names {
            let name = self.name(span).to_owned();
            if self.symbols.globals.contains_key(&name) {
                self.warn(WarningKind::ChannelIgnored(name), span);
                continue;
            }
            let transport = self.transport(channels.items.as_deref(), size);
            let symbol = Symbol::Channel(self.channels.len());
            self.channels.push(Channel {
                name: name.clone(),
                transport,
                receivers: Vec::new(),
            });
            self.arities.push(None);
            self.symbols.globals.insert(name, symbol);
        }
    }

    fn transport(&mut self, items: Option<&[Kind]>, size: Option<Size>) -> Transport {
        let capacity = size.map_or(0, |size| self.size(size, 0, LARGEST_BUFFER));
        match items {
            Some(items) if capacity > 0 => Transport::Buffered(self.layout.buffer(items, capacity)),
            _ => Transport::Handshake {
                items: items.map(<[Kind]>::to_vec),
            },
        }
    }

    /// Names all processes and their states, which expressions anywhere may mention.
    pub(super) fn declare_processes(&mut self, sources: &[&Process], has_property: bool) {
        for (number, source) in sources.iter().enumerate() {
            let mut entry = ProcessEntry {
                name: self.name(source.name).to_owned(),
                is_property: has_property && number + 1 == sources.len(),
                ..ProcessEntry::default()
            };
            for &state in &source.states {
                self.declare_state(&mut entry, state);
            }
            self.symbols.processes.push(entry);
            self.declare(None, source.name, Symbol::Process(number));
            if let Some(initial) = self.state(number, source.initial) {
                self.symbols.processes[number].initial = initial;
            }
        }
    }

    fn declare_state(&mut self, entry: &mut ProcessEntry, span: Span) {
        let name = self.name(span).to_owned();
        if entry.states.contains_key(&name) {
            self.warn(WarningKind::RepeatedState(name), span);
            return;
        }
        let number = entry.states.len();
        if number > i16::MAX as usize {
            self.fault(ErrorKind::TooManyStates(number), span);
        }
        entry.states.insert(name, number as u32);
    }

    /// The number of a process's state.
    pub(super) fn state(&mut self, process: usize, span: Span) -> Option<u32> {
        let entry = &self.symbols.processes[process];
        let name = self.name(span);
        if let Some(&number) = entry.states.get(name) {
            return Some(number);
        }
        let hint = self.hint_at_state(process, name);
        self.undeclared_with_hint(Sort::State, span, hint);
        None
    }

    /// What may have been meant by a name that no state of the process bears.
    fn hint_at_state(&self, process: usize, name: &str) -> Option<Hint> {
        let entry = &self.symbols.processes[process];
        if let Some(similar) = closest(name, entry.states.keys().map(String::as_str)) {
            return Some(Hint::Similar(similar));
        }
        let global = self.symbols.globals.get(name);
        if global.is_some_and(|global| global.sort() == Sort::Variable) {
            return Some(Hint::Global(name.to_owned()));
        }
        let mut states: Vec<_> = entry.states.iter().collect();
        states.sort_by_key(|&(_, number)| number);
        let is_listed = (1..=MOST_LISTED).contains(&states.len());
        is_listed.then(|| Hint::States {
            process: entry.name.clone(),
            states: states.into_iter().map(|(name, _)| name.clone()).collect(),
        })
    }

    /// The places of an array that a variable is.
    pub(super) fn place_of(&self, variable: usize) -> Array {
        self.symbols.variables[variable].variable.place
    }
}

fn range_in_words(kind: Kind) -> &'static str {
    match kind {
        BYTE => "a byte holds 0 to 255",
        _ => "an int holds -32768 to 32767",
    }
}
