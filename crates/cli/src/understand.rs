//! Formulas and automata that speak of a model: reading them, and finding what their propositions mean.

use std::ops::Range;

use anyhow::{Result, bail};
use lariat::fairness::GlobError;
use lariat::source::Misunderstanding;
use lariat::vocabulary::{Unknown, spell_out};
use lariat::{Fairness, Property, Source, Strength, Vocabulary};
use lariat_automata::Explicit;
use lariat_ltl::{Formula, Formulas, Notation, Parser, Syntax, print};
use lariat_models::closest;

use crate::commands::{automata, formulas};
use crate::diagnostics::{self, Fault};
use crate::exit::Exit;
use crate::input::Input;

/// A model, and what has been said about it.
pub(crate) struct Understanding {
    /// The model, which watches the propositions that were met.
    pub(crate) model: Box<dyn Source>,
    /// What they are called.
    pub(crate) vocabulary: Vocabulary,
    /// The formulas' arena.
    pub(crate) formulas: Formulas,
    syntax: Syntax,
}

/// A formula of the contest.
pub(crate) struct Contested {
    pub(crate) id: String,
    pub(crate) formula: Formula,
    /// The formula as a user would write it.
    pub(crate) text: String,
}

impl Understanding {
    pub(crate) fn new(model: Box<dyn Source>, syntax: Syntax) -> Self {
        Self {
            model,
            vocabulary: Vocabulary::default(),
            formulas: Formulas::new(),
            syntax,
        }
    }

    /// Reads a formula; `None` if it is at fault, which has been reported.
    pub(crate) fn formula(&mut self, origin: &str, text: &str) -> Option<Formula> {
        let is_name = |word: &str| self.model.is_name(word);
        let parser = Parser::new(self.syntax).with_names(&is_name);
        let formula = match parser.parse(&mut self.formulas, text) {
            Ok(formula) => formula,
            Err(error) => {
                let help = self.name_for_operator(text).unwrap_or(error.help());
                formulas::report_parse_error(origin, text, 0, &error, help);
                return None;
            }
        };
        formulas::warn_of_other_readings(&parser, self.syntax, origin, text, 0..text.len());
        let formula = spell_out(&*self.model, &mut self.formulas, formula);
        let mut known = true;
        for part in self.formulas.subformulas(formula) {
            if let lariat_ltl::Node::Atom(atom) = self.formulas.node(part) {
                let name = self.formulas.name(*atom).to_owned();
                let at = text.find(&name).unwrap_or(0);
                known &= self.learn(origin, text, at, &name);
            }
        }
        known.then(|| self.vocabulary.unify(&mut self.formulas, formula))
    }

    /// Says so if a word of the formula would be an operator, were it no name of the model.
    fn name_for_operator(&self, text: &str) -> Option<String> {
        let is_part = |letter: char| letter.is_alphanumeric() || matches!(letter, '_' | '.');
        let mut words = text.split(|letter| !is_part(letter));
        let word = words.find(|word| is_operator(word) && self.model.is_name(word))?;
        Some(format!(
            "`{word}` is a name of this model, and so no operator here; [] <> V and their like still are"
        ))
    }

    /// Reads the automata of a file, HOA or a never claim; `None` if one is at fault, which has been reported.
    pub(crate) fn automata(&mut self, file: &Input) -> Result<Option<Vec<Explicit>>> {
        let mut found = Vec::new();
        let exit = automata::each_of(file, |numbered| {
            let automaton = numbered.automaton;
            let mut known = true;
            for name in &automaton.labels.propositions {
                let at = file.text.find(name.as_str()).unwrap_or(0);
                known &= self.learn(&file.origin, &file.text, at, name);
            }
            found.push(automaton);
            Ok(if known { Exit::Done } else { Exit::Input })
        })?;
        Ok((exit == Exit::Done).then_some(found))
    }

    /// Reads the contest's formulas; `None` if one is at fault, which has been reported.
    pub(crate) fn contest(&mut self, file: &Input) -> Result<Option<Vec<Contested>>> {
        let Self {
            model,
            formulas,
            vocabulary,
            ..
        } = self;
        match model.contest(&file.text, formulas, vocabulary) {
            None => bail!("--mcc: the contest's formulas are about nets, and the model is none"),
            Some(Err(misunderstandings)) => {
                for Misunderstanding { message, span } in misunderstandings {
                    diagnostics::report(&Fault {
                        origin: &file.origin,
                        text: &file.text,
                        span,
                        message,
                        help: None,
                    });
                }
                Ok(None)
            }
            Some(Ok(asked)) => {
                let contested = asked.into_iter().map(|asked| Contested {
                    text: print(formulas, asked.formula, Notation::Spot).unwrap_or_default(),
                    id: asked.id,
                    formula: asked.formula,
                });
                Ok(Some(contested.collect()))
            }
        }
    }

    /// Learns what a proposition means, which stands in `text` at `at`; reports it if it means nothing.
    fn learn(&mut self, origin: &str, text: &str, at: usize, name: &str) -> bool {
        let is_new = self.vocabulary.get(name).is_none();
        let Err(unknown) = self.vocabulary.learn(&mut *self.model, name) else {
            if let Some(message) = self.model.oddity(name).filter(|_| is_new) {
                diagnostics::warn(&Fault {
                    origin,
                    text,
                    span: at..at + name.len(),
                    message,
                    help: None,
                });
            }
            return true;
        };
        let report = |span: Range<usize>, message: String, help: Option<String>| {
            diagnostics::report(&Fault {
                origin,
                text,
                span,
                message,
                help,
            });
        };
        match unknown {
            Unknown::Event(event) => {
                let message = format!("the model has no event `{event}`");
                report(
                    at..at + name.len(),
                    message,
                    Some(events_are(&event, self.model.events())),
                );
            }
            Unknown::Events(events) => {
                let message = format!("{events} matches several events of the model");
                let help = "a proposition of an automaton speaks of one event".to_owned();
                report(at..at + name.len(), message, Some(help));
            }
            Unknown::Proposition(misunderstandings) => {
                let start = at + name.len() - name.trim_start().len();
                for Misunderstanding { message, span } in misunderstandings {
                    report(start + span.start..start + span.end, message, None);
                }
            }
        }
        false
    }

    /// The property that the model's text carries, as an automaton if it can be one.
    pub(crate) fn own_property(&mut self) -> Property {
        let Some((automaton, propositions)) = self.model.own_automaton() else {
            return Property::Own;
        };
        for (name, proposition) in automaton.labels.propositions.iter().zip(propositions) {
            self.vocabulary.name(name, proposition);
        }
        Property::Never(automaton)
    }

    /// Adds the events that globs select; `false` if one selects nothing, which has been reported.
    pub(crate) fn fair(
        &self,
        globs: &[String],
        strength: Strength,
        fairness: &mut Fairness,
    ) -> bool {
        let mut sound = true;
        for glob in globs {
            if let Err(error) = fairness.add(glob, strength, self.model.events()) {
                let origin = match strength {
                    Strength::Weak => "<--weak-fair>",
                    Strength::Strong => "<--strong-fair>",
                };
                report_glob(origin, glob, 0..glob.len(), &error);
                sound = false;
            }
        }
        sound
    }
}

/// Whether a word is an operator, or several.
fn is_operator(word: &str) -> bool {
    let is_letter = |letter| matches!(letter, 'X' | 'F' | 'G');
    let is_unary = !word.is_empty() && word.chars().all(is_letter);
    is_unary || matches!(word, "U" | "R" | "V" | "W" | "M" | "Y" | "O" | "H" | "S")
}

/// Shows a glob that selects nothing.
pub(crate) fn report_glob(origin: &str, text: &str, span: Range<usize>, error: &GlobError) {
    let help = match error {
        GlobError::MatchesNothing { glob, .. } if glob.contains(',') => Some(
            "a comma is part of the pattern; comments have blanks between patterns, and an option has one pattern".to_owned(),
        ),
        GlobError::MatchesNothing { glob, events } => Some(events_are(glob, events)),
        GlobError::Malformed { .. } => Some(
            "patterns are made of * ? [a-z], and \\ before a character that stands for itself"
                .to_owned(),
        ),
    };
    diagnostics::report(&Fault {
        origin,
        text,
        span,
        message: error.to_string(),
        help,
    });
}

/// Which event was meant, or which there are.
pub(crate) fn events_are(name: &str, events: &[String]) -> String {
    match closest(name, events.iter().map(String::as_str)) {
        Some(event) => format!("did you mean `{event}`?"),
        None if events.is_empty() => "models of this kind have no events".to_owned(),
        None => format!("the model's events are {}", listed(events)),
    }
}

/// How many names a message lists.
const MOST_NAMES: usize = 12;

/// The first of some names, for a message.
pub(crate) fn listed(names: &[impl AsRef<str>]) -> String {
    let shown: Vec<&str> = names.iter().take(MOST_NAMES).map(AsRef::as_ref).collect();
    let more = if names.len() > shown.len() {
        ", …"
    } else {
        ""
    };
    shown.join(", ") + more
}
