//! Counterexamples as people and other programs read them: named values, events, propositions.
//!
//! A trace is a [`Run`] told in the model's own words.  From such words [`retrace`] finds the run again, by
//! walking the model; so a trace that was saved can be checked against a model that was changed since.

use lariat_model::{Model, Proposition, Run, Step, Stepper, Stop, Successors, Value, event_names};
use lariat_witness::{Confirmed, Facts};
use serde::{Deserialize, Serialize};
use serde_json::Map;

/// A state, and the step that leaves it.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct TraceStep {
    /// The state's values by name.
    pub state: Map<String, serde_json::Value>,
    /// The propositions that are true there.
    pub props: Vec<String>,
    /// The events of the step; none on a deadlock's loop, and at the end of a finite trace.
    pub event: Vec<String>,
    /// No step leaves the state.
    #[serde(skip)]
    pub is_dead: bool,
}

/// A run in words; the last step of the cycle leads back to the cycle's first state.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct Trace {
    /// What happens once.
    pub prefix: Vec<TraceStep>,
    /// What repeats for ever; empty in a trace that ends.
    pub cycle: Vec<TraceStep>,
    /// The trace ends: no cycle follows the prefix.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub finite: bool,
}

impl Trace {
    /// Tells a run that was replayed, in terms of the propositions of these names.
    pub fn new(model: &dyn Model, names: &[(&str, Proposition)], confirmed: &Confirmed) -> Self {
        let run = confirmed.run();
        let mut steps: Vec<TraceStep> = run
            .stops()
            .zip(confirmed.facts())
            .map(|(stop, facts)| TraceStep {
                state: describe(model, &stop.state),
                props: true_names(names, facts),
                event: stop
                    .step
                    .map(|step| event_names(model, step))
                    .unwrap_or_default(),
                is_dead: facts.is_dead,
            })
            .collect();
        let cycle = steps.split_off(run.prefix.len());
        Self::from_parts(steps, cycle)
    }

    /// What happens once, and what repeats for ever, if anything does.
    pub fn from_parts(prefix: Vec<TraceStep>, cycle: Vec<TraceStep>) -> Self {
        Self {
            finite: cycle.is_empty(),
            prefix,
            cycle,
        }
    }

    /// All steps, in order.
    pub fn steps(&self) -> impl Iterator<Item = &TraceStep> {
        self.prefix.iter().chain(&self.cycle)
    }
}

fn true_names(names: &[(&str, Proposition)], facts: &Facts) -> Vec<String> {
    let names = names.iter();
    names
        .filter(|(_, proposition)| facts.satisfies(*proposition))
        .map(|&(name, _)| name.to_owned())
        .collect()
}

/// The values of a state, in the model's order.
pub fn describe(model: &dyn Model, state: &[u32]) -> Map<String, serde_json::Value> {
    let values = model.describe(state).into_iter();
    values.map(|(name, value)| (name, json(value))).collect()
}

/// A value as JSON.
pub fn json(value: Value) -> serde_json::Value {
    match value {
        Value::Number(number) => number.into(),
        Value::Name(name) => name.into(),
        Value::List(values) => values.into_iter().map(json).collect(),
    }
}

/// The model does not behave as a trace says, at this state, counted from 0.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Lost {
    /// There is no such initial state.
    #[error("the model has no such initial state")]
    NotInitial,
    /// There is no such step.
    #[error("the model has no such step at state {0}")]
    NoStep(usize),
}

/// The run that a trace tells of, by walking the model's reference stepper.
///
/// # Errors
/// When the model has no such run.
pub fn retrace(model: &dyn Model, trace: &Trace) -> Result<Run, Lost> {
    let told: Vec<&TraceStep> = trace.steps().collect();
    let mut stepper = model.reference();
    let mut initial = Vec::new();
    stepper.initial(&mut initial);
    let first = told.first().ok_or(Lost::NotInitial)?;
    let mut states = initial.chunks_exact(stepper.width());
    let state = states
        .find(|state| describe(model, state) == first.state)
        .ok_or(Lost::NotInitial)?;
    let mut stops = vec![Stop {
        state: state.to_vec(),
        step: None,
    }];
    for position in 0..told.len() {
        let is_last = position + 1 == told.len();
        let next = match is_last {
            true if trace.cycle.is_empty() => {
                let stop = stops.last_mut().expect("there is a first state");
                stop.step = last_step(model, &mut *stepper, &stop.state, told[position]);
                break;
            }
            true => told[trace.prefix.len()],
            false => told[position + 1],
        };
        let stop = stops
            .last_mut()
            .expect("there is one for each state so far");
        let followed = follow(model, &mut *stepper, &stop.state, told[position], next);
        let (step, to) = followed.ok_or(Lost::NoStep(position))?;
        stop.step = step;
        if !is_last {
            stops.push(Stop {
                state: to,
                step: None,
            });
        }
    }
    let cycle = stops.split_off(trace.prefix.len());
    Ok(Run {
        prefix: stops,
        cycle,
    })
}

/// The step that a finite trace ends with, if it names one that can be taken.
fn last_step(
    model: &dyn Model,
    stepper: &mut dyn Stepper,
    state: &[u32],
    told: &TraceStep,
) -> Option<Step> {
    let mut steps = Successors::default();
    stepper.successors(state, &mut steps);
    let failing = steps.failures.iter().map(|failure| failure.step);
    let mut steps = steps.steps.iter().copied().chain(failing);
    steps.find(|&step| !told.event.is_empty() && event_names(model, step) == told.event)
}

/// The step, and the state, that a trace says come next.
fn follow(
    model: &dyn Model,
    stepper: &mut dyn Stepper,
    state: &[u32],
    told: &TraceStep,
    next: &TraceStep,
) -> Option<(Option<Step>, Vec<u32>)> {
    let mut steps = Successors::default();
    stepper.successors(state, &mut steps);
    if told.event.is_empty() && steps.steps.is_empty() {
        return (describe(model, state) == next.state).then(|| (None, state.to_vec()));
    }
    let targets = steps.states.chunks_exact(stepper.width());
    let mut same = targets.zip(&steps.steps).filter(|&(target, &step)| {
        event_names(model, step) == told.event && describe(model, target) == next.state
    });
    same.next()
        .map(|(target, &step)| (Some(step), target.to_vec()))
}
