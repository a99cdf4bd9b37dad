//! The answers of `check`, as a JSON document and as sentences.

use std::io::Write;
use std::time::Instant;

use anyhow::Result;
use lariat::Outcome;
use lariat::trace::Trace;
use serde::Serialize;

use super::html;
use super::tell::Told;
use super::text;

use crate::memory;
use crate::saved::Saved;
use crate::terminal::{Screen, paint};

/// The JSON document.
#[derive(Serialize)]
pub(super) struct Report {
    model: String,
    pub(super) results: Vec<Answered>,
}

/// The answer to one question.
#[derive(Serialize)]
pub(super) struct Answered {
    pub(super) property: String,
    pub(super) verdict: &'static str,
    algorithm: &'static str,
    /// It holds because no run counts.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    vacuous: bool,
    pub(super) stats: Stats,
    counterexample: Option<Trace>,
    /// Sentences about the counterexample: what it breaks, why it is fair, and what it hints at.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    notes: Vec<String>,
    /// The counterexample with all that is known of it.
    #[serde(skip)]
    pub(super) told: Option<Told>,
    #[serde(skip)]
    pub(super) saved: Option<Saved>,
}

#[derive(Serialize, Default)]
pub(super) struct Stats {
    states: usize,
    transitions: u64,
    product_states: u64,
    product_transitions: u64,
    fairness_pairs: usize,
    depth: u64,
    store_bytes: usize,
    pub(super) time_s: f64,
    peak_memory_bytes: Option<u64>,
}

impl Stats {
    pub(super) fn new(outcome: &Outcome<'_>, begin: Instant) -> Self {
        Self {
            states: outcome.states(),
            transitions: outcome.transitions(),
            product_states: outcome.product.states,
            product_transitions: outcome.product.edges,
            fairness_pairs: outcome.pairs,
            depth: outcome.product.depth,
            store_bytes: outcome.store_bytes(),
            time_s: begin.elapsed().as_secs_f64(),
            peak_memory_bytes: memory::peak(),
        }
    }
}

impl Answered {
    pub(super) fn new(property: &str, algorithm: &'static str) -> Self {
        Self {
            property: property.to_owned(),
            verdict: "undecided",
            algorithm,
            vacuous: false,
            stats: Stats::default(),
            counterexample: None,
            notes: Vec::new(),
            told: None,
            saved: None,
        }
    }

    pub(super) fn violated(&mut self, told: Told) {
        self.verdict = "violated";
        self.counterexample = Some(told.trace.clone());
        self.notes = told.notes.clone();
        self.told = Some(told);
    }

    pub(super) fn holds(&mut self, vacuously: bool) {
        self.verdict = "holds";
        self.vacuous = vacuously;
    }
}

impl Report {
    pub(super) fn new(model: &str) -> Self {
        Self {
            model: model.to_owned(),
            results: Vec::new(),
        }
    }

    /// Every answer, with its trace.
    pub(super) fn print(
        &self,
        with_statistics: bool,
        screen: &Screen,
        out: &mut dyn Write,
    ) -> Result<()> {
        for answered in &self.results {
            let vacuous = if answered.vacuous {
                " (no run counts)"
            } else {
                ""
            };
            let colour = screen.colours.verdict(answered.verdict);
            let verdict = paint(colour, answered.verdict);
            writeln!(out, "{}: {verdict}{vacuous}", answered.property)?;
            if let Some(told) = &answered.told {
                text::write(told, screen, out)?;
            }
            // Of a search that was given up, they are all there is to tell.
            if with_statistics || answered.verdict == "undecided" {
                answered.print_statistics(out)?;
            }
        }
        Ok(())
    }

    /// A page that shows everything.
    pub(super) fn page(&self) -> Result<String> {
        let results = self.results.iter();
        let told: Vec<_> = results.map(|answered| answered.told.as_ref()).collect();
        Ok(html::page(serde_json::to_value(self)?, &told))
    }

    /// A line for each property that was asked about, as the Model Checking Contest wants it.
    pub(super) fn print_for_contest(&self, names: &[String], out: &mut dyn Write) -> Result<()> {
        for name in names {
            let answered = self.results.iter().find(|result| result.property == *name);
            let verdict = match answered.map(|answered| answered.verdict) {
                Some("holds") => "TRUE",
                Some("violated") => "FALSE",
                _ => {
                    writeln!(out, "FORMULA {name} CANNOT_COMPUTE")?;
                    continue;
                }
            };
            writeln!(
                out,
                "FORMULA {name} {verdict} TECHNIQUES EXPLICIT SEQUENTIAL_PROCESSING"
            )?;
        }
        Ok(())
    }

    /// Every counterexample to a file of its own: the first under the name given, the n-th with n before the
    /// extension.
    pub(super) fn save_traces(&self, path: &str) -> Result<()> {
        let saved = self
            .results
            .iter()
            .filter_map(|answered| answered.saved.as_ref());
        for (place, saved) in saved.enumerate() {
            saved.write(&numbered(path, place + 1))?;
        }
        Ok(())
    }
}

fn numbered(path: &str, number: usize) -> String {
    let extensions = [".itf.json", ".json"];
    let stem = extensions
        .iter()
        .find_map(|extension| Some((path.strip_suffix(extension)?, extension)));
    match (number, stem) {
        (1, _) => path.to_owned(),
        (_, None) => format!("{path}.{number}"),
        (_, Some((stem, extension))) => format!("{stem}.{number}{extension}"),
    }
}

impl Answered {
    fn print_statistics(&self, out: &mut dyn Write) -> Result<()> {
        let Stats {
            states,
            transitions,
            product_states,
            product_transitions,
            fairness_pairs,
            depth,
            store_bytes,
            time_s,
            peak_memory_bytes,
        } = &self.stats;
        writeln!(out, "  by {}, in {time_s:.3} s", self.algorithm)?;
        writeln!(out, "  model    {states} states, {transitions} transitions")?;
        writeln!(
            out,
            "  product  {product_states} states, {product_transitions} transitions, depth {depth}, {fairness_pairs} fairness pairs"
        )?;
        let peak = peak_memory_bytes.unwrap_or(0) >> 20;
        writeln!(
            out,
            "  memory   {} MiB in the state store, {peak} MiB at most in all",
            store_bytes >> 20
        )?;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::numbered;

    #[test]
    fn further_traces_get_numbers() {
        let names = [("t.json", 1), ("t.json", 2), ("t.itf.json", 3), ("t", 2)];
        let expected = ["t.json", "t.2.json", "t.3.itf.json", "t.2"];
        assert_eq!(names.map(|(path, number)| numbered(path, number)), expected);
    }
}
