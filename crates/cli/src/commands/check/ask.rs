//! What the arguments of `check` ask about a model.

use anyhow::{Result, bail};
use lariat::{Fairness, Property, Strength};
use lariat_ltl::Formula;

use super::Args;
use crate::input;
use crate::saved::SavedProperty;
use crate::understand::{Contested, Understanding, report_glob};

/// One property that is asked about.
pub(super) struct Asked {
    /// The user's text, or the property's name.
    pub(super) text: String,
    pub(super) property: Property,
    pub(super) saved: SavedProperty,
}

/// All that is asked about a model.
pub(super) struct Questions {
    pub(super) model_name: String,
    pub(super) about: Understanding,
    pub(super) asked: Vec<Asked>,
    pub(super) assumptions: Vec<Formula>,
    pub(super) fairness: Fairness,
}

impl Questions {
    /// Reads model and properties; `None` if something is at fault, which has been reported.
    pub(super) fn read(args: &Args) -> Result<Option<Self>> {
        let Some(loaded) = args.model.load()? else {
            return Ok(None);
        };
        let mut questions = Questions {
            model_name: loaded.file.origin.clone(),
            about: Understanding::new(loaded.model, args.syntax),
            asked: Vec::new(),
            assumptions: Vec::new(),
            fairness: Fairness::default(),
        };
        let mut sound = questions.read_fairness(args, &loaded.file.text);
        sound &= questions.read_formulas(args);
        sound &= questions.read_contest(args)?;
        questions.read_own_properties(args)?;
        sound &= questions.read_automata(args)?;
        if sound && questions.asked.is_empty() {
            bail!(
                "{} carries no property of its own: ask for one with --ltl, as in --ltl 'GF P.state'",
                questions.model_name
            );
        }
        Ok(sound.then_some(questions))
    }

    /// What is asked about, in order.
    pub(super) fn names(&self) -> impl Iterator<Item = &str> {
        self.asked.iter().map(|asked| asked.text.as_str())
    }

    fn read_fairness(&mut self, args: &Args, text: &str) -> bool {
        let mut sound = true;
        if !args.no_file_fairness {
            let model = &self.about.model;
            for comment in model.fairness() {
                let added = self
                    .fairness
                    .add(&comment.glob, comment.strength, model.events());
                if let Err(error) = added {
                    report_glob(&self.model_name, text, comment.span.clone(), &error);
                    sound = false;
                }
            }
        }
        let about = &self.about;
        sound &= about.fair(&args.weak_fair, Strength::Weak, &mut self.fairness);
        sound & about.fair(&args.strong_fair, Strength::Strong, &mut self.fairness)
    }

    fn read_formulas(&mut self, args: &Args) -> bool {
        let mut sound = true;
        for text in &args.assume {
            match self.about.formula("<--assume>", text) {
                Some(formula) => self.assumptions.push(formula),
                None => sound = false,
            }
        }
        for text in &args.ltl {
            match self.about.formula("<--ltl>", text) {
                Some(formula) => self.asked.push(Asked {
                    text: text.clone(),
                    property: Property::Formula(formula),
                    saved: SavedProperty::Ltl(text.clone()),
                }),
                None => sound = false,
            }
        }
        sound
    }

    /// The contest's formulas about a net.
    fn read_contest(&mut self, args: &Args) -> Result<bool> {
        let mut sound = true;
        for path in &args.mcc {
            let file = input::read(path)?;
            let Some(formulas) = self.about.contest(&file)? else {
                sound = false;
                continue;
            };
            for Contested { id, formula, text } in formulas {
                if !args.property.is_empty() && !args.property.contains(&id) {
                    continue;
                }
                self.asked.push(Asked {
                    text: id,
                    property: Property::Formula(formula),
                    saved: SavedProperty::Ltl(text),
                });
            }
        }
        Ok(sound)
    }

    /// The property process: if it is asked for by name, or nothing else is.
    fn read_own_properties(&mut self, args: &Args) -> Result<()> {
        let own = self.about.model.own_property().map(str::to_owned);
        let asks_nothing = [
            &args.ltl,
            &args.mcc,
            &args.property,
            &args.never,
            &args.automaton,
        ]
        .iter()
        .all(|list| list.is_empty());
        let mut names = args.property.clone();
        if asks_nothing {
            names.extend(own.clone());
        }
        names.retain(|name| self.asked.iter().all(|asked| asked.text != *name));
        for name in names {
            if Some(&name) != own.as_ref() {
                let known = own.map_or("none".to_owned(), |own| format!("`{own}`"));
                bail!(
                    "{} has no property named `{name}`; those that it has: {known}",
                    self.model_name
                );
            }
            let property = self.about.own_property();
            self.asked.push(Asked {
                text: name.clone(),
                property,
                saved: SavedProperty::Process(name),
            });
        }
        Ok(())
    }

    fn read_automata(&mut self, args: &Args) -> Result<bool> {
        let mut sound = true;
        type Kind = (
            fn(lariat_automata::Explicit) -> Property,
            fn(String) -> SavedProperty,
        );
        let never: Kind = (Property::Never, SavedProperty::Never);
        let always: Kind = (Property::Always, SavedProperty::Automaton);
        let files = args
            .never
            .iter()
            .map(|path| (path, never))
            .chain(args.automaton.iter().map(|path| (path, always)));
        for (path, (property, saved)) in files {
            let file = input::read(path)?;
            let Some(automata) = self.about.automata(&file)? else {
                sound = false;
                continue;
            };
            for automaton in automata {
                let text = lariat_automata::hoa::write(&automaton.clone().into());
                self.asked.push(Asked {
                    text: automaton.name.clone().unwrap_or_else(|| path.clone()),
                    property: property(automaton),
                    saved: saved(text),
                });
            }
        }
        Ok(sound)
    }
}
