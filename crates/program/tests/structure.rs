//! What the structure of a program claims, against the interpreter, on random programs.

mod common;

use common::laws::{Laws, Seen};

#[test]
fn every_claim_holds_on_random_programs() {
    let last = common::rounds(300);
    let mut seen = Seen::default();
    for seed in 0..last {
        let (program, propositions) = common::program(seed);
        let name = format!("seed {seed}");
        Laws::new(name, &program, &propositions, seed).check(15, 25, &mut seen);
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
