//! Formulas and automata that speak of a model: reading them, and finding what their propositions mean.

use std::ops::Range;

use lariat_automata::Explicit;
use lariat_diagnostics::{Diagnostic, Diagnostics, Text};
use lariat_ltl::{Formula, Formulas, Node, Parser, Syntax};
use lariat_model::fairness::{alternatives, select};
use lariat_model::vocabulary::{Unknown, spell_out};
use lariat_model::{
    Fairness, GlobError, NamedFormula, Proposition, Source, Strength, Vocabulary, closest,
};

use crate::automata_text;
use crate::question::Property;

/// A model, and what has been said about it.
pub struct Understanding {
    /// The model, which watches the propositions that were met.
    pub source: Box<dyn Source>,
    /// What they are called.
    pub vocabulary: Vocabulary,
    /// The formulas' arena.
    pub formulas: Formulas,
    /// The dialect of formulas.
    pub syntax: Syntax,
    /// What was odd about the texts so far.
    pub warnings: Vec<Diagnostic>,
}

impl Understanding {
    /// Nothing has been said yet.
    pub fn new(source: Box<dyn Source>) -> Self {
        Self {
            source,
            vocabulary: Vocabulary::default(),
            formulas: Formulas::new(),
            syntax: Syntax::default(),
            warnings: Vec::new(),
        }
    }

    /// Reads a formula.
    ///
    /// # Errors
    /// When it is none, or speaks of something that the model does not have.
    pub fn formula(&mut self, text: &Text) -> Result<Formula, Diagnostics> {
        self.formula_at(text, 0..text.content.len())
    }

    /// Reads the formula that stands at a place in a text.
    ///
    /// # Errors
    /// When it is none, or speaks of something that the model does not have.
    pub fn formula_at(&mut self, text: &Text, span: Range<usize>) -> Result<Formula, Diagnostics> {
        let written = &text.content[span.clone()];
        let is_name = |word: &str| self.source.is_name(word);
        let parser = Parser::new(self.syntax).with_names(&is_name);
        let formula = match parser.parse(&mut self.formulas, written) {
            Ok(formula) => formula,
            Err(error) => {
                let help = self.name_for_operator(written);
                let help = help.unwrap_or_else(|| error.help());
                let at = span.start + error.span.start..span.start + error.span.end;
                let fault = text.error(at, error.to_string());
                return Err(fault.with_help(help).into());
            }
        };
        let other = other_readings(&parser, self.syntax, text, span.clone());
        self.warnings.extend(other);
        let formula = spell_out(&mut *self.source, &mut self.formulas, formula);
        let mut faults = Vec::new();
        for part in self.formulas.subformulas(formula) {
            if let Node::Atom(atom) = self.formulas.node(part) {
                let name = self.formulas.name(*atom).to_owned();
                let found = text.content[span.clone()].find(&name);
                let at = span.start + found.unwrap_or(0);
                faults.extend(self.learn(text, &name, at));
            }
        }
        Diagnostics::check(faults)?;
        Ok(self.vocabulary.unify(&mut self.formulas, formula))
    }

    /// How many of the model's own propositions were met.
    pub(crate) fn watched(&self) -> usize {
        let met = self.vocabulary.names().map(|(_, met)| match met {
            Proposition::OfModel(number) => number + 1,
            _ => 0,
        });
        met.max().unwrap_or(0)
    }

    /// Says so if a word of the formula would be an operator, were it no name of the model.
    fn name_for_operator(&self, text: &str) -> Option<String> {
        let is_part = |letter: char| letter.is_alphanumeric() || matches!(letter, '_' | '.');
        let mut words = text.split(|letter| !is_part(letter));
        let word = words.find(|word| is_operator(word) && self.source.is_name(word))?;
        Some(format!(
            "`{word}` is a name of this model, and so no operator here; [] <> V and their like still are"
        ))
    }

    /// Reads the automata of a text, HOA or a never claim.
    ///
    /// # Errors
    /// When one is at fault, or speaks of something that the model does not have.
    pub fn automata(&mut self, text: &Text) -> Result<Vec<Explicit>, Diagnostics> {
        let (mut found, mut faults) = (Vec::new(), Vec::new());
        for entry in automata_text::entries(&text.content) {
            match entry.read {
                Ok(read) => {
                    let warnings = read.warnings.into_iter();
                    let warnings = warnings.map(|odd| text.warning(odd.span, odd.kind));
                    self.warnings.extend(warnings);
                    for name in &read.automaton.labels.propositions {
                        let own = &text.content[entry.span.clone()];
                        let at = entry.span.start + declaration(own, name);
                        faults.extend(self.learn(text, name, at));
                    }
                    found.push(read.automaton);
                }
                Err(error) => faults.push(text.error(error.span, error.kind)),
            }
        }
        if found.is_empty() && faults.is_empty() {
            let message = format!("{} holds no automaton", text.origin);
            faults.push(Diagnostic::error(message));
        }
        Diagnostics::check(faults)?;
        Ok(found)
    }

    /// Reads formulas in the format that is made for models of this kind: the contest's, for nets.
    ///
    /// # Errors
    /// When one is at fault, or there is no such format.
    pub fn named_formulas(&mut self, text: &Text) -> Result<Vec<NamedFormula>, Diagnostics> {
        let Self {
            source,
            formulas,
            vocabulary,
            ..
        } = self;
        let read = source.read_formulas(text, formulas, vocabulary);
        read.unwrap_or_else(|| {
            let message = "the contest's formulas are about nets, and the model is none";
            Err(Diagnostic::error(message).into())
        })
    }

    /// Learns what a proposition at a place in a text means; gives what is wrong with it, and notes what is odd.
    fn learn(&mut self, text: &Text, name: &str, at: usize) -> Vec<Diagnostic> {
        let span = at..at + name.len();
        let is_new = self.vocabulary.get(name).is_none();
        let Err(unknown) = self.vocabulary.learn(&mut *self.source, name) else {
            let oddity = self.source.oddity(name).filter(|_| is_new);
            let warning = oddity.map(|message| text.warning(span, message));
            self.warnings.extend(warning);
            return Vec::new();
        };
        match unknown {
            Unknown::Event(event) => {
                let message = format!("the model has no event `{event}`");
                let help = events_are(&event, &alternatives(&*self.source, &event));
                vec![text.error(span, message).with_help(help)]
            }
            Unknown::Events(events) => {
                let message = format!("{events} matches several events of the model");
                let help = "a proposition of an automaton speaks of one event";
                vec![text.error(span, message).with_help(help)]
            }
            Unknown::Proposition(misunderstandings) => {
                let start = at + name.len() - name.trim_start().len();
                let faults = misunderstandings.into_iter().map(|fault| {
                    let span = start + fault.span.start..start + fault.span.end;
                    text.error(span, fault.kind)
                });
                faults.collect()
            }
        }
    }

    /// The property that the model's text carries, as an automaton if it can be one.
    pub fn own_property(&mut self) -> Property {
        let Some((automaton, propositions)) = self.source.own_automaton() else {
            return Property::Own;
        };
        for (name, proposition) in automaton.labels.propositions.iter().zip(propositions) {
            self.vocabulary.name(name, proposition);
        }
        Property::Never(automaton)
    }

    /// Adds the events that a glob selects, which stands at a place in a text.
    ///
    /// # Errors
    /// When it selects nothing.
    pub fn add_fairness(
        &mut self,
        glob: &str,
        strength: Strength,
        text: &Text,
        span: Range<usize>,
        fairness: &mut Fairness,
    ) -> Result<(), Diagnostics> {
        let selected = select(&mut *self.source, glob).map_err(|error| {
            let fault = text.error(span, error.to_string());
            fault.with_help(about_glob(&error))
        })?;
        for event in selected {
            fairness.add_event(event, strength);
        }
        Ok(())
    }
}

/// Where an automaton's text declares a proposition, or first speaks of it: behind `AP:`, in quotes.
fn declaration(text: &str, name: &str) -> usize {
    let quoted = format!("\"{name}\"");
    let declared = text.find("AP:").and_then(|header| {
        let at = text[header..].find(&quoted)?;
        Some(header + at + 1)
    });
    declared.or_else(|| text.find(name)).unwrap_or(0)
}

/// Where other tools would read the formula at `span` differently.
pub fn other_readings(
    parser: &Parser<'_>,
    syntax: Syntax,
    text: &Text,
    span: Range<usize>,
) -> Vec<Diagnostic> {
    let Some(readings) = parser.readings(&text.content[span.clone()]) else {
        return Vec::new();
    };
    let ours = readings.ours;
    let others = readings.others.into_iter().map(|(other, theirs)| {
        let message = format!("{other} would read this formula differently");
        let help =
            format!("{syntax} reads {ours}, {other} reads {theirs}; parentheses make it plain");
        text.warning(span.clone(), message).with_help(help)
    });
    others.collect()
}

/// Whether a word is an operator, or several.
fn is_operator(word: &str) -> bool {
    let is_letter = |letter| matches!(letter, 'X' | 'F' | 'G');
    let is_unary = !word.is_empty() && word.chars().all(is_letter);
    is_unary || matches!(word, "U" | "R" | "V" | "W" | "M" | "Y" | "O" | "H" | "S")
}

/// What to write instead of a glob that selects nothing.
fn about_glob(error: &GlobError) -> String {
    match error {
        GlobError::MatchesNothing { glob, .. } if glob.contains(',') => {
            "a comma is part of the pattern; comments have blanks between patterns, and an option has one pattern".to_owned()
        }
        GlobError::MatchesNothing { glob, events } => events_are(glob, events),
        GlobError::Malformed { .. } => {
            "patterns are made of * ? [a-z], and \\ before a character that stands for itself"
                .to_owned()
        }
    }
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
