//! PNML as a language of models: what texts about a net mean, and the contest's formulas.

use std::sync::Arc;

use lariat_diagnostics::{Diagnostics, Text};
use lariat_ltl::Formulas;
use lariat_model::{
    Comments, Format, Misunderstanding, Model, NamedFormula, Proposition, Source, SourceRead,
    Vocabulary,
};

use super::{Net, Packed};
use crate::mcc;
use crate::texts::{misunderstandings, source_read};

/// The format of `.pnml` files.
pub(crate) struct PnmlFormat;

impl Format for PnmlFormat {
    fn name(&self) -> &'static str {
        "pnml"
    }

    fn description(&self) -> &'static str {
        "A place/transition net in PNML"
    }

    fn extensions(&self) -> &'static [&'static str] {
        &["pnml"]
    }

    fn example(&self) -> &'static str {
        include_str!("../../../../corpus/mutual_exclusion.pnml")
    }

    fn read(&self, text: &Text) -> Result<SourceRead, Diagnostics> {
        source_read(text, Net::parse(&text.content), Net::warnings)
    }
}

impl Source for Net {
    fn events(&self) -> &[String] {
        &self.schema.events
    }

    fn watch(&mut self, text: &str) -> Result<Proposition, Vec<Misunderstanding>> {
        let number = Net::watch(self, text).map_err(misunderstandings)?;
        Ok(Proposition::OfModel(number))
    }

    fn is_name(&self, word: &str) -> bool {
        self.place(word).is_some()
    }

    fn telling_propositions(&self) -> Vec<String> {
        self.places().to_vec()
    }

    fn model(&self) -> Arc<dyn Model> {
        Arc::new(Packed::new(self.clone()))
    }

    fn comments(&self) -> Comments {
        self.comments.clone()
    }

    /// The formulas of the Model Checking Contest.
    fn read_formulas(
        &mut self,
        text: &Text,
        formulas: &mut Formulas,
        vocabulary: &mut Vocabulary,
    ) -> Option<Result<Vec<NamedFormula>, Diagnostics>> {
        let contest = mcc::read(&text.content, self, formulas);
        let contest = contest.map_err(|errors| text.errors(errors.0));
        Some(contest.map(|contest| {
            for (name, number) in contest.atoms {
                vocabulary.name(&name, Proposition::OfModel(number));
            }
            contest.asked
        }))
    }
}
