//! Answers for people and for other programs: the JSON document of `check` and all that is behind it.

use lariat_budget::Exhausted;
use lariat_diagnostics::Diagnostic;
use lariat_model::{Deadlock, Strength};
use serde::{Serialize, Serializer};

use crate::counterexample::{Counterexample, Note};
use crate::engine::Cost;
use crate::saved::Saved;
use crate::trace::Trace;

/// Whether a property holds.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Verdict {
    /// Every run that counts satisfies it.
    Holds,
    /// There is a counterexample.
    Violated,
    /// A limit ended the search.
    Undecided,
}

impl Verdict {
    /// The word for it.
    pub fn name(self) -> &'static str {
        match self {
            Verdict::Holds => "holds",
            Verdict::Violated => "violated",
            Verdict::Undecided => "undecided",
        }
    }
}

/// The answers to all questions about a model.
#[derive(Clone, Debug, Serialize)]
pub struct Report {
    /// The model's name.
    pub model: String,
    /// The answers, in the order of the questions; faults of the model come last.
    pub results: Vec<Answered>,
}

/// The answer to one question.
#[derive(Clone, Debug, Serialize)]
pub struct Answered {
    /// The property: the user's text, or its name.
    pub property: String,
    /// Whether it holds.
    pub verdict: Verdict,
    /// The check that found out.
    pub algorithm: &'static str,
    /// It holds because no run counts.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub vacuous: bool,
    /// What it took.
    pub stats: Stats,
    /// Why it does not hold.
    #[serde(serialize_with = "trace_only")]
    pub counterexample: Option<Counterexample>,
    /// A finite run of which every continuation violates the property, where it was not decided whether one of them counts.
    #[serde(serialize_with = "trace_only", skip_serializing_if = "Option::is_none")]
    pub bad_prefix: Option<Counterexample>,
    /// The events that runs must be fair to.
    pub fairness: Vec<FairEvent>,
    /// What else is assumed of runs.
    pub assumptions: Vec<String>,
    /// How deadlocked runs are treated.
    pub deadlock: Deadlock,
    /// Sentences about the counterexample: what it breaks, why it is fair, and what it hints at.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub notes: Vec<Note>,
    /// Why the question was not taken on.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub refused: Option<String>,
    /// Why it is undecided.
    #[serde(skip)]
    pub obstacle: Option<Exhausted>,
    /// What the user should know of the answer.
    #[serde(skip)]
    pub warnings: Vec<Diagnostic>,
    /// The counterexample and its question, for `replay`.
    #[serde(skip)]
    pub saved: Option<Saved>,
}

/// An event that runs must be fair to.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct FairEvent {
    /// Its name.
    pub event: String,
    /// How fair they must be.
    pub strength: Strength,
}

/// Of a counterexample the document has the trace.
fn trace_only<S: Serializer>(
    counterexample: &Option<Counterexample>,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    let trace: Option<&Trace> = counterexample.as_ref().map(|told| &told.trace);
    trace.serialize(serializer)
}

/// What an answer took.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
#[expect(
    missing_docs,
    reason = "the fields are those of the document that the guide explains"
)]
pub struct Stats {
    pub states: u64,
    pub transitions: u64,
    pub product_states: u64,
    pub product_transitions: u64,
    pub fairness_pairs: usize,
    pub depth: u64,
    pub store_bytes: u64,
    pub time_s: f64,
    pub peak_memory_bytes: Option<u64>,
}

impl Stats {
    pub(crate) fn new(cost: &Cost, time_s: f64) -> Self {
        Self {
            states: cost.states,
            transitions: cost.transitions,
            product_states: cost.product_states,
            product_transitions: cost.product_transitions,
            fairness_pairs: cost.fairness_pairs,
            depth: cost.depth,
            store_bytes: cost.store_bytes,
            time_s,
            peak_memory_bytes: lariat_budget::memory::peak(),
        }
    }
}

impl Answered {
    /// That nothing is known yet.
    pub(crate) fn new(property: &str, algorithm: &'static str) -> Self {
        Self {
            property: property.to_owned(),
            verdict: Verdict::Undecided,
            algorithm,
            vacuous: false,
            stats: Stats::default(),
            counterexample: None,
            bad_prefix: None,
            fairness: Vec::new(),
            assumptions: Vec::new(),
            deadlock: Deadlock::default(),
            notes: Vec::new(),
            refused: None,
            obstacle: None,
            warnings: Vec::new(),
            saved: None,
        }
    }

    /// That a question was not taken on, and why.
    pub fn refused(property: &str, reason: &str) -> Self {
        Self {
            refused: Some(reason.to_owned()),
            ..Self::new(property, "none")
        }
    }

    /// Whether every run that counts satisfies the property.
    pub fn holds(&self) -> bool {
        self.verdict == Verdict::Holds
    }

    pub(crate) fn violated(&mut self, counterexample: Counterexample) {
        self.verdict = Verdict::Violated;
        self.notes.clone_from(&counterexample.notes);
        self.counterexample = Some(counterexample);
    }
}
