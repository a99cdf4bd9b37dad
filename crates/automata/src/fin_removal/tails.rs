//! The parts of an automaton in which accepted runs may end.

use lariat_budget::Budget;

use super::{FinRemovalError, TooManyStates};
use crate::scc::components;
use crate::{
    Acceptance, Condition, Edge, Explicit, FairnessView, LabelledEdge, Marks, Pair, StateId,
};

/// More clauses than this are not multiplied out; the disjunction is split into copies instead.
const MAX_CLAUSES: usize = 16;

/// How often the states that are allowed may be looked at, on the average: a condition has exponentially many candidates, and they may
/// all be in vain.
const LOOKS: usize = 64;

/// Where runs may end: a strongly connected part of the automaton and what must recur in it.
#[derive(Clone, Debug)]
pub(crate) struct Tail {
    /// Its states, ascending.
    pub(crate) states: Vec<StateId>,
    /// Edges with any of these marks are not part of it.
    pub(crate) avoided: Marks,
    /// Of each of these sets some mark must recur.
    pub(crate) clauses: Vec<Marks>,
    /// Pairs that must be kept.
    pub(crate) pairs: Vec<Pair>,
    /// Whether nothing is left out of a component of the automaton, nor to be remembered: then the
    /// component itself carries the marks.
    pub(super) in_place: bool,
}

impl Tail {
    /// Whether the edge is part of the tail.
    fn contains(&self, from: StateId, edge: &LabelledEdge) -> bool {
        self.number(from).is_some() && self.number(edge.to).is_some() && self.keeps(edge)
    }

    /// Whether the edge, if both its ends are in the tail, is part of it.
    pub(crate) fn keeps(&self, edge: &LabelledEdge) -> bool {
        edge.marks.is_disjoint(&self.avoided)
    }

    /// The position of a state in the tail.
    pub(crate) fn number(&self, state: StateId) -> Option<usize> {
        self.states.binary_search(&state).ok()
    }

    /// Whether a run may enter the tail by the edge, which leads to one of its states.
    pub(super) fn entered_by(&self, from: StateId, edge: &LabelledEdge) -> bool {
        !self.contains(from, edge) || self.pairs.iter().any(|pair| edge.marks.contains(pair.l))
    }

    /// How many marks it needs.
    pub(super) fn height(&self) -> usize {
        self.clauses.len() + self.pairs.len()
    }
}

/// A part of the automaton in which tails are to be found.
struct Candidate {
    states: Vec<StateId>,
    avoided: Marks,
    condition: Condition,
    /// Whether the states are a whole component of the automaton.
    whole: bool,
}

/// All tails; an error if their copies would make more than `limit` states, or if finding them takes too long.
pub(super) fn find_tails(
    automaton: &Explicit,
    limit: usize,
    budget: &Budget,
) -> Result<Vec<Tail>, FinRemovalError> {
    let mut tails = Vec::new();
    let mut open = vec![Candidate {
        states: (0..automaton.state_count() as StateId).collect(),
        avoided: Marks::EMPTY,
        condition: automaton.acceptance.condition.clone(),
        whole: true,
    }];
    let mut states = automaton.state_count();
    let mut looks = LOOKS.saturating_mul(states.saturating_add(limit));
    while let Some(candidate) = open.pop() {
        budget.check()?;
        looks = looks.saturating_sub(candidate.states.len());
        let known = tails.len();
        for (states, marks) in parts(automaton, &candidate) {
            let condition = candidate.condition.within(&marks);
            let part = Candidate {
                states,
                condition,
                avoided: candidate.avoided.clone(),
                whole: candidate.whole,
            };
            split(automaton, part, &mut open, &mut tails);
        }
        let copies = tails[known..].iter().filter(|tail| !tail.in_place);
        let copied: usize = copies.map(|tail| tail.states.len()).sum();
        states += copied;
        if (copied > 0 && states > limit) || looks == 0 || open.len() > limit {
            return Err(TooManyStates { limit }.into());
        }
    }
    Ok(tails)
}

/// The non-trivial components of a candidate, with their marks.
fn parts(automaton: &Explicit, candidate: &Candidate) -> Vec<(Vec<StateId>, Marks)> {
    let states = &candidate.states;
    let found = components(states.len(), 0..states.len() as StateId, |from, out| {
        let edges = &automaton.transitions[states[from as usize] as usize];
        out.extend(edges.iter().filter_map(|edge| {
            let to = states.binary_search(&edge.to).ok()? as StateId;
            let kept = edge.marks.is_disjoint(&candidate.avoided);
            kept.then(|| Edge {
                to,
                marks: edge.marks.clone(),
            })
        }));
    });
    let members = found
        .members()
        .into_iter()
        .zip(found.marks)
        .zip(found.trivial);
    members
        .filter(|(_, trivial)| !trivial)
        .map(|((members, marks), _)| {
            let states = members.into_iter().map(|number| states[number as usize]);
            (states.collect(), marks)
        })
        .collect()
}

/// Makes a tail of a part whose condition is restricted to its marks, or candidates to look into.
fn split(automaton: &Explicit, part: Candidate, open: &mut Vec<Candidate>, tails: &mut Vec<Tail>) {
    if part.condition == Condition::False {
        return;
    }
    let acceptance = Acceptance {
        marks: automaton.acceptance.marks,
        condition: part.condition.clone(),
    };
    if let Some(fairness) = acceptance.fairness_view() {
        return split_fair(automaton, part, &fairness, open, tails);
    }
    match (&part.condition, part.condition.some_fin()) {
        (Condition::Or(parts), Some(_)) => {
            let parts = parts.clone();
            split_disjunction(&part, parts, open);
        }
        (_, Some(fin)) => {
            let avoided = part.avoided.union(&Marks::single(fin));
            open.push(Candidate {
                states: part.states.clone(),
                avoided,
                condition: part.condition.clone(),
                whole: false,
            });
            open.push(Candidate {
                condition: part.condition.where_recurring(fin),
                ..part
            });
        }
        (_, None) => split_without_fin(part, open, tails),
    }
}

/// The disjuncts without Fin together, the others one by one.
fn split_disjunction(part: &Candidate, disjuncts: Vec<Condition>, open: &mut Vec<Candidate>) {
    let (with_fin, without): (Vec<_>, Vec<_>) = disjuncts
        .into_iter()
        .partition(|disjunct| disjunct.some_fin().is_some());
    let candidate = |condition: Condition, whole: bool| Candidate {
        states: part.states.clone(),
        avoided: part.avoided.clone(),
        condition,
        whole,
    };
    open.push(candidate(Condition::any(without), part.whole));
    open.extend(
        with_fin
            .into_iter()
            .map(|disjunct| candidate(disjunct, false)),
    );
}

/// A tail with the clauses of the condition, or a candidate for each alternative if they are too many.
fn split_without_fin(part: Candidate, open: &mut Vec<Candidate>, tails: &mut Vec<Tail>) {
    match part.condition.clauses(MAX_CLAUSES) {
        Some(clauses) => tails.push(Tail {
            in_place: part.whole,
            states: part.states,
            avoided: part.avoided,
            clauses,
            pairs: Vec::new(),
        }),
        None => open.extend(
            part.condition
                .alternatives()
                .into_iter()
                .map(|condition| Candidate {
                    condition,
                    states: part.states.clone(),
                    avoided: part.avoided.clone(),
                    whole: false,
                }),
        ),
    }
}

/// The same for a conjunction of Inf, Fin and pairs.
fn split_fair(
    automaton: &Explicit,
    part: Candidate,
    fairness: &FairnessView,
    open: &mut Vec<Candidate>,
    tails: &mut Vec<Tail>,
) {
    if !fairness.fin.is_empty() {
        let avoided = part.avoided.union(&fairness.fin);
        open.push(Candidate {
            avoided,
            whole: false,
            ..part
        });
        return;
    }
    let mut tail = Tail {
        states: part.states,
        avoided: part.avoided,
        clauses: fairness.inf.iter().map(Marks::single).collect(),
        pairs: Vec::new(),
        in_place: false,
    };
    // A pair whose l never comes without its u is kept by any run.
    let kept_anyway = |pair: &Pair| {
        let edges = tail
            .states
            .iter()
            .flat_map(|&from| &automaton.transitions[from as usize]);
        let mut inside = edges.filter(|edge| tail.number(edge.to).is_some() && tail.keeps(edge));
        inside.all(|edge| edge.marks.contains(pair.u) || !edge.marks.contains(pair.l))
    };
    let pairs = fairness.pairs.iter().filter(|pair| !kept_anyway(pair));
    tail.pairs = pairs.copied().collect();
    tail.in_place = part.whole && tail.pairs.is_empty();
    tails.push(tail);
}
