//! Models to start from.

use serde::Serialize;

/// A model with a question about it.
#[derive(Serialize)]
pub(super) struct Example {
    name: &'static str,
    language: &'static str,
    model: &'static str,
    ltl: &'static str,
    fairness: &'static str,
}

/// All of them, from the project's own corpus.
pub(super) const ALL: [Example; 7] = [
    Example {
        name: "Semaphore: strong fairness is needed (DVE)",
        language: "dve",
        model: include_str!("../../../../../corpus/semaphore.dve"),
        ltl: "G(P_0.wait -> F P_0.CS)",
        fairness: "weak",
    },
    Example {
        name: "Peterson's mutual exclusion: weak fairness is enough (DVE)",
        language: "dve",
        model: include_str!("../../../../../corpus/peterson.dve"),
        ltl: "G(P_0.wait -> F P_0.CS)",
        fairness: "none",
    },
    Example {
        name: "Dining philosophers: a deadlock (DVE)",
        language: "dve",
        model: include_str!("../../../../../corpus/philosophers.dve"),
        ltl: "G !dead",
        fairness: "none",
    },
    Example {
        name: "A lift that serves every call (DVE)",
        language: "dve",
        model: include_str!("../../../../../corpus/lift.dve"),
        ltl: "G(\"call[2] == 1\" -> F (Lift.open & \"at == 2\"))",
        fairness: "weak",
    },
    Example {
        name: "Two processes and a lock (Petri net)",
        language: "pnml",
        model: include_str!("../../../../../corpus/mutual_exclusion.pnml"),
        ltl: "G(\"wait-0 >= 1\" -> F \"in-0 >= 1\")",
        fairness: "weak",
    },
    Example {
        name: "A channel that loses messages (labelled transition system)",
        language: "aut",
        model: include_str!("../../../../../corpus/lossy_channel.aut"),
        ltl: "G(send -> F \"deliver*\")",
        fairness: "none",
    },
    Example {
        name: "Mutual exclusion by turns (fair Kripke structure)",
        language: "hoa",
        model: include_str!("../../../../../corpus/turn.hoa"),
        ltl: "G(nc0 -> F[0..3] cr0)",
        fairness: "none",
    },
];
