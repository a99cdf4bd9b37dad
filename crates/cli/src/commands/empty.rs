//! `lariat empty`: is the language of an automaton empty?

use std::io::Write;
use std::time::Instant;

use anyhow::{Result, bail};
use clap::ValueEnum;
use clap::builder::PossibleValue;
use lariat::automata_text::ReadAutomaton;
use lariat_automata::lasso::LassoStep;
use lariat_automata::{Compact, Explicit, Lasso, StateId};
use lariat_budget::{Budget, Exhausted, Progress};
use lariat_emptiness::lasso::{self, Effort};
use lariat_emptiness::{
    AcceptingComponent, Algorithm, Emptiness, Identity, KnownStrength, Statistics, certificate,
};
use serde::Serialize;

use super::automata::{self, title, title_of};
use crate::diagnostics;
use crate::exit::{Exit, internal_error};
use crate::files;
use crate::json;
use crate::limits::{LimitArgs, Watch, exit_of};
use crate::terminal::{Screen, harmless, paint};

/// Arguments of `lariat empty`.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  lariat translate 'GFa & FG!a' | lariat empty -      # exit code 0: it is empty
  lariat empty corpus/turn.hoa --format json          # an accepting lasso, if there is one
  lariat translate 'a & G!a' > a.hoa && lariat empty a.hoa --certificate a.cert")]
pub(crate) struct Args {
    /// The automata, in HOA, of any acceptance, or a never claim; `-` for standard input
    automaton: String,

    /// The emptiness check
    #[arg(long, value_enum, default_value_t = Choice::Auto)]
    algorithm: Choice,

    /// Write a proof of each verdict `empty` to this file, for `lariat certify`
    #[arg(long, value_name = "FILE")]
    certificate: Option<String>,

    #[command(flatten)]
    limits: LimitArgs,

    /// The output format
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
}

#[derive(Clone, Copy, PartialEq, ValueEnum)]
enum Format {
    /// Sentences
    Text,
    /// One JSON document
    Json,
}

/// A check, or the choice among them.
#[derive(Clone, Copy, PartialEq)]
pub(crate) enum Choice {
    Auto,
    This(Algorithm),
}

impl Choice {
    /// The check, if it is not to be chosen automatically.
    pub(crate) fn algorithm(self) -> Option<Algorithm> {
        match self {
            Choice::Auto => None,
            Choice::This(algorithm) => Some(algorithm),
        }
    }
}

impl ValueEnum for Choice {
    fn value_variants<'a>() -> &'a [Self] {
        const ALL: [Choice; 8] = [
            Choice::Auto,
            Choice::This(Algorithm::Terminal),
            Choice::This(Algorithm::Weak),
            Choice::This(Algorithm::Couvreur),
            Choice::This(Algorithm::Streett),
            Choice::This(Algorithm::Latvala),
            Choice::This(Algorithm::Ndfs),
            Choice::This(Algorithm::Generic),
        ];
        &ALL
    }

    fn to_possible_value(&self) -> Option<PossibleValue> {
        Some(match self {
            Choice::Auto => PossibleValue::new("auto").help("The cheapest that is sound"),
            Choice::This(check) => PossibleValue::new(check.name()),
        })
    }
}

/// The JSON document.
#[derive(Serialize, Default)]
struct Report {
    results: Vec<Answered>,
}

/// Whether an automaton accepts no word.
#[derive(Clone, Copy, Serialize)]
#[serde(rename_all = "lowercase")]
enum Verdict {
    Empty,
    Nonempty,
    Undecided,
}

/// The answer for one automaton.
#[derive(Serialize)]
struct Answered {
    /// Its place in the stream.
    automaton: usize,
    name: Option<String>,
    verdict: Verdict,
    algorithm: &'static str,
    stats: Stats,
    lasso: Option<NamedLasso>,
    word: Option<String>,
}

#[derive(Serialize)]
struct Stats {
    states: u64,
    edges: u64,
    revisits: u64,
    time_s: f64,
}

#[derive(Serialize)]
struct NamedLasso {
    prefix: Vec<NamedEdge>,
    cycle: Vec<NamedEdge>,
}

#[derive(Serialize)]
struct NamedEdge {
    from: StateId,
    label: String,
    marks: Vec<usize>,
    to: StateId,
    /// One letter that the edge reads.
    #[serde(skip)]
    letter: String,
}

/// Answers for every automaton of the stream that can be read.
pub(crate) fn run(args: &Args, out: &mut dyn Write) -> Result<Exit> {
    if let Some(file) = &args.certificate
        && is_same_file(file, &args.automaton)
    {
        bail!("--certificate {file}: this is the automaton itself");
    }
    let watch = args.limits.watch(in_progress)?;
    let mut report = Report::default();
    let mut certificates = String::new();
    let outcome = automata::each(&args.automaton, watch.budget(), |mut numbered| {
        let (answered, exit) = match answer(args.algorithm, &mut numbered, &watch) {
            Ok(answered) => answered,
            Err(exit) => return Ok(exit),
        };
        if args.format == Format::Text {
            answered.print(out)?;
        }
        report.results.push(answered);
        if exit == Exit::Done && args.certificate.is_some() {
            return certify(&watch, &numbered, &mut certificates);
        }
        Ok(exit)
    });
    if args.format == Format::Json {
        json::write(&report, out)?;
    }
    let exit = outcome?;
    match &args.certificate {
        None => {}
        Some(file) if certificates.is_empty() => {
            diagnostics::warning(&format!("nothing is certified, and {file} is not written"));
        }
        Some(file) => return Ok(exit.worst(files::save(file, certificates))),
    }
    Ok(exit)
}

fn in_progress(progress: &Progress, seconds: f64) -> String {
    let Progress {
        visited,
        depth,
        components,
        ..
    } = progress;
    let speed = *visited as f64 / seconds.max(1e-9);
    format!("{visited} states ({speed:.0}/s), depth {depth}, {components} components")
}

/// Whether two paths lead to one file.
fn is_same_file(one: &str, other: &str) -> bool {
    let [one, other] = [one, other].map(std::fs::canonicalize);
    matches!((one, other), (Ok(one), Ok(other)) if one == other)
}

/// The answer for one automaton, and the exit code that it stands for; the latter alone where there is no
/// answer.
fn answer(
    choice: Choice,
    numbered: &mut ReadAutomaton,
    watch: &Watch,
) -> Result<(Answered, Exit), Exit> {
    let title = title_of(numbered);
    let ReadAutomaton {
        place,
        automaton,
        own_marks,
        ..
    } = numbered;
    let knowledge = KnownStrength::of(automaton);
    let algorithm = match choice {
        Choice::Auto => Algorithm::auto(&automaton.acceptance, knowledge),
        Choice::This(algorithm) => algorithm,
    };
    let begin = Instant::now();
    let compact = Compact::from(&*automaton);
    let budget = watch.budget();
    let verdict = match algorithm.check(&compact, knowledge, Identity, budget) {
        Ok(verdict) => verdict,
        Err(refusal) => {
            diagnostics::error(&format!("{title}: {refusal}"));
            return Err(Exit::Input);
        }
    };
    let mut answered = Answered {
        automaton: *place,
        name: automaton.name.clone(),
        verdict: Verdict::Empty,
        algorithm: algorithm.name(),
        stats: Stats::new(&verdict.statistics),
        lasso: None,
        word: None,
    };
    let exit = match verdict.answer {
        Emptiness::Empty => Exit::Done,
        Emptiness::Stopped(stop) => {
            answered.verdict = Verdict::Undecided;
            eprintln!("{title}: {stop}");
            exit_of(stop)
        }
        Emptiness::NonEmpty(component) => {
            answered.verdict = Verdict::Nonempty;
            let lasso = replayed_lasso(automaton, &component, watch)?;
            match NamedLasso::new(automaton, *own_marks, &lasso, budget) {
                Ok(lasso) => {
                    answered.word = Some(lasso.word());
                    answered.lasso = Some(lasso);
                }
                // The answer is known, whatever its labels look like.
                Err(end) => diagnostics::warning(&format!("{title}: no run is shown: {end}")),
            }
            Exit::Found
        }
    };
    answered.stats.time_s = begin.elapsed().as_secs_f64();
    Ok((answered, exit))
}

/// An accepting run through the component, which the automaton has been seen to take.
fn replayed_lasso(
    automaton: &Explicit,
    component: &AcceptingComponent<StateId>,
    watch: &Watch,
) -> Result<Lasso<StateId>, Exit> {
    let lasso = lasso::find(automaton, component, Effort::default(), watch.budget());
    let Some(lasso) = lasso else {
        return Err(internal_error("no run was found where there is one"));
    };
    match lariat_witness::replay(automaton, &lasso) {
        Ok(()) => Ok(lasso),
        Err(fault) => {
            let message = format!("an accepting run fails its replay: {fault}");
            Err(internal_error(&message))
        }
    }
}

/// Appends the certificate of an automaton that is empty, after checking it.
fn certify(watch: &Watch, numbered: &ReadAutomaton, certificates: &mut String) -> Result<Exit> {
    let automaton = &numbered.automaton;
    let (verdict, found) = certificate::certify(automaton, watch.budget());
    let Some(mut found) = found else {
        return Ok(match verdict.answer {
            Emptiness::Stopped(stop) => {
                eprintln!("no certificate: {stop}");
                exit_of(stop)
            }
            _ => internal_error("two checks disagree on whether the automaton is empty"),
        });
    };
    found.automaton = numbered.place;
    let text = found.to_string();
    let read = lariat_witness::certificate::parse(&text);
    let sound = read.as_deref().is_ok_and(|read| match read {
        [read] => lariat_witness::certificate::check(automaton, read).is_ok(),
        _ => false,
    });
    if !sound {
        return Ok(internal_error("a certificate fails its check"));
    }
    certificates.push_str(&text);
    Ok(Exit::Done)
}

impl Stats {
    fn new(statistics: &Statistics) -> Self {
        Self {
            states: statistics.states,
            edges: statistics.edges,
            revisits: statistics.revisits,
            time_s: 0.0,
        }
    }
}

impl NamedLasso {
    /// The lasso with those marks of its edges that are below `own_marks`.
    fn new(
        automaton: &mut Explicit,
        own_marks: usize,
        lasso: &Lasso<StateId>,
        budget: &Budget,
    ) -> Result<Self, Exhausted> {
        let mut name = |steps: &[LassoStep<StateId>]| -> Result<Vec<NamedEdge>, Exhausted> {
            let steps = steps.iter();
            let edge = |step| NamedEdge::new(automaton, own_marks, step, budget);
            steps.map(edge).collect()
        };
        Ok(Self {
            prefix: name(&lasso.stem)?,
            cycle: name(&lasso.cycle)?,
        })
    }

    /// The word, in the notation of Spot.
    fn word(&self) -> String {
        let letters = |edges: &[NamedEdge]| -> Vec<String> {
            edges.iter().map(|edge| edge.letter.clone()).collect()
        };
        let cycle = format!("cycle{{{}}}", letters(&self.cycle).join("; "));
        let mut word = letters(&self.prefix);
        word.push(cycle);
        word.join("; ")
    }
}

impl NamedEdge {
    fn new(
        automaton: &mut Explicit,
        own_marks: usize,
        step: &LassoStep<StateId>,
        budget: &Budget,
    ) -> Result<Self, Exhausted> {
        let mut edges = automaton.transitions[step.from as usize].iter();
        let same = edges.find(|edge| edge.to == step.to && edge.marks == step.marks);
        let label = same.expect("the lasso was replayed").label;
        let labels = &mut automaton.labels;
        let letter = lariat::words::letter(labels, label, budget)?;
        Ok(Self {
            from: step.from,
            label: labels.text_within(label, budget)?,
            marks: step.marks.iter().filter(|&m| m < own_marks).collect(),
            to: step.to,
            letter: labels.text_within(letter, budget)?,
        })
    }
}

impl Answered {
    fn print(&self, out: &mut dyn Write) -> Result<()> {
        let title = title(self.name.as_deref(), self.automaton);
        let (verdict, is_good) = match self.verdict {
            Verdict::Empty => ("empty", Some(true)),
            Verdict::Nonempty => ("nonempty", Some(false)),
            Verdict::Undecided => ("undecided", None),
        };
        let colour = Screen::stdout().colours.judgement(is_good);
        writeln!(out, "{title}: {}", paint(colour, verdict))?;
        if let (Some(lasso), Some(word)) = (&self.lasso, &self.word) {
            writeln!(out, "  word   {}", harmless(word))?;
            for (part, edges) in [("prefix", &lasso.prefix), ("cycle ", &lasso.cycle)] {
                for edge in edges {
                    writeln!(out, "  {part} {edge}")?;
                }
            }
        }
        let Stats {
            states,
            edges,
            revisits,
            time_s,
        } = &self.stats;
        let check = self.algorithm;
        writeln!(
            out,
            "  by {check}: states {states}, edges {edges}, revisits {revisits}, {time_s:.3} s"
        )?;
        Ok(())
    }
}

impl std::fmt::Display for NamedEdge {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let label = harmless(&self.label);
        write!(f, "{} -[{label}]-> {}", self.from, self.to)?;
        if !self.marks.is_empty() {
            let marks: Vec<String> = self.marks.iter().map(usize::to_string).collect();
            write!(f, " {{{}}}", marks.join(" "))?;
        }
        Ok(())
    }
}
