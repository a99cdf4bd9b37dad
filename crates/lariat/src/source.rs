//! A model that was read from a text, whatever its language: what else its text says, and what texts about it mean.

mod kripke;
mod lts;

use std::ops::Range;

use lariat_automata::Explicit;
use lariat_models::dve::{Compiled, Dve, Observed};
use lariat_models::{FairnessComment, Model};

use crate::vocabulary::Proposition;

/// A model that was read from a text.
pub trait Source: Model {
    /// The proposition that a text names.
    ///
    /// # Errors
    /// When it names nothing in the model.
    fn watch(&mut self, text: &str) -> Result<Proposition, Vec<Misunderstanding>>;

    /// What is odd about a text that [`watch`](Self::watch) takes, as a sentence.
    fn oddity(&self, _text: &str) -> Option<String> {
        None
    }

    /// What it means to speak of an event that the model does not have; by default nothing at all.
    fn missing_event(&mut self) -> Option<Proposition> {
        None
    }

    /// Whether a word is a name of the model, so that no letter of it can be meant as an operator.
    fn is_name(&self, word: &str) -> bool;

    /// The propositions that tell its states apart best, where nobody says which ones to look at.
    fn telling_propositions(&self) -> Vec<String>;

    /// The same model in its fastest form; its propositions are those that are watched now.
    fn compiled(&self) -> Box<dyn Model>;

    /// The fairness that the text's comments ask for.
    fn fairness(&self) -> &[FairnessComment] {
        &[]
    }

    /// The name of the property that the text carries itself.
    fn own_property(&self) -> Option<&str> {
        None
    }

    /// The text's own property as an automaton of the violating runs, with what its propositions mean, if it can be one.
    fn own_automaton(&mut self) -> Option<(Explicit, Vec<Proposition>)> {
        None
    }

    /// The model together with its own property, which moves with it, as one model: its accepted runs are the violating ones.
    fn observed(&self) -> Option<Box<dyn Model>> {
        None
    }
}

/// Why a text means nothing, at a place in it.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{message}")]
pub struct Misunderstanding {
    /// One sentence.
    pub message: String,
    /// The bytes at fault.
    pub span: Range<usize>,
}

impl Source for Dve {
    fn watch(&mut self, text: &str) -> Result<Proposition, Vec<Misunderstanding>> {
        let number = Dve::watch(self, text).map_err(|errors| {
            let errors = errors.0.into_iter();
            let misunderstandings = errors.map(|error| Misunderstanding {
                message: error.to_string(),
                span: error.span,
            });
            misunderstandings.collect::<Vec<_>>()
        })?;
        Ok(Proposition::OfModel(number))
    }

    fn is_name(&self, word: &str) -> bool {
        let starts_a_name = word.starts_with(|c: char| c.is_alphabetic() || c == '_');
        let is_constant = matches!(word, "true" | "false");
        starts_a_name && !is_constant && Dve::watch(&mut self.clone(), word).is_ok()
    }

    fn telling_propositions(&self) -> Vec<String> {
        self.locations()
    }

    fn compiled(&self) -> Box<dyn Model> {
        Box::new(Compiled::new(self.clone()))
    }

    fn fairness(&self) -> &[FairnessComment] {
        Dve::fairness(self)
    }

    fn own_property(&self) -> Option<&str> {
        self.property()
    }

    fn own_automaton(&mut self) -> Option<(Explicit, Vec<Proposition>)> {
        let process = self.property_automaton()?;
        let propositions = process.propositions.into_iter();
        Some((
            process.automaton,
            propositions.map(Proposition::OfModel).collect(),
        ))
    }

    fn observed(&self) -> Option<Box<dyn Model>> {
        Some(Box::new(Observed::new(self.clone())?))
    }
}
