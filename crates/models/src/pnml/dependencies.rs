//! What the transitions of a net depend on: the structure that reductions and symbolic engines read.
//!
//! A slot is a place, a group is a transition.  It tests that its inputs have enough tokens, and adds to the places that it changes.

use lariat_automata::BitSet;
use lariat_model::structure::{
    Change, Dependencies, Effect, Group, GroupIndex, Guard, GuardIndex, GuardShape, Slot,
};
use lariat_model::{RuntimeError, Step, Structure};
use rustc_hash::FxHashMap;

use super::proposition::MarkingProposition;
use super::{Net, Transition};

/// With more groups times slots than this the tables would be too large.
const LARGEST_TABLE: usize = 1 << 28;

/// The structure of a net.
#[derive(Clone, Debug)]
pub(super) struct NetStructure {
    dependencies: Dependencies,
    /// The words of a plain state.
    width: usize,
}

impl NetStructure {
    /// The structure of a net and of the propositions that it watches; none if the tables would be too large.
    pub(super) fn new(net: &Net) -> Option<Self> {
        if net.transitions.len().saturating_mul(net.places.len()) > LARGEST_TABLE {
            return None;
        }
        let mut guards = Guards::default();
        let transitions = net.transitions.iter().enumerate();
        let groups = transitions
            .map(|(number, transition)| group(number, transition, &mut guards))
            .collect();
        let propositions = net.propositions.list().iter();
        let propositions = propositions.map(|proposition| Some(reads(net, proposition)));
        Some(Self {
            dependencies: Dependencies {
                slots: net.places.clone(),
                groups,
                propositions: propositions.collect(),
                guards: guards.list,
            },
            width: net.schema.width,
        })
    }
}

/// Guards, each once.
#[derive(Default)]
struct Guards {
    list: Vec<Guard>,
    numbers: FxHashMap<(u32, u32), GuardIndex>,
}

impl Guards {
    /// The guard that a place has so many tokens.
    fn at_least(&mut self, place: u32, tokens: u32) -> GuardIndex {
        let Self { list, numbers } = self;
        *numbers.entry((place, tokens)).or_insert_with(|| {
            list.push(Guard {
                reads: vec![Slot(place)],
                shape: GuardShape::AtLeast(Slot(place), tokens.into()),
            });
            GuardIndex(list.len() as u32 - 1)
        })
    }
}

fn group(number: usize, transition: &Transition, guards: &mut Guards) -> Group {
    let effects = transition.effects();
    let inputs = transition.inputs.iter();
    let writes: BitSet = effects.iter().map(|&(place, _)| place as usize).collect();
    let tested: BitSet = inputs.clone().map(|&(place, _)| place as usize).collect();
    Group {
        step: Step::alone(number as u32),
        events: BitSet::single(number),
        guards: inputs
            .map(|&(place, weight)| guards.at_least(place, weight))
            .collect(),
        reads: tested.union(&writes),
        writes,
        effects: effects
            .into_iter()
            .map(|(place, added)| Effect {
                slot: Slot(place),
                change: Change::Add(added),
            })
            .collect(),
        can_fail: false,
    }
}

/// The places that a proposition speaks of.
fn reads(net: &Net, proposition: &MarkingProposition) -> BitSet {
    match proposition {
        MarkingProposition::Constant(_) => BitSet::EMPTY,
        MarkingProposition::Constraint(constraint) => {
            let terms = constraint.terms.iter();
            terms.map(|&(place, _)| place as usize).collect()
        }
        MarkingProposition::Fireable(transitions) => {
            let transitions = transitions.iter();
            let inputs = transitions.flat_map(|&number| &net.transitions[number as usize].inputs);
            inputs.map(|&(place, _)| place as usize).collect()
        }
    }
}

impl Structure for NetStructure {
    fn dependencies(&self) -> &Dependencies {
        &self.dependencies
    }

    fn unfold(&self, plain: &[u32], slots: &mut Vec<i64>) {
        slots.clear();
        let places = &plain[..self.dependencies.slots.len()];
        slots.extend(places.iter().map(|&tokens| i64::from(tokens)));
    }

    fn fold(&self, slots: &[i64], plain: &mut Vec<u32>) {
        let start = plain.len();
        plain.extend(slots.iter().map(|&tokens| tokens as u32));
        plain.resize(start + self.width, 0);
    }

    fn holds(&self, guard: GuardIndex, slots: &[i64]) -> Result<bool, RuntimeError> {
        match self.dependencies.guards[guard.0 as usize].shape {
            GuardShape::AtLeast(Slot(place), tokens) => Ok(slots[place as usize] >= tokens),
            _ => unreachable!("a net tests nothing else"),
        }
    }

    fn fire(&self, group: GroupIndex, slots: &mut [i64]) -> Result<bool, RuntimeError> {
        let group = &self.dependencies.groups[group.0 as usize];
        for &guard in &group.guards {
            if !self.holds(guard, slots)? {
                return Ok(false);
            }
        }
        for effect in &group.effects {
            if let Change::Add(added) = effect.change {
                slots[effect.slot.0 as usize] += added;
            }
        }
        Ok(true)
    }
}
