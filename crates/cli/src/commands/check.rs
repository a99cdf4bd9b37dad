//! `lariat check`: does every run of a model that counts satisfy a property?

mod answer;
mod ask;
mod html;
mod reasons;
mod report;
pub(crate) mod tell;
pub(crate) mod text;

use std::io::Write;

use anyhow::{Context, Result, bail};
use clap::ValueEnum;
use clap::builder::PossibleValue;
use lariat::{Deadlock, Translation};
use lariat_ltl::Syntax;

use super::empty::Choice;
use crate::exit::Exit;
use crate::limits::{Halt, LimitArgs};
use crate::model::ModelArgs;
use crate::terminal::Screen;
pub(crate) use answer::shows;
use answer::{Checker, Models};
use ask::Questions;
use report::Report;

/// Arguments of `lariat check`.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  lariat check corpus/semaphore.dve --ltl 'G(P_0.wait -> F P_0.CS)'
  lariat check corpus/semaphore.dve --ltl 'G(P_0.wait -> F P_0.CS)' --strong-fair '*'
  lariat check corpus/semaphore.dve --ltl 'GF P_0.CS' --trace run.json --html run.html
  lariat check corpus/semaphore.dve --ltl 'GF P_0.CS' --assume 'GF P_0.wait' --weak-fair 'P_?'
  lariat check corpus/vending.aut --ltl 'G(coin -> F \"serve*\")'   # actions; quoted ones are globs
  lariat check corpus/turn.hoa --ltl 'G(nc0 -> F cr0)'   # a fair Kripke structure
  lariat check corpus/mutual_exclusion.pnml --ltl 'G \"in-0 + in-1 <= 1\"' --format json
  lariat check corpus/mutual_exclusion.pnml --mcc corpus/mutual_exclusion.xml --format mcc")]
pub(crate) struct Args {
    #[command(flatten)]
    model: ModelArgs,

    /// An LTL property that every run should satisfy; may be repeated
    #[arg(long, value_name = "FORMULA")]
    ltl: Vec<String>,

    /// A property in the model file, or one of the contest's formulas, by name; may be repeated
    #[arg(long, value_name = "NAME")]
    property: Vec<String>,

    /// A file of formulas of the Model Checking Contest (XML); may be repeated
    #[arg(long, value_name = "FILE")]
    mcc: Vec<String>,

    /// An automaton that accepts the violating runs, in HOA or as a never claim; may be repeated
    #[arg(long, value_name = "FILE")]
    never: Vec<String>,

    /// A deterministic automaton that accepts the allowed runs; may be repeated
    #[arg(long, value_name = "FILE")]
    automaton: Vec<String>,

    /// Consider only runs that are weakly fair to events matching GLOB ('*': all); may be repeated
    #[arg(long, value_name = "GLOB")]
    weak_fair: Vec<String>,

    /// Consider only runs that are strongly fair to events matching GLOB; may be repeated
    #[arg(long, value_name = "GLOB")]
    strong_fair: Vec<String>,

    /// Ignore fairness assumptions in comments of the model file
    #[arg(long)]
    no_file_fairness: bool,

    /// Consider only runs that satisfy this formula; may be repeated
    #[arg(long, value_name = "FORMULA")]
    assume: Vec<String>,

    /// The dialect of the formulas: spot, spin, ltsmin or lbt
    #[arg(long, value_name = "DIALECT", default_value_t)]
    syntax: Syntax,

    /// The emptiness check
    #[arg(long, value_enum, default_value_t = Choice::Auto)]
    algorithm: Choice,

    /// The translation of formulas to automata
    #[arg(long, value_enum, default_value_t)]
    translation: TranslationChoice,

    /// How to treat runs that deadlock
    #[arg(long, value_enum, default_value_t)]
    deadlock: DeadlockChoice,

    #[command(flatten)]
    limits: LimitArgs,

    /// Stop at the first property that is violated
    #[arg(long)]
    fail_fast: bool,

    /// Find a shortest counterexample, whatever it takes
    #[arg(long)]
    shortest: bool,

    /// The output format
    #[arg(long, value_enum, default_value_t)]
    format: Format,

    /// Save the counterexample for `lariat replay`: FILE.json, or FILE.itf.json (Apalache's format)
    #[arg(long, value_name = "FILE")]
    trace: Option<String>,

    /// Write a self-contained HTML report
    #[arg(long, value_name = "FILE")]
    html: Option<String>,

    /// Print statistics of the search
    #[arg(long)]
    stats: bool,
}

#[derive(Clone, Copy, PartialEq, Default, ValueEnum)]
enum Format {
    /// Verdicts and traces
    #[default]
    Text,
    /// One JSON document
    Json,
    /// The report of --html
    Html,
    /// One line per formula, in the format of the Model Checking Contest
    Mcc,
}

#[derive(Clone, Copy, Default)]
struct TranslationChoice(Translation);

impl ValueEnum for TranslationChoice {
    fn value_variants<'a>() -> &'a [Self] {
        const ALL: [TranslationChoice; 3] = [
            TranslationChoice(Translation::Tableau),
            TranslationChoice(Translation::Alternating),
            TranslationChoice(Translation::Lazy),
        ];
        &ALL
    }

    fn to_possible_value(&self) -> Option<PossibleValue> {
        let (name, help) = match self.0 {
            Translation::Tableau => ("tableau", "Couvreur's tableau"),
            Translation::Alternating => ("alternating", "Self-loop alternating automata"),
            Translation::Lazy => (
                "lazy",
                "The tableau, only under the letters that the model shows",
            ),
        };
        Some(PossibleValue::new(name).help(help))
    }
}

#[derive(Clone, Copy, Default)]
struct DeadlockChoice(Deadlock);

impl ValueEnum for DeadlockChoice {
    fn value_variants<'a>() -> &'a [Self] {
        const ALL: [DeadlockChoice; 3] = [
            DeadlockChoice(Deadlock::Stutter),
            DeadlockChoice(Deadlock::Drop),
            DeadlockChoice(Deadlock::Error),
        ];
        &ALL
    }

    fn to_possible_value(&self) -> Option<PossibleValue> {
        let (name, help) = match self.0 {
            Deadlock::Stutter => ("stutter", "It stays there for ever"),
            Deadlock::Drop => ("drop", "It does not count"),
            Deadlock::Error => (
                "error",
                "It stays there, and that is a violation of its own",
            ),
        };
        Some(PossibleValue::new(name).help(help))
    }
}

impl Args {
    /// Whether somebody will look at pictures.
    fn draws(&self) -> bool {
        self.html.is_some() || self.format == Format::Html
    }
}

/// Answers every question about the model.
pub(crate) fn run(args: &Args, out: &mut dyn Write) -> Result<Exit> {
    if let Some(path) = args.trace.as_ref().filter(|path| !path.ends_with(".json")) {
        bail!("--trace {path}: the name must end in .json, or in .itf.json for Apalache's format");
    }
    let watch = args.limits.watch()?;
    let Some(questions) = Questions::read(args)? else {
        return Ok(Exit::Input);
    };
    let mut report = Report::new(&questions.model_name);
    let names: Vec<String> = questions.names().map(str::to_owned).collect();
    let models = Models::new(args, &questions);
    let exit = Checker::new(args, &watch, questions, &models).answer_all(&mut report);
    match args.format {
        Format::Text => report.print(args.stats, &Screen::stdout(), out)?,
        Format::Json => {
            serde_json::to_writer_pretty(&mut *out, &report)?;
            writeln!(out)?;
        }
        Format::Html => out.write_all(report.page()?.as_bytes())?,
        Format::Mcc => report.print_for_contest(&names, out)?,
    }
    if let Some(path) = &args.trace {
        report.save_traces(path)?;
    }
    if let Some(path) = &args.html {
        std::fs::write(path, report.page()?).with_context(|| format!("cannot write {path}"))?;
    }
    Ok(match watch.halt() {
        Some(Halt::Interrupted) => Exit::Interrupted,
        _ => exit,
    })
}
