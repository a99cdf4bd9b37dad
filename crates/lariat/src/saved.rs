//! Counterexamples in files: with all that is needed to check them again.
//!
//! A file is one JSON document.  Under a name that ends in `.itf.json` it is in the Informal Trace Format of Apalache, which
//! other tools show; what that format has no place for stands in its `#meta` parts.

use std::ops::Range;

use lariat_diagnostics::{Diagnostic, Diagnostics, Text};
use lariat_model::{Deadlock, FaultKind};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};

use crate::trace::{Trace, TraceStep};

/// A counterexample, and the question that it answers.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Saved {
    /// The model's name.
    pub model: String,
    /// The question.
    #[serde(flatten)]
    pub question: SavedQuestion,
    /// The run in words.
    #[serde(flatten)]
    pub trace: Trace,
}

/// A question about a model.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct SavedQuestion {
    /// What the run violates.
    pub property: SavedProperty,
    /// The dialect of the formulas.
    pub syntax: String,
    /// Only runs that satisfy these count.
    pub assume: Vec<String>,
    /// The names of the events that weak fairness speaks of.
    pub weak_fair: Vec<String>,
    /// The names of the events that strong fairness speaks of.
    pub strong_fair: Vec<String>,
    /// What becomes of deadlocked runs.
    pub deadlock: Deadlock,
}

/// What is violated.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum SavedProperty {
    /// An LTL formula.
    Ltl(String),
    /// The model's property process of this name.
    Process(String),
    /// An automaton of the violating runs, as a text.
    Never(String),
    /// A deterministic automaton of the allowed runs, as a text.
    Automaton(String),
    /// Nothing but that runs go on.
    Fault(FaultKind),
}

const ITF: &str = ".itf.json";

impl Saved {
    /// The document for a file of this name.
    pub fn document(&self, path: &str) -> Value {
        match path.ends_with(ITF) {
            true => self.itf(),
            false => json!(self),
        }
    }

    /// Reads a document of either format.
    ///
    /// # Errors
    /// When it is none.
    pub fn read(text: &Text) -> Result<Saved, Diagnostics> {
        let document: Value = serde_json::from_str(&text.content).map_err(|fault| {
            let span = place(&text.content, fault.line(), fault.column());
            let message = format!("this is not JSON: {}", without_place(&fault));
            text.error(span, message)
        })?;
        let saved = match document.get("#meta") {
            Some(_) => Self::from_itf(&document),
            None => Saved::deserialize(document).map_err(|fault| fault.to_string()),
        };
        saved.map_err(|reason| {
            let message = format!("{} is no saved trace: {reason}", text.origin);
            Diagnostic::error(message).into()
        })
    }

    fn itf(&self) -> Value {
        let first = self.trace.steps().next();
        let variables: Vec<&String> = first.iter().flat_map(|step| step.state.keys()).collect();
        let state = |(index, step): (usize, &TraceStep)| {
            let meta = json!({"index": index, "props": step.props, "event": step.event});
            let mut state = Map::from_iter([("#meta".to_owned(), meta)]);
            state.extend(step.state.clone());
            Value::Object(state)
        };
        let states: Vec<Value> = self.trace.steps().enumerate().map(state).collect();
        let mut document = json!({
            "#meta": {"format": "ITF", "source": self.model, "question": self.question},
            "vars": variables,
            "states": states,
        });
        if !self.trace.cycle.is_empty() {
            document["loop"] = self.trace.prefix.len().into();
        }
        document
    }

    fn from_itf(document: &Value) -> Result<Saved, String> {
        let meta = &document["#meta"];
        let question = SavedQuestion::deserialize(&meta["question"]);
        let question = question.map_err(|fault| format!("#meta.question: {fault}"))?;
        let states = document["states"]
            .as_array()
            .ok_or("`states` is no array")?;
        let steps = states.iter().map(step_of_itf);
        let mut steps = steps.collect::<Result<Vec<_>, _>>()?;
        let start = match document.get("loop") {
            None => steps.len(),
            Some(start) => start.as_u64().ok_or("`loop` is no number")? as usize,
        };
        if start > steps.len() {
            return Err("`loop` lies behind the last state".to_owned());
        }
        let cycle = steps.split_off(start);
        Ok(Saved {
            model: meta["source"].as_str().unwrap_or_default().to_owned(),
            question,
            trace: Trace::from_parts(steps, cycle),
        })
    }
}

/// The byte in a line and column, both counted from 1.
fn place(text: &str, line: usize, column: usize) -> Range<usize> {
    let lines = text.split_inclusive('\n').take(line.saturating_sub(1));
    let start: usize = lines.map(str::len).sum();
    let at = (start + column.saturating_sub(1)).min(text.len());
    at..text.len().min(at + 1)
}

/// The sentence of a JSON fault, which ends with its place.
fn without_place(fault: &serde_json::Error) -> String {
    let sentence = fault.to_string();
    let end = sentence.find(" at line ").unwrap_or(sentence.len());
    sentence[..end].to_owned()
}

fn step_of_itf(state: &Value) -> Result<TraceStep, String> {
    let state = state.as_object().ok_or("a state is no object")?;
    let mut state = state.clone();
    let meta = state.shift_remove("#meta").ok_or("a state has no #meta")?;
    let names = |field: &str| {
        let names = Vec::deserialize(&meta[field]);
        names.map_err(|fault| format!("#meta.{field}: {fault}"))
    };
    Ok(TraceStep {
        is_dead: false,
        props: names("props")?,
        event: names("event")?,
        state,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn example(cycle: usize) -> Saved {
        let step = |x: u64| TraceStep {
            is_dead: false,
            state: Map::from_iter([("x".to_owned(), x.into()), ("y".to_owned(), json!([x, 0]))]),
            props: vec!["x == 1".to_owned()],
            event: vec!["P".to_owned()],
        };
        Saved {
            model: "m.dve".to_owned(),
            question: SavedQuestion {
                property: SavedProperty::Ltl("G x == 1".to_owned()),
                syntax: "spot".to_owned(),
                assume: vec!["GF p".to_owned()],
                weak_fair: vec!["P".to_owned()],
                strong_fair: Vec::new(),
                deadlock: Deadlock::Stutter,
            },
            trace: Trace::from_parts(
                (0..2).map(step).collect(),
                (0..cycle as u64).map(step).collect(),
            ),
        }
    }

    fn read(text: &str) -> Result<Saved, Diagnostics> {
        Saved::read(&Text::new("run.json", text))
    }

    #[test]
    fn what_is_written_is_read() {
        for saved in [example(3), example(0)] {
            for document in [serde_json::to_value(&saved).unwrap(), saved.itf()] {
                let read = read(&document.to_string()).unwrap();
                assert_eq!(
                    (&read.trace, &read.question),
                    (&saved.trace, &saved.question)
                );
                assert_eq!(read.model, "m.dve");
            }
        }
    }

    #[test]
    fn broken_documents_are_refused() {
        let mut itf = example(1).itf();
        itf["loop"] = 9.into();
        let half = r##"{"#meta": {"question": 3}, "states": []}"##;
        for text in ["", "[]", "{", "{\"model\": \"m\"}", half, &itf.to_string()] {
            assert!(read(text).is_err(), "{text}");
        }
    }
}
