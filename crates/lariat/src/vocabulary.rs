//! The propositions of a question: what formulas call them, and where letters keep them.
//!
//! A proposition is one of the model's own, or speaks of events: `dead` is true in states without a step, `enabled(e)` where
//! a step of the event e can be taken, and `taken(e)` on the steps that take it.

use indexmap::IndexMap;
use lariat_automata::Letter;
use lariat_ltl::{Formula, Formulas, Node};
use lariat_models::Model;
use rustc_hash::FxHashMap;

use crate::source::{Misunderstanding, Source};

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
    let mut event = |name: &str, proposition: fn(usize) -> Proposition| {
        let found = model.events().iter().position(|event| event == name);
        let found = found.map(proposition).or_else(|| model.missing_event());
        found.ok_or_else(|| Unknown::Event(name.to_owned()))
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
pub(crate) fn of_event<'t>(word: &str, text: &'t str) -> Option<&'t str> {
    let inner = text.trim().strip_prefix(word)?.trim_start();
    Some(inner.strip_prefix('(')?.strip_suffix(')')?.trim())
}

/// Where letters keep propositions: the model's own at their numbers, the others behind them.
#[derive(Clone, Debug, Default)]
pub(crate) struct Layout {
    own: usize,
    others: Vec<Proposition>,
    /// Whether the letters of two steps that leave one state may differ.
    pub(crate) speaks_of_steps: bool,
    /// Whether it matters which events are enabled, or taken.
    pub(crate) speaks_of_events: bool,
}

impl Layout {
    /// The layout for the propositions that a question uses.
    pub(crate) fn new(model: &dyn Model, used: impl IntoIterator<Item = Proposition>) -> Self {
        let mut layout = Self {
            own: model.propositions(),
            speaks_of_steps: model.reads_steps(),
            ..Self::default()
        };
        for proposition in used {
            if matches!(proposition, Proposition::OfModel(_))
                || layout.others.contains(&proposition)
            {
                continue;
            }
            layout.speaks_of_steps |= matches!(proposition, Proposition::Taken(_));
            layout.speaks_of_events |=
                matches!(proposition, Proposition::Enabled(_) | Proposition::Taken(_));
            layout.others.push(proposition);
        }
        layout
    }

    /// Where letters keep a proposition.
    pub(crate) fn index(&self, proposition: Proposition) -> usize {
        match proposition {
            Proposition::OfModel(number) => number,
            other => {
                let place = self.others.iter().position(|&known| known == other);
                self.own + place.expect("the layout was made for it")
            }
        }
    }

    /// Adds what is true in a state where `enabled` are, no step or some.
    pub(crate) fn add_state(&self, is_dead: bool, enabled: &Letter, letter: &mut Letter) {
        self.add(letter, |proposition| match proposition {
            Proposition::Dead => is_dead,
            Proposition::Enabled(event) => enabled.contains(event),
            Proposition::OfModel(_) | Proposition::Taken(_) => false,
        });
    }

    /// Adds what is true on a step that takes `taken`.
    pub(crate) fn add_step(&self, taken: &Letter, letter: &mut Letter) {
        self.add(letter, |proposition| match proposition {
            Proposition::Taken(event) => taken.contains(event),
            _ => false,
        });
    }

    fn add(&self, letter: &mut Letter, is_true: impl Fn(Proposition) -> bool) {
        for (place, &proposition) in self.others.iter().enumerate() {
            if is_true(proposition) {
                letter.insert(self.own + place);
            }
        }
    }
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

    /// The formula with one name for each proposition, so that equal ones are seen to be equal.
    ///
    /// ```
    /// use lariat::vocabulary::Vocabulary;
    /// use lariat_ltl::{Formulas, Syntax, parse};
    /// use lariat_models::dve::Dve;
    ///
    /// let mut model = Dve::parse("byte x; process P { state q; init q; } system async;")?;
    /// let mut vocabulary = Vocabulary::default();
    /// for name in ["x == 1", "1 == x"] {
    ///     vocabulary.learn(&mut model, name).expect("it has an x");
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
        let mut images: FxHashMap<Formula, Formula> = FxHashMap::default();
        for part in formulas.subformulas(formula) {
            let node = formulas.node(part).clone();
            let image = match node {
                Node::Atom(atom) => {
                    let name = self.first_name(formulas.name(atom)).to_owned();
                    formulas.atom(&name)
                }
                node => formulas.make(node.map(|operand| images[&operand])),
            };
            images.insert(part, image);
        }
        images[&formula]
    }

    fn first_name(&self, name: &str) -> &str {
        let proposition = self.names.get(name).expect("every atom was learnt");
        let first = self.names.iter().find(|(_, known)| *known == proposition);
        first.expect("the name itself is one").0
    }
}
