//! States as named values: processes and their variables first, then globals, then buffers.

use super::evaluate::load;
use super::interpreter::location;
use super::program::{Buffer, Process, Program, Transport, Variable};
use lariat_model::Value;

/// The values of a state, by name; the first `processes` processes are told.
pub(crate) fn describe(program: &Program, state: &[u32], processes: usize) -> Vec<(String, Value)> {
    let mut values = Vec::new();
    for (number, process) in program.processes[..processes].iter().enumerate() {
        let at = location(program, state, number);
        describe_process(process, at, state, &mut values);
    }
    for variable in &program.globals {
        values.push((variable.name.clone(), variable_value(variable, state)));
    }
    for channel in &program.channels {
        if let Transport::Buffered(buffer) = &channel.transport {
            values.push((channel.name.clone(), buffer_value(buffer, state)));
        }
    }
    values
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
