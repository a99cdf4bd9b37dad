//! `lariat demo`: a property that fails, and holds under strong fairness, on a built-in example.

use std::io::Write;

use anyhow::{Context, Result};
use lariat::{CheckFailure, Checker};

use super::check::text;
use crate::exit::{Exit, internal_error};
use crate::terminal::{Screen, paint};

/// Two processes and a semaphore.
const SYSTEM: &str = include_str!("../../../../corpus/semaphore.dve");
const PROPERTY: &str = "G(P_0.wait -> F P_0.CS)";

/// Asks the same question without fairness, with weak and with strong fairness.
pub(crate) fn run(out: &mut dyn Write) -> Result<Exit> {
    let screen = Screen::stdout();
    let mut checker = Checker::parse("dve", SYSTEM)?;
    let body = SYSTEM
        .find("byte free")
        .context("the example declares its semaphore")?;
    writeln!(
        out,
        "Two processes share a semaphore, in the language DVE:\n"
    )?;
    for line in SYSTEM[body..].lines() {
        writeln!(out, "    {line}")?;
    }
    writeln!(
        out,
        "\nDoes P_0, when it waits, always get in?   {PROPERTY}\n"
    )?;
    if answer(&mut checker, "over all runs", &screen, out)? == Exit::Internal {
        return Ok(Exit::Internal);
    }
    checker.weak_fair("*")?;
    let weak = "over runs that are weakly fair to both: a process that can always move does move";
    if answer(&mut checker, weak, &screen, out)? == Exit::Internal {
        return Ok(Exit::Internal);
    }
    checker.strong_fair("*")?;
    let strong = "over runs that are strongly fair to both: a process that can move again and again does move";
    if answer(&mut checker, strong, &screen, out)? == Exit::Internal {
        return Ok(Exit::Internal);
    }
    writeln!(out, "The same with a model of your own:\n")?;
    writeln!(
        out,
        "    lariat check YOUR-MODEL.dve --ltl '{PROPERTY}' --strong-fair '*'"
    )?;
    Ok(Exit::Done)
}

/// Says whether the property holds, and shows a run that violates it.
fn answer(
    checker: &mut Checker,
    words: &str,
    screen: &Screen,
    out: &mut dyn Write,
) -> Result<Exit> {
    let answered = match checker.check(PROPERTY) {
        Err(CheckFailure::Unconfirmed(doubt)) => {
            let failure = CheckFailure::Unconfirmed(doubt);
            return Ok(internal_error(&failure.to_string()));
        }
        answered => answered?,
    };
    let Some(told) = &answered.counterexample else {
        let holds = paint(screen.colours.good, "holds");
        let check = answered.algorithm;
        let sentence = format!("It {holds} {words} (by the check `{check}`).");
        writeln!(out, "{}\n", screen.wrap_words(0, &sentence))?;
        return Ok(Exit::Done);
    };
    let violated = paint(screen.colours.bad, "violated");
    let sentence = format!("It is {violated} {words}, by this one:");
    writeln!(out, "{}", screen.wrap_words(0, &sentence))?;
    text::write(told, screen, out)?;
    writeln!(out)?;
    Ok(Exit::Done)
}
