//! Pictures of automata and state spaces, if they are small enough to be looked at.

use anyhow::{Result, bail};
use lariat_automata::{Explicit, dot};
use lariat_budget::Budget;
use lariat_picture::Picture;

pub(crate) use lariat_picture::MOST_NODES;

/// Draws an automaton as SVG.
///
/// # Errors
/// When it is too large to be looked at, or the budget has ended.
pub(crate) fn automaton(automaton: &Explicit, budget: &Budget) -> Result<String> {
    let states = automaton.state_count();
    if states > MOST_NODES {
        bail!(
            "a picture of {states} states would show nothing (the most is {MOST_NODES}); there is --format dot"
        );
    }
    svg(
        &dot::write_within(automaton, budget)?,
        &dot::title(automaton),
    )
}

/// Draws a graph, given in DOT, as SVG, under a title of some lines.
pub(crate) fn svg(dot: &str, title: &str) -> Result<String> {
    Ok(Picture::of(dot)?.svg(title))
}
