//! Processes: their locations, assertions and transitions.

use lariat_program::{
    Assignment, Code, Communication, Destination, Location, Op, Process, Transition, Transport,
    Variable,
};

use super::super::error::{ErrorKind, Sort, closest};
use super::super::lexer::Span;
use super::super::syntax::{self, Effect, Expression, Sync, Term};
use super::{Processes, Reading, Resolver, Symbol};

impl Resolver<'_> {
    pub(super) fn processes(&mut self, sources: &[&syntax::Process]) -> Processes {
        let sources = sources.iter().enumerate();
        sources
            .map(|(number, source)| self.resolve_process(number, source))
            .collect()
    }

    fn resolve_process(&mut self, number: usize, source: &syntax::Process) -> Process {
        let mut locations = self.locations(number, source);
        for &span in &source.committed {
            if let Some(state) = self.state(number, span) {
                locations[state as usize].committed = true;
            }
        }
        for (span, assertion) in &source.assertions {
            let state = self.state(number, *span);
            let code = self.lower(assertion, Some(number), Reading::Value);
            if let (Some(state), Some(code)) = (state, code) {
                locations[state as usize].assertions.push(code);
            }
        }
        for transition in &source.transitions {
            self.resolve_transition(number, transition, &mut locations);
        }
        let entry = &self.symbols.processes[number];
        Process {
            name: entry.name.clone(),
            place: entry.place,
            initial: entry.initial,
            has_committed: locations.iter().any(|location| location.committed),
            locations,
            variables: self.local_variables(number),
        }
    }

    fn locations(&self, number: usize, source: &syntax::Process) -> Vec<Location> {
        let states = &self.symbols.processes[number].states;
        let mut locations: Vec<Location> = Vec::with_capacity(states.len());
        for &span in &source.states {
            let name = self.name(span);
            if states[name] as usize == locations.len() {
                locations.push(Location {
                    name: name.to_owned(),
                    ..Location::default()
                });
            }
        }
        locations
    }

    /// The variables of a process, in the order of their places.
    fn local_variables(&self, number: usize) -> Vec<Variable> {
        let names = self.symbols.processes[number].names.values();
        let mut variables: Vec<Variable> = names
            .filter_map(|symbol| match *symbol {
                Symbol::Variable(variable) => Some(&self.symbols.variables[variable]),
                _ => None,
            })
            .map(|entry| entry.variable.clone())
            .collect();
        variables.sort_by_key(|variable| variable.place.first.offset);
        variables
    }

    fn resolve_transition(
        &mut self,
        number: usize,
        source: &syntax::Transition,
        locations: &mut [Location],
    ) {
        let from = self.state(number, source.from);
        let to = self.state(number, source.to);
        let guard = self.optional(source.guard.as_ref(), number);
        self.is_dead = guard.flatten().and_then(|guard| self.constant_value(guard)) == Some(0);
        let communication = self.communication(number, source.sync.as_ref());
        let effects = self.effects(number, &source.effects);
        let assigned_globals = self.assigned_globals(number, &source.effects);
        self.is_dead = false;
        let (Some(from), Some(to), Some(guard), Some(communication), Some(effects)) =
            (from, to, guard, communication, effects)
        else {
            return;
        };
        locations[from as usize]
            .outgoing
            .push(self.transitions.len() as u32);
        let guard_span = source.guard.as_ref().map(|guard| guard.span);
        self.guard_spans.push(guard_span.unwrap_or_default());
        self.labels.push(source.labels.clone());
        self.transitions.push(Transition {
            process: number as u32,
            to,
            guard,
            communication,
            effects,
            assigned_globals,
        });
    }

    /// A guard that may be missing; the outer layer is missing where it is faulty.
    fn optional(&mut self, guard: Option<&Expression>, number: usize) -> Option<Option<Code>> {
        match guard {
            None => Some(None),
            Some(guard) => self.lower(guard, Some(number), Reading::Guard).map(Some),
        }
    }

    fn effects(&mut self, number: usize, effects: &[Effect]) -> Option<Vec<Assignment>> {
        // All are looked at, so that every fault is reported.
        let lowered: Vec<_> = effects
            .iter()
            .map(|effect| self.effect(number, effect))
            .collect();
        lowered.into_iter().collect()
    }

    fn effect(&mut self, number: usize, effect: &Effect) -> Option<Assignment> {
        let index = match &effect.index {
            None => Some(None),
            Some(index) => self.lower(index, Some(number), Reading::Guard).map(Some),
        };
        let destination = index.and_then(|index| self.destination(number, effect.name, index));
        let value = self.lower(&effect.value, Some(number), Reading::Guard);
        Some(Assignment {
            destination: destination?,
            value: value?,
        })
    }

    /// What a name, indexed or not, stores into.
    fn destination(
        &mut self,
        number: usize,
        name: Span,
        index: Option<Code>,
    ) -> Option<Destination> {
        let variable = match self.lookup(name, Some(number)) {
            Some(Symbol::Variable(variable)) => variable,
            Some(Symbol::Constant(_)) => {
                let constant = self.name(name).to_owned();
                self.fault(ErrorKind::AssignedConstant(constant), name);
                return None;
            }
            Some(symbol) => {
                self.wrong_sort(name, symbol.sort(), Sort::Variable);
                return None;
            }
            None => {
                let variables = self.symbols.variables.iter();
                let names = variables.map(|entry| entry.variable.name.as_str());
                let suggestion = closest(self.name(name), names);
                self.undeclared(Sort::Variable, name, suggestion);
                return None;
            }
        };
        let array = self.place_of(variable);
        match index {
            None => Some(Destination::Cell(array.first)),
            Some(index) if self.symbols.variables[variable].variable.is_array => {
                if let Some(constant) = self.constant_value(index) {
                    self.constant_index(name, constant, array.length)?;
                }
                Some(Destination::Element { array, index })
            }
            Some(_) => {
                let scalar = self.name(name).to_owned();
                self.fault(ErrorKind::IndexedScalar(scalar), name);
                None
            }
        }
    }

    /// The value of an expression that is a constant.
    fn constant_value(&self, code: Code) -> Option<i32> {
        match self.expressions.code(code) {
            [Op::Constant(value)] => Some(*value),
            _ => None,
        }
    }

    /// The globals that effects assign; a property process must not.
    fn assigned_globals(&mut self, number: usize, effects: &[Effect]) -> Vec<u32> {
        let mut globals = Vec::new();
        for effect in effects {
            let Some(Symbol::Variable(variable)) = self.lookup(effect.name, Some(number)) else {
                continue;
            };
            let Some(global) = self.symbols.variables[variable].global else {
                continue;
            };
            if self.symbols.processes[number].is_property {
                let fault = ErrorKind::PropertyProcess("assign a global variable");
                self.fault(fault, effect.name);
            }
            globals.push(global);
        }
        globals.sort_unstable();
        globals.dedup();
        globals
    }

    fn communication(&mut self, number: usize, sync: Option<&Sync>) -> Option<Communication> {
        let Some(sync) = sync else {
            return Some(Communication::None);
        };
        let channel = self.channel(sync.channel)?;
        self.check_arity(channel, sync)?;
        if self.symbols.processes[number].is_property {
            self.check_observer(channel, sync)?;
        }
        let channel_number = channel as u32;
        if sync.sends {
            let values = sync.values.iter();
            let lowered: Vec<_> = values
                .map(|value| self.lower(value, Some(number), Reading::Value))
                .collect();
            let values = lowered.into_iter().collect::<Option<Vec<Code>>>()?;
            return Some(Communication::Send {
                channel: channel_number,
                values,
            });
        }
        let destinations = sync.values.iter();
        let lowered: Vec<_> = destinations
            .map(|value| self.receiving(number, value))
            .collect();
        let destinations = lowered.into_iter().collect::<Option<Vec<Destination>>>()?;
        let is_property = self.symbols.processes[number].is_property;
        let receivers = &mut self.channels[channel].receivers;
        if !is_property && receivers.last() != Some(&(number as u32)) {
            receivers.push(number as u32);
        }
        Some(Communication::Receive {
            channel: channel_number,
            destinations,
        })
    }

    fn channel(&mut self, span: Span) -> Option<usize> {
        match self.symbols.globals.get(self.name(span)) {
            Some(&Symbol::Channel(channel)) => return Some(channel),
            Some(symbol) => {
                let is = symbol.sort();
                self.wrong_sort(span, is, Sort::Channel);
            }
            None => {
                let names = self.channels.iter().map(|channel| channel.name.as_str());
                let suggestion = closest(self.name(span), names);
                self.undeclared(Sort::Channel, span, suggestion);
            }
        }
        None
    }

    /// A typed channel carries all its items or nothing; an untyped one what its first use carries.
    fn check_arity(&mut self, channel: usize, sync: &Sync) -> Option<()> {
        let given = sync.values.len();
        let expected = match &self.channels[channel].transport {
            Transport::Buffered(buffer) => buffer.first.len(),
            Transport::Handshake { items: Some(items) } => items.len(),
            Transport::Handshake { items: None } => *self.arities[channel].get_or_insert(given),
        };
        let is_typed = !matches!(
            self.channels[channel].transport,
            Transport::Handshake { items: None }
        );
        if given == expected || (is_typed && given == 0) {
            return Some(());
        }
        let fault = ErrorKind::ChannelArity {
            channel: self.channels[channel].name.clone(),
            expected,
            given,
        };
        self.fault(fault, sync.span);
        None
    }

    /// A property process only listens, without values, on untyped channels.
    fn check_observer(&mut self, channel: usize, sync: &Sync) -> Option<()> {
        let typed = !matches!(
            self.channels[channel].transport,
            Transport::Handshake { items: None }
        );
        let refused = if sync.sends {
            "send"
        } else if typed {
            "use a typed channel"
        } else if !sync.values.is_empty() {
            "receive values"
        } else {
            return Some(());
        };
        self.fault(ErrorKind::PropertyProcess(refused), sync.span);
        None
    }

    /// What follows `?`: a variable or an array element.
    fn receiving(&mut self, number: usize, value: &Expression) -> Option<Destination> {
        let (&(last, span), index) = value.terms.split_last()?;
        match last {
            Term::Name => self.destination(number, span, None),
            Term::Index => {
                let index = self.lower_terms(index, Some(number), Reading::Guard)?;
                self.destination(number, span, Some(index))
            }
            _ => {
                self.fault(ErrorKind::NotAssignable, value.span);
                None
            }
        }
    }
}
