//! The Hanoi format: the published examples, faults and their places, and round trips.

use std::path::PathBuf;

use crate::common::rounds;
use fastrand::Rng;
use lariat_automata::hoa::{self, HoaAutomaton, HoaError, HoaErrorKind};
use lariat_automata::random::{self, Conditions, Shape};
use lariat_automata::word::accepts;
use lariat_automata::{Acceptance, Condition, Explicit, Letter, Marks};

fn read_all(text: &str) -> Vec<Result<HoaAutomaton, HoaError>> {
    hoa::read(text).collect()
}

#[track_caller]
fn read_one(text: &str) -> HoaAutomaton {
    let mut results = read_all(text);
    assert_eq!(results.len(), 1, "{results:?}");
    results
        .remove(0)
        .unwrap_or_else(|error| panic!("{error} in {text}"))
}

/// An automaton with one proposition and the given header items and body.
fn text(items: &str, body: &str) -> String {
    format!("HOA: v1 {items} --BODY-- {body} --END--")
}

/// Checks that the text has one fault, with the given words, at the given part of it.
#[track_caller]
fn check_fault(text: &str, place: &str, words: &str) {
    let results = read_all(text);
    let errors: Vec<_> = results.iter().filter_map(|r| r.as_ref().err()).collect();
    assert_eq!(errors.len(), 1, "{results:?}");
    assert_eq!(&text[errors[0].span.clone()], place, "{}", errors[0]);
    assert_eq!(errors[0].to_string(), words);
}

fn line(text: &str, offset: usize) -> usize {
    text[..offset].matches('\n').count() + 1
}

/// The examples that others published, if they are there.
fn data(folder: &str) -> Option<Vec<PathBuf>> {
    let root = std::env::var_os("LARIAT_DATA").map_or_else(
        || PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../../../shared/data")),
        PathBuf::from,
    );
    let Ok(entries) = std::fs::read_dir(root.join("hoa").join(folder)) else {
        println!("The published automata are not there: nothing is checked against them.");
        return None;
    };
    let mut paths: Vec<_> = entries
        .map(|entry| entry.expect("readable").path())
        .collect();
    paths.sort();
    Some(paths)
}

fn file_name(path: &std::path::Path) -> String {
    path.file_name()
        .expect("a file")
        .to_string_lossy()
        .into_owned()
}

fn read_file(path: &std::path::Path) -> String {
    std::fs::read_to_string(path).expect("readable text")
}

#[test]
fn the_examples_of_the_format_are_read_but_the_alternating_one() {
    for path in data("spec").unwrap_or_default() {
        let results = read_all(&read_file(&path));
        assert_eq!(results.len(), 1, "{path:?}");
        match &results[0] {
            Ok(automaton) => {
                let again = read_one(&hoa::write(automaton));
                assert_eq!(again.automaton, automaton.automaton, "{path:?}");
            }
            Err(error) => {
                assert_eq!(file_name(&path), "v1-aut11.hoa", "{error}");
                assert_eq!(error.kind, HoaErrorKind::Alternating);
            }
        }
    }
}

/// Cases with line directives, of other formats, or of later versions.
const NOT_OURS: [&str; 7] = ["002", "003", "004", "012", "013", "018", "019"];

#[test]
fn the_parser_cases_of_others_agree() {
    let mut checked = 0;
    for path in data("parse").unwrap_or_default() {
        let name = file_name(&path);
        if !name.ends_with(".aut") || NOT_OURS.contains(&&name[..3]) {
            continue;
        }
        let text = read_file(&path);
        let expected = read_file(&path.with_extension("expected"));
        let results = read_all(&text);
        if name.contains(".err.") {
            let first = results.iter().find_map(|result| result.as_ref().err());
            let first = first.unwrap_or_else(|| panic!("{name} has a fault"));
            let place = expected.trim_start_matches("input:");
            let expected_line: usize = place.split('.').next().unwrap().parse().unwrap();
            assert_eq!(
                line(&text, first.span.start),
                expected_line,
                "{name}: {first}"
            );
        } else if expected.starts_with("HOA:") {
            let expected = read_all(&expected);
            assert_eq!(results.len(), expected.len(), "{name}");
            for (found, expected) in results.iter().zip(&expected) {
                let [found, expected] = [found, expected].map(|r| r.as_ref().expect("valid"));
                assert_eq!(found.automaton, expected.automaton, "{name}");
            }
        } else {
            assert!(results.iter().all(Result::is_ok), "{name}");
            assert_eq!(results.len(), expected.lines().count(), "{name}");
        }
        checked += 1;
    }
    assert!(checked == 0 || checked == 13, "{checked}");
}

#[test]
fn the_survivor_of_aborted_automata_is_read() {
    let text = "HOA: v1 --ABORT-- HOA: v1 Acceptance: 1 Inf(0) --BODY-- State: 0 {--ABORT--
        HOA: v1 name: \"survivor\" Acceptance: 0 t --BODY-- --END--";
    let results = read_all(text);
    let kinds: Vec<_> = results
        .iter()
        .map(|r| r.as_ref().err().map(|e| &e.kind))
        .collect();
    assert_eq!(
        kinds,
        [
            Some(&HoaErrorKind::Aborted),
            Some(&HoaErrorKind::Aborted),
            None
        ]
    );
    let survivor = results[2].as_ref().unwrap();
    assert_eq!(survivor.automaton.name.as_deref(), Some("survivor"));
}

#[test]
fn faults_are_told_with_their_place() {
    let header = "States: 2 Start: 0 AP: 1 \"a\" Acceptance: 1 Inf(0)";
    let check =
        |body: &str, place: &str, words: &str| check_fault(&text(header, body), place, words);
    let rest = "State: 1 [t] 1";
    check(
        &format!("State: 0 [1] 0 {rest}"),
        "1",
        "there is no atomic proposition 1: only 0 is declared",
    );
    check(
        &format!("State: 0 [0] 2 {rest}"),
        "2",
        "there is no state 2: 0 to 1 are declared",
    );
    check(
        &format!("State: 0 [0] 0 {{1}} {rest}"),
        "1",
        "there is no acceptance set 1: only 0 is declared",
    );
    check(
        &format!("State: 0 [0] 0&1 {rest}"),
        "0&1",
        "alternating automata are not supported: this is a conjunction of states",
    );
    check(
        &format!("State: 0 [@b] 0 {rest}"),
        "@b",
        "unknown alias `@b`",
    );
    check(
        &format!("State: 0 [0 1] 0 {rest}"),
        "1",
        "expected `&`, `|` or `]`, found `1`",
    );
    check(
        &format!("State: 0 [(0 & !0] 0 {rest}"),
        "]",
        "expected `&`, `|` or `)`, found `]`",
    );
    check(
        &format!("State: 0 [0 &] 0 {rest}"),
        "]",
        "expected a proposition's number, an alias, `t`, `f`, `!` or `(`, found `]`",
    );
    check(
        &format!("State: 0 [0] 0 1 {rest}"),
        "1",
        "expected a label: the other edges of this state have labels",
    );
    check(
        &format!("State: [0] 0 [0] 1 {rest}"),
        "[0]",
        "an edge has a label although its state has one",
    );
    check(
        &format!("State: 0 0 1 1 {rest}"),
        "State: 0 0 1 1",
        "expected 2 edges without label, one for each letter, found 3",
    );
    check(
        &format!("State: 0 [0] 0 State: 0 {rest}"),
        "State: 0",
        "state 0 is defined a second time",
    );
    check(
        "State: 0 [0] 0",
        "States: 2",
        "state 1 is not defined by a `State:` item",
    );
    check(
        &format!("State: 0 {{0 {rest}"),
        "State:",
        "expected the number of an acceptance set or `}`, found `State:`",
    );
    check("State: 0 % 1", "%", "unexpected character `%`");
}

#[test]
fn faults_of_headers_are_told_with_their_place() {
    let check = |items: &str, place: &str, words: &str| check_fault(&text(items, ""), place, words);
    let valid = "Acceptance: 1 Inf(0)";
    check("", "HOA: v1", "the header has no `Acceptance:` item");
    check(
        &format!("{valid} {valid}"),
        "Acceptance:",
        "`Acceptance:` is given a second time",
    );
    check(
        "Acceptance: 1 Foo(0)",
        "Foo",
        "unknown acceptance `Foo`: expected `Fin` or `Inf`",
    );
    check(
        "Acceptance: 1 Inf(1)",
        "1",
        "there is no acceptance set 1: only 0 is declared",
    );
    check(
        "Acceptance: 100000 t",
        "100000",
        "100000 acceptance sets are more than the 65536 that are supported",
    );
    check("Acceptance: 1 Inf 0", "0", "expected `(`, found `0`");
    check(
        "Acceptance: 1 !Inf(0)",
        "!",
        "expected `Inf`, `Fin`, `t`, `f` or `(`, found `!`",
    );
    check(
        &format!("acc-name: co-Buchi {valid}"),
        "co-Buchi",
        "the acceptance condition is not `co-Buchi`",
    );
    check(
        &format!("acc-name: Streett {valid}"),
        "Streett",
        "the acceptance condition is not `Streett`",
    );
    check(
        &format!("Unknown: 1 {valid}"),
        "Unknown:",
        "unknown header item `Unknown:`, which changes the automaton's meaning as its name is capitalised",
    );
    check(
        &format!("AP: 2 \"a\" {valid}"),
        "2 \"a\"",
        "expected 2 atomic propositions as announced, found 1",
    );
    check(
        &format!("AP: 2 \"a\" \"a\" {valid}"),
        "\"a\"",
        "two atomic propositions are named \"a\"",
    );
    check(
        &format!("Alias: @x 0 & 1 AP: 1 \"a\" {valid}"),
        "1",
        "there is no atomic proposition 1: only 0 is declared",
    );
    check(
        &format!("States: 1 Start: 1 {valid}"),
        "1",
        "there is no state 1: only 0 is declared",
    );
    check(
        &format!("Start: 7 {valid}"),
        "7",
        "state 7 is not defined by a `State:` item",
    );
    check(
        &format!("States: 3000000000 {valid}"),
        "3000000000",
        "this number is too large: numbers are less than 2147483648",
    );
    check(
        &format!("name: 7 {valid}"),
        "7",
        "expected a name in quotes, found `7`",
    );
    check_fault(
        "HOA: v2",
        "v2",
        "unsupported version `v2` of the format: expected `v1`",
    );
    check_fault(
        "HOA: v10",
        "v10",
        "unsupported version `v10` of the format: expected `v1`",
    );
    check_fault("nonsense", "nonsense", "expected `HOA:`, found `nonsense`");
    check_fault(
        "HOA: v1 Acceptance: 0 t",
        "",
        "expected `--BODY--` or a header item, found the end of the text",
    );
    check_fault("HOA: v1 name: \"a", "\"", "this string is not closed");
    check_fault("HOA: v1 /* /* */", "/*", "this comment is not closed");
}

#[test]
fn claims_that_the_automaton_refutes_are_faults() {
    let check = |property: &str, body: &str, valid: bool| {
        let items =
            format!("States: 1 Start: 0 AP: 1 \"a\" Acceptance: 1 Inf(0) properties: {property}");
        let text = text(&items, body);
        let results = read_all(&text);
        assert_eq!(results[0].is_ok(), valid, "{property} {body}: {results:?}");
        if let Err(error) = &results[0] {
            assert_eq!(&text[error.span.clone()], property);
        }
    };
    let (edges, states) = ("State: 0 [0] 0 {0}", "State: [0] 0 {0} 0");
    let both = "State: 0 {0} [0] 0 {0}";
    let implicit = "State: 0 0 0";
    for (property, valid, invalid) in [
        ("trans-labels", edges, states),
        ("state-labels", states, edges),
        ("state-labels", states, implicit),
        ("explicit-labels", edges, implicit),
        ("implicit-labels", implicit, edges),
        ("implicit-labels", implicit, states),
        ("state-acc", states, edges),
        ("state-acc", states, both),
        ("trans-acc", edges, states),
        ("deterministic", edges, "State: 0 [0] 0 [t] 0"),
        ("complete", implicit, edges),
    ] {
        check(property, valid, true);
        check(property, invalid, false);
    }
    check("some-other", edges, true);
}

#[test]
fn what_the_format_allows_is_read() {
    let automaton = read_one(
        "HOA: v1.1 /* a /* nested */ comment */ tool: \"mine\" \"1\" name: \"a \\\"b\\\\\"
         custom: 1 t \"x\" y Start: 1 Start: 0 Start: 1 Alias: @p !0 AP: 2 \"p\" \"q \\\"\"
         Alias: @both @p & 1 | f Acceptance: 1 Fin(!0) & (Inf(0) | f)
         --BODY-- State: 1 \"one\" {0} [!@both] 0 State: [1] 0 0 1 --END--",
    );
    let explicit = &automaton.automaton;
    assert_eq!(explicit.name.as_deref(), Some("a \"b\\"));
    assert_eq!(automaton.tool.as_deref(), Some("mine 1"));
    assert_eq!(explicit.labels.propositions, ["p", "q \""]);
    assert_eq!(explicit.initial, [1, 0]);
    assert_eq!(automaton.states[1].name.as_deref(), Some("one"));
    let condition = Condition::And(vec![Condition::Fin(1), Condition::Inf(0)]);
    assert_eq!(
        explicit.acceptance,
        Acceptance {
            marks: 2,
            condition
        }
    );
    assert_eq!(explicit.transitions[1][0].marks, Marks::single(0));
    assert_eq!(
        explicit.transitions[0][1].marks,
        Marks::single(1),
        "in the complement of set 0"
    );
    let label = explicit.transitions[1][0].label;
    for (letter, expected) in [(0b00, true), (0b01, true), (0b10, false), (0b11, true)] {
        let letter: Letter = (0..2).filter(|i| letter >> i & 1 == 1).collect();
        assert_eq!(
            explicit.labels.satisfies(&letter, label),
            expected,
            "{letter:?}"
        );
    }
}

#[test]
fn implicit_labels_count_letters_with_the_first_proposition_as_lowest_bit() {
    let automaton = read_one(&text(
        "Start: 0 AP: 2 \"a\" \"b\" Acceptance: 0 t",
        "State: 0 0 1 2 3 State: 1 State: 2 State: 3",
    ));
    for (letter, edge) in automaton.automaton.transitions[0].iter().enumerate() {
        let letter: Letter = (0..2).filter(|i| letter >> i & 1 == 1).collect();
        assert!(automaton.automaton.labels.satisfies(&letter, edge.label));
    }
}

#[test]
fn a_kripke_structure_keeps_the_labels_and_marks_of_its_dead_states() {
    let text = text(
        "States: 2 Start: 0 AP: 1 \"a\" Acceptance: 1 Inf(0) properties: state-labels",
        "State: [0] 0 1 State: [!0] 1 \"dead\" {0}",
    );
    let automaton = read_one(&text);
    let again = read_one(&hoa::write(&automaton));
    for kripke in [automaton, again] {
        assert!(kripke.has_state_labels());
        assert!(kripke.automaton.transitions[1].is_empty());
        let dead = &kripke.states[1];
        let label = dead.label.expect("a label");
        assert!(kripke.automaton.labels.satisfies(&Letter::EMPTY, label));
        assert!(!kripke.automaton.labels.satisfies(&Letter::single(0), label));
        assert_eq!(dead.marks, Marks::single(0));
        assert_eq!(dead.name.as_deref(), Some("dead"));
    }
}

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
    for seed in 0..rounds(4_000) {
        let mut rng = Rng::with_seed(seed);
        let shape = Shape {
            propositions: rng.usize(0..4),
            marks: [0, 3, 5, 200][rng.usize(0..4)],
            mark_density: [0.02, 0.4][rng.usize(0..2)],
            conditions: kinds[rng.usize(0..4)],
            ..Shape::default()
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
    for seed in 0..rounds(500) {
        let mut rng = Rng::with_seed(seed);
        let shape = Shape {
            conditions: Conditions::EmersonLei,
            marks: 2,
            ..Shape::default()
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

#[test]
fn a_stream_of_a_thousand_automata_is_read_with_faults_in_between() {
    let mut rng = Rng::with_seed(42);
    let (mut text, mut expected) = (String::new(), Vec::new());
    for number in 0..1_500 {
        let automaton = random::automaton(&Shape::default(), &mut rng);
        let written = hoa::write(&HoaAutomaton::from(automaton.clone()));
        match number % 5 {
            1 => text.push_str(&written.replace("--BODY--", "--BODY-- State: 0 [")),
            2 => text.push_str(written.trim_end().trim_end_matches("--END--")),
            3 => text.push_str(&written.replace("HOA: v1", "HOA: v1 name: \"open")),
            _ => text.push_str(&written),
        }
        expected.push(if matches!(number % 5, 0 | 4) {
            Some(automaton)
        } else {
            None
        });
    }
    let results = read_all(&text);
    assert_eq!(results.len(), expected.len());
    for (number, (result, expected)) in results.iter().zip(&expected).enumerate() {
        let found: Option<&Explicit> = result.as_ref().ok().map(|hoa| &hoa.automaton);
        assert_eq!(found, expected.as_ref(), "automaton {number}");
    }
}

#[test]
fn nesting_needs_no_call_stack() {
    let n = 100_000;
    let parentheses = format!("{}0{}", "(".repeat(n), ")".repeat(n));
    let alternating = format!("{}0{}", "(0 & (!0 | ".repeat(n / 2), "))".repeat(n / 2));
    let negations = format!("{}0", "!".repeat(n));
    let open = "(".repeat(n);
    let labels = [
        (&parentheses, true),
        (&alternating, true),
        (&negations, true),
        (&open, false),
    ];
    for (label, valid) in labels {
        let items = "States: 1 Start: 0 AP: 1 \"a\" Acceptance: 0 t";
        let results = read_all(&text(items, &format!("State: 0 [{label}] 0")));
        assert_eq!(results[0].is_ok(), valid);
    }
    let nested = |inner: &str, outer: (&str, &str)| {
        let condition = format!("{}{inner}{}", outer.0.repeat(n), outer.1.repeat(n));
        read_all(&text(&format!("Acceptance: 2 {condition}"), "")).remove(0)
    };
    assert!(nested("Inf(0)", ("(", ")")).is_ok());
    assert!(nested("Inf(0)", ("(Inf(1) & ", ")")).is_ok());
    assert!(nested("Inf(0)", ("(", " & Inf(1))")).is_ok());
    assert!(nested("Inf(0)", ("(", " | Inf(1))")).is_ok());
    let deep = nested("Inf(0)", ("(Inf(0) | (Inf(1) & ", "))")).expect_err("too deep");
    assert_eq!(deep.kind, HoaErrorKind::AcceptanceTooDeep { limit: 4096 });
    let comment = format!("{}{}", "/*".repeat(n), "*/".repeat(n));
    assert!(
        read_all(&format!(
            "HOA: v1 {comment} Acceptance: 0 t --BODY-- --END--"
        ))[0]
            .is_ok()
    );
}

#[test]
fn parity_conditions_may_have_thousands_of_colours() {
    let colours = 4000;
    let mut condition = String::from("t");
    for set in (0..colours).rev() {
        condition = match set % 2 {
            0 => format!("Inf({set})|({condition})"),
            _ => format!("Fin({set})&({condition})"),
        };
    }
    let items = format!(
        "States: 1 Start: 0 acc-name: parity min even {colours} Acceptance: {colours} {condition}"
    );
    let body = format!("State: 0 [t] 0 {{{}}}", colours - 1);
    let read = read_one(&text(&items, &body));
    assert!(
        !read
            .automaton
            .acceptance
            .accepts(&Marks::single(colours - 1))
    );
    assert!(
        read.automaton
            .acceptance
            .accepts(&Marks::single(colours - 2))
    );
    let written = hoa::write(&read);
    assert!(written.contains(&format!("acc-name: parity min even {colours}\n")));
    assert_eq!(read_one(&written).automaton, read.automaton);
}

#[test]
fn an_unknown_acceptance_name_is_a_fault_and_a_remark_is_none() {
    let fault = |name: &str| {
        let whole = text(&format!("acc-name: {name} Acceptance: 1 Inf(0)"), "");
        let error = read_all(&whole).remove(0).err()?;
        assert_eq!(&whole[error.span.clone()], name);
        Some(error.to_string())
    };
    let suggestion = "unknown acceptance name `buchi`; did you mean `Buchi`?";
    assert_eq!(fault("buchi").as_deref(), Some(suggestion));
    let list = "expected one of all, none, Buchi, co-Buchi,";
    assert!(fault("Foo 3").is_some_and(|words| words.contains(list)));
    assert_eq!(fault("who cares"), None);
    assert_eq!(fault("Buchi"), None);
}

#[test]
fn what_stands_between_automata_is_no_automaton() {
    let one = "HOA: v1 Acceptance: 0 t --BODY-- --END--";
    let whole = format!("{one} junk {one} %% {one}");
    let mut stream = hoa::read(&whole);
    let mut seen = Vec::new();
    while let Some(read) = stream.next() {
        seen.push((
            stream.begun(),
            read.is_ok(),
            whole[stream.last_span()].trim(),
        ));
    }
    let automaton = |number| (number, true, one);
    let expected = [
        automaton(1),
        (1, false, "junk"),
        automaton(2),
        (2, false, "%%"),
        automaton(3),
    ];
    assert_eq!(seen, expected);
}

#[test]
fn complements_are_marks_behind_the_declared_ones() {
    let items = "States: 1 Start: 0 Acceptance: 2 Inf(!0) & Inf(1)";
    let read = read_one(&text(items, "State: 0 [t] 0 {1}"));
    assert_eq!((read.sets, read.automaton.acceptance.marks), (2, 3));
}

#[test]
fn huge_numbers_cost_nothing() {
    let results = read_all("HOA: v1 States: 2147483647 Acceptance: 0 t --BODY-- --END--");
    assert_eq!(
        results[0].as_ref().unwrap_err().kind,
        HoaErrorKind::UndefinedState(0)
    );
    let results = read_all("HOA: v1 Acceptance: 0 t --BODY-- State: 2147483647 --END--");
    assert_eq!(
        results[0].as_ref().unwrap_err().kind,
        HoaErrorKind::UndefinedState(0)
    );
}

/// A boolean expression: its text with more or fewer parentheses, and its value on two letters' bits.
fn random_expression(size: usize, rng: &mut Rng) -> (String, [bool; 4], u8) {
    let binding_of_operand = 2;
    let (text, value, binding) = if size == 0 {
        match rng.u8(0..4) {
            0 => (
                "0".to_owned(),
                [false, true, false, true],
                binding_of_operand,
            ),
            1 => (
                "1".to_owned(),
                [false, false, true, true],
                binding_of_operand,
            ),
            2 => ("t".to_owned(), [true; 4], binding_of_operand),
            _ => {
                let (text, value, _) = random_expression(1, rng);
                (
                    format!("!({text})"),
                    value.map(|bit| !bit),
                    binding_of_operand,
                )
            }
        }
    } else {
        let left = rng.usize(0..size);
        let operands = [left, size - 1 - left].map(|size| random_expression(size, rng));
        let (sign, binding) = [("|", 0), ("&", 1)][rng.usize(0..2)];
        let [x, y] = operands.each_ref().map(|(text, _, inner)| {
            if *inner < binding {
                format!("({text})")
            } else {
                text.clone()
            }
        });
        let value = std::array::from_fn(|i| match binding {
            0 => operands[0].1[i] || operands[1].1[i],
            _ => operands[0].1[i] && operands[1].1[i],
        });
        (format!("{x}{sign}{y}"), value, binding)
    };
    if rng.u8(0..3) == 0 {
        return (format!("({text})"), value, binding_of_operand);
    }
    (text, value, binding)
}

#[test]
fn labels_mean_what_they_say() {
    for seed in 0..rounds(5_000) {
        let mut rng = Rng::with_seed(seed);
        let size = rng.usize(0..8);
        let (label, value, _) = random_expression(size, &mut rng);
        let items = "Start: 0 AP: 2 \"a\" \"b\" Acceptance: 0 t";
        let read = read_one(&text(items, &format!("State: [{label}] 0")));
        let label_read = read.states[0].label.expect("a label");
        for (number, expected) in value.into_iter().enumerate() {
            let letter: Letter = (0..2).filter(|i| number >> i & 1 == 1).collect();
            let found = read.automaton.labels.satisfies(&letter, label_read);
            assert_eq!(found, expected, "seed {seed}: {label} on {letter:?}");
        }
    }
}

#[test]
fn labels_beyond_any_memory_are_refused() {
    let n = 64;
    let names: String = (0..2 * n).map(|i| format!("\"p{i}\" ")).collect();
    let cubes: Vec<String> = (0..n).map(|i| format!("{i}&{}", i + n)).collect();
    let items = format!("Start: 0 AP: {} {names} Acceptance: 0 t", 2 * n);
    let results = read_all(&text(&items, &format!("State: 0 [{}] 0", cubes.join("|"))));
    let error = results[0].as_ref().expect_err("too large");
    assert!(
        matches!(error.kind, HoaErrorKind::LabelTooLarge { .. }),
        "{error}"
    );
}

#[test]
fn tens_of_thousands_of_propositions_are_no_trouble() {
    let n = 20_000;
    let names: String = (0..n).map(|i| format!("\"p{i}\" ")).collect();
    let all: Vec<String> = (0..n).map(|i| i.to_string()).collect();
    let items = format!("Start: 0 AP: {n} {names} Acceptance: 0 t");
    let body = format!("State: 0 [{}] 0 [!0 | !{}] 0", all.join("&"), n - 1);
    let read = read_one(&text(&items, &body));
    let again = read_one(&hoa::write(&read));
    assert_eq!(again.automaton, read.automaton);
}
