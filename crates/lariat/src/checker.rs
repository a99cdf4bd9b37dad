//! The library's face: a model, which of its runs count, questions, and answers that are confirmed and explained.
//!
//! A [`Checker`] owns all that it needs and can be sent to another thread.  It reads (a text, a file, or a machine written in
//! Rust), it is told which runs count, it is asked, and it answers with [`Answered`], which says everything that the command prints.
//! Nothing here prints.

use std::collections::VecDeque;
use std::ops::Range;
use std::sync::Arc;
use std::time::{Duration, Instant};

use lariat_automata::{Explicit, Injected};
use lariat_budget::{Budget, Exhausted};
use lariat_diagnostics::{Diagnostic, Diagnostics, Text};
use lariat_ltl::{Formula, Notation, Syntax, print};
use lariat_model::{Deadlock, Fairness, FaultKind, Format, Model, Run, Source, Strength, closest};
use lariat_models::{format_named, format_of, names_of_formats};
use lariat_witness::{Doubt, confirm_bad_prefix, confirm_fault};

use crate::counterexample::{Counterexample, Note};
use crate::engine::{Answer, CheckError, ENGINES, Engine, Finding, Session};
use crate::explicit::nearest_faults;
use crate::hints::{MOST_TRIALS, Trial};
use crate::input;
use crate::properties::{WrittenProperty, lines, written};
use crate::question::{Method, Property, Question};
use crate::report::{Answered, FairEvent, Report, Stats, Verdict};
use crate::saved::{Saved, SavedProperty, SavedQuestion};
use crate::shorten::shorten;
use crate::understanding::{Understanding, listed};

/// A model, which of its runs count, and what is asked about it.
///
/// ```
/// let mut checker = lariat::Checker::parse(
///     "dve",
///     "byte x;
///      process P { state q; init q; trans q -> q { effect x = 1 - x; }; }
///      process Q { state w, c; init w; trans w -> c { guard x == 1; }, c -> w {}; }
///      system async;",
/// )?;
/// checker.weak_fair("*")?;
/// assert!(!checker.check("GF Q.c")?.holds(), "Q is enabled only now and then");
/// checker.strong_fair("*")?;
/// assert!(checker.check("GF Q.c")?.holds());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Checker {
    name: String,
    text: Text,
    about: Understanding,
    fairness: Fairness,
    assumptions: Vec<Formula>,
    /// The assumptions as they were written.
    assumed: Vec<String>,
    deadlock: Deadlock,
    method: Method,
    budget: Budget,
    engine: &'static dyn Engine,
    draws: bool,
    hints: bool,
    fail_fast: bool,
    asked: VecDeque<Asked>,
    /// Answers that were found before their turn.
    answers: VecDeque<Result<Answered, CheckFailure>>,
    /// How many questions are open beyond those that are still to be asked.
    open: usize,
    /// The names of formulas that were read, whether they are asked about or not.
    named: Vec<String>,
    search: Option<Search>,
    faults: FaultsMet,
    /// Whether every kind of fault is asked for.
    seeks_faults: bool,
}

/// The model in its fastest form, and what the engine knows of it.
struct Search {
    model: Arc<dyn Model>,
    session: Box<dyn Session>,
}

/// The first turn of a question takes one part in so many of the time that is its share.
const FIRST_SHARE: u32 = 16;

/// One property that is asked about.
struct Asked {
    /// The user's text, or the property's name.
    text: String,
    property: Property,
    saved: SavedProperty,
}

/// What the searches tell of the model's faults.
#[derive(Default)]
struct FaultsMet {
    /// The kinds that were met, or may be there.
    kinds: Vec<FaultKind>,
    /// Whether the whole model has been searched.
    are_all: bool,
    /// Whether some property holds, and to find that out may take just that.
    must_be_all: bool,
}

impl FaultsMet {
    fn add(&mut self, kinds: impl IntoIterator<Item = FaultKind>) {
        for kind in kinds {
            if !self.kinds.contains(&kind) {
                self.kinds.push(kind);
            }
        }
    }
}

/// Why a question has no answer.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum CheckFailure {
    /// The input is at fault.
    #[error(transparent)]
    Input(#[from] Diagnostics),
    /// The search was not begun.
    #[error("{property}: {reason}")]
    Refused {
        /// The property in question.
        property: String,
        /// Why it is not answered.
        reason: CheckError,
    },
    /// The run that was found is not one of the model: a fault of ours, never a verdict.
    #[error("a counterexample fails its replay: {0}")]
    Unconfirmed(#[from] Doubt),
}

impl Checker {
    /// Reads a model from a file, whose name tells its language.
    ///
    /// # Errors
    /// When it cannot be read, or is at fault.
    pub fn open(path: &str) -> Result<Self, Diagnostics> {
        let format = format_of(path)?;
        Self::read(input::read(path)?.text, format)
    }

    /// Reads a model from a text in the language of this name.
    ///
    /// # Errors
    /// When there is no such language, or the text is at fault.
    pub fn parse(language: &str, text: &str) -> Result<Self, Diagnostics> {
        let format = format_named(language).ok_or_else(|| {
            Diagnostic::error(format!(
                "`{language}` is no language of models: say `{}",
                names_of_formats()
            ))
        })?;
        Self::read(Text::new("<model>", text), format)
    }

    /// Reads a model from a text.
    ///
    /// # Errors
    /// When the text is at fault.
    pub fn read(text: Text, format: &dyn Format) -> Result<Self, Diagnostics> {
        let read = format.read(&text)?;
        let mut checker = Self::new(&text.origin, read.source);
        checker.text = text;
        checker.about.warnings = read.warnings;
        Ok(checker)
    }

    /// All runs of a model count; deadlocked runs stay where they are.
    pub fn new(name: &str, source: Box<dyn Source>) -> Self {
        Self {
            name: name.to_owned(),
            text: Text::default(),
            about: Understanding::new(source),
            fairness: Fairness::default(),
            assumptions: Vec::new(),
            assumed: Vec::new(),
            deadlock: Deadlock::default(),
            method: Method::default(),
            budget: Budget::unlimited(),
            engine: ENGINES[0],
            draws: false,
            hints: true,
            fail_fast: false,
            asked: VecDeque::new(),
            answers: VecDeque::new(),
            open: 0,
            named: Vec::new(),
            search: None,
            faults: FaultsMet::default(),
            seeks_faults: false,
        }
    }

    /// The model's name.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The model, and what has been said about it.
    pub fn about(&mut self) -> &mut Understanding {
        &mut self.about
    }

    /// What was odd about the texts so far; each is told once.
    pub fn take_warnings(&mut self) -> Vec<Diagnostic> {
        std::mem::take(&mut self.about.warnings)
    }

    /// The dialect of the formulas to come.
    pub fn set_syntax(&mut self, syntax: Syntax) -> &mut Self {
        self.about.syntax = syntax;
        self
    }

    /// What becomes of deadlocked runs.
    pub fn set_deadlock(&mut self, deadlock: Deadlock) -> &mut Self {
        self.deadlock = deadlock;
        self
    }

    /// How to search.
    pub fn set_method(&mut self, method: Method) -> &mut Self {
        self.method = method;
        self
    }

    /// What all answers together may take; the limit on states is for each of them.
    pub fn set_budget(&mut self, budget: Budget) -> &mut Self {
        self.budget = budget;
        self
    }

    /// Whether counterexamples come with the automaton of the violating runs.
    pub fn set_draws(&mut self, draws: bool) -> &mut Self {
        self.draws = draws;
        self
    }

    /// Whether more fairness is tried where it may exclude a counterexample, so that a hint can be given.
    pub fn set_hints(&mut self, hints: bool) -> &mut Self {
        self.hints = hints;
        self
    }

    /// Whether a property that is violated is the last one to be looked at.
    pub fn set_fail_fast(&mut self, fail_fast: bool) -> &mut Self {
        self.fail_fast = fail_fast;
        self
    }

    /// Considers only runs that are weakly fair to the events that match the glob: an event that stays enabled is taken.
    ///
    /// # Errors
    /// When no event matches.
    pub fn weak_fair(&mut self, glob: &str) -> Result<&mut Self, Diagnostics> {
        self.fair(glob, Strength::Weak, "<--weak-fair>")
    }

    /// Considers only runs that are strongly fair to the events that match the glob: an event that is enabled infinitely often is taken
    /// infinitely often.
    ///
    /// # Errors
    /// When no event matches.
    pub fn strong_fair(&mut self, glob: &str) -> Result<&mut Self, Diagnostics> {
        self.fair(glob, Strength::Strong, "<--strong-fair>")
    }

    fn fair(
        &mut self,
        glob: &str,
        strength: Strength,
        origin: &str,
    ) -> Result<&mut Self, Diagnostics> {
        let text = Text::new(origin, glob);
        let span = 0..glob.len();
        self.about
            .add_fairness(glob, strength, &text, span, &mut self.fairness)?;
        Ok(self)
    }

    /// Considers only runs that are fair as the comments of the model's text ask for.
    ///
    /// # Errors
    /// When a comment names no event; the others count nevertheless.
    pub fn fair_as_commented(&mut self) -> Result<&mut Self, Diagnostics> {
        let mut faults = Vec::new();
        for comment in self.about.source.comments().fairness {
            let (glob, strength) = (&comment.glob, comment.strength);
            let (text, fairness) = (&self.text, &mut self.fairness);
            let added = self
                .about
                .add_fairness(glob, strength, text, comment.span, fairness);
            faults.extend(added.err().into_iter().flat_map(|Diagnostics(all)| all));
        }
        Diagnostics::check(faults)?;
        Ok(self)
    }

    /// Considers only runs that satisfy the formula.
    ///
    /// # Errors
    /// When it is no formula, or speaks of something that the model does not have.
    pub fn assume(&mut self, ltl: &str) -> Result<&mut Self, Diagnostics> {
        let formula = self.about.formula(&Text::new("<--assume>", ltl))?;
        self.assumptions.push(formula);
        self.assumed.push(ltl.to_owned());
        Ok(self)
    }

    /// Considers only runs that satisfy the formulas that comments of the model's text assume.
    ///
    /// # Errors
    /// When one is no formula, or speaks of something that the model does not have; the others count nevertheless.
    pub fn assume_as_commented(&mut self) -> Result<&mut Self, Diagnostics> {
        let mut faults = Vec::new();
        for comment in self.about.source.comments().assumptions {
            match self.about.formula_at(&self.text, comment.span) {
                Ok(formula) => {
                    self.assumptions.push(formula);
                    self.assumed.push(comment.text);
                }
                Err(Diagnostics(all)) => faults.extend(all),
            }
        }
        Diagnostics::check(faults)?;
        Ok(self)
    }

    /// Asks whether every run that counts satisfies a formula.
    ///
    /// # Errors
    /// When it is no formula, or speaks of something that the model does not have.
    pub fn ask(&mut self, ltl: &str) -> Result<&mut Self, Diagnostics> {
        self.ask_at(&Text::new("<--ltl>", ltl), 0..ltl.len(), None)?;
        Ok(self)
    }

    /// Asks about the formula at a place of a text.
    fn ask_at(
        &mut self,
        text: &Text,
        span: Range<usize>,
        name: Option<String>,
    ) -> Result<(), Diagnostics> {
        let formula = self.about.formula_at(text, span.clone())?;
        let ltl = text.content[span.clone()].to_owned();
        self.method
            .can_translate(&self.about.formulas, formula)
            .map_err(|(message, help)| text.error(span, message).with_help(help))?;
        self.asked.push_back(Asked {
            text: name.unwrap_or_else(|| ltl.clone()),
            property: Property::Formula(formula),
            saved: SavedProperty::Ltl(ltl),
        });
        Ok(())
    }

    /// Asks about the formulas of a text, one per line, `name: formula` or without a name: those of these names, or all of them.  Blank
    /// lines and those that start with `#` say nothing.
    ///
    /// # Errors
    /// When a line is at fault, two properties have the same name, or there is no formula at all.
    pub fn ask_lines(&mut self, text: &Text, wanted: &[String]) -> Result<&mut Self, Diagnostics> {
        let lines = lines(text);
        if lines.is_empty() {
            let message = format!("{} has no formula", text.origin);
            return Err(Diagnostic::error(message).into());
        }
        let mut faults = Vec::new();
        for line in lines {
            let asked = self.ask_line(text, line, wanted);
            faults.extend(asked.err().into_iter().flat_map(|Diagnostics(all)| all));
        }
        Diagnostics::check(faults)?;
        Ok(self)
    }

    fn ask_line(
        &mut self,
        text: &Text,
        line: Range<usize>,
        wanted: &[String],
    ) -> Result<(), Diagnostics> {
        let line = written(text, line)?;
        let Some(name) = line.name else {
            return match wanted.is_empty() {
                true => self.ask_at(text, line.formula, None),
                false => Ok(()),
            };
        };
        let is_wanted = wanted.contains(&name);
        let own = self.own_names();
        if self.named.contains(&name) || is_wanted && own.contains(&name) {
            return Err(defined_twice(text, line.place, &name).into());
        }
        self.named.push(name.clone());
        match is_wanted || wanted.is_empty() {
            true => self.ask_at(text, line.formula, Some(name)),
            false => Ok(()),
        }
    }

    /// The names of the properties that the model's text carries, as far as they are names.
    fn own_names(&self) -> Vec<String> {
        let process = self.about.source.own_property().map(str::to_owned);
        let properties = self.about.source.comments().properties.into_iter();
        let written = properties.filter_map(|comment| written(&self.text, comment.span).ok());
        let names = written.filter_map(|property| property.name);
        process.into_iter().chain(names).collect()
    }

    /// The properties in the comments of the model's text, each with its name.
    fn commented_properties(&self) -> Result<Vec<(String, WrittenProperty)>, Diagnostics> {
        let process = self.about.source.own_property().map(str::to_owned);
        let mut taken: Vec<String> = process.into_iter().collect();
        let (mut found, mut faults) = (Vec::new(), Vec::new());
        for comment in self.about.source.comments().properties {
            match written(&self.text, comment.span) {
                Err(fault) => faults.push(fault),
                Ok(property) => match property.name.clone() {
                    None => {
                        let message = "a property in a comment needs a name";
                        let help = "write `lariat: ltl NAME: FORMULA`";
                        let fault = self.text.error(property.place, message);
                        faults.push(fault.with_help(help));
                    }
                    Some(name) if taken.contains(&name) => {
                        faults.push(defined_twice(&self.text, property.place, &name));
                    }
                    Some(name) => {
                        taken.push(name.clone());
                        found.push((name, property));
                    }
                },
            }
        }
        Diagnostics::check(faults)?;
        Ok(found)
    }

    /// Asks about the formulas of a text in the format that is made for models of this kind, those of these names or all of them.
    ///
    /// # Errors
    /// When one is at fault, or there is no such format.
    pub fn ask_named(&mut self, text: &Text, wanted: &[String]) -> Result<&mut Self, Diagnostics> {
        for formula in self.about.named_formulas(text)? {
            self.named.push(formula.name.clone());
            if wanted.is_empty() || wanted.contains(&formula.name) {
                let spelled = print(&self.about.formulas, formula.formula, Notation::Spot);
                self.asked.push_back(Asked {
                    text: formula.name,
                    property: Property::Formula(formula.formula),
                    saved: SavedProperty::Ltl(spelled.unwrap_or_default()),
                });
            }
        }
        Ok(self)
    }

    /// Asks about the property of this name that the model's text carries, unless a formula of this name is asked about already.
    ///
    /// # Errors
    /// When there is none.
    pub fn ask_own(&mut self, name: &str) -> Result<&mut Self, Diagnostics> {
        if self.asked.iter().any(|asked| asked.text == name) {
            return Ok(self);
        }
        if self.about.source.own_property() != Some(name) {
            return self.ask_commented(name);
        }
        let property = self.about.own_property();
        self.asked.push_back(Asked {
            text: name.to_owned(),
            property,
            saved: SavedProperty::Process(name.to_owned()),
        });
        Ok(self)
    }

    /// Asks about the property of this name in a comment of the model's text.
    fn ask_commented(&mut self, name: &str) -> Result<&mut Self, Diagnostics> {
        let properties = self.commented_properties()?.into_iter();
        let Some((name, property)) = properties.into_iter().find(|(other, _)| other == name) else {
            let own = self.own_names();
            let known: Vec<String> = self.named.iter().cloned().chain(own).collect();
            let message = format!("there is no property named `{name}`; {}", are(name, &known));
            return Err(Diagnostic::error(message).into());
        };
        let text = self.text.clone();
        self.ask_at(&text, property.formula, Some(name))?;
        Ok(self)
    }

    /// Asks about all properties that the model's text carries, its property process and those in comments; or
    /// [for faults](Self::ask_faults) if there are none.
    ///
    /// # Errors
    /// When one is at fault.
    pub fn ask_all_own(&mut self) -> Result<&mut Self, Diagnostics> {
        let process = self.about.source.own_property().map(str::to_owned);
        let commented = self.commented_properties()?;
        if process.is_none() && commented.is_empty() {
            return Ok(self.ask_faults());
        }
        if let Some(name) = process {
            self.ask_own(&name)?;
        }
        let (text, mut faults) = (self.text.clone(), Vec::new());
        for (name, property) in commented {
            let asked = self.ask_at(&text, property.formula, Some(name));
            faults.extend(asked.err().into_iter().flat_map(|Diagnostics(all)| all));
        }
        Diagnostics::check(faults)?;
        Ok(self)
    }

    /// Asks whether assertions fail, steps fail, or there are deadlocks.
    pub fn ask_faults(&mut self) -> &mut Self {
        self.seeks_faults = true;
        self
    }

    /// Asks that no run be accepted by an automaton of this text, HOA or never claim.
    ///
    /// # Errors
    /// When an automaton is at fault, or speaks of something that the model does not have.
    pub fn ask_never(&mut self, text: &Text) -> Result<&mut Self, Diagnostics> {
        self.ask_automata("never", text, Property::Never, SavedProperty::Never)
    }

    /// Asks that every run be accepted by each automaton of this text, which must be deterministic.
    ///
    /// # Errors
    /// When an automaton is at fault, or speaks of something that the model does not have.
    pub fn ask_always(&mut self, text: &Text) -> Result<&mut Self, Diagnostics> {
        self.ask_automata(
            "automaton",
            text,
            Property::Always,
            SavedProperty::Automaton,
        )
    }

    fn ask_automata(
        &mut self,
        what: &str,
        text: &Text,
        property: fn(Explicit) -> Property,
        saved: fn(String) -> SavedProperty,
    ) -> Result<&mut Self, Diagnostics> {
        let automata = self.about.automata(text)?;
        let (origin, is_only) = (&text.origin, automata.len() == 1);
        for (number, automaton) in (1..).zip(automata) {
            let spelled = lariat_automata::hoa::write(&automaton.clone().into());
            // Its own name is as a rule the formula that it accepts, and so the contrary of what is asked.
            let text = match is_only {
                true => format!("{what} {origin}"),
                false => format!("{what} {origin}, automaton {number}"),
            };
            self.asked.push_back(Asked {
                text,
                property: property(automaton),
                saved: saved(spelled),
            });
        }
        Ok(self)
    }

    /// What is asked and not answered yet, in order.
    pub fn pending(&self) -> impl Iterator<Item = &str> {
        self.asked.iter().map(|asked| asked.text.as_str())
    }

    /// Does every run that counts satisfy the formula?
    ///
    /// # Errors
    /// When it is no formula, speaks of something that the model does not have, or is not decided by the check that is asked for.
    pub fn check(&mut self, ltl: &str) -> Result<Answered, CheckFailure> {
        let pending = std::mem::take(&mut self.asked);
        let answered = match self.ask(ltl) {
            Ok(checker) => checker.answer().expect("a question was asked"),
            Err(faults) => Err(faults.into()),
        };
        self.asked = pending;
        answered
    }

    /// Answers everything that is asked, and looks for faults of the model.
    ///
    /// # Errors
    /// The first reason why a question has no answer.
    pub fn report(&mut self) -> Result<Report, CheckFailure> {
        let mut results = Vec::new();
        while let Some(answered) = self.answer() {
            results.push(answered?);
        }
        let (faults, _) = self.answer_faults();
        results.extend(faults.into_iter().collect::<Result<Vec<_>, _>>()?);
        Ok(Report {
            model: self.name.clone(),
            results,
        })
    }

    /// Answers the next question.
    ///
    /// Where there is a limit of time, all questions that are asked take turns, so that a hard one does not take the time of the others; the
    /// answers come in the order of the questions nevertheless.
    pub fn answer(&mut self) -> Option<Result<Answered, CheckFailure>> {
        if self.asked.len() > 1 && !self.fail_fast && self.budget.time_left().is_some() {
            self.answer_in_turns();
        }
        if let Some(answered) = self.answers.pop_front() {
            return Some(answered);
        }
        let asked = self.asked.pop_front()?;
        let answered = self.answer_one(&asked, &self.budget.clone());
        let is_violated =
            matches!(&answered, Ok(answered) if answered.verdict == Verdict::Violated);
        if is_violated && self.fail_fast {
            self.asked.clear();
        }
        Some(answered)
    }

    /// Whether the next answer is known already.
    pub fn has_next_answer(&self) -> bool {
        !self.answers.is_empty()
    }

    /// Answers all questions: each gets a short time at first, and those that are open after that a longer one.
    fn answer_in_turns(&mut self) {
        let asked: Vec<Asked> = self.asked.drain(..).collect();
        let mut answers: Vec<Option<Result<Answered, CheckFailure>>> = Vec::new();
        answers.resize_with(asked.len(), || None);
        let mut open: Vec<usize> = (0..asked.len()).collect();
        let mut share = FIRST_SHARE;
        while !open.is_empty() {
            let mut still_open = Vec::new();
            self.open = open.len();
            for number in open {
                self.open -= 1;
                let left = self.budget.time_left().unwrap_or(Duration::MAX);
                let questions = still_open.len() + self.open + 1;
                let turn = left / u32::try_from(questions).unwrap_or(u32::MAX) / share;
                let budget = self.budget.for_question().with_time(turn);
                let answered = self.answer_one(&asked[number], &budget);
                if answered.as_ref().is_ok_and(lacks_time) {
                    still_open.push(number);
                    self.open += 1;
                }
                answers[number] = Some(answered);
            }
            open = still_open;
            share = (share / 4).max(1);
            if self.budget.check().is_err() {
                break;
            }
        }
        self.open = 0;
        let mut answers: Vec<_> = answers.into_iter().flatten().collect();
        // A turn was too short, but it is the limit of all of them that has ended it.
        for answered in answers
            .iter_mut()
            .flatten()
            .filter(|answered| lacks_time(answered))
        {
            answered.obstacle = self.budget.end();
        }
        self.answers.extend(answers);
    }

    fn answer_one(&mut self, asked: &Asked, budget: &Budget) -> Result<Answered, CheckFailure> {
        let begin = Instant::now();
        let is_own = matches!(asked.property, Property::Own);
        let sweeps = self.sweeping();
        let mut search = self.search(is_own);
        let question = self.question(&asked.property);
        let found = search.session.answer(
            &question,
            &self.method,
            &|answer| !is_own && sweeps(answer),
            budget,
        );
        let mut finding = found.map_err(|reason| CheckFailure::Refused {
            property: asked.text.clone(),
            reason,
        })?;
        let answer = std::mem::replace(&mut finding.answer, Answer::Holds { vacuously: false });
        let mut answered = Answered::new(&asked.text, finding.algorithm.name());
        answered.stats = Stats::new(&finding.cost, begin.elapsed().as_secs_f64());
        self.note_which_runs_count(&mut answered);
        let must_sweep = sweeps(&answer);
        match answer {
            Answer::Holds { vacuously } => {
                answered.verdict = Verdict::Holds;
                answered.vacuous = vacuously;
                answered.warnings = self.vacuity(asked, &finding, vacuously);
            }
            Answer::Undecided(obstacle) => {
                answered.obstacle = Some(obstacle);
                if let Some(run) = finding.bad_prefix.take() {
                    let prefix = confirm_bad_prefix(&*search.model, run, &question.claim())?;
                    answered.bad_prefix =
                        Some(Counterexample::of_prefix(&*search.model, prefix, &question));
                }
            }
            Answer::Violated(run) => {
                let trial = self.trial(&search, &finding, begin);
                let automaton = finding.automaton.take().filter(|_| self.draws);
                let told = self.told(run, &question, automaton, trial)?;
                answered.saved = Some(self.saved(asked.saved.clone(), &told));
                answered.violated(told);
            }
        }
        if let Some(obstacle) = finding.sweep_ended {
            answered.warnings.push(unsearched(obstacle));
        }
        self.faults.must_be_all |= answered.holds();
        if is_own {
            // In the product with a property process the states of the model are hidden; look at the model itself.
            self.faults
                .add(FaultKind::ALL.into_iter().filter(|_| must_sweep));
        } else {
            self.faults.are_all |= finding.has_met_all_faults;
            self.search = Some(search);
        }
        self.faults.add(finding.faults.iter().copied());
        Ok(answered)
    }

    /// A counterexample, confirmed and explained, with a hint at what may be missing.
    fn told(
        &self,
        run: Run,
        question: &Question<'_>,
        automaton: Option<Injected>,
        mut trial: Trial<'_>,
    ) -> Result<Counterexample, Doubt> {
        let confirmed = shorten(trial.model, run, &question.claim())?;
        let mut told = Counterexample::of_question(trial.model, confirmed, question, automaton);
        if self.hints && told.may_lack_fairness {
            let hint = trial.hint(question, &told.confirmed);
            told.notes.extend(hint.map(Note::Hint));
        }
        Ok(told)
    }

    /// Whether the rest of the model is to be searched for faults, by the answer: behind the last question, if some property holds.
    fn sweeping(&self) -> impl Fn(&Answer) -> bool + use<> {
        let (is_last, fail_fast) = (self.asked.len() + self.open == 0, self.fail_fast);
        let (held, are_all) = (self.faults.must_be_all, self.faults.are_all);
        move |answer| {
            let holds = matches!(answer, Answer::Holds { .. });
            let is_violated = matches!(answer, Answer::Violated(_));
            (is_last || fail_fast && is_violated) && (held || holds) && !are_all
        }
    }

    /// The model to search, and what is known of it: as before, if it knows all propositions and events that were met.
    fn search(&mut self, is_own: bool) -> Search {
        let questions = self.asked.len() + self.open + 1;
        if is_own && let Some(model) = self.about.source.observed(self.deadlock) {
            return Search {
                session: self.engine.session(Arc::clone(&model), 1),
                model,
            };
        }
        let (propositions, events) = (self.about.watched(), self.about.source.events().len());
        match self.search.take().filter(|search| {
            let known = search.model.schema();
            known.propositions.len() >= propositions && known.events.len() >= events
        }) {
            Some(search) => search,
            _ => {
                let model = self.about.source.model();
                Search {
                    session: self.engine.session(Arc::clone(&model), questions),
                    model,
                }
            }
        }
    }

    /// A search that may be repeated, to find out what fairness would help.
    fn trial<'t>(&'t self, search: &'t Search, finding: &Finding, begin: Instant) -> Trial<'t> {
        Trial {
            session: self.engine.session(Arc::clone(&search.model), MOST_TRIALS),
            model: &*search.model,
            method: &self.method,
            time: begin.elapsed(),
            states: finding.cost.states,
            budget: &self.budget,
        }
    }

    /// Notes which runs an answer is about.
    fn note_which_runs_count(&self, answered: &mut Answered) {
        let events = self.about.source.events();
        let fair = self.fairness.events.iter();
        let fair = fair.map(|&(event, strength)| FairEvent {
            event: events[event].clone(),
            strength,
        });
        answered.fairness = fair.collect();
        answered.assumptions.clone_from(&self.assumed);
        answered.deadlock = self.deadlock;
    }

    fn question<'q>(&'q self, property: &'q Property) -> Question<'q> {
        Question {
            property,
            assumptions: &self.assumptions,
            fairness: &self.fairness,
            deadlock: property.deadlock(self.deadlock),
            formulas: &self.about.formulas,
            vocabulary: &self.about.vocabulary,
        }
    }

    /// Says so where a property holds for want of an occasion.
    fn vacuity(&self, asked: &Asked, finding: &Finding, vacuously: bool) -> Vec<Diagnostic> {
        if vacuously {
            let message = format!(
                "{}: holds because no run counts: {}",
                asked.text,
                self.why_none_counts(finding)
            );
            return vec![Diagnostic::warning(message)];
        }
        let trigger = finding.idle_trigger;
        let trigger =
            trigger.and_then(|trigger| print(&self.about.formulas, trigger, Notation::Spot).ok());
        let warning = trigger.map(|trigger| {
            let message = format!("{}: holds because `{trigger}` never occurs", asked.text);
            Diagnostic::warning(message)
        });
        warning.into_iter().collect()
    }

    /// What may keep every run from counting.
    fn why_none_counts(&self, finding: &Finding) -> String {
        let mut reasons = Vec::new();
        if finding.faults.contains(&FaultKind::Error) {
            reasons.push("they end in errors");
        }
        if self.deadlock == Deadlock::Drop {
            reasons.push("they end in deadlocks, and such runs are dropped");
        }
        if !self.assumptions.is_empty() || !self.fairness.events.is_empty() {
            reasons.push("fairness and assumptions exclude them");
        }
        match reasons.is_empty() {
            true => "the model ends or excludes them all".to_owned(),
            false => reasons.join(", or "),
        }
    }

    /// Of each kind of fault that was met the nearest to the initial states, as a violation of its own; and what the user should know
    /// of the search for them.  If [all faults are asked for](Self::ask_faults), each kind is answered, whether there is one or not.
    pub fn answer_faults(&mut self) -> (Vec<Result<Answered, CheckFailure>>, Vec<Diagnostic>) {
        let mut met = std::mem::take(&mut self.faults.kinds);
        met.retain(|&kind| kind != FaultKind::Deadlock || self.deadlock == Deadlock::Error);
        if std::mem::take(&mut self.seeks_faults) {
            let kinds = [FaultKind::Assertion, FaultKind::Error, FaultKind::Deadlock];
            return (self.look_for_faults(&kinds), Vec::new());
        }
        if met.is_empty() {
            return (Vec::new(), Vec::new());
        }
        let answers = self.look_for_faults(&met).into_iter();
        let (found, open): (Vec<_>, Vec<_>) = answers.partition(
            |answer| !matches!(answer, Ok(answered) if answered.verdict != Verdict::Violated),
        );
        let obstacle = open.into_iter().flatten().find_map(|open| open.obstacle);
        (found, obstacle.map(unsearched).into_iter().collect())
    }

    /// Whether there are faults of these kinds, with the shortest way to one of each.
    pub fn look_for_faults(&mut self, kinds: &[FaultKind]) -> Vec<Result<Answered, CheckFailure>> {
        let begin = Instant::now();
        let search = self.search(false);
        let fairness = Fairness::default();
        let deadlock = match kinds.contains(&FaultKind::Deadlock) {
            true => Deadlock::Error,
            false => self.deadlock,
        };
        let question = Question {
            assumptions: &[],
            fairness: &fairness,
            deadlock,
            ..self.question(&Property::Own)
        };
        let model = &*search.model;
        let looked = nearest_faults(model, &question, kinds, &self.budget);
        let stats = Stats::new(&looked.cost, begin.elapsed().as_secs_f64());
        let answer = |&kind: &FaultKind| {
            let mut answered = Answered::new(kind.name(), "breadth-first");
            answered.stats = stats;
            let mut found = looked.found.iter();
            match (found.find(|(fault, _)| fault.kind() == kind), looked.ended) {
                (Some((_, run)), _) => {
                    let confirmed = confirm_fault(model, run.clone(), kind, deadlock)?;
                    let told = Counterexample::of_fault(model, confirmed, &self.about.vocabulary);
                    answered.saved = Some(self.saved(SavedProperty::Fault(kind), &told));
                    answered.violated(told);
                }
                (None, Some(ended)) => answered.obstacle = Some(ended),
                (None, None) => answered.verdict = Verdict::Holds,
            }
            Ok(answered)
        };
        let answers = kinds.iter().map(answer).collect();
        self.search = Some(search);
        answers
    }

    /// The names of the events that runs must be fair to, with this strength.
    pub fn fair_events(&self, wanted: Strength) -> Vec<String> {
        let events = self.about.source.events();
        let events_of = self.fairness.events.iter();
        let wanted = events_of.filter(|(_, strength)| *strength == wanted);
        wanted.map(|&(event, _)| events[event].clone()).collect()
    }

    /// The assumptions, as they were written.
    pub fn assumptions(&self) -> &[String] {
        &self.assumed
    }

    fn saved(&self, property: SavedProperty, told: &Counterexample) -> Saved {
        Saved {
            model: self.name.clone(),
            question: SavedQuestion {
                property,
                syntax: self.about.syntax.to_string(),
                assume: self.assumed.clone(),
                weak_fair: self.fair_events(Strength::Weak),
                strong_fair: self.fair_events(Strength::Strong),
                deadlock: self.deadlock,
            },
            trace: told.trace.clone(),
        }
    }
}

/// Whether a question might be answered in more time.
fn lacks_time(answered: &Answered) -> bool {
    let has_ended = matches!(answered.obstacle, Some(Exhausted::Time(_)));
    has_ended && answered.verdict == Verdict::Undecided
}

fn unsearched(obstacle: Exhausted) -> Diagnostic {
    let message = format!("not all states were searched for run-time errors: {obstacle}");
    Diagnostic::warning(message)
}

fn defined_twice(text: &Text, place: Range<usize>, name: &str) -> Diagnostic {
    let message = format!("there is another property named `{name}`");
    text.error(place, message)
        .with_help("every property has a name of its own")
}

/// Which property was meant, or which there are.
fn are(name: &str, known: &[String]) -> String {
    match closest(name, known.iter().map(String::as_str)) {
        Some(close) => format!("did you mean `{close}`?"),
        None if known.is_empty() => "the model carries none".to_owned(),
        None => format!("available properties: {}", listed(known)),
    }
}
