//! A state space that has been explored, written down in full: as a labelled transition system, as a Kripke
//! structure, as a drawing.
//!
//! The states are asked for their successors once more, so that nothing but the store is kept
//! in memory, whatever the number of transitions.  Failing steps are not written: they are not taken.
//!
//! ```
//! use lariat_models::dve::Dve;
//! use lariat_budget::Budget;
//! use lariat_space::{StateSpace, explore_in, export};
//!
//! let model = Dve::parse("process P { state q, r; init q; trans q -> r {}; } system async;")?;
//! let mut space = StateSpace::new(&model, usize::MAX);
//! let counts = explore_in(&mut space, &Budget::unlimited());
//! let mut text = Vec::new();
//! export::aldebaran(&mut space, counts.transitions, &mut text)?;
//! assert_eq!(String::from_utf8(text)?, "des (0,1,2)\n(0,\"P\",1)\n");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use std::collections::BTreeMap;
use std::io::{self, Write};

use lariat_automata::hoa::acceptance_lines;
use lariat_automata::{Letter, Marks};
use lariat_budget::Exhausted;
use lariat_model::{Model, RuntimeError, Step, Value, event_names};
use lariat_store::{StateIndex, StateStore};

use crate::{StateSpace, Target};

/// Why a state space cannot be written.
#[derive(Debug, thiserror::Error)]
pub enum ExportError {
    /// The output cannot be written to.
    #[error(transparent)]
    Output(#[from] io::Error),
    /// A proposition has no value in some state.
    #[error("a proposition cannot be evaluated in state {state}: {error}")]
    Proposition {
        /// The number of the state.
        state: StateIndex,
        /// Why it has no value.
        error: RuntimeError,
    },
    /// The state space had not been explored, and there is no room to do so now.
    #[error(transparent)]
    Store(#[from] Exhausted),
    /// The format knows one initial state only.
    #[error("the format has room for one initial state, the model has {0}")]
    InitialStates(usize),
}

/// Writes a labelled transition system in the Aldebaran format; the actions are the events of the
/// steps, joined by commas.
///
/// # Errors
/// When the output fails, or the model has several initial states.
pub fn aldebaran<S: StateStore>(
    space: &mut StateSpace<'_, S>,
    transitions: u64,
    out: &mut impl Write,
) -> Result<(), ExportError> {
    let initial = initial_states(space)?;
    let [initial] = initial[..] else {
        return Err(ExportError::InitialStates(initial.len()));
    };
    writeln!(out, "des ({initial},{transitions},{})", space.store().len())?;
    each_state(space, |space, state, targets| {
        for target in targets {
            let action = action(space.model(), target.step);
            writeln!(out, "({state},\"{}\",{})", escape(&action), target.state)?;
        }
        Ok(())
    })
}

/// Writes a Kripke structure: HOA with labels on states, each a full valuation of propositions that the
/// model watches, which are given by name and number.  Several names may mean the same.  The model's own
/// condition is the structure's fairness.
///
/// # Errors
/// When the output fails, or a proposition has no value in some state.
pub fn kripke_structure<S: StateStore>(
    space: &mut StateSpace<'_, S>,
    propositions: &[(String, usize)],
    out: &mut impl Write,
) -> Result<(), ExportError> {
    writeln!(out, "HOA: v1\nStates: {}", space.store().len())?;
    for state in initial_states(space)? {
        writeln!(out, "Start: {state}")?;
    }
    write!(out, "AP: {}", propositions.len())?;
    for (name, _) in propositions {
        write!(out, " \"{}\"", escape(name))?;
    }
    write!(
        out,
        "\n{}",
        acceptance_lines(&space.model().schema().acceptance)
    )?;
    writeln!(out, "properties: state-labels state-acc\n--BODY--")?;
    each_state(space, |space, state, targets| {
        let label = valuation(space, propositions, state)?;
        let name = escape(&in_words(&space.describe(state), " "));
        let marks = marks_in_braces(space);
        writeln!(out, "State: [{label}] {state} \"{name}\"{marks}")?;
        for target in targets {
            writeln!(out, "{}", target.state)?;
        }
        Ok(())
    })?;
    Ok(writeln!(out, "--END--")?)
}

/// Draws the states with their values, in the language of Graphviz; steps from one state to another share an arrow, with
/// a line for each.
///
/// # Errors
/// When the output fails.
pub fn drawing<S: StateStore>(
    space: &mut StateSpace<'_, S>,
    out: &mut impl Write,
) -> Result<(), ExportError> {
    writeln!(out, "digraph {{\n  node [shape=box]")?;
    for state in initial_states(space)? {
        writeln!(
            out,
            "  I{state} [label=\"\", shape=point, style=invis, width=0]\n  I{state} -> {state}"
        )?;
    }
    each_state(space, |space, state, targets| {
        let values = space.describe(state);
        let lines: Vec<String> = values.iter().map(|value| in_words([value], "")).collect();
        let lines: Vec<String> = lines.iter().map(|line| escape(line)).collect();
        writeln!(out, "  {state} [label=\"{}\"]", lines.join("\\n"))?;
        let mut arrows: BTreeMap<StateIndex, Vec<String>> = BTreeMap::new();
        for target in targets {
            let action = escape(&action(space.model(), target.step));
            let lines = arrows.entry(target.state).or_default();
            if !lines.contains(&action) {
                lines.push(action);
            }
        }
        for (to, lines) in arrows {
            writeln!(out, "  {state} -> {to} [label=\"{}\"]", lines.join("\\n"))?;
        }
        Ok(())
    })?;
    Ok(writeln!(out, "}}")?)
}

fn initial_states<S: StateStore>(
    space: &mut StateSpace<'_, S>,
) -> Result<Vec<StateIndex>, Exhausted> {
    let mut initial = Vec::new();
    space.initial(&mut initial)?;
    Ok(initial)
}

/// Calls `write` with every state, of which the space was asked last: its number and its steps.
fn each_state<S: StateStore>(
    space: &mut StateSpace<'_, S>,
    mut write: impl FnMut(&mut StateSpace<'_, S>, StateIndex, &[Target]) -> Result<(), ExportError>,
) -> Result<(), ExportError> {
    let mut targets = Vec::new();
    let mut next = 0;
    while next < space.store().len() {
        let state = StateIndex::at(next);
        targets.clear();
        space.successors(state, &mut targets)?;
        write(space, state, &targets)?;
        next += 1;
    }
    Ok(())
}

/// The label of a state, as HOA writes it.
fn valuation<S: StateStore>(
    space: &mut StateSpace<'_, S>,
    propositions: &[(String, usize)],
    state: StateIndex,
) -> Result<String, ExportError> {
    let mut letter = Letter::EMPTY;
    let wanted = propositions.iter().map(|&(_, number)| number);
    let wanted: Vec<usize> = wanted.collect();
    space
        .observe(&wanted, &mut letter)
        .map_err(|error| ExportError::Proposition { state, error })?;
    let literals: Vec<String> = wanted
        .iter()
        .enumerate()
        .map(|(place, &number)| match letter.contains(number) {
            true => place.to_string(),
            false => format!("!{place}"),
        })
        .collect();
    Ok(match literals.is_empty() {
        true => "t".to_owned(),
        false => literals.join("&"),
    })
}

/// The model's own marks in a state, as HOA writes them.
fn marks_in_braces<S: StateStore>(space: &mut StateSpace<'_, S>) -> String {
    let mut marks = Marks::EMPTY;
    space.marks(&mut marks);
    let numbers: Vec<String> = marks.iter().map(|mark| mark.to_string()).collect();
    match numbers.is_empty() {
        true => String::new(),
        false => format!(" {{{}}}", numbers.join(" ")),
    }
}

/// The events of a step, joined by commas.
fn action(model: &dyn Model, step: Step) -> String {
    event_names(model, step).join(",")
}

/// Named values as `name=value`.
fn in_words<'v>(values: impl IntoIterator<Item = &'v (String, Value)>, separator: &str) -> String {
    let words: Vec<String> = values
        .into_iter()
        .map(|(name, value)| format!("{name}={value}"))
        .collect();
    words.join(separator)
}

/// The text as it stands between double quotes.
fn escape(text: &str) -> String {
    text.replace('\\', "\\\\").replace('"', "\\\"")
}
