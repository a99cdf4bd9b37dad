//! DVE as a language of models: what texts about a DVE model mean.

use std::sync::Arc;

use lariat_automata::Explicit;
use lariat_diagnostics::{Diagnostics, Text};
use lariat_model::{
    Comments, Deadlock, Format, Misunderstanding, Model, Proposition, Source, SourceRead,
};

use super::parser::parse_expression;
use super::precedence::{Readings, readings};
use super::{Compiled, Dve, Observed, WarningKind};
use crate::texts::{misunderstandings, source_read};

/// The format of `.dve` files.
pub(crate) struct DveFormat;

impl Format for DveFormat {
    fn name(&self) -> &'static str {
        "dve"
    }

    fn description(&self) -> &'static str {
        "DVE, the language of DiVinE"
    }

    fn extensions(&self) -> &'static [&'static str] {
        &["dve"]
    }

    fn example(&self) -> &'static str {
        include_str!("../../../../corpus/semaphore.dve")
    }

    fn read(&self, text: &Text) -> Result<SourceRead, Diagnostics> {
        source_read(text, Dve::parse(&text.content), Dve::warnings)
    }
}

impl Source for Dve {
    fn events(&self) -> &[String] {
        &self.schema().events
    }

    fn actions(&self) -> &[String] {
        &self.actions.names
    }

    fn declare(&mut self, wanted: &dyn Fn(&str) -> bool) -> Vec<usize> {
        let names = self.actions.names.iter().enumerate();
        let wanted: Vec<usize> = names
            .filter_map(|(action, name)| wanted(name).then_some(action))
            .collect();
        let declared = wanted.into_iter();
        declared.map(|action| self.declare_action(action)).collect()
    }

    fn watch(&mut self, text: &str) -> Result<Proposition, Vec<Misunderstanding>> {
        let number = Dve::watch(self, text).map_err(misunderstandings)?;
        Ok(Proposition::OfModel(number))
    }

    fn oddity(&self, text: &str) -> Option<String> {
        let Readings { ours, usual } = readings(text, &parse_expression(text).ok()?)?;
        Some(WarningKind::Precedence { ours, usual }.to_string())
    }

    fn is_name(&self, word: &str) -> bool {
        let starts_a_name = word.starts_with(|c: char| c.is_alphabetic() || c == '_');
        let is_constant = matches!(word, "true" | "false");
        starts_a_name && !is_constant && Dve::watch(&mut self.clone(), word).is_ok()
    }

    fn telling_propositions(&self) -> Vec<String> {
        self.locations()
    }

    fn model(&self) -> Arc<dyn Model> {
        Arc::new(Compiled::new(self.clone()))
    }

    fn comments(&self) -> Comments {
        self.comments.clone()
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

    fn observed(&self, deadlock: Deadlock) -> Option<Arc<dyn Model>> {
        let observed = Observed::new(self.clone())?;
        Some(Arc::new(match deadlock {
            Deadlock::Stutter | Deadlock::Error => observed,
            Deadlock::Drop => observed.without_stuttering(),
        }))
    }
}
