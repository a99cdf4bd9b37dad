//! `lariat simulate`, as a user types it.

mod common;

use serde_json::{Value, json};

/// A counter to two in one process, a handshake, a failing step.
const MODEL: &str = "\
byte x;
channel c;
process P { state q, r; init q; assert r: x < 2;
    trans q -> q { guard x < 2; effect x = x + 1; }, q -> r { sync c!; }; }
process Q { state a, b; init a;
    trans a -> b { sync c?; }, a -> a { guard x == 2; effect x = x - 3; }; }
system async;
";

/// The model in a file of its own.
fn model(name: &str) -> String {
    let file = common::scratch(name);
    std::fs::write(&file, MODEL).expect("it can be written");
    file.to_str().expect("the path is UTF-8").to_owned()
}

#[track_caller]
fn check(arguments: &[&str], stdin: &str, code: i32) -> (String, String) {
    common::check(&[&["simulate"], arguments].concat(), stdin, code)
}

#[test]
fn a_walk_by_hand_shows_the_state_and_then_what_changes() {
    let file = model("by-hand.dve");
    let (out, err) = check(&[&file], "1\nundo\n2\nquit\n", 0);
    assert_eq!(err, "");
    let expected = "  P = q
  Q = a
  x = 0
   1  P: x = 1
   2  P and Q: P = r, Q = b
> P: x = 1
   1  P: x = 2
   2  P and Q: P = r, Q = b
>   P = q
  Q = a
  x = 0
   1  P: x = 1
   2  P and Q: P = r, Q = b
> P and Q: P = r, Q = b
no step leaves this state; undo or quit
> ";
    assert_eq!(out, expected);
}

#[test]
fn failing_steps_and_assertions_are_told() {
    let file = model("failing.dve");
    let (out, _) = check(&[&file], "1\n1\n1\n", 0);
    let failure = "   -  Q: fails: a value does not fit its variable\n";
    assert!(out.contains(failure), "{out}");
    let assertion = "the assertion at state `r` of process `P` fails";
    assert!(out.contains(assertion), "{out}");
    assert!(out.ends_with("> \n"), "the end of the input ends it: {out}");
}

#[test]
fn what_is_no_answer_is_answered_in_words() {
    let file = model("answers.dve");
    let (out, _) = check(&[&file], "7\nback\nhelp\nundo\n\ns\nq\n", 0);
    for told in [
        "choose a step from 1 to 2",
        "`back` is neither a number nor a command",
        "take this step",
        "this is the beginning",
    ] {
        assert!(out.contains(told), "{told}: {out}");
    }
    assert_eq!(out.matches("  x = 0").count(), 2, "{out}");
}

#[test]
fn a_random_walk_is_the_same_for_the_same_seed_only() {
    let file = model("random.dve");
    let walk = |seed: &str| check(&[&file, "--random", "--steps", "9", "--seed", seed], "", 0).0;
    let walks: Vec<String> = ["1", "2", "3", "4", "5"].map(walk).into();
    assert_eq!(walks[0], walk("1"));
    assert!(walks.iter().any(|other| *other != walks[0]), "{walks:?}");
    assert!(walks.iter().any(|walk| walk.contains("no step leaves")));
}

#[test]
fn the_walk_is_a_json_document_on_request() {
    let file = model("json.dve");
    let (out, err) = check(&[&file, "--format", "json"], "1\n2\nq\n", 0);
    let report: Value = serde_json::from_str(&out).expect("one JSON document and nothing else");
    assert!(err.contains("> "), "the questions go elsewhere: {err}");
    assert_eq!(report["seed"], Value::Null);
    let walk = json!([
        {"state": {"P": "q", "Q": "a", "x": 0}, "event": ["P"]},
        {"state": {"P": "q", "Q": "a", "x": 1}, "event": ["P", "Q"]},
        {"state": {"P": "r", "Q": "b", "x": 1}, "event": []},
    ]);
    assert_eq!(report["walk"], walk);

    let (out, err) = check(
        &["-", "--input", "dve", "--random", "--format", "json"],
        MODEL,
        0,
    );
    let report: Value = serde_json::from_str(&out).expect("one JSON document and nothing else");
    assert_eq!((err.as_str(), &report["seed"]), ("", &json!(1)));
    assert!(
        report["walk"]
            .as_array()
            .is_some_and(|walk| walk.len() >= 2)
    );
}

#[test]
fn what_makes_no_sense_is_refused() {
    let (_, err) = check(&["-", "--input", "dve"], MODEL, 2);
    assert!(err.contains("--random"), "{err}");
    let file = model("refused.dve");
    check(&[&file, "--steps", "3"], "", 2);
    check(&["-", "--input", "dve", "--random"], "nonsense", 2);
}

/// Markings name marked places only, so that places come and go.
#[test]
fn changes_of_a_net_are_told_by_name() {
    let (out, _) = check(
        &["-", "--input", "pnml", "--random", "--steps", "1"],
        "<pnml><net id=\"n\" type=\"ptnet\"><page id=\"g\">
         <place id=\"a\"><initialMarking><text>1</text></initialMarking></place>
         <place id=\"b\"/>
         <place id=\"c\"><initialMarking><text>2</text></initialMarking></place>
         <transition id=\"t\"/>
         <arc id=\"x\" source=\"a\" target=\"t\"/><arc id=\"y\" source=\"t\" target=\"b\"/>
         </page></net></pnml>",
        0,
    );
    assert!(out.contains("   1  t: a = 0, b = 1\n"), "{out}");
}
