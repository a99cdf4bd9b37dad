//! PNML as a language of models: what texts about a net mean, and the contest's formulas.

use std::sync::Arc;

use lariat_diagnostics::{Diagnostics, Located, Text};
use lariat_ltl::Formulas;
use lariat_model::{
    FairnessComment, Format, Misunderstanding, Model, NamedFormula, Proposition, Source,
    SourceRead, Vocabulary,
};

use super::{Net, Packed};
use crate::mcc;

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
        let net = Net::parse(&text.content).map_err(|errors| text.errors(errors.0))?;
        let warnings = net.warnings().iter();
        let warnings =
            warnings.map(|warning| text.warning(warning.span.clone(), warning.to_string()));
        Ok(SourceRead {
            warnings: warnings.collect(),
            source: Box::new(net),
        })
    }
}

impl Source for Net {
    fn events(&self) -> &[String] {
        &self.schema.events
    }

    fn watch(&mut self, text: &str) -> Result<Proposition, Vec<Misunderstanding>> {
        let number = Net::watch(self, text).map_err(|errors| {
            let errors = errors.0.into_iter();
            let misunderstandings =
                errors.map(|error| Located::new(error.kind.to_string(), error.span));
            misunderstandings.collect::<Vec<_>>()
        })?;
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

    fn fairness(&self) -> &[FairnessComment] {
        Net::fairness(self)
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
