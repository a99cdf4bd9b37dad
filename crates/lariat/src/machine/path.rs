//! Counterexamples of machines: in their own states and actions, as text, as a page and as a file.

use std::cmp::Ordering;
use std::fmt::{self, Debug};
use std::{fs, io};

use serde_json::Value;

use crate::Report;
use crate::html::{RunConditions, document, embedded};
use crate::saved::Saved;
use crate::trace::{Trace, TraceStep};

/// A run that goes through `prefix` once, and then through `cycle` again and again.
///
/// Each state comes with the action by which the run leaves it: none where a deadlocked run stays.  The last action
/// leads back to the first state of the cycle.
///
/// A counterexample to a safety property is finite: its `cycle` is empty, and its `prefix` ends with the state in which the property
/// is violated, whatever follows.  That state comes with an action only if it is the action that violates the property.
///
/// [`Display`](fmt::Display) tells the run in lines: the first state in full, then what changes.
#[derive(Clone)]
pub struct Path<S, A> {
    /// From an initial state on.
    pub prefix: Vec<(S, Option<A>)>,
    /// What repeats for ever; empty in a finite counterexample.
    pub cycle: Vec<(S, Option<A>)>,
    pub(super) told: Box<ToldPath>,
}

/// What else is known of a path.
#[derive(Clone)]
pub(super) struct ToldPath {
    /// The one answer that has the path as its counterexample.
    pub(super) report: Report,
    pub(super) conditions: RunConditions,
    pub(super) saved: Saved,
}

impl<S: PartialEq, A: PartialEq> PartialEq for Path<S, A> {
    /// Whether the runs are the same, whatever property they violate.
    fn eq(&self, other: &Self) -> bool {
        (&self.prefix, &self.cycle) == (&other.prefix, &other.cycle)
    }
}

impl<S: Eq, A: Eq> Eq for Path<S, A> {}

impl<S: Debug, A: Debug> Debug for Path<S, A> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Path")
            .field("prefix", &self.prefix)
            .field("cycle", &self.cycle)
            .finish_non_exhaustive()
    }
}

impl<S, A> Path<S, A> {
    /// Whether the run ends, since whatever follows its last state violates the property.
    pub fn is_finite(&self) -> bool {
        self.cycle.is_empty()
    }

    /// The run and the question that it answers, in words: what `lariat check --trace` writes, and [`Checker::replay`] checks again.
    ///
    /// [`Checker::replay`]: super::Checker::replay
    pub fn saved(&self) -> &Saved {
        &self.told.saved
    }

    /// Writes a file like that of `lariat check --trace`: JSON, in Apalache's format if the name ends in `.itf.json`.
    ///
    /// # Errors
    /// When the file cannot be written.
    pub fn save_trace(&self, file: &str) -> io::Result<()> {
        let document = self.told.saved.document(file);
        fs::write(file, format!("{document:#}\n"))
    }

    fn actions(&self) -> impl Iterator<Item = Option<&A>> {
        let stops = self.prefix.iter().chain(&self.cycle);
        stops.map(|(_, action)| action.as_ref())
    }
}

impl<S, A: Debug> Path<S, A> {
    /// A self-contained page like that of `lariat check --html`, with the machine's actions as steps.
    pub fn html(&self) -> String {
        let mut document = document(&self.told.report, &self.told.conditions);
        let trace = &mut document["results"][0]["counterexample"];
        let mut actions = self.actions();
        for part in ["prefix", "cycle"] {
            let steps = trace[part].as_array_mut().into_iter().flatten();
            for (step, action) in steps.zip(&mut actions) {
                step["event"] = action.map(in_words).into_iter().collect();
            }
        }
        embedded(&document)
    }
}

/// An action as its author shows it; a text needs no quotes.
fn in_words(action: &impl Debug) -> String {
    let shown = format!("{action:?}");
    let text = shown.strip_prefix('"');
    let text = text.and_then(|text| text.strip_suffix('"'));
    text.map_or(shown.clone(), str::to_owned)
}

impl<S, A: Debug> fmt::Display for Path<S, A> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let lines = Lines::of(&self.told.saved.trace);
        let mut before = None;
        let stops = self.told.saved.trace.steps().zip(self.actions());
        for (position, (step, action)) in stops.enumerate() {
            lines.state(position, before, step, f)?;
            lines.action(position, action.map(in_words), f)?;
            before = Some(step);
        }
        let mut notes = self.told.report.results.iter().flat_map(|told| &told.notes);
        notes.try_for_each(|note| writeln!(f, "  {note}"))
    }
}

/// What the lines of one path have in common: the cycle is drawn on the left.
struct Lines {
    /// Where the cycle starts.
    start: usize,
    last: usize,
    is_finite: bool,
    /// The width of a state's number.
    digits: usize,
}

impl Lines {
    fn of(trace: &Trace) -> Self {
        let last = trace.steps().count().saturating_sub(1);
        Self {
            start: trace.prefix.len(),
            last,
            is_finite: trace.finite,
            digits: last.to_string().len(),
        }
    }

    /// A state: what changes, and which propositions are true.
    fn state(
        &self,
        position: usize,
        before: Option<&TraceStep>,
        step: &TraceStep,
        f: &mut fmt::Formatter<'_>,
    ) -> fmt::Result {
        let gutter = match position.cmp(&self.start) {
            Ordering::Less => "  ",
            Ordering::Equal => "╭▸",
            Ordering::Greater => "│ ",
        };
        write!(f, "  {gutter} {position:>digits$}  ", digits = self.digits)?;
        let old = |name: &str| before.and_then(|before| before.state.get(name));
        let values = step.state.iter();
        let changed = values.filter(|(name, value)| old(name) != Some(value));
        let changes: Vec<String> = changed
            .map(|(name, value)| format!("{name} = {}", unquoted(value)))
            .collect();
        match changes.is_empty() {
            true => write!(f, "(nothing changes)")?,
            false => write!(f, "{}", changes.join(", "))?,
        }
        match step.props.is_empty() {
            true => writeln!(f),
            false => writeln!(f, "  [{}]", step.props.join(", ")),
        }
    }

    /// The action that leaves a state; nothing where a run ends in a state.
    fn action(
        &self,
        position: usize,
        action: Option<String>,
        f: &mut fmt::Formatter<'_>,
    ) -> fmt::Result {
        let is_last = position == self.last;
        if action.is_none() && is_last && self.is_finite {
            return Ok(());
        }
        let gutter = match position < self.start {
            true => "  ",
            false if is_last => "╰─",
            false => "│ ",
        };
        let action = action.unwrap_or_else(|| "stays, for ever: no step is left".to_owned());
        let back = match is_last && !self.is_finite {
            true => format!(", back to {}", self.start),
            false => String::new(),
        };
        let blank = " ".repeat(self.digits);
        writeln!(f, "  {gutter} {blank}  ↓ {action}{back}")
    }
}

/// A value, in which names have no quotes.
fn unquoted(value: &Value) -> String {
    match value {
        Value::String(name) => name.clone(),
        Value::Array(values) => {
            let values: Vec<String> = values.iter().map(unquoted).collect();
            format!("[{}]", values.join(", "))
        }
        other => other.to_string(),
    }
}
