//! Place/transition nets, read from PNML (ISO/IEC 15909-2), the format of the Model Checking Contest.
//!
//! [`Net::parse`] reads a net.  The result is a [`Model`] by the definition of firing: a state is one word a place, its number of
//! tokens; every transition is an event.  [`Packed`] is the same net for searches: states are packed into as few bits as the markings that were
//! met need, and only transitions that a step touches are tested again.
//!
//! Token counts are numbers of 32 bits.  A step that would exceed them is not taken: the search ends undecided
//! ([`lariat_model::Outgrown::Numbers`]).

mod dependencies;
mod error;
mod expression;
mod names;
mod packed;
mod packing;
mod proposition;
mod reader;
mod resolve;
mod source;
mod structure;

pub use error::{Error, ErrorKind, Errors, Sort, Warning, WarningKind};
pub use packed::Packed;
pub use proposition::{Comparison, Constraint, MarkingProposition, Relation, Sum};
pub(crate) use source::PnmlFormat;

use std::sync::OnceLock;

use lariat_automata::Letter;
use lariat_model::{
    Comments, Model, Outgrown, RuntimeError, Schema, Step, Stepper, Structure, Successors, Value,
};

use dependencies::NetStructure;
use names::Numbers;
use proposition::Propositions;
use structure::Facts;

/// A place/transition net, run by the definition.
#[derive(Clone, Debug)]
pub struct Net {
    places: Vec<String>,
    initial: Vec<u32>,
    /// The events are the transitions' ids.
    schema: Schema,
    transitions: Vec<Transition>,
    place_numbers: Numbers,
    transition_numbers: Numbers,
    comments: Comments,
    warnings: Vec<Warning>,
    propositions: Propositions,
    facts: Facts,
    /// What its transitions read and write, once somebody has asked.
    structure: OnceLock<Option<NetStructure>>,
}

/// A transition of a net.
#[derive(Clone, Debug, Default)]
pub(crate) struct Transition {
    /// The places that it takes tokens from, in ascending order, and how many.
    pub(crate) inputs: Vec<(u32, u32)>,
    /// The places that it puts tokens on, in ascending order, and how many.
    pub(crate) outputs: Vec<(u32, u32)>,
}

impl Transition {
    fn tidy(&mut self) {
        self.inputs.sort_unstable();
        self.outputs.sort_unstable();
    }

    /// Whether a marking lets it fire.
    pub(crate) fn is_enabled(&self, marking: &[u32]) -> bool {
        let mut inputs = self.inputs.iter();
        inputs.all(|&(place, weight)| marking[place as usize] >= weight)
    }

    /// The places whose tokens it changes, in ascending order, and by how much.
    pub(crate) fn effects(&self) -> Vec<(u32, i64)> {
        let taken = self
            .inputs
            .iter()
            .map(|&(p, weight)| (p, -i64::from(weight)));
        let put = self
            .outputs
            .iter()
            .map(|&(p, weight)| (p, i64::from(weight)));
        let mut effects: Vec<(u32, i64)> = taken.chain(put).collect();
        effects.sort_unstable();
        effects.dedup_by(|later, earlier| {
            let is_same = later.0 == earlier.0;
            if is_same {
                earlier.1 += later.1;
            }
            is_same
        });
        effects.retain(|&(_, effect)| effect != 0);
        effects
    }
}

impl Net {
    /// Reads a net.
    ///
    /// # Errors
    /// The first fault of the XML, or all other faults that were found.
    ///
    /// ```
    /// use lariat_budget::Budget;
    /// use lariat_models::pnml::Net;
    /// use lariat_space::explore;
    ///
    /// let net = Net::parse(
    ///     r#"<pnml><net id="n" type="http://www.pnml.org/version-2009/grammar/ptnet"><page id="g">
    ///          <place id="p"><initialMarking><text>3</text></initialMarking></place>
    ///          <place id="q"/>
    ///          <transition id="t"/>
    ///          <arc id="a" source="p" target="t"/> <arc id="b" source="t" target="q"/>
    ///        </page></net></pnml>"#,
    /// )?;
    /// let found = explore(&net, &Budget::unlimited());
    /// assert_eq!((found.states, found.transitions, found.deadlocks), (4, 3, 1));
    /// # Ok::<(), lariat_models::pnml::Errors>(())
    /// ```
    pub fn parse(text: &str) -> Result<Self, Errors> {
        let draft = reader::read(text)?;
        let parts = resolve::resolve(&draft)?;
        let facts = Facts::new(&parts.initial, &parts.transitions);
        let schema = Schema {
            can_fail: false,
            counts_tokens: true,
            // A state has at least one word.
            ..Schema::new(parts.places.len().max(1), parts.names.clone(), 0)
        };
        Ok(Self {
            place_numbers: Numbers::new(&parts.places),
            transition_numbers: Numbers::new(&parts.names),
            places: parts.places,
            initial: parts.initial,
            schema,
            transitions: parts.transitions,
            comments: draft.comments,
            warnings: draft.warnings,
            propositions: Propositions::default(),
            facts,
            structure: OnceLock::new(),
        })
    }

    /// What is odd about the text.
    pub fn warnings(&self) -> &[Warning] {
        &self.warnings
    }

    /// The ids of the places.
    pub fn places(&self) -> &[String] {
        &self.places
    }

    /// The number of a place.
    pub fn place(&self, id: &str) -> Option<u32> {
        self.place_numbers.get(id)
    }

    /// The number of a transition.
    pub fn transition(&self, id: &str) -> Option<u32> {
        self.transition_numbers.get(id)
    }

    pub(crate) fn place_ids(&self) -> impl Iterator<Item = &str> {
        self.places.iter().map(String::as_str)
    }

    pub(crate) fn transition_ids(&self) -> impl Iterator<Item = &str> {
        self.schema.events.iter().map(String::as_str)
    }

    /// A proposition as [`Net::proposition`] reads it.
    pub fn spell(&self, proposition: &MarkingProposition) -> String {
        proposition.spell(&self.places, &self.schema.events)
    }

    /// What a text says of a marking.
    ///
    /// # Errors
    /// When the text is no proposition over the ids of the net.
    pub fn proposition(&self, text: &str) -> Result<MarkingProposition, Errors> {
        Ok(expression::parse(self, text)?)
    }

    /// A proposition that is true in the same reachable markings, without the transitions that can never fire and the places that
    /// never change, as far as the structure of the net tells.
    pub fn simplified(&self, proposition: MarkingProposition) -> MarkingProposition {
        self.facts.simplified(&proposition).unwrap_or(proposition)
    }

    /// Adds what a text says of a marking to the propositions, and gives its number in letters.
    ///
    /// A proposition with the same meaning as an earlier one gets the earlier one's number.
    ///
    /// # Errors
    /// When the text is no proposition over the ids of the net.
    pub fn watch(&mut self, text: &str) -> Result<usize, Errors> {
        let proposition = self.proposition(text)?;
        Ok(self.watch_proposition(proposition))
    }

    /// Adds a proposition, and gives its number in letters.
    pub fn watch_proposition(&mut self, proposition: MarkingProposition) -> usize {
        let constant = match self.simplified(proposition.clone()) {
            MarkingProposition::Constant(value) => Some(value),
            _ => None,
        };
        let number = self.propositions.add(proposition);
        self.structure = OnceLock::new();
        if number == self.schema.propositions.len() {
            self.schema.propositions.push(constant);
        }
        number
    }

    /// Whether a marking satisfies a proposition.
    fn satisfies(&self, marking: &[u32], proposition: &MarkingProposition) -> bool {
        match proposition {
            MarkingProposition::Constant(value) => *value,
            MarkingProposition::Constraint(constraint) => {
                let terms = constraint.terms.iter();
                let values = terms
                    .map(|&(place, times)| i128::from(times) * i128::from(marking[place as usize]));
                constraint.relation.holds(values.sum(), constraint.bound)
            }
            MarkingProposition::Fireable(transitions) => transitions
                .iter()
                .any(|&transition| self.transitions[transition as usize].is_enabled(marking)),
        }
    }
}

/// The marking as named values, empty places left out.
fn describe(places: &[String], marking: &[u32]) -> Vec<(String, Value)> {
    let marked = places
        .iter()
        .zip(marking)
        .filter(|(_, tokens)| **tokens > 0);
    marked
        .map(|(place, &tokens)| (place.clone(), Value::Number(tokens.into())))
        .collect()
}

impl Model for Net {
    fn schema(&self) -> &Schema {
        &self.schema
    }

    fn stepper(&self) -> Box<dyn Stepper + '_> {
        self.reference()
    }

    fn reference(&self) -> Box<dyn Stepper + '_> {
        Box::new(Firing(self))
    }

    fn each_event(&self, step: Step, visit: &mut dyn FnMut(usize)) {
        visit(step.transition as usize);
    }

    fn describe(&self, plain: &[u32]) -> Vec<(String, Value)> {
        describe(&self.places, plain)
    }

    fn structure(&self) -> Option<&dyn Structure> {
        let structure = self.structure.get_or_init(|| NetStructure::new(self));
        let structure = structure.as_ref()?;
        Some(structure)
    }
}

/// The net by the definition of firing.
struct Firing<'m>(&'m Net);

impl Stepper for Firing<'_> {
    fn width(&self) -> usize {
        self.0.schema.width
    }

    fn initial(&mut self, out: &mut Vec<u32>) {
        let start = out.len();
        out.extend_from_slice(&self.0.initial);
        out.resize(start + self.width(), 0);
    }

    fn successors(&mut self, state: &[u32], out: &mut Successors) {
        let first = out.steps.len();
        for (number, transition) in self.0.transitions.iter().enumerate() {
            if !transition.is_enabled(state) {
                continue;
            }
            let start = out.states.len();
            out.states.extend_from_slice(state);
            let marking = &mut out.states[start..];
            for (place, effect) in transition.effects() {
                let tokens = i64::from(marking[place as usize]) + effect;
                let Ok(tokens) = u32::try_from(tokens) else {
                    out.states.truncate(start);
                    out.outgrown = Some(Outgrown::Numbers);
                    return;
                };
                marking[place as usize] = tokens;
            }
            out.steps.push(Step::alone(number as u32));
        }
        out.note_enabled(self.0, first);
    }

    fn observe(
        &mut self,
        state: &[u32],
        wanted: &[usize],
        letter: &mut Letter,
    ) -> Result<(), RuntimeError> {
        let propositions = self.0.propositions.list();
        for &number in wanted {
            if self.0.satisfies(state, &propositions[number]) {
                letter.insert(number);
            }
        }
        Ok(())
    }
}
