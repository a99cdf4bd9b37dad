//! A model that was read from a text, whatever its language: what else its text says, and what texts about it mean.

mod kripke;
mod lts;

use std::ops::Range;

use lariat_automata::Explicit;
use lariat_ltl::Formulas;
use lariat_models::dve::{Compiled, Dve, Observed};
use lariat_models::pnml::{Net, Packed};
use lariat_models::{FairnessComment, Model, mcc};

use crate::system::Deadlock;
use crate::vocabulary::{Proposition, Vocabulary};

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

    /// Whether its states are markings: a number of tokens for each word.
    fn is_net(&self) -> bool {
        false
    }

    /// Reads formulas of the Model Checking Contest, whose atoms the vocabulary learns; none if the model is no net.
    fn contest(
        &mut self,
        _text: &str,
        _formulas: &mut Formulas,
        _vocabulary: &mut Vocabulary,
    ) -> Option<Result<Vec<mcc::Asked>, Vec<Misunderstanding>>> {
        None
    }

    /// The model together with its own property, which moves with it, as one model: its accepted runs are the violating ones.  It
    /// does by itself what is to become of deadlocked runs.
    fn observed(&self, _deadlock: Deadlock) -> Option<Box<dyn Model>> {
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

    fn observed(&self, deadlock: Deadlock) -> Option<Box<dyn Model>> {
        let observed = Observed::new(self.clone())?;
        Some(Box::new(match deadlock {
            Deadlock::Stutter | Deadlock::Error => observed,
            Deadlock::Drop => observed.without_stuttering(),
        }))
    }
}

fn misunderstood(errors: lariat_models::pnml::Errors) -> Vec<Misunderstanding> {
    let errors = errors.0.into_iter();
    let misunderstandings = errors.map(|error| Misunderstanding {
        message: error.to_string(),
        span: error.span,
    });
    misunderstandings.collect()
}

impl Source for Net {
    fn watch(&mut self, text: &str) -> Result<Proposition, Vec<Misunderstanding>> {
        let number = Net::watch(self, text).map_err(misunderstood)?;
        Ok(Proposition::OfModel(number))
    }

    fn is_name(&self, word: &str) -> bool {
        self.place(word).is_some()
    }

    fn telling_propositions(&self) -> Vec<String> {
        self.places().to_vec()
    }

    fn compiled(&self) -> Box<dyn Model> {
        Box::new(Packed::new(self.clone()))
    }

    fn fairness(&self) -> &[FairnessComment] {
        Net::fairness(self)
    }

    fn is_net(&self) -> bool {
        true
    }

    fn contest(
        &mut self,
        text: &str,
        formulas: &mut Formulas,
        vocabulary: &mut Vocabulary,
    ) -> Option<Result<Vec<mcc::Asked>, Vec<Misunderstanding>>> {
        let contest = mcc::read(text, self, formulas).map_err(misunderstood);
        Some(contest.map(|contest| {
            for (name, number) in contest.atoms {
                vocabulary.name(&name, Proposition::OfModel(number));
            }
            contest.asked
        }))
    }
}
