//! The Aldebaran reader: what it reads it writes, each fault is told at its place, and no text breaks it.

use std::collections::BTreeMap;

use fastrand::Rng;
use lariat_automata::Letter;
use lariat_budget::Budget;
use lariat_model::{Model, Step, Successors};
use lariat_models::aut::Lts;
use lariat_space::explore;
use lariat_testkit::{any_text::model, data};

#[track_caller]
fn read(text: &str) -> Lts {
    Lts::parse(text).unwrap_or_else(|error| panic!("{error} at {:?}: {text}", error.span))
}

/// The transitions with their labels, each with its number of occurrences, read by nobody's parser but this one.
fn transitions(lts: &Lts) -> BTreeMap<(u32, String, u32), usize> {
    let mut found = BTreeMap::new();
    for (from, action, to) in lts.transitions() {
        let label = lts.schema().events[action].clone();
        *found.entry((from, label, to)).or_default() += 1;
    }
    found
}

/// Reads a text with one fault: what is said of it, and the words that it is said of.
#[track_caller]
fn check(text: &str, said: &str, of: &str) {
    let error = Lts::parse(text).expect_err(text);
    assert!(error.to_string().contains(said), "{text}: {error}");
    assert_eq!(&text[error.span.clone()], of, "{text}: {error}");
}

#[test]
fn labels_are_quoted_or_bare_and_may_contain_anything() {
    let labels = [
        ("a", "a"),
        ("\"a\"", "a"),
        ("  a b ", "a b"),
        ("\" a \"", " a "),
        ("f(1, 2)", "f(1, 2)"),
        ("\"f(1),0)\"", "f(1),0)"),
        (r#""say \"no\"""#, "say \"no\""),
        (r#""say "no"""#, "say \"no\""),
        (r#""C:\temp\\""#, "C:\\temp\\"),
        ("\"\"", ""),
        ("\"é\"", "é"),
        ("*", "*"),
        ("7", "7"),
    ];
    for (written, meant) in labels {
        for spaces in ["", " ", "\t "] {
            let line = format!("{spaces}({spaces}0{spaces},{written},{spaces}0{spaces}){spaces}");
            let lts = read(&format!("des({spaces}0,1{spaces},1)\r\n\r\n{line}\r\n"));
            assert_eq!(lts.schema().events, [meant], "{line}");
        }
    }
}

#[test]
fn transitions_may_come_in_any_order_and_more_than_once() {
    let lts = read("des (2,5,4)\n(3,a,0)\n(0,b,1)\n(3,a,1)\n(0,b,1)\n(1,a,2)");
    let expected = [
        ((0, "b".to_owned(), 1), 2),
        ((1, "a".to_owned(), 2), 1),
        ((3, "a".to_owned(), 0), 1),
        ((3, "a".to_owned(), 1), 1),
    ];
    assert_eq!(transitions(&lts), expected.into());
    let mut initial = Vec::new();
    lts.reference().initial(&mut initial);
    assert_eq!(initial, [2]);
    let mut steps = Successors::default();
    lts.reference().successors(&[0], &mut steps);
    assert_eq!(steps.states, [1, 1]);
    assert_eq!(explore(&lts, &Budget::unlimited()).deadlocks, 1);
}

#[test]
fn propositions_are_sets_of_actions() {
    let mut lts = read("des (0,3,1)\n(0,a,0)\n(0,b,0)\n(0,c,0)");
    let [some, none, same] = [vec![2, 0], vec![], vec![0, 2, 2]].map(|set| lts.watch_actions(set));
    assert_eq!(
        (some, none, same, lts.schema().propositions.len()),
        (0, 1, 0, 2)
    );
    let true_of = |action| {
        let mut letter = Letter::EMPTY;
        lts.reference()
            .observe_step(Step::alone(action), &mut letter);
        letter
    };
    assert_eq!(
        [0, 1, 2].map(true_of),
        [Letter::single(0), Letter::EMPTY, Letter::single(0)]
    );
}

#[test]
fn faults_are_told_at_their_place() {
    check("", "expected the header", "");
    check("\n \n", "expected the header", "");
    check("(0,a,0)", "expected the header", "(0,a,0)");
    check("des 0,1,1)", "expected `(`", "0");
    check("des (x,1,1)", "expected the number of a state", "x");
    check("des (0;1,1)", "expected `,`", ";");
    check("des (0,1 1)", "expected `,`", "1");
    check("des (0,1,1", "expected `)`", "");
    check("des (0,0,1) é", "expected the end", " é");
    check("des (0,0,0)", "at least one state", "0");
    check("des (3,0,3)", "no state 3", "3");
    check("des (0,99999999999,1)", "too large", "99999999999");
    check(
        "des (0,2,1)\n(0,a,0)",
        "2 transitions, but there are 1",
        "2",
    );
    check(
        "des (0,0,1)\n(0,a,0)",
        "0 transitions, but there are 1",
        "0",
    );
    check("des (0,0,4000000000)", "speak of few", "4000000000");
    let transition = |line: &str, said, of| check(&format!("des (0,1,2)\n{line}"), said, of);
    transition("0,a,0)", "expected a transition", "0");
    transition("(a,0)", "expected the number of a state", "a");
    transition("(0 a,0)", "expected `,`", "a");
    transition("(0,a)", "expected `,` and the number", "");
    transition("(0,,1)", "expected a label", "");
    transition("(0,a,)", "expected the number of a state", ")");
    transition("(0,a,1", "expected `)`", "");
    transition("(0,a,1) (1,a,0)x", "expected the end", "x");
    transition("(2,a,0)", "no state 2", "2");
    transition("(0,a,2)", "no state 2", "2");
    transition("(0,a,4294967296)", "too large", "4294967296");
    transition("(0,\"a,1)", "not closed", "\"a");
    transition("(0,\"a\nb\",1)", "not closed", "\"a");
    transition("(0,\"a,b\nc\",1)", "not closed", "\"a,b");
    transition("(0,\"a\" b,1)", "not closed", "\"a\" b");
}

#[test]
fn probabilities_are_refused_where_they_stand() {
    let said = "probabilistic";
    check("des (0 1/7 1 6/7 2,0,3)", said, "0 1/7 1 6/7 2");
    check("des (0,1,3)\n(0,a,0 1/7 1 6/7 2)", said, "0 1/7 1 6/7 2");
}

/// A random text, and its transitions.
fn random_text(rng: &mut Rng) -> (String, BTreeMap<(u32, String, u32), usize>) {
    let states = rng.u32(1..9);
    let alphabet: Vec<char> = "ab,\" \\()é".chars().collect();
    let mut lines = String::new();
    let mut expected = BTreeMap::new();
    let count = rng.usize(..12);
    for _ in 0..count {
        let (from, to) = (rng.u32(..states), rng.u32(..states));
        let label: String = (0..rng.usize(..4))
            .map(|_| alphabet[rng.usize(..alphabet.len())])
            .collect();
        let quoted = label.replace('\\', "\\\\").replace('"', "\\\"");
        let blank = [" ", ""][rng.usize(..2)];
        lines += &format!("({from},{blank}\"{quoted}\"{blank},{to}){blank}\n");
        *expected.entry((from, label, to)).or_default() += 1;
    }
    (format!("des (0,{count},{states})\n{lines}"), expected)
}

#[test]
fn what_is_written_is_read() {
    for seed in 0..2000 {
        let (text, expected) = random_text(&mut Rng::with_seed(seed));
        let lts = read(&text);
        assert_eq!(transitions(&lts), expected, "seed {seed}: {text}");
        let mut written = Vec::new();
        lts.write(&mut written).expect("memory can be written to");
        let again = read(&String::from_utf8(written).expect("text"));
        assert_eq!(transitions(&again), expected, "seed {seed}: {text}");
        assert_eq!(again.state_count(), lts.state_count(), "seed {seed}");
    }
}

/// The lines of a file without blanks outside labels, sorted.
fn normal(text: &str) -> Vec<String> {
    let mut lines: Vec<String> = text
        .lines()
        .map(|line| line.trim().replace(", ", ",").replace(" ,", ","))
        .collect();
    lines.sort();
    lines
}

#[test]
fn the_reference_files_are_given_back_up_to_order() {
    let Some(folder) = data("aut") else {
        return;
    };
    let mut read_files = 0;
    for folder in [folder.clone(), folder.join("vlts")] {
        for entry in std::fs::read_dir(folder).expect("readable") {
            let path = entry.expect("readable").path();
            if path.extension().is_none_or(|extension| extension != "aut") {
                continue;
            }
            let text = std::fs::read_to_string(&path).expect("readable");
            if path.to_string_lossy().contains("probability") {
                let error = Lts::parse(&text).expect_err("probabilistic");
                assert!(error.to_string().contains("probabilistic"), "{error}");
                assert_eq!(&text[error.span], "0 1/7 1 3/7 2 2/7 3");
                continue;
            }
            let mut written = Vec::new();
            read(&text)
                .write(&mut written)
                .expect("memory can be written to");
            let written = String::from_utf8(written).expect("text");
            assert_eq!(normal(&written), normal(&text), "{}", path.display());
            read_files += 1;
        }
    }
    assert!(read_files >= 8, "{read_files}");
}

#[test]
fn mutated_texts_break_nothing() {
    let pieces = [
        "(",
        ")",
        ",",
        "\"",
        "\\",
        "\n",
        "des",
        "0",
        "9",
        "1/2",
        "é",
        " ",
        "4294967295",
    ];
    let (mut models, mut faults) = (0, 0);
    for seed in 0..20_000 {
        let mut rng = Rng::with_seed(seed);
        let (mut text, _) = random_text(&mut rng);
        for _ in 0..rng.usize(1..3) {
            let places: Vec<usize> = text.char_indices().map(|(place, _)| place).collect();
            let place = places[rng.usize(..places.len())];
            match rng.bool() {
                true => drop(text.remove(place)),
                false => text.insert_str(place, pieces[rng.usize(..pieces.len())]),
            }
        }
        match model::check_aut(&text) {
            true => models += 1,
            false => faults += 1,
        }
    }
    assert!(
        models > 2000 && faults > 2000,
        "lopsided: {models} {faults}"
    );
}
