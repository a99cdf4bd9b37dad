//! What the arguments of `check` ask about a model.

use anyhow::{Result, bail};
use lariat::{Fairness, Property, Strength, Translation};
use lariat_ltl::simplify::simplify;
use lariat_ltl::{Formula, Formulas, Node};
use lariat_models::closest;

use super::Args;
use crate::diagnostics::{self, Fault};
use crate::input;
use crate::saved::SavedProperty;
use crate::understand::{Contested, Understanding, listed, report_glob};

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
    /// The names of the contest's formulas, whether they are asked about or not.
    contested: Vec<String>,
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
            contested: Vec::new(),
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
            let formula = self.about.formula("<--ltl>", text);
            match formula.filter(|&formula| self.can_be_translated(args, text, formula)) {
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

    /// Whether the translation that is asked for can deal with a formula; reports it if not.
    fn can_be_translated(&self, args: &Args, text: &str, formula: Formula) -> bool {
        if args.translation.0 != Translation::Lazy {
            return true;
        }
        let mut formulas = self.about.formulas.clone();
        let negation = formulas.not(formula);
        let searched = simplify(&mut formulas, negation);
        if !looks_back(&formulas, searched) {
            return true;
        }
        diagnostics::report(&Fault {
            origin: "<--ltl>",
            text,
            span: 0..text.len(),
            message: "the lazy translation cannot look into the past".to_owned(),
            help: Some("--translation tableau and alternating can".to_owned()),
        });
        false
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
                self.contested.push(id.clone());
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
                let known: Vec<String> = self.contested.drain(..).chain(own).collect();
                bail!(
                    "there is no property named `{name}`; {}",
                    are(&name, &known)
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
            &'static str,
            fn(lariat_automata::Explicit) -> Property,
            fn(String) -> SavedProperty,
        );
        let never: Kind = ("never", Property::Never, SavedProperty::Never);
        let always: Kind = ("automaton", Property::Always, SavedProperty::Automaton);
        let files = args
            .never
            .iter()
            .map(|path| (path, never))
            .chain(args.automaton.iter().map(|path| (path, always)));
        for (path, (option, property, saved)) in files {
            let file = input::read(path)?;
            let Some(automata) = self.about.automata(&file)? else {
                sound = false;
                continue;
            };
            let is_only = automata.len() == 1;
            for (number, automaton) in (1..).zip(automata) {
                let text = lariat_automata::hoa::write(&automaton.clone().into());
                // Its own name is as a rule the formula that it accepts, and so the contrary of what is asked.
                let name = match is_only {
                    true => format!("{option} {path}"),
                    false => format!("{option} {path}, automaton {number}"),
                };
                self.asked.push(Asked {
                    text: name,
                    property: property(automaton),
                    saved: saved(text),
                });
            }
        }
        Ok(sound)
    }
}

/// Whether a formula has operators that look into the past.
fn looks_back(formulas: &Formulas, formula: Formula) -> bool {
    let parts = formulas.subformulas(formula);
    parts.iter().any(|&part| {
        matches!(
            formulas.node(part),
            Node::Yesterday(_) | Node::Once(_) | Node::Historically(_) | Node::Since(..)
        )
    })
}

/// Which property was meant, or which there are.
fn are(name: &str, known: &[String]) -> String {
    match closest(name, known.iter().map(String::as_str)) {
        Some(close) => format!("did you mean `{close}`?"),
        None if known.is_empty() => "the model carries none".to_owned(),
        None => format!("available properties: {}", listed(known)),
    }
}
