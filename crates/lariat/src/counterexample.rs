//! A counterexample: the run in the model's words, which part of the property it breaks, and why it is fair.

use std::fmt;

use lariat_automata::{Explicit, Injected};
use lariat_budget::Budget;
use lariat_ltl::{Formulas, Node, Notation, print};
use lariat_model::{Fault, Model, Vocabulary, event_names};
use lariat_witness::Confirmed;
use serde::{Serialize, Serializer};

use crate::explain::{Evidence, Explanation, What, explain};
use crate::question::{Property, Question};
use crate::reading::{Reading, read};
use crate::reasons;
use crate::trace::Trace;

/// A counterexample, and what there is to say of it.
#[derive(Clone, Debug)]
pub struct Counterexample {
    /// The run, which was replayed.
    pub confirmed: Confirmed,
    /// The run in words.
    pub trace: Trace,
    /// The names of the propositions that the question speaks of.
    pub propositions: Vec<String>,
    /// Each part of the formula that is more than a proposition, and its truth along the trace.
    ///
    /// Where a finite run leaves it open, there is none.
    pub timelines: Vec<(String, Vec<Option<bool>>)>,
    /// What breaks, why the run is fair, and what it hints at.
    pub notes: Vec<Note>,
    /// The states, counted from 0, where the property breaks.
    pub landmarks: Vec<usize>,
    /// Whether more fairness may exclude the run.
    pub(crate) may_lack_fairness: bool,
    /// The automaton of the violating runs that was searched, and how it reads the run; none if it is large.
    pub automaton: Option<(Explicit, Option<Reading>)>,
}

/// A sentence about a counterexample.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Note {
    /// Which part of the property breaks where.
    Broken(String),
    /// Why a finite run is enough.
    Decided(String),
    /// Why the run is fair to an event, or to an acceptance set.
    Fair(String),
    /// What may be missing.
    Hint(String),
    /// What is wrong in the last state.
    Fault(String),
}

impl Note {
    /// The word that it opens with, and the rest.
    pub fn parts(&self) -> (&str, &str) {
        match self {
            Note::Broken(text) => ("broken:", text),
            Note::Decided(text) => ("decided:", text),
            Note::Hint(text) => ("hint:", text),
            Note::Fair(text) | Note::Fault(text) => text.split_once(' ').unwrap_or((text, "")),
        }
    }
}

impl fmt::Display for Note {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (head, rest) = self.parts();
        write!(f, "{head} {rest}")
    }
}

impl Serialize for Note {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl Counterexample {
    /// Tells a run that violates a property.
    pub(crate) fn of_question(
        model: &dyn Model,
        confirmed: Confirmed,
        question: &Question<'_>,
        automaton: Option<Injected>,
    ) -> Self {
        let names = question.propositions();
        let mut told = Self {
            trace: Trace::new(model, &names, &confirmed),
            propositions: names.iter().map(|&(name, _)| name.to_owned()).collect(),
            timelines: Vec::new(),
            notes: Vec::new(),
            landmarks: Vec::new(),
            may_lack_fairness: false,
            automaton: automaton
                .and_then(|automaton| drawn(automaton, question))
                .map(|automaton| {
                    let reading = read(&automaton, question.vocabulary, &confirmed);
                    (automaton, reading)
                }),
            confirmed,
        };
        let is_broken_for_good = told.explain(model, question);
        if told.confirmed.is_finite() {
            told.notes.push(decided(question));
            return told;
        }
        told.say_why_it_counts(model, question);
        told.may_lack_fairness = !is_broken_for_good && !matches!(question.property, Property::Own);
        told
    }

    /// Tells a finite run of which every continuation violates a property, whether one of them counts or not.
    pub(crate) fn of_prefix(
        model: &dyn Model,
        confirmed: Confirmed,
        question: &Question<'_>,
    ) -> Self {
        let mut told = Self::of_question(model, confirmed, question, None);
        told.notes.retain(|note| !matches!(note, Note::Decided(_)));
        let sentence = "every continuation of this run violates the property, but a limit was reached \
                        before it was known whether one of them satisfies the assumptions";
        told.notes.push(Note::Decided(sentence.to_owned()));
        told
    }

    /// Says what breaks; whether a finite run breaks it, so that no fairness can repair it.
    fn explain(&mut self, model: &dyn Model, question: &Question<'_>) -> bool {
        let Property::Formula(formula) = question.property else {
            return false;
        };
        let explanation = explain(model, &question.claim(), &self.confirmed, *formula);
        let findings = explanation.findings.iter();
        self.landmarks = findings.map(|finding| finding.position).collect();
        let broken = broken(question.formulas, &explanation);
        self.notes.extend(broken.map(Note::Broken));
        let mut findings = explanation.findings.iter();
        let is_broken_for_good =
            findings.all(|finding| matches!(finding.what, What::Holds | What::Fails));
        self.timelines = timelines(question.formulas, explanation);
        is_broken_for_good
    }

    fn say_why_it_counts(&mut self, model: &dyn Model, question: &Question<'_>) {
        let confirmed = &self.confirmed;
        let fair = reasons::fairness(model, question.fairness, confirmed.reasons());
        self.notes.extend(fair.into_iter().map(Note::Fair));
        if !matches!(question.property, Property::Own) {
            let own = reasons::own_fairness(confirmed.sets());
            self.notes.extend(own.into_iter().map(Note::Fair));
        }
    }

    /// Tells a run that ends in a fault.
    pub(crate) fn of_fault(
        model: &dyn Model,
        confirmed: Confirmed,
        vocabulary: &Vocabulary,
    ) -> Self {
        let names: Vec<_> = vocabulary.names().collect();
        let note = confirmed
            .fault()
            .map(|fault| fault_in_words(model, fault, confirmed.run().length()));
        Self {
            trace: Trace::new(model, &names, &confirmed),
            propositions: names.iter().map(|&(name, _)| name.to_owned()).collect(),
            timelines: Vec::new(),
            notes: note.into_iter().map(Note::Fault).collect(),
            landmarks: Vec::new(),
            may_lack_fairness: false,
            automaton: None,
            confirmed,
        }
    }
}

/// Why a finite run is a counterexample.
fn decided(question: &Question<'_>) -> Note {
    let sentence = match question.fairness.events.is_empty() {
        true => "every continuation of this run violates the property",
        false => {
            "every continuation of this run violates the property, and there are fair ones: \
             every finite run can go on so that it is fair to all events"
        }
    };
    Note::Decided(sentence.to_owned())
}

/// A sentence about a fault at the end of a run of so many states.
fn fault_in_words(model: &dyn Model, fault: &Fault, length: usize) -> String {
    match fault {
        Fault::Step(failure) => {
            let events = event_names(model, failure.step).join(" and ");
            format!("the next step of {events} fails: {}", failure.error)
        }
        Fault::Proposition(error) => {
            format!(
                "a proposition has no value in state {}: {error}",
                length - 1
            )
        }
        Fault::Assertion(sentence) => sentence.clone(),
        Fault::Deadlock => "no step leaves the last state".to_owned(),
    }
}

/// An automaton with more states than this is no picture.
const MOST_DRAWN: usize = 60;
/// A picture with more edges than this shows nothing.
const MOST_EDGES: usize = 400;

/// The automaton as it can be looked at; none if it is too large.
fn drawn(automaton: Injected, question: &Question<'_>) -> Option<Explicit> {
    let mut automaton = automaton.spell_out(MOST_EDGES, &Budget::unlimited()).ok()?;
    if automaton.state_count() > MOST_DRAWN {
        return None;
    }
    if let Property::Formula(formula) = question.property {
        let mut formulas = question.formulas.clone();
        let violated = formulas.make(Node::Not(*formula));
        automaton.name = print(&formulas, violated, Notation::Spot).ok();
    }
    Some(automaton)
}

/// Which part of the formula breaks where, in one sentence.
fn broken(formulas: &Formulas, explanation: &Explanation) -> Option<String> {
    let phrase = |finding: &Evidence| {
        let formula = shortened(&print(formulas, finding.formula, Notation::Spot).ok()?);
        let position = finding.position;
        Some(match finding.what {
            What::Holds => format!("`{formula}` holds in state {position}"),
            What::Fails => format!("`{formula}` does not hold in state {position}"),
            What::AlwaysHolds => format!("`{formula}` holds from state {position} on, for ever"),
            What::NeverHolds => format!("`{formula}` never holds from state {position} on"),
        })
    };
    let phrases: Option<Vec<String>> = explanation.findings.iter().map(phrase).collect();
    let phrases = phrases.filter(|phrases| !phrases.is_empty())?;
    Some(phrases.join(", "))
}

/// A formula that is longer than this is shown in part.
const LONGEST_FORMULA: usize = 200;

/// The beginning of a text that is too long for a sentence.
fn shortened(text: &str) -> String {
    match text.char_indices().nth(LONGEST_FORMULA) {
        Some((end, _)) => format!("{} …", &text[..end]),
        None => text.to_owned(),
    }
}

/// More lines than this are no help to anybody, and their texts would grow with the square of the formula.
const MOST_TIMELINES: usize = 200;

/// The parts of a formula that are more than propositions, as text, with their truth along the run; none of a formula with
/// too many of them.
fn timelines(formulas: &Formulas, explanation: Explanation) -> Vec<(String, Vec<Option<bool>>)> {
    if explanation.timelines.len() > MOST_TIMELINES {
        return Vec::new();
    }
    let timelines = explanation.timelines.into_iter();
    timelines
        .filter(|(part, _)| !matches!(formulas.node(*part), Node::Atom(_)))
        .filter_map(|(part, values)| Some((print(formulas, part, Notation::Spot).ok()?, values)))
        .collect()
}
