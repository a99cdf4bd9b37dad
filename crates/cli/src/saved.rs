//! Counterexamples in files: with all that is needed to check them again.
//!
//! A file is one JSON document.  Under a name that ends in `.itf.json` it is in the Informal Trace Format of Apalache, which
//! other tools show; what that format has no place for stands in its `#meta` parts.

use std::ops::Range;

use anyhow::{Context, Result, bail};
use lariat::Deadlock;
use lariat::trace::{Trace, TraceStep};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};

use crate::diagnostics::Located;
use crate::input::Input;

/// A counterexample, and the question that it answers.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Saved {
    pub(crate) model: String,
    #[serde(flatten)]
    pub(crate) question: SavedQuestion,
    #[serde(flatten)]
    pub(crate) trace: Trace,
}

/// A question about a model.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct SavedQuestion {
    pub(crate) property: SavedProperty,
    /// The dialect of the formulas.
    pub(crate) syntax: String,
    pub(crate) assume: Vec<String>,
    /// The names of the events that weak fairness speaks of.
    pub(crate) weak_fair: Vec<String>,
    /// The names of the events that strong fairness speaks of.
    pub(crate) strong_fair: Vec<String>,
    pub(crate) deadlock: Deadlock,
}

/// What is violated.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum SavedProperty {
    /// An LTL formula.
    Ltl(String),
    /// The model's property process of this name.
    Process(String),
    /// An automaton of the violating runs, as a text.
    Never(String),
    /// A deterministic automaton of the allowed runs, as a text.
    Automaton(String),
    /// Nothing but that runs go on: `error`, `assert` or `deadlock`.
    Fault(String),
}

const ITF: &str = ".itf.json";

impl Saved {
    /// Writes the file.
    pub(crate) fn write(&self, path: &str) -> Result<()> {
        let document = match path.ends_with(ITF) {
            true => self.itf()?,
            false => serde_json::to_value(self)?,
        };
        let text = serde_json::to_string_pretty(&document)? + "\n";
        std::fs::write(path, text).with_context(|| format!("cannot write {path}"))
    }

    /// Reads a document of either format.
    pub(crate) fn read(file: &Input) -> Result<Saved> {
        let document: Value = serde_json::from_str(&file.text).map_err(|fault| Located {
            origin: file.origin.clone(),
            text: file.text.clone(),
            span: place(&file.text, fault.line(), fault.column()),
            message: format!("this is not JSON: {}", without_place(&fault)),
            help: None,
        })?;
        let saved = match document.get("#meta") {
            Some(_) => Self::from_itf(&document),
            None => serde_json::from_value(document).map_err(Into::into),
        };
        saved.with_context(|| format!("{} is no saved trace", file.origin))
    }

    fn itf(&self) -> Result<Value> {
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
        Ok(document)
    }

    fn from_itf(document: &Value) -> Result<Saved> {
        let meta = &document["#meta"];
        let question = SavedQuestion::deserialize(&meta["question"]).context("#meta.question")?;
        let states = document["states"]
            .as_array()
            .context("`states` is no array")?;
        let mut steps = states.iter().map(step_of_itf).collect::<Result<Vec<_>>>()?;
        let start = match document.get("loop") {
            None => steps.len(),
            Some(start) => start.as_u64().context("`loop` is no number")? as usize,
        };
        if start > steps.len() {
            bail!("`loop` lies behind the last state");
        }
        let cycle = steps.split_off(start);
        Ok(Saved {
            model: meta["source"].as_str().unwrap_or_default().to_owned(),
            question,
            trace: Trace {
                prefix: steps,
                cycle,
            },
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

fn step_of_itf(state: &Value) -> Result<TraceStep> {
    let mut state = state.as_object().context("a state is no object")?.clone();
    let meta = state
        .shift_remove("#meta")
        .context("a state has no #meta")?;
    Ok(TraceStep {
        is_dead: false,
        state,
        props: Vec::deserialize(&meta["props"]).context("#meta.props")?,
        event: Vec::deserialize(&meta["event"]).context("#meta.event")?,
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
            trace: Trace {
                prefix: (0..2).map(step).collect(),
                cycle: (0..cycle as u64).map(step).collect(),
            },
        }
    }

    fn read(text: &str) -> Result<Saved> {
        Saved::read(&Input {
            origin: "run.json".to_owned(),
            text: text.to_owned(),
            ..Input::default()
        })
    }

    #[test]
    fn what_is_written_is_read() {
        for saved in [example(3), example(0)] {
            for document in [serde_json::to_value(&saved).unwrap(), saved.itf().unwrap()] {
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
        let mut itf = example(1).itf().unwrap();
        itf["loop"] = 9.into();
        let half = r##"{"#meta": {"question": 3}, "states": []}"##;
        for text in ["", "[]", "{", "{\"model\": \"m\"}", half, &itf.to_string()] {
            assert!(read(text).is_err(), "{text}");
        }
    }
}
