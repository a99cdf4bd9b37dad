//! Streett pairs: towards generalized Büchi by remembering, and back without a new state.
//!
//! A run keeps the pair (l, u) iff from some point on every l is followed by a u.  After guessing that
//! point, a set of waiting pairs says which u is still owed; a pair is fulfilled where it is not
//! waiting, and each must be fulfilled infinitely often [duret.09.atva, section 3.3].  As printed
//! there, the construction has one acceptance set for each *subset* of pairs, which demands every
//! subset infinitely often; right is one for each pair.
//!
//! Only pairs whose l and u both occur in a component are remembered.  If u does not occur, the run moves
//! to a copy without the edges that carry l, and needs no memory; if l does not occur, the pair is kept.

use indexmap::IndexSet;
use lariat_budget::Budget;

use crate::fin_removal::{FinRemovalError, Tail, TooManyStates, generalized_buchi};
use crate::{Acceptance, Explicit, FairnessView, LabelledEdge, Marks};

/// The copies of a tail's states with the set of pairs that wait; the first ones are the states with none
/// waiting, in the tail's order.
pub(crate) struct Pending<'a> {
    /// For each copy the edges, the copies that they lead to, and the pairs that do not wait there.
    pub(crate) edges: Vec<Vec<(&'a LabelledEdge, usize, Marks)>>,
}

impl<'a> Pending<'a> {
    /// The copies that are reachable; more than `limit` are an error.
    pub(crate) fn explore(
        automaton: &'a Explicit,
        tail: &Tail,
        limit: usize,
        budget: &Budget,
    ) -> Result<Self, FinRemovalError> {
        let starts = 0..tail.states.len();
        let mut copies: IndexSet<(usize, Marks)> =
            starts.map(|number| (number, Marks::EMPTY)).collect();
        let all = Marks::first(tail.pairs.len());
        let mut edges = Vec::new();
        while edges.len() < copies.len() {
            budget.check()?;
            if copies.len() > limit {
                return Err(TooManyStates { limit }.into());
            }
            let (number, waiting) = copies[edges.len()].clone();
            let outgoing = &automaton.transitions[tail.states[number] as usize];
            let mut inner = Vec::new();
            for edge in outgoing.iter().filter(|edge| tail.keeps(edge)) {
                if let Some(to) = tail.number(edge.to) {
                    let waiting = after(tail, &waiting, &edge.marks);
                    let fulfilled = all.difference(&waiting);
                    inner.push((edge, copies.insert_full((to, waiting)).0, fulfilled));
                }
            }
            edges.push(inner);
        }
        Ok(Self { edges })
    }
}

/// The pairs that wait after an edge with the given marks.
fn after(tail: &Tail, waiting: &Marks, marks: &Marks) -> Marks {
    let waits = |&(number, pair): &(usize, &crate::Pair)| {
        let owed = waiting.contains(number) || marks.contains(pair.l);
        owed && !marks.contains(pair.u)
    };
    let pairs = tail.pairs.iter().enumerate();
    pairs.filter(waits).map(|(number, _)| number).collect()
}

/// A Streett automaton for the same language, its pairs numbered as HOA does: pair i is the marks 2i
/// and 2i + 1.
///
/// Conditions that are conjunctions of Inf, Fin and pairs keep every state: Inf(u) is a pair whose l is
/// on every edge, Fin(l) one whose u is on none.  Others pass through generalized Büchi, with at most
/// `limit` states.
pub fn streett(
    automaton: &Explicit,
    limit: usize,
    budget: &Budget,
) -> Result<Explicit, FinRemovalError> {
    if let Some(fairness) = automaton.acceptance.fairness_view() {
        return Ok(with_pairs(automaton, &fairness));
    }
    let through = generalized_buchi(automaton, limit, budget)?;
    let demanded = FairnessView {
        inf: Marks::first(through.acceptance.marks),
        ..FairnessView::default()
    };
    Ok(with_pairs(&through, &demanded))
}

/// Where the mark of a pair is found in the original automaton.
#[derive(Clone, Copy)]
enum Source {
    Mark(usize),
    EveryEdge,
    NoEdge,
}

fn with_pairs(automaton: &Explicit, fairness: &FairnessView) -> Explicit {
    let inf = fairness
        .inf
        .iter()
        .map(|u| (Source::EveryEdge, Source::Mark(u)));
    let fin = fairness
        .fin
        .iter()
        .map(|l| (Source::Mark(l), Source::NoEdge));
    let proper = fairness
        .pairs
        .iter()
        .map(|p| (Source::Mark(p.l), Source::Mark(p.u)));
    let pairs: Vec<_> = inf.chain(fin).chain(proper).collect();
    let mut result = automaton.clone();
    result.acceptance = Acceptance::streett(pairs.len());
    for edge in result.transitions.iter_mut().flatten() {
        let carried = |source: Source| match source {
            Source::Mark(mark) => edge.marks.contains(mark),
            Source::EveryEdge => true,
            Source::NoEdge => false,
        };
        let sources = pairs.iter().flat_map(|&(l, u)| [l, u]).enumerate();
        edge.marks = sources
            .filter(|&(_, s)| carried(s))
            .map(|(mark, _)| mark)
            .collect();
    }
    result
}
