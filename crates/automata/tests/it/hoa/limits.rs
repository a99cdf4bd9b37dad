//! Large and deep inputs.

use lariat_automata::Marks;
use lariat_automata::hoa::{self, HoaErrorKind};

use super::{read_all, read_one, text};

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
