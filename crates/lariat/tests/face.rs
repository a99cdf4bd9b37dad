//! The library as another program sees it: one crate, one [`Checker`], whatever the model is written in.

use std::sync::mpsc;
use std::thread;
use std::time::Duration;

use lariat::machine::{self, Machine, MachineModel, Observation};
use lariat::{
    Answered, Budget, CheckFailure, Checker, Deadlock, Diagnostics, Exhausted, Report, Verdict,
};
use serde_json::{Value, json};

/// The corpus, from which one model of each language is opened.
fn corpus(file: &str) -> String {
    format!("{}/../../corpus/{file}", env!("CARGO_MANIFEST_DIR"))
}

fn open(file: &str) -> Checker {
    Checker::open(&corpus(file)).unwrap_or_else(|faults| panic!("{file}: {faults}"))
}

fn dve(text: &str) -> Checker {
    Checker::parse("dve", text).expect("a model")
}

#[track_caller]
fn holds(checker: &mut Checker, formula: &str) -> bool {
    let answered = checker
        .check(formula)
        .unwrap_or_else(|failure| panic!("{formula}: {failure}"));
    assert_ne!(answered.verdict, Verdict::Undecided, "{formula}");
    answered.holds()
}

/// A door that swings by itself, and that somebody may lock for ever.
struct Door;

impl Machine for Door {
    type State = (bool, bool);
    type Action = &'static str;

    fn init_states(&self) -> Vec<(bool, bool)> {
        vec![(false, false)]
    }

    fn actions(&self, _: &(bool, bool), actions: &mut Vec<&'static str>) {
        actions.extend(["swing", "lock"]);
    }

    fn next_state(
        &self,
        &(is_open, is_locked): &(bool, bool),
        action: &&'static str,
    ) -> Option<(bool, bool)> {
        match *action {
            "swing" if !is_locked => Some((!is_open, false)),
            "lock" if !is_open && !is_locked => Some((false, true)),
            _ => None,
        }
    }

    fn observations(&self) -> Vec<Observation<(bool, bool)>> {
        vec![
            Observation::new("open", |door: &(bool, bool)| door.0),
            Observation::new("locked", |door: &(bool, bool)| door.1),
        ]
    }

    fn events(&self) -> Vec<String> {
        vec!["swing".to_owned(), "lock".to_owned()]
    }

    fn events_of(&self, action: &&'static str) -> Vec<usize> {
        vec![usize::from(*action == "lock")]
    }
}

fn door() -> Checker {
    Checker::new("door", Box::new(MachineModel::new(Door)))
}

#[test]
fn files_of_every_language_are_opened_and_asked() {
    type Fair = fn(&mut Checker, &str) -> Result<(), Diagnostics>;
    let all: Fair = |_, _| Ok(());
    let weakly: Fair = |checker, glob| checker.weak_fair(glob).map(|_| ());
    let strongly: Fair = |checker, glob| checker.strong_fair(glob).map(|_| ());
    let patience = "G(\"P_0.wait\" -> F \"P_0.CS\")";
    let entry = "G(\"wait-0 >= 1\" -> F \"in-0 >= 1\")";
    let service = "G(coin -> F(tea | coffee | break))";
    for (file, formula, fair, expected) in [
        ("semaphore.dve", "G !(P_0.CS & P_1.CS)", all, true),
        ("semaphore.dve", patience, all, false),
        ("semaphore.dve", patience, weakly, false),
        ("semaphore.dve", patience, strongly, true),
        ("mutual_exclusion.pnml", entry, weakly, false),
        ("mutual_exclusion.pnml", entry, strongly, true),
        ("vending.aut", service, all, false),
        ("vending.aut", service, weakly, true),
        ("turn.hoa", "G(nc0 -> F cr0)", all, true),
        ("turn.hoa", "F cr0", all, true),
        ("turn.hoa", "F G cr0", all, false),
    ] {
        let mut checker = open(file);
        assert!(checker.name().ends_with(file));
        fair(&mut checker, "*").expect("there are events");
        assert_eq!(holds(&mut checker, formula), expected, "{file}: {formula}");
    }
}

#[test]
fn texts_and_machines_are_asked_in_the_same_way() {
    let text = "byte open; byte locked;
        process swing { state q; init q; trans q -> q { guard locked == 0; effect open = 1 - open; }; }
        process lock { state q; init q; trans q -> q { guard open + locked == 0; effect locked = 1; }; }
        system async;";
    let written = || (dve(text), ["open == 1", "locked == 1"]);
    let coded = || (door(), ["open", "locked"]);
    let models: [&dyn Fn() -> (Checker, [&'static str; 2]); 2] = [&written, &coded];
    for model in models {
        let ask = |weak: &[&str], strong: &[&str], assumed: &[&str], formula: &str| {
            let (mut checker, [open, locked]) = model();
            let spell = |text: &str| {
                let text = text.replace("OPEN", &format!("\"{open}\""));
                text.replace("LOCKED", &format!("\"{locked}\""))
            };
            for glob in weak {
                checker.weak_fair(glob).expect("an event");
            }
            for glob in strong {
                checker.strong_fair(glob).expect("an event");
            }
            for formula in assumed {
                checker.assume(&spell(formula)).expect("a formula");
            }
            holds(&mut checker, &spell(formula))
        };
        let none = &[][..];
        assert!(ask(none, none, none, "G !(OPEN & LOCKED)"));
        assert!(ask(none, none, none, "G(LOCKED -> G dead)"));
        assert!(!ask(none, none, none, "F LOCKED"));
        assert!(!ask(&["*"], none, none, "F LOCKED"));
        assert!(!ask(&["lock"], &["swing"], none, "F LOCKED"));
        assert!(ask(none, &["l*"], none, "F LOCKED"));
        assert!(!ask(none, &["*"], none, "GF OPEN"));
        assert!(ask(none, none, &["GF OPEN"], "G !LOCKED"));
    }
}

/// The words of a fault's text at its place, and which text that is.
fn place(faults: &Diagnostics) -> (String, String) {
    let place = faults.0[0].place.as_ref().expect("it is located");
    let Some(words) = place.text.content.get(place.span.clone()) else {
        panic!("{:?} is no place in the text", place.span);
    };
    (place.text.origin.to_string(), words.to_owned())
}

#[track_caller]
fn input_fault(checker: &mut Checker, formula: &str) -> Diagnostics {
    match checker.check(formula) {
        Err(CheckFailure::Input(faults)) => faults,
        other => panic!("{formula}: {other:?}"),
    }
}

#[test]
fn what_means_nothing_is_told_at_its_place() {
    let mut semaphore = open("semaphore.dve");
    for (formula, words) in [
        ("G(P_0.wait -> F P_0.Cs)", "Cs"),
        ("GF \"fre == 1\"", "fre"),
        ("GF taken(P_2)", "taken(P_2)"),
    ] {
        let faults = input_fault(&mut semaphore, formula);
        let (origin, found) = place(&faults);
        assert_eq!(origin, "<--ltl>", "{formula}");
        assert_eq!(found, words, "{formula}");
    }
    let unfinished = input_fault(&mut semaphore, "G(P_0.wait ->");
    assert_eq!(place(&unfinished).0, "<--ltl>");
    let unknown = input_fault(&mut door(), "GF opened");
    assert_eq!(place(&unknown).1, "opened");
    let unfair = semaphore.weak_fair("P_O").err().expect("no such event");
    assert_eq!(place(&unfair), ("<--weak-fair>".into(), "P_O".into()));
    assert_eq!(unfair.0[0].help.as_deref(), Some("did you mean `P_0`?"));
    let assumed = semaphore.assume("GF nobody").err().expect("no such name");
    assert_eq!(place(&assumed), ("<--assume>".into(), "nobody".into()));
    // None of that has changed what is asked.
    assert_eq!(semaphore.pending().count(), 0);
    assert!(!holds(&mut semaphore, "GF P_0.CS"));
    assert!(holds(
        semaphore.strong_fair("*").expect("events"),
        "G(P_0.wait -> F P_0.CS)"
    ));
}

#[test]
fn models_that_are_none_are_told_at_their_place() {
    let text = "byte x; process P { state q; init r; } system async;";
    let faults = Checker::parse("dve", text).err().expect("no such state");
    assert_eq!(place(&faults), ("<model>".into(), "r".into()));
    for file in ["nothing.dve", "nothing.else"] {
        let faults = Checker::open(&corpus(file)).err().expect("no such file");
        assert!(faults.to_string().contains(file), "{faults}");
    }
    let faults = Checker::parse("elvish", text).err();
    assert!(
        faults
            .expect("no such language")
            .to_string()
            .contains("dve")
    );
}

/// What is sent to other threads, and back.
#[test]
fn checkers_and_answers_are_sent() {
    fn is_send<T: Send + 'static>() {}
    is_send::<Checker>();
    is_send::<machine::Checker<Door>>();
    is_send::<Answered>();
    is_send::<Report>();
    is_send::<CheckFailure>();
    is_send::<Diagnostics>();
    is_send::<Budget>();
}

#[test]
fn a_checker_moves_to_another_thread_and_back() {
    for mut checker in [open("semaphore.dve"), open("mutual_exclusion.pnml"), door()] {
        let formula = match checker.name() {
            "door" => "F locked",
            name if name.ends_with("pnml") => "G(\"wait-0 >= 1\" -> F \"in-0 >= 1\")",
            _ => "G(P_0.wait -> F P_0.CS)",
        };
        let before = checker.check(formula).expect("an answer");
        let asking = thread::spawn(move || {
            let answered = checker.check(formula).expect("an answer");
            (checker, answered)
        });
        let (mut checker, there) = asking.join().expect("the thread ends well");
        let here = checker.check(formula).expect("an answer");
        for answered in [&there, &here] {
            assert_eq!(answered.verdict, Verdict::Violated);
            assert_eq!(trace(answered), trace(&before));
            assert_eq!(answered.stats.states, before.stats.states);
        }
        checker.strong_fair("*").expect("there are events");
        let fair = thread::spawn(move || holds(&mut checker, formula));
        assert!(fair.join().expect("the thread ends well"), "{formula}");
    }
}

fn trace(answered: &Answered) -> Value {
    let told = answered.counterexample.as_ref().expect("it is violated");
    serde_json::to_value(&told.trace).expect("a document")
}

/// More states than anybody waits for.
const VAST: &str = "
    int x; int y;
    process P { state q; init q; trans q -> q { guard x < 1000000; effect x = x + 1; }; }
    process Q { state q; init q; trans q -> q { guard y < 1000000; effect y = y + 1; }; }
    system async;";

#[test]
fn a_search_is_cancelled_from_another_thread() {
    let (tell, told) = mpsc::channel();
    // If nobody could cancel it, the time would end it.
    let budget = Budget::unlimited()
        .with_time(Duration::from_secs(120))
        .with_observer(move |progress| {
            // Nobody listens any more once it is cancelled.
            let _ = tell.send(progress.states);
        });
    let mut checker = dve(VAST);
    checker.set_budget(budget.clone());
    let asking = thread::spawn(move || {
        let answered = checker.check("G \"x >= 0\"").expect("an answer");
        (checker, answered)
    });
    told.recv().expect("the search makes progress");
    budget.cancel();
    let (mut checker, answered) = asking.join().expect("the thread ends well");
    assert_eq!(answered.verdict, Verdict::Undecided);
    assert_eq!(answered.obstacle, Some(Exhausted::Cancelled));
    assert!(answered.counterexample.is_none() && answered.stats.states > 0);
    // The budget is spent for every question; with another one the checker goes on.
    let again = checker.check("P.q").expect("an answer");
    assert_eq!(again.obstacle, Some(Exhausted::Cancelled));
    checker.set_budget(Budget::unlimited().with_states(1000));
    assert!(holds(&mut checker, "P.q"));
    let limited = checker.check("G \"x >= 0\"").expect("an answer");
    assert_eq!(limited.obstacle, Some(Exhausted::States(1000)));
}

#[test]
fn a_budget_that_is_cancelled_before_anybody_asks_answers_nothing() {
    let budget = Budget::unlimited();
    budget.cancel();
    let mut checker = door();
    checker.set_budget(budget);
    let answered = checker.check("F locked").expect("an answer");
    assert_eq!(answered.verdict, Verdict::Undecided);
    assert_eq!(answered.obstacle, Some(Exhausted::Cancelled));
}

/// The names of a document's fields.
fn fields(document: &Value) -> Vec<&str> {
    let fields = document.as_object().expect("an object");
    fields.keys().map(String::as_str).collect()
}

#[track_caller]
fn has_fields(document: &Value, wanted: &[&str]) {
    let found = fields(document);
    for field in wanted {
        assert!(found.contains(field), "{field} is not among {found:?}");
    }
}

#[test]
fn reports_are_documents_with_the_fields_of_the_command() {
    let mut checker = open("semaphore.dve");
    let formulas = [
        "G(P_0.wait -> F P_0.CS)",
        "G !(P_0.CS & P_1.CS)",
        "GF \"free == 1\"",
    ];
    for formula in formulas {
        checker.ask(formula).expect("a formula");
    }
    checker.strong_fair("P_1").expect("an event");
    assert_eq!(checker.pending().collect::<Vec<_>>(), formulas);
    let report = checker.report().expect("answers");
    assert_eq!(checker.pending().count(), 0);
    let document = serde_json::to_value(&report).expect("a document");
    assert_eq!(fields(&document), ["model", "results"]);
    assert_eq!(document["model"], json!(corpus("semaphore.dve")));
    let results = document["results"].as_array().expect("a list");
    let verdicts: Vec<&Value> = results.iter().map(|result| &result["verdict"]).collect();
    assert_eq!(verdicts, ["violated", "holds", "violated"]);
    for (result, formula) in results.iter().zip(formulas) {
        assert_eq!(result["property"], json!(formula), "to the letter");
        let wanted = [
            "property",
            "verdict",
            "algorithm",
            "stats",
            "counterexample",
        ];
        has_fields(result, &wanted);
        let counts = [
            "states",
            "transitions",
            "product_states",
            "product_transitions",
            "fairness_pairs",
        ];
        for field in counts {
            assert!(result["stats"][field].as_u64() > Some(0), "{field}");
        }
        assert!(result["stats"]["time_s"].is_f64());
        has_fields(&result["stats"], &["peak_memory_bytes"]);
        let is_violated = result["verdict"] == "violated";
        assert_eq!(result["counterexample"].is_null(), !is_violated);
        if is_violated {
            check_trace(&result["counterexample"], formula);
        }
    }
}

/// Looks at the steps of a counterexample about the semaphore.
fn check_trace(trace: &Value, formula: &str) {
    has_fields(trace, &["prefix", "cycle"]);
    let steps = |part: &str| trace[part].as_array().expect("a list").clone();
    assert!(!steps("cycle").is_empty(), "{formula}");
    for step in steps("prefix").iter().chain(&steps("cycle")) {
        assert_eq!(fields(step), ["state", "props", "event"]);
        assert_eq!(fields(&step["state"]), ["P_0", "P_1", "free"]);
        assert!(step["state"]["free"].is_u64() && step["state"]["P_0"].is_string());
        let event = step["event"].as_array().expect("a list");
        assert!(event.len() == 1 && ["P_0", "P_1"].map(Value::from).contains(&event[0]));
        let props = step["props"].as_array().expect("a list");
        for (name, is_true) in [
            ("P_0.wait", step["state"]["P_0"] == "wait"),
            ("P_0.CS", step["state"]["P_0"] == "CS"),
        ] {
            let is_named = props.contains(&json!(name));
            assert_eq!(is_named, is_true && formula.contains(name), "{step}");
        }
    }
}

#[test]
fn faults_come_behind_the_questions() {
    let mut checker = dve("
        byte x = 1;
        process P { state q, r; init q; trans q -> q {}, q -> r { effect x = 0; }, r -> q { effect x = 1 / x; }; }
        system async;");
    checker.ask("G(P.r -> X P.q)").expect("a formula");
    let report = checker.report().expect("answers");
    let document = serde_json::to_value(&report).expect("a document");
    let results = document["results"].as_array().expect("a list");
    let told: Vec<(&Value, &Value)> = results
        .iter()
        .map(|result| (&result["property"], &result["verdict"]))
        .collect();
    let [asked, error] = [json!("G(P.r -> X P.q)"), json!("error")];
    let [holds, violated] = [json!("holds"), json!("violated")];
    assert_eq!(told, [(&asked, &holds), (&error, &violated)]);
    let trace = &results[1]["counterexample"];
    assert_eq!(trace["cycle"], json!([]));
    let path = trace["prefix"].as_array().expect("a list");
    let places: Vec<&Value> = path.iter().map(|step| &step["state"]["P"]).collect();
    assert_eq!(places, ["q", "r"]);
}

#[test]
fn what_holds_for_want_of_runs_says_so() {
    let mut checker = open("semaphore.dve");
    checker.assume("G P_0.CS").expect("a formula");
    let answered = checker.check("F P_1.CS").expect("an answer");
    assert!(answered.holds() && answered.vacuous);
    assert_eq!(answered.warnings.len(), 1);
    let document = serde_json::to_value(&answered).expect("a document");
    assert_eq!(document["vacuous"], json!(true));
    let mut checker = door();
    checker.set_deadlock(Deadlock::Drop);
    let answered = checker.check("G !locked").expect("an answer");
    assert!(answered.holds() && !answered.vacuous);
}

#[test]
fn later_questions_may_have_new_propositions() {
    let formulas = [
        "GF P_0.wait",
        "G !(P_0.CS & P_1.CS)",
        "G(\"free == 0\" -> (P_0.CS | P_1.CS))",
        "GF P_0.wait",
        "G(taken(P_1) -> X \"free == 1\")",
        "F dead",
    ];
    for set_up in [Checker::strong_fair, Checker::weak_fair] {
        let fresh = || {
            let mut checker = open("semaphore.dve");
            set_up(&mut checker, "*").expect("there are events");
            checker
        };
        let mut kept = fresh();
        for formula in formulas {
            let alone = fresh().check(formula).expect("an answer");
            let together = kept.check(formula).expect("an answer");
            assert_eq!(together.verdict, alone.verdict, "{formula}");
            assert_eq!(together.algorithm, alone.algorithm, "{formula}");
            assert_eq!(together.stats.states, alone.stats.states, "{formula}");
            assert_eq!(
                together.stats.product_states, alone.stats.product_states,
                "{formula}"
            );
            if alone.verdict == Verdict::Violated {
                assert_eq!(trace(&together), trace(&alone), "{formula}");
            }
        }
    }
}

#[test]
fn a_property_process_that_reads_its_own_location_gets_the_right_verdict() {
    let verdict = |most: u8| {
        let text = format!(
            "byte x;
             process A {{ state a; init a; trans a -> a {{ guard x < {most}; effect x = x + 1; }}; }}
             process L {{ state q, r; init q; accept r;
                 trans q -> q {{}}, q -> r {{ guard L.q and x == 2; }}, r -> r {{}}; }}
             system async property L;"
        );
        let mut checker = lariat::Checker::parse("dve", &text).expect("a model");
        checker.ask_all_own().expect("it carries a property");
        let report = checker.report().expect("it is decidable");
        report.results[0].verdict
    };
    assert_eq!(verdict(3), lariat::Verdict::Violated);
    assert_eq!(verdict(1), lariat::Verdict::Holds, "x never becomes 2");
}

/// A model of so many states that a search of all of them takes long, and whose first states decide simple questions.
const MANY: &str = "
    int a, b;
    process A { state q; init q; trans q -> q { guard a < 30000; effect a = a + 1; }; }
    process B { state q; init q; trans q -> q { guard b < 30000; effect b = b + 1; }; }
    system async;";

#[test]
fn a_hard_question_leaves_time_for_the_others() {
    let mut checker = Checker::parse("dve", MANY).unwrap();
    let budget = Budget::unlimited().with_time(Duration::from_millis(1500));
    checker.set_budget(budget.clone());
    for formula in ["G b <= 30000", "G a <= 5", "G a >= 0", "G b <= 3"] {
        checker.ask(formula).unwrap();
    }
    let report = checker.report().unwrap();
    let found: Vec<_> = report
        .results
        .iter()
        .map(|answered| answered.verdict)
        .collect();
    use lariat::Verdict::{Undecided, Violated};
    assert_eq!(found, [Undecided, Violated, Undecided, Violated]);
    let limit = Some(Exhausted::Time(Duration::from_millis(1500)));
    for hard in [0, 2] {
        assert_eq!(
            report.results[hard].obstacle, limit,
            "the limit of all, not of a turn"
        );
    }
}
