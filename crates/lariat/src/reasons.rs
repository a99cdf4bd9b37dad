//! Why a counterexample is fair, in sentences.

use lariat_model::{Fairness, Model, Strength};
use lariat_witness::{Reason, SetReason};

/// For every event that the run must be fair to, why it is; those that are never enabled share a sentence.
pub(crate) fn fairness(model: &dyn Model, fairness: &Fairness, reasons: &[Reason]) -> Vec<String> {
    let mut sentences = Vec::new();
    let mut idle: [Vec<&str>; 2] = Default::default();
    for (&(event, strength), reason) in fairness.events.iter().zip(reasons) {
        let name = model.schema().events[event].as_str();
        let why = match reason {
            Reason::NeverEnabled => {
                idle[usize::from(strength == Strength::Strong)].push(name);
                continue;
            }
            Reason::TakenAt(step) => format!("taken at step {step}"),
            Reason::DisabledAt(state) => format!("not enabled in state {state}"),
        };
        sentences.push(format!("{} fair to {name}: {why}", adverb(strength)));
    }
    for (strength, names) in [Strength::Weak, Strength::Strong].into_iter().zip(idle) {
        if !names.is_empty() {
            let adverb = adverb(strength);
            let names = names.join(", ");
            sentences.push(format!(
                "{adverb} fair to {names}: never enabled in the cycle"
            ));
        }
    }
    sentences
}

fn adverb(strength: Strength) -> &'static str {
    match strength {
        Strength::Weak => "weakly",
        Strength::Strong => "strongly",
    }
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
