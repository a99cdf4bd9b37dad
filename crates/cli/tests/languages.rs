//! Labelled transition systems and Kripke structures, as a user types them: `check`, `replay`, `explore`, `simulate`.

mod common;

use serde_json::{Value, json};

/// A message is sent, and lost or delivered.
const CHANNEL: &str = "des (0,4,3)\n(0,send,1)\n(1,lose,0)\n(1,\"deliver !0\",2)\n(2,ack,0)\n";

/// A lamp that may stay off, burns out some day, and is lit again and again in fair runs.
const LAMP: &str = "\
HOA: v1
States: 3
Start: 0
AP: 2 \"lit\" \"broken\"
Acceptance: 1 Inf(0)
--BODY--
State: [!0&!1] 0
0 1
State: [0&!1] 1 {0}
0 2
State: [!0&1] 2 {0}
--END--
";

/// A file of its own with this text.
fn file(name: &str, text: &str) -> String {
    let path = common::scratch(name);
    std::fs::write(&path, text).expect("a file for the test");
    path.to_str().expect("a name in UTF-8").to_owned()
}

/// Runs the command on a model from standard input; the text, or the JSON document, and the messages.
#[track_caller]
fn ask(
    command: &str,
    language: &str,
    model: &str,
    options: &[&str],
    code: i32,
) -> (String, String) {
    common::check(
        &[&[command, "-", "--input", language], options].concat(),
        model,
        code,
    )
}

#[track_caller]
fn ask_json(command: &str, language: &str, model: &str, options: &[&str], code: i32) -> Value {
    let options = [options, &["--format", "json"]].concat();
    let (out, _) = ask(command, language, model, &options, code);
    serde_json::from_str(&out).expect("one JSON document and nothing else")
}

#[test]
fn a_step_of_a_transition_system_satisfies_its_action() {
    let formula = "G(send -> X(lose | \"deliver*\"))";
    ask("check", "aut", CHANNEL, &["--ltl", formula], 0);
    let formula = "G(send -> F \"deliver*\")";
    let report = ask_json("check", "aut", CHANNEL, &["--ltl", formula], 1);
    let steps = |steps: &Value| -> Vec<(Value, Value, Value)> {
        let steps = steps.as_array().expect("a list").iter();
        steps
            .map(|step| {
                (
                    step["state"].clone(),
                    step["props"].clone(),
                    step["event"].clone(),
                )
            })
            .collect()
    };
    let found = &report["results"][0]["counterexample"];
    assert_eq!(steps(&found["prefix"]), []);
    let sending = (json!({"state": 0}), json!(["send"]), json!(["send"]));
    let losing = (json!({"state": 1}), json!([]), json!(["lose"]));
    assert_eq!(steps(&found["cycle"]), [sending, losing]);
}

#[test]
fn fairness_of_a_transition_system_is_that_of_its_actions() {
    let formula = "GF \"deliver !0\"";
    for (fairness, code) in [("--weak-fair", 1), ("--strong-fair", 0)] {
        ask(
            "check",
            "aut",
            CHANNEL,
            &["--ltl", formula, fairness, "deliver*"],
            code,
        );
    }
    let (_, err) = ask(
        "check",
        "aut",
        CHANNEL,
        &["--ltl", formula, "--weak-fair", "recieve"],
        2,
    );
    assert!(
        err.contains("no event of the model matches `recieve`"),
        "{err}"
    );
}

#[test]
fn an_action_that_never_occurs_is_false_with_a_warning() {
    for (formula, code) in [
        ("G !sned", 0),
        ("F \"s?ned\"", 1),
        ("F taken(sned)", 1),
        ("F enabled(sned)", 1),
    ] {
        let (_, err) = ask("check", "aut", CHANNEL, &["--ltl", formula], code);
        assert!(err.contains("Warning"), "{formula}: {err}");
        let is_name = !formula.contains('?');
        assert_eq!(
            err.contains("did you mean `send`?"),
            is_name,
            "{formula}: {err}"
        );
    }
    let all_occur = [
        "G(send | !send)",
        "G(taken(send) -> enabled(send))",
        "G !dead",
    ];
    for formula in all_occur {
        let (_, err) = ask("check", "aut", CHANNEL, &["--ltl", formula], 0);
        assert!(!err.contains("no transition"), "{formula}: {err}");
    }
}

#[test]
fn a_word_that_is_an_action_is_never_an_operator() {
    let system = "des (0,2,2)\n(0,GFa,1)\n(1,a,1)\n";
    ask("check", "aut", system, &["--ltl", "GFa & X G a"], 0);
    let system = "des (0,2,2)\n(0,b,1)\n(1,a,1)\n";
    ask("check", "aut", system, &["--ltl", "GFa"], 0);
}

#[test]
fn a_name_that_an_action_has_is_no_glob() {
    let system = "des (0,2,2)\n(0,\"a[1]\",1)\n(1,a1,0)\n";
    ask(
        "check",
        "aut",
        system,
        &["--ltl", "G(\"a[1]\" -> X \"a[0-9]\")"],
        0,
    );
    ask("check", "aut", system, &["--ltl", "\"a\\\\[1]\""], 0);
    ask("check", "aut", system, &["--ltl", "G \"a*\""], 0);
}

#[test]
fn only_fair_runs_of_a_kripke_structure_count_and_the_trace_tells_why() {
    ask("check", "hoa", LAMP, &["--ltl", "F(lit | broken)"], 0);
    let (out, _) = ask("check", "hoa", LAMP, &["--ltl", "GF lit"], 1);
    assert!(out.contains("stays forever: no step is left"), "{out}");
    assert!(
        out.contains("fair to acceptance set 0: met in state 2"),
        "{out}"
    );
    let (out, _) = ask("check", "hoa", LAMP, &["--ltl", "F broken"], 1);
    assert!(out.contains("↓ a step, back to 0"), "{out}");
    let report = ask_json("check", "hoa", LAMP, &["--ltl", "F broken"], 1);
    let cycle = &report["results"][0]["counterexample"]["cycle"];
    assert_eq!(
        cycle[1],
        json!({"state": {"state": 1}, "props": [], "event": []})
    );
}

#[test]
fn a_condition_that_no_run_satisfies_makes_everything_hold() {
    let nothing = LAMP.replace("Inf(0)", "Inf(0) & Fin(0)");
    let report = ask_json("check", "hoa", &nothing, &["--ltl", "false"], 0);
    assert_eq!(report["results"][0]["vacuous"], true);
    let (_, err) = ask("check", "hoa", &nothing, &["--ltl", "false"], 0);
    assert!(err.contains("no run counts"), "{err}");
}

#[test]
fn counterexamples_are_saved_and_replayed() {
    let models = [
        ("channel.aut", CHANNEL, "GF ack", "GF lose"),
        ("lamp.hoa", LAMP, "GF lit", "F broken"),
    ];
    for (name, text, formula, other) in models {
        let (model, trace) = (file(name, text), file(&format!("{name}.json"), ""));
        common::check(
            &["check", &model, "--ltl", formula, "--trace", &trace],
            "",
            1,
        );
        common::check(&["replay", &trace, &model], "", 0);
        let saved = std::fs::read_to_string(&trace).expect("it was saved");
        assert!(saved.contains(formula), "{saved}");
        let changed = file(
            &format!("{name}.other.json"),
            &saved.replace(formula, other),
        );
        common::check(&["replay", &changed, &model], "", 1);
    }
}

#[test]
fn models_are_explored_and_walked_through() {
    for (language, model, counts) in [("aut", CHANNEL, [3, 4, 0]), ("hoa", LAMP, [3, 4, 1])] {
        let report = ask_json("explore", language, model, &[], 0);
        let found = ["states", "transitions", "deadlocks"].map(|name| report[name].as_u64());
        assert_eq!(found, counts.map(Some), "{language}");
        let report = ask_json(
            "simulate",
            language,
            model,
            &["--random", "--steps", "3"],
            0,
        );
        assert_eq!(
            report["walk"][0]["state"],
            json!({"state": 0}),
            "{language}"
        );
    }
}

#[test]
fn what_is_written_has_the_same_counts_and_verdicts() {
    let models = [
        ("again.aut", "aut", CHANNEL, "GF ack"),
        ("again.hoa", "hoa", LAMP, "GF lit"),
    ];
    for (name, language, model, formula) in models {
        let written = file(name, "");
        ask("explore", language, model, &["--output", &written], 0);
        let text = std::fs::read_to_string(&written).expect("it was written");
        let [before, after] =
            [model, &text].map(|model| ask_json("explore", language, model, &[], 0));
        for field in ["states", "transitions", "deadlocks", "depth"] {
            assert_eq!(before[field], after[field], "{language}: {field}");
        }
        for model in [model, &text] {
            ask("check", language, model, &["--ltl", formula], 1);
        }
    }
    let written = file("fair.hoa", "");
    ask("explore", "hoa", LAMP, &["--output", &written], 0);
    let text = std::fs::read_to_string(&written).expect("it was written");
    ask("check", "hoa", &text, &["--ltl", "F(lit | broken)"], 0);
}

#[test]
fn steps_are_no_propositions_of_states() {
    let output = file("steps.hoa", "");
    let options = ["--output", &output, "--proposition", "send"];
    let (_, err) = ask("explore", "aut", CHANNEL, &options, 2);
    assert!(err.contains("this is about steps"), "{err}");
}

#[test]
fn faults_of_models_are_shown_at_their_place() {
    let faults = [
        ("aut", "des (0,1,1)\n(0,\"a\n\",0)\n", "not closed", ":2:4"),
        ("aut", "des (0,1 1/2,1)\n", "expected `,`", ":1:10"),
        (
            "hoa",
            "HOA: v1 Start: 0 AP: 1 \"p\" Acceptance: 0 t\n--BODY--\nState: 0 [0] 0\n--END--",
            "no label",
            ":3:1",
        ),
        ("hoa", "des (0,0,1)", "expected `HOA:`", ":1:1"),
    ];
    for (language, model, said, place) in faults {
        for command in ["check", "explore"] {
            let options: &[&str] = if command == "check" {
                &["--ltl", "G a"]
            } else {
                &[]
            };
            let (out, err) = ask(command, language, model, options, 2);
            assert!(out.is_empty(), "{out}");
            assert!(
                err.contains(said) && err.contains(place),
                "{language}: {err}"
            );
        }
    }
}

#[test]
fn what_a_kripke_structure_does_not_say_is_unknown() {
    let (_, err) = ask("check", "hoa", LAMP, &["--ltl", "GF lti"], 2);
    assert!(err.contains("did you mean `lit`?"), "{err}");
    let (_, err) = ask("check", "hoa", LAMP, &["--ltl", "GF taken(a)"], 2);
    assert!(err.contains("has no event"), "{err}");
    ask(
        "check",
        "hoa",
        LAMP,
        &["--ltl", "GF lit", "--weak-fair", "*"],
        2,
    );
}

#[test]
fn a_walk_begins_in_any_initial_state() {
    let two = LAMP.replace("Start: 0\n", "Start: 0\nStart: 1\n");
    let model = file("two.hoa", &two);
    let (out, _) = common::check(&["simulate", &model], "start 2\n1\nstart 3\nquit\n", 0);
    let expected = "initial state 1 of 2; `start N` for another
  state = 0
   1  a step: nothing changes
   2  a step: state = 1
>   state = 1
   1  a step: state = 0
   2  a step: state = 2
> a step: state = 0
   1  a step: nothing changes
   2  a step: state = 1
> choose an initial state from 1 to 2
> ";
    assert_eq!(out, expected);
    let begins = |seed: &&str| {
        let options = ["--random", "--steps", "1", "--seed", seed];
        ask_json("simulate", "hoa", &two, &options, 0)["walk"][0]["state"]["state"].as_u64()
    };
    let seeds = ["1", "2", "3", "4", "5", "6", "7", "8"];
    let found: Vec<_> = seeds.iter().map(begins).collect();
    assert!(
        found.contains(&Some(0)) && found.contains(&Some(1)),
        "{found:?}"
    );
}

#[test]
fn a_hint_names_few_of_many_events() {
    let mut system = "des (0,101,1)\n(0,idle,0)\n".to_owned();
    for number in 0..100 {
        system += &format!("(0,work{number},0)\n");
    }
    let (out, _) = ask("check", "aut", &system, &["--ltl", "GF !idle"], 1);
    assert!(out.contains("hint: work0, work1,"), "{out}");
    assert!(out.contains("…") && !out.contains("work99"), "{out}");
}

#[test]
fn dead_means_the_same_everywhere_and_other_names_are_the_models_own() {
    let system = "des (0,2,1)\n(0,dead,0)\n(0,\"taken(x)\",0)\n";
    let (_, err) = ask("check", "aut", system, &["--ltl", "G !dead"], 0);
    assert!(err.contains("the action is `taken(dead)`"), "{err}");
    ask(
        "check",
        "aut",
        system,
        &["--ltl", "G(\"taken(x)\" | taken(dead))"],
        0,
    );
    let structure = LAMP
        .replace("\"lit\"", "\"dead\"")
        .replace("\"broken\"", "\"enabled(x)\"");
    let (_, err) = ask(
        "check",
        "hoa",
        &structure,
        &["--ltl", "G(dead <-> \"enabled(x)\")"],
        0,
    );
    assert!(err.contains("whatever the structure says"), "{err}");
}

/// The name occurs earlier, in the name of the automaton.
#[test]
fn an_unknown_proposition_of_an_automaton_is_shown_where_it_is_declared() {
    let file = common::scratch("unknown.hoa");
    let text = "HOA: v1\nname: \"oops\"\nStart: 0\nAP: 1 \"oops\"\nacc-name: all\nAcceptance: 1 Inf(0)\n--BODY--\nState: 0 [0] 0 {0}\n--END--\n";
    std::fs::write(&file, text).expect("it can be written");
    let never = file.to_str().expect("a name in UTF-8");
    let (_, err) = common::check(
        &["check", "../../corpus/semaphore.dve", "--never", never],
        "",
        2,
    );
    assert!(err.contains("unknown.hoa:4:8"), "{err}");
    assert!(
        err.contains("the acceptance condition is not `all`"),
        "{err}"
    );
}
