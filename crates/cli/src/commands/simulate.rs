//! `lariat simulate`: a walk through a model, step by step, by hand or at random.

use std::collections::{HashMap, HashSet};
use std::io::{self, BufRead, Write};

use anyhow::{Result, bail};
use clap::ValueEnum;
use lariat_model::{Model, Step, Stepper, Successors, Value, event_names};
use serde::Serialize;

use crate::exit::Exit;
use crate::json;
use crate::model::{self, ModelArgs};

/// Arguments of `lariat simulate`.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  lariat simulate corpus/philosophers.dve                # by hand: type a number, or `help`
  lariat simulate corpus/philosophers.dve --random --steps 20 --seed 7
  lariat simulate corpus/vending.aut --random --format json   # the walk as a JSON document")]
pub(crate) struct Args {
    #[command(flatten)]
    model: ModelArgs,

    /// Choose steps at random instead of asking
    #[arg(long)]
    random: bool,

    /// How many steps to take at random
    #[arg(long, value_name = "N", default_value_t = 20, requires = "random")]
    steps: usize,

    /// The seed of the random walk
    #[arg(long, value_name = "S", default_value_t = 1, requires = "random")]
    seed: u64,

    /// The output format
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
}

#[derive(Clone, Copy, PartialEq, ValueEnum)]
enum Format {
    /// The first state in full, then what changes
    Text,
    /// One JSON document at the end; prompts go to standard error
    Json,
}

/// The JSON document.
#[derive(Serialize)]
struct Report {
    model: String,
    seed: Option<u64>,
    walk: Vec<Visit>,
}

/// A state of the walk, and the events of the step that leaves it.
#[derive(Serialize)]
struct Visit {
    state: serde_json::Value,
    event: Vec<String>,
}

/// Walks.
pub(crate) fn run(args: &Args, out: &mut dyn Write) -> Result<Exit> {
    if args.model.is_standard_input() && !args.random {
        bail!("standard input cannot give both the model and your answers: use --random");
    }
    let mut checker = args.model.load()?;
    let model = checker.about().source.model();
    let mut walk = Walk::new(&*model);
    let (mut elsewhere, mut nowhere) = (io::stderr(), io::sink());
    let talk: &mut dyn Write = match args.format {
        Format::Text => out,
        Format::Json if args.random => &mut nowhere,
        Format::Json => &mut elsewhere,
    };
    if args.random {
        walk.at_random(args.steps, args.seed, talk)?;
    } else {
        walk.by_hand(&mut io::stdin().lock(), talk)?;
    }
    if args.format == Format::Json {
        let report = Report {
            model: checker.name().to_owned(),
            seed: args.random.then_some(args.seed),
            walk: walk.visits(),
        };
        json::write(&report, out)?;
    }
    Ok(Exit::Done)
}

/// A walk from an initial state to where we are.
struct Walk<'m> {
    model: &'m dyn Model,
    stepper: Box<dyn Stepper + 'm>,
    /// The initial states, one after another.
    starts: Vec<u32>,
    /// The states that were left, and how.
    left: Vec<(Vec<u32>, Step)>,
    state: Vec<u32>,
    /// What is possible here.
    choices: Successors,
}

const HELP: &str = "\
  NUMBER   take this step
  undo, u  go back one step
  start N  begin again, in the N-th initial state
  state, s show the state in full
  help, h  show this
  quit, q  leave; so does the end of the input";

impl<'m> Walk<'m> {
    fn new(model: &'m dyn Model) -> Self {
        let mut stepper = model.reference();
        let mut starts = Vec::new();
        stepper.initial(&mut starts);
        let mut walk = Self {
            model,
            stepper,
            starts,
            left: Vec::new(),
            state: Vec::new(),
            choices: Successors::default(),
        };
        walk.begin(0);
        walk
    }

    /// How many initial states there are.
    fn start_count(&self) -> usize {
        self.starts.len() / self.stepper.width()
    }

    /// Begins again, in the initial state with this number.
    fn begin(&mut self, start: usize) {
        let width = self.stepper.width();
        self.left.clear();
        self.state = self.starts[start * width..][..width].to_vec();
        self.look_around();
    }

    fn look_around(&mut self) {
        self.choices.clear();
        self.stepper.successors(&self.state, &mut self.choices);
    }

    /// Takes a step of those that are possible.
    fn take(&mut self, choice: usize) {
        let next = self.target(choice).to_vec();
        let step = self.choices.steps[choice];
        self.left
            .push((std::mem::replace(&mut self.state, next), step));
        self.look_around();
    }

    /// Goes back; false at the beginning.
    fn undo(&mut self) -> bool {
        let Some((state, _)) = self.left.pop() else {
            return false;
        };
        self.state = state;
        self.look_around();
        true
    }

    /// Where a step leads.
    fn target(&self, choice: usize) -> &[u32] {
        let width = self.stepper.width();
        &self.choices.states[choice * width..][..width]
    }

    fn at_random(&mut self, steps: usize, seed: u64, out: &mut dyn Write) -> Result<()> {
        let mut random = fastrand::Rng::with_seed(seed);
        if self.start_count() > 1 {
            self.begin(random.usize(..self.start_count()));
        }
        self.show_state(out)?;
        for number in 1..=steps {
            let count = self.choices.steps.len();
            if count == 0 {
                writeln!(out, "no step leaves this state")?;
                break;
            }
            let choice = random.usize(..count);
            writeln!(out, "{number:>4}  {}", self.step_in_words(choice))?;
            self.take(choice);
            self.show_assertion(out)?;
        }
        Ok(())
    }

    fn by_hand(&mut self, input: &mut dyn BufRead, out: &mut dyn Write) -> Result<()> {
        if self.start_count() > 1 {
            writeln!(
                out,
                "initial state 1 of {}; `start N` for another",
                self.start_count()
            )?;
        }
        self.show_state(out)?;
        self.show_choices(out)?;
        loop {
            write!(out, "> ")?;
            out.flush()?;
            let mut line = String::new();
            if input.read_line(&mut line)? == 0 {
                writeln!(out)?;
                return Ok(());
            }
            match line.trim() {
                "" => {}
                "quit" | "q" => return Ok(()),
                "help" | "h" | "?" => writeln!(out, "{HELP}")?,
                "state" | "s" => self.show_state(out)?,
                "undo" | "u" if self.undo() => {
                    self.show_state(out)?;
                    self.show_choices(out)?;
                }
                "undo" | "u" => writeln!(out, "this is the beginning")?,
                answer => match answer.strip_prefix("start ") {
                    Some(start) => self.start(start.trim(), out)?,
                    None => self.choose(answer, out)?,
                },
            }
        }
    }

    /// Begins again, in the initial state that an answer names.
    fn start(&mut self, answer: &str, out: &mut dyn Write) -> Result<()> {
        let count = self.start_count();
        match answer.parse::<usize>() {
            Ok(number) if (1..=count).contains(&number) => {
                self.begin(number - 1);
                self.show_state(out)?;
                self.show_choices(out)?;
            }
            _ => writeln!(out, "choose an initial state from 1 to {count}")?,
        }
        Ok(())
    }

    /// Takes the step that an answer names.
    fn choose(&mut self, answer: &str, out: &mut dyn Write) -> Result<()> {
        let count = self.choices.steps.len();
        match answer.parse::<usize>() {
            Ok(number) if (1..=count).contains(&number) => {
                writeln!(out, "{}", self.step_in_words(number - 1))?;
                self.take(number - 1);
                self.show_assertion(out)?;
                self.show_choices(out)?;
            }
            Ok(_) if count == 0 => writeln!(out, "no step leaves this state; undo or quit")?,
            Ok(_) => writeln!(out, "choose a step from 1 to {count}")?,
            Err(_) => writeln!(
                out,
                "`{answer}` is neither a number nor a command; try `help`"
            )?,
        }
        Ok(())
    }

    fn show_state(&mut self, out: &mut dyn Write) -> Result<()> {
        for (name, value) in self.model.describe(&self.state) {
            writeln!(out, "  {name} = {value}")?;
        }
        self.show_assertion(out)
    }

    fn show_assertion(&mut self, out: &mut dyn Write) -> Result<()> {
        if let Some(sentence) = self.stepper.failed_assertion(&self.state) {
            writeln!(out, "  {sentence}")?;
        }
        Ok(())
    }

    /// The steps that are possible, numbered, and those that fail.
    fn show_choices(&self, out: &mut dyn Write) -> Result<()> {
        for choice in 0..self.choices.steps.len() {
            writeln!(out, "{:>4}  {}", choice + 1, self.step_in_words(choice))?;
        }
        for failure in &self.choices.failures {
            let events = self.events(failure.step).join(" and ");
            writeln!(out, "   -  {events}: fails: {}", failure.error)?;
        }
        if self.choices.steps.is_empty() {
            writeln!(out, "no step leaves this state; undo or quit")?;
        }
        Ok(())
    }

    /// Who moves, and what changes.
    fn step_in_words(&self, choice: usize) -> String {
        let events = match &self.events(self.choices.steps[choice])[..] {
            [] => "a step".to_owned(),
            events => events.join(" and "),
        };
        let before = self.model.describe(&self.state);
        let changes = changes(before, self.model.describe(self.target(choice)));
        match changes.is_empty() {
            true => format!("{events}: nothing changes"),
            false => format!("{events}: {}", model::state_in_words(&changes)),
        }
    }

    fn events(&self, step: Step) -> Vec<String> {
        event_names(self.model, step)
    }

    /// The whole walk; no step leaves its last state.
    fn visits(&self) -> Vec<Visit> {
        let visit = |state: &[u32], event| Visit {
            state: model::state_as_json(self.model.describe(state)),
            event,
        };
        let left = self.left.iter();
        let mut visits: Vec<Visit> = left
            .map(|(state, step)| visit(state, self.events(*step)))
            .collect();
        visits.push(visit(&self.state, Vec::new()));
        visits
    }
}

/// What changes, by name: first what is not named any more, as a place of a net that is empty, then the
/// values that are new.
fn changes(before: Vec<(String, Value)>, after: Vec<(String, Value)>) -> Vec<(String, Value)> {
    let old: HashMap<&str, &Value> = before.iter().map(|(name, old)| (&**name, old)).collect();
    let new: HashSet<&str> = after.iter().map(|(name, _)| &**name).collect();
    let emptied = before.iter().filter(|(name, _)| !new.contains(&**name));
    let emptied = emptied.map(|(name, _)| (name.clone(), Value::Number(0)));
    let changed = after
        .iter()
        .filter(|(name, value)| old.get(&**name) != Some(&value));
    emptied.chain(changed.cloned()).collect()
}
