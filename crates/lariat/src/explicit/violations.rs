//! From a property and assumptions to an automaton of the runs that count and violate it.
//!
//! What is fairness in shape (GF p, FG p, GF p → GF q, FG p → GF q) becomes acceptance and costs no states [duret.09.atva]; the
//! rest of the assumptions is an automaton of its own beside that of the negated property.

use lariat_automata::{
    Acceptance, Explicit, Injected, LabelledEdge, StateId, complete::complete, strength,
};
use lariat_budget::Budget;
use lariat_emptiness::{Algorithm, KnownStrength};
use lariat_ltl::simplify::simplify_within;
use lariat_ltl::{Formula, Formulas};
use lariat_model::{Model, Vocabulary};
use lariat_translate::tableau::{Lazy, TableauError, TableauOptions};
use lariat_translate::{AutomatonForm, Options, Route, TranslateError, translate};

use super::reader::{Anything, Both, Placed, Reader};
use crate::question::{Property, Translation};

/// Why there is no automaton of the violations.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum NoAutomaton {
    /// A formula was not translated.
    #[error(transparent)]
    Translate(#[from] TranslateError),
    /// A formula cannot be expanded on demand.
    #[error(transparent)]
    Lazy(#[from] TableauError),
    /// Only a deterministic automaton can be complemented.
    #[error("the automaton of the allowed runs is not deterministic")]
    NotDeterministic,
}

/// An automaton of violations, and what is known of it.
pub(crate) struct Violations {
    pub(crate) reader: Box<dyn Reader>,
    /// What is known of it by itself.
    pub(crate) knowledge: KnownStrength,
    /// The automaton of the property alone, where there is an explicit one.
    pub(crate) automaton: Option<Injected>,
}

/// How to make an automaton of violations.
#[derive(Clone, Copy)]
pub(crate) struct Maker<'p> {
    pub(crate) translation: Translation,
    /// The check that will be run, if the caller insists on one.
    pub(crate) algorithm: Option<Algorithm>,
    /// Whether the model's fairness has Streett pairs.
    pub(crate) has_pairs: bool,
    /// Where letters keep a proposition.
    pub(crate) place: &'p dyn Fn(&str) -> usize,
    /// The model, which knows some propositions beforehand.
    pub(crate) model: &'p dyn Model,
    /// What they are called.
    pub(crate) vocabulary: &'p Vocabulary,
    /// What translations may take.
    pub(crate) budget: &'p Budget,
}

impl Maker<'_> {
    /// The automaton of the runs that satisfy all assumptions and violate the property.
    pub(crate) fn violations(
        &self,
        formulas: &mut Formulas,
        property: &Property,
        assumptions: &[Formula],
    ) -> Result<Violations, NoAutomaton> {
        let violating = match property {
            Property::Formula(formula) => {
                let formula = self.without_constants(formulas, *formula);
                let negation = formulas.not(formula);
                match self.translation {
                    Translation::Lazy => self.lazy(formulas, negation)?,
                    _ => self.explicit(self.translate(formulas, negation)?),
                }
            }
            Property::Never(automaton) => self.explicit(automaton.clone().into()),
            Property::Always(automaton) => self.explicit(complement(automaton.clone())?.into()),
            Property::Own => Violations {
                reader: Box::new(Anything::default()),
                knowledge: KnownStrength::Nothing,
                automaton: None,
            },
        };
        if assumptions.is_empty() {
            return Ok(violating);
        }
        let assumed = self.assumptions(formulas, assumptions)?;
        Ok(Violations {
            reader: Box::new(Both::new(violating.reader, assumed.reader)),
            knowledge: KnownStrength::Nothing,
            automaton: violating.automaton,
        })
    }

    /// The automaton of the runs that satisfy all assumptions.
    pub(crate) fn assumptions(
        &self,
        formulas: &mut Formulas,
        assumptions: &[Formula],
    ) -> Result<Violations, NoAutomaton> {
        let all = formulas.all(assumptions.iter().copied());
        let all = self.without_constants(formulas, all);
        let form = match self.takes_pairs() {
            true => AutomatonForm::Streett,
            false => AutomatonForm::Tgba,
        };
        Ok(self.explicit(self.translate_to(form, formulas, all)?))
    }

    fn without_constants(&self, formulas: &mut Formulas, formula: Formula) -> Formula {
        let (model, vocabulary) = (self.model, self.vocabulary);
        vocabulary.without_constants(model, formulas, formula)
    }

    /// Whether the check can deal with Streett pairs.
    fn takes_pairs(&self) -> bool {
        matches!(
            self.algorithm,
            None | Some(Algorithm::Streett | Algorithm::Latvala | Algorithm::Generic)
        )
    }

    fn options(&self, form: AutomatonForm) -> Options {
        let route = match self.translation {
            Translation::Alternating => Route::Alternating,
            Translation::Tableau | Translation::Lazy => Route::Tableau(TableauOptions::default()),
        };
        Options {
            route,
            form,
            budget: self.budget.clone(),
            ..Options::default()
        }
    }

    /// The automaton of a formula.  One that needs no pair but a mark that occurs finitely often is better off with
    /// one state more, unless there are pairs anyway.
    fn translate(&self, formulas: &Formulas, formula: Formula) -> Result<Injected, NoAutomaton> {
        if self.takes_pairs() {
            let streett = self.translate_to(AutomatonForm::Streett, formulas, formula)?;
            if self.has_pairs || self.algorithm.is_some() || is_cheap(&streett.base.acceptance) {
                return Ok(streett);
            }
        }
        self.translate_to(AutomatonForm::Tgba, formulas, formula)
    }

    fn translate_to(
        &self,
        form: AutomatonForm,
        formulas: &Formulas,
        formula: Formula,
    ) -> Result<Injected, NoAutomaton> {
        let mut formulas = formulas.clone();
        Ok(translate(&mut formulas, formula, &self.options(form))?)
    }

    fn lazy(&self, formulas: &mut Formulas, formula: Formula) -> Result<Violations, TableauError> {
        let formula = simplify_within(formulas, formula, self.budget)?;
        let options = TableauOptions::default();
        // Where the budget ends it has no more edges; the search then ends as well, undecided.
        let automaton = Lazy::within(formulas, formula, options, self.budget)?;
        Ok(Violations {
            reader: Box::new(Placed::new(automaton, self.place)),
            knowledge: KnownStrength::Nothing,
            automaton: None,
        })
    }

    fn explicit(&self, mut automaton: Injected) -> Violations {
        let (knowledge, universal) = match automaton.injections.is_empty() {
            true => knowledge_for_products(&mut automaton.base),
            false => (KnownStrength::Nothing, Vec::new()),
        };
        let reader = Placed::new(automaton.clone(), self.place).with_universal(universal);
        Violations {
            knowledge,
            reader: Box::new(reader),
            automaton: Some(automaton),
        }
    }
}

/// What a product inherits from an automaton, and the states that accept every word.  Its accepting edges lead to accepting cycles whatever the model does only if their
/// targets accept every word.
fn knowledge_for_products(automaton: &mut Explicit) -> (KnownStrength, Vec<StateId>) {
    let universal = strength::universal_states(automaton);
    let mut edges = automaton.transitions.iter().flatten();
    let is_open = |edge: &LabelledEdge| {
        automaton.acceptance.accepts(&edge.marks) && !universal[edge.to as usize]
    };
    let knowledge = match edges.any(is_open) {
        true => KnownStrength::of(automaton).min(KnownStrength::Weak),
        false => KnownStrength::of(automaton),
    };
    let states = (0..)
        .zip(&universal)
        .filter(|(_, is_universal)| **is_universal);
    (knowledge, states.map(|(state, _)| state).collect())
}

/// Whether a condition is generalized Büchi, or has pairs that a generalized Büchi condition pays for with states.
fn is_cheap(acceptance: &Acceptance) -> bool {
    acceptance
        .fairness_view()
        .is_some_and(|view| view.fin.is_empty() || !view.pairs.is_empty())
}

/// The automaton of the runs that a deterministic automaton rejects.
fn complement(mut automaton: Explicit) -> Result<Explicit, NoAutomaton> {
    if !strength::is_deterministic(&mut automaton) {
        return Err(NoAutomaton::NotDeterministic);
    }
    complete(&mut automaton);
    automaton.acceptance.condition = automaton.acceptance.condition.negated();
    Ok(automaton)
}
