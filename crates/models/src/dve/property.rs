//! The property process of a model: a Büchi automaton of the runs that violate a property.
//!
//! It moves with the system: its transition is chosen by the state in which a step starts.  Nearly
//! all property processes only read the system; such a one is an automaton over the propositions that its guards
//! are ([`Dve::property_automaton`]), and a product need not know where it came from.  One that has variables of its
//! own, listens on a channel or has committed states influences which steps the system takes: then
//! [`super::Observed`] is the product as DiVinE builds it.

use lariat_automata::{Explicit, Label, Labels};

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
        let process = self.program().property_process()?;
        Some(&process.name)
    }

    /// The property process as an automaton, if it only reads the system.
    ///
    /// Its guards are added to the propositions that the model watches.
    pub fn property_automaton(&mut self) -> Option<PropertyAutomaton> {
        let program = self.program();
        let process = program.property_process()?;
        let accepting = program.property.as_ref()?;
        if !program.property_only_reads() {
            return None;
        }
        let mut automaton = Explicit::new(Labels::default(), accepting.acceptance.clone());
        automaton.name = Some(process.name.clone());
        automaton.initial.push(process.initial);
        let (locations, marks) = (process.locations.clone(), accepting.marks.clone());
        let mut propositions: Vec<usize> = Vec::new();
        locations.iter().for_each(|_| {
            automaton.add_state();
        });
        for (from, location) in locations.iter().enumerate() {
            for &number in &location.outgoing {
                let transition = &self.program().transitions[number as usize];
                let (guard, to) = (transition.guard, transition.to);
                let span = self.guard_spans[number as usize];
                let label = match guard {
                    None => Label::TRUE,
                    Some(guard) => {
                        let number = self.model.watch(guard);
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
                automaton.add_transition(from as u32, label, marks[from].clone(), to);
            }
        }
        Some(PropertyAutomaton {
            automaton,
            propositions,
        })
    }
}
