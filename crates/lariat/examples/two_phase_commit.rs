//! Two-phase commit over a network that loses messages.
//!
//! `cargo run -p lariat --example two_phase_commit`
//!
//! Every participant votes, yes or no, and repeats its vote until it hears the decision.  The manager commits when all
//! votes are yes and aborts when one is no, and repeats its decision for ever.  At most one copy of a message is on its way;
//! it is delivered or lost.
//!
//! That everybody learns of the decision is the classic example for strong fairness: a network that loses every message is
//! weakly fair to each delivery, since none stays possible for long.

use std::collections::BTreeSet;

use lariat::CheckFailure;
use lariat::machine::{Checker, Machine, Observation, PathVerdict};

const PARTICIPANTS: usize = 2;

#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
enum Message {
    /// A participant's vote.
    Vote { from: usize, yes: bool },
    /// The manager's decision.
    Decision { to: usize, commit: bool },
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
enum Participant {
    Undecided,
    Voted { yes: bool },
    Done { commit: bool },
}

#[derive(Clone, PartialEq, Eq, Hash, Debug)]
struct State {
    participants: [Participant; PARTICIPANTS],
    /// Whose yes the manager has heard.
    yes: [bool; PARTICIPANTS],
    /// What the manager has decided.
    decision: Option<bool>,
    network: BTreeSet<Message>,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
enum Action {
    Send(Message),
    Deliver(Message),
    Lose(Message),
}

struct TwoPhaseCommit;

impl Machine for TwoPhaseCommit {
    type State = State;
    type Action = Action;

    fn init_states(&self) -> Vec<State> {
        vec![State {
            participants: [Participant::Undecided; PARTICIPANTS],
            yes: [false; PARTICIPANTS],
            decision: None,
            network: BTreeSet::new(),
        }]
    }

    fn actions(&self, state: &State, actions: &mut Vec<Action>) {
        for (from, participant) in state.participants.iter().enumerate() {
            let votes: &[bool] = match participant {
                Participant::Undecided => &[true, false],
                Participant::Voted { yes: true } => &[true],
                Participant::Voted { yes: false } => &[false],
                Participant::Done { .. } => &[],
            };
            let votes = votes.iter().map(|&yes| Message::Vote { from, yes });
            actions.extend(votes.map(Action::Send));
            if let Some(commit) = state.decision {
                actions.push(Action::Send(Message::Decision { to: from, commit }));
            }
        }
        for &message in &state.network {
            actions.extend([Action::Deliver(message), Action::Lose(message)]);
        }
    }

    fn next_state(&self, state: &State, action: &Action) -> Option<State> {
        let mut next = state.clone();
        match *action {
            Action::Send(message) => {
                if let Message::Vote { from, yes } = message {
                    next.participants[from] = Participant::Voted { yes };
                }
                if !next.network.insert(message) {
                    return None;
                }
            }
            Action::Deliver(message) => {
                next.network.remove(&message);
                next.receive(message);
            }
            Action::Lose(message) => {
                next.network.remove(&message);
            }
        }
        Some(next)
    }

    fn observations(&self) -> Vec<Observation<State>> {
        let done = |commit| Participant::Done { commit };
        let somewhere = move |name: &str, commit| {
            Observation::new(name, move |state: &State| {
                state.participants.contains(&done(commit))
            })
        };
        let is_done = |participant: &Participant| matches!(participant, Participant::Done { .. });
        vec![
            somewhere("committed", true),
            somewhere("aborted", false),
            Observation::new("finished", move |state: &State| {
                state.participants.iter().all(is_done)
            }),
            Observation::new("objection", |state: &State| {
                state
                    .participants
                    .contains(&Participant::Voted { yes: false })
            }),
        ]
    }

    /// For every participant: that it votes, that its vote arrives, that it is told, that it hears.
    fn events(&self) -> Vec<String> {
        let of = |number| ["vote", "count", "tell", "hear"].map(|what| format!("{what}{number}"));
        (0..PARTICIPANTS).flat_map(of).collect()
    }

    fn events_of(&self, action: &Action) -> Vec<usize> {
        match *action {
            Action::Send(Message::Vote { from, .. }) => vec![4 * from],
            Action::Deliver(Message::Vote { from, .. }) => vec![4 * from + 1],
            Action::Send(Message::Decision { to, .. }) => vec![4 * to + 2],
            Action::Deliver(Message::Decision { to, .. }) => vec![4 * to + 3],
            // Nobody is obliged to lose anything.
            Action::Lose(_) => vec![],
        }
    }
}

impl State {
    fn receive(&mut self, message: Message) {
        match message {
            Message::Vote { from, yes: true } => {
                self.yes[from] = true;
                if self.decision.is_none() && self.yes == [true; PARTICIPANTS] {
                    self.decision = Some(true);
                }
            }
            Message::Vote { yes: false, .. } => {
                self.decision.get_or_insert(false);
            }
            Message::Decision { to, commit } => {
                self.participants[to] = Participant::Done { commit };
            }
        }
    }
}

pub(crate) fn main() -> Result<(), CheckFailure> {
    let mut all_runs = Checker::new(TwoPhaseCommit);
    assert!(all_runs.check("G !(committed & aborted)")?.holds());
    assert!(all_runs.check("G(objection -> G !committed)")?.holds());
    println!("Nobody commits what another one aborts, or has voted against.");

    let mut weakly_fair = Checker::new(TwoPhaseCommit).weak_fair("*")?;
    let PathVerdict::Violated(path) = weakly_fair.check("F finished")? else {
        panic!("the network may lose every message");
    };
    println!("With weak fairness this may repeat for ever:");
    for (_, action) in &path.cycle {
        println!("  {action:?}");
    }

    let mut strongly_fair = Checker::new(TwoPhaseCommit).strong_fair("*")?;
    assert!(strongly_fair.check("F finished")?.holds());
    println!("With strong fairness everybody learns of the decision.");
    Ok(())
}
