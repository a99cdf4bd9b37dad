//! `lariat determinize`: LTL to deterministic ω-automata.

use std::io::Write;
use std::time::Instant;

use anyhow::Result;
use clap::ValueEnum;
use clap::builder::PossibleValue;
use lariat_automata::Explicit;
use lariat_determinize::{
    AcceptanceKind, DeterminizeError, Determinized, Equations, Limits, determinize_in_stages,
    simplify, simplify_states,
};
use lariat_ltl::class::class;

use super::automata::{Output, in_format};
use super::formulas::{FormulaArgs, Given};
use crate::exit::Exit;
use crate::limits::{LimitArgs, Watch};

/// Arguments of `lariat determinize`.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  lariat determinize 'G(request -> F grant)'                # an automaton, in HOA
  lariat determinize --format svg 'FG a' > a.svg            # a picture of it
  lariat determinize --format equations 'X(a W b)'          # equations over state variables
  lariat determinize --acceptance rabin 'GFa -> GFb'        # pairs instead of any condition
  lariat generate amba 16 | lariat determinize -F - --format aiger > amba.aag")]
pub(crate) struct Args {
    #[command(flatten)]
    formulas: FormulaArgs,

    #[command(flatten)]
    limits: LimitArgs,

    /// The kind of acceptance condition
    #[arg(long, value_enum, default_value_t = Acceptance::Generic)]
    acceptance: Acceptance,

    /// Show an intermediate stage instead of the result
    #[arg(long, value_enum, conflicts_with_all = ["format", "acceptance"])]
    stage: Option<Stage>,

    /// The output format
    #[arg(long, value_enum, default_value = "hoa")]
    format: Format,
}

#[derive(Clone, Copy, PartialEq, ValueEnum)]
enum Acceptance {
    /// Rabin pairs
    Rabin,
    /// Streett pairs
    Streett,
    /// Whatever the formula asks for
    Generic,
}

#[derive(Clone, Copy, PartialEq, ValueEnum)]
enum Stage {
    /// The nondeterministic automata of the formula's parts, as equations
    Nondeterministic,
}

/// What can be printed: the explicit automaton in some format, the equations in others, or figures.
#[derive(Clone, Copy, PartialEq)]
enum Format {
    Automaton(Output),
    Smv,
    Aiger,
    AigerBinary,
    Equations,
    Stats,
}

impl ValueEnum for Format {
    fn value_variants<'a>() -> &'a [Self] {
        &[
            Format::Automaton(Output::Hoa),
            Format::Automaton(Output::Dot),
            Format::Automaton(Output::Svg),
            Format::Smv,
            Format::Aiger,
            Format::AigerBinary,
            Format::Equations,
            Format::Stats,
        ]
    }

    fn to_possible_value(&self) -> Option<PossibleValue> {
        let (name, help) = match self {
            Format::Automaton(output) => return output.to_possible_value(),
            Format::Smv => ("smv", "A module for NuSMV and nuXmv"),
            Format::Aiger => ("aiger", "A circuit in AIGER 1.9, ASCII"),
            Format::AigerBinary => ("aiger-binary", "A circuit in AIGER 1.9, binary"),
            Format::Equations => ("equations", "The equations, for people"),
            Format::Stats => ("stats", "Figures as CSV, one row per formula"),
        };
        Some(PossibleValue::new(name).help(help))
    }
}

/// What is printed of one formula.
enum Written {
    Automaton(Box<Explicit>, Output),
    Text(Vec<u8>),
}

/// Determinizes every formula that can be read.
pub(crate) fn run(args: &Args, out: &mut dyn Write) -> Result<Exit> {
    let watch = args.limits.watch(|_, _| String::new())?;
    if args.stage.is_none() && args.format == Format::Stats {
        return write_stats(args, &watch, out);
    }
    args.formulas.each(watch.budget(), |mut given| {
        let written = with_limits(&watch, &mut given, |given, limits| {
            args.written(given, limits)
        });
        match written {
            Ok(Written::Automaton(automaton, output)) => {
                match in_format(*automaton, output, watch.budget()) {
                    Ok(text) => out.write_all(text.as_bytes())?,
                    Err(reason) => return Ok(given.refuse(&reason)),
                }
            }
            Ok(Written::Text(text)) => out.write_all(&text)?,
            Err(exit) => return Ok(exit),
        }
        Ok(Exit::Done)
    })
}

impl Args {
    fn determinized(
        &self,
        given: &mut Given<'_>,
        limits: &Limits,
    ) -> Result<Determinized, DeterminizeError> {
        let mut made = determinize_in_stages(&mut given.formulas, given.formula, limits)?;
        made.equations.with_acceptance(match self.acceptance {
            Acceptance::Rabin => AcceptanceKind::Rabin,
            Acceptance::Streett => AcceptanceKind::Streett,
            Acceptance::Generic => AcceptanceKind::Generic,
        })?;
        Ok(made)
    }

    /// What is asked for, in the format that is asked for.
    fn written(&self, given: &mut Given<'_>, limits: &Limits) -> Result<Written, DeterminizeError> {
        let mut made = self.determinized(given, limits)?;
        if self.stage.is_some() {
            let text = made.nondeterministic_text(&given.formulas);
            return Ok(Written::Text(text.into()));
        }
        let equations = &mut made.equations;
        Ok(Written::Text(match self.format {
            Format::Automaton(output) => {
                let automaton = self.explicit(given, equations, limits)?;
                return Ok(Written::Automaton(Box::new(automaton), output));
            }
            Format::Smv => equations.to_smv().into(),
            Format::Aiger => equations.to_aiger().into(),
            Format::AigerBinary => equations.to_binary_aiger(),
            Format::Equations | Format::Stats => equations.to_text().into(),
        }))
    }

    fn explicit(
        &self,
        given: &Given<'_>,
        equations: &mut Equations,
        limits: &Limits,
    ) -> Result<Explicit, DeterminizeError> {
        let automaton = equations.explore(limits)?;
        let mut automaton = match self.acceptance {
            Acceptance::Generic => simplify(automaton, &limits.budget)?,
            Acceptance::Rabin | Acceptance::Streett => simplify_states(automaton, &limits.budget)?,
        };
        automaton.name = Some(given.text.to_owned());
        Ok(automaton)
    }
}

/// Does what may exceed the limits; reports it if it does.
fn with_limits<T>(
    watch: &Watch,
    given: &mut Given<'_>,
    work: impl FnOnce(&mut Given<'_>, &Limits) -> Result<T, DeterminizeError>,
) -> Result<T, Exit> {
    let mut limits = Limits {
        budget: watch.budget().clone(),
        ..Limits::default()
    };
    if let Some(max_states) = watch.max_states_asked() {
        limits.max_states = usize::try_from(max_states).unwrap_or(usize::MAX);
    }
    work(given, &limits).map_err(|error| given.refuse(&error.into()))
}

/// One CSV row per formula, in input order.
fn write_stats(args: &Args, watch: &Watch, out: &mut dyn Write) -> Result<Exit> {
    let mut rows = csv::Writer::from_writer(out);
    rows.write_record([
        "formula",
        "class",
        "nondeterministic_variables",
        "deterministic_variables",
        "acceptance_sets",
        "bdd_nodes",
        "time_s",
        "peak_memory_bytes",
    ])?;
    let exit = args.formulas.each(watch.budget(), |mut given| {
        let start = Instant::now();
        let made = with_limits(watch, &mut given, |given, limits| {
            args.determinized(given, limits)
        });
        let seconds = start.elapsed().as_secs_f64();
        match made {
            Ok(made) => rows.write_record(stats_row(&given, &made, seconds))?,
            Err(exit) => return Ok(exit),
        }
        Ok(Exit::Done)
    })?;
    rows.flush()?;
    Ok(exit)
}

fn stats_row(given: &Given<'_>, made: &Determinized, seconds: f64) -> [String; 8] {
    [
        given.text.to_owned(),
        class(&given.formulas, given.formula).to_string(),
        made.nondeterministic_variables.to_string(),
        made.equations.variables.len().to_string(),
        made.equations.marks.len().to_string(),
        made.equations.bdds.size().to_string(),
        format!("{seconds:.6}"),
        lariat_budget::memory::peak().unwrap_or(0).to_string(),
    ]
}
