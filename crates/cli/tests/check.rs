//! `lariat check` and `lariat replay`, as a user types them.

mod common;

use std::path::PathBuf;
use std::process::Output;

use serde_json::Value;

/// Q can enter only now and then, because P keeps changing x.
const TOGGLE: &str = "\
byte x;
process P { state q; init q; trans q -> q { effect x = 1 - x; }; }
process Q { state w, c; init w; trans w -> c { guard x == 1; }, c -> w {}; }
system async;
";

/// A counter that stops at 3.
const COUNTER: &str = "\
byte x;
process P { state q; init q; trans q -> q { guard x < 3; effect x = x + 1; }; }
system async;
";

/// The same with a property process that says: x never becomes 2.
const OBSERVED: &str = "\
byte x;
process P { state q; init q; trans q -> q { guard x < 3; effect x = x + 1; }; }
process Never { state s, t; init s; accept t;
  trans s -> s {}, s -> t { guard x == 2; }, t -> t {}; }
system async property Never;
";

/// More states than anybody waits for.
const ENDLESS: &str = "\
int x; int y; int z;
process P { state q; init q; trans q -> q { effect x = (x + 1) % 30000; }; }
process Q { state q; init q; trans q -> q { effect y = (y + 1) % 30000; }; }
process R { state q; init q; trans q -> q { effect z = (z + 1) % 30000; }; }
system async;
";

/// A folder of its own for the files of a test.
struct Folder(PathBuf);

impl Folder {
    fn new(test: &str) -> Self {
        let path = common::scratch(test);
        std::fs::create_dir_all(&path).expect("a folder for the test");
        Folder(path)
    }

    fn file(&self, name: &str, text: &str) -> String {
        let path = self.path(name);
        std::fs::write(&path, text).expect("a file for the test");
        path
    }

    fn path(&self, name: &str) -> String {
        self.0
            .join(name)
            .to_str()
            .expect("a name in UTF-8")
            .to_owned()
    }
}

fn lariat(args: &[&str]) -> Output {
    common::lariat(args, "")
}

fn code(output: &Output) -> i32 {
    output.status.code().expect("it exits")
}

fn text(bytes: &[u8]) -> &str {
    std::str::from_utf8(bytes).expect("UTF-8")
}

/// The JSON document of `check` with these arguments.
fn json(args: &[&str]) -> (Value, i32) {
    let output = lariat(&[&["check", "--format", "json"], args].concat());
    let document = serde_json::from_slice(&output.stdout);
    let document = document.unwrap_or_else(|error| panic!("{error}: {output:?}"));
    (document, code(&output))
}

fn verdicts(document: &Value) -> Vec<&str> {
    let results = document["results"].as_array().expect("results");
    results
        .iter()
        .map(|result| result["verdict"].as_str().expect("a verdict"))
        .collect()
}

#[test]
fn strong_fairness_helps_where_weak_fairness_does_not() {
    let folder = Folder::new("fairness");
    let model = folder.file("toggle.dve", TOGGLE);
    let ask = |fair: &[&str]| json(&[&[&model, "--ltl", "GF Q.c"], fair].concat());
    for (fair, expected) in [
        (&[][..], "violated"),
        (&["--weak-fair", "*"], "violated"),
        (&["--strong-fair", "P"], "violated"),
        (&["--strong-fair", "Q"], "holds"),
        (&["--weak-fair", "*", "--strong-fair", "*"], "holds"),
        (&["--assume", "GF enabled(Q) -> GF taken(Q)"], "holds"),
        (&["--assume", "FG enabled(Q) -> GF taken(Q)"], "violated"),
    ] {
        let (document, exit) = ask(fair);
        assert_eq!(verdicts(&document), [expected], "{fair:?}");
        assert_eq!(exit, i32::from(expected == "violated"), "{fair:?}");
        let pairs = document["results"][0]["stats"]["fairness_pairs"]
            .as_u64()
            .expect("a number");
        let named = fair
            .iter()
            .any(|word| word.contains("strong") || word.starts_with("GF enabled"));
        assert_eq!(pairs > 0, named, "{fair:?}");
    }
}

#[test]
fn the_fairness_of_the_file_counts_unless_told_otherwise() {
    let folder = Folder::new("file-fairness");
    let model = folder.file("toggle.dve", &format!("// lariat: strong-fair Q\n{TOGGLE}"));
    assert_eq!(verdicts(&json(&[&model, "--ltl", "GF Q.c"]).0), ["holds"]);
    assert_eq!(
        verdicts(&json(&[&model, "--ltl", "GF Q.c", "--no-file-fairness"]).0),
        ["violated"]
    );
}

#[test]
fn a_document_has_the_fields_of_the_contract() {
    let folder = Folder::new("document");
    let model = folder.file("counter.dve", COUNTER);
    let (document, exit) = json(&[&model, "--ltl", "G \"x < 3\"", "--ltl", "F x == 3"]);
    assert_eq!(exit, 1);
    assert_eq!(document["model"], *model);
    assert_eq!(verdicts(&document), ["violated", "holds"]);
    let result = &document["results"][0];
    assert_eq!(result["property"], "G \"x < 3\"");
    for field in [
        "states",
        "transitions",
        "product_states",
        "product_transitions",
        "fairness_pairs",
        "time_s",
        "peak_memory_bytes",
    ] {
        assert!(result["stats"][field].is_number(), "{field}");
    }
    let run = &result["counterexample"];
    let prefix = run["prefix"].as_array().expect("a prefix");
    assert_eq!(prefix.len(), 4);
    assert_eq!(prefix[0]["state"], serde_json::json!({"P": "q", "x": 0}));
    assert_eq!(prefix[0]["props"], serde_json::json!(["x < 3"]));
    assert_eq!(prefix[0]["event"], serde_json::json!(["P"]));
    assert_eq!(prefix[3]["event"], serde_json::json!([]));
    assert_eq!(
        (&run["cycle"], &run["finite"]),
        (&serde_json::json!([]), &true.into())
    );
    assert_eq!(result["fairness"], serde_json::json!([]));
    assert_eq!(result["assumptions"], serde_json::json!([]));
    assert_eq!(result["deadlock"], "stutter");
    assert_eq!(document["results"][1]["counterexample"], Value::Null);
}

#[test]
fn deadlocks_stutter_or_are_dropped_or_are_faults() {
    let folder = Folder::new("deadlock");
    let model = folder.file("counter.dve", COUNTER);
    let ask = |mode: &str, formula: &str| json(&[&model, "--ltl", formula, "--deadlock", mode]).0;
    assert_eq!(verdicts(&ask("stutter", "G !dead")), ["violated"]);
    assert_eq!(verdicts(&ask("stutter", "F dead")), ["holds"]);
    let dropped = ask("drop", "false");
    assert_eq!(verdicts(&dropped), ["holds"], "there is no run");
    assert_eq!(dropped["results"][0]["vacuous"], true);
    let faulty = ask("error", "F x == 3");
    assert_eq!(verdicts(&faulty), ["holds", "violated"]);
    assert_eq!(faulty["results"][1]["property"], "deadlock");
    assert_eq!(
        faulty["results"][1]["counterexample"]["prefix"]
            .as_array()
            .unwrap()
            .len(),
        4
    );
    assert_eq!(
        faulty["results"][1]["counterexample"]["cycle"],
        serde_json::json!([])
    );
}

#[test]
fn errors_and_assertions_are_violations_of_their_own() {
    let folder = Folder::new("faults");
    let overflow = COUNTER.replace("x < 3", "x < 255 || x == 255");
    let assertion = COUNTER.replace("init q;", "init q; assert q: x < 2;");
    for (name, text, property, steps) in [
        ("overflow.dve", overflow, "error", 256),
        ("assertion.dve", assertion, "assert", 3),
    ] {
        let model = folder.file(name, &text);
        // The property holds at once, and the rest of the model is searched all the same.
        let saved = folder.path("fault.json");
        let (document, exit) = json(&[&model, "--ltl", "x == 0", "--trace", &saved]);
        assert_eq!(exit, 1, "{name}");
        assert_eq!(verdicts(&document), ["holds", "violated"], "{name}");
        let fault = &document["results"][1];
        assert_eq!(fault["property"], property);
        assert_eq!(
            fault["counterexample"]["prefix"].as_array().unwrap().len(),
            steps,
            "{name}"
        );
        assert_eq!(code(&lariat(&["replay", &saved, &model])), 0, "{name}");
        let sound = folder.file("sound.dve", COUNTER);
        assert_eq!(code(&lariat(&["replay", &saved, &sound])), 1, "{name}");
    }
}

#[test]
fn a_property_process_is_the_file_s_own_property() {
    let folder = Folder::new("process");
    let model = folder.file("observed.dve", OBSERVED);
    let saved = folder.path("run.json");
    let (document, exit) = json(&[&model, "--trace", &saved]);
    assert_eq!((verdicts(&document), exit), (vec!["violated"], 1));
    assert_eq!(document["results"][0]["property"], "Never");
    assert_eq!(code(&lariat(&["replay", &saved, &model])), 0);
    assert_eq!(
        verdicts(&json(&[&model, "--property", "Never"]).0),
        ["violated"]
    );
    assert_eq!(
        verdicts(&json(&[&model, "--ltl", "F x == 3"]).0),
        ["holds"],
        "the process is ignored"
    );
    assert_eq!(code(&lariat(&["check", &model, "--property", "Other"])), 2);
    let without = folder.file("counter.dve", COUNTER);
    let (document, exit) = json(&[&without]);
    let names = document["results"].as_array().expect("results").iter();
    let names: Vec<_> = names.map(|result| result["property"].clone()).collect();
    assert_eq!(
        names,
        ["assert", "error", "deadlock"],
        "what is asked without a property"
    );
    assert_eq!(
        (verdicts(&document), exit),
        (vec!["holds", "holds", "violated"], 1)
    );
}

/// A property process with a variable of its own is more than an automaton.
#[test]
fn a_property_process_may_have_variables() {
    let folder = Folder::new("variables");
    let counting = OBSERVED
        .replace("process Never {", "process Never { byte n;")
        .replace("s -> s {}", "s -> s { guard n < 9; effect n = n + 1; }")
        .replace("guard x == 2", "guard x == 2 && n == 2");
    let model = folder.file("counting.dve", &counting);
    let saved = folder.path("run.json");
    assert_eq!(
        verdicts(&json(&[&model, "--trace", &saved]).0),
        ["violated"]
    );
    assert_eq!(code(&lariat(&["replay", &saved, &model])), 0);
    let never = folder.file("never.dve", &counting.replace("n == 2", "n == 1"));
    assert_eq!(verdicts(&json(&[&never]).0), ["holds"]);
}

#[test]
fn automata_are_properties_too() {
    let folder = Folder::new("automata");
    let model = folder.file("toggle.dve", TOGGLE);
    let claim = folder.file(
        "claim",
        "never { T0: if :: (x == 1) -> goto accept_all :: (1) -> goto T0 fi; accept_all: skip }",
    );
    let recurrence = "HOA: v1\nStates: 1\nStart: 0\nAP: 1 \"Q.c\"\nAcceptance: 1 Inf(0)\n--BODY--\nState: 0\n[0] 0 {0}\n[!0] 0\n--END--\n";
    let gfc = folder.file("gfc.hoa", recurrence);
    let saved = folder.path("run.itf.json");
    assert_eq!(
        verdicts(&json(&[&model, "--never", &claim, "--trace", &saved]).0),
        ["violated"]
    );
    assert_eq!(code(&lariat(&["replay", &saved, &model])), 0);
    assert_eq!(
        verdicts(&json(&[&model, "--automaton", &gfc, "--trace", &saved]).0),
        ["violated"]
    );
    assert_eq!(code(&lariat(&["replay", &saved, &model])), 0);
    assert_eq!(
        verdicts(&json(&[&model, "--automaton", &gfc, "--strong-fair", "Q"]).0),
        ["holds"]
    );
    assert_eq!(
        verdicts(&json(&[&model, "--never", &gfc, "--strong-fair", "Q"]).0),
        ["violated"]
    );
    let guessing = folder.file("guess.hoa", &recurrence.replace("[!0] 0", "[t] 0"));
    let output = lariat(&["check", &model, "--automaton", &guessing]);
    assert_eq!(code(&output), 2);
    assert!(
        text(&output.stderr).contains("not deterministic"),
        "{output:?}"
    );
}

#[test]
fn a_saved_trace_is_confirmed_by_its_model_and_by_no_other() {
    let folder = Folder::new("replay");
    let model = folder.file("toggle.dve", TOGGLE);
    for name in ["run.json", "run.itf.json"] {
        let saved = folder.path(name);
        let args = [
            "check",
            &model,
            "--ltl",
            "GF Q.c",
            "--weak-fair",
            "*",
            "--assume",
            "GF x == 1",
            "--trace",
            &saved,
        ];
        assert_eq!(code(&lariat(&args)), 1);
        let confirmed = lariat(&["replay", &saved, &model]);
        assert_eq!(
            (code(&confirmed), text(&confirmed.stdout)),
            (0, "confirmed\n")
        );
        let changed = folder.file("changed.dve", &TOGGLE.replace("1 - x", "2 - x"));
        assert_eq!(code(&lariat(&["replay", &saved, &changed])), 1);
        // The same run, said to be strongly fair, is not.
        let document = std::fs::read_to_string(&saved).unwrap();
        let unfair = document
            .replace("\"weak_fair\"", "\"other\"")
            .replace("\"strong_fair\"", "\"weak_fair\"")
            .replace("\"other\"", "\"strong_fair\"");
        let unfair = folder.file("unfair.json", &unfair);
        let output = lariat(&["replay", &unfair, &model]);
        assert_eq!(code(&output), 1, "{output:?}");
        assert!(text(&output.stdout).contains("not fair to Q"), "{output:?}");
    }
    let broken = folder.file("broken.json", "{\"model\": 3}");
    assert_eq!(code(&lariat(&["replay", &broken, &model])), 2);
}

#[test]
fn a_trace_in_words_shows_changes_the_cycle_and_why_it_is_fair() {
    let folder = Folder::new("words");
    let model = folder.file("toggle.dve", TOGGLE);
    let output = lariat(&["check", &model, "--ltl", "GF Q.c", "--weak-fair", "*"]);
    let shown = text(&output.stdout);
    for part in [
        "GF Q.c: violated",
        "P = q, Q = w, x = 0",
        "x = 1",
        "↓ P",
        "back to 0",
        "weakly fair to P: taken at step 0",
        "weakly fair to Q: not enabled in state 0",
    ] {
        assert!(shown.contains(part), "{part} in\n{shown}");
    }
    let hinted = lariat(&["check", &model, "--ltl", "GF Q.c"]);
    let strong = "hint: Q is enabled again and again but never taken: holds with --strong-fair Q, not with weak fairness";
    assert!(text(&hinted.stdout).contains(strong), "{hinted:?}");
    let helped = lariat(&["check", &model, "--ltl", "GF Q.c", "--strong-fair", "Q"]);
    assert_eq!(code(&helped), 0, "the advice is good");
    let starved = folder.file("two.dve", &TOGGLE.replace("guard x == 1; ", ""));
    let hinted = lariat(&["check", &starved, "--ltl", "GF Q.c"]);
    assert!(
        text(&hinted.stdout)
            .contains("hint: Q is always enabled but never taken: holds with --weak-fair Q"),
        "{hinted:?}"
    );
}

#[test]
fn properties_that_hold_for_want_of_an_occasion_are_told() {
    let folder = Folder::new("vacuity");
    let model = folder.file("counter.dve", COUNTER);
    let output = lariat(&["check", &model, "--ltl", "G(x == 7 -> F x == 0)"]);
    assert_eq!(code(&output), 0);
    assert!(text(&output.stderr).contains("never occurs"), "{output:?}");
    let output = lariat(&["check", &model, "--ltl", "G(x == 2 -> F x == 3)"]);
    assert_eq!((code(&output), text(&output.stderr)), (0, ""));
    let (document, _) = json(&[&model, "--ltl", "false", "--assume", "GF x == 1"]);
    assert_eq!(document["results"][0]["vacuous"], true);
}

#[test]
fn bad_questions_are_refused_at_their_place() {
    let folder = Folder::new("bad");
    let model = folder.file("toggle.dve", TOGGLE);
    let broken = folder.file("broken.dve", "byte x\nprocess P {");
    let binary = folder.path("binary.dve");
    std::fs::write(&binary, [0, 159, 146, 150]).unwrap();
    let missing = folder.path("missing.dve");
    for (args, word) in [
        (&[&model, "--ltl", "GF Q.d"][..], "Q.d"),
        (&[&model, "--ltl", "GF R.c"], "R"),
        (&[&model, "--ltl", "G(a"], "<--ltl>"),
        (&[&model, "--ltl", "GF enabled(R)"], "events are P, Q"),
        (
            &[&model, "--ltl", "GF Q.c", "--weak-fair", "R*"],
            "events are P, Q",
        ),
        (&[&model, "--ltl", "GF Q.c", "--weak-fair", "["], "pattern"),
        (&[&model, "--ltl", "GF Q.c", "--assume", "GF"], "<--assume>"),
        (
            &[
                &model,
                "--ltl",
                "GF Q.c",
                "--strong-fair",
                "*",
                "--algorithm",
                "ndfs",
            ],
            "ndfs",
        ),
        (
            &[&model, "--ltl", "GF Q.c", "--algorithm", "terminal"],
            "terminal",
        ),
        (&[&broken, "--ltl", "true"], "broken.dve:2:1"),
        (&[&binary, "--ltl", "true"], "UTF-8"),
        (&[&missing, "--ltl", "true"], "cannot read"),
        (&["-", "--ltl", "true"], "--input"),
    ] {
        let output = lariat(&[&["check"], args].concat());
        assert_eq!(code(&output), 2, "{args:?}: {output:?}");
        assert!(
            text(&output.stderr).contains(word),
            "{args:?}: {}",
            text(&output.stderr)
        );
        assert!(output.stdout.is_empty(), "{args:?}");
    }
}

#[test]
fn a_property_process_with_variables_heeds_the_deadlock_mode() {
    let folder = Folder::new("observer");
    let model = folder.file(
        "ends.dve",
        "process P { state a, b; init a; trans a -> b {}; }
         process Observer { byte n; state q; init q; accept q; trans q -> q { effect n = 1 - n; }; }
         system async property Observer;",
    );
    for (mode, expected) in [("stutter", ("violated", 1)), ("drop", ("holds", 0))] {
        let (document, exit) = json(&[&model, "--deadlock", mode]);
        assert_eq!((verdicts(&document)[0], exit), expected, "{mode}");
    }
}

#[test]
fn a_translation_that_takes_too_long_is_undecided() {
    let folder = Folder::new("translation");
    let variables: String = (0..16).map(|n| format!("byte p{n};\n")).collect();
    let model = folder.file(
        "idle.dve",
        &format!("{variables}process P {{ state q; init q; trans q -> q {{}}; }}\nsystem async;\n"),
    );
    // Its automaton has a few hundred thousand states.
    let parts: Vec<String> = (1..16)
        .map(|n| format!("(F p{} | G p{n})", n - 1))
        .collect();
    let formula = format!("!({})", parts.join(" & "));
    let (document, exit) = json(&[&model, "--ltl", &formula, "--timeout", "100ms"]);
    assert_eq!((verdicts(&document), exit), (vec!["undecided"], 3));
}

#[test]
fn limits_end_in_undecided() {
    let folder = Folder::new("limits");
    let large = COUNTER.replace("byte x;", "byte x; byte y;").replace(
        "system",
        "process R { state q; init q; trans q -> q { guard y < 200; effect y = y + 1; }, q -> q { guard y == 200; effect y = 0; }; }\nsystem",
    );
    let model = folder.file("large.dve", &large.replace("x < 3", "x < 200"));
    let (document, exit) = json(&[&model, "--ltl", "G \"x < 201\"", "--max-states", "5000"]);
    assert_eq!((verdicts(&document), exit), (vec!["undecided"], 3));
    assert!(document["results"][0]["stats"]["states"].as_u64().unwrap() >= 5000);
    let (document, exit) = json(&[&model, "--ltl", "G \"x < 201\"", "--timeout", "0s"]);
    assert_eq!((verdicts(&document), exit), (vec!["undecided"], 3));
    let (document, exit) = json(&[&model, "--ltl", "G \"x < 201\""]);
    assert_eq!((verdicts(&document), exit), (vec!["holds"], 0));
    // Of several answers the worst decides: a violation is worse than a limit.
    let (document, exit) = json(&[
        &model,
        "--ltl",
        "G \"x < 201\"",
        "--ltl",
        "G \"x < 3\"",
        "--max-states",
        "5000",
    ]);
    assert_eq!(
        (verdicts(&document), exit),
        (vec!["undecided", "violated"], 1)
    );
}

#[test]
fn every_algorithm_and_translation_is_at_hand() {
    let folder = Folder::new("ways");
    let model = folder.file("toggle.dve", TOGGLE);
    for algorithm in ["auto", "couvreur", "streett", "latvala", "ndfs", "generic"] {
        let (document, _) = json(&[&model, "--ltl", "FG x == 1", "--algorithm", algorithm]);
        assert_eq!(verdicts(&document), ["violated"], "{algorithm}");
    }
    for algorithm in ["terminal", "weak"] {
        let (document, _) = json(&[&model, "--ltl", "G x == 0", "--algorithm", algorithm]);
        assert_eq!(verdicts(&document), ["violated"], "{algorithm}");
    }
    for translation in ["tableau", "alternating", "lazy"] {
        let (document, _) = json(&[
            &model,
            "--ltl",
            "G(Q.w -> F Q.c)",
            "--strong-fair",
            "Q",
            "--translation",
            translation,
        ]);
        assert_eq!(verdicts(&document), ["holds"], "{translation}");
    }
    let (document, _) = json(&[&model, "--ltl", "GF Q.c", "--shortest"]);
    let run = &document["results"][0]["counterexample"];
    assert_eq!(
        run["prefix"].as_array().unwrap().len() + run["cycle"].as_array().unwrap().len(),
        2
    );
}

#[test]
fn a_page_holds_the_trace_its_timelines_and_the_automaton_that_reads_it() {
    let folder = Folder::new("page");
    let model = folder.file("toggle.dve", TOGGLE);
    let page = folder.path("toggle.html");
    let done = lariat(&[
        "check", &model, "--ltl", "G F Q.c", "--ltl", "G x <= 1", "--html", &page,
    ]);
    assert_eq!(done.status.code(), Some(1));
    let page = std::fs::read_to_string(page).expect("the page was written");
    let data = page.split("id=\"data\">").nth(1).expect("it has data");
    let data = data.split("</script>").next().expect("the data end");
    let report: Value = serde_json::from_str(data).expect("the data are JSON");
    let (broken, kept) = (&report["results"][0], &report["results"][1]);
    assert_eq!(
        [&broken["verdict"], &kept["verdict"]],
        ["violated", "holds"]
    );
    let trace = &broken["counterexample"];
    let count = |part: &str| trace[part].as_array().map_or(0, Vec::len);
    let length = count("prefix") + count("cycle");
    for (formula, truth) in [("F Q.c", false), ("GF Q.c", false)] {
        let timelines = broken["timelines"].as_array().expect("there are timelines");
        let timeline = timelines.iter().find(|timeline| timeline[0] == formula);
        let values = timeline.unwrap_or_else(|| panic!("{formula}: {timelines:?}"))[1].as_array();
        let expected = vec![Value::Bool(truth); length];
        assert_eq!(values, Some(&expected), "{formula}");
    }
    let automaton = &broken["automaton"];
    let states = automaton["reading"]["states"]
        .as_array()
        .expect("it reads the run");
    let svg = automaton["svg"].as_str().expect("it is drawn");
    for state in states {
        assert!(svg.contains(&format!("data-state=\"{state}\"")), "{state}");
    }
    assert!(kept["automaton"].is_null());
}

#[test]
fn a_page_knows_which_runs_count_and_which_processes_never_move() {
    let model = "byte n;
        process A { state s, t; init s; trans s -> t { effect n = 1; }, t -> s { effect n = 0; }; }
        process Still { state q; init q; }
        system async;";
    let arguments = ["check", "-", "--input", "dve", "--ltl", "G n == 0"];
    let more = ["--weak-fair", "A", "--assume", "GF A.s", "--format", "html"];
    let (page, _) = common::check(&[&arguments[..], &more].concat(), model, 1);
    let data = page.split("id=\"data\">").nth(1).expect("it has data");
    let data = data.split("</script>").next().expect("the data end");
    let report: Value = serde_json::from_str(data).expect("the data are JSON");
    let conditions = &report["conditions"];
    let expected = serde_json::json!({"weak": ["A"], "strong": [], "assume": ["GF A.s"], "deadlock": "stutter"});
    assert_eq!(*conditions, expected);
    let processes = &report["results"][0]["processes"];
    assert_eq!(*processes, serde_json::json!(["A", "Still"]));
    assert_eq!(report["model"], "The model", "it has no name");
}

#[test]
fn a_proposition_may_have_no_value_in_the_first_state() {
    let model = "byte cells[2], far = 7;
        process P { state q; init q; trans q -> q {}; }
        system async;";
    let arguments = [
        "check",
        "-",
        "--input",
        "dve",
        "--ltl",
        "G(cells[far] == 1)",
    ];
    let (out, _) = common::check(&arguments, model, 1);
    assert!(out.contains("error: violated"), "{out}");
    assert!(
        out.contains("a proposition has no value in state 0"),
        "{out}"
    );
}

/// The result of each question, without what depends on the machine and on other questions.
fn results(args: &[&str]) -> Vec<Value> {
    let (mut document, _) = json(args);
    let results = document["results"].as_array_mut().expect("results");
    for result in &mut *results {
        let stats = result["stats"].as_object_mut().expect("statistics");
        for name in ["time_s", "peak_memory_bytes", "store_bytes"] {
            stats.remove(name);
        }
    }
    std::mem::take(results)
}

#[test]
fn questions_asked_together_are_answered_as_if_alone() {
    let folder = Folder::new("together");
    let files = [("toggle.dve", TOGGLE), ("counter.dve", COUNTER)];
    let [toggle, counter] = files.map(|(name, text)| folder.file(name, text));
    for (model, fair, formulas) in [
        (
            &toggle,
            "--strong-fair=Q",
            ["GF Q.c", "FG Q.w", "X Q.c", "G(x == 0 -> F x == 1)"],
        ),
        (
            &toggle,
            "--weak-fair=*",
            ["GF Q.c", "FG Q.w", "G !dead", "GF taken(Q)"],
        ),
        (
            &counter,
            "--deadlock=drop",
            ["F x == 3", "G x < 2", "F dead", "G x < 4"],
        ),
    ] {
        let ask = |formulas: &[&str]| {
            let questions = formulas.iter().flat_map(|formula| ["--ltl", formula]);
            let args: Vec<&str> = [model, fair].into_iter().chain(questions).collect();
            results(&args)
        };
        let alone: Vec<Value> = formulas
            .iter()
            .flat_map(|formula| ask(&[formula]))
            .collect();
        assert_eq!(ask(&formulas), alone, "{formulas:?}");
    }
}

#[test]
fn a_limit_that_ends_one_question_leaves_the_others() {
    let folder = Folder::new("limit-of-one");
    let model = folder.file("endless.dve", ENDLESS);
    let formulas = ["--ltl", "G \"x >= 0\"", "--ltl", "F \"x == 0\""];
    let (document, exit) = json(&[&[&*model, "--max-states", "5000"], &formulas[..]].concat());
    assert_eq!(verdicts(&document), ["undecided", "holds"], "{document}");
    assert_eq!(exit, 3);
}

/// A counter with properties and an assumption in comments.
const COMMENTED: &str = "byte x;
// lariat: ltl never_two: G x != 2
/* lariat: ltl often: GF x == 0 */
// lariat: assume G x != 3
process P { state q; init q; trans
    q -> q { guard x < 3; effect x = x + 1; },
    q -> q { /* lariat: label reset */ effect x = 0; }; }
system async;";

#[test]
fn properties_in_comments_are_the_file_s_own() {
    let folder = Folder::new("commented");
    let model = folder.file("commented.dve", COMMENTED);
    let saved = folder.path("run.json");
    let (document, exit) = json(&[&model, "--trace", &saved]);
    assert_eq!((verdicts(&document), exit), (vec!["violated", "holds"], 1));
    assert_eq!(document["results"][0]["property"], "never_two");
    assert_eq!(document["results"][1]["property"], "often");
    assert_eq!(code(&lariat(&["replay", &saved, &model])), 0);
    let picked = json(&[&model, "--property", "often"]).0;
    assert_eq!(verdicts(&picked), ["holds"]);
    // Without the assumption x may stay 3, unless the reset is fair.
    let free = ["--property", "often", "--no-file-fairness"];
    let (document, _) = json(&[&[model.as_str()], &free[..]].concat());
    assert_eq!(
        verdicts(&document),
        ["holds"],
        "a run that stays at 3 resets, too"
    );
    assert_eq!(verdicts(&json(&[&model, "--ltl", "G x < 3"]).0), ["holds"]);
    assert_eq!(
        verdicts(&json(&[&model, "--ltl", "G x < 3", "--no-file-fairness"]).0),
        ["violated"]
    );
}

#[test]
fn properties_in_files_have_names_or_none() {
    let folder = Folder::new("lines");
    let model = folder.file("commented.dve", COMMENTED);
    let lines = "# the file's own\nsmall: G x < 9\n\n  F x == 2 \nlate: F x == 9\n";
    let lines = folder.file("lines.ltl", lines);
    let (document, exit) = json(&[&model, "-F", &lines]);
    assert_eq!(exit, 1);
    let results = document["results"].as_array().expect("results");
    let names: Vec<_> = results
        .iter()
        .map(|result| result["property"].as_str())
        .collect();
    assert_eq!(names, [Some("small"), Some("F x == 2"), Some("late")]);
    assert_eq!(verdicts(&document), ["holds", "violated", "violated"]);
    let picked = json(&[
        &model,
        "-F",
        &lines,
        "--property",
        "small",
        "--property",
        "often",
    ])
    .0;
    assert_eq!(picked["results"][0]["property"], "small");
    assert_eq!(picked["results"][1]["property"], "often");
    assert_eq!(picked["results"].as_array().map(Vec::len), Some(2));
    // A name that is there twice cannot be picked.
    let same = folder.file("same.ltl", "often: GF x == 1\n");
    assert_eq!(code(&lariat(&["check", &model, "-F", &same])), 1);
    let ambiguous = ["check", &model, "-F", &same, "--property", "often"];
    assert_eq!(code(&lariat(&ambiguous)), 2);
}

#[test]
fn properties_in_comments_of_nets_are_asked() {
    let folder = Folder::new("net-comments");
    let net = "<pnml><net id=\"n\" type=\"ptnet\"><!-- lariat: ltl full: F \"b > 0\" -->
        <!-- lariat: label oops -->
        <place id=\"a\"><initialMarking><text>1</text></initialMarking></place><place id=\"b\"/>
        <transition id=\"t\"/><arc id=\"x\" source=\"a\" target=\"t\"/><arc id=\"y\" source=\"t\" target=\"b\"/>
        </net></pnml>";
    let model = folder.file("net.pnml", net);
    let (document, exit) = json(&[&model]);
    assert_eq!((verdicts(&document), exit), (vec!["holds"], 0));
    assert_eq!(document["results"][0]["property"], "full");
}

#[test]
fn fairness_to_an_action_is_saved_and_replayed() {
    let folder = Folder::new("actions");
    let model = folder.file(
        "link.dve",
        "channel c; byte x;
        process P { state q, r; init q; trans q -> r { sync c?; }, r -> q { /* lariat: label a */ effect x = 1; },
            r -> q { /* lariat: label b */ effect x = 0; }; }
        process Q { state s; init s; trans s -> s { sync c!; }; } system async;",
    );
    let saved = folder.path("run.json");
    let ask = |fair: &[&str]| {
        let asked = [
            &[model.as_str(), "--ltl", "GF x == 1", "--trace", &saved],
            fair,
        ]
        .concat();
        verdicts(&json(&asked).0).concat()
    };
    assert_eq!(ask(&["--strong-fair", "*"]), "violated");
    assert_eq!(ask(&["--strong-fair", "P.a"]), "holds");
    assert_eq!(
        ask(&["--strong-fair", "P.b", "--strong-fair", "P.c?"]),
        "violated"
    );
    assert_eq!(code(&lariat(&["replay", &saved, &model])), 0);
    // The union of both is taken by either.
    assert_eq!(ask(&["--strong-fair", "P.r->q"]), "violated");
    assert_eq!(
        ask(&["--weak-fair", "P.?"]),
        "violated",
        "it is enabled now and then"
    );
    assert_eq!(ask(&["--strong-fair", "P.*"]), "holds");
}
