//! `lariat explore`, as a user types it.

mod common;

use lariat_automata::hoa;
use serde_json::Value;

use common::scratch;

/// A counter to three that stops there; in a second process, a step that fails.
const COUNTER: &str = "\
byte x;
process P { state q; init q; trans q -> q { guard x < 3; effect x = x + 1; }; }
process Q { state a, b; init a; trans a -> b { guard x == 2; effect x = x - 3; }; }
system async;
";

/// A counter that goes on for a long time.
const LONG: &str = "\
int x, y;
process P { state q; init q; trans q -> q { effect x = (x + 1) % 30000; }; }
process Q { state q; init q; trans q -> q { effect y = (y + 1) % 30000; }; }
system async;
";

#[track_caller]
fn check(arguments: &[&str], stdin: &str, code: i32) -> (String, String) {
    common::check(&[&["explore"], arguments].concat(), stdin, code)
}

#[track_caller]
fn json(arguments: &[&str], stdin: &str, code: i32) -> Value {
    let mut all = vec!["-", "--input", "dve", "--format", "json"];
    all.extend(arguments);
    let (out, _) = check(&all, stdin, code);
    serde_json::from_str(&out).expect("one JSON document and nothing else")
}

#[test]
fn counts_are_told() {
    let report = json(&[], COUNTER, 0);
    for (field, value) in [
        ("states", 4),
        ("transitions", 3),
        ("deadlocks", 1),
        ("errors", 1),
        ("depth", 3),
    ] {
        assert_eq!(report[field], value, "{field}");
    }
    assert_eq!(report["model"], "<stdin>");
    assert!(report["store_bytes"].as_u64() > Some(0));
    assert!(report["bytes_per_state"].as_f64() >= Some(8.0));
    assert!(report["time_s"].as_f64() >= Some(0.0));
    assert_eq!(report["stopped"], Value::Null);
    assert_eq!(report["first_deadlock"]["x"], 3);
    assert_eq!(report["first_error"]["state"]["x"], 2);
    assert_eq!(report["first_error"]["event"], serde_json::json!(["Q"]));
}

#[test]
fn text_names_the_first_deadlock_and_the_first_error() {
    let (out, err) = check(&["-", "--input", "dve"], COUNTER, 0);
    assert_eq!(err, "");
    assert!(out.contains("P = q, Q = a, x = 3"), "{out}");
    assert!(
        out.contains("Q: a value does not fit its variable"),
        "{out}"
    );
}

#[test]
fn a_deadlock_is_a_fault_on_request_only() {
    assert_eq!(json(&["--deadlock", "error"], COUNTER, 1)["deadlocks"], 1);
    json(&["--deadlock", "error", "--max-states", "1000"], LONG, 3);
}

#[test]
fn limits_end_the_search_with_what_was_counted() {
    for limit in [
        ["--max-states", "1000"],
        ["--memory", "100K"],
        ["--timeout", "10ms"],
    ] {
        let report = json(&limit, LONG, 3);
        assert!(report["stopped"].is_string(), "{limit:?}: {report}");
        assert!(report["states"].as_u64() > Some(0), "{limit:?}: {report}");
        assert!(report["states"].as_u64() < Some(900_000_000), "{limit:?}");
    }
}

#[test]
fn the_state_space_is_written_as_a_labelled_transition_system() {
    let file = scratch("counter.aut");
    let name = file.to_str().expect("the path is UTF-8");
    json(&["--output", name], COUNTER, 0);
    let text = std::fs::read_to_string(&file).expect("it was written");
    assert_eq!(text, "des (0,3,4)\n(0,\"P\",1)\n(1,\"P\",2)\n(2,\"P\",3)\n");
}

#[test]
fn the_state_space_is_written_as_a_kripke_structure() {
    let file = scratch("counter.hoa");
    let name = file.to_str().expect("the path is UTF-8");
    let propositions = ["--proposition", "x == 1", "--proposition", "1 == x"];
    let mut arguments = vec!["--output", name];
    arguments.extend(propositions);
    json(&arguments, COUNTER, 0);
    let text = std::fs::read_to_string(&file).expect("it was written");
    let read = hoa::read(&text)
        .next()
        .expect("an automaton")
        .expect("a valid one");
    assert!(read.has_state_labels());
    assert_eq!(read.automaton.state_count(), 4);
    assert_eq!(read.automaton.transition_count(), 3);
    let names = &read.automaton.labels.propositions;
    assert_eq!(*names, ["x == 1", "1 == x"]);
    let labels = &read.automaton.labels;
    let written: Vec<String> = read
        .states
        .iter()
        .map(|state| {
            labels
                .clone()
                .text(state.label.expect("every state has one"))
        })
        .collect();
    let [is, is_not] = ["\"x == 1\" & \"1 == x\"", "!\"x == 1\" & !\"1 == x\""];
    assert_eq!(written, [is_not, is, is_not, is_not]);
}

#[test]
fn the_processes_states_are_the_propositions_where_none_are_named() {
    let file = scratch("locations.hoa");
    let name = file.to_str().expect("the path is UTF-8");
    json(&["--output", name], COUNTER, 0);
    let text = std::fs::read_to_string(&file).expect("it was written");
    let read = hoa::read(&text)
        .next()
        .expect("an automaton")
        .expect("a valid one");
    let expected = ["P.q", "Q.a", "Q.b"];
    assert_eq!(read.automaton.labels.propositions, expected);
}

#[test]
fn only_small_state_spaces_are_drawn() {
    let file = scratch("counter.dot");
    let name = file.to_str().expect("the path is UTF-8");
    json(&["--output", name], COUNTER, 0);
    let text = std::fs::read_to_string(&file).expect("it was written");
    assert!(text.contains("0 -> 1 [label=\"P\"]"), "{text}");
    let large = LONG.replace("30000", "50");
    let (_, err) = check(&["-", "--input", "dve", "--output", name], &large, 2);
    assert!(err.contains("2500 states"), "{err}");
}

#[test]
fn an_incomplete_state_space_is_not_written() {
    let file = scratch("incomplete.aut");
    let name = file.to_str().expect("the path is UTF-8");
    let arguments = [
        "-",
        "--input",
        "dve",
        "--output",
        name,
        "--max-states",
        "10",
    ];
    let (_, err) = check(&arguments, LONG, 3);
    assert!(err.contains("not complete") && !file.exists(), "{err}");
}

#[test]
fn faults_are_shown_at_their_place() {
    let file = scratch("faulty.dve");
    let name = file.to_str().expect("the path is UTF-8");
    std::fs::write(&file, COUNTER.replace("x < 3", "xx < 3")).expect("it can be written");
    let (out, err) = check(&[name], "", 2);
    assert_eq!(out, "");
    assert!(err.contains("faulty.dve:2:51"), "{err}");
    assert!(err.contains("did you mean `x`?"), "{err}");
    let (_, err) = check(&["-", "--input", "dve", "--proposition", "z"], COUNTER, 2);
    assert!(err.contains("there is no variable `z`"), "{err}");
}

#[test]
fn what_cannot_be_read_is_refused_in_words() {
    let (_, err) = check(&["-"], COUNTER, 2);
    assert!(err.contains("--input dve"), "{err}");
    let (_, err) = check(&["model.xyz"], "", 2);
    assert!(err.contains("cannot tell the language"), "{err}");
    let (_, err) = check(&["no-such-file.dve"], "", 2);
    assert!(err.contains("cannot read no-such-file.dve"), "{err}");
    check(&["-", "--input", "dve", "--output", "x.txt"], COUNTER, 2);
    check(&["-", "--input", "dve", "--memory", "much"], COUNTER, 2);
    check(&["-", "--input", "dve"], "", 2);
}

#[test]
fn no_text_is_too_odd_too_long_or_too_deep_to_be_refused() {
    let file = scratch("odd.dve");
    let name = file.to_str().expect("the path is UTF-8");
    let faulty: [&[u8]; 5] = [
        b"",
        b"\x7fELF\x02\xff\xfe",
        &[b'x'; 10_000_000],
        &[b'('; 100_000],
        &b"byte x = ((".repeat(20_000),
    ];
    for text in faulty {
        std::fs::write(&file, text).expect("it can be written");
        let (out, err) = check(&[name], "", 2);
        assert_eq!(out, "");
        assert!(err.contains("odd.dve") && err.len() < 3000, "{err}");
    }
}

#[test]
fn a_small_state_space_is_a_picture_and_a_large_one_is_not() {
    let corpus = |name: &str| format!("{}/../../corpus/{name}", env!("CARGO_MANIFEST_DIR"));
    let path = common::scratch("picture.svg");
    let _ = std::fs::remove_file(&path);
    let file = path.to_str().expect("a name in UTF-8");
    let pairs = (0..150).flat_map(|from| (from + 1..150).map(move |to| (from, to)));
    let steps: Vec<String> = pairs
        .map(|(from, to)| format!("({from}, \"a\", {to})"))
        .collect();
    let tangled = format!("des (0, {}, 150)\n{}\n", steps.len(), steps.join("\n"));
    let large = "int x; process P { state q; init q; trans q -> q { guard x < 300; effect x = x + 1; }; } system async;";
    for (language, model, why) in [
        ("aut", tangled.as_str(), "too many arrows"),
        ("dve", large, "write .dot for Graphviz"),
    ] {
        let arguments = ["explore", "-", "--input", language, "--output", file];
        let (_, err) = common::check(&arguments, model, 2);
        assert!(err.contains(why), "{err}");
        assert!(!path.exists(), "nothing is written");
    }
    common::check(
        &["explore", &corpus("semaphore.dve"), "--output", file],
        "",
        0,
    );
    let picture = std::fs::read_to_string(&path).expect("it was written");
    assert!(
        picture.contains("<svg") && picture.contains("P_0=wait"),
        "{picture}"
    );
}

/// Both are true in every state, and so the same proposition to the model.
#[test]
fn propositions_that_mean_the_same_keep_their_names() {
    const TWO: &str = "byte x;
process A { state s; init s; trans s -> s { effect x = 1 - x; }; }
process B { state s; init s; trans s -> s {}; }
system async;
";
    let file = scratch("equal.hoa");
    let path = file.to_str().expect("a name in UTF-8");
    let names = ["A.s", "B.s", "x == 1", "A.s"];
    let options = names.iter().flat_map(|name| ["--proposition", name]);
    let arguments: Vec<&str> = ["-", "--input", "dve", "--output", path]
        .into_iter()
        .chain(options)
        .collect();
    check(&arguments, TWO, 0);
    let text = std::fs::read_to_string(&file).expect("it was written");
    assert!(
        text.contains("AP: 3 \"A.s\" \"B.s\" \"x == 1\"\n"),
        "{text}"
    );
    assert!(
        text.contains("[0&1&!2] 0") && text.contains("[0&1&2] 1"),
        "{text}"
    );
}
