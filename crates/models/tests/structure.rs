//! What the structure of DVE models claims, against the interpreter: on random models, on the
//! corpus and on those of BEEM.

mod common;
#[path = "../../program/tests/common/laws.rs"]
mod laws;
#[path = "../../program/tests/common/states.rs"]
mod states;

use std::path::Path;

use lariat_models::dve::Dve;
use laws::{Laws, Seen};

fn check(name: String, model: &Dve, (reached, random): (usize, usize), seed: u64, seen: &mut Seen) {
    if !model.program().synchronous {
        Laws::new(name, model.program(), model.watched(), seed).check(reached, random, seen);
    }
}

#[test]
fn every_claim_holds_on_random_models() {
    let last = if std::env::var_os("LARIAT_FULL").is_some() {
        10_000
    } else {
        300
    };
    let mut seen = Seen::default();
    for seed in 0..last {
        let text = common::random::model(seed);
        let mut model = Dve::parse(&text).expect("the model can be read");
        for number in 0..3 {
            let proposition = common::random::proposition(seed, number);
            model.watch(&proposition).expect("it is a proposition");
        }
        check(format!("seed {seed}"), &model, (20, 10), seed, &mut seen);
    }
    println!("{seen:?}");
    assert!(seen.fired > 20 * last && seen.failed > last && seen.disabled > 20 * last);
    assert!(seen.safe > last && seen.unsafe_fired > last, "{seen:?}");
    for counts in [seen.held, seen.not_held, seen.changes] {
        assert!(counts.iter().all(|&count| count > last / 10), "{seen:?}");
    }
}

#[test]
fn every_claim_holds_on_the_corpus() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../corpus");
    let mut seen = Seen::default();
    for (name, text) in common::models(&folder) {
        let mut model = Dve::parse(&text).expect("the model can be read");
        for location in model.locations() {
            model.watch(&location).expect("it is a proposition");
        }
        check(name, &model, (200, 100), 1, &mut seen);
    }
    println!("{seen:?}");
    assert!(
        seen.states > 1000 && seen.fired > 1000 && seen.safe > 1000,
        "{seen:?}"
    );
}

#[test]
fn every_claim_holds_on_every_family() {
    let Some(folder) = common::data("beem") else {
        return;
    };
    let mut seen = Seen::default();
    for (name, text) in common::models(&folder) {
        if name.contains(".1.dve") {
            let model = Dve::parse(&text).expect("the model can be read");
            check(name, &model, (40, 10), 1, &mut seen);
        }
    }
    println!("{seen:?}");
    assert!(
        seen.states > 1000 && seen.fired > 1000 && seen.safe > 1000,
        "{seen:?}"
    );
}
