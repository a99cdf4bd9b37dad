//! What the structure of a program claims, against the interpreter, on random programs.

mod common;

use lariat_program::ProgramModel;
use lariat_testkit::structure::{Laws, Seen};
use lariat_testkit::{rounds, states};

#[test]
fn every_claim_holds_on_random_programs() {
    let last = rounds(300, 9_000);
    let mut seen = Seen::default();
    for seed in 0..last {
        let (program, propositions) = common::program(seed);
        let mut model = ProgramModel::new(program);
        for code in propositions.iter() {
            model.watch(code);
        }
        let transitions = model.program().transitions.len() as u32;
        for step in 1..seed as u32 % 4 {
            let action: Vec<u32> = (step..transitions).step_by(step as usize).collect();
            model.declare("an action", &action);
        }
        let any_state = |random: &mut fastrand::Rng| states::state(model.program(), random);
        let name = format!("seed {seed}");
        Laws::new(name, &model, Box::new(any_state), seed).check(15, 25, &mut seen);
    }
    println!("{seen:?}");
    assert!(seen.fired > 20 * last && seen.failed > 5 * last && seen.disabled > 20 * last);
    assert!(seen.safe > last && seen.unsafe_fired > last, "{seen:?}");
    assert!(
        seen.replaced > 100 * last && seen.propositions > 10 * last,
        "{seen:?}"
    );
    assert!(seen.guard_errors > last, "{seen:?}");
    for counts in [seen.held, seen.not_held, seen.changes] {
        assert!(counts.iter().all(|&count| count > last), "{seen:?}");
    }
}
