//! Philosophers around a table, of whom the last is left-handed, in DVE and in Promela: the model of
//! `corpus/left_handed.dve` at any size, with the same states and transitions in both languages.

use std::fmt::Write;

/// The forks of a philosopher, the lower number first.
fn forks(philosopher: usize, all: usize) -> (usize, usize) {
    let next = (philosopher + 1) % all;
    (philosopher.min(next), philosopher.max(next))
}

/// The model in DVE.
pub(crate) fn dve(philosophers: usize) -> String {
    let mut text = format!("byte taken[{philosophers}];\n");
    for number in 0..philosophers {
        let (first, second) = forks(number, philosophers);
        write!(
            text,
            "process P_{number} {{
    state think, hungry, one, eat;
    init think;
    trans
        think  -> hungry {{}},
        hungry -> one    {{ guard taken[{first}] == 0; effect taken[{first}] = 1; }},
        one    -> eat    {{ guard taken[{second}] == 0; effect taken[{second}] = 1; }},
        eat    -> think  {{ effect taken[{first}] = 0, taken[{second}] = 0; }};
}}
"
        )
        .expect("a string takes any text");
    }
    text + "system async;\n"
}

/// The model in Promela.
pub(crate) fn promela(philosophers: usize) -> String {
    let mut text = format!("byte taken[{philosophers}];\n");
    for number in 0..philosophers {
        let (first, second) = forks(number, philosophers);
        write!(
            text,
            "active proctype P_{number}() {{
think:  skip;
hungry: d_step {{ taken[{first}] == 0 -> taken[{first}] = 1 }};
one:    d_step {{ taken[{second}] == 0 -> taken[{second}] = 1 }};
eat:    d_step {{ taken[{first}] = 0; taken[{second}] = 0 }};
        goto think
}}
"
        )
        .expect("a string takes any text");
    }
    text
}
