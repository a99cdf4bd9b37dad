//! Exact classes, obligations and stutter-invariance of random deterministic Büchi automata, against
//! what their graphs show.

mod deterministic;

use deterministic::{Deterministic, reachable};
use lariat_automata::word::has_accepting_cycle;
use lariat_automata::{Condition, Letter, StateId, random, word};
use lariat_budget::Budget;
use lariat_ltl::class::Class;
use lariat_testkit::rounds;
use lariat_translate::hierarchy::exact_class;
use lariat_translate::reduce::{Knowledge, QuestionLimits, ReduceOptions, minimize_obligation};
use lariat_translate::stutter::distinction;

fn example(seed: u64) -> Deterministic {
    Deterministic::random(6, &mut fastrand::Rng::with_seed(seed))
}

/// Whether a cycle through states that satisfy `keep` fulfils the condition.
fn cycle_within(d: &Deterministic, keep: impl Fn(StateId) -> bool, condition: &Condition) -> bool {
    let mut graph = reachable(&d.automaton);
    for (from, edges) in (0..).zip(&mut graph) {
        edges.retain(|edge| keep(from) && keep(edge.to));
    }
    has_accepting_cycle(&graph, condition)
}

/// Whether some component has cycles with the mark and cycles without.
fn is_mixed(d: &Deterministic) -> bool {
    let components = d.automaton.components();
    let count = d.automaton.state_count() as StateId;
    (0..count).any(|state| {
        let keep = |other: StateId| components.together(state, other);
        cycle_within(d, keep, &Condition::Inf(0)) && cycle_within(d, keep, &Condition::Fin(0))
    })
}

/// The class of a deterministic Büchi automaton, by the loops of its graph [landweber.69.mst].
fn class_by_definition(d: &Deterministic) -> Class {
    // Words stay among states that can still accept; safety iff they cannot reject there.
    let safety = !cycle_within(d, |s| d.verdicts_from(s).0, &Condition::Fin(0));
    let guarantee = !cycle_within(d, |s| d.verdicts_from(s).1, &Condition::Inf(0));
    match (safety, guarantee) {
        (true, true) => Class::Bottom,
        (true, false) => Class::Safety,
        (false, true) => Class::Guarantee,
        (false, false) if is_mixed(d) => Class::Recurrence,
        (false, false) => Class::Obligation,
    }
}

#[test]
fn classes_agree_with_the_loops_of_deterministic_automata() {
    let mut seen = rustc_hash::FxHashMap::<Class, usize>::default();
    for seed in 0..rounds(3_000, 60_000) {
        let d = example(seed);
        let expected = class_by_definition(&d);
        let limits = QuestionLimits::default();
        let found = exact_class(&d.automaton, &d.complement, &limits);
        assert_eq!(found, Ok(expected), "seed {seed}:\n{:?}", d.automaton);
        let dual = match expected {
            Class::Safety => Class::Guarantee,
            Class::Guarantee => Class::Safety,
            Class::Recurrence => Class::Persistence,
            other => other,
        };
        let found = exact_class(&d.complement, &d.automaton, &limits);
        assert_eq!(
            found,
            Ok(dual),
            "complement of seed {seed}:\n{:?}",
            d.automaton
        );
        *seen.entry(expected).or_default() += 1;
    }
    assert!(
        seen.len() == 5 && seen.values().all(|&n| n > 50),
        "lopsided: {seen:?}"
    );
}

#[test]
fn obligations_are_minimized_and_nothing_else_is() {
    let (mut yes, mut no) = (0, 0);
    for seed in 0..rounds(3_000, 60_000) {
        let d = example(seed);
        let options = ReduceOptions::default();
        let found = minimize_obligation(
            &d.automaton,
            unknown(&mut || Some(d.complement.clone())),
            &options,
            &Budget::unlimited(),
        );
        let found = found.expect("no limit");
        assert_eq!(
            found.is_none(),
            is_mixed(&d),
            "seed {seed}:\n{:?}",
            d.automaton
        );
        let Some(minimal) = found else {
            no += 1;
            continue;
        };
        yes += 1;
        assert!(
            minimal.state_count() <= d.automaton.state_count(),
            "seed {seed}"
        );
        assert_same_words(&d.automaton, &minimal, true, seed);
        // The complement is nondeterministic, and an obligation too.
        let minimal = minimize_obligation(
            &d.complement,
            unknown(&mut || Some(d.automaton.clone())),
            &options,
            &Budget::unlimited(),
        );
        let minimal = minimal.expect("no limit").expect("small");
        assert_same_words(&d.automaton, &minimal, false, seed);
    }
    assert!(yes > 500 && no > 500, "lopsided: {yes} {no}");
}

fn unknown(complement: &mut dyn FnMut() -> Option<lariat_automata::Explicit>) -> Knowledge<'_> {
    Knowledge {
        obligation: false,
        complement,
    }
}

fn assert_same_words(
    one: &lariat_automata::Explicit,
    other: &lariat_automata::Explicit,
    same: bool,
    seed: u64,
) {
    let mut rng = fastrand::Rng::with_seed(seed);
    for _ in 0..20 {
        let (prefix, cycle) = random::lasso(2, &mut rng);
        let expected = word::accepts(one, &prefix, &cycle) == same;
        let found = word::accepts(other, &prefix, &cycle);
        assert_eq!(
            found, expected,
            "seed {seed}: {prefix:?} ({cycle:?})^ω\n{one:?}\n{other:?}"
        );
    }
}

/// The word with every repetition of a letter left out; a cycle of one letter stays.
fn without_repetitions(prefix: &[Letter], cycle: &[Letter]) -> (Vec<Letter>, Vec<Letter>) {
    // Unrolled twice, so that the cycle's beginning is compared with its end.
    let mut word: Vec<Letter> = [prefix, cycle, cycle].concat();
    let second = word.len() - cycle.len();
    let mut tail = word.split_off(second);
    let mut rotated = tail.split_off(0);
    rotated.dedup();
    if rotated.len() > 1 && rotated.first() == rotated.last() {
        rotated.pop();
    }
    word.dedup();
    while word.last() == rotated.last() {
        word.pop();
        if rotated.len() > 1 {
            rotated.rotate_right(1);
        }
    }
    (word, rotated)
}

#[test]
fn distinctions_are_real_and_absent_where_none_is_found() {
    let (mut invariant, mut sensitive) = (0, 0);
    for seed in 0..rounds(3_000, 60_000) {
        let mut rng = fastrand::Rng::with_seed(seed);
        let d = Deterministic::random(4, &mut rng);
        let limits = QuestionLimits::default();
        match distinction(&d.automaton, &d.complement, &limits).expect("small") {
            Some(found) => {
                sensitive += 1;
                let (yes, no) = (&found.accepted, &found.rejected);
                assert!(
                    word::accepts(&d.automaton, &yes.prefix, &yes.cycle),
                    "seed {seed}"
                );
                assert!(
                    !word::accepts(&d.automaton, &no.prefix, &no.cycle),
                    "seed {seed}"
                );
                assert_eq!(
                    without_repetitions(&yes.prefix, &yes.cycle),
                    without_repetitions(&no.prefix, &no.cycle),
                    "seed {seed}: {found:?}"
                );
            }
            None => {
                invariant += 1;
                for _ in 0..20 {
                    let (prefix, cycle) = random::lasso(2, &mut rng);
                    let (short, short_cycle) = without_repetitions(&prefix, &cycle);
                    assert_eq!(
                        word::accepts(&d.automaton, &prefix, &cycle),
                        word::accepts(&d.automaton, &short, &short_cycle),
                        "seed {seed}: {prefix:?} ({cycle:?})^ω\n{:?}",
                        d.automaton
                    );
                }
            }
        }
    }
    assert!(
        invariant > 300 && sensitive > 300,
        "lopsided: {invariant} {sensitive}"
    );
}
