//! The initial state, and states as named values: processes and their variables first, then
//! globals, then buffers.

use lariat_model::Value;

use crate::evaluate::{load, store};
use crate::{Buffer, Process, Program, Transport, Variable};

impl Program {
    /// The values of a state of the system, by name.
    pub fn describe(&self, state: &[u32]) -> Vec<(String, Value)> {
        self.describe_first(state, self.system_processes())
    }

    /// The values of a state of the system with its property process, by name.
    pub fn describe_observed(&self, state: &[u32]) -> Vec<(String, Value)> {
        self.describe_first(state, self.processes.len())
    }

    fn describe_first(&self, state: &[u32], processes: usize) -> Vec<(String, Value)> {
        let mut values = Vec::new();
        for (number, process) in self.processes[..processes].iter().enumerate() {
            let at = self.location(state, number);
            describe_process(process, at, state, &mut values);
        }
        for variable in &self.globals {
            values.push((variable.name.clone(), variable_value(variable, state)));
        }
        for channel in &self.channels {
            if let Transport::Buffered(buffer) = &channel.transport {
                values.push((channel.name.clone(), buffer_value(buffer, state)));
            }
        }
        values
    }

    /// The initial state of the system, with that of its property process behind it.
    pub fn initial_observed(&self) -> Vec<u32> {
        let mut state = vec![0; self.observed_width];
        for variable in &self.globals {
            initialise(&mut state, variable);
        }
        for process in &self.processes {
            if let Some(place) = process.place {
                store(&mut state, place, process.initial as i32);
            }
            for variable in &process.variables {
                initialise(&mut state, variable);
            }
        }
        state
    }

    /// The initial state of the system.
    pub fn initial(&self) -> Vec<u32> {
        let mut state = self.initial_observed();
        state.truncate(self.width);
        state
    }
}

fn initialise(state: &mut [u32], variable: &Variable) {
    for (index, &value) in variable.initial.iter().enumerate() {
        store(state, variable.place.element(index as u32), value);
    }
}

fn describe_process(process: &Process, at: u32, state: &[u32], values: &mut Vec<(String, Value)>) {
    let location = process.locations[at as usize].name.clone();
    values.push((process.name.clone(), Value::Name(location)));
    for variable in &process.variables {
        let name = format!("{}.{}", process.name, variable.name);
        values.push((name, variable_value(variable, state)));
    }
}

fn variable_value(variable: &Variable, state: &[u32]) -> Value {
    let element = |index| Value::Number(i64::from(load(state, variable.place.element(index))));
    if variable.is_array {
        Value::List((0..variable.place.length).map(element).collect())
    } else {
        element(0)
    }
}

/// The items that wait, the next one first; an item of one component is a plain number.
fn buffer_value(buffer: &Buffer, state: &[u32]) -> Value {
    let component = |slot, number| Value::Number(i64::from(load(state, buffer.cell(slot, number))));
    let item = |slot| match buffer.first.len() {
        1 => component(slot, 0),
        components => Value::List(
            (0..components)
                .map(|number| component(slot, number))
                .collect(),
        ),
    };
    let waiting = load(state, buffer.count) as u32;
    Value::List((0..waiting).map(item).collect())
}
