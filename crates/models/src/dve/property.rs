//! The property process of a model: a Büchi automaton of the runs that violate a property.
//!
//! It moves with the system: its transition is chosen by the state in which a step starts.  Nearly
//! all property processes only read the system; such a one is an automaton over the propositions that its guards
//! are ([`Dve::property_automaton`]), and a product need not know where it came from.  One that has variables of its
//! own, listens on a channel or has committed states influences which steps the system takes: then
//! [`Observed`] is the product as DiVinE builds it.

use lariat_automata::{Explicit, Label, Labels, Marks};
use lariat_model::Schema;

use super::Dve;

/// A property process as an automaton.
pub struct PropertyAutomaton {
    /// The automaton of the violating runs; marks lie on the edges that leave a location.
    pub automaton: Explicit,
    /// For each proposition of the automaton its number among the model's propositions.
    pub propositions: Vec<usize>,
}

impl Dve {
    /// The name of the property process, if the model has one.
    pub fn property(&self) -> Option<&str> {
        let process = self.program.property_process()?;
        Some(&process.name)
    }

    /// The property process as an automaton, if it only reads the system.
    ///
    /// Its guards are added to the propositions that the model watches.
    pub fn property_automaton(&mut self) -> Option<PropertyAutomaton> {
        let process = self.program.property_process()?;
        let accepting = self.program.property.as_ref()?;
        if !self.program.property_only_reads() {
            return None;
        }
        let mut automaton = Explicit::new(Labels::default(), accepting.acceptance.clone());
        automaton.name = Some(process.name.clone());
        automaton.initial.push(process.initial);
        let mut propositions: Vec<usize> = Vec::new();
        process.locations.iter().for_each(|_| {
            automaton.add_state();
        });
        for (from, location) in process.locations.iter().enumerate() {
            for &number in &location.outgoing {
                let transition = &self.program.transitions[number as usize];
                let span = self.guard_spans[number as usize];
                let label = match transition.guard {
                    None => Label::TRUE,
                    Some(guard) => {
                        let number = self.propositions.add(&self.program, guard);
                        let known = propositions.iter().position(|&other| other == number);
                        let index = known.unwrap_or_else(|| {
                            propositions.push(number);
                            let text = &self.text[span.range()];
                            automaton.labels.propositions.push(text.to_owned());
                            propositions.len() - 1
                        });
                        automaton.labels.bdds.var(index as u32)
                    }
                };
                let marks = accepting.marks[from].clone();
                automaton.add_transition(from as u32, label, marks, transition.to);
            }
        }
        self.note_propositions();
        Some(PropertyAutomaton {
            automaton,
            propositions,
        })
    }
}

/// A model together with its property process: the product that DiVinE builds.
///
/// Every step is one of the system together with one of the property process, both enabled in the
/// state that they leave.  Where the system is deadlocked the property process moves alone.  The
/// effects of the property process read the state that is left.
pub struct Observed {
    pub(super) model: Dve,
    pub(super) schema: Schema,
    pub(super) marks: Vec<Marks>,
    /// Whether the property process moves alone where the system is deadlocked.
    pub(super) stutters: bool,
}

impl Observed {
    /// The product of a model with its property process, if it has one.
    pub fn new(model: Dve) -> Option<Self> {
        let accepting = model.program.property.clone()?;
        let schema = Schema {
            width: model.program.observed_width,
            acceptance: accepting.acceptance,
            ..model.schema.clone()
        };
        Some(Self {
            model,
            schema,
            marks: accepting.marks,
            stutters: true,
        })
    }

    /// The same, but where the system is deadlocked the run ends.
    #[must_use]
    pub fn without_stuttering(self) -> Self {
        Self {
            stutters: false,
            ..self
        }
    }

    /// The model without its property process.
    pub fn model(&self) -> &Dve {
        &self.model
    }
}
