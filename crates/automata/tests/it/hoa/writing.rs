//! What is written, and reads back.

use fastrand::Rng;
use lariat_automata::Marks;
use lariat_automata::hoa::{self, HoaAutomaton};
use lariat_automata::random::{self, AutomatonShape, Conditions};
use lariat_automata::word::accepts;

use super::{read_one, text};
use lariat_testkit::rounds;

#[test]
fn acceptance_names_are_recognised_and_written() {
    for (condition, name) in [
        ("0 t", "all"),
        ("0 f", "none"),
        ("1 Inf(0)", "Buchi"),
        ("1 Fin(0)", "co-Buchi"),
        ("3 Inf(0)&Inf(1)&Inf(2)", "generalized-Buchi 3"),
        ("2 Fin(0) | Fin(1)", "generalized-co-Buchi 2"),
        ("4 (Fin(0) | Inf(1))&(Fin(2) | Inf(3))", "Streett 2"),
        ("4 (Fin(0)&Inf(1)) | (Fin(2)&Inf(3))", "Rabin 2"),
        (
            "5 (Fin(0)&Inf(1)&Inf(2)) | (Fin(3)&Inf(4))",
            "generalized-Rabin 2 2 1",
        ),
        ("3 Inf(0) | (Fin(1)&Inf(2))", "parity min even 3"),
        ("3 Fin(0)&(Inf(1) | Fin(2))", "parity min odd 3"),
        ("4 Inf(3) | (Fin(2)&(Inf(1) | Fin(0)))", "parity max odd 4"),
        ("4 Fin(3)&(Inf(2) | (Fin(1)&Inf(0)))", "parity max even 4"),
    ] {
        let automaton = read_one(&text(
            &format!("Acceptance: {condition} acc-name: {name}"),
            "",
        ));
        let written = hoa::write(&automaton);
        assert!(
            written.contains(&format!("acc-name: {name}\n")),
            "{written}"
        );
        assert!(
            written.contains(&format!("Acceptance: {condition}\n")),
            "{written}"
        );
    }
    // Other ways to write it are the same condition.
    let parity = "acc-name: parity min even 3 Acceptance: 3 Inf(0) | Fin(0)&Fin(1)&Inf(2)";
    read_one(&text(parity, ""));
    assert!(!hoa::write(&read_one(&text("Acceptance: 2 Inf(1)", ""))).contains("acc-name"));
}

#[test]
fn writing_says_what_the_automaton_is() {
    let check = |body: &str, expected: &str| {
        let items =
            "States: 2 Start: 0 AP: 1 \"a\" Acceptance: 1 Inf(0) properties: stutter-invariant";
        let written = hoa::write(&read_one(&text(items, body)));
        let line = format!("properties: {expected}\n");
        assert!(written.contains(&line), "{written}");
    };
    check(
        "State: 0 [0] 1 [!0] 0 State: 1 {0} [t] 1",
        "trans-labels explicit-labels state-acc complete deterministic very-weak weak terminal stutter-invariant",
    );
    check(
        "State: 0 [0] 0 {0} [t] 1 State: 1 [0] 1",
        "trans-labels explicit-labels trans-acc very-weak weak stutter-invariant",
    );
    check(
        "State: 0 [0] 0 {0} [!0] 1 State: 1 [t] 0",
        "trans-labels explicit-labels trans-acc complete deterministic stutter-invariant",
    );
    check(
        "State: 0 [0] 1 {0} State: 1 [t] 0",
        "trans-labels explicit-labels state-acc deterministic inherently-weak stutter-invariant",
    );
}

#[test]
fn what_is_written_is_read_back() {
    let kinds = [
        Conditions::GeneralizedBuchi,
        Conditions::Streett,
        Conditions::Fairness,
        Conditions::EmersonLei,
    ];
    for seed in 0..rounds(4_000, 80_000) {
        let mut rng = Rng::with_seed(seed);
        let shape = AutomatonShape {
            propositions: rng.usize(0..4),
            marks: [0, 3, 5, 200][rng.usize(0..4)],
            mark_density: [0.02, 0.4][rng.usize(0..2)],
            conditions: kinds[rng.usize(0..4)],
            ..AutomatonShape::default()
        };
        let mut automaton = random::automaton(&shape, &mut rng);
        automaton.name = rng.bool().then(|| "a \"quoted\\ name".to_owned());
        let mut source = HoaAutomaton::from(automaton);
        source.states[0].name = rng.bool().then(|| "state \\ \"zero\"".to_owned());
        source.tool = Some("tool".to_owned());
        let written = hoa::write(&source);
        let read = read_one(&written);
        assert_eq!(read.automaton, source.automaton, "seed {seed}: {written}");
        assert_eq!(read.states[0].name, source.states[0].name, "seed {seed}");
        assert_eq!(read.tool, source.tool, "seed {seed}");
        assert_eq!(
            hoa::write(&read),
            written,
            "seed {seed}: the form is canonical"
        );
    }
}

#[test]
fn complemented_sets_keep_the_language() {
    for seed in 0..rounds(500, 10_000) {
        let mut rng = Rng::with_seed(seed);
        let shape = AutomatonShape {
            conditions: Conditions::EmersonLei,
            marks: 2,
            ..AutomatonShape::default()
        };
        let automaton = random::automaton(&shape, &mut rng);
        let written = hoa::write(&HoaAutomaton::from(automaton.clone()));
        // Every set written as its complement, in the condition and on the edges.
        let n = automaton.acceptance.marks;
        let mut flipped = automaton.clone();
        for edge in flipped.transitions.iter_mut().flatten() {
            edge.marks = Marks::first(n).difference(&edge.marks);
        }
        let flipped = hoa::write(&HoaAutomaton::from(flipped));
        let condition = |text: &str| {
            let start = text.find("Acceptance:").unwrap();
            text[start..].lines().next().unwrap().to_owned()
        };
        let negated = condition(&written)
            .replace("Inf(", "Inf(!")
            .replace("Fin(", "Fin(!");
        let without_name: String = flipped
            .lines()
            .filter(|line| !line.starts_with("acc-name"))
            .map(|line| format!("{line}\n"))
            .collect();
        let read = read_one(&without_name.replace(&condition(&flipped), &negated)).automaton;
        for _ in 0..4 {
            let (prefix, cycle) = random::lasso(2, &mut rng);
            let expected = accepts(&automaton, &prefix, &cycle);
            assert_eq!(
                accepts(&read, &prefix, &cycle),
                expected,
                "seed {seed}: {flipped}"
            );
        }
    }
}
