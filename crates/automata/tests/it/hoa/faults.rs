//! Faults are told, with their place.

use lariat_automata::Acceptance;

use super::{check_fault, read_all, text};

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
fn the_condition_decides_and_a_name_that_does_not_fit_is_odd() {
    for name in ["co-Buchi", "Streett", "generalized-Buchi 2", "all"] {
        let whole = text(&format!("acc-name: {name} Acceptance: 1 Inf(0)"), "");
        let read = read_all(&whole).remove(0).expect("its meaning is clear");
        assert_eq!(read.automaton.acceptance, Acceptance::buchi(), "{name}");
        let warnings: Vec<&str> = read
            .warnings
            .iter()
            .map(|w| &whole[w.span.clone()])
            .collect();
        assert_eq!(warnings, [name]);
        let words = read.warnings[0].to_string();
        let expected = format!("the acceptance condition is not `{name}`; `Acceptance:` decides");
        assert_eq!(words, expected);
    }
    let whole = text("acc-name: generalized-Buchi 1 Acceptance: 1 Inf(0)", "");
    assert!(
        read_all(&whole)
            .remove(0)
            .expect("it is right")
            .warnings
            .is_empty()
    );
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
