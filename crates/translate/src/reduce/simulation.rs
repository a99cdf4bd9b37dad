//! Direct simulation: states that can do all that another can, mark by mark.
//!
//! State q *simulates* p if each edge of p is matched, letter by letter, by an edge of q that carries
//! at least the same marks and leads to a state that simulates where p's edge leads
//! [etessami.01.icalp, somenzi.00.cav].  Labels are sets of letters, so one edge may be matched by
//! several, each for some of its letters [babiak.13.spin].  The relation is the greatest fixpoint:
//! starting from all pairs, those that fail are struck until none does.
//!
//! Two states that simulate each other become one.  An edge is *dominated* where a sibling has more
//! marks or leads to a state that simulates its target; it loses the letters that such siblings read,
//! and goes when none are left.
//!
//! The work is counted in comparisons of edges, and given up beyond a limit: striking pairs is
//! quadratic in the edges of the automaton, and a relation that is not yet a fixpoint is worth
//! nothing.

use lariat_automata::{BitSet, StateId};
use lariat_budget::Budget;

use super::effort::Effort;
use super::graph::{Graph, Move, merged};
use super::letters::LetterSet;
use super::trim::trim;

/// So many edges of one state are compared with each other at most.
pub(crate) const MOST_SIBLINGS: usize = 1_000;

/// A preorder on states: for each, those that simulate it.
pub(crate) struct Preorder {
    above: Vec<BitSet>,
    /// When it ends, edges are no longer compared.
    budget: Budget,
}

/// Merges states that simulate each other and removes dominated edges and initial states.
/// Changes nothing if comparing edges takes more than the effort.
pub(crate) fn simulate(graph: &mut Graph, effort: &Effort) {
    let Some(preorder) = Preorder::new(&graph.moves, |_, _| true, effort) else {
        return;
    };
    let number = preorder.quotient(&mut graph.moves);
    let initial = preorder.greatest(&graph.initial, &number);
    let fewer = initial.len() < graph.initial.len();
    graph.initial = initial;
    if fewer {
        trim(graph);
    }
}

impl Preorder {
    /// The simulation preorder of a graph, restricted to pairs (p, q) that `may` allows.
    pub(crate) fn new(
        moves: &[Vec<Move>],
        may: impl Fn(StateId, StateId) -> bool,
        effort: &Effort,
    ) -> Option<Self> {
        Self::between(moves, moves, may, effort)
    }

    /// The same where a state answers the edges it has in `moves` by those it has in `answers`, which
    /// differ in their marks only.
    pub(crate) fn between(
        moves: &[Vec<Move>],
        answers: &[Vec<Move>],
        may: impl Fn(StateId, StateId) -> bool,
        effort: &Effort,
    ) -> Option<Self> {
        let mut effort = effort.clone();
        let pairs = (moves.len() as u64).checked_mul(moves.len() as u64)?;
        effort.spend(pairs)?;
        let mut preorder = Self {
            above: candidates(moves, answers, may, effort.budget())?,
            budget: effort.budget().clone(),
        };
        let mut changed = vec![true; moves.len()];
        let mut first = true;
        while changed.contains(&true) {
            let mut next = vec![false; moves.len()];
            for state in (0..moves.len()).rev() {
                let stale = moves[state].iter().any(|e| changed[e.to as usize]);
                if first || stale {
                    next[state] = preorder.strike(&moves[state], answers, state, &mut effort)?;
                }
            }
            changed = next;
            first = false;
        }
        Some(preorder)
    }

    /// Whether `above` simulates `below`.
    pub(crate) fn holds(&self, below: StateId, above: StateId) -> bool {
        self.above[below as usize].contains(above as usize)
    }

    /// Strikes the states that fail to match the edges of `state`.  True if there were any.
    fn strike(
        &mut self,
        below: &[Move],
        answers: &[Vec<Move>],
        state: usize,
        effort: &mut Effort,
    ) -> Option<bool> {
        let mut fail = BitSet::EMPTY;
        for other in self.above[state].iter().filter(|&other| other != state) {
            let above = &answers[other];
            for edge in below {
                effort.spend(above.len() as u64)?;
                if !self.matched(edge, above) {
                    fail.insert(other);
                    break;
                }
            }
        }
        if fail.is_empty() {
            return Some(false);
        }
        self.above[state] = self.above[state].difference(&fail);
        Some(true)
    }

    /// Whether each letter of the edge is read by one of `others` that is at least as good.
    fn matched(&self, edge: &Move, others: &[Move]) -> bool {
        let mut left = edge.letters.clone();
        for other in others {
            if edge.marks.is_subset(&other.marks) && self.holds(edge.to, other.to) {
                left = left.difference(&other.letters);
                if left.is_empty() {
                    return true;
                }
            }
        }
        false
    }

    /// Replaces states by classes, one representative each, whose edges lose what is dominated.
    /// Gives the class of each state.
    pub(crate) fn quotient(&self, moves: &mut Vec<Vec<Move>>) -> Vec<StateId> {
        let (number, representatives) = self.classes(moves);
        let edges_of = |&state: &StateId| {
            let led = moves[state as usize].iter().map(|edge| Move {
                to: representatives[number[edge.to as usize] as usize],
                ..edge.clone()
            });
            let mut edges = self.undominated(&merged(led));
            for edge in &mut edges {
                edge.to = number[edge.to as usize];
            }
            edges
        };
        *moves = representatives.iter().map(edges_of).collect();
        number
    }

    /// The class of each state, and the representative of each class: a state with fewest edges.
    fn classes(&self, moves: &[Vec<Move>]) -> (Vec<StateId>, Vec<StateId>) {
        let mut number: Vec<StateId> = Vec::with_capacity(moves.len());
        let mut representatives: Vec<StateId> = Vec::new();
        for state in 0..moves.len() as StateId {
            let mutual = |&other: &usize| self.holds(other as StateId, state);
            let first = self.above[state as usize].iter().find(mutual);
            let first = first.expect("a state simulates itself");
            if first == state as usize {
                number.push(representatives.len() as StateId);
                representatives.push(state);
                continue;
            }
            let class = number[first];
            number.push(class);
            let representative = &mut representatives[class as usize];
            if moves[state as usize].len() < moves[*representative as usize].len() {
                *representative = state;
            }
        }
        (number, representatives)
    }

    /// The edges of one state without the letters for which a sibling is better, unless they are too
    /// many to be compared with each other.
    fn undominated(&self, edges: &[Move]) -> Vec<Move> {
        if edges.len() > MOST_SIBLINGS || self.budget.check().is_err() {
            return edges.to_vec();
        }
        let mut kept = Vec::with_capacity(edges.len());
        for (index, edge) in edges.iter().enumerate() {
            let mut letters = edge.letters.clone();
            for (_, other) in edges.iter().enumerate().filter(|&(i, _)| i != index) {
                if edge.marks.is_subset(&other.marks) && self.holds(edge.to, other.to) {
                    letters = letters.difference(&other.letters);
                }
            }
            if !letters.is_empty() {
                kept.push(Move {
                    letters,
                    ..edge.clone()
                });
            }
        }
        kept
    }

    /// The classes of the states of `initial` that no other of them simulates.
    fn greatest(&self, initial: &[StateId], number: &[StateId]) -> Vec<StateId> {
        let mut kept = Vec::new();
        for &state in initial {
            let class = number[state as usize];
            let dominated = initial
                .iter()
                .any(|&o| self.holds(state, o) && number[o as usize] != class);
            if !dominated && !kept.contains(&class) {
                kept.push(class);
            }
        }
        kept
    }
}

/// The pairs that are allowed and in which the second state reads every letter that the first reads,
/// with each mark with which it does: what can be told without looking at targets.  `None` if the
/// budget ends before.
fn candidates(
    moves: &[Vec<Move>],
    answers: &[Vec<Move>],
    may: impl Fn(StateId, StateId) -> bool,
    budget: &Budget,
) -> Option<Vec<BitSet>> {
    let asked: Vec<_> = moves.iter().map(|edges| letters_by_mark(edges)).collect();
    let answered: Vec<_> = answers.iter().map(|edges| letters_by_mark(edges)).collect();
    let fits = |p: usize, q: usize| {
        let (asked, answered) = (&asked[p], &answered[q]);
        let covered = asked.iter().zip(answered).all(|(a, b)| a.is_subset(b));
        asked.len() <= answered.len() && covered && may(p as StateId, q as StateId)
    };
    let above = |p: usize| {
        budget.check().ok()?;
        Some((0..moves.len()).filter(|&q| fits(p, q)).collect())
    };
    (0..moves.len()).map(above).collect()
}

/// The letters that edges read, then those that they read with mark 0, with mark 1, and so on.
fn letters_by_mark(edges: &[Move]) -> Vec<LetterSet> {
    let mut read = vec![LetterSet::EMPTY];
    for edge in edges {
        read[0].unite(&edge.letters);
        for mark in edge.marks.iter() {
            if read.len() < mark + 2 {
                read.resize(mark + 2, LetterSet::EMPTY);
            }
            read[mark + 1].unite(&edge.letters);
        }
    }
    read
}
