//! Answers as one page that needs nothing else: no network, no other file.
//!
//! ```
//! use lariat::html::{RunConditions, page};
//!
//! let mut checker = lariat::Checker::open("../../corpus/semaphore.dve")?;
//! checker.set_draws(true).ask("GF P_0.CS")?;
//! let report = checker.report()?;
//! let page = page(&report, &RunConditions::new(&mut checker, lariat::Deadlock::Stutter));
//! assert!(page.starts_with("<!DOCTYPE html>"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use lariat_automata::{Explicit, dot};
use lariat_budget::Budget;
use lariat_model::{Deadlock, Strength};
use lariat_picture::{MOST_NODES, Picture};
use serde::Serialize;
use serde_json::{Value, json};

use crate::input::STDIN;
use crate::reading::Reading;
use crate::{Checker, Report};

const PAGE: &str = include_str!("html/page.html");
const STYLE: &str = include_str!("html/page.css");
const SCRIPT: &str = include_str!("html/page.js");

/// Which runs count, and which processes there are.
#[derive(Clone, Debug, Serialize)]
pub struct RunConditions {
    weak: Vec<String>,
    strong: Vec<String>,
    assume: Vec<String>,
    deadlock: Deadlock,
    #[serde(skip)]
    events: Vec<String>,
}

impl RunConditions {
    /// What the checker was told of the runs that count, and of those that deadlock.
    pub fn new(checker: &mut Checker, deadlock: Deadlock) -> Self {
        Self {
            weak: checker.fair_events(Strength::Weak),
            strong: checker.fair_events(Strength::Strong),
            assume: checker.assumptions().to_vec(),
            deadlock,
            events: checker.about().source.events().to_vec(),
        }
    }
}

/// The page that shows a report: the JSON document of `check`, with all that is told of each counterexample.
///
/// Automata are drawn if the checker was [told so](Checker::set_draws).
pub fn page(report: &Report, conditions: &RunConditions) -> String {
    embedded(&document(report, conditions))
}

/// What a page shows.
pub(crate) fn document(report: &Report, conditions: &RunConditions) -> Value {
    let mut document = json!(report);
    document["conditions"] = json!(conditions);
    if report.model == STDIN {
        document["model"] = json!("The model");
    }
    if let Some(results) = document["results"].as_array_mut() {
        for (result, answered) in results.iter_mut().zip(&report.results) {
            if answered.bad_prefix.is_some() {
                result["counterexample"] = result["bad_prefix"].take();
            }
            let told = answered.counterexample.as_ref();
            if let Some(told) = told.or(answered.bad_prefix.as_ref()) {
                result["propositions"] = json!(told.propositions);
                result["timelines"] = json!(told.timelines);
                result["processes"] = processes(result, &conditions.events);
                result["automaton"] = told.automaton.as_ref().map_or(Value::Null, picture);
            }
        }
    }
    document
}

/// The events that have a place in the states of a trace: processes, whether they move or not.
fn processes(result: &Value, events: &[String]) -> Value {
    let trace = &result["counterexample"];
    let parts = ["prefix", "cycle"].map(|part| trace[part].as_array());
    let first = parts.into_iter().flatten().flatten().next();
    let state = first.and_then(|step| step["state"].as_object());
    let is_there = |event: &&String| state.is_some_and(|state| state.contains_key(*event));
    events.iter().filter(is_there).map(String::as_str).collect()
}

/// The automaton that was searched as a picture, with its states while it reads the run.
fn picture((automaton, reading): &(Explicit, Option<Reading>)) -> Value {
    let Some(svg) = drawn(automaton) else {
        return Value::Null;
    };
    let reading = reading.as_ref();
    let reading = reading.map(|reading| json!({"states": reading.states, "start": reading.start}));
    json!({"svg": svg, "reading": reading})
}

/// The automaton as SVG, if it is small enough to be looked at.
fn drawn(automaton: &Explicit) -> Option<String> {
    if automaton.state_count() > MOST_NODES {
        return None;
    }
    let graph = dot::write_within(automaton, &Budget::unlimited()).ok()?;
    Some(Picture::of(&graph).ok()?.svg(&dot::title(automaton)))
}

/// The page with this document in it.
pub(crate) fn embedded(report: &Value) -> String {
    // Nothing in the data may end the element that holds it.
    let data = report.to_string().replace('<', "\\u003c");
    PAGE.replace("/*STYLE*/", STYLE)
        .replace("/*SCRIPT*/", SCRIPT)
        .replace("/*DATA*/", &data)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_text_of_the_user_becomes_part_of_the_page() {
        let report = json!({"model": "</script><b>", "results": []});
        let page = embedded(&report);
        assert!(!page.contains("</script><b>"));
        assert!(page.contains("\\u003c/script>\\u003cb>"));
        let addresses = page.matches("http://").count() + page.matches("https://").count();
        assert_eq!(addresses, 0, "nothing is loaded from elsewhere");
    }
}
