//! `lariat explore`: the whole state space of a model, counted and, on request, written down.

use std::io::Write;
use std::path::Path;
use std::time::Instant;

use anyhow::{Context, Result, bail};
use clap::ValueEnum;
use lariat::{Answered, CheckFailure, Checker, Diagnostics, Progress, Text, Verdict};
use lariat_budget::memory;
use lariat_model::{FaultKind, Proposition, Source, event_names};
use lariat_space::export::ExportError;
use lariat_space::{Exploration, StateSpace, explore_in, export};
use serde::Serialize;

use super::check;
use crate::diagnostics;
use crate::draw;
use crate::exit::{Exit, internal_error};
use crate::files;
use crate::json;
use crate::limits::{LimitArgs, exit_of};
use crate::model::{self, ModelArgs};
use crate::watchdog;

/// Arguments of `lariat explore`.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  lariat explore corpus/bakery.dve                       # states, transitions, bytes per state
  lariat explore corpus/semaphore.dve --output semaphore.svg   # a picture, if it is small
  lariat explore corpus/semaphore.dve --output semaphore.aut   # a labelled transition system
  lariat explore corpus/semaphore.dve --output semaphore.hoa --proposition 'free == 1'
  lariat explore corpus/philosophers.dve --deadlock error   # a path to each kind of fault")]
pub(crate) struct Args {
    #[command(flatten)]
    model: ModelArgs,

    /// Write the state space to this file: .aut (labelled transition system), .hoa (Kripke structure), or,
    /// if it is small, .svg (a picture) or .dot (for Graphviz)
    #[arg(long, value_name = "FILE", value_parser = output)]
    output: Option<Output>,

    /// A proposition that labels the states of a Kripke structure; may be repeated [default: the
    /// processes' states]
    #[arg(long, value_name = "EXPRESSION")]
    proposition: Vec<String>,

    /// How to treat deadlocks
    #[arg(long, value_enum, default_value_t = Deadlock::Count)]
    deadlock: Deadlock,

    #[command(flatten)]
    limits: LimitArgs,

    /// The output format
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
}

#[derive(Clone, Copy, PartialEq, ValueEnum)]
enum Format {
    /// A table
    Text,
    /// One JSON document
    Json,
}

#[derive(Clone, Copy, PartialEq, ValueEnum)]
enum Deadlock {
    /// Count them
    Count,
    /// Count them; show the shortest path to a deadlock, an error and a failed assertion; exit with
    /// code 1 if there is one
    Error,
}

/// A file for the state space.
#[derive(Clone)]
struct Output {
    path: String,
    form: Form,
}

#[derive(Clone, Copy, PartialEq)]
enum Form {
    Aldebaran,
    Kripke,
    Dot,
    Svg,
}

impl Form {
    /// A drawing of more states shows nothing.
    fn most_states(self) -> usize {
        match self {
            Form::Aldebaran | Form::Kripke => usize::MAX,
            Form::Dot => 2000,
            Form::Svg => draw::MOST_NODES,
        }
    }
}

/// The form of a file, by its name.
fn output(path: &str) -> Result<Output, String> {
    let extension = Path::new(path).extension();
    let form = match extension.and_then(|name| name.to_str()) {
        Some("aut") => Form::Aldebaran,
        Some("hoa") => Form::Kripke,
        Some("dot") => Form::Dot,
        Some("svg") => Form::Svg,
        _ => return Err(format!("`{path}` does not end in .aut, .hoa, .dot or .svg")),
    };
    let path = path.to_owned();
    Ok(Output { path, form })
}

/// The JSON document.
#[derive(Serialize)]
struct Report {
    model: String,
    states: usize,
    transitions: u64,
    deadlocks: u64,
    errors: u64,
    depth: usize,
    store_bytes: usize,
    bytes_per_state: f64,
    time_s: f64,
    peak_memory_bytes: Option<u64>,
    /// Of a net: how many tokens there are at most.
    #[serde(skip_serializing_if = "Option::is_none")]
    bounds: Option<Bounds>,
    /// Why the counts are not those of the whole state space.
    stopped: Option<String>,
    first_deadlock: Option<serde_json::Value>,
    first_error: Option<FailingStep>,
    /// The paths to faults, with --deadlock error.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    results: Vec<Answered>,
}

/// How many tokens the markings of a net have at most.
#[derive(Serialize, Default)]
struct Bounds {
    place: u32,
    marking: u64,
}

impl Bounds {
    fn new(space: &StateSpace<'_>) -> Self {
        let mut bounds = Self::default();
        space.each_plain(|marking| {
            let most = marking.iter().copied().max().unwrap_or(0);
            bounds.place = bounds.place.max(most);
            let all = marking.iter().map(|&tokens| u64::from(tokens)).sum();
            bounds.marking = bounds.marking.max(all);
        });
        bounds
    }
}

/// A step that fails.
#[derive(Serialize)]
struct FailingStep {
    state: serde_json::Value,
    event: Vec<String>,
    error: String,
    #[serde(skip)]
    state_in_words: String,
}

/// Explores the model.
pub(crate) fn run(args: &Args, out: &mut dyn Write) -> Result<Exit> {
    let watch = args.limits.watch(in_progress)?;
    let begin = Instant::now();
    let mut checker = args.model.load()?;
    let names = label_states(args, &mut *checker.about().source)?;
    let model = checker.about().source.model();
    if let Some((name, _)) = names.first().filter(|_| model.schema().reads_steps) {
        return Err(of_steps(&Text::new("<--proposition>", &**name)).into());
    }
    let mut space = StateSpace::new(&*model, watch.budget().bytes());
    let found = explore_in(&mut space, watch.budget());
    watch.clear();
    let mut report = Report::new(checker.name(), &found, &space, begin);
    report.bounds = model.schema().counts_tokens.then(|| Bounds::new(&space));
    report.stopped = found.stopped.map(|end| end.to_string());
    if args.deadlock == Deadlock::Error {
        checker.set_budget(watch.budget().for_question());
        report.results = match faults(&found, &mut checker) {
            Ok(faults) => faults,
            Err(failure) => return Ok(internal_error(&failure.to_string())),
        };
        watch.clear();
    }
    match args.format {
        Format::Text => {
            report.print(&found, &space, out)?;
            check::print_violations(&report.results, out)?;
        }
        Format::Json => {
            json::write(&report, out)?;
        }
    }
    if let Some(reason) = &report.stopped {
        eprintln!("{}: stopped: {reason}", report.model);
        if let Some(output) = &args.output {
            eprintln!(
                "{} is not written: the state space is not complete",
                output.path
            );
        }
    }
    out.flush()?;
    let mut exit = found.stopped.map_or(Exit::Done, exit_of);
    if let (Some(output), None) = (&args.output, found.stopped) {
        exit = exit.worst(write_space(output, &mut space, &found, &names)?);
    }
    watchdog::rest();
    let is_fault = args.deadlock == Deadlock::Error && found.deadlocks + found.errors > 0;
    Ok(match is_fault || !report.results.is_empty() {
        true => exit.worst(Exit::Found),
        false => exit,
    })
}

/// The shortest path to each kind of fault that exists.
fn faults(found: &Exploration, checker: &mut Checker) -> Result<Vec<Answered>, CheckFailure> {
    let mut kinds = Vec::new();
    // Assertions are not counted.
    if checker.about().source.model().schema().can_fail {
        kinds.push(FaultKind::Assertion);
    }
    if found.errors > 0 {
        kinds.push(FaultKind::Error);
    }
    if found.deadlocks > 0 {
        kinds.push(FaultKind::Deadlock);
    }
    let answers = checker.look_for_faults(&kinds).into_iter();
    let answers = answers.collect::<Result<Vec<_>, _>>()?.into_iter();
    let is_violated = |answered: &Answered| answered.verdict == Verdict::Violated;
    Ok(answers.filter(is_violated).collect())
}

/// Makes the model evaluate what the states of a Kripke structure are labelled with, and gives the names.
///
/// Names may mean the same; each has its number.
fn label_states(args: &Args, source: &mut dyn Source) -> Result<Vec<(String, usize)>, Diagnostics> {
    let form = args.output.as_ref().map(|output| output.form);
    let names = match (form, &args.proposition[..]) {
        (Some(Form::Kripke), []) => source.telling_propositions(),
        (_, given) => given.to_vec(),
    };
    let mut watched: Vec<(String, usize)> = Vec::new();
    for name in names {
        if watched.iter().any(|(known, _)| *known == name) {
            continue;
        }
        let text = Text::new("<--proposition>", &*name);
        match source.watch(&name) {
            Ok(Proposition::OfModel(number)) => watched.push((name, number)),
            Ok(_) => return Err(of_steps(&text)),
            Err(misunderstandings) => return Err(text.errors(misunderstandings)),
        }
    }
    Ok(watched)
}

/// The fault of a proposition that no state has.
fn of_steps(text: &Text) -> Diagnostics {
    let message = "this is about steps, but a Kripke structure labels states";
    text.error(0..text.content.len(), message).into()
}

fn in_progress(progress: &Progress, seconds: f64) -> String {
    format!(
        "{} states, {} per second, {} to expand, depth {}, store {}",
        progress.states,
        (progress.states as f64 / seconds) as u64,
        progress.states - progress.expanded,
        progress.depth,
        in_bytes(progress.store_bytes as usize)
    )
}

fn write_space(
    output: &Output,
    space: &mut StateSpace<'_>,
    found: &Exploration,
    names: &[(String, usize)],
) -> Result<Exit> {
    let most = output.form.most_states();
    if found.states > most {
        let others = match output.form {
            Form::Svg if found.states <= Form::Dot.most_states() => {
                ".dot for Graphviz, .aut or .hoa"
            }
            _ => ".aut or .hoa",
        };
        bail!(
            "{} is not written: a drawing of {} states would be unreadable (the limit is {most}); write {others}",
            output.path,
            found.states
        );
    }
    if output.form == Form::Svg {
        let mut dot = Vec::new();
        export::drawing(space, &mut dot)?;
        let picture = draw::svg(&String::from_utf8(dot)?, "");
        let picture = picture.with_context(|| format!("{} is not written", output.path))?;
        return Ok(files::save(&output.path, picture));
    }
    let written = files::put(Path::new(&output.path), |mut file| match output.form {
        Form::Aldebaran => export::aldebaran(space, found.transitions, &mut file),
        Form::Kripke => export::kripke_structure(space, names, &mut file),
        Form::Dot | Form::Svg => export::drawing(space, &mut file),
    });
    match written {
        Ok(()) => Ok(Exit::Done),
        Err(ExportError::Output(reason)) => Ok(files::unwritten(&output.path, &reason)),
        Err(ExportError::Store(end)) => {
            diagnostics::error(&format!("{} is not written: {end}", output.path));
            Ok(exit_of(end))
        }
        Err(reason) => Err(reason).context(format!("cannot write {}", output.path)),
    }
}

impl Report {
    fn new(model: &str, found: &Exploration, space: &StateSpace<'_>, begin: Instant) -> Self {
        let first_error = found.first_error.map(|(state, failure)| {
            let event = event_names(space.model(), failure.step);
            let values = space.describe(state);
            FailingStep {
                state_in_words: model::state_in_words(&values),
                state: model::state_as_json(values),
                event,
                error: failure.error.to_string(),
            }
        });
        let deadlock = found.first_deadlock.map(|state| space.describe(state));
        Self {
            model: model.to_owned(),
            states: found.states,
            transitions: found.transitions,
            deadlocks: found.deadlocks,
            errors: found.errors,
            depth: found.depth,
            store_bytes: found.bytes_allocated,
            bytes_per_state: found.bytes_per_state(),
            time_s: begin.elapsed().as_secs_f64(),
            peak_memory_bytes: memory::peak(),
            bounds: None,
            stopped: None,
            first_deadlock: deadlock.map(model::state_as_json),
            first_error,
            results: Vec::new(),
        }
    }

    /// What the states took: memory and time.
    fn print_costs(&self, out: &mut dyn Write) -> Result<()> {
        let allocated = self.store_bytes as f64 / self.states.max(1) as f64;
        writeln!(
            out,
            "  store        {}, {:.1} bytes per state ({allocated:.1} allocated)",
            in_bytes(self.store_bytes),
            self.bytes_per_state
        )?;
        if let Some(peak) = self.peak_memory_bytes {
            writeln!(out, "  peak memory  {}", in_bytes(peak as usize))?;
        }
        writeln!(
            out,
            "  time         {:.2} s, {:.0} states per second",
            self.time_s,
            self.states as f64 / self.time_s
        )?;
        Ok(())
    }

    fn print(
        &self,
        found: &Exploration,
        space: &StateSpace<'_>,
        out: &mut dyn Write,
    ) -> Result<()> {
        writeln!(out, "{}", self.model)?;
        writeln!(out, "  states       {}", self.states)?;
        writeln!(out, "  transitions  {}", self.transitions)?;
        writeln!(out, "  depth        {}", self.depth)?;
        writeln!(out, "  deadlocks    {}", self.deadlocks)?;
        if let Some(state) = found.first_deadlock {
            let values = space.describe(state);
            writeln!(out, "    the first  {}", model::state_in_words(&values))?;
        }
        if let Some(Bounds { place, marking }) = self.bounds {
            writeln!(
                out,
                "  bounds       {place} tokens in a place, {marking} in a marking"
            )?;
        }
        writeln!(out, "  errors       {}", self.errors)?;
        if let Some(step) = &self.first_error {
            writeln!(out, "    the first  {}", step.state_in_words)?;
            writeln!(out, "    {}: {}", step.event.join(" and "), step.error)?;
        }
        if self.states < TELLING {
            writeln!(out, "  time         {:.2} s", self.time_s)?;
        } else {
            self.print_costs(out)?;
        }
        if let Some(reason) = &self.stopped {
            writeln!(out, "  stopped      {reason}")?;
        }
        Ok(())
    }
}

/// What a state costs says nothing where there are fewer states.
const TELLING: usize = 1000;

fn in_bytes(bytes: usize) -> String {
    match bytes {
        0..10_000_000 => format!("{} kB", bytes / 1000),
        _ => format!("{} MB", bytes / 1_000_000),
    }
}
