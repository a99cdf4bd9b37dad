//! Native code against the interpreter, step by step, on random models and on those of BEEM; and the
//! compressed store against the plain one on the same state spaces.

use lariat_automata::Letter;
use lariat_budget::Budget;
use lariat_model::{Model, Source, Step, Stepper, Successors, Value};
use lariat_models::dve::{Compiled, Dve};
use lariat_space::{StateSpace, explore_in};
use lariat_store::{PlainStore, StateIndex, StateStore, TreeStore, TreeWriter};
use lariat_testkit::{brief_rounds, data, models, random_dve, rounds};

/// What the comparison has seen.
#[derive(Default, Debug)]
struct Seen {
    models: u64,
    native: u64,
    states: u64,
    steps: u64,
    /// States with a handshake, with something in a buffer, with a failing step, without a step.
    handshakes: u64,
    buffered: u64,
    failures: u64,
    deadlocks: u64,
    /// The same, by models.
    with_handshakes: u64,
    with_buffered: u64,
    with_failures: u64,
    with_deadlocks: u64,
    true_propositions: u64,
    failed_propositions: u64,
}

/// Compares every state up to a limit.
fn compare(name: &str, model: Dve, most: usize, seen: &mut Seen) {
    let compiled = Compiled::new(model.clone());
    let before = [
        seen.handshakes,
        seen.buffered,
        seen.failures,
        seen.deadlocks,
    ];
    seen.models += 1;
    seen.native += u64::from(compiled.obstacle().is_none());
    let (mut definition, mut native) = (model.reference(), compiled.stepper());
    let mut store = TreeStore::new(definition.width(), usize::MAX);
    let mut writer = TreeWriter::default();
    let mut initial = Vec::new();
    definition.initial(&mut initial);
    store.intern(&mut writer, &initial).expect("there is room");
    let mut state = vec![0; definition.width()];
    let (mut slow, mut fast) = (Successors::with_enabled(), Successors::with_enabled());
    let mut next = 0;
    while next < store.len() && next < most {
        store.get(StateIndex::at(next), &mut state);
        slow.clear();
        fast.clear();
        definition.successors(&state, &mut slow);
        native.successors(&state, &mut fast);
        assert_eq!(
            slow,
            fast,
            "{name}: state {next}: {:?}",
            model.describe(&state)
        );
        for target in slow.states.chunks_exact(definition.width()) {
            store.intern(&mut writer, target).expect("there is room");
        }
        seen.count(&slow);
        seen.buffered += u64::from(holds_messages(&model, &state));
        let steppers = [&mut definition, &mut native];
        compare_letters(name, &model, steppers, &state, seen);
        next += 1;
    }
    seen.states += next as u64;
    seen.with_handshakes += u64::from(seen.handshakes > before[0]);
    seen.with_buffered += u64::from(seen.buffered > before[1]);
    seen.with_failures += u64::from(seen.failures > before[2]);
    seen.with_deadlocks += u64::from(seen.deadlocks > before[3]);
}

/// Whether something waits in a channel of a random model, whose channels are `c0`, `c1` and so on.
fn holds_messages(model: &Dve, state: &[u32]) -> bool {
    model.describe(state).iter().any(|(name, value)| {
        name.starts_with('c') && matches!(value, Value::List(items) if !items.is_empty())
    })
}

fn compare_letters(
    name: &str,
    model: &Dve,
    [definition, native]: [&mut Box<dyn Stepper + '_>; 2],
    state: &[u32],
    seen: &mut Seen,
) {
    let all: Vec<usize> = (0..model.schema().propositions.len()).collect();
    let (mut slow, mut fast) = (Letter::EMPTY, Letter::EMPTY);
    let (a, b) = (
        definition.observe(state, &all, &mut slow),
        native.observe(state, &all, &mut fast),
    );
    assert_eq!(a, b, "{name}: {:?}", model.describe(state));
    assert_eq!(slow, fast, "{name}: {:?}", model.describe(state));
    seen.true_propositions += slow.len() as u64;
    seen.failed_propositions += u64::from(a.is_err());
}

impl Seen {
    fn count(&mut self, successors: &Successors) {
        self.steps += successors.steps.len() as u64;
        let meets = |step: &Step| step.partner != Step::ALONE;
        self.handshakes += u64::from(successors.steps.iter().any(meets));
        self.failures += u64::from(!successors.failures.is_empty());
        let stuck = successors.steps.is_empty() && successors.failures.is_empty();
        self.deadlocks += u64::from(stuck);
    }
}

#[test]
fn native_code_takes_the_interpreters_steps_on_random_models() {
    let last = brief_rounds(100, 600, 20_000);
    let mut seen = Seen::default();
    for seed in 0..last {
        let text = random_dve::model(seed);
        let mut model = Dve::parse(&text)
            .unwrap_or_else(|errors| panic!("seed {seed}: {errors}: {:?}\n{text}", errors.0));
        for number in 0..seed % 5 {
            let proposition = random_dve::proposition(seed, number);
            let watched = Dve::watch(&mut model, &proposition);
            watched.unwrap_or_else(|errors| panic!("seed {seed}: {proposition}: {errors}"));
        }
        if seed % 2 == 0 {
            model.declare(&|action| action.contains('0'));
        }
        compare(&format!("seed {seed}\n{text}"), model, 300, &mut seen);
    }
    println!("{seen:?}");
    assert!(
        seen.native * 10 > seen.models * 8,
        "mostly interpreted: {seen:?}"
    );
    let often = [seen.states, seen.steps, seen.true_propositions];
    assert!(often.iter().all(|&count| count > 10 * last), "{seen:?}");
    let sometimes = [
        seen.with_handshakes,
        seen.with_buffered,
        seen.with_failures,
        seen.with_deadlocks,
        seen.failed_propositions,
    ];
    assert!(sometimes.iter().all(|&count| count > last / 10), "{seen:?}");
}

#[test]
fn native_code_takes_the_interpreters_steps_on_every_family() {
    let Some(folder) = data("beem") else {
        return;
    };
    let mut seen = Seen::default();
    for (file, text) in models(&folder) {
        if file.contains("prop") {
            continue;
        }
        let model = Dve::parse(&text).expect("the model can be read");
        compare(&file, model, 2000, &mut seen);
    }
    println!("{seen:?}");
    assert_eq!((seen.models, seen.native), (129, 129));
}

#[test]
fn native_code_takes_the_interpreters_steps_on_every_feature() {
    let Some(folder) = data("dve-features") else {
        return;
    };
    let mut seen = Seen::default();
    for (file, text) in models(&folder) {
        compare(
            &file,
            Dve::parse(&text).expect("the model can be read"),
            2000,
            &mut seen,
        );
    }
    assert_eq!(seen.native, 30);
}

#[test]
fn both_stores_hold_the_same_state_space() {
    let last = rounds(200, 5000);
    let budget = Budget::unlimited().with_states(20_000);
    let mut states = 0;
    for seed in 0..last {
        let model = Dve::parse(&random_dve::model(seed)).expect("the model can be read");
        let mut tree = StateSpace::new(&model, usize::MAX);
        let mut plain = StateSpace::with_store(&model, |width| PlainStore::new(width, usize::MAX));
        let mut in_tree = explore_in(&mut tree, &budget);
        let in_plain = explore_in(&mut plain, &budget);
        in_tree.bytes_used = in_plain.bytes_used;
        in_tree.bytes_allocated = in_plain.bytes_allocated;
        assert_eq!(in_tree, in_plain, "seed {seed}");
        let width = model.schema().width;
        let (mut a, mut b) = (vec![0; width], vec![0; width]);
        for index in 0..in_tree.states as u32 {
            tree.store().get(StateIndex(index), &mut a);
            plain.store().get(StateIndex(index), &mut b);
            assert_eq!(a, b, "seed {seed}, state {index}");
        }
        states += in_tree.states;
    }
    assert!(states > 100 * last as usize, "only {states} states");
}
