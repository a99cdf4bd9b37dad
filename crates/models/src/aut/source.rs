//! The Aldebaran format as a language of models: a text names the action that is called so, or else all actions that match it as
//! a glob.
//!
//! An action that never occurs is no mistake: specifications speak of more actions than one system has.  It is false.

use std::sync::Arc;

use lariat_diagnostics::{Diagnostics, Text};
use lariat_ltl::unquote;
use lariat_model::fairness::matcher;
use lariat_model::vocabulary::of_event;
use lariat_model::{Format, Misunderstanding, Model, Proposition, Source, SourceRead};

use super::Lts;

/// The format of `.aut` files.
pub(crate) struct AldebaranFormat;

impl Format for AldebaranFormat {
    fn name(&self) -> &'static str {
        "aut"
    }

    fn description(&self) -> &'static str {
        "A labelled transition system in the Aldebaran format"
    }

    fn extensions(&self) -> &'static [&'static str] {
        &["aut"]
    }

    fn example(&self) -> &'static str {
        include_str!("../../../../corpus/vending.aut")
    }

    fn read(&self, text: &Text) -> Result<SourceRead, Diagnostics> {
        let model = Lts::parse(&text.content).map_err(|error| text.errors([error]))?;
        Ok(SourceRead {
            warnings: Vec::new(),
            source: Box::new(model),
        })
    }
}

impl Source for Lts {
    fn events(&self) -> &[String] {
        &self.schema.events
    }

    /// ```
    /// use lariat_model::Source;
    /// use lariat_models::aut::Lts;
    ///
    /// let mut lts = Lts::parse("des (0,3,1)\n(0,send_a,0)\n(0,send_b,0)\n(0,ack,0)")?;
    /// let sending = lts.watch("send_*").unwrap();
    /// assert_eq!(sending, lts.watch("send_[ab]").unwrap());
    /// assert_ne!(sending, lts.watch("ack").unwrap());
    /// assert!(lts.watch("never").is_ok());
    /// assert!(lts.oddity("never").is_some());
    /// # Ok::<(), lariat_models::aut::Error>(())
    /// ```
    fn watch(&mut self, text: &str) -> Result<Proposition, Vec<Misunderstanding>> {
        let named = actions(self, text);
        Ok(Proposition::OfModel(Lts::watch_actions(self, named)))
    }

    fn oddity(&self, text: &str) -> Option<String> {
        if text == "dead" {
            let message = "`dead` is true where no step is left; the action is `taken(dead)`";
            return self.is_name(text).then(|| message.to_owned());
        }
        let event = of_event("enabled", text).or_else(|| of_event("taken", text));
        let is_known = match event {
            Some(event) => {
                let selected = unquote(event).map(|pattern| actions(self, &pattern));
                let is_selected = selected.is_some_and(|actions| !actions.is_empty());
                is_selected || self.is_name(event) || self.is_name(text)
            }
            None => !actions(self, text).is_empty(),
        };
        if is_known {
            return None;
        }
        let action = event.unwrap_or(text);
        let action = unquote(action).unwrap_or_else(|| action.to_owned());
        let meant = match self.similar_action(&action) {
            Some(name) => format!("; did you mean `{name}`?"),
            None => String::new(),
        };
        Some(format!(
            "no transition has the action `{action}`, so `{text}` is false{meant}"
        ))
    }

    fn missing_event(&mut self) -> Option<Proposition> {
        Some(Proposition::OfModel(Lts::watch_actions(self, [])))
    }

    fn is_name(&self, word: &str) -> bool {
        self.events().iter().any(|action| action == word)
    }

    fn telling_propositions(&self) -> Vec<String> {
        Vec::new()
    }

    fn model(&self) -> Arc<dyn Model> {
        Arc::new(self.clone())
    }
}

/// The actions that a text names.
fn actions(lts: &Lts, text: &str) -> Vec<usize> {
    let names = &lts.schema.events;
    if let Some(exactly) = names.iter().position(|name| name == text) {
        return vec![exactly];
    }
    // What is no glob either names nothing.
    let Ok(glob) = matcher(text) else {
        return Vec::new();
    };
    let matching = names
        .iter()
        .enumerate()
        .filter(|(_, name)| glob.is_match(name));
    matching.map(|(number, _)| number).collect()
}
