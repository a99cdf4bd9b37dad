//! Writing: one form for each automaton.

use std::collections::hash_map::Entry;
use std::fmt::{self, Write};

use lariat_bdd::Bdd;
use lariat_budget::{Budget, Exhausted};
use rustc_hash::FxHashMap;

use super::HoaAutomaton;
use super::acceptance::name_of;
use crate::label_text::{CutShort, Notation, infix};
use crate::quoting::quote;
use crate::strength::{
    AutomatonStrength, is_complete, is_deterministic, is_weak_as_marked, strength,
};
use crate::{Acceptance, Condition, Explicit, Label, Labels, Marks, StateId};

/// How the format writes labels.
const NOTATION: Notation = Notation {
    and: "&",
    or: " | ",
    not: "!",
    yes: "t",
    no: "f",
};

/// Claims that are copied because they are not found out again.
const COPIED: [&str; 3] = ["stutter-invariant", "unambiguous", "semi-deterministic"];

/// The automaton in the format.
///
/// Labels are irredundant sums of cubes, unless there are very many.  Marks are written on states where
/// all edges of each state carry the same, and labels where every state has one.
pub fn write(automaton: &HoaAutomaton) -> String {
    let text = write_within(automaton, &Budget::unlimited());
    text.expect("a budget without a limit does not end")
}

/// The same, unless the budget ends before.
///
/// # Errors
/// If the budget has ended.
pub fn write_within(automaton: &HoaAutomaton, budget: &Budget) -> Result<String, Exhausted> {
    let mut text = String::new();
    let mut writer = Writer::new(automaton, budget, &mut text);
    writer.write().map_err(CutShort::end)?;
    Ok(text)
}

/// The lines of a header that tell the acceptance condition, and its name if it has one.
///
/// ```
/// use lariat_automata::{Acceptance, hoa};
/// let lines = hoa::acceptance_lines(&Acceptance::streett(1));
/// assert_eq!(lines, "acc-name: Streett 1\nAcceptance: 2 Fin(0) | Inf(1)\n");
/// ```
pub fn acceptance_lines(acceptance: &Acceptance) -> String {
    let Acceptance { marks, condition } = acceptance;
    let name = name_of(acceptance).map(|name| format!("acc-name: {name}\n"));
    let name = name.unwrap_or_default();
    format!("{name}Acceptance: {marks} {}\n", Written(condition))
}

struct Writer<'a> {
    source: &'a HoaAutomaton,
    automaton: &'a Explicit,
    /// A copy, since covers of labels need new nodes.
    labels: Labels,
    written: FxHashMap<Label, String>,
    marks_on_states: bool,
    labels_on_states: bool,
    budget: &'a Budget,
    out: &'a mut String,
}

impl<'a> Writer<'a> {
    fn new(source: &'a HoaAutomaton, budget: &'a Budget, out: &'a mut String) -> Self {
        let automaton = &source.automaton;
        Self {
            source,
            automaton,
            labels: automaton.labels.clone(),
            written: FxHashMap::default(),
            marks_on_states: automaton.has_state_marks(),
            labels_on_states: source.has_state_labels(),
            budget,
            out,
        }
    }

    fn write(&mut self) -> Result<(), CutShort> {
        self.header()?;
        self.out.push_str("--BODY--\n");
        for state in 0..self.automaton.state_count() as StateId {
            self.budget.check()?;
            self.state(state)?;
        }
        self.out.push_str("--END--\n");
        Ok(())
    }

    fn header(&mut self) -> fmt::Result {
        let automaton = self.automaton;
        writeln!(self.out, "HOA: v1")?;
        if let Some(name) = &automaton.name {
            writeln!(self.out, "name: {}", quote(name))?;
        }
        writeln!(self.out, "States: {}", automaton.state_count())?;
        for state in &automaton.initial {
            writeln!(self.out, "Start: {state}")?;
        }
        write!(self.out, "AP: {}", automaton.labels.propositions.len())?;
        for name in &automaton.labels.propositions {
            write!(self.out, " {}", quote(name))?;
        }
        self.out.push('\n');
        self.out.push_str(&acceptance_lines(&automaton.acceptance));
        if let Some(tool) = &self.source.tool {
            writeln!(self.out, "tool: {}", quote(tool))?;
        }
        let properties = self.properties();
        writeln!(self.out, "properties: {}", properties.join(" "))
    }

    /// What the automaton is, in the words of the format.
    fn properties(&self) -> Vec<&'a str> {
        let mut automaton = self.automaton.clone();
        let mut properties = if self.labels_on_states {
            vec!["state-labels"]
        } else {
            vec!["trans-labels", "explicit-labels"]
        };
        properties.push(if self.marks_on_states {
            "state-acc"
        } else {
            "trans-acc"
        });
        if is_complete(&mut automaton) {
            properties.push("complete");
        }
        if is_deterministic(&mut automaton) {
            properties.push("deterministic");
        }
        properties.extend(weakness(&mut automaton));
        let claimed = self.source.properties.iter().map(String::as_str);
        properties.extend(claimed.filter(|property| COPIED.contains(property)));
        properties
    }

    fn state(&mut self, state: StateId) -> Result<(), CutShort> {
        let info = &self.source.states[state as usize];
        self.out.push_str("State: ");
        if self.labels_on_states {
            let label = info.label.unwrap_or(Bdd::TRUE);
            self.bracketed(label)?;
            self.out.push(' ');
        }
        write!(self.out, "{state}")?;
        if let Some(name) = &info.name {
            write!(self.out, " {}", quote(name))?;
        }
        let edges = &self.automaton.transitions[state as usize];
        if self.marks_on_states {
            let marks = edges.first().map_or(&info.marks, |edge| &edge.marks);
            self.marks(marks)?;
        }
        self.out.push('\n');
        for edge in edges {
            if !self.labels_on_states {
                self.bracketed(edge.label)?;
                self.out.push(' ');
            }
            write!(self.out, "{}", edge.to)?;
            if !self.marks_on_states {
                self.marks(&edge.marks)?;
            }
            self.out.push('\n');
        }
        Ok(())
    }

    fn marks(&mut self, marks: &Marks) -> fmt::Result {
        if marks.is_empty() {
            return Ok(());
        }
        let numbers: Vec<String> = marks.iter().map(|mark| mark.to_string()).collect();
        write!(self.out, " {{{}}}", numbers.join(" "))
    }

    fn bracketed(&mut self, label: Label) -> Result<(), CutShort> {
        let text = match self.written.entry(label) {
            Entry::Occupied(known) => known.into_mut(),
            Entry::Vacant(new) => {
                let text = infix(&mut self.labels, label, &NOTATION, self.budget, |var| {
                    var.to_string()
                });
                new.insert(text?)
            }
        };
        write!(self.out, "[{text}]")?;
        Ok(())
    }
}

/// How weak the automaton is.
fn weakness(automaton: &mut Explicit) -> Vec<&'static str> {
    if is_weak_as_marked(automaton) {
        let components = automaton.components();
        let mut found = Vec::new();
        if components.count == automaton.state_count() {
            found.push("very-weak");
        }
        found.push("weak");
        if strength(automaton) == AutomatonStrength::Terminal {
            found.push("terminal");
        }
        return found;
    }
    // Other conditions may take long to tell.
    let cheap = automaton.acceptance.generalized_buchi_view().is_some();
    if cheap && strength(automaton) != AutomatonStrength::Strong {
        return vec!["inherently-weak"];
    }
    Vec::new()
}

/// A condition as the format writes it.
struct Written<'a>(&'a Condition);

impl fmt::Display for Written<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Condition::True => f.write_str("t"),
            Condition::False => f.write_str("f"),
            Condition::Inf(mark) => write!(f, "Inf({mark})"),
            Condition::Fin(mark) => write!(f, "Fin({mark})"),
            Condition::And(parts) => joined(f, parts, "&"),
            Condition::Or(parts) => joined(f, parts, " | "),
        }
    }
}

fn joined(f: &mut fmt::Formatter<'_>, parts: &[Condition], operator: &str) -> fmt::Result {
    for (number, part) in parts.iter().enumerate() {
        if number > 0 {
            f.write_str(operator)?;
        }
        match part {
            Condition::And(_) | Condition::Or(_) => write!(f, "({})", Written(part))?,
            _ => write!(f, "{}", Written(part))?,
        }
    }
    Ok(())
}
