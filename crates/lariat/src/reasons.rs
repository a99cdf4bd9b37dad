//! Why a counterexample is fair, in sentences.

use lariat_model::{Fairness, Model, Strength};
use lariat_witness::{Confirmed, Reason, SetReason};

use crate::understanding::listed;

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
        format!(
            "{strength} fair to {}: {reason}",
            model.schema().events[event]
        )
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
pub(crate) fn starved(
    model: &dyn Model,
    confirmed: &Confirmed,
    fairness: &Fairness,
) -> Option<String> {
    let events = &model.schema().events;
    let cycle = &confirmed.facts()[confirmed.run().prefix.len()..];
    let waits = |event: &usize| {
        let is_fair = fairness.events.iter().any(|(fair, _)| fair == event);
        !is_fair
            && cycle
                .iter()
                .all(|facts| facts.enabled.contains(*event) && !facts.taken.contains(*event))
    };
    let waiting: Vec<&str> = (0..events.len())
        .filter(waits)
        .map(|event| events[event].as_str())
        .collect();
    (!waiting.is_empty()).then(|| {
        let names = listed(&waiting);
        format!(
            "the cycle never takes {names}, though always enabled; --weak-fair excludes such runs"
        )
    })
}
