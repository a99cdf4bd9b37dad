//! Pictures: automata in the language of Graphviz.
//!
//! What a person looks for first is where it starts, what is accepting, and what is read.  An arrow
//! from nowhere points to each initial state; all edges from one state to another are one arrow, with
//! a line for each: its letters, then its marks in braces.  If all marks are on states, they are shown
//! there, those of a Büchi automaton as a second circle.

use std::fmt::{self, Write};

use indexmap::IndexMap;
use lariat_budget::{Budget, Exhausted};

use crate::label_text::CutShort;
use crate::quoting::escape;
use crate::{Condition, Explicit, Marks, StateId};

/// The automaton as a directed graph.
///
/// ```
/// use lariat_automata::{Acceptance, Explicit, Labels, Marks, dot};
/// let mut a = Explicit::new(Labels::new(["p".to_owned()]), Acceptance::buchi());
/// let p = a.labels.bdds.var(0);
/// let state = a.add_state();
/// a.initial.push(state);
/// a.add_transition(state, p, Marks::single(0), state);
/// a.add_transition(state, !p, Marks::EMPTY, state);
/// let drawn = dot::write(&a);
/// assert!(drawn.contains("0 -> 0 [label=\"p {0}\\n!p\"]"), "{drawn}");
/// ```
pub fn write(automaton: &Explicit) -> String {
    let text = write_within(automaton, &Budget::unlimited());
    text.expect("a budget without a limit does not end")
}

/// The same, unless the budget ends before.
///
/// # Errors
/// If the budget has ended.
pub fn write_within(automaton: &Explicit, budget: &Budget) -> Result<String, Exhausted> {
    let mut merged = automaton.clone();
    merged.merge_transitions();
    let mut text = String::new();
    let mut drawing = Drawing {
        marks_on_states: merged.acceptance.marks > 0 && merged.has_state_marks(),
        automaton: &mut merged,
        budget,
        out: &mut text,
    };
    drawing.draw().map_err(CutShort::end)?;
    Ok(text)
}

/// What stands above the picture: the name and the condition, a line each.
pub fn title(automaton: &Explicit) -> String {
    let condition = condition_text(&automaton.acceptance.condition);
    match &automaton.name {
        Some(name) => format!("{name}\n[{condition}]"),
        None => format!("[{condition}]"),
    }
}

struct Drawing<'a> {
    automaton: &'a mut Explicit,
    marks_on_states: bool,
    budget: &'a Budget,
    out: &'a mut String,
}

impl Drawing<'_> {
    fn draw(&mut self) -> Result<(), CutShort> {
        let name = self.automaton.name.clone().unwrap_or_default();
        writeln!(self.out, "digraph \"{}\" {{", escaped(&name))?;
        writeln!(self.out, "  rankdir=LR")?;
        writeln!(self.out, "  label=\"{}\"", escaped(&title(self.automaton)))?;
        writeln!(self.out, "  labelloc=\"t\"")?;
        writeln!(self.out, "  node [shape=circle]")?;
        for state in 0..self.automaton.state_count() as StateId {
            self.state(state)?;
        }
        for (number, state) in self.automaton.initial.iter().enumerate() {
            writeln!(
                self.out,
                "  I{number} [label=\"\", shape=point, style=invis, width=0]"
            )?;
            writeln!(self.out, "  I{number} -> {state}")?;
        }
        for from in 0..self.automaton.state_count() as StateId {
            self.edges(from)?;
        }
        writeln!(self.out, "}}")?;
        Ok(())
    }

    fn state(&mut self, state: StateId) -> fmt::Result {
        let marks = self.state_marks(state);
        let buchi = self.automaton.acceptance == crate::Acceptance::buchi();
        let shape = match (buchi, marks.is_empty()) {
            (true, false) => ", shape=doublecircle",
            _ => "",
        };
        let shown = if buchi { Marks::EMPTY } else { marks };
        let line = if shown.is_empty() { "" } else { "\\n" };
        let shown = braced(&shown);
        writeln!(
            self.out,
            "  {state} [label=\"{state}{line}{shown}\"{shape}]"
        )
    }

    fn state_marks(&self, state: StateId) -> Marks {
        let first = self.automaton.transitions[state as usize].first();
        match first {
            Some(edge) if self.marks_on_states => edge.marks.clone(),
            _ => Marks::EMPTY,
        }
    }

    fn edges(&mut self, from: StateId) -> Result<(), CutShort> {
        let mut arrows: IndexMap<StateId, Vec<String>> = IndexMap::new();
        for edge in &self.automaton.transitions[from as usize] {
            let labels = &mut self.automaton.labels;
            let label = labels.text_within(edge.label, self.budget)?;
            let mut line = escaped(&in_lines(&label));
            if !self.marks_on_states && !edge.marks.is_empty() {
                line = format!("{line} {}", braced(&edge.marks));
            }
            arrows.entry(edge.to).or_default().push(line);
        }
        for (to, lines) in arrows {
            let label = lines.join("\\n");
            writeln!(self.out, "  {from} -> {to} [label=\"{label}\"]")?;
        }
        Ok(())
    }
}

/// A label is broken behind an operator where its line gets longer than this.
const LONG: usize = 32;

/// A label in lines of moderate length.
fn in_lines(label: &str) -> String {
    let mut text = String::new();
    let mut length = 0;
    for (number, part) in label.split_inclusive(['&', '|']).enumerate() {
        if number > 0 && length + part.trim().len() > LONG {
            text.push('\n');
            length = 0;
        }
        let part = if length == 0 { part.trim_start() } else { part };
        text.push_str(part);
        length += part.len();
    }
    text
}

/// A text inside quotes, on one line.
fn escaped(text: &str) -> String {
    escape(text).replace('\n', "\\n")
}

/// Marks as HOA writes them, with commas; nothing if there are none.
fn braced(marks: &Marks) -> String {
    if marks.is_empty() {
        return String::new();
    }
    let marks: Vec<String> = marks.iter().map(|mark| mark.to_string()).collect();
    format!("{{{}}}", marks.join(","))
}

fn condition_text(condition: &Condition) -> String {
    let join = |parts: &[Condition], operator: &str| {
        let nested = |part: &Condition| match part {
            Condition::And(_) | Condition::Or(_) => format!("({})", condition_text(part)),
            _ => condition_text(part),
        };
        let parts: Vec<String> = parts.iter().map(nested).collect();
        parts.join(operator)
    };
    match condition {
        Condition::True => "all".to_owned(),
        Condition::False => "none".to_owned(),
        Condition::Inf(mark) => format!("Inf({mark})"),
        Condition::Fin(mark) => format!("Fin({mark})"),
        Condition::And(parts) => join(parts, " & "),
        Condition::Or(parts) => join(parts, " | "),
    }
}

#[cfg(test)]
mod tests {
    use super::in_lines;

    #[test]
    fn long_labels_have_several_lines() {
        assert_eq!(in_lines("a & !b"), "a & !b");
        let label = "requested & !granted & waiting | released & !\"x | y\"";
        let lines = in_lines(label);
        assert_eq!(
            lines,
            "requested & !granted & waiting |\nreleased & !\"x | y\""
        );
        assert_eq!(lines.replace('\n', " "), label);
    }
}
