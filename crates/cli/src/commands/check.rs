//! `lariat check`: does every run of a model satisfy a property, under the assumptions made?

mod report;
pub(crate) mod text;

use std::io::Write;

use anyhow::{Result, bail};
use clap::ValueEnum;
use clap::builder::PossibleValue;
use lariat::{
    Answered, CheckFailure, Checker, Deadlock, Diagnostic, Diagnostics, Method, Progress, Report,
    Translation, Verdict, html, input,
};
use lariat_emptiness::lasso::Effort;
use lariat_ltl::Syntax;

use super::empty::Choice;
use crate::diagnostics;
use crate::exit::{Exit, internal_error};
use crate::files;
use crate::json;
use crate::limits::{LimitArgs, Watch};
use crate::model::ModelArgs;
use crate::terminal::Screen;
use crate::watchdog;

/// Arguments of `lariat check`.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  lariat check corpus/semaphore.dve --ltl 'G(P_0.wait -> F P_0.CS)'
  lariat check corpus/semaphore.dve --ltl 'G(P_0.wait -> F P_0.CS)' --strong-fair '*'
  lariat check corpus/semaphore.dve --ltl 'GF P_0.CS' --trace run.json --html run.html
  lariat check corpus/semaphore.dve --ltl 'GF P_0.CS' --assume 'GF P_0.wait' --weak-fair 'P_?'
  lariat check corpus/lossy_link.dve --strong-fair Link.deliver   # the property in the file
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

    /// Read properties from a file, one per line: `formula` or `name: formula`; `-` for standard
    /// input; may be repeated
    #[arg(short = 'F', long = "file", value_name = "FILE")]
    files: Vec<String>,

    /// Check this property of the model file, or of the files of -F and --mcc; may be repeated
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

    /// Ignore fairness and assumptions in comments of the model file
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

    /// Find a shortest counterexample, however long it takes
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
                "The tableau, expanded only for letters that occur in the model",
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
            Deadlock::Stutter => ("stutter", "The run stays in its last state forever"),
            Deadlock::Drop => ("drop", "The run is ignored"),
            Deadlock::Error => (
                "error",
                "The run stays there, and is also reported as a violation",
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

/// What is spent on the length of a counterexample that is only replayed.
const HASTE: Effort = Effort {
    states: 1 << 10,
    steps: 1 << 14,
};

impl Args {
    fn method(&self) -> Method {
        Method {
            algorithm: self.algorithm.algorithm(),
            translation: self.translation.0,
            effort: match self.format {
                _ if self.shortest => Effort::UNLIMITED,
                // Nobody will read the counterexample.
                Format::Mcc if self.trace.is_none() => HASTE,
                _ => Effort::default(),
            },
        }
    }

    /// Reads model and properties; shows every fault that there is.
    fn questions(&self, watch: &Watch) -> Result<Option<Checker>> {
        let mut checker = self.model.load()?;
        checker
            .set_syntax(self.syntax)
            .set_deadlock(self.deadlock.0)
            .set_method(self.method())
            .set_budget(watch.budget().clone())
            .set_draws(self.draws())
            .set_hints(self.format != Format::Mcc)
            .set_fail_fast(self.fail_fast);
        let mut asking = Asking {
            checker,
            is_sound: true,
        };
        asking.ask_all(self)?;
        Ok(asking.is_sound.then_some(asking.checker))
    }

    /// Whether no property is named.
    fn asks_nothing(&self) -> bool {
        let lists = [
            &self.ltl,
            &self.files,
            &self.mcc,
            &self.property,
            &self.never,
            &self.automaton,
        ];
        lists.iter().all(|list| list.is_empty())
    }
}

/// A checker that is being asked.
struct Asking {
    checker: Checker,
    /// Whether nothing was at fault so far.
    is_sound: bool,
}

impl Asking {
    /// Tells the checker something, and shows what is odd or wrong about it.
    fn tell(&mut self, tell: impl FnOnce(&mut Checker) -> Result<&mut Checker, Diagnostics>) {
        let faults = tell(&mut self.checker).err();
        diagnostics::show_all(&self.checker.take_warnings());
        if let Some(Diagnostics(faults)) = faults {
            diagnostics::show_all(&faults);
            self.is_sound = false;
        }
    }

    fn ask_all(&mut self, args: &Args) -> Result<()> {
        if !args.no_file_fairness {
            self.tell(Checker::fair_as_commented);
            self.tell(Checker::assume_as_commented);
        }
        for glob in &args.weak_fair {
            self.tell(|checker| checker.weak_fair(glob));
        }
        for glob in &args.strong_fair {
            self.tell(|checker| checker.strong_fair(glob));
        }
        for formula in &args.assume {
            self.tell(|checker| checker.assume(formula));
        }
        for formula in &args.ltl {
            self.tell(|checker| checker.ask(formula));
        }
        for path in &args.files {
            let file = input::read(path)?;
            self.tell(|checker| checker.ask_lines(&file.text, &args.property));
        }
        for path in &args.mcc {
            let file = input::read(path)?;
            self.tell(|checker| {
                let asked = checker.ask_named(&file.text, &args.property);
                asked.map_err(|faults| with_option("--mcc", faults))
            });
        }
        for name in &args.property {
            self.tell(|checker| checker.ask_own(name));
        }
        if args.asks_nothing() && self.is_sound {
            self.tell(Checker::ask_all_own);
        }
        for path in &args.never {
            let file = input::read(path)?;
            self.tell(|checker| checker.ask_never(&file.text));
        }
        for path in &args.automaton {
            let file = input::read(path)?;
            self.tell(|checker| checker.ask_always(&file.text));
        }
        Ok(())
    }
}

/// Names the option behind a fault that has no place.
fn with_option(option: &str, Diagnostics(faults): Diagnostics) -> Diagnostics {
    let named = |fault: Diagnostic| match fault.place {
        Some(_) => fault,
        None => Diagnostic {
            message: format!("{option}: {}", fault.message),
            ..fault
        },
    };
    Diagnostics(faults.into_iter().map(named).collect())
}

/// Answers every question about the model.
pub(crate) fn run(args: &Args, out: &mut dyn Write) -> Result<Exit> {
    if let Some(path) = args.trace.as_ref().filter(|path| !path.ends_with(".json")) {
        bail!("--trace {path}: the name must end in .json, or in .itf.json for Apalache's format");
    }
    let watch = args.limits.watch(in_progress)?;
    let Some(mut checker) = args.questions(&watch)? else {
        return Ok(Exit::Input);
    };
    let names: Vec<String> = checker.pending().map(str::to_owned).collect();
    let conditions = html::RunConditions::new(&mut checker, args.deadlock.0);
    let (report, exit) = answer_all(args, &mut checker, &watch);
    watch.clear();
    match args.format {
        Format::Text => report::print(&report, args.stats, &Screen::stdout(), out)?,
        Format::Json => {
            json::write(&report, out)?;
        }
        Format::Html => out.write_all(html::page(&report, &conditions).as_bytes())?,
        Format::Mcc => report::print_for_contest(&report, &names, out)?,
    }
    out.flush()?;
    let mut exit = exit;
    if let Some(path) = &args.trace {
        exit = exit.worst(report::save_traces(&report, path)?);
    }
    if let Some(path) = &args.html {
        exit = exit.worst(files::save(path, html::page(&report, &conditions)));
    }
    watchdog::rest();
    Ok(match watch.is_interrupted() {
        true => watchdog::interruption(),
        false => exit,
    })
}

/// Answers all questions; the worst answer decides the exit code.
fn answer_all(args: &Args, checker: &mut Checker, watch: &Watch) -> (Report, Exit) {
    let mut report = Report {
        model: checker.name().to_owned(),
        results: Vec::new(),
    };
    let mut exit = Exit::Done;
    while let Some(answered) = checker.answer() {
        watch.clear();
        exit = exit.worst(note(args, answered, watch, &mut report));
        if !checker.has_next_answer() && watch.budget().check().is_err() {
            break;
        }
    }
    let (faults, warnings) = checker.answer_faults();
    watch.clear();
    diagnostics::show_all(&warnings);
    for fault in faults {
        exit = exit.worst(note(args, fault, watch, &mut report));
    }
    tell_undecided(&report);
    (report, exit)
}

/// Says why questions are undecided, each reason once.
fn tell_undecided(report: &Report) {
    let mut reasons: Vec<(String, Vec<&str>)> = Vec::new();
    let undecided =
        |answered: &&Answered| answered.verdict == Verdict::Undecided && answered.refused.is_none();
    for answered in report.results.iter().filter(undecided) {
        let why = answered.obstacle.map(|why| why.to_string());
        let why = why.unwrap_or_default();
        match reasons.iter_mut().find(|(reason, _)| *reason == why) {
            Some((_, names)) => names.push(&answered.property),
            None => reasons.push((why, vec![&answered.property])),
        }
    }
    for (why, names) in reasons {
        match names[..] {
            [name] => eprintln!("{name}: undecided: {why}"),
            _ => eprintln!("{} properties undecided: {why}", names.len()),
        }
    }
}

/// Adds an answer to the report, and shows what else there is to say.
fn note(
    args: &Args,
    answered: Result<Answered, CheckFailure>,
    watch: &Watch,
    report: &mut Report,
) -> Exit {
    let answered = match answered {
        Ok(answered) => answered,
        Err(CheckFailure::Unconfirmed(doubt)) => {
            return internal_error(&CheckFailure::Unconfirmed(doubt).to_string());
        }
        Err(failure) => {
            if let CheckFailure::Refused { property, reason } = &failure {
                let refused = Answered::refused(property, &reason.to_string());
                report.results.push(refused);
            }
            diagnostics::failure(&failure.into());
            return Exit::Input;
        }
    };
    diagnostics::show_all(&answered.warnings);
    let exit = match answered.verdict {
        Verdict::Holds => Exit::Done,
        Verdict::Undecided => Exit::Undecided,
        Verdict::Violated => {
            if args.shortest && watch.budget().check().is_err() {
                eprintln!(
                    "warning: {}: a limit ended the search for the shortest counterexample",
                    answered.property
                );
            }
            Exit::Found
        }
    };
    report.results.push(answered);
    exit
}

/// Shows violations to people.
pub(crate) fn print_violations(results: &[Answered], out: &mut dyn Write) -> Result<()> {
    report::print_answers(results, false, &Screen::stdout(), out)
}

fn in_progress(progress: &Progress, seconds: f64) -> String {
    let Progress {
        states,
        visited,
        depth,
        components,
        store_bytes,
        ..
    } = progress;
    let speed = *visited as f64 / seconds.max(1e-9);
    format!(
        "{states} states, {visited} in the product ({speed:.0}/s), depth {depth}, {components} components, {} MiB in the store",
        store_bytes >> 20
    )
}
