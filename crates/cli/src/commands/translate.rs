//! `lariat translate`: LTL to ω-automata.

use std::io::Write;
use std::time::Instant;

use anyhow::{Result, bail};
use clap::ValueEnum;
use clap::builder::PossibleValue;
use lariat_automata::strength::{AutomatonStrength, is_deterministic, strength};
use lariat_automata::{Explicit, Injected};
use lariat_translate::tableau::TableauOptions;
use lariat_translate::{AutomatonForm, Limit, Options, Route, alternating};

use super::automata::{Output, in_format};
use super::formulas::{FormulaArgs, Given};
use crate::exit::Exit;
use crate::limits::{ResourceArgs, Watch};

/// Arguments of `lariat translate`.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  lariat translate 'G(request -> F grant)'               # an automaton, in HOA
  lariat translate --format svg 'a U (b U c)' > a.svg    # a picture of it
  lariat translate --acceptance streett 'GFa -> GFb'     # fairness as acceptance: one state
  lariat generate fairness 4 | lariat translate -F - --format stats   # sizes, as CSV")]
pub(crate) struct Args {
    #[command(flatten)]
    formulas: FormulaArgs,

    /// Which of the two independent constructions to use
    #[arg(long, value_enum, default_value_t = Translation::Tableau)]
    translation: Translation,

    /// The kind of automaton to make
    #[arg(long, value_enum, default_value_t = Acceptance::Tgba)]
    acceptance: Acceptance,

    /// Couvreur's construction alone: no simplifier, no reductions, one edge per implicant
    #[arg(long, conflicts_with = "acceptance")]
    raw: bool,

    /// Improvements of the tableau to enable despite --raw
    #[arg(long, value_enum, value_delimiter = ',', requires = "raw")]
    with: Vec<Improvement>,

    /// Show an intermediate stage instead of the result
    #[arg(long, value_enum)]
    stage: Option<Stage>,

    #[command(flatten)]
    limits: ResourceArgs,

    /// The output format
    #[arg(long, value_enum, default_value = "hoa")]
    format: Format,
}

#[derive(Clone, Copy, ValueEnum)]
enum Translation {
    /// Couvreur's symbolic tableau
    Tableau,
    /// Self-loop alternating automata, with at most 65,536 transitions
    Alternating,
}

#[derive(Clone, Copy, PartialEq, ValueEnum)]
enum Acceptance {
    /// Generalized Büchi, marks on transitions
    Tgba,
    /// Büchi, marks on states
    Buchi,
    /// Generalized Büchi, marks on states
    Gba,
    /// Streett: fairness becomes acceptance, not states
    Streett,
}

#[derive(Clone, Copy, PartialEq, ValueEnum)]
enum Improvement {
    /// Merge nodes with equal expansions
    Merge,
    /// Treat GF f as one acceptance set without a node
    Gf,
    /// Drop transitions that others subsume
    Subsumption,
    /// Let eventualities share acceptance sets
    Sharing,
    /// Suspend fairness subformulas
    Suspension,
}

#[derive(Clone, Copy, PartialEq, ValueEnum)]
enum Stage {
    /// The self-loop alternating automaton (with --translation alternating --format dot)
    Alternating,
}

/// What can be printed: an automaton in some format, or its figures.
#[derive(Clone, Copy, PartialEq)]
enum Format {
    Automaton(Output),
    Stats,
}

impl ValueEnum for Format {
    fn value_variants<'a>() -> &'a [Self] {
        &[
            Format::Automaton(Output::Hoa),
            Format::Automaton(Output::Dot),
            Format::Automaton(Output::Svg),
            Format::Automaton(Output::Never),
            Format::Automaton(Output::Lbtt),
            Format::Stats,
        ]
    }

    fn to_possible_value(&self) -> Option<PossibleValue> {
        match self {
            Format::Automaton(output) => output.to_possible_value(),
            Format::Stats => {
                Some(PossibleValue::new("stats").help("Sizes as CSV, one row per formula"))
            }
        }
    }
}

/// Translates every formula that can be read.
pub(crate) fn run(args: &Args, out: &mut dyn Write) -> Result<Exit> {
    let watch = args.limits.watch()?;
    if args.stage.is_some() {
        return show_alternating(args, &watch, out);
    }
    let options = args.options(&watch);
    let Format::Automaton(output) = args.format else {
        return write_stats(args, &options, out);
    };
    args.formulas.each(watch.budget(), |mut given| {
        let automaton = args.spelled_out(&mut given, &options);
        match automaton.and_then(|automaton| in_format(automaton, output, watch.budget())) {
            Ok(text) => out.write_all(text.as_bytes())?,
            Err(reason) => return Ok(given.refuse(&reason)),
        }
        Ok(Exit::Done)
    })
}

/// The most edges that marks depending on letters are spelled out to.
const SPELLED_OUT: usize = 100_000;

impl Args {
    fn options(&self, watch: &Watch) -> Options {
        let form = match self.acceptance {
            Acceptance::Tgba => AutomatonForm::Tgba,
            Acceptance::Buchi => AutomatonForm::Buchi,
            Acceptance::Gba => AutomatonForm::Gba,
            Acceptance::Streett => AutomatonForm::Streett,
        };
        let route = match self.translation {
            Translation::Tableau if self.raw => Route::Tableau(self.improvements()),
            Translation::Tableau => Route::default(),
            Translation::Alternating => Route::Alternating,
        };
        Options {
            route,
            form,
            budget: watch.budget().clone(),
            ..Options::default()
        }
    }

    fn improvements(&self) -> TableauOptions {
        TableauOptions {
            merge: self.with.contains(&Improvement::Merge),
            gf_identity: self.with.contains(&Improvement::Gf),
            subsumption: self.with.contains(&Improvement::Subsumption),
            share_acceptance: self.with.contains(&Improvement::Sharing),
            suspension: self.with.contains(&Improvement::Suspension),
        }
    }

    fn spelled_out(&self, given: &mut Given<'_>, options: &Options) -> Result<Explicit> {
        let automaton = self.translated(given, options)?;
        let mut explicit = automaton.spell_out(SPELLED_OUT, &options.budget)?;
        explicit.name = Some(given.text.to_owned());
        Ok(explicit)
    }

    fn translated(&self, given: &mut Given<'_>, options: &Options) -> Result<Injected> {
        let (formulas, formula) = (&mut given.formulas, given.formula);
        Ok(if self.raw {
            lariat_translate::unreduced(formulas, formula, options.route, &options.budget)?.into()
        } else {
            lariat_translate::translate(formulas, formula, options)?
        })
    }
}

/// Draws the self-loop alternating automata.
fn show_alternating(args: &Args, watch: &Watch, out: &mut dyn Write) -> Result<Exit> {
    let Format::Automaton(picture @ (Output::Dot | Output::Svg)) = args.format else {
        bail!("--stage alternating has pictures only: --format dot or svg");
    };
    args.formulas.each(watch.budget(), |mut given| {
        let drawn = alternating_dot(&mut given, watch).and_then(|dot| match picture {
            Output::Svg => crate::draw::svg(&dot, ""),
            _ => Ok(dot),
        });
        match drawn {
            Ok(drawn) => out.write_all(drawn.as_bytes())?,
            Err(reason) => return Ok(given.refuse(&reason)),
        }
        Ok(Exit::Done)
    })
}

fn alternating_dot(given: &mut Given<'_>, watch: &Watch) -> Result<String> {
    let limit = Limit::new(alternating::LIMIT, watch.budget());
    let automaton = alternating::build(&given.formulas, given.formula, limit)?;
    Ok(automaton.to_dot(&mut given.formulas)?)
}

/// One CSV row per formula, in input order.
fn write_stats(args: &Args, options: &Options, out: &mut dyn Write) -> Result<Exit> {
    let mut rows = csv::Writer::from_writer(out);
    rows.write_record([
        "formula",
        "states",
        "edges",
        "acceptance_sets",
        "deterministic",
        "strength",
        "time_s",
    ])?;
    let exit = args.formulas.each(&options.budget, |mut given| {
        let start = Instant::now();
        let automaton = match args.translated(&mut given, options) {
            Ok(automaton) => automaton,
            Err(reason) => return Ok(given.refuse(&reason)),
        };
        let seconds = start.elapsed().as_secs_f64();
        rows.write_record(stats_row(given.text, automaton, seconds))?;
        Ok(Exit::Done)
    })?;
    rows.flush()?;
    Ok(exit)
}

/// The figures of one automaton; marks that letters add do not split its edges.
fn stats_row(formula: &str, automaton: Injected, seconds: f64) -> [String; 7] {
    let mut base = automaton.base;
    // What letters decide does not show in the components of the base.
    let strength = match automaton.injections[..] {
        [] => strength(&mut base),
        _ => AutomatonStrength::Strong,
    };
    [
        formula.to_owned(),
        base.state_count().to_string(),
        base.transition_count().to_string(),
        base.acceptance.marks.to_string(),
        is_deterministic(&mut base).to_string(),
        strength.to_string(),
        format!("{seconds:.6}"),
    ]
}
