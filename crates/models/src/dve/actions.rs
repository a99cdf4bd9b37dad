//! The actions of a model: events that are finer than processes.
//!
//! An action is a set of transitions of one process P:
//!
//! * `P.q->r`: the transitions from q to r.
//! * `P.c!` and `P.c?`: those that send on channel c, and those that receive on it.
//! * `P.name`: those that a comment `lariat: label name` stands in.
//!
//! So transitions that share a name are one action, and labels tell apart what is to be told apart.  No kind of name looks like
//! another: labels are names of the language.  A model counts only those actions as events that were declared
//! ([`lariat_model::Source::declare`]).  In a synchronous system a step does not tell which transitions it is made of, and there are none.

use indexmap::IndexMap;
use lariat_program::{Communication, Program};

/// All actions of a model, in the order of their first transitions.
#[derive(Debug, Default)]
pub(super) struct ActionTable {
    pub(super) names: Vec<String>,
    /// The transitions of each.
    pub(super) transitions: Vec<Vec<u32>>,
}

impl ActionTable {
    /// The actions of a program, whose transitions have these labels.
    pub(super) fn new(program: &Program, labels: &[Vec<String>]) -> Self {
        if program.synchronous {
            return Self::default();
        }
        let mut actions: IndexMap<String, Vec<u32>> = IndexMap::new();
        for process in program.system() {
            for location in &process.locations {
                for &number in &location.outgoing {
                    let transition = &program.transitions[number as usize];
                    let to = &process.locations[transition.to as usize].name;
                    let pair = format!("{}->{to}", location.name);
                    let own = [Some(pair), operation(program, &transition.communication)];
                    let labels = labels[number as usize].iter().cloned();
                    for name in own.into_iter().flatten().chain(labels) {
                        let name = format!("{}.{name}", process.name);
                        let transitions = actions.entry(name).or_default();
                        if transitions.last() != Some(&number) {
                            transitions.push(number);
                        }
                    }
                }
            }
        }
        let (names, transitions) = actions.into_iter().unzip();
        Self { names, transitions }
    }
}

/// What a transition does on a channel, in short: `c!` or `c?`.
fn operation(program: &Program, communication: &Communication) -> Option<String> {
    let (channel, mark) = match communication {
        Communication::None => return None,
        Communication::Send { channel, .. } => (channel, '!'),
        Communication::Receive { channel, .. } => (channel, '?'),
    };
    let channel = &program.channels[*channel as usize];
    Some(format!("{}{mark}", channel.name))
}
