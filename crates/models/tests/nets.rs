//! Place/transition nets against the definition of firing, written here a second time, on random nets.

use std::collections::BTreeSet;

use lariat_automata::Letter;
use lariat_budget::{Budget, Exhausted};
use lariat_model::{Model, Outgrown, Successors};
use lariat_models::pnml::{Net, Packed};
use lariat_space::{StateSpace, explore, explore_in};
use lariat_store::{StateIndex, StateStore};

use lariat_testkit::random_net::Plain;

/// The value of a proposition for a marking.
type Value = Box<dyn Fn(&Plain, &[u64]) -> bool>;

/// A random proposition as text, and its value for a marking.
fn proposition(net: &Plain, random: &mut fastrand::Rng) -> (String, Value) {
    if random.bool() {
        let numbers = [random.usize(..6), random.usize(..6)];
        let text = format!("fireable(t.{}, t.{})", numbers[0], numbers[1]);
        return (
            text,
            Box::new(move |net, marking| numbers.iter().any(|&t| net.fire(marking, t).is_some())),
        );
    }
    let places = net.initial.len();
    let (p, q, r) = (
        random.usize(..places),
        random.usize(..places),
        random.usize(..places),
    );
    let (times, number) = (random.i64(1..4), random.i64(0..6));
    let (symbol, holds): (&str, fn(i64, i64) -> bool) = match random.u8(..6) {
        0 => ("<=", |a, b| a <= b),
        1 => ("<", |a, b| a < b),
        2 => (">=", |a, b| a >= b),
        3 => (">", |a, b| a > b),
        4 => ("==", |a, b| a == b),
        _ => ("!=", |a, b| a != b),
    };
    let text = format!("{times}*p-{p} + p-{q} {symbol} {number} + p-{r}");
    let value = move |_: &Plain, marking: &[u64]| {
        let tokens = |place: usize| marking[place] as i64;
        holds(times * tokens(p) + tokens(q), number + tokens(r))
    };
    (text, Box::new(value))
}

fn wide(words: &[u32]) -> Vec<u64> {
    words.iter().map(|&word| word.into()).collect()
}

#[test]
fn nets_behave_as_the_definition_says() {
    let (mut compared, mut dead, mut alive, mut widened) = (0, 0, 0, 0);
    let (mut values, mut simpler) = ([0; 2], 0);
    for seed in 0..6000 {
        let mut random = fastrand::Rng::with_seed(seed);
        let plain = Plain::random(&mut random);
        let Some((markings, firings, deadlocks)) = plain.explore(400) else {
            continue;
        };
        let mut net = Net::parse(&plain.pnml()).unwrap_or_else(|e| panic!("seed {seed}: {e}"));
        let watched: Vec<_> = (0..4).map(|_| proposition(&plain, &mut random)).collect();
        let numbers: Vec<usize> = watched
            .iter()
            .map(|(text, _)| {
                net.watch(text)
                    .unwrap_or_else(|e| panic!("seed {seed}, {text}: {e}"))
            })
            .collect();
        let simplified: Vec<usize> = watched
            .iter()
            .map(|(text, _)| {
                let proposition = net.proposition(text).expect("it was read before");
                let simple = net.simplified(proposition.clone());
                simpler += u32::from(simple != proposition);
                net.watch_proposition(simple)
            })
            .collect();
        let slow = explore(&net, &Budget::unlimited());
        let packed = Packed::new(net);
        let mut space = StateSpace::new(&packed, usize::MAX);
        let fast = explore_in(&mut space, &Budget::unlimited());
        for found in [slow, fast] {
            let counts = (found.states, found.transitions, found.deadlocks);
            assert_eq!(counts, (markings.len(), firings, deadlocks), "seed {seed}");
        }
        let states = 0..fast.states as u32;
        let found: BTreeSet<Vec<u64>> = states
            .clone()
            .map(|state| wide(&space.plain(StateIndex(state))))
            .collect();
        assert_eq!(found, markings, "seed {seed}");
        for state in states {
            let mut targets = Vec::new();
            space
                .successors(StateIndex(state), &mut targets)
                .expect("nothing is new");
            let mut letter = Letter::EMPTY;
            let all: Vec<usize> = (0..packed.schema().propositions.len()).collect();
            space.observe(&all, &mut letter).expect("nothing fails");
            let marking = wide(&space.plain(StateIndex(state)));
            for (((text, value), &number), &simple) in watched.iter().zip(&numbers).zip(&simplified)
            {
                let expected = value(&plain, &marking);
                assert_eq!(
                    letter.contains(simple),
                    expected,
                    "seed {seed}, simplified {text}"
                );
                assert_eq!(
                    letter.contains(number),
                    expected,
                    "seed {seed}, {text} at {marking:?}"
                );
                values[usize::from(expected)] += 1;
            }
        }
        compared += 1;
        widened += u32::from(packed.stepper().encoding() > 0);
        match deadlocks {
            0 => alive += 1,
            _ => dead += 1,
        }
    }
    assert!(compared > 1000, "only {compared} of the nets are bounded");
    assert!(
        dead > 300 && alive > 50,
        "lopsided: {dead} with deadlocks, {alive} without"
    );
    assert!(
        simpler > 1000,
        "only {simpler} propositions were simplified"
    );
    assert!(widened > 300, "slots were widened in {widened} nets only");
    assert!(
        values.iter().all(|&count| count > 10_000),
        "lopsided: {values:?}"
    );
}

/// A transition that moves tokens from one place to another, one after another, and a source.
fn counter(tokens: u32) -> String {
    format!(
        "<pnml><net id=\"n\" type=\"ptnet\">
         <place id=\"from\"><initialMarking><text>{tokens}</text></initialMarking></place><place id=\"to\"/>
         <transition id=\"move\"/><arc source=\"from\" target=\"move\"/><arc source=\"move\" target=\"to\"/>
         </net></pnml>"
    )
}

#[test]
fn indices_stay_when_slots_are_widened() {
    let packed = Packed::new(Net::parse(&counter(70_000)).expect("a net"));
    let mut space = StateSpace::new(&packed, usize::MAX);
    space.initial(&mut Vec::new()).expect("room");
    for state in 0..70_000 {
        let mut targets = Vec::new();
        space
            .successors(StateIndex(state), &mut targets)
            .expect("room");
        assert_eq!(targets[0].state, StateIndex(state + 1));
    }
    assert!(
        packed.stepper().encoding() > 3,
        "the place `to` has outgrown its slot often"
    );
    for state in 0..=70_000 {
        assert_eq!(space.plain(StateIndex(state)), [70_000 - state, state]);
    }
    let described = space.describe(StateIndex(70_000));
    assert_eq!(
        described.len(),
        1,
        "empty places are left out: {described:?}"
    );
}

#[test]
fn two_state_spaces_of_one_net_follow_its_encoding() {
    let packed = Packed::new(Net::parse(&counter(9)).expect("a net"));
    let mut first = StateSpace::new(&packed, usize::MAX);
    let mut second = StateSpace::new(&packed, usize::MAX);
    first.initial(&mut Vec::new()).expect("room");
    let all = Budget::unlimited();
    assert_eq!(explore_in(&mut second, &all).states, 10);
    assert!(packed.stepper().encoding() > 0);
    assert_eq!(
        first.plain(StateIndex(0)),
        [9, 0],
        "the store is in the old encoding still"
    );
    assert_eq!(first.describe(StateIndex(0)).len(), 1);
    assert_eq!(explore_in(&mut first, &all).states, 10);
}

#[test]
fn a_state_whose_steps_are_remembered_is_in_the_present_encoding() {
    // The place that is widened comes first, so that the other one moves.
    let place = "<place id=\"to\"/>";
    let text = counter(9).replace(place, "");
    let text = text.replacen("<place", &format!("{place}<place"), 1);
    let packed = Packed::new(Net::parse(&text).expect("a net"));
    let mut first = StateSpace::new(&packed, usize::MAX);
    first.remember(usize::MAX);
    first.initial(&mut Vec::new()).expect("room");
    let mut targets = Vec::new();
    first.successors(StateIndex(0), &mut targets).expect("room");
    explore(&packed, &Budget::unlimited());
    assert!(
        packed.stepper().encoding() > 0,
        "the other space has widened a slot"
    );
    let mut first = StateSpace::resume(&packed, first.park()).expect("room");
    first.successors(StateIndex(0), &mut targets).expect("room");
    assert_eq!([targets[0].state, targets[1].state], [StateIndex(1); 2]);
    assert_eq!([targets[0].is_new, targets[1].is_new], [true, false]);
    assert_eq!(first.plain(StateIndex(0)), [0, 9]);
}

fn unbounded(weight: u32) -> Packed {
    let text = format!(
        "<pnml><net id=\"n\" type=\"ptnet\"><place id=\"p\"/><transition id=\"t\"/>
         <arc source=\"t\" target=\"p\"><inscription><text>{weight}</text></inscription></arc></net></pnml>"
    );
    Packed::new(Net::parse(&text).expect("a net"))
}

#[test]
fn unbounded_nets_end_at_a_limit_and_no_counter_wraps() {
    let found = explore(&unbounded(1), &Budget::unlimited().with_bytes(1 << 20));
    assert!(
        matches!(found.stopped, Some(Exhausted::Bytes(_))),
        "{found:?}"
    );
    assert!(found.states > 10_000);
    // Two firings reach 2^32.
    let found = explore(&unbounded(1 << 31), &Budget::unlimited());
    assert_eq!(found.stopped, Some(Exhausted::Number));
    assert_eq!(found.states, 2);
}

#[test]
fn the_reference_says_where_its_numbers_end() {
    let text = counter(0).replace("<text>0", "<text>1").replace(
        "</net>",
        "<arc source=\"move\" target=\"to\"><inscription><text>2147483647</text></inscription></arc></net>",
    );
    let net = Net::parse(&text).expect("a net");
    let mut found = Successors::default();
    let mut stepper = net.reference();
    stepper.successors(&[1, 1 << 31], &mut found);
    assert_eq!(found.outgrown, Some(Outgrown::Numbers), "2^31 + 2^31");
    assert!(found.steps.is_empty());
    found.clear();
    stepper.successors(&[1, (1 << 31) - 1], &mut found);
    assert_eq!(
        (found.outgrown, &found.states[..]),
        (None, &[0, u32::MAX][..])
    );
}

#[test]
fn a_net_without_places_has_one_state() {
    let text = "<pnml><net id=\"n\" type=\"ptnet\"><transition id=\"t\"/></net></pnml>";
    let net = Net::parse(text).expect("a net");
    for model in [&net as &dyn Model, &Packed::new(net.clone())] {
        let found = explore(model, &Budget::unlimited());
        assert_eq!(
            (found.states, found.transitions, found.deadlocks),
            (1, 1, 0)
        );
        assert_eq!(StateSpace::new(model, usize::MAX).store().width(), 1);
    }
}
