//! The Hanoi format as a language of models: a text names the proposition that is called so.

use std::sync::Arc;

use lariat_diagnostics::{Diagnostics, Located, Text};
use lariat_model::{Format, Misunderstanding, Model, Proposition, Source, SourceRead};

use super::Kripke;

/// The format of `.hoa` files.
pub(crate) struct HanoiFormat;

impl Format for HanoiFormat {
    fn name(&self) -> &'static str {
        "hoa"
    }

    fn description(&self) -> &'static str {
        "A Kripke structure in the Hanoi format"
    }

    fn extensions(&self) -> &'static [&'static str] {
        &["hoa"]
    }

    fn example(&self) -> &'static str {
        include_str!("../../../../corpus/turn.hoa")
    }

    fn read(&self, text: &Text) -> Result<SourceRead, Diagnostics> {
        let model = Kripke::parse(&text.content).map_err(|error| text.errors([error]))?;
        let oddities = model.oddities().iter();
        let warnings = oddities.map(|odd| text.warning(odd.span.clone(), odd.kind.to_string()));
        Ok(SourceRead {
            warnings: warnings.collect(),
            source: Box::new(model),
        })
    }
}

impl Source for Kripke {
    fn events(&self) -> &[String] {
        &[]
    }

    fn watch(&mut self, text: &str) -> Result<Proposition, Vec<Misunderstanding>> {
        let number = Kripke::watch(self, text)
            .map_err(|unknown| vec![Located::new(unknown.to_string(), 0..text.len())])?;
        Ok(Proposition::OfModel(number))
    }

    fn oddity(&self, text: &str) -> Option<String> {
        let message = "`dead` is true where no step is left, whatever the structure says of it";
        (text == "dead" && self.is_name(text)).then(|| message.to_owned())
    }

    fn is_name(&self, word: &str) -> bool {
        self.proposition_names().iter().any(|name| name == word)
    }

    fn telling_propositions(&self) -> Vec<String> {
        self.proposition_names().to_vec()
    }

    fn model(&self) -> Arc<dyn Model> {
        Arc::new(self.clone())
    }
}
