//! A model that was read from a text, whatever its language: what else its text says, and what texts about it mean.

use std::sync::Arc;

use lariat_automata::Explicit;
use lariat_diagnostics::{Diagnostic, Diagnostics, Located, Text};
use lariat_ltl::{Formula, Formulas};

use crate::{Comments, Deadlock, Model, Proposition, Vocabulary};

/// Why a text means nothing, at a place in it, in one sentence.
pub type Misunderstanding = Located<String>;

/// A language of models.
///
/// A new one is a module with an implementation of this and of [`Source`], and a line in the table of formats; commands, the page,
/// messages and fuzzers read that table.
pub trait Format: Sync {
    /// Its name on the command line.
    fn name(&self) -> &'static str;

    /// What it is, in a few words.
    fn description(&self) -> &'static str;

    /// How the names of its files end, without the dot.
    fn extensions(&self) -> &'static [&'static str];

    /// A small model, for people who want to see one.
    fn example(&self) -> &'static str;

    /// Reads a model.
    ///
    /// # Errors
    /// Every fault that was found in the text.
    fn read(&self, text: &Text) -> Result<SourceRead, Diagnostics>;
}

/// A model, and what is odd about its text.
pub struct SourceRead {
    /// The model.
    pub source: Box<dyn Source>,
    /// Warnings.
    pub warnings: Vec<Diagnostic>,
}

/// A model that was read from a text.
pub trait Source: Send {
    /// The names of its events: those that it always has, and then the actions that were declared.
    fn events(&self) -> &[String];

    /// The names of its actions: events that are finer than those that it always has.  A model has only those that were declared, so that
    /// the others cost nothing.
    fn actions(&self) -> &[String] {
        &[]
    }

    /// Declares the actions whose names are wanted, and gives the numbers of their events.
    fn declare(&mut self, _wanted: &dyn Fn(&str) -> bool) -> Vec<usize> {
        Vec::new()
    }

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

    /// The model itself, in its fastest form; its propositions are those that are watched now.
    fn model(&self) -> Arc<dyn Model>;

    /// What the text's comments ask for.
    fn comments(&self) -> Comments {
        Comments::default()
    }

    /// The name of the property that the text carries itself.
    fn own_property(&self) -> Option<&str> {
        None
    }

    /// The text's own property as an automaton of the violating runs, with what its propositions mean, if it can be one.
    fn own_automaton(&mut self) -> Option<(Explicit, Vec<Proposition>)> {
        None
    }

    /// The model together with its own property, which moves with it, as one model: its accepted runs are the violating ones.  It
    /// does by itself what is to become of deadlocked runs.
    fn observed(&self, _deadlock: Deadlock) -> Option<Arc<dyn Model>> {
        None
    }

    /// Reads formulas in a format that is made for models of this kind, if there is one; the vocabulary learns their atoms.
    fn read_formulas(
        &mut self,
        _text: &Text,
        _formulas: &mut Formulas,
        _vocabulary: &mut Vocabulary,
    ) -> Option<Result<Vec<NamedFormula>, Diagnostics>> {
        None
    }
}

/// A formula with a name.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NamedFormula {
    /// Its name.
    pub name: String,
    /// The formula.
    pub formula: Formula,
}
