//! Counterexamples in words: the first state whole, then what changes; events, cycle and fairness.

use std::io::Write;

use anyhow::Result;
use lariat::replay::{Account, Reason, SetReason};
use lariat::trace::{Trace, TraceStep};
use lariat::{Fairness, Run, Strength};
use lariat_models::Model;
use serde_json::Value;

use crate::understand::listed;

/// As many propositions have columns of their own.
const MOST_COLUMNS: usize = 12;

/// Writes a trace: the cycle is drawn on the left, then come the propositions, true or not, and what changes.
pub(crate) fn write_trace(
    trace: &Trace,
    propositions: &[String],
    out: &mut dyn Write,
) -> Result<()> {
    let start = trace.prefix.len();
    let last = (start + trace.cycle.len()).saturating_sub(1);
    let width = last.to_string().len();
    let columns = match propositions.len() {
        count if count <= MOST_COLUMNS => propositions,
        _ => &[],
    };
    for (number, name) in columns.iter().enumerate() {
        writeln!(out, "     {:>width$}  {}{name}", "", "│ ".repeat(number))?;
    }
    let mut before: Option<&TraceStep> = None;
    for (position, step) in trace.steps().enumerate() {
        let in_cycle = position >= start;
        let gutter = match in_cycle {
            true if position == start => "╭▸",
            true => "│ ",
            false => "  ",
        };
        let truth = truth(columns, step);
        let changes = changes(before, step);
        let listed = match columns.is_empty() && !step.props.is_empty() {
            true => format!("   [{}]", step.props.join(", ")),
            false => String::new(),
        };
        writeln!(
            out,
            "  {gutter} {position:>width$}  {truth}{changes}{listed}"
        )?;
        let is_end = position == last;
        let gutter = match in_cycle {
            true if is_end => "╰─",
            true => "│ ",
            false => "  ",
        };
        let event = match (step.event.is_empty(), is_end && !in_cycle) {
            (true, true) => break,
            (true, false) if step.is_dead => "stays, for ever: no step is left".to_owned(),
            // The model has no events.
            (true, false) => "a step".to_owned(),
            (false, false) => step.event.join(" and "),
            (false, true) => format!("{} fails", step.event.join(" and ")),
        };
        let back = if in_cycle && is_end {
            format!(", back to {start}")
        } else {
            String::new()
        };
        let blank = " ".repeat(truth.chars().count());
        writeln!(out, "  {gutter} {:>width$}  {blank}↓ {event}{back}", "")?;
        before = Some(step);
    }
    Ok(())
}

/// A row of the truth table of the propositions.
fn truth(propositions: &[String], step: &TraceStep) -> String {
    let sign = |name: &String| match step.props.contains(name) {
        true => "● ",
        false => "· ",
    };
    let row: String = propositions.iter().map(sign).collect();
    if row.is_empty() { row } else { row + " " }
}

/// The values that differ from those of the state before; all of them at the beginning.
fn changes(before: Option<&TraceStep>, step: &TraceStep) -> String {
    let is_new = |name: &str, value: &Value| {
        before.is_none_or(|before| before.state.get(name) != Some(value))
    };
    let changed = step
        .state
        .iter()
        .filter(|(name, value)| is_new(name, value));
    let texts: Vec<String> = changed
        .map(|(name, value)| format!("{name} = {}", in_words(value)))
        .collect();
    match texts.is_empty() {
        true => "(nothing changes)".to_owned(),
        false => texts.join(", "),
    }
}

fn in_words(value: &Value) -> String {
    match value {
        Value::String(name) => name.clone(),
        Value::Array(values) => {
            let values: Vec<String> = values.iter().map(in_words).collect();
            format!("[{}]", values.join(", "))
        }
        other => other.to_string(),
    }
}

/// For every event that the run must be fair to, why it is.
pub(crate) fn fairness(model: &dyn Model, fairness: &Fairness, reasons: &[Reason]) -> Vec<String> {
    let events = fairness.events.iter().zip(reasons);
    let sentences = events.map(|(&(event, strength), reason)| {
        let strength = match strength {
            Strength::Weak => "weakly",
            Strength::Strong => "strongly",
        };
        let reason = match reason {
            Reason::NeverEnabled => "never enabled in the cycle".to_owned(),
            Reason::TakenAt(step) => format!("taken at step {step}"),
            Reason::DisabledAt(state) => format!("not enabled in state {state}"),
        };
        format!("{strength} fair to {}: {reason}", model.events()[event])
    });
    sentences.collect()
}

/// Why the run satisfies the model's own condition.
pub(crate) fn own_fairness(reasons: &[SetReason]) -> Vec<String> {
    let sentence = |reason: &SetReason| match reason {
        SetReason::MetAt { set, position } => {
            format!("fair to acceptance set {set}: met in state {position}")
        }
        SetReason::NeverMet { set } => {
            format!("fair to acceptance set {set}: never met in the cycle")
        }
    };
    reasons.iter().map(sentence).collect()
}

/// Hints at weak fairness where the run keeps an event waiting that could always be taken.
pub(super) fn starved(
    model: &dyn Model,
    run: &Run,
    account: &Account,
    fairness: &Fairness,
) -> Option<String> {
    let cycle = &account.facts[run.prefix.len()..];
    let waits = |event: &usize| {
        let is_fair = fairness.events.iter().any(|(fair, _)| fair == event);
        !is_fair
            && cycle
                .iter()
                .all(|facts| facts.enabled.contains(*event) && !facts.taken.contains(*event))
    };
    let waiting: Vec<&str> = (0..model.events().len())
        .filter(waits)
        .map(|event| model.events()[event].as_str())
        .collect();
    (!waiting.is_empty()).then(|| {
        let names = listed(&waiting);
        format!("hint: the cycle never takes {names}, though always enabled; --weak-fair excludes such runs")
    })
}
