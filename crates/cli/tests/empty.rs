//! `lariat empty` and `lariat certify`, as a user types them.

mod common;

use serde_json::Value;

use common::{check, lariat, scratch};

/// GF a with the mark on the edge that reads a.
const RECURRENCE: &str = r#"HOA: v1
name: "GF a"
States: 1
Start: 0
AP: 2 "a" "b"
acc-name: Buchi
Acceptance: 1 Inf(0)
--BODY--
State: 0
[0&!1] 0 {0}
[!0] 0
--END--
"#;

/// A request (mark 0) that is never granted (mark 1).
const STARVING: &str = r#"HOA: v1
States: 2
Start: 0
AP: 1 "a"
acc-name: Streett 1
Acceptance: 2 Fin(0) | Inf(1)
--BODY--
State: 0
[t] 1 {0}
State: 1
[0] 0
--END--
"#;

/// A part of it has to be visited again without mark 0.
const RING: &str = r#"HOA: v1
States: 3
Start: 0
AP: 0
Acceptance: 2 Fin(0) | Inf(1)
--BODY--
State: 0
[t] 1
State: 1
[t] 2 {0}
State: 2
[t] 0
--END--
"#;

#[test]
fn an_accepting_run_is_shown_as_a_word() {
    let (out, err) = check(&["empty", "-"], RECURRENCE, 1);
    assert!(out.starts_with("GF a: nonempty\n"), "{out}");
    assert!(out.contains("cycle{a & !b}"), "{out}");
    assert_eq!(err, "");
}

#[test]
fn the_json_document_has_the_fields_of_the_contract() {
    let both = format!("{RECURRENCE}{RING}");
    let (out, _) = check(&["empty", "-", "--format", "json"], &both, 1);
    let document: Value = serde_json::from_str(&out).expect("one JSON document and nothing else");
    let results = document["results"].as_array().expect("a list");
    assert_eq!(results.len(), 2);
    let [first, second] = [&results[0], &results[1]];
    assert_eq!(first["name"], "GF a");
    assert_eq!(first["verdict"], "nonempty");
    assert_eq!(first["algorithm"], "couvreur");
    assert_eq!(first["word"], "cycle{a & !b}");
    let edge = serde_json::json!({"from": 0, "label": "a & !b", "marks": [0], "to": 0});
    let lasso = serde_json::json!({"prefix": [], "cycle": [edge]});
    assert_eq!(first["lasso"], lasso);
    assert_eq!(second["name"], Value::Null);
    assert_eq!(second["verdict"], "empty");
    assert_eq!(second["algorithm"], "streett");
    assert_eq!(
        (&second["lasso"], &second["word"]),
        (&Value::Null, &Value::Null)
    );
    assert_eq!(second["stats"]["states"], 3);
    assert_eq!(second["stats"]["edges"], 4);
    assert_eq!(second["stats"]["revisits"], 1);
    assert!(second["stats"]["time_s"].is_f64());
}

/// Runs the command with nobody to read its output; its exit code.
fn unheard(arguments: &[&str], stdin: &str) -> Option<i32> {
    use std::io::Write;
    use std::process::{Command, Stdio};
    let (reader, writer) = std::io::pipe().expect("there are pipes");
    drop(reader);
    let mut child = Command::new(env!("CARGO_BIN_EXE_lariat"))
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(writer)
        .stderr(Stdio::null())
        .spawn()
        .expect("it starts");
    let mut input = child.stdin.take().expect("it is piped");
    input.write_all(stdin.as_bytes()).expect("it reads");
    drop(input);
    child.wait().expect("it ends").code()
}

#[test]
fn the_exit_code_does_not_depend_on_who_reads_the_output() {
    for format in ["text", "json"] {
        let ask = ["empty", "-", "--format", format];
        assert_eq!(unheard(&ask, RECURRENCE), Some(1), "{format}");
        assert_eq!(unheard(&ask, STARVING), Some(0), "{format}");
        assert_eq!(unheard(&ask, "HOA: v2"), Some(2), "{format}");
        let both = RECURRENCE.repeat(2000) + STARVING;
        assert_eq!(
            unheard(&ask, &both),
            Some(1),
            "{format}: more than a buffer"
        );
    }
    let model = concat!(env!("CARGO_MANIFEST_DIR"), "/../../corpus/turn.dve");
    for format in ["text", "json"] {
        let ask = ["check", model, "--ltl", "false", "--format", format];
        assert_eq!(unheard(&ask, ""), Some(1), "check, {format}");
    }
    assert_eq!(unheard(&["translate", "G a", "F ("], ""), Some(2));
}

/// A condition of clauses Fin ∨ Fin, which can be met in 2²⁴ ways.
fn clauses() -> String {
    let clause = |i| format!("(Fin({})|Fin({}))", 2 * i, 2 * i + 1);
    let condition: Vec<String> = (0..24).map(clause).collect();
    let condition = condition.join("&");
    let mut text = format!("HOA: v1 States: 40 Start: 0 AP: 0 Acceptance: 48 {condition} --BODY--");
    for state in 0..40 {
        let (next, far, farther) = (
            (state + 1) % 40,
            (state * 7 + 3) % 40,
            (state * 11 + 5) % 40,
        );
        let mark = state * 13 % 48;
        text +=
            &format!(" State: {state} [t] {next} {{{state}}} [t] {far} [t] {farther} {{{mark}}}");
    }
    text + " --END--"
}

#[test]
fn a_lasso_is_shown_however_many_ways_there_are_to_accept() {
    let (out, _) = check(&["empty", "-", "--timeout", "60s"], clauses(), 1);
    assert!(out.starts_with("automaton 1: nonempty\n"), "{out}");
    assert!(out.contains("  cycle "), "{out}");
}

#[test]
fn propositions_that_look_like_operators_are_quoted() {
    let named = RECURRENCE.replace("\"a\" \"b\"", "\"GFp\" \"U\"");
    let (out, _) = check(&["empty", "-"], &named, 1);
    assert!(out.contains("  word   cycle{\"GFp\" & !\"U\"}\n"), "{out}");
    let (out, _) = check(&["empty", "-", "--format", "json"], &named, 1);
    let document: Value = serde_json::from_str(&out).expect("one JSON document");
    let edge = &document["results"][0]["lasso"]["cycle"][0];
    assert_eq!(edge["label"], "\"GFp\" & !\"U\"");
}

#[test]
fn a_lasso_has_the_marks_of_the_file() {
    let negated = RECURRENCE
        .replace("acc-name: Buchi\n", "")
        .replace("1 Inf(0)", "2 Inf(0) & Inf(!1)");
    let (out, _) = check(&["empty", "-"], &negated, 1);
    assert!(out.contains("  cycle  0 -[a & !b]-> 0 {0}\n"), "{out}");
    let (out, _) = check(&["empty", "-", "--format", "json"], &negated, 1);
    let document: Value = serde_json::from_str(&out).expect("one JSON document");
    let edge = &document["results"][0]["lasso"]["cycle"][0];
    assert_eq!(edge["marks"], serde_json::json!([0]));
}

/// The numbers of the automata that a JSON document answers.
fn answered(stdin: impl AsRef<[u8]>, code: i32) -> Vec<u64> {
    let (out, _) = check(&["empty", "-", "--format", "json"], stdin, code);
    let document: Value = serde_json::from_str(&out).expect("one JSON document");
    let results = document["results"].as_array().expect("a list").iter();
    let numbers = results.map(|result| result["automaton"].as_u64());
    numbers.map(|number| number.expect("a number")).collect()
}

#[test]
fn answers_tell_their_place_in_the_stream() {
    let bad = RECURRENCE.replace("[!0] 0", "[!0] 7");
    assert_eq!(answered(format!("{STARVING}{bad}{STARVING}"), 2), [1, 3]);
    assert_eq!(answered(format!("{STARVING}junk\n{STARVING}"), 2), [1, 2]);
    assert_eq!(answered("", 2), [] as [u64; 0]);
    assert_eq!(answered("\u{feff}".to_owned() + STARVING, 0), [1]);
}

#[test]
fn a_byte_that_is_no_text_spoils_only_its_automaton() {
    let mut bad = STARVING.as_bytes().to_vec();
    bad.splice(7..7, *b" name: \"caf\xe9\"");
    let stream = [STARVING.as_bytes(), &bad, STARVING.as_bytes()].concat();
    assert_eq!(answered(&stream, 2), [1, 3]);
    let (_, err) = check(&["empty", "-"], &stream, 2);
    assert!(err.contains("this is not UTF-8 text"), "{err}");
    assert!(err.contains("<stdin>:13:"), "{err}");
    assert_eq!(
        answered(STARVING.replace("HOA: v1", "HOA: v1 name: \"\u{fffd}\""), 0),
        [1]
    );
}

#[test]
fn a_byte_order_mark_moves_no_column() {
    let (_, err) = check(&["empty", "-"], "\u{feff}HOA: v7", 2);
    assert!(err.contains("<stdin>:1:6 "), "{err}");
}

#[test]
fn a_conversion_ends_with_its_limit() {
    for to in ["tgba", "buchi", "gba", "streett"] {
        let ask = ["convert", "-", "--to", to, "--max-states", "1000"];
        let (out, err) = check(&ask, clauses(), 3);
        assert!(
            out.is_empty() && err.contains("limit of 1000 states"),
            "{err}"
        );
    }
}

#[test]
fn a_smaller_automaton_is_still_of_the_kind_that_was_asked_for() {
    let all = RECURRENCE.replace("[!0] 0", "[!0 | 1] 0 {0}");
    let (out, _) = check(&["convert", "-", "--to", "buchi", "--reduce"], &all, 0);
    assert!(out.contains("Acceptance: 1 Inf(0)\n"), "{out}");
    assert!(out.contains("State: 0 {0}\n"), "{out}");
    let ask = [
        "convert", "-", "--to", "buchi", "--reduce", "--format", "never",
    ];
    check(&ask, &all, 0);
}

#[test]
fn every_check_gives_the_verdict_or_refuses() {
    for algorithm in ["couvreur", "ndfs", "streett", "latvala", "generic"] {
        check(&["empty", "-", "--algorithm", algorithm], RECURRENCE, 1);
    }
    for algorithm in ["streett", "latvala", "generic"] {
        check(&["empty", "-", "--algorithm", algorithm], STARVING, 0);
    }
    for algorithm in ["terminal", "weak", "couvreur", "ndfs"] {
        let (out, err) = check(&["empty", "-", "--algorithm", algorithm], STARVING, 2);
        assert_eq!(out, "", "never a silent replacement");
        assert!(
            err.contains(&format!("`{algorithm}` cannot decide this")),
            "{err}"
        );
    }
    check(&["empty", "-", "--algorithm", "tarjan"], STARVING, 2);
}

/// An automaton, spoilt by replacing `find`, between two others: the fault is told with its line and column
/// and what was expected, and the two are answered.
#[track_caller]
fn check_fault(find: &str, replace: &str, place: &str, expected: &str) {
    let spoilt = RECURRENCE.replacen(find, replace, 1);
    assert_ne!(spoilt, RECURRENCE, "there is no `{find}`");
    let (out, err) = check(&["empty", "-"], format!("{STARVING}{spoilt}{STARVING}"), 2);
    assert!(out.contains("automaton 1: empty"), "{out}");
    assert!(out.contains("automaton 3: empty"), "{out}");
    assert!(!out.contains("GF a"), "{out}");
    assert!(err.contains(&format!("<stdin>:{place} ")), "{place}: {err}");
    assert!(err.contains(expected), "{expected}: {err}");
}

#[test]
fn a_fault_is_located_and_the_rest_of_the_stream_answered() {
    check_fault(
        "State: 0",
        "State 0",
        "21:1",
        "expected `State:` or `--END--`",
    );
    check_fault("[!0] 0", "[!0] 7", "23:6", "there is no state 7");
    check_fault("Start: 0", "Start: 3", "16:8", "there is no state 3");
    check_fault("[!0]", "[!5]", "23:3", "there is no atomic proposition 5");
    check_fault("Inf(0)", "Often(0)", "19:15", "expected `Fin` or `Inf`");
    check_fault("Inf(0)", "Inf(1)", "19:19", "there is no acceptance set 1");
    check_fault(
        "[!0] 0",
        "[!0] 0&0",
        "23:6",
        "alternating automata are not supported",
    );
    check_fault("[!0] 0", "[!0 0", "23:5", "expected `&`, `|` or `]`");
    check_fault("HOA: v1", "HOA: v7", "13:6", "v1");
    check_fault("--END--\n", "", "24:1", "expected `State:` or `--END--`");
}

#[test]
fn a_truncated_automaton_is_a_fault_wherever_it_ends() {
    for end in 1..RECURRENCE.len() - "\n".len() {
        let output = lariat(&["empty", "-"], format!("{STARVING}{}", &RECURRENCE[..end]));
        let text = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{end}: {text}");
        assert!(String::from_utf8_lossy(&output.stdout).contains("automaton 1: empty"));
        assert!(text.contains("<stdin>:"), "{end}: {text}");
    }
}

#[test]
fn limits_leave_the_question_undecided() {
    let (out, err) = check(&["empty", "-", "--max-states", "1"], STARVING, 3);
    assert!(
        out.contains("undecided") && out.contains("states 1,"),
        "{out}"
    );
    assert!(err.contains("limit of 1 states"), "{err}");
    check(&["empty", "-", "--timeout", "60s"], STARVING, 0);
    check(&["empty", "-", "--timeout", "soon"], STARVING, 2);
}

#[test]
fn a_certificate_is_checked_against_its_automaton() {
    let (automata, file) = (scratch("starving.hoa"), scratch("starving.certificate"));
    std::fs::write(&automata, STARVING).expect("the folder is there");
    let [automata, file] = [&automata, &file].map(|path| path.to_str().expect("it is UTF-8"));
    check(&["empty", automata, "--certificate", file], "", 0);
    let (out, _) = check(&["certify", automata, file], "", 0);
    assert_eq!(out, "automaton 1: certified empty\n");

    let (out, _) = check(&["certify", "-", file], RECURRENCE, 1);
    assert!(out.contains("not certified"), "{out}");
    let granted = STARVING.replace("[0] 0", "[0] 0 {1}");
    let (out, _) = check(&["certify", "-", file], &granted, 1);
    assert!(out.contains("contradicts the reason"), "{out}");

    let text = std::fs::read_to_string(file).expect("it was written");
    let (_, err) = check(
        &["certify", automata, "-"],
        text.replace("level 1", "level one"),
        2,
    );
    assert!(err.contains("expected the number of the level"), "{err}");
    check(&["certify", automata, "-"], "", 2);
    check(&["certify", automata, "no such file"], "", 2);

    let (out, _) = check(&["certify", automata, "-"], text.repeat(2), 1);
    assert!(out.contains("there are 2 certificates for it"), "{out}");
    let more = text.clone() + &text.replace("automaton 1", "automaton 2");
    let (out, _) = check(&["certify", automata, "-"], &more, 1);
    assert!(
        out.starts_with("automaton 1: certified empty\nautomaton 2: not certified"),
        "{out}"
    );
}

#[test]
fn a_file_is_written_only_for_a_certificate() {
    let file = scratch("precious.certificate");
    let path = file.to_str().expect("it is UTF-8");
    std::fs::write(&file, "precious").expect("the folder is there");
    let (_, err) = check(&["empty", "-", "--certificate", path], RECURRENCE, 1);
    assert!(err.contains("nothing is certified"), "{err}");
    assert_eq!(
        std::fs::read_to_string(&file).expect("it is there"),
        "precious"
    );
    std::fs::write(&file, STARVING).expect("the folder is there");
    let (_, err) = check(&["empty", path, "--certificate", path], "", 2);
    assert!(err.contains("is the automaton itself"), "{err}");
    assert_eq!(
        std::fs::read_to_string(&file).expect("it is there"),
        STARVING
    );
}

#[test]
fn files_that_cannot_be_read_are_exit_2() {
    check(&["empty", "no such file"], "", 2);
    check(&["empty", "-"], "", 2);
    check(&["empty", "-"], "not an automaton", 2);
}

/// Every file of the reader's collection is answered or refused, and every verdict `empty` certified.
#[test]
fn the_collection_of_hoa_files_is_answered() {
    let Some(folder) = lariat_testkit::data("hoa") else {
        return;
    };
    let spec = std::fs::read_dir(folder.join("spec")).expect("the folder can be read");
    let parse = std::fs::read_dir(folder.join("parse")).expect("it is beside");
    let certificate = scratch("collection.certificate");
    let certificate = certificate.to_str().expect("it is UTF-8");
    let (mut answered, mut certified) = (0, 0);
    for file in spec.chain(parse) {
        let path = file.expect("the folder can be read").path();
        let path = path.to_str().expect("names are UTF-8");
        let output = lariat(&["empty", path, "--certificate", certificate], "");
        let code = output.status.code();
        assert!(matches!(code, Some(0..=2)), "{path}: {code:?}");
        answered += u32::from(code != Some(2));
        if code == Some(0) {
            check(&["certify", path, certificate], "", 0);
            certified += 1;
        }
    }
    assert!(
        answered >= 15 && certified >= 1,
        "{answered} answered, {certified} certified"
    );
}
