//! Writing claims.

use std::fmt::Write;

use lariat_budget::Budget;

use super::expression::is_expression;
pub use crate::degeneralize::NotGeneralizedBuchi;
use crate::degeneralize::{DegeneralizeError, degeneralize_to_states};
use crate::label_text::{CutShort, Notation, infix};
use crate::quoting::quote;
use crate::{Acceptance, Explicit, StateId};

/// How Promela writes conditions.
const NOTATION: Notation = Notation {
    and: " && ",
    or: " || ",
    not: "!",
    yes: "1",
    no: "0",
};

/// The automaton as a claim.  One that is not Büchi with marks on states is degeneralized first.
///
/// ```
/// use lariat_automata::never;
/// let text = "never {\nT0_init:\n  if\n  :: (!(x == 1)) -> goto T0_init\n  fi;\n}\n";
/// let automaton = never::read(text).unwrap();
/// assert_eq!(never::write(&automaton).unwrap(), text);
/// ```
pub fn write(automaton: &Explicit) -> Result<String, NotGeneralizedBuchi> {
    let written = write_within(automaton, &Budget::unlimited());
    // A budget without a limit does not end.
    written.map_err(|_| NotGeneralizedBuchi)
}

/// The same, unless the budget ends before.
///
/// # Errors
/// If the automaton is not generalized Büchi, or the budget has ended.
pub fn write_within(automaton: &Explicit, budget: &Budget) -> Result<String, DegeneralizeError> {
    let is_buchi = automaton.acceptance == Acceptance::buchi();
    let mut source = if is_buchi && automaton.has_state_marks() {
        automaton.clone()
    } else {
        degeneralize_to_states(automaton, budget)?
    };
    source.single_initial();
    let names = source.labels.propositions.iter().map(|name| written(name));
    let mut text = String::new();
    let mut writer = Writer {
        names: names.collect(),
        accept_all: find_accept_all(&source),
        automaton: &mut source,
        budget,
        out: &mut text,
    };
    writer.write().map_err(CutShort::end)?;
    Ok(text)
}

/// A proposition as it stands in a condition.
fn written(name: &str) -> String {
    let is_word = |c: char| c.is_ascii_alphanumeric() || c == '_';
    if !is_expression(name) {
        quote(name)
    } else if name.chars().all(is_word) {
        name.to_owned()
    } else {
        format!("({name})")
    }
}

struct Writer<'a> {
    automaton: &'a mut Explicit,
    names: Vec<String>,
    /// The state that is written last, as `skip`: Spin takes the end of a claim for a violation.
    accept_all: Option<StateId>,
    budget: &'a Budget,
    out: &'a mut String,
}

impl Writer<'_> {
    fn write(&mut self) -> Result<(), CutShort> {
        match &self.automaton.name {
            Some(name) => writeln!(self.out, "never {{ /* {} */", name.replace("*/", "* /"))?,
            None => writeln!(self.out, "never {{")?,
        }
        let initial = self.automaton.initial[0];
        let others = (0..self.automaton.state_count() as StateId).filter(|&s| s != initial);
        for state in std::iter::once(initial).chain(others) {
            if Some(state) != self.accept_all {
                self.state(state)?;
            }
        }
        if let Some(state) = self.accept_all {
            writeln!(self.out, "{}:\n  skip", self.label(state))?;
        }
        writeln!(self.out, "}}")?;
        Ok(())
    }

    fn state(&mut self, state: StateId) -> Result<(), CutShort> {
        writeln!(self.out, "{}:", self.label(state))?;
        let edges = self.automaton.transitions[state as usize].clone();
        if edges.is_empty() {
            writeln!(self.out, "  false;")?;
            return Ok(());
        }
        writeln!(self.out, "  if")?;
        for edge in edges {
            let names = &self.names;
            let name = |var: u32| names[var as usize].clone();
            let labels = &mut self.automaton.labels;
            let condition = infix(labels, edge.label, &NOTATION, self.budget, name)?;
            let to = self.label(edge.to);
            writeln!(self.out, "  :: ({condition}) -> goto {to}")?;
        }
        writeln!(self.out, "  fi;")?;
        Ok(())
    }

    fn label(&self, state: StateId) -> String {
        let edges = &self.automaton.transitions[state as usize];
        let accepting = edges.first().is_some_and(|edge| !edge.marks.is_empty());
        let kind = if accepting { "accept" } else { "T0" };
        if state == self.automaton.initial[0] {
            format!("{kind}_init")
        } else if Some(state) == self.accept_all {
            "accept_all".to_owned()
        } else {
            format!("{kind}_S{state}")
        }
    }
}

/// A state that accepts everything and may be written last: not the initial one, unless it is alone.
fn find_accept_all(automaton: &Explicit) -> Option<StateId> {
    let accepts_all = |&state: &StateId| match &automaton.transitions[state as usize][..] {
        [edge] => edge.to == state && edge.label.is_true() && !edge.marks.is_empty(),
        _ => false,
    };
    let states = 0..automaton.state_count() as StateId;
    let alone = automaton.state_count() == 1;
    states
        .filter(|&state| alone || state != automaton.initial[0])
        .find(accepts_all)
}
