//! The check of a certificate, in one pass over the edges.
//!
//! Two things make a certificate right.  Its *shape*: each component's reason follows from the acceptance
//! condition alone, given that its inner edges lack the marks that it says they lack.  And its *fit*:
//! every initial state and every target of an edge is listed, and every edge respects the order of the
//! components and what they say they lack.  A run of the automaton then stays in a component for ever, at
//! level 0; if it is accepting it belongs to one of the levels that the component is split into, takes no
//! avoided edge from some point on, and stays in a component of that level, and so on, until a component
//! that is not split contradicts it.

use std::collections::{HashMap, HashSet};

use lariat_automata::{Automaton, BitSet, Condition, Edge, Marks};

use super::{Certificate, Component, ComponentReason, Level};
use crate::condition::{Node, evaluate, parts, postfix};

/// Why a certificate does not prove that an automaton is empty.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Flaw {
    /// There is no level 0.
    #[error("no level divides the states")]
    NoLevel,
    /// Level 0 speaks of all edges and of the whole condition.
    #[error("level 0 leaves out edges or parts of the condition")]
    Restricted,
    /// A level belongs to one component, which is listed before it.
    #[error("level {0} does not belong to exactly one component of an earlier level")]
    StrayLevel(usize),
    /// A state is listed twice in a level.
    #[error("state {state} is listed twice in level {level}")]
    Twice {
        /// The state.
        state: u32,
        /// The level.
        level: usize,
    },
    /// What a component lacks does not keep runs from being accepting.
    #[error(
        "component {component} of level {level} may hold an accepting cycle for all that it lacks"
    )]
    Unfounded {
        /// The level.
        level: usize,
        /// The component's position there, from 0 on.
        component: usize,
    },
    /// A reachable state is not listed.
    #[error("the reachable state {state} is not listed in level {level}")]
    Missing {
        /// The state.
        state: u32,
        /// The level.
        level: usize,
    },
    /// An edge leads to a component that is listed later.
    #[error("the edge from {from} to {to} leads to a later component of level {level}")]
    Backwards {
        /// The edge's source.
        from: u32,
        /// Its target.
        to: u32,
        /// The level.
        level: usize,
    },
    /// An edge inside a component contradicts its reason.
    #[error(
        "the edge from {from} to {to} contradicts the reason of its component in level {level}"
    )]
    Contradicted {
        /// The edge's source.
        from: u32,
        /// Its target.
        to: u32,
        /// The level.
        level: usize,
    },
}

/// Checks that a certificate proves the automaton empty.
pub fn check<A: Automaton<State = u32>>(
    automaton: A,
    certificate: &Certificate,
) -> Result<(), Flaw> {
    check_shape(&automaton.acceptance().condition, certificate)?;
    check_fit(automaton, certificate)
}

/// Every level but the first belongs to a component, and every component's reason is sound.
fn check_shape(condition: &Condition, certificate: &Certificate) -> Result<(), Flaw> {
    let levels = &certificate.levels;
    let all = levels.first().ok_or(Flaw::NoLevel)?;
    if !all.avoided.is_empty() || !all.choices.is_empty() {
        return Err(Flaw::Restricted);
    }
    let nodes = postfix(condition);
    let formula = Formula {
        parts: parts(&nodes),
        nodes,
    };
    // For each level the disjuncts that are done without; `None` until a component owns the level.
    let mut dropped: Vec<Option<BitSet>> = vec![None; levels.len()];
    dropped[0] = Some(BitSet::EMPTY);
    for (number, level) in levels.iter().enumerate() {
        let without = dropped[number].clone().ok_or(Flaw::StrayLevel(number))?;
        for (position, component) in level.components.iter().enumerate() {
            let ComponentReason::Lacks { lacks, split } = &component.reason else {
                continue;
            };
            let unfounded = Flaw::Unfounded {
                level: number,
                component: position,
            };
            let mut branches = Vec::new();
            for &branch in split {
                let later = branch > number && branch < levels.len();
                if !later || dropped[branch].is_some() {
                    return Err(Flaw::StrayLevel(branch));
                }
                let without = formula.drop_others(&without, &levels[branch].choices);
                dropped[branch] = Some(without.ok_or_else(|| unfounded.clone())?);
                branches.push(&levels[branch]);
            }
            if !formula.covered(&without, lacks, branches) {
                return Err(unfounded);
            }
        }
    }
    Ok(())
}

struct Formula {
    nodes: Vec<Node>,
    parts: Vec<Vec<usize>>,
}

impl Formula {
    /// Whether the condition can hold without the marks `lacks`, with the nodes `dropped` false, and
    /// with the mark `recurring` infinitely often.
    fn possible(&self, dropped: &BitSet, lacks: &Marks, recurring: Option<usize>) -> bool {
        evaluate(&self.nodes, dropped, |leaf| match leaf {
            Node::Inf(mark) => !lacks.contains(mark),
            Node::Fin(mark) => recurring != Some(mark),
            _ => false,
        })
    }

    /// The parts of a disjunction other than the one taken, if these are what the numbers name.
    fn others(&self, disjunction: usize, taken: usize) -> Option<BitSet> {
        let is_disjunction = matches!(self.nodes.get(disjunction)?, Node::Or(_));
        let parts = &self.parts[disjunction];
        (is_disjunction && parts.contains(&taken)).then(|| {
            parts
                .iter()
                .copied()
                .filter(|&part| part != taken)
                .collect()
        })
    }

    fn drop_others(&self, dropped: &BitSet, choices: &[(usize, usize)]) -> Option<BitSet> {
        let mut dropped = dropped.clone();
        for &(disjunction, taken) in choices {
            dropped.unite(&self.others(disjunction, taken)?);
        }
        Some(dropped)
    }

    /// Whether every accepting run of a component that lacks the marks belongs to one of the branches.
    ///
    /// The choices of the branches are a tree.  At each of its forks the disjunction must be needed, so
    /// that an accepting run satisfies a part of it; a leaf must avoid marks that no accepting run has,
    /// or be missing where the condition cannot hold anyway.
    fn covered(&self, dropped: &BitSet, lacks: &Marks, branches: Vec<&Level>) -> bool {
        let mut pending = vec![(dropped.clone(), 0, branches)];
        while let Some((dropped, depth, branches)) = pending.pop() {
            let Some(first) = branches.first() else {
                if self.possible(&dropped, lacks, None) {
                    return false;
                }
                continue;
            };
            let Some(&(fork, _)) = first.choices.get(depth) else {
                let needed = |mark| !self.possible(&dropped, lacks, Some(mark));
                if branches.len() != 1 || !first.avoided.iter().all(needed) {
                    return false;
                }
                continue;
            };
            let same_fork = |level: &&Level| level.choices.get(depth).is_some_and(|c| c.0 == fork);
            let mut without_fork = dropped.clone();
            without_fork.insert(fork);
            if !branches.iter().all(same_fork) || self.possible(&without_fork, lacks, None) {
                return false;
            }
            for &part in &self.parts[fork] {
                let Some(others) = self.others(fork, part) else {
                    return false;
                };
                let takes_part = |level: &&Level| level.choices[depth].1 == part;
                let taking = branches.iter().copied().filter(takes_part).collect();
                pending.push((dropped.union(&others), depth + 1, taking));
            }
        }
        true
    }
}

/// Where each state is listed: levels, each with the component's position.
type Places = HashMap<u32, Vec<(usize, usize)>>;

fn places(certificate: &Certificate) -> Result<Places, Flaw> {
    let mut places = Places::new();
    for (level, division) in certificate.levels.iter().enumerate() {
        for (position, component) in division.components.iter().enumerate() {
            for &state in &component.states {
                let listed = places.entry(state).or_default();
                if listed.last().is_some_and(|&(last, _)| last == level) {
                    return Err(Flaw::Twice { state, level });
                }
                listed.push((level, position));
            }
        }
    }
    Ok(places)
}

fn place(places: &Places, state: u32, level: usize) -> Result<usize, Flaw> {
    let listed = places.get(&state).map_or(&[][..], Vec::as_slice);
    let found = listed.binary_search_by_key(&level, |&(level, _)| level);
    let index = found.map_err(|_| Flaw::Missing { state, level })?;
    Ok(listed[index].1)
}

/// Every edge that can be reached respects the components.
fn check_fit<A: Automaton<State = u32>>(
    mut automaton: A,
    certificate: &Certificate,
) -> Result<(), Flaw> {
    let places = places(certificate)?;
    let mut pending = Vec::new();
    automaton.initial(&mut pending);
    let mut seen: HashSet<u32> = HashSet::new();
    let mut edges = Vec::new();
    while let Some(state) = pending.pop() {
        if !seen.insert(state) {
            continue;
        }
        place(&places, state, 0)?;
        automaton.successors(&state, &mut edges);
        for edge in edges.drain(..) {
            check_edge(certificate, &places, state, &edge)?;
            pending.push(edge.to);
        }
    }
    Ok(())
}

fn check_edge(
    certificate: &Certificate,
    places: &Places,
    from: u32,
    edge: &Edge<u32>,
) -> Result<(), Flaw> {
    let to = edge.to;
    let mut pending = vec![0];
    while let Some(level) = pending.pop() {
        let division = &certificate.levels[level];
        if !division.avoided.is_disjoint(&edge.marks) {
            continue;
        }
        let (source, target) = (place(places, from, level)?, place(places, to, level)?);
        if target > source {
            return Err(Flaw::Backwards { from, to, level });
        }
        if target == source {
            let inner = &division.components[source];
            let split = judge_inner_edge(inner, &edge.marks);
            pending.extend(split.ok_or(Flaw::Contradicted { from, to, level })?);
        }
    }
    Ok(())
}

/// The levels in which an inner edge of the component is to be checked again; `None` if it contradicts
/// the component's reason.
fn judge_inner_edge<'c>(component: &'c Component, marks: &Marks) -> Option<&'c [usize]> {
    match &component.reason {
        ComponentReason::Lacks { lacks, split } if lacks.is_disjoint(marks) => Some(split),
        _ => None,
    }
}
