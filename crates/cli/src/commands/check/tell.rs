//! Telling a counterexample: the run in the model's words, which part of the property it breaks, and why it is fair.

use lariat::explain::{Explanation, Finding, What, explain};
use lariat::replay::{Account, Claim};
use lariat::trace::Trace;
use lariat::vocabulary::{Proposition, Vocabulary};
use lariat::{Fairness, Property, Question, Run};
use lariat_ltl::{Formula, Formulas, Node, Notation, print};
use lariat_models::Model;

use super::text;

/// A counterexample, and what there is to say of it.
pub(crate) struct Told {
    pub(crate) trace: Trace,
    /// The names of the propositions that the question speaks of.
    pub(crate) propositions: Vec<String>,
    /// Each part of the formula that is more than a proposition, and its truth along the trace.
    pub(crate) timelines: Vec<(String, Vec<bool>)>,
    /// Sentences: what breaks, why the run is fair, and what it hints at.
    pub(crate) notes: Vec<String>,
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
        };
        if let Property::Formula(formula) = question.property {
            let explanation = explain(claim, run, &account.facts, *formula);
            told.notes.extend(broken(claim.formulas, &explanation));
            told.timelines = timelines(claim.formulas, explanation);
        }
        told.notes
            .extend(fairness(model, account, question.fairness));
        if !matches!(question.property, Property::Own) {
            told.notes.extend(text::own_fairness(&account.sets));
        }
        let hint = text::starved(model, run, account, question.fairness);
        told.notes.extend(hint);
        told
    }
}

fn fairness(model: &dyn Model, account: &Account, fairness: &Fairness) -> Vec<String> {
    text::fairness(model, fairness, &account.reasons)
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
        let formula = print(formulas, finding.formula, Notation::Spot).ok()?;
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

/// The parts of a formula that are more than propositions, as text, with their truth along the run.
fn timelines(formulas: &Formulas, explanation: Explanation) -> Vec<(String, Vec<bool>)> {
    let timelines = explanation.timelines.into_iter();
    timelines
        .filter(|(part, _)| !matches!(formulas.node(*part), Node::Atom(_)))
        .filter_map(|(part, values)| Some((print(formulas, part, Notation::Spot).ok()?, values)))
        .collect()
}
