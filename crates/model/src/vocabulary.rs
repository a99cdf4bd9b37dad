//! The propositions of a question: what formulas call them, and where letters keep them.
//!
//! A proposition is one of the model's own, or speaks of events: `dead` is true in states without a step, `enabled(e)` where
//! a step of the event e can be taken, and `taken(e)` on the steps that take it.  In quotes the event may be a glob, and means any of
//! the events that it selects: [`spell_out`].

use indexmap::IndexMap;
use lariat_ltl::{Atom, Formula, Formulas, Node, unquote};
use rustc_hash::FxHashMap;

use crate::fairness::{event_called, select};
use crate::{Misunderstanding, Model, Source};

/// What a proposition means.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Proposition {
    /// The model's proposition of this number.
    OfModel(usize),
    /// No step leaves the state.
    Dead,
    /// A step of this event can be taken.
    Enabled(usize),
    /// The step takes this event.
    Taken(usize),
}

/// Why a proposition is unknown.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Unknown {
    /// The model says so.
    Proposition(Vec<Misunderstanding>),
    /// `enabled` or `taken` of no event of the model.
    Event(String),
    /// `enabled` or `taken` of several events at once, where one must be named.
    Events(String),
}

/// The proposition that a text names.  A name of the model is that name, even if it looks as if it spoke of events; only `dead` means the
/// same everywhere.
///
/// # Errors
/// When it names nothing in the model.
pub fn resolve(model: &mut dyn Source, text: &str) -> Result<Proposition, Unknown> {
    let text = text.trim();
    if text == "dead" {
        return Ok(Proposition::Dead);
    }
    if model.is_name(text) {
        return model.watch(text).map_err(Unknown::Proposition);
    }
    let mut event = |name: &str, proposition: fn(usize) -> Proposition| match named(model, name)[..]
    {
        [event] => Ok(proposition(event)),
        [] => {
            let missing = model.missing_event();
            missing.ok_or_else(|| Unknown::Event(unquote(name).unwrap_or(name.to_owned())))
        }
        _ => Err(Unknown::Events(name.to_owned())),
    };
    if let Some(name) = of_event("enabled", text) {
        return event(name, Proposition::Enabled);
    }
    if let Some(name) = of_event("taken", text) {
        return event(name, Proposition::Taken);
    }
    model.watch(text).map_err(Unknown::Proposition)
}

/// The name in `word(name)`.
pub fn of_event<'t>(word: &str, text: &'t str) -> Option<&'t str> {
    let inner = text.trim().strip_prefix(word)?.trim_start();
    Some(inner.strip_prefix('(')?.strip_suffix(')')?.trim())
}

/// The events that a text names: the one that is called so; in quotes, also all that the pattern selects.
pub fn named(model: &mut dyn Source, text: &str) -> Vec<usize> {
    if let Some(event) = event_called(model, text) {
        return vec![event];
    }
    // What is no pattern either names nothing.
    let quoted = unquote(text);
    let selected = quoted.and_then(|pattern| select(model, &pattern).ok());
    selected.unwrap_or_default()
}

/// The formula in which every `enabled` and `taken` speaks of one event: `enabled("send_*")` becomes a disjunction.
pub fn spell_out(model: &mut dyn Source, formulas: &mut Formulas, formula: Formula) -> Formula {
    with_atoms(formulas, formula, |formulas, atom| {
        let name = formulas.name(atom).to_owned();
        let spoken = ["enabled", "taken"].map(|word| (word, of_event(word, &name)));
        let spoken = spoken
            .iter()
            .find_map(|&(word, event)| Some((word, event?)));
        let Some((word, event)) = spoken.filter(|_| !model.is_name(&name)) else {
            return formulas.atom(&name);
        };
        let events = named(model, event);
        if events.len() < 2 {
            return formulas.atom(&name);
        }
        let parts = events.into_iter().map(|event| {
            let event = &model.events()[event];
            formulas.atom(&format!("{word}({event})"))
        });
        let parts = parts.collect();
        formulas.make(Node::Or(parts))
    })
}

/// The formula with other formulas in place of its atoms.
pub fn with_atoms(
    formulas: &mut Formulas,
    formula: Formula,
    mut image: impl FnMut(&mut Formulas, Atom) -> Formula,
) -> Formula {
    let mut images: FxHashMap<Formula, Formula> = FxHashMap::default();
    for part in formulas.subformulas(formula) {
        let new = match formulas.node(part).clone() {
            Node::Atom(atom) => image(formulas, atom),
            node => formulas.make(node.map(|operand| images[&operand])),
        };
        images.insert(part, new);
    }
    images[&formula]
}

/// What formulas call propositions.
#[derive(Clone, Debug, Default)]
pub struct Vocabulary {
    names: IndexMap<String, Proposition>,
}

impl Vocabulary {
    /// Learns what a text names; equal propositions may have several names.
    ///
    /// # Errors
    /// When it names nothing in the model.
    pub fn learn(&mut self, model: &mut dyn Source, name: &str) -> Result<Proposition, Unknown> {
        if let Some(&known) = self.names.get(name) {
            return Ok(known);
        }
        let proposition = resolve(model, name)?;
        self.names.insert(name.to_owned(), proposition);
        Ok(proposition)
    }

    /// Learns a name for a proposition that is known otherwise.
    pub fn name(&mut self, name: &str, proposition: Proposition) {
        self.names.insert(name.to_owned(), proposition);
    }

    /// What a name stands for.
    pub fn get(&self, name: &str) -> Option<Proposition> {
        self.names.get(name).copied()
    }

    /// All names, in the order in which they were learnt.
    pub fn names(&self) -> impl Iterator<Item = (&str, Proposition)> {
        self.names
            .iter()
            .map(|(name, &proposition)| (name.as_str(), proposition))
    }

    /// The formula with one name for each proposition, of those that it uses itself, so that equal ones are seen to be equal.
    ///
    /// ```
    /// use lariat_ltl::{Formulas, Syntax, parse};
    /// use lariat_model::{Proposition, Vocabulary};
    ///
    /// let mut vocabulary = Vocabulary::default();
    /// for name in ["x == 1", "1 == x"] {
    ///     vocabulary.name(name, Proposition::OfModel(0));
    /// }
    /// let mut formulas = Formulas::new();
    /// let f = parse(&mut formulas, "G(x == 1 -> \"1 == x\")", Syntax::Spot)?;
    /// let g = parse(&mut formulas, "G(x == 1 -> x == 1)", Syntax::Spot)?;
    /// assert_eq!(vocabulary.unify(&mut formulas, f), g);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Panics
    /// If the formula has an atom that nobody has learnt.
    pub fn unify(&self, formulas: &mut Formulas, formula: Formula) -> Formula {
        let mut first: FxHashMap<Proposition, Formula> = FxHashMap::default();
        with_atoms(formulas, formula, |formulas, atom| {
            let name = formulas.name(atom).to_owned();
            let proposition = self.get(&name).expect("every atom was learnt");
            let named = first.entry(proposition);
            *named.or_insert_with(|| formulas.atom(&name))
        })
    }

    /// The formula without the propositions whose value the model knows beforehand.
    pub fn without_constants(
        &self,
        model: &dyn Model,
        formulas: &mut Formulas,
        formula: Formula,
    ) -> Formula {
        with_atoms(formulas, formula, |formulas, atom| {
            let constant = match self.get(formulas.name(atom)) {
                Some(Proposition::OfModel(number)) => model.schema().propositions[number],
                _ => None,
            };
            formulas.make(match constant {
                Some(true) => Node::True,
                Some(false) => Node::False,
                None => Node::Atom(atom),
            })
        })
    }
}
