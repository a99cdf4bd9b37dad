//! What the structure of models claims, against their definition: DVE on random models, on the corpus and on BEEM; random nets.

use std::path::Path;

use fastrand::Rng;
use lariat_model::{Model, Source};
use lariat_models::dve::Dve;
use lariat_models::pnml::{Net, Packed};
use lariat_testkit::random_net::Plain;
use lariat_testkit::structure::{Laws, Seen};
use lariat_testkit::{data, models, random_dve, rounds, states};

fn check(name: String, model: &Dve, (reached, random): (usize, usize), seed: u64, seen: &mut Seen) {
    if model.program().synchronous {
        assert!(Model::structure(model).is_none(), "{name}");
        return;
    }
    let any_state = |random: &mut Rng| states::state(model.program(), random);
    Laws::new(name, model, Box::new(any_state), seed).check(reached, random, seen);
}

#[test]
fn every_claim_holds_on_random_models() {
    let last = rounds(300, 10_000);
    let mut seen = Seen::default();
    for seed in 0..last {
        let text = random_dve::model(seed);
        let mut model = Dve::parse(&text).expect("the model can be read");
        for number in 0..3 {
            let proposition = random_dve::proposition(seed, number);
            Dve::watch(&mut model, &proposition).expect("it is a proposition");
        }
        model.declare(&|action| action.len() as u64 % 3 != seed % 3);
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
    for (name, text) in models(&folder) {
        let mut model = Dve::parse(&text).expect("the model can be read");
        for location in model.locations() {
            Dve::watch(&mut model, &location).expect("it is a proposition");
        }
        model.declare(&|_| true);
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
    let Some(folder) = data("beem") else {
        return;
    };
    let mut seen = Seen::default();
    for (name, text) in models(&folder) {
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

#[test]
fn every_claim_holds_on_random_nets() {
    let last = rounds(300, 10_000);
    let mut seen = Seen::default();
    for seed in 0..last {
        let mut random = Rng::with_seed(seed);
        let plain = Plain::random(&mut random);
        let mut net = Net::parse(&plain.pnml()).expect("the generator writes nets");
        let places = plain.initial.len();
        for text in [
            format!(
                "p-{} > p-{}",
                random.usize(..places),
                random.usize(..places)
            ),
            format!("fireable(t.{})", random.usize(..plain.transitions.len())),
        ] {
            net.watch(&text).expect("it is a proposition");
        }
        let any_state = move |random: &mut Rng| (0..places).map(|_| random.u32(..5)).collect();
        let packed = Packed::new(net);
        let name = format!("seed {seed}");
        Laws::new(name, &packed, Box::new(any_state), seed).check(20, 10, &mut seen);
    }
    println!("{seen:?}");
    assert!(
        seen.fired > 20 * last && seen.disabled > 20 * last,
        "{seen:?}"
    );
    assert!(seen.safe > last && seen.replaced > last && seen.propositions > last);
    // Only places with enough tokens, and additions.
    assert!(seen.held[1] > last && seen.not_held[1] > last && seen.changes[1] > last);
}
