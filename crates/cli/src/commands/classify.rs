//! `lariat classify`: where a formula stands in the temporal hierarchy.

use std::io::Write;

use anyhow::Result;
use lariat_budget::Budget;
use lariat_ltl::simplify::simplify_within;
use lariat_ltl::{Formula, Formulas, Notation, class, print};
use lariat_translate::hierarchy::exact_class;
use lariat_translate::reduce::QuestionLimits;
use lariat_translate::{Options, stutter, translate};
use serde::Serialize;

use super::formulas::{Format, FormulaArgs};
use crate::exit::Exit;
use crate::limits::ResourceArgs;

/// Arguments of `lariat classify`.
#[derive(clap::Args)]
#[command(after_help = "\
The classes, from below: safety (something bad never happens) and guarantee (something good
happens), their boolean combinations, obligation; recurrence (again and again) and persistence (from
some point on), their boolean combinations, reactivity. What is both safety and guarantee is bottom.

Examples:
  lariat classify 'G(request -> F grant)'
  lariat generate fairness 2 | lariat classify -F - --format json")]
pub(crate) struct Args {
    #[command(flatten)]
    formulas: FormulaArgs,

    #[command(flatten)]
    limits: ResourceArgs,

    /// The output format
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
}

/// What is known of a formula.
#[derive(Serialize)]
struct Classified<'a> {
    formula: &'a str,
    syntactic: &'static str,
    exact: &'static str,
    stutter_invariant: bool,
    simplified: String,
}

/// Classifies every formula that can be read.
pub(crate) fn run(args: &Args, out: &mut dyn Write) -> Result<Exit> {
    let watch = args.limits.watch()?;
    args.formulas.each(watch.budget(), |mut given| {
        let budget = watch.budget();
        let classified = match classify(given.text, &mut given.formulas, given.formula, budget) {
            Ok(classified) => classified,
            Err(reason) => return Ok(given.refuse(&reason)),
        };
        match args.format {
            Format::Json => writeln!(out, "{}", serde_json::to_string(&classified)?)?,
            Format::Text => write_text(&classified, out)?,
        }
        Ok(Exit::Done)
    })
}

fn classify<'a>(
    text: &'a str,
    formulas: &mut Formulas,
    formula: Formula,
    budget: &Budget,
) -> Result<Classified<'a>> {
    let options = Options {
        budget: budget.clone(),
        ..Options::default()
    };
    let limits = QuestionLimits {
        budget: budget.clone(),
        ..QuestionLimits::default()
    };
    let negation = formulas.not(formula);
    let inside = translate(formulas, formula, &options)?.base;
    let outside = translate(formulas, negation, &options)?.base;
    let simplified = simplify_within(formulas, formula, budget)?;
    let invariant = stutter::counts_no_steps(formulas, formula)
        || stutter::distinction(&inside, &outside, &limits)?.is_none();
    Ok(Classified {
        formula: text,
        simplified: print(formulas, simplified, Notation::Spot)?,
        syntactic: class::class(formulas, formula).name(),
        exact: exact_class(&inside, &outside, &limits)?.name(),
        stutter_invariant: invariant,
    })
}

fn write_text(classified: &Classified<'_>, out: &mut dyn Write) -> Result<()> {
    writeln!(out, "{}", classified.formula)?;
    writeln!(out, "  simplified         {}", classified.simplified)?;
    writeln!(out, "  by its syntax      {}", classified.syntactic)?;
    writeln!(out, "  exactly            {}", classified.exact)?;
    let invariant = if classified.stutter_invariant {
        "yes"
    } else {
        "no"
    };
    writeln!(out, "  stutter-invariant  {invariant}")?;
    Ok(())
}
