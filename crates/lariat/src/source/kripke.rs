//! Kripke structures: a text names the proposition that is called so.

use lariat_models::Model;
use lariat_models::kripke::Kripke;

use super::{Misunderstanding, Source};
use crate::vocabulary::Proposition;

impl Source for Kripke {
    fn watch(&mut self, text: &str) -> Result<Proposition, Vec<Misunderstanding>> {
        let number = Kripke::watch(self, text).map_err(|unknown| {
            vec![Misunderstanding {
                message: unknown.to_string(),
                span: 0..text.len(),
            }]
        })?;
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

    fn compiled(&self) -> Box<dyn Model> {
        Box::new(self.clone())
    }
}
