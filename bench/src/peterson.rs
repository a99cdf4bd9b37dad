//! Peterson's mutual exclusion for any number of processes, in Promela: the algorithm of the BEEM models `peterson.*`.

use std::fmt::Write;

/// The model in Promela.
pub(crate) fn promela(processes: usize) -> String {
    let mut text = format!("byte pos[{processes}];\nbyte step[{processes}];\n");
    for me in 0..processes {
        write!(
            text,
            "active proctype P_{me}() {{
        byte j = 0; byte k = 0;
idle:   j = 1;
climb:  if
        :: d_step {{ j < {processes} -> pos[{me}] = j }}
        :: j == {processes} -> goto critical
        fi;
        d_step {{ step[j - 1] = {me}; k = 0 }};
        do
        :: d_step {{ k < {processes} && (k == {me} || pos[k] < j) -> k = k + 1 }}
        :: d_step {{ (step[j - 1] != {me} || k == {processes}) -> j = j + 1 }}; goto climb
        od;
critical:
        pos[{me}] = 0;
        goto idle
}}
"
        )
        .expect("a string takes any text");
    }
    text
}
