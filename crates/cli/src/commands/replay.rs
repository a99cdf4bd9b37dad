//! `lariat replay`: checks a saved counterexample against the model again, by the interpreter.

use std::io::Write;

use anyhow::{Context, Result, bail};
use lariat::replay::{Claim, Doubt, confirm};
use lariat::trace::retrace;
use lariat::{Deadlock, Fairness, Property, Run, Strength};
use lariat_ltl::{Formula, Syntax};
use lariat_models::{Model, Successors};

use super::check::shows;
use crate::exit::Exit;
use crate::input::{self, Input};
use crate::model::ModelArgs;
use crate::saved::{Saved, SavedProperty, SavedQuestion};
use crate::understand::{Understanding, events_are};

/// Arguments of `lariat replay`.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  lariat check corpus/semaphore.dve --ltl 'GF P_0.CS' --trace run.json
  lariat replay run.json corpus/semaphore.dve")]
pub(crate) struct Args {
    /// The trace, as `lariat check --trace` saved it
    trace: String,

    #[command(flatten)]
    model: ModelArgs,
}

/// Says whether the trace is a counterexample.
pub(crate) fn run(args: &Args, out: &mut dyn Write) -> Result<Exit> {
    let file = input::read(&args.trace)?;
    let saved = Saved::read(&file)?;
    let Some(loaded) = args.model.load()? else {
        return Ok(Exit::Input);
    };
    let syntax: Syntax = saved.question.syntax.parse()?;
    let mut about = Understanding::new(loaded.model, syntax);
    let origin = format!("<question of {}>", file.origin);
    let Some(question) = understood(&mut about, &saved.question, &origin)? else {
        return Ok(Exit::Input);
    };
    let doubt = match question.property {
        None => fault_doubt(&about, &saved),
        Some(property) => counterexample_doubt(
            &about,
            &saved,
            &property,
            &question.assumptions,
            &question.fairness,
        ),
    };
    match doubt {
        None => {
            writeln!(out, "confirmed")?;
            Ok(Exit::Done)
        }
        Some(doubt) => {
            writeln!(out, "not confirmed: {doubt}")?;
            Ok(Exit::Found)
        }
    }
}

/// A saved question in the terms of the model.
struct Understood {
    /// None where the trace shows a fault of the model.
    property: Option<Property>,
    assumptions: Vec<Formula>,
    fairness: Fairness,
}

/// What a saved question asks; `None` if it does not fit the model, which has been reported.
fn understood(
    about: &mut Understanding,
    question: &SavedQuestion,
    origin: &str,
) -> Result<Option<Understood>> {
    let mut fairness = Fairness::default();
    let fair = [
        (&question.weak_fair, Strength::Weak),
        (&question.strong_fair, Strength::Strong),
    ];
    for (names, strength) in fair {
        for name in names {
            let event = about.model.events().iter().position(|event| event == name);
            let event = event.with_context(|| {
                let which = events_are(name, about.model.events());
                format!("{origin}: the model has no event `{name}`; {which}")
            })?;
            fairness.add_event(event, strength);
        }
    }
    let mut assumptions = Vec::new();
    for text in &question.assume {
        let Some(assumption) = about.formula(origin, text) else {
            return Ok(None);
        };
        assumptions.push(assumption);
    }
    let property = match &question.property {
        SavedProperty::Ltl(text) => about.formula(origin, text).map(Property::Formula),
        SavedProperty::Process(name) => {
            if about.model.own_property() != Some(name) {
                bail!("{origin}: the model has no property named `{name}`");
            }
            Some(about.own_property())
        }
        SavedProperty::Never(text) => automaton(about, text, origin)?.map(Property::Never),
        SavedProperty::Automaton(text) => automaton(about, text, origin)?.map(Property::Always),
        SavedProperty::Fault(_) => {
            return Ok(Some(Understood {
                property: None,
                assumptions,
                fairness,
            }));
        }
    };
    Ok(property.map(|property| Understood {
        property: Some(property),
        assumptions,
        fairness,
    }))
}

fn automaton(
    about: &mut Understanding,
    text: &str,
    origin: &str,
) -> Result<Option<lariat_automata::Explicit>> {
    let file = Input {
        origin: origin.to_owned(),
        text: text.to_owned(),
        ..Input::default()
    };
    Ok(about
        .automata(&file)?
        .and_then(|automata| automata.into_iter().next()))
}

/// What is wrong with a counterexample, in words.
fn counterexample_doubt(
    about: &Understanding,
    saved: &Saved,
    property: &Property,
    assumptions: &[Formula],
    fairness: &Fairness,
) -> Option<String> {
    let is_own = matches!(property, Property::Own);
    let observed = is_own
        .then(|| about.model.observed(saved.question.deadlock))
        .flatten();
    let model: &dyn Model = match &observed {
        Some(observed) => &**observed,
        None => &*about.model,
    };
    let claim = Claim {
        formulas: &about.formulas,
        vocabulary: &about.vocabulary,
        shows: shows(property),
        assumptions,
        fairness,
        deadlock: if is_own {
            Deadlock::Drop
        } else {
            saved.question.deadlock
        },
    };
    let run = match retrace(model, &saved.trace) {
        Ok(run) => run,
        Err(lost) => return Some(lost.to_string()),
    };
    confirm(model, &run, &claim).err().map(|doubt| match doubt {
        Doubt::Unfair(event) => format!("it is not fair to {}", model.events()[event]),
        other => other.to_string(),
    })
}

/// What is wrong with a way to a fault, in words.
fn fault_doubt(about: &Understanding, saved: &Saved) -> Option<String> {
    let model: &dyn Model = &*about.model;
    let run: Run = match retrace(model, &saved.trace) {
        Ok(run) => run,
        Err(lost) => return Some(lost.to_string()),
    };
    let end = run.prefix.last()?;
    let mut steps = Successors::default();
    model.successors(&end.state, &mut steps);
    let is_fault = match &saved.question.property {
        SavedProperty::Fault(kind) if kind == "assert" => {
            model.failed_assertion(&end.state).is_some()
        }
        SavedProperty::Fault(kind) if kind == "deadlock" => {
            steps.steps.is_empty() && steps.failures.is_empty()
        }
        _ => !steps.failures.is_empty(),
    };
    (!is_fault).then(|| "the model does nothing wrong in the last state".to_owned())
}
