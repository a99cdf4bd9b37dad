//! `lariat demo`: a property that fails, and holds under strong fairness, on a built-in example.

use std::io::Write;

use anyhow::{Context, Result};
use lariat::replay::{Claim, Shows};
use lariat::{Answer, Deadlock, Fairness, Method, Property, Question, Strength, check, shorten};
use lariat_ltl::{Formula, Syntax};
use lariat_models::Model;
use lariat_models::dve::Dve;

use super::check::tell::Told;
use super::check::text;
use crate::exit::{Exit, internal_error};
use crate::terminal::{Screen, paint};
use crate::understand::Understanding;

/// Two processes and a semaphore.
const SYSTEM: &str = include_str!("../../../../corpus/semaphore.dve");
const PROPERTY: &str = "G(P_0.wait -> F P_0.CS)";

/// Asks the same question without fairness, with weak and with strong fairness.
pub(crate) fn run(out: &mut dyn Write) -> Result<Exit> {
    let screen = Screen::stdout();
    let mut about = Understanding::new(Box::new(Dve::parse(SYSTEM)?), Syntax::Spot);
    let property = about
        .formula("<demo>", PROPERTY)
        .context("the example is sound")?;
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
    for (words, strength) in [
        ("over all runs", None),
        (
            "over runs that are weakly fair to both: who can always move, moves",
            Some(Strength::Weak),
        ),
        (
            "over runs that are strongly fair to both: who can move again and again, moves",
            Some(Strength::Strong),
        ),
    ] {
        let mut fairness = Fairness::default();
        if let Some(strength) = strength {
            fairness.add("*", strength, about.model.events())?;
        }
        let answered = answer(&mut about, property, &fairness, words, &screen, out)?;
        if answered == Exit::Internal {
            return Ok(Exit::Internal);
        }
    }
    writeln!(out, "The same with a model of your own:\n")?;
    writeln!(
        out,
        "    lariat check corpus/semaphore.dve --ltl '{PROPERTY}' --strong-fair '*'"
    )?;
    Ok(Exit::Done)
}

/// Says whether the property holds, and shows a run that violates it.
fn answer(
    about: &mut Understanding,
    property: Formula,
    fairness: &Fairness,
    words: &str,
    screen: &Screen,
    out: &mut dyn Write,
) -> Result<Exit> {
    let asked = Property::Formula(property);
    let question = Question {
        property: &asked,
        assumptions: &[],
        fairness,
        deadlock: Deadlock::Stutter,
        vocabulary: &about.vocabulary,
    };
    let compiled = about.model.compiled();
    let outcome = check(
        &*compiled,
        &mut about.formulas,
        &question,
        &Method::default(),
    )?;
    let Answer::Violated(run) = &outcome.answer else {
        let holds = paint(screen.colours.good, "holds");
        let check = outcome.algorithm;
        let sentence = format!("It {holds} {words} (by the check `{check}`).");
        writeln!(out, "{}\n", screen.wrap_words(0, &sentence))?;
        return Ok(Exit::Done);
    };
    let claim = Claim {
        formulas: &about.formulas,
        vocabulary: &about.vocabulary,
        shows: Shows::Violates(property),
        assumptions: &[],
        fairness,
        deadlock: Deadlock::Stutter,
    };
    let model: &dyn Model = &*about.model;
    let (run, account) = match shorten(model, run, &claim) {
        Ok(shortened) => shortened,
        Err(doubt) => {
            return Ok(internal_error(&format!(
                "a counterexample fails its replay: {doubt}"
            )));
        }
    };
    let violated = paint(screen.colours.bad, "violated");
    let sentence = format!("It is {violated} {words}, by this one:");
    writeln!(out, "{}", screen.wrap_words(0, &sentence))?;
    let told = Told::new(model, &run, &account, &question, &claim);
    text::write(&told, screen, out)?;
    writeln!(out)?;
    Ok(Exit::Done)
}
