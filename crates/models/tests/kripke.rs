//! Kripke structures in the Hanoi format: what they are read as, and why other texts are refused.

use fastrand::Rng;
use lariat_automata::{Acceptance, Letter, Marks};
use lariat_model::{Model, Successors, Value};
use lariat_models::kripke::Kripke;
use lariat_testkit::any_text::model;

/// A header over the propositions p and q, with this acceptance, and a body.
fn text(acceptance: &str, body: &str) -> String {
    format!("HOA: v1 Start: 0 AP: 2 \"p\" \"q\" {acceptance}\n--BODY-- {body}\n--END--")
}

/// Reads a text with one fault: what is said of it, and the words that it is said of.
#[track_caller]
fn check(text: &str, said: &str, of: &str) {
    let error = Kripke::parse(text).expect_err(text);
    assert!(error.to_string().contains(said), "{text}: {error}");
    assert_eq!(&text[error.span.clone()], of, "{text}: {error}");
}

#[track_caller]
fn read(text: &str) -> Kripke {
    Kripke::parse(text).unwrap_or_else(|error| panic!("{error} at {:?}: {text}", error.span))
}

#[test]
fn states_steps_labels_and_marks_are_what_the_text_says() {
    let body = "State: [0&!1] 0 {1} 1 1 State: [!1&!0] 1 \"end\" {0 1} State: [1&0] 2 2 0";
    let mut model = read(&format!(
        "HOA: v1 Start: 0 Start: 2 {}",
        text("acc-name: Streett 1 Acceptance: 2 Fin(0) | Inf(1)", body)
            .trim_start_matches("HOA: v1 Start: 0")
    ));
    assert_eq!(model.state_count(), 3);
    assert_eq!(model.schema().acceptance, Acceptance::streett(1));
    let mut initial = Vec::new();
    model.reference().initial(&mut initial);
    assert_eq!(initial, [0, 2]);
    assert_eq!(model.watch("q"), Ok(0));
    assert_eq!(model.watch("p"), Ok(1));
    assert_eq!(model.watch("q"), Ok(0));
    assert_eq!(model.watch("r").unwrap_err().name, "r");
    let [p, both, q_then_p]: [Letter; 3] = [
        Letter::single(1),
        [0, 1].into_iter().collect(),
        Letter::EMPTY,
    ];
    for (state, letter, marks, targets) in [
        (0, p, Marks::single(1), vec![1, 1]),
        (1, q_then_p, Marks::first(2), vec![]),
        (2, both, Marks::EMPTY, vec![2, 0]),
    ] {
        let (mut found, mut marked) = (Letter::EMPTY, Marks::EMPTY);
        let mut stepper = model.reference();
        stepper
            .observe(&[state], &[0, 1], &mut found)
            .expect("labels have values");
        stepper.marks(&[state], &mut marked);
        let mut steps = Successors::default();
        stepper.successors(&[state], &mut steps);
        assert_eq!(
            (found, marked, steps.states),
            (letter, marks, targets),
            "state {state}"
        );
    }
}

/// State 0 becomes two, one that is left by its marked edge and one that is left by the other.
#[test]
fn marks_on_edges_split_states() {
    let body = "State: [0&1] 0 1 {0} 0 State: [!0&1] 1 {0} 0";
    let mut model = read(&text("Acceptance: 1 Inf(0)", body));
    assert_eq!(model.watch("p"), Ok(0));
    let mut initial = Vec::new();
    model.reference().initial(&mut initial);
    assert_eq!((model.state_count(), &*initial), (3, &[0, 1][..]));
    let marked = Marks::single(0);
    for (state, number, holds, marks, targets) in [
        (0, 0, true, &marked, vec![2]),
        (1, 0, true, &Marks::EMPTY, vec![0, 1]),
        (2, 1, false, &marked, vec![0, 1]),
    ] {
        let (mut found, mut letter) = (Marks::EMPTY, Letter::EMPTY);
        let mut stepper = model.reference();
        stepper.marks(&[state], &mut found);
        stepper
            .observe(&[state], &[0], &mut letter)
            .expect("labels have values");
        let mut steps = Successors::default();
        stepper.successors(&[state], &mut steps);
        assert_eq!((&found, steps.states), (marks, targets), "state {state}");
        assert_eq!(letter.contains(0), holds);
        let values = model.describe(&[state]);
        assert_eq!(values[0], ("state".to_owned(), Value::Number(number)));
    }
    let values = [0, 1].map(|state| model.describe(&[state]));
    assert_ne!(values[0], values[1], "copies can be told apart");
}

#[test]
fn a_complemented_set_marks_dead_states_too() {
    let model = read(&text(
        "Acceptance: 1 Inf(!0)",
        "State: [0&1] 0 {0} 1 State: [0&1] 1",
    ));
    let accepts = |state: u32| {
        let mut marks = Marks::EMPTY;
        model.reference().marks(&[state], &mut marks);
        model.schema().acceptance.accepts(&marks)
    };
    assert_eq!([0, 1].map(accepts), [false, true]);
}

#[test]
fn labels_may_be_written_in_any_way() {
    let labels = ["0 & !1", "!(!0 | 1)", "(0 | 1) & !1", "!1 & (0 | !0) & 0"];
    for label in labels {
        let mut model = read(&text("Acceptance: 0 t", &format!("State: [{label}] 0 0")));
        model.watch("p").expect("p");
        model.watch("q").expect("q");
        let mut letter = Letter::EMPTY;
        let observed = model.reference().observe(&[0], &[0, 1], &mut letter);
        observed.expect("labels have values");
        assert_eq!(letter, Letter::single(0), "{label}");
    }
}

#[test]
fn what_is_no_kripke_structure_is_refused_at_its_place() {
    let plain = |body: &str| text("Acceptance: 0 t", body);
    check("", "expected a Kripke structure", "");
    check("des (0,0,1)", "expected `HOA:`", "des");
    check(
        &plain("State: 0 [0&1] 0"),
        "state 0 has no label",
        "State: 0",
    );
    check(
        &plain("State: [0&1] 0 1 State: 1 \"x\""),
        "state 1 has no label",
        "State: 1 \"x\"",
    );
    check(
        &plain("State: [0] 0 0"),
        "whether `q` holds",
        "State: [0] 0",
    );
    check(
        &plain("State: [t] 0 0"),
        "whether `p` holds",
        "State: [t] 0",
    );
    check(
        &plain("State: [0&1|!0&1] 0 0"),
        "whether `p` holds",
        "State: [0&1|!0&1] 0",
    );
    check(
        &plain("State: [0&1|!0&!1] 0 0"),
        "whether `p` holds",
        "State: [0&1|!0&!1] 0",
    );
    check(
        &plain("State: [0&1|0&!1] 0 0"),
        "whether `q` holds",
        "State: [0&1|0&!1] 0",
    );
    check(&plain("State: [0&!0] 0 0"), "never true", "State: [0&!0] 0");
    check(
        &plain("State: [0&1] 0 [0&1] 0"),
        "although its state has one",
        "[0&1]",
    );
    check(&plain("State: [0&1] 0 7"), "state 7 is not defined", "7");
    let nowhere = "HOA: v1 AP: 0 Acceptance: 0 t --BODY-- State: [t] 0 --END--";
    check(nowhere, "no initial state", "--BODY--");
    let two = plain("State: [0&1] 0 0") + "\n" + &plain("State: [0&!1] 0 0");
    check(&two, "expected the end", "State: [0&!1] 0");
    check(&(plain("State: [0&1] 0 0") + " x"), "expected `HOA:`", "x");
}

#[test]
fn mutated_texts_break_nothing() {
    let body = "State: [0&1] 0 {0} 1 2 State: [!0&1] 1 {1} 0 State: [!1&!0] 2";
    let original = text("acc-name: Streett 1 Acceptance: 2 Fin(0)|Inf(1)", body);
    let pieces = [
        "0", "1", "2", "!", "&", "|", "[", "]", "{", "}", "\"", "State:", "--END--", "é", " ",
    ];
    let (mut models, mut faults) = (0, 0);
    for seed in 0..20_000 {
        let mut rng = Rng::with_seed(seed);
        let mut text = original.clone();
        for _ in 0..rng.usize(1..4) {
            let places: Vec<usize> = text.char_indices().map(|(place, _)| place).collect();
            let place = places[rng.usize(..places.len())];
            match rng.bool() {
                true => drop(text.remove(place)),
                false => text.insert_str(place, pieces[rng.usize(..pieces.len())]),
            }
        }
        match model::check_kripke(&text) {
            true => models += 1,
            false => faults += 1,
        }
    }
    assert!(
        models > 1000 && faults > 1000,
        "lopsided: {models} {faults}"
    );
}
