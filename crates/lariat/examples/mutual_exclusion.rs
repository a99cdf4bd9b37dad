//! The mutual exclusion system of the slides [strejcek.ia169]: two processes that wait for their turn.
//!
//! `cargo run -p lariat --example mutual_exclusion`
//!
//! A process that waits looks at `turn` again and again.  So it can always move, and without fairness a run may consist of
//! nothing but one process that looks, while the other one never gets a chance to pass the turn on.

use lariat::CheckFailure;
use lariat::machine::{Checker, Machine, Observation, PathVerdict};

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
enum Place {
    Outside,
    Waiting,
    Critical,
}

#[derive(Clone, PartialEq, Eq, Hash, Debug)]
struct State {
    places: [Place; 2],
    turn: usize,
}

struct MutualExclusion;

impl Machine for MutualExclusion {
    type State = State;
    /// The process that moves.
    type Action = usize;

    fn init_states(&self) -> Vec<State> {
        let places = [Place::Outside; 2];
        [0, 1].map(|turn| State { places, turn }).to_vec()
    }

    fn actions(&self, _: &State, actions: &mut Vec<usize>) {
        actions.extend([0, 1]);
    }

    fn next_state(&self, state: &State, &process: &usize) -> Option<State> {
        let mut next = state.clone();
        next.places[process] = match state.places[process] {
            Place::Outside => Place::Waiting,
            Place::Waiting if state.turn == process => Place::Critical,
            Place::Waiting => Place::Waiting,
            Place::Critical => {
                next.turn = 1 - process;
                Place::Outside
            }
        };
        Some(next)
    }

    fn observations(&self) -> Vec<Observation<State>> {
        let at = |name: &str, process: usize, place: Place| {
            Observation::new(name, move |state: &State| state.places[process] == place)
        };
        vec![
            at("waiting0", 0, Place::Waiting),
            at("critical0", 0, Place::Critical),
            at("critical1", 1, Place::Critical),
        ]
    }

    fn events(&self) -> Vec<String> {
        vec!["P0".to_owned(), "P1".to_owned()]
    }

    fn events_of(&self, &process: &usize) -> Vec<usize> {
        vec![process]
    }
}

pub(crate) fn main() -> Result<(), CheckFailure> {
    let mut all_runs = Checker::new(MutualExclusion);
    assert!(all_runs.check("G !(critical0 & critical1)")?.holds());
    println!("The two are never critical at once.");

    let PathVerdict::Violated(path) = all_runs.check("G(waiting0 -> F critical0)")? else {
        panic!("nobody makes process 1 move");
    };
    println!("Process 0 may wait for ever, while this repeats:");
    for (state, process) in &path.cycle {
        println!("  {state:?}, process {process:?} moves");
    }

    let mut fair_runs = Checker::new(MutualExclusion).weak_fair("*")?;
    assert!(fair_runs.check("G(waiting0 -> F critical0)")?.holds());
    println!("If both get their share, it does not.");
    Ok(())
}
