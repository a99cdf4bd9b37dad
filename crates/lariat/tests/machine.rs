//! Machines: their counterexamples as text, pages and files; limits; what is said of globs that match nothing.

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use lariat::machine::{Checker, Machine, Observation, Path, PathVerdict};
use lariat::saved::Saved;
use lariat::{Budget, Exhausted, Text};
use lariat_model::Value;
use serde_json::{Value as Json, json};

/// Counts up to a limit, and starts again from `again` if there is one; it can be waited for.
struct Counter {
    limit: u64,
    again: Option<u64>,
    events: &'static [&'static str],
}

const SMALL: Counter = Counter {
    limit: 3,
    again: Some(1),
    events: &["count", "wait"],
};

impl Machine for Counter {
    type State = u64;
    type Action = &'static str;

    fn init_states(&self) -> Vec<u64> {
        vec![0]
    }

    fn actions(&self, _: &u64, actions: &mut Vec<&'static str>) {
        actions.extend(["count", "again"]);
    }

    fn next_state(&self, &state: &u64, action: &&'static str) -> Option<u64> {
        match *action {
            "count" => (state < self.limit).then_some(state + 1),
            _ => self.again.filter(|_| state == self.limit),
        }
    }

    fn observations(&self) -> Vec<Observation<u64>> {
        let limit = self.limit;
        vec![
            Observation::new("zero", |&state| state == 0),
            Observation::new("full", move |&state| state == limit),
        ]
    }

    fn events(&self) -> Vec<String> {
        self.events.iter().map(|&event| event.to_owned()).collect()
    }

    fn events_of(&self, action: &&'static str) -> Vec<usize> {
        let mut events = self.events.iter();
        let event = events.position(|event| event == action);
        event.into_iter().collect()
    }

    fn describe(&self, &state: &u64) -> Vec<(String, Value)> {
        let half = Value::Name(if state < 2 { "low" } else { "high" }.to_owned());
        let parity = Value::List(vec![Value::Number(state as i64 % 2), half]);
        vec![
            ("count".to_owned(), Value::Number(state as i64)),
            ("kind".to_owned(), parity),
        ]
    }
}

#[track_caller]
fn violated<M: Machine + 'static>(
    checker: &mut Checker<M>,
    ltl: &str,
) -> Path<M::State, M::Action> {
    match checker.check(ltl).expect("a formula") {
        PathVerdict::Violated(path) => path,
        other => panic!("{ltl}: {}", other.holds()),
    }
}

/// The document in a page.
fn data(page: &str) -> Json {
    let opening = r#"<script type="application/json" id="data">"#;
    let start = page.find(opening).expect("a page has data") + opening.len();
    let end = start + page[start..].find("</script>").expect("it ends");
    serde_json::from_str(&page[start..end]).expect("it is JSON")
}

fn scratch(name: &str) -> String {
    let path: PathBuf = [env!("CARGO_TARGET_TMPDIR"), name].iter().collect();
    path.to_str().expect("a name in UTF-8").to_owned()
}

#[test]
fn a_path_is_told_with_its_cycle() {
    let path = violated(&mut Checker::new(SMALL), "F(full & X zero)");
    let expected = "     0  count = 0, kind = [0, low]  [zero]
        ↓ count
  ╭▸ 1  count = 1, kind = [1, low]
  │     ↓ count
  │  2  count = 2, kind = [0, high]
  │     ↓ count
  │  3  count = 3, kind = [1, high]  [full]
  ╰─    ↓ again, back to 1
  broken: `full & X zero` never holds from state 0 on
";
    assert_eq!(path.to_string(), expected);
}

#[test]
fn a_finite_path_ends_where_the_property_breaks() {
    let path = violated(&mut Checker::new(SMALL), "G zero");
    assert!(path.is_finite());
    assert_eq!(path.prefix, [(0, Some("count")), (1, None)]);
    let told = path.to_string();
    let begins = "     0  count = 0, kind = [0, low]  [zero]\n        ↓ count\n     1  count = 1, kind = [1, low]\n  broken:";
    assert!(told.starts_with(begins), "{told}");
    assert!(
        told.contains("\n  decided:") && !told.contains("back to"),
        "{told}"
    );
}

#[test]
fn a_finite_path_may_end_with_an_action() {
    let path = violated(&mut Checker::new(SMALL), "G !taken(count)");
    assert_eq!(path.prefix, [(0, Some("count"))]);
    let told = path.to_string();
    assert!(told.contains("]\n        ↓ count\n  broken:"), "{told}");
    let page = data(&path.html());
    let trace = &page["results"][0]["counterexample"];
    assert_eq!(trace["prefix"][0]["event"], json!(["count"]));
}

#[test]
fn a_deadlocked_path_stays() {
    let ends = Counter {
        again: None,
        ..SMALL
    };
    let path = violated(&mut Checker::new(ends), "GF zero");
    assert_eq!(path.cycle, [(3, None)]);
    let told = path.to_string();
    assert!(
        told.contains("  ╭▸ 3  count = 3, kind = [1, high]\n"),
        "{told}"
    );
    assert!(
        told.contains("  ╰─    ↓ stays, for ever: no step is left, back to 3\n"),
        "{told}"
    );
}

#[test]
fn a_page_shows_the_actions_whatever_takes_part_in_them() {
    let silent = Counter {
        events: &[],
        ..SMALL
    };
    for machine in [SMALL, silent] {
        let mut checker = Checker::new(machine).assume("G !dead").expect("a formula");
        let page = violated(&mut checker, "GF zero").html();
        let data = data(&page);
        assert_eq!(data["model"], "Counter");
        assert_eq!(data["conditions"]["assume"], json!(["G !dead"]));
        let result = &data["results"][0];
        assert_eq!(result["property"], "GF zero");
        let trace = &result["counterexample"];
        assert_eq!(trace["prefix"][0]["state"]["count"], 0);
        let cycle = trace["cycle"].as_array().expect("there is one");
        let steps: Vec<&Json> = cycle.iter().map(|step| &step["event"][0]).collect();
        assert_eq!(steps, ["count", "count", "again"]);
        let svg = result["automaton"]["svg"].as_str();
        assert!(svg.is_some_and(|svg| svg.contains("<svg")), "it is drawn");
    }
}

#[test]
fn a_page_of_a_finite_path_has_no_cycle() {
    let page = data(&violated(&mut Checker::new(SMALL), "G zero").html());
    let trace = &page["results"][0]["counterexample"];
    assert_eq!(trace["finite"], true);
    assert_eq!(trace["cycle"], json!([]));
    assert_eq!(trace["prefix"].as_array().map(Vec::len), Some(2));
    assert_eq!(trace["prefix"][1]["event"], json!([]));
}

#[test]
fn a_trace_that_was_saved_is_checked_again() {
    for (formula, name) in [("GF zero", "lasso"), ("G zero", "finite")] {
        for file in [format!("{name}.json"), format!("{name}.itf.json")] {
            let path = violated(&mut Checker::new(SMALL), formula);
            let file = scratch(&file);
            path.save_trace(&file).expect("it can be written");
            let text = std::fs::read_to_string(&file).expect("it was written");
            assert_eq!(text.contains("\"ITF\""), file.ends_with(".itf.json"));
            let saved = Saved::read(&Text::new(file, text)).expect("it is one");
            assert_eq!(saved.trace.finite, path.is_finite());
            let replayed = Checker::new(SMALL).replay(&saved);
            assert_eq!(replayed.expect("it fits"), Ok(()), "{formula}");
            let mended = Counter {
                limit: 0,
                again: Some(0),
                ..SMALL
            };
            let replayed = Checker::new(mended).replay(&saved);
            assert!(replayed.expect("it fits").is_err(), "{formula}");
        }
    }
    let path = violated(&mut Checker::new(SMALL), "G zero");
    assert!(path.save_trace(&scratch("no such folder/a.json")).is_err());
}

#[test]
fn paths_are_equal_if_their_runs_are() {
    let path = |ltl| violated(&mut Checker::new(SMALL), ltl);
    assert_eq!(path("G zero"), path("zero & X zero"));
    assert_ne!(path("G zero"), path("GF zero"));
    let shown = format!("{:?}", path("G zero"));
    assert_eq!(
        shown,
        "Path { prefix: [(0, Some(\"count\")), (1, None)], cycle: [], .. }"
    );
}

/// More than can be counted.
const ENDLESS: Counter = Counter {
    limit: u64::MAX,
    again: None,
    events: &[],
};

#[test]
fn every_limit_leaves_a_question_undecided() {
    let second = Duration::from_millis(100);
    let with = |limit: fn(Checker<Counter>) -> Checker<Counter>| {
        let mut checker = limit(Checker::new(ENDLESS).max_states(100_000_000));
        checker.check("GF zero").expect("a formula")
    };
    let undecided = PathVerdict::Undecided;
    let by_time = with(|checker| checker.timeout(Duration::from_millis(100)));
    assert_eq!(by_time, undecided(Exhausted::Time(second)));
    let by_states = with(|checker| checker.max_states(50).timeout(Duration::from_secs(600)));
    assert_eq!(by_states, undecided(Exhausted::States(50)));
    if cfg!(target_os = "linux") {
        let by_memory = with(|checker| checker.memory(1));
        assert_eq!(by_memory, undecided(Exhausted::Memory(1)));
    }
    let by_budget = with(|checker| checker.budget(Budget::unlimited().with_states(7)));
    assert_eq!(by_budget, undecided(Exhausted::States(7)));
}

#[test]
fn time_is_for_each_question_and_a_budget_for_all() {
    let budget = Budget::unlimited();
    let mut checker = Checker::new(ENDLESS)
        .timeout(Duration::from_millis(50))
        .budget(budget.clone());
    for _ in 0..2 {
        let by_time = PathVerdict::Undecided(Exhausted::Time(Duration::from_millis(50)));
        assert_eq!(checker.check("GF zero").expect("a formula"), by_time);
        assert!(violated(&mut checker, "G zero").is_finite());
    }
    budget.cancel();
    let cancelled = PathVerdict::Undecided(Exhausted::Cancelled);
    assert_eq!(checker.check("GF zero").expect("a formula"), cancelled);
}

#[test]
fn progress_is_told() {
    let most = Arc::new(AtomicU64::new(0));
    let seen = Arc::clone(&most);
    let mut checker = Checker::new(Counter {
        limit: 100_000,
        ..SMALL
    })
    .on_progress(move |progress| {
        seen.fetch_max(progress.states, Ordering::Relaxed);
    });
    assert!(checker.check("F full").expect("a formula").holds());
    let most = most.load(Ordering::Relaxed);
    assert!((1000..=100_001).contains(&most), "{most}");
}

#[test]
fn a_glob_that_matches_nothing_is_answered_with_the_events() {
    let error = |machine, glob: &str| {
        let (weak, strong) = (
            Checker::new(Counter { ..machine }).weak_fair(glob).err(),
            Checker::new(machine).strong_fair(glob).err(),
        );
        assert_eq!(weak, strong);
        weak.expect("nothing matches").to_string()
    };
    let silent = Counter {
        events: &[],
        ..SMALL
    };
    assert_eq!(
        error(SMALL, "xyzzy"),
        "no event of the machine matches `xyzzy`; the events are count, wait"
    );
    assert_eq!(
        error(SMALL, "cuont"),
        "no event of the machine matches `cuont` (did you mean `count`?); the events are count, wait"
    );
    assert_eq!(
        error(silent, "*"),
        "no event of the machine matches `*`; `Machine::events` names none"
    );
    assert!(Checker::new(SMALL).weak_fair("[").is_err());
}
