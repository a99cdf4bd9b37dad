//! What `lariat check` makes of unusual questions: their texts, their answers, and what else it has to tell.

mod common;

use common::{check, scratch};
use serde_json::Value;

/// A file of this name and text.
fn file(name: &str, text: &str) -> String {
    let folder = scratch("questions");
    std::fs::create_dir_all(&folder).expect("a folder for the tests");
    let path = folder.join(name);
    std::fs::write(&path, text).expect("a file for the test");
    path.to_str().expect("a name in UTF-8").to_owned()
}

/// The results of `check` with these arguments.
#[track_caller]
fn results(arguments: &[&str], code: i32) -> Vec<Value> {
    let arguments = [&["check", "--format", "json"], arguments].concat();
    let (out, _) = check(&arguments, "", code);
    let document: Value = serde_json::from_str(&out).expect("JSON");
    let results = document["results"].as_array().cloned();
    results.expect("results")
}

/// What `check` says on standard error.
#[track_caller]
fn said(arguments: &[&str], code: i32) -> String {
    check(&[&["check"], arguments].concat(), "", code).1
}

fn texts<'r>(results: &'r [Value], field: &str) -> Vec<&'r str> {
    let texts = results.iter().map(|result| result[field].as_str());
    texts.map(|text| text.expect("a text")).collect()
}

/// P moves from a to b, once.
const ONCE: &str = "byte x; process P { state a, b; init a; trans a -> b {}; } system async;";

const LOOP: &str =
    "byte x; process P { state a, b; init a; trans a -> b {}, b -> a {}; } system async;";

/// From a, one way fails an assertion, one fails to compute, and one has no end.
const FAULTY: &str = "\
byte x;
process P { state a, b, c, d; init a;
  assert b: x == 1;
  trans a -> b {}, b -> b {}, a -> c {}, c -> c { effect x = 1 / x; }, a -> d {}; }
system async;
";

const ACTIONS: &str = "des (0,3,2)\n(0,\"send !0\",1)\n(0,\"send !1\",1)\n(1,\"ack\",0)\n";

const NET: &str = r#"<pnml><net id="n" type="http://www.pnml.org/version-2009/grammar/ptnet"><page id="g">
<place id="p"><initialMarking><text>1</text></initialMarking></place><place id="q"/>
<transition id="t"/><arc id="1" source="p" target="t"/><arc id="2" source="t" target="q"/></page></net></pnml>"#;

#[test]
fn the_explanation_of_a_deep_formula_grows_with_its_length_only() {
    let model = file("deep.dve", LOOP);
    let nested = "(P.a -> ".repeat(10_000) + "x == 1" + &")".repeat(10_000);
    let result = &results(&[&model, "--ltl", &nested], 1)[0];
    let notes = result["notes"].to_string();
    assert!(notes.contains("does not hold in state 0"), "{notes}");
    let globally = "G ".repeat(30_000) + "P.a";
    let (page, _) = check(
        &["check", &model, "--ltl", &globally, "--format", "html"],
        "",
        1,
    );
    assert!(page.len() < 1 << 20, "{} bytes", page.len());
}

#[test]
fn a_search_that_is_given_up_prints_its_statistics() {
    let model = file("given_up.dve", LOOP);
    let limited = ["check", &model, "--ltl", "G x == 0", "--max-states", "1"];
    let (out, _) = check(&limited, "", 3);
    assert!(out.contains("undecided\n  by "), "{out}");
    assert!(out.contains("  model    "), "{out}");
    let (out, _) = check(&limited[..4], "", 0);
    assert!(!out.contains("  model    "), "{out}");
}

#[test]
fn a_property_that_the_first_letter_decides_may_hold_for_want_of_runs() {
    let model = file("once.dve", ONCE);
    let ask = [&model, "--ltl", "P.a", "--deadlock", "drop"];
    let result = &results(&ask, 0)[0];
    assert_eq!(result["vacuous"], true);
    let words = said(&ask, 0);
    assert!(words.contains("they end in deadlocks"), "{words}");
    assert!(!words.contains("fairness"), "{words}");
    let result = &results(&[&model, "--ltl", "P.a"], 0)[0];
    assert_eq!(result["vacuous"], Value::Null, "deadlocked runs count");
}

#[test]
fn events_may_be_quoted_and_are_globs_then() {
    let model = file("actions.aut", ACTIONS);
    let held = [
        "G(taken(\"ack\") <-> ack)",
        "G(taken(\"send*\") <-> !ack)",
        "G(enabled(\"send *\") <-> enabled(\"send !0\"))",
        "enabled(\"send !0\") & !enabled(\"ack\")",
    ];
    for formula in held {
        let result = &results(&[&model, "--ltl", formula], 0)[0];
        assert_eq!(result["verdict"], "holds", "{formula}");
    }
    let words = said(&[&model, "--ltl", "G !taken(\"sent\")"], 0);
    assert!(
        words.contains("no transition has the action `sent`"),
        "{words}"
    );
    let model = file("quoted.dve", LOOP);
    results(&[&model, "--ltl", "G taken(\"P*\")"], 0);
    let words = said(&[&model, "--ltl", "G taken(\"Q\")"], 2);
    assert!(words.contains("the model has no event `Q`"), "{words}");
}

#[test]
fn an_automaton_is_called_by_its_file() {
    let model = file("named.dve", LOOP);
    let hoa = "HOA: v1\nname: \"F x\"\nStates: 1\nStart: 0\nAP: 1 \"x == 1\"\n\
               Acceptance: 1 Inf(0)\n--BODY--\nState: 0\n[0] 0 {0}\n--END--\n";
    let automaton = file("n.hoa", hoa);
    let found = results(&[&model, "--never", &automaton], 0);
    assert_eq!(texts(&found, "property"), [format!("never {automaton}")]);
}

#[test]
fn what_a_net_can_never_change_is_known_at_once() {
    let model = file("constant.pnml", NET);
    let result = &results(&[&model, "--ltl", "G \"0 <= p\""], 0)[0];
    assert_eq!(result["stats"]["product_states"], 1, "{result}");
    let formula = "F(\"0 <= p\" & \"q = 7\")";
    let result = &results(&[&model, "--ltl", formula], 1)[0];
    let props = &result["counterexample"]["cycle"][0]["props"];
    assert_eq!(props[0], "0 <= p", "what is known is told all the same");
}

#[test]
fn a_formula_that_cannot_be_translated_is_refused_before_all_answers() {
    let model = file("past.dve", LOOP);
    let ask = [
        "check",
        &model,
        "--ltl",
        "G(P.a -> Y P.b)",
        "--ltl",
        "F P.b",
    ];
    let lazy = [&ask[..], &["--translation", "lazy"]].concat();
    let (out, err) = check(&lazy, "", 2);
    assert_eq!(out, "");
    assert!(err.contains("<--ltl>:1:1"), "{err}");
    assert!(
        err.contains("--translation tableau and alternating can"),
        "{err}"
    );
    let (out, _) = check(&ask, "", 1);
    assert!(
        out.contains("violated") && out.contains("F P.b: holds"),
        "{out}"
    );
}

#[test]
fn a_name_that_is_an_operator_elsewhere_is_pointed_out() {
    let model = file("letters.aut", "des (0,2,1)\n(0,G,0)\n(0,a,0)\n");
    let words = said(&[&model, "--ltl", "G a"], 2);
    assert!(words.contains("`G` is a name of this model"), "{words}");
    assert!(words.contains("[] <> V"), "{words}");
    results(&[&model, "--ltl", "[](G | a)"], 0);
}

#[test]
fn every_formula_keeps_its_own_spelling() {
    let model = file("spelling.dve", LOOP);
    let found = results(
        &[&model, "--ltl", "F x == 1", "--ltl", "G \"0 == x\" & G P.a"],
        1,
    );
    let found = [
        &found[..],
        &results(
            &[&model, "--ltl", "F G x == 0", "--ltl", "G !(\"0 == x\")"],
            1,
        ),
    ]
    .concat();
    let props = &found[3]["counterexample"]["prefix"][0]["props"];
    assert_eq!(props.to_string(), "[\"0 == x\"]");
}

#[test]
fn a_property_that_is_not_there_is_compared_with_those_that_are() {
    let corpus = concat!(env!("CARGO_MANIFEST_DIR"), "/../../corpus");
    let net = format!("{corpus}/mutual_exclusion.pnml");
    let formulas = format!("{corpus}/mutual_exclusion.xml");
    let text = std::fs::read_to_string(&formulas).expect("it is there");
    let id = text
        .split("<id>")
        .nth(1)
        .and_then(|rest| rest.split('<').next());
    let id = id.expect("it has a property");
    let words = said(&[&net, "--mcc", &formulas, "--property", &id[1..]], 2);
    assert!(words.contains(&format!("did you mean `{id}`?")), "{words}");
    let words = said(&[&net, "--mcc", &formulas, "--property", "zzzzzzzzz"], 2);
    assert!(words.contains(id), "{words}");
}

#[test]
fn comments_that_ask_for_fairness_are_not_passed_over() {
    let ask = |comment: &str, code| {
        let model = file("comments.dve", &format!("{comment}\n{LOOP}"));
        said(&[&model, "--ltl", "GF P.a"], code)
    };
    for comment in [
        "// lariat: strong-fair",
        "// Lariat: strong-fair P",
        "/* lariat strong-fair P */",
    ] {
        let words = ask(comment, 0);
        assert!(words.contains("unknown request"), "{comment}: {words}");
    }
    assert!(ask("/*\n * lariat: weak-fair Nobody */", 2).contains("`Nobody`"));
    assert!(ask("// lariat: weak-fair P, P", 2).contains("a comma is part"));
    assert_eq!(ask("/* lariat: strong-fair P */", 0), "");
}

#[test]
fn faults_are_told_once_of_each_kind_whatever_else_is_violated() {
    let model = file("faulty.dve", FAULTY);
    let holds_first = ["--ltl", "P.a", "--ltl", "G P.a"];
    let violated_first = ["--ltl", "G P.a", "--ltl", "P.a"];
    for order in [holds_first, violated_first] {
        let ask = [&[&*model, "--deadlock", "error"], &order[..]].concat();
        let found = results(&ask, 1);
        let mut faults = texts(&found, "property")[2..].to_vec();
        faults.sort_unstable();
        assert_eq!(faults, ["assert", "deadlock", "error"], "{order:?}");
        for fault in &found[2..] {
            let prefix = fault["counterexample"]["prefix"].as_array();
            assert_eq!(prefix.map(Vec::len), Some(2), "{fault}");
        }
    }
    let found = results(&[&model, "--ltl", "P.a"], 1);
    assert_eq!(found.len(), 3, "the deadlock is none: {found:?}");
}

#[test]
fn a_trace_is_json() {
    let model = file("trace.dve", LOOP);
    let words = said(&[&model, "--ltl", "G P.a", "--trace", "run.txt"], 2);
    assert!(words.contains("must end in .json"), "{words}");
}

#[test]
fn control_characters_do_not_reach_the_terminal() {
    let model = file("control.dve", "byte \x1b[31mx;");
    let words = said(&[&model, "--ltl", "G P.a"], 2);
    assert!(!words.contains('\x1b') && words.contains('␛'), "{words}");
    let words = said(&[&model, "--ltl", "G \"\x07\"", "--never", "\x1b[1m"], 2);
    assert!(!words.contains(['\x07', '\x1b']), "{words}");
}

#[test]
fn habits_of_other_languages_are_known() {
    let ask = |transition: &str, habit: &str| {
        let text = format!(
            "byte x; process P {{ state q; init q; trans q -> q {{ {transition} }}; }} system async;"
        );
        let words = said(&[&file("habits.dve", &text), "--ltl", "G P.q"], 2);
        assert!(words.contains(habit), "{transition}: {words}");
    };
    ask("guard !x;", "`not x`");
    ask("effect x++;", "`x = x + 1`");
    let words = said(&[&file("bool.dve", "bool x;"), "--ltl", "G P.q"], 2);
    assert!(words.contains("a `byte`"), "{words}");
}
