//! Automata from the formats that other tools write and to those that they read, and to pictures.

use anyhow::{Context, Result, bail};
use clap::ValueEnum;
use lariat::automata_text::{self, ReadAutomaton};
use lariat::input::{self, Input};
use lariat_automata::degeneralize::DegeneralizeError;
use lariat_automata::lbtt::LbttUnwritten;
use lariat_automata::{Explicit, dot, hoa, lbtt, never};
use lariat_budget::Budget;

use crate::diagnostics;
use crate::exit::Exit;
use crate::limits::exit_of;
use crate::terminal::harmless;

/// The formats that an automaton is written in.
#[derive(Clone, Copy, PartialEq, ValueEnum)]
pub(crate) enum Output {
    /// Hanoi omega-automata format
    Hoa,
    /// Graphviz
    Dot,
    /// A picture, drawn without Graphviz
    Svg,
    /// Spin's never claim
    Never,
    /// LBTT's format
    Lbtt,
}

/// An automaton as a text.
///
/// # Errors
/// When the format cannot express it, or the budget has ended.
pub(crate) fn in_format(automaton: Explicit, format: Output, budget: &Budget) -> Result<String> {
    Ok(match format {
        Output::Hoa => hoa::write_within(&automaton.into(), budget)?,
        Output::Dot => dot::write_within(&automaton, budget)?,
        Output::Svg => crate::draw::automaton(&automaton, budget)?,
        Output::Never => match never::write_within(&automaton, budget) {
            Err(DegeneralizeError::Exhausted(end)) => return Err(end.into()),
            written => written.context(
                "a never claim is a Büchi automaton, and `lariat convert --to buchi` makes one",
            )?,
        },
        Output::Lbtt => match lbtt::write_within(&automaton, budget) {
            Err(LbttUnwritten::Exhausted(end)) => return Err(end.into()),
            written => written?,
        },
    })
}

/// What to call an automaton in its place of a stream.
pub(crate) fn title(name: Option<&str>, place: usize) -> String {
    name.map_or_else(|| format!("automaton {place}"), harmless)
}

/// What to call an automaton that was read.
pub(crate) fn title_of(read: &ReadAutomaton) -> String {
    title(read.automaton.name.as_deref(), read.place)
}

/// Calls `answer` for every automaton of a file that can be read; reports the others.
///
/// The file holds a stream of automata in HOA, or one never claim.  Once the budget has ended, no more of
/// them are answered.
pub(crate) fn each(
    path: &str,
    budget: &Budget,
    mut answer: impl FnMut(ReadAutomaton) -> Result<Exit>,
) -> Result<Exit> {
    let Input { text, not_utf8 } = input::read_lossily(path)?;
    let mut exit = None;
    for entry in automata_text::entries(&text.content) {
        let mut unreadable = not_utf8.iter().filter(|at| entry.span.contains(at));
        let one = match (unreadable.next(), entry.read) {
            (Some(&at), _) => {
                diagnostics::show(&input::not_utf8(&text, at));
                Exit::Input
            }
            (None, Ok(automaton)) => {
                for odd in &automaton.warnings {
                    diagnostics::show(&text.warning(odd.span.clone(), &*odd.kind));
                }
                answer(automaton)?
            }
            (None, Err(fault)) => {
                diagnostics::show(&text.error(fault.span, fault.kind));
                Exit::Input
            }
        };
        exit = Some(exit.map_or(one, |so_far: Exit| so_far.worst(one)));
        if let Some(end) = budget.end() {
            return Ok(one.worst(exit_of(end)));
        }
    }
    match exit {
        Some(exit) => Ok(exit),
        None => bail!("{} holds no automaton", text.origin),
    }
}
