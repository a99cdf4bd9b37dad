//! Telling a counterexample: the run in the model's words, which part of the property it breaks, and why it is fair.

use lariat::explain::{Explanation, Finding, What, explain};
use lariat::reading::{Reading, read};
use lariat::replay::{Account, Claim};
use lariat::trace::Trace;
use lariat::vocabulary::{Proposition, Vocabulary};
use lariat::{Fairness, Property, Question, Run};
use lariat_automata::Explicit;
use lariat_ltl::{Formula, Formulas, Node, Notation, print};
use lariat_models::Model;

use super::reasons;
use crate::draw;

/// A counterexample, and what there is to say of it.
pub(crate) struct Told {
    pub(crate) trace: Trace,
    /// The names of the propositions that the question speaks of.
    pub(crate) propositions: Vec<String>,
    /// Each part of the formula that is more than a proposition, and its truth along the trace.
    pub(crate) timelines: Vec<(String, Vec<bool>)>,
    /// Sentences: what breaks, why the run is fair, and what it hints at.
    pub(crate) notes: Vec<String>,
    /// The states, counted from 0, where the property breaks.
    pub(crate) landmarks: Vec<usize>,
    /// The automaton of the violating runs, where a picture was asked for.
    pub(crate) automaton: Option<Picture>,
}

/// An automaton as a picture, and its states while it reads the run.
pub(crate) struct Picture {
    pub(crate) svg: String,
    pub(crate) reading: Option<Reading>,
}

impl Told {
    /// Tells a run that has been replayed.
    pub(crate) fn new(
        model: &dyn Model,
        run: &Run,
        account: &Account,
        question: &Question<'_>,
        claim: &Claim<'_>,
    ) -> Self {
        let names = propositions(question, claim.formulas);
        let mut told = Self {
            trace: Trace::new(model, &names, run, &account.facts),
            propositions: names.iter().map(|&(name, _)| name.to_owned()).collect(),
            timelines: Vec::new(),
            notes: Vec::new(),
            landmarks: Vec::new(),
            automaton: None,
        };
        let mut is_broken_for_good = false;
        if let Property::Formula(formula) = question.property {
            let explanation = explain(claim, run, &account.facts, *formula);
            // What a finite run breaks, no fairness can repair.
            let mut findings = explanation.findings.iter();
            is_broken_for_good =
                findings.all(|finding| matches!(finding.what, What::Holds | What::Fails));
            let findings = explanation.findings.iter();
            told.landmarks = findings.map(|finding| finding.position).collect();
            told.notes.extend(broken(claim.formulas, &explanation));
            told.timelines = timelines(claim.formulas, explanation);
        }
        told.notes
            .extend(fairness(model, account, question.fairness));
        if !matches!(question.property, Property::Own) {
            told.notes.extend(reasons::own_fairness(&account.sets));
        }
        if !is_broken_for_good {
            let hint = reasons::starved(model, run, account, question.fairness);
            told.notes.extend(hint);
        }
        told
    }
}

/// An automaton with more states than this is no picture.
const MOST_DRAWN: usize = 60;
/// A picture with more edges than this shows nothing.
const MOST_EDGES: usize = 400;

impl Picture {
    /// The automaton behind a question, as it reads a run; none if it is too large to be looked at, or there is none.
    pub(crate) fn new(
        run: &Run,
        account: &Account,
        question: &Question<'_>,
        formulas: &Formulas,
    ) -> Option<Self> {
        let automaton = match question.property {
            Property::Formula(formula) => negated(formulas, *formula)?,
            Property::Never(automaton) | Property::Always(automaton) => automaton.clone(),
            Property::Own => return None,
        };
        if automaton.state_count() > MOST_DRAWN {
            return None;
        }
        Some(Self {
            svg: draw::automaton(&automaton).ok()?,
            reading: read(&automaton, question.vocabulary, run, &account.facts),
        })
    }
}

fn negated(formulas: &Formulas, formula: Formula) -> Option<Explicit> {
    let mut formulas = formulas.clone();
    let violated = formulas.make(Node::Not(formula));
    let options = lariat_translate::Options::default();
    let automaton = lariat_translate::translate(&mut formulas, violated, &options).ok()?;
    let mut automaton = automaton.spell_out(MOST_EDGES, &options.budget).ok()?;
    automaton.name = print(&formulas, violated, Notation::Spot).ok();
    Some(automaton)
}

fn fairness(model: &dyn Model, account: &Account, fairness: &Fairness) -> Vec<String> {
    reasons::fairness(model, fairness, &account.reasons)
}

/// The propositions that a question speaks of, with their names.
fn propositions<'q>(
    question: &Question<'q>,
    formulas: &'q Formulas,
) -> Vec<(&'q str, Proposition)> {
    let mut used: Vec<&str> = Vec::new();
    let atoms = |formula: Formula| {
        let parts = formulas.subformulas(formula).into_iter();
        parts.filter_map(|part| match formulas.node(part) {
            Node::Atom(atom) => Some(formulas.name(*atom)),
            _ => None,
        })
    };
    match question.property {
        Property::Formula(formula) => used.extend(atoms(*formula)),
        Property::Never(automaton) | Property::Always(automaton) => {
            let names = automaton.labels.propositions.iter();
            used.extend(names.map(String::as_str));
        }
        Property::Own => {}
    }
    let assumptions = question.assumptions.iter();
    used.extend(assumptions.flat_map(|&assumption| atoms(assumption)));
    named(question.vocabulary, |name| used.contains(&name))
}

/// The propositions of a vocabulary whose names are wanted.
pub(crate) fn named(
    vocabulary: &Vocabulary,
    is_wanted: impl Fn(&str) -> bool,
) -> Vec<(&str, Proposition)> {
    vocabulary
        .names()
        .filter(|(name, _)| is_wanted(name))
        .collect()
}

/// Which part of the formula breaks where, in one sentence.
fn broken(formulas: &Formulas, explanation: &Explanation) -> Option<String> {
    let phrase = |finding: &Finding| {
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
    Some(format!("broken: {}", phrases.join(", ")))
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
fn timelines(formulas: &Formulas, explanation: Explanation) -> Vec<(String, Vec<bool>)> {
    if explanation.timelines.len() > MOST_TIMELINES {
        return Vec::new();
    }
    let timelines = explanation.timelines.into_iter();
    timelines
        .filter(|(part, _)| !matches!(formulas.node(*part), Node::Atom(_)))
        .filter_map(|(part, values)| Some((print(formulas, part, Notation::Spot).ok()?, values)))
        .collect()
}
