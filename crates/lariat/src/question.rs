//! What is asked of a model, and how to find the answer.

use lariat_automata::Explicit;
use lariat_emptiness::Algorithm;
use lariat_emptiness::lasso::Effort;
use lariat_ltl::simplify::simplify;
use lariat_ltl::{Formula, Formulas, Node};
use lariat_model::{Deadlock, Fairness, Proposition, Vocabulary};
use lariat_witness::{Claim, Shows};

/// What every run of a model should be like.
#[derive(Clone, Debug)]
pub enum Property {
    /// It satisfies this formula.
    Formula(Formula),
    /// This automaton does not accept it.
    Never(Explicit),
    /// This automaton, which must be deterministic, accepts it.
    Always(Explicit),
    /// It does not satisfy the model's own acceptance condition, that of a property process.
    Own,
}

/// How formulas become automata.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Translation {
    /// By Couvreur's tableau.
    #[default]
    Tableau,
    /// By self-loop alternating automata.
    Alternating,
    /// By the tableau, expanded on demand under the letters that the model shows.
    Lazy,
}

/// What is asked of a model.
#[derive(Clone, Copy)]
pub struct Question<'q> {
    /// What every run should be like.
    pub property: &'q Property,
    /// Only the runs that satisfy all of these count.
    pub assumptions: &'q [Formula],
    /// Only the runs that are fair to these events count.
    pub fairness: &'q Fairness,
    /// What becomes of deadlocked runs.
    pub deadlock: Deadlock,
    /// The arena of the formulas.
    pub formulas: &'q Formulas,
    /// What their atoms, and the propositions of automata, mean.
    pub vocabulary: &'q Vocabulary,
}

impl<'q> Question<'q> {
    /// What a counterexample is said to be.
    pub fn claim(&self) -> Claim<'q> {
        Claim {
            formulas: self.formulas,
            vocabulary: self.vocabulary,
            shows: self.property.shows(),
            assumptions: self.assumptions,
            fairness: self.fairness,
            deadlock: self.deadlock,
        }
    }

    /// The names that the property and the assumptions use.
    pub(crate) fn names(&self) -> Vec<&'q str> {
        let mut names: Vec<&str> = Vec::new();
        let mut read = self.assumptions.to_vec();
        match self.property {
            Property::Formula(formula) => read.push(*formula),
            Property::Never(automaton) | Property::Always(automaton) => {
                names.extend(automaton.labels.propositions.iter().map(String::as_str));
            }
            Property::Own => {}
        }
        for formula in read {
            for part in self.formulas.subformulas(formula) {
                if let Node::Atom(atom) = self.formulas.node(part) {
                    names.push(self.formulas.name(*atom));
                }
            }
        }
        names
    }

    /// The propositions that the question speaks of, with their names, in the order of the vocabulary.
    pub(crate) fn propositions(&self) -> Vec<(&'q str, Proposition)> {
        let used = self.names();
        let known = self.vocabulary.names();
        known.filter(|(name, _)| used.contains(name)).collect()
    }
}

impl Property {
    /// What becomes of deadlocked runs, where the question says this.
    pub(crate) fn deadlock(&self, asked: Deadlock) -> Deadlock {
        match self {
            // The product with a property process does by itself what is to become of deadlocked runs.
            Property::Own => Deadlock::Drop,
            _ => asked,
        }
    }

    /// What a counterexample shows.
    pub fn shows(&self) -> Shows<'_> {
        match self {
            Property::Formula(formula) => Shows::Violates(*formula),
            Property::Never(automaton) => Shows::AcceptedBy(automaton),
            Property::Always(automaton) => Shows::RejectedBy(automaton),
            Property::Own => Shows::IsRun,
        }
    }
}

/// How to find the answer.
#[derive(Clone, Copy, Debug, Default)]
pub struct Method {
    /// The check; by default the cheapest that is sound.
    pub algorithm: Option<Algorithm>,
    /// How formulas become automata.
    pub translation: Translation,
    /// What may be spent on making a counterexample short.
    pub effort: Effort,
}

impl Method {
    /// Whether the translation can deal with a formula; if not, why, and what to do about it.
    pub(crate) fn can_translate(
        &self,
        formulas: &Formulas,
        formula: Formula,
    ) -> Result<(), (&'static str, &'static str)> {
        if self.translation != Translation::Lazy {
            return Ok(());
        }
        let mut formulas = formulas.clone();
        let negation = formulas.not(formula);
        let searched = simplify(&mut formulas, negation);
        match looks_back(&formulas, searched) {
            false => Ok(()),
            true => Err((
                "the lazy translation cannot look into the past",
                "--translation tableau and alternating can",
            )),
        }
    }
}

/// Whether a formula has operators that look into the past.
fn looks_back(formulas: &Formulas, formula: Formula) -> bool {
    let parts = formulas.subformulas(formula);
    parts.iter().any(|&part| {
        matches!(
            formulas.node(part),
            Node::Yesterday(_) | Node::Once(_) | Node::Historically(_) | Node::Since(..)
        )
    })
}
