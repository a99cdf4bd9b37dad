//! From nodes and arcs as a text has them to a net: references followed, arcs sorted out, every fault told.

use lariat_diagnostics::AllLocated;
use rustc_hash::{FxHashMap, FxHashSet};

use super::Transition;
use super::error::{Error, ErrorKind, Errors, Sort};
use super::reader::{Arc, Draft, Located, MOST_WEIGHT, NodeKind};
use lariat_model::closest;

/// The parts of a net.
#[derive(Default)]
pub(super) struct Parts {
    pub(super) places: Vec<String>,
    pub(super) initial: Vec<u32>,
    pub(super) names: Vec<String>,
    pub(super) transitions: Vec<Transition>,
}

/// What an id stands for.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Meaning {
    Place(u32),
    Transition(u32),
}

struct Resolver<'d> {
    draft: &'d Draft,
    /// The node with this id.
    nodes: FxHashMap<&'d str, usize>,
    /// What each node stands for, as far as that is known.
    meanings: Vec<Option<Meaning>>,
    /// The references that are at fault.
    is_faulty: Vec<bool>,
    /// Where an arc's weight is kept: by transition, place, and whether it leaves the transition.
    arcs: FxHashMap<(u32, u32, bool), usize>,
    errors: Vec<Error>,
}

/// The net of a draft.
pub(super) fn resolve(draft: &Draft) -> Result<Parts, Errors> {
    let mut resolver = Resolver {
        draft,
        nodes: FxHashMap::default(),
        meanings: vec![None; draft.nodes.len()],
        is_faulty: vec![false; draft.nodes.len()],
        arcs: FxHashMap::default(),
        errors: Vec::new(),
    };
    let mut parts = resolver.declare();
    resolver.follow_references();
    let mut ids = FxHashSet::default();
    for arc in &draft.arcs {
        if let Some(id) = &arc.id
            && !ids.insert(&*id.word)
        {
            resolver.fault(ErrorKind::RepeatedId(id.word.clone()), id);
        }
        resolver.add_arc(arc, &mut parts);
    }
    for transition in &mut parts.transitions {
        transition.tidy();
    }
    match resolver.errors.is_empty() {
        true => Ok(parts),
        false => Err(AllLocated(resolver.errors)),
    }
}

impl<'d> Resolver<'d> {
    fn fault(&mut self, kind: ErrorKind, at: &Located) {
        self.errors.push(Error::new(kind, at.span.clone()));
    }

    fn declare(&mut self) -> Parts {
        let mut parts = Parts::default();
        for (number, node) in self.draft.nodes.iter().enumerate() {
            if self.nodes.insert(&node.id.word, number).is_some() {
                self.fault(ErrorKind::RepeatedId(node.id.word.clone()), &node.id);
            }
            self.meanings[number] = match node.kind {
                NodeKind::Place { tokens } => {
                    parts.places.push(node.id.word.clone());
                    parts.initial.push(tokens);
                    Some(Meaning::Place(parts.places.len() as u32 - 1))
                }
                NodeKind::Transition => {
                    parts.names.push(node.id.word.clone());
                    parts.transitions.push(Transition::default());
                    Some(Meaning::Transition(parts.names.len() as u32 - 1))
                }
                NodeKind::PlaceReference(_) | NodeKind::TransitionReference(_) => None,
            };
        }
        parts
    }

    /// Finds what every reference stands for; references may stand for references.
    fn follow_references(&mut self) {
        let mut is_on_path = vec![false; self.draft.nodes.len()];
        for start in 0..self.draft.nodes.len() {
            let mut path = Vec::new();
            let mut at = start;
            while self.meanings[at].is_none() && !self.is_faulty[at] {
                path.push(at);
                is_on_path[at] = true;
                let Some(next) = self.step(at, &is_on_path) else {
                    self.is_faulty[at] = true;
                    break;
                };
                at = next;
            }
            for number in path {
                self.meanings[number] = self.meanings[at];
                self.is_faulty[number] = self.is_faulty[at];
            }
        }
    }

    /// The node that a reference names; none if it is at fault, which is noted.
    fn step(&mut self, reference: usize, is_on_path: &[bool]) -> Option<usize> {
        let node = &self.draft.nodes[reference];
        let (target, sort) = match &node.kind {
            NodeKind::PlaceReference(target) => (target, Sort::Place),
            NodeKind::TransitionReference(target) => (target, Sort::Transition),
            NodeKind::Place { .. } | NodeKind::Transition => return None,
        };
        let next = self.nodes.get(target.word.as_str()).copied();
        let Some(next) = next.filter(|&next| sort_of(&self.draft.nodes[next].kind) == sort) else {
            self.undeclared(target, sort);
            return None;
        };
        if is_on_path[next] && self.meanings[next].is_none() && !self.is_faulty[next] {
            self.fault(ErrorKind::CircularReference(node.id.word.clone()), target);
            return None;
        }
        Some(next)
    }

    fn undeclared(&mut self, name: &Located, sort: Sort) {
        let nodes = self.draft.nodes.iter();
        let fits = |kind: &NodeKind| sort == Sort::Node || sort_of(kind) == sort;
        let candidates = nodes
            .filter(|node| fits(&node.kind))
            .map(|node| node.id.word.as_str());
        let kind = ErrorKind::Undeclared {
            sort,
            name: name.word.clone(),
            suggestion: closest(&name.word, candidates),
        };
        self.fault(kind, name);
    }

    fn add_arc(&mut self, arc: &Arc, parts: &mut Parts) {
        let ends = [&arc.source, &arc.target].map(|end| {
            let node = self.nodes.get(end.word.as_str()).copied();
            if node.is_none() {
                self.undeclared(end, Sort::Node);
            }
            // A reference at fault has been told already.
            self.meanings[node?]
        });
        let [Some(source), Some(target)] = ends else {
            return;
        };
        let (transition, place, is_output) = match (source, target) {
            (Meaning::Place(place), Meaning::Transition(transition)) => (transition, place, false),
            (Meaning::Transition(transition), Meaning::Place(place)) => (transition, place, true),
            (Meaning::Place(_), Meaning::Place(_)) => return self.same_sort(arc, Sort::Place),
            (Meaning::Transition(_), Meaning::Transition(_)) => {
                return self.same_sort(arc, Sort::Transition);
            }
        };
        let joined = &mut parts.transitions[transition as usize];
        let list = match is_output {
            true => &mut joined.outputs,
            false => &mut joined.inputs,
        };
        let known = *self
            .arcs
            .entry((transition, place, is_output))
            .or_insert(list.len());
        match list.get_mut(known) {
            None => list.push((place, arc.weight)),
            Some((_, weight)) => match weight.checked_add(arc.weight) {
                Some(sum) if sum <= MOST_WEIGHT => *weight = sum,
                _ => {
                    let error = Error::new(ErrorKind::TooHeavy, arc.span.clone());
                    self.errors.push(error);
                }
            },
        }
    }

    fn same_sort(&mut self, arc: &Arc, sort: Sort) {
        let kind = ErrorKind::SameSort {
            source_id: arc.source.word.clone(),
            target_id: arc.target.word.clone(),
            sort,
        };
        self.errors.push(Error::new(kind, arc.span.clone()));
    }
}

fn sort_of(kind: &NodeKind) -> Sort {
    match kind {
        NodeKind::Place { .. } | NodeKind::PlaceReference(_) => Sort::Place,
        NodeKind::Transition | NodeKind::TransitionReference(_) => Sort::Transition,
    }
}
