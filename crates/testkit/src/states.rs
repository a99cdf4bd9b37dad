//! Random states of programs, most of which nothing ever reaches.

use lariat_program::{Kind, Program, Transport, store};

/// A value of a kind: small, next to the bounds, or any.
pub fn value_of(kind: Kind, random: &mut fastrand::Rng) -> i32 {
    let (least, most) = kind.range();
    let value = match random.u8(..4) {
        0 => least.saturating_add(random.i32(0..2)),
        1 => most.saturating_sub(random.i32(0..2)),
        2 => random.i32(least..=most),
        _ => random.i32(0..3),
    };
    value.clamp(least, most)
}

/// A random state: any location, any value of a variable's kind, any items in buffers.
pub fn state(program: &Program, random: &mut fastrand::Rng) -> Vec<u32> {
    let mut state = vec![0; program.width];
    let locals = program
        .system()
        .iter()
        .flat_map(|process| &process.variables);
    for variable in program.globals.iter().chain(locals) {
        for index in 0..variable.place.length {
            let cell = variable.place.element(index);
            store(&mut state, cell, value_of(cell.kind, random));
        }
    }
    for process in program.system() {
        if let Some(place) = process.place {
            store(
                &mut state,
                place,
                random.i32(0..process.locations.len() as i32),
            );
        }
    }
    for channel in &program.channels {
        let Transport::Buffered(buffer) = &channel.transport else {
            continue;
        };
        let waiting = random.u32(..=buffer.capacity);
        store(&mut state, buffer.count, waiting as i32);
        for position in 0..waiting {
            for component in 0..buffer.first.len() {
                let cell = buffer.cell(position, component);
                store(&mut state, cell, value_of(cell.kind, random));
            }
        }
    }
    state
}
