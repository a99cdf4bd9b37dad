//! The answers of `check` as one page that needs nothing else: no network, no other file.

use anyhow::Result;
use lariat::reading::Reading;
use lariat::{Checker, Report};
use lariat_automata::Explicit;
use lariat_budget::Budget;
use lariat_model::{Deadlock, Strength};
use serde::Serialize;
use serde_json::{Value, json};

use crate::draw;

const PAGE: &str = include_str!("html/page.html");
const STYLE: &str = include_str!("html/page.css");
const SCRIPT: &str = include_str!("html/page.js");

/// Which runs count, and which processes there are.
#[derive(Serialize)]
pub(crate) struct Conditions {
    weak: Vec<String>,
    strong: Vec<String>,
    assume: Vec<String>,
    deadlock: Deadlock,
    #[serde(skip)]
    events: Vec<String>,
}

impl Conditions {
    pub(crate) fn new(checker: &mut Checker, deadlock: Deadlock) -> Self {
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
pub(crate) fn page(report: &Report, conditions: &Conditions) -> Result<String> {
    let mut document = serde_json::to_value(report)?;
    document["conditions"] = serde_json::to_value(conditions)?;
    if report.model == lariat::input::STDIN {
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
    Ok(embedded(&document))
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
    let Ok(svg) = draw::automaton(automaton, &Budget::unlimited()) else {
        return Value::Null;
    };
    let reading = reading.as_ref();
    let reading = reading.map(|reading| json!({"states": reading.states, "start": reading.start}));
    json!({"svg": svg, "reading": reading})
}

/// The page with this document in it.
fn embedded(report: &Value) -> String {
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
