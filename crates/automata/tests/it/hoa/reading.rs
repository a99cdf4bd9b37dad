//! What a text means.

use fastrand::Rng;
use lariat_automata::hoa::{self, HoaAutomaton};
use lariat_automata::random::{self, AutomatonShape};
use lariat_automata::{Acceptance, Condition, Explicit, Letter, Marks};

use super::{read_all, read_one, text};
use lariat_testkit::rounds;

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
fn a_stream_of_a_thousand_automata_is_read_with_faults_in_between() {
    let mut rng = Rng::with_seed(42);
    let (mut text, mut expected) = (String::new(), Vec::new());
    for number in 0..1_500 {
        let automaton = random::automaton(&AutomatonShape::default(), &mut rng);
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
    for seed in 0..rounds(5_000, 100_000) {
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
