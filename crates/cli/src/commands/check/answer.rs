//! Answering the questions of `check`, one after another.

use std::cell::RefCell;
use std::time::Instant;

use lariat::replay::{self, Claim, Shows};
use lariat::trace::Trace;
use lariat::{
    Answer, Deadlock, Explored, Fault, FaultKind, Method, Obstacle, Outcome, Progress, Property,
    Question, Run,
};
use lariat::{Fairness, Strength, nearest_faults, shorten};
use lariat_emptiness::lasso::Effort;
use lariat_ltl::{Notation, print};
use lariat_models::Model;

use super::ask::{Asked, Questions};
use super::report::{Answered, Report, Stats};
use super::tell::{Picture, Told, named};
use super::{Args, Format};
use crate::diagnostics;
use crate::exit::{Exit, internal_error};
use crate::limits::Watch;
use crate::progress::ProgressLine;
use crate::saved::{Saved, SavedProperty, SavedQuestion};
use crate::understand::Understanding;

/// What answers the questions about one model.
pub(super) struct Checker<'a> {
    args: &'a Args,
    watch: &'a Watch,
    progress: RefCell<ProgressLine>,
    questions: Questions,
    models: &'a Models,
    /// What is known of the compiled model.
    explored: Explored<'a>,
    exit: Exit,
    faults: Faults,
}

/// What the searches tell of the model's faults.
#[derive(Default)]
struct Faults {
    /// The kinds that were met, or may be there.
    kinds: Vec<FaultKind>,
    /// Whether the whole model has been searched.
    are_all: bool,
    /// Whether it should be: some property holds, and to find that out may take just that.
    must_be_all: bool,
}

impl Faults {
    fn add(&mut self, kinds: impl IntoIterator<Item = FaultKind>) {
        for kind in kinds {
            if !self.kinds.contains(&kind) {
                self.kinds.push(kind);
            }
        }
    }
}

/// The model as it is searched; counterexamples are replayed on the model as it was read.
pub(super) struct Models {
    compiled: Box<dyn Model>,
    /// The product with a property process that does more than read.
    observed: Option<Box<dyn Model>>,
}

impl Models {
    pub(super) fn new(args: &Args, questions: &Questions) -> Self {
        let model = &questions.about.model;
        let is_observed = questions
            .asked
            .iter()
            .any(|asked| matches!(asked.property, Property::Own));
        Self {
            observed: is_observed
                .then(|| model.observed(args.deadlock.0))
                .flatten(),
            compiled: model.compiled(),
        }
    }
}

impl<'a> Checker<'a> {
    pub(super) fn new(
        args: &'a Args,
        watch: &'a Watch,
        questions: Questions,
        models: &'a Models,
    ) -> Self {
        Self {
            args,
            watch,
            progress: RefCell::new(ProgressLine::new()),
            explored: Explored::new(&*models.compiled, questions.asked.len()),
            questions,
            models,
            exit: Exit::Done,
            faults: Faults::default(),
        }
    }

    /// Answers all questions; the worst answer decides the exit code.
    pub(super) fn answer_all(mut self, report: &mut Report) -> Exit {
        let asked = std::mem::take(&mut self.questions.asked);
        for (place, question) in asked.iter().enumerate() {
            let is_last = place + 1 == asked.len();
            report.results.extend(self.answer(question, is_last));
            let is_enough = self.exit == Exit::Found && self.args.fail_fast;
            if is_enough || self.watch.halt().is_some() {
                break;
            }
        }
        report.results.extend(self.faults());
        self.exit
    }

    /// The answer to one question; none if there is no telling, which has been reported.
    fn answer(&mut self, asked: &Asked, is_last: bool) -> Option<Answered> {
        let is_own = matches!(asked.property, Property::Own);
        let Self {
            args,
            watch,
            progress,
            questions,
            models,
            explored,
            exit,
            faults,
        } = self;
        let Understanding {
            model,
            formulas,
            vocabulary,
            ..
        } = &mut questions.about;
        let mut unshared;
        let (explored, trusted): (_, &dyn Model) = match &models.observed {
            Some(observed) if is_own => {
                unshared = Explored::new(&**observed, 1);
                (&mut unshared, &**observed)
            }
            _ => (explored, &**model),
        };
        let question = Question {
            property: &asked.property,
            assumptions: &questions.assumptions,
            fairness: &questions.fairness,
            // The product with a property process does by itself what is to become of deadlocked runs.
            deadlock: if is_own {
                Deadlock::Drop
            } else {
                args.deadlock.0
            },
            vocabulary,
        };
        let watched = |now: &Progress| watched(watch, progress, now);
        let method = method(args, watch, &watched);
        let begin = Instant::now();
        let outcome = explored.check(formulas, &question, &method);
        let mut outcome = match outcome {
            Ok(outcome) => outcome,
            Err(error) => {
                diagnostics::error(&format!("{}: {error}", asked.text));
                *exit = exit.worst(Exit::Input);
                return None;
            }
        };
        let mut answered = Answered::new(&asked.text, outcome.algorithm.name());
        let this = match &outcome.answer {
            Answer::Holds { vacuously } => {
                answered.holds(*vacuously);
                faults.must_be_all = true;
                warn_of_vacuity(asked, &outcome, &question, args.deadlock.0, formulas);
                Exit::Done
            }
            Answer::Undecided(obstacle) => {
                answered.verdict = "undecided";
                eprintln!("{}: undecided: {}", asked.text, in_words(obstacle, watch));
                Exit::Undecided
            }
            Answer::Violated(run) => {
                if args.shortest && watch.halt().is_some() {
                    eprintln!(
                        "warning: {}: a limit ended the search for the shortest counterexample",
                        asked.text
                    );
                }
                let claim = claim(&question, formulas);
                match shorten(trusted, run, &claim) {
                    Ok((run, account)) => {
                        let mut told = Told::new(trusted, &run, &account, &question, &claim);
                        if args.draws() {
                            told.automaton = Picture::new(&run, &account, &question, formulas);
                        }
                        answered.violated(told);
                        Exit::Found
                    }
                    Err(doubt) => {
                        internal_error(&format!("a counterexample fails its replay: {doubt}"))
                    }
                }
            }
        };
        *exit = exit.worst(this);
        if this == Exit::Internal {
            return None;
        }
        answered.stats = Stats::new(&outcome, begin);
        let is_last = is_last || args.fail_fast && *exit == Exit::Found;
        let must_sweep = is_last && faults.must_be_all && !faults.are_all;
        if is_own {
            // In its product the states of the model are hidden; look at the model itself.
            faults.add(FaultKind::ALL.into_iter().filter(|_| must_sweep));
        } else {
            if must_sweep && let Err(obstacle) = outcome.sweep(&method) {
                warn_of_unsearched(&obstacle, watch);
            }
            faults.are_all |= outcome.has_met_all_faults();
        }
        faults.add(outcome.faults());
        explored.keep(outcome);
        if let Some(told) = &answered.told {
            answered.saved = Some(self.saved(asked.saved.clone(), &told.trace));
        }
        Some(answered)
    }

    /// Of each kind of fault the nearest to the initial states, as a violation of its own.
    fn faults(&mut self) -> Vec<Answered> {
        if self.faults.kinds.is_empty() {
            return Vec::new();
        }
        let begin = Instant::now();
        let question = self.about_faults();
        let watched = |progress: &Progress| watched(self.watch, &self.progress, progress);
        let method = method(self.args, self.watch, &watched);
        let (found, obstacle) = nearest_faults(
            &*self.models.compiled,
            &question,
            &method,
            &self.faults.kinds,
        );
        if let Some(obstacle) = obstacle {
            warn_of_unsearched(&obstacle, self.watch);
        }
        let found = found.into_iter();
        found
            .filter_map(|(fault, run)| self.fault(&fault, &run, begin))
            .collect()
    }

    /// A question that only looks for faults.
    fn about_faults(&self) -> Question<'_> {
        Question {
            property: &Property::Own,
            assumptions: &[],
            fairness: &NO_FAIRNESS,
            deadlock: self.args.deadlock.0,
            vocabulary: &self.questions.about.vocabulary,
        }
    }

    /// A fault as a violation of its own.
    fn fault(&mut self, fault: &Fault, run: &Run, begin: Instant) -> Option<Answered> {
        let about = &self.questions.about;
        let model: &dyn Model = &*about.model;
        let (property, note) = fault_in_words(model, fault, run);
        let mut answered = Answered::new(property, "breadth-first");
        let facts = match replay::walk_to_fault(model, run, self.args.deadlock.0) {
            Ok(facts) => facts,
            Err(doubt) => {
                self.exit =
                    internal_error(&format!("the way to a fault fails its replay: {doubt}"));
                return None;
            }
        };
        let names = named(&about.vocabulary, |_| true);
        let trace = Trace::new(model, &names, run, &facts);
        answered.stats.time_s = begin.elapsed().as_secs_f64();
        answered.saved = Some(self.saved(SavedProperty::Fault(property.to_owned()), &trace));
        answered.violated(Told {
            trace,
            propositions: names.iter().map(|&(name, _)| name.to_owned()).collect(),
            timelines: Vec::new(),
            notes: vec![note],
            landmarks: Vec::new(),
            automaton: None,
        });
        self.exit = self.exit.worst(Exit::Found);
        Some(answered)
    }

    fn saved(&self, property: SavedProperty, trace: &Trace) -> Saved {
        let events = self.questions.about.model.events();
        let fair = |wanted| {
            let events_of = self.questions.fairness.events.iter();
            let wanted = events_of.filter(|(_, strength)| *strength == wanted);
            wanted.map(|&(event, _)| events[event].clone()).collect()
        };
        Saved {
            model: self.questions.model_name.clone(),
            question: SavedQuestion {
                property,
                syntax: self.args.syntax.to_string(),
                assume: self.args.assume.clone(),
                weak_fair: fair(Strength::Weak),
                strong_fair: fair(Strength::Strong),
                deadlock: self.args.deadlock.0,
            },
            trace: trace.clone(),
        }
    }
}

static NO_FAIRNESS: Fairness = Fairness { events: Vec::new() };

/// What is spent on the length of a counterexample that is only replayed.
const HASTE: Effort = Effort {
    states: 1 << 10,
    steps: 1 << 14,
};

fn method<'w>(args: &Args, watch: &'w Watch, watched: &'w dyn Fn(&Progress) -> bool) -> Method<'w> {
    Method {
        algorithm: args.algorithm.algorithm(),
        translation: args.translation.0,
        effort: match args.format {
            _ if args.shortest => Effort::UNLIMITED,
            // Nobody will read the counterexample.
            Format::Mcc if args.trace.is_none() => HASTE,
            _ => Effort::default(),
        },
        store_bytes: watch.memory(),
        max_states: watch.max_states(),
        watch: watched,
        budget: Some(watch.budget()),
    }
}

/// Shows progress; whether the search must end.
fn watched(watch: &Watch, line: &RefCell<ProgressLine>, progress: &Progress) -> bool {
    line.borrow_mut().tick(|seconds| {
        let Progress { states, product, store_bytes } = progress;
        let speed = product.states as f64 / seconds.max(1e-9);
        format!(
            "{states} states, {} in the product ({speed:.0}/s), depth {}, {} components, {} MiB in the store",
            product.states,
            product.depth,
            product.components,
            store_bytes >> 20
        )
    });
    watch.halt().is_some()
}

fn claim<'q>(question: &Question<'q>, formulas: &'q lariat_ltl::Formulas) -> Claim<'q> {
    Claim {
        formulas,
        vocabulary: question.vocabulary,
        shows: shows(question.property),
        assumptions: question.assumptions,
        fairness: question.fairness,
        deadlock: question.deadlock,
    }
}

/// What a counterexample to a property shows.
pub(crate) fn shows(property: &Property) -> Shows<'_> {
    match property {
        Property::Formula(formula) => Shows::Violates(*formula),
        Property::Never(automaton) => Shows::AcceptedBy(automaton),
        Property::Always(automaton) => Shows::RejectedBy(automaton),
        Property::Own => Shows::IsRun,
    }
}

/// Says so where a property holds for want of an occasion.
fn warn_of_vacuity(
    asked: &Asked,
    outcome: &Outcome<'_>,
    question: &Question<'_>,
    deadlock: Deadlock,
    formulas: &lariat_ltl::Formulas,
) {
    if outcome.answer == (Answer::Holds { vacuously: true }) {
        diagnostics::warning(&format!(
            "{}: holds because no run counts: {}",
            asked.text,
            why_none_counts(outcome, question, deadlock)
        ));
        return;
    }
    let Property::Formula(formula) = question.property else {
        return;
    };
    if let Some(trigger) = outcome.idle_trigger(formulas, *formula, question.vocabulary)
        && let Ok(trigger) = print(formulas, trigger, Notation::Spot)
    {
        diagnostics::warning(&format!(
            "{}: holds because `{trigger}` never occurs",
            asked.text
        ));
    }
}

/// What may keep every run from counting.
fn why_none_counts(outcome: &Outcome<'_>, question: &Question<'_>, deadlock: Deadlock) -> String {
    let mut reasons = Vec::new();
    if outcome.faults().any(|kind| kind == FaultKind::Error) {
        reasons.push("they end in errors");
    }
    if deadlock == Deadlock::Drop {
        reasons.push("they end in deadlocks, and such runs are dropped");
    }
    if !question.assumptions.is_empty() || !question.fairness.events.is_empty() {
        reasons.push("fairness and assumptions exclude them");
    }
    match reasons.is_empty() {
        true => "the model ends or excludes them all".to_owned(),
        false => reasons.join(", or "),
    }
}

fn warn_of_unsearched(obstacle: &Obstacle, watch: &Watch) {
    let why = in_words(obstacle, watch);
    diagnostics::warning(&format!(
        "not all states were searched for run-time errors: {why}"
    ));
}

fn in_words(obstacle: &Obstacle, watch: &Watch) -> String {
    match (obstacle, watch.halt()) {
        (Obstacle::Asked, Some(halt)) => halt.to_string(),
        _ => obstacle.to_string(),
    }
}

/// What a fault is called as a property, and a sentence about it.
fn fault_in_words(model: &dyn Model, fault: &Fault, run: &Run) -> (&'static str, String) {
    match fault {
        Fault::Step(failure) => {
            let events = lariat::trace::event_names(model, failure.step).join(" and ");
            (
                "error",
                format!("the next step of {events} fails: {}", failure.error),
            )
        }
        Fault::Proposition(error) => (
            "error",
            format!(
                "a proposition has no value in state {}: {error}",
                run.prefix.len() - 1
            ),
        ),
        Fault::Assertion(sentence) => ("assert", sentence.clone()),
        Fault::Deadlock => ("deadlock", "no step leaves the last state".to_owned()),
    }
}
