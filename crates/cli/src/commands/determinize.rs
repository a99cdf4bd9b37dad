//! `lariat determinize`: LTL to deterministic ω-automata.

use std::io::Write;
use std::time::Instant;

use anyhow::Result;
use clap::ValueEnum;
use lariat_automata::hoa;
use lariat_determinize::{
    DeterminizeError, Determinized, Equations, Kind, Limits, determinize_in_stages, simplify,
    simplify_states,
};
use lariat_ltl::class::class;

use super::formulas::{FormulaArgs, Given};
use crate::exit::Exit;
use crate::limits::{LimitArgs, Watch};

/// Arguments of `lariat determinize`.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  lariat determinize 'G(request -> F grant)'                an automaton, in HOA
  lariat determinize --format equations 'X(a W b)'          as equations over state variables
  lariat generate amba 16 | lariat determinize -F - --format aiger > amba.aag
  lariat determinize --acceptance rabin 'GFa -> GFb'        pairs instead of any condition")]
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

    /// What to print
    #[arg(long, value_enum, default_value_t = Format::Hoa)]
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

#[derive(Clone, Copy, PartialEq, ValueEnum)]
enum Format {
    /// Hanoi omega-automata format: the explicit automaton
    Hoa,
    /// A module for NuSMV and nuXmv
    Smv,
    /// A circuit in AIGER 1.9, ASCII
    Aiger,
    /// A circuit in AIGER 1.9, binary
    AigerBinary,
    /// The equations, for people
    Equations,
    /// Figures as CSV, a row a formula
    Stats,
}

/// Determinizes every formula that can be read.
pub(crate) fn run(args: &Args, out: &mut dyn Write) -> Result<Exit> {
    let watch = args.limits.watch()?;
    if args.stage.is_none() && args.format == Format::Stats {
        return write_stats(args, &watch, out);
    }
    args.formulas.each(|mut given| {
        let written = with_limits(&watch, &mut given, |given, limits| {
            args.written(given, limits)
        });
        match written {
            Ok(text) => out.write_all(&text)?,
            Err(exit) => return Ok(exit),
        }
        Ok(Exit::Done)
    })
}

impl Args {
    fn determinized(
        &self,
        given: &mut Given<'_>,
        limits: &Limits<'_>,
    ) -> Result<Determinized, DeterminizeError> {
        let mut made = determinize_in_stages(&mut given.formulas, given.formula, limits)?;
        made.equations.with_acceptance(match self.acceptance {
            Acceptance::Rabin => Kind::Rabin,
            Acceptance::Streett => Kind::Streett,
            Acceptance::Generic => Kind::Generic,
        })?;
        Ok(made)
    }

    /// What is asked for, in the format that is asked for.
    fn written(
        &self,
        given: &mut Given<'_>,
        limits: &Limits<'_>,
    ) -> Result<Vec<u8>, DeterminizeError> {
        let mut made = self.determinized(given, limits)?;
        if self.stage.is_some() {
            return Ok(made.nondeterministic_text(&given.formulas).into());
        }
        let equations = &mut made.equations;
        Ok(match self.format {
            Format::Hoa => self.hoa(given, equations, limits)?.into(),
            Format::Smv => equations.to_smv().into(),
            Format::Aiger => equations.to_aiger().into(),
            Format::AigerBinary => equations.to_binary_aiger(),
            Format::Equations | Format::Stats => equations.to_text().into(),
        })
    }

    fn hoa(
        &self,
        given: &Given<'_>,
        equations: &mut Equations,
        limits: &Limits<'_>,
    ) -> Result<String, DeterminizeError> {
        let automaton = equations.explore(limits)?;
        let mut automaton = match self.acceptance {
            Acceptance::Generic => simplify(automaton),
            Acceptance::Rabin | Acceptance::Streett => simplify_states(automaton),
        };
        automaton.name = Some(given.text.to_owned());
        Ok(hoa::write(&automaton.into()))
    }
}

/// Does what may exceed the limits; reports it if it does.
fn with_limits<T>(
    watch: &Watch,
    given: &mut Given<'_>,
    work: impl FnOnce(&mut Given<'_>, &Limits<'_>) -> Result<T, DeterminizeError>,
) -> Result<T, Exit> {
    let stop = || watch.halt().is_some();
    let mut limits = Limits {
        stop: Some(&stop),
        ..Limits::default()
    };
    if let Some(max_states) = watch.max_states_asked() {
        limits.max_states = max_states;
    }
    work(given, &limits).map_err(|error| {
        let exit = match (&error, watch.halt()) {
            (DeterminizeError::Stopped { .. }, Some(halt)) => {
                given.refuse(&anyhow::anyhow!("{halt}, {error}"));
                return halt.exit();
            }
            _ => Exit::Undecided,
        };
        given.refuse(&error.into());
        exit
    })
}

/// One CSV row a formula, in input order.
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
    let exit = args.formulas.each(|mut given| {
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
        crate::memory::peak().unwrap_or(0).to_string(),
    ]
}
