//! What the structure of a net alone says of all its markings: transitions that can never fire, and places that never change.
//!
//! A place may get tokens if it has some at first or a transition that is not known to be dead puts some there; a transition is dead
//! if one of its inputs never gets tokens, or never changes and has too few.  The largest such set of dead transitions is found from
//! below: at first all are held for dead, and each that may fire brings others to life.

use super::Transition;
use super::proposition::{Constraint, MarkingProposition};

/// Facts about all markings of a net.
#[derive(Clone, Debug, Default)]
pub(super) struct Facts {
    /// The tokens of the places that never change.
    constant: Vec<Option<u32>>,
    is_dead: Vec<bool>,
}

impl Facts {
    pub(super) fn new(initial: &[u32], transitions: &[Transition]) -> Self {
        let mut facts = Self {
            constant: initial.iter().map(|&tokens| Some(tokens)).collect(),
            is_dead: vec![true; transitions.len()],
        };
        let mut consumers = vec![Vec::new(); initial.len()];
        for (number, transition) in transitions.iter().enumerate() {
            for &(place, _) in &transition.inputs {
                consumers[place as usize].push(number);
            }
        }
        let mut may_gain = vec![false; initial.len()];
        let mut open: Vec<usize> = (0..transitions.len()).collect();
        while let Some(number) = open.pop() {
            let transition = &transitions[number];
            let has_tokens = |&(place, weight): &(u32, u32)| {
                may_gain[place as usize] || initial[place as usize] >= weight
            };
            if !facts.is_dead[number] || !transition.inputs.iter().all(has_tokens) {
                continue;
            }
            facts.is_dead[number] = false;
            for (place, effect) in transition.effects() {
                let place = place as usize;
                facts.constant[place] = None;
                if effect > 0 && !may_gain[place] {
                    may_gain[place] = true;
                    open.extend_from_slice(&consumers[place]);
                }
            }
        }
        facts
    }

    /// A proposition that is true in the same markings of the net, and speaks of nothing that is known.
    pub(super) fn simplified(
        &self,
        proposition: &MarkingProposition,
    ) -> Option<MarkingProposition> {
        match proposition {
            MarkingProposition::Constant(_) => Some(proposition.clone()),
            MarkingProposition::Fireable(transitions) => {
                let alive = transitions.iter().copied();
                let alive = alive.filter(|&number| !self.is_dead[number as usize]);
                Some(MarkingProposition::fireable(alive.collect()))
            }
            MarkingProposition::Constraint(constraint) => self.simplified_constraint(constraint),
        }
    }

    fn simplified_constraint(&self, constraint: &Constraint) -> Option<MarkingProposition> {
        let mut bound = constraint.bound;
        let mut terms = Vec::new();
        for &(place, times) in &constraint.terms {
            match self.constant[place as usize] {
                Some(tokens) => {
                    bound = bound.checked_sub(times.checked_mul(tokens.into())?)?;
                }
                None => terms.push((place, times)),
            }
        }
        Some(MarkingProposition::normal(
            terms,
            constraint.relation,
            bound,
        ))
    }
}
