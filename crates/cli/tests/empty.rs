//! `lariat empty` and `lariat certify`, as a user types them.

mod common;

use std::path::{Path, PathBuf};

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

#[test]
fn an_accepting_run_is_shown_as_a_word() {
    let (out, err) = check(&["empty", "-"], RECURRENCE, 1);
    assert!(out.starts_with("GF a: nonempty\n"), "{out}");
    assert!(out.contains("cycle{a & !b}"), "{out}");
    assert_eq!(err, "");
}

#[test]
fn the_json_document_has_the_fields_of_the_contract() {
    let both = format!("{RECURRENCE}{STARVING}");
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
    assert_eq!(second["stats"]["states"], 2);
    assert_eq!(second["stats"]["edges"], 4);
    assert_eq!(second["stats"]["revisits"], 2);
    assert!(second["stats"]["time_s"].is_f64());
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
    let folder = std::env::var_os("LARIAT_DATA").map_or_else(
        || Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data"),
        PathBuf::from,
    );
    let Ok(spec) = std::fs::read_dir(folder.join("hoa/spec")) else {
        println!("there is no folder hoa/spec in {}", folder.display());
        return;
    };
    let parse = std::fs::read_dir(folder.join("hoa/parse")).expect("it is beside");
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
