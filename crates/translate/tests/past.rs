//! Formulas that look into the past, against the definition.

use lariat_automata::scc::{Components, components};
use lariat_automata::strength::{AutomatonStrength, strength};
use lariat_automata::{Automaton, Explicit, word};
use lariat_ltl::{Formula, Formulas};
use lariat_testkit::rounds;
use lariat_testkit::words::{Verdicts, random_formula, read};
use lariat_translate::alternating::{self, AlternatingError, LIMIT};
use lariat_translate::past;

fn translate(formulas: &mut Formulas, formula: Formula) -> Result<Explicit, AlternatingError> {
    past::translate(formulas, formula, LIMIT, |formulas, future| {
        assert!(!past::looks_back(formulas, future));
        alternating::translate(formulas, future, LIMIT)
    })
}

#[test]
fn accepts_what_the_definition_says() {
    let (mut verdicts, mut with_past, mut refused) = (Verdicts::default(), 0, 0);
    let rounds = rounds(4000, 80_000);
    for seed in 0..rounds {
        let (mut formulas, formula, mut rng) = random_formula(seed, 10, true);
        if !past::looks_back(&formulas, formula) {
            continue;
        }
        with_past += 1;
        match translate(&mut formulas, formula) {
            Ok(automaton) => {
                let context = format!("seed {seed}");
                verdicts.compare(&automaton, &formulas, formula, &mut rng, &context);
                assert!(all_reachable(&automaton), "{context}");
            }
            Err(_) => refused += 1,
        }
    }
    verdicts.assert_balanced();
    assert!(
        with_past > rounds / 2 && refused < rounds / 100,
        "{with_past} {refused}"
    );
}

fn all_reachable(automaton: &Explicit) -> bool {
    let roots = automaton.initial.iter().copied();
    let found = components(automaton.state_count(), roots, |from, out| {
        Automaton::successors(&mut &*automaton, &from, out);
    });
    !found.of.contains(&Components::UNREACHED)
}

#[test]
fn too_many_bits_are_refused() {
    let bits: Vec<_> = (0..40).map(|i| format!("Y b{i}")).collect();
    let mut formulas = Formulas::new();
    let formula = read(&mut formulas, &format!("G (a -> {})", bits.join(" & ")));
    let error = translate(&mut formulas, formula).expect_err("2^40 states");
    assert!(matches!(error, AlternatingError::TooLarge(_)), "{error}");
}

#[track_caller]
fn check(text: &str, states: usize, at_most: AutomatonStrength) {
    let mut formulas = Formulas::new();
    let formula = read(&mut formulas, text);
    let mut automaton = translate(&mut formulas, formula).expect("a small automaton");
    assert_eq!(automaton.state_count(), states, "{text}: {automaton:?}");
    assert!(strength(&mut automaton) <= at_most, "{text}: {automaton:?}");
    for name in &automaton.labels.propositions {
        assert!(!name.starts_with("past"), "{text}: {name}");
    }
}

#[test]
fn bits_cost_states_only_while_they_matter() {
    check("G (q -> O p)", 2, AutomatonStrength::Weak);
    check("G (q -> Y p)", 2, AutomatonStrength::Weak);
    check("F (q & Y p)", 3, AutomatonStrength::Terminal);
    check("F (q & p S r)", 3, AutomatonStrength::Terminal);
    check("G (H p -> X q)", 4, AutomatonStrength::Weak);
}

#[test]
fn no_bit_is_needed_at_the_start_or_for_what_was_just_left() {
    check("O p & H q & !Y r", 2, AutomatonStrength::Terminal);
    check("p S q", 2, AutomatonStrength::Terminal);
    check("G X Y p", 1, AutomatonStrength::Weak);
    check("G X X Y Y p", 1, AutomatonStrength::Weak);
}

#[test]
fn a_proposition_may_be_named_like_a_fresh_one() {
    let mut formulas = Formulas::new();
    let formula = read(&mut formulas, "G (\"past 0\" -> O \"past 1\")");
    let automaton = translate(&mut formulas, formula).expect("a small automaton");
    assert_eq!(automaton.labels.propositions.len(), 2);
    let asks = automaton
        .labels
        .propositions
        .iter()
        .position(|p| p == "past 0");
    let letter = asks.into_iter().collect();
    assert!(!word::accepts(&automaton, &[], &[letter]));
}
