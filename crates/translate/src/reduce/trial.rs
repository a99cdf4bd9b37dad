//! States merged on trial, against an automaton of the complement.
//!
//! Merging two states never loses a word; it may add some.  With an automaton N of the complement at
//! hand, whether it does is an emptiness check: the merged automaton must have no word in common with
//! N.  This finds what no simulation does, such as that F G a | G F b may put off its choice: its
//! first state, and the one that waits for a, become one.
//!
//! Most pairs are dismissed without a check of their own.  Where N can be in state t while the
//! automaton is in p, after the same prefix, no word may be accepted both from t and from a state that
//! p is merged with.  Which pairs of states occur together and which have a word in common is computed
//! once for all pairs.  What is left is tried in order, until nothing can be merged.
//!
//! A weak automaton stays weak: merges that give a component both kinds of cycles are not made.

use lariat_automata::scc::components;
use lariat_automata::{BitSet, Edge, Marks, StateId};

use super::effort::Effort;
use super::graph::Graph;
use super::tidy;

/// Merges states of a tidy graph as long as no word of `complement` becomes accepted, as far as
/// the effort of comparing edges and of steps through products goes.
pub(crate) fn merge_on_trial(graph: &mut Graph, complement: &Graph, mut effort: Effort) {
    let stay_weak = graph.is_weak();
    while let Some(product) = Product::new(graph, complement, &mut effort) {
        let merges = product.harmless_merges(graph, &mut effort);
        let mut merged = merges.map(|(kept, gone)| merge(graph, kept, gone));
        let found = merged.find(|merged| !stay_weak || stays_weak(merged));
        match found {
            Some(merged) => *graph = merged,
            None => break,
        }
    }
}

/// The product of an automaton and one of its complement, over all pairs of states.
struct Product {
    /// The states of the complement; the pair (s, t) is number s · `width` + t.
    width: usize,
    edges: Vec<Vec<Edge<StateId>>>,
    initial: Vec<StateId>,
    marks: usize,
}

impl Product {
    fn new(graph: &Graph, complement: &Graph, effort: &mut Effort) -> Option<Self> {
        let work = graph.move_count() as u64 * complement.move_count() as u64;
        effort.spend(work)?;
        let width = complement.state_count();
        let number = |s: StateId, t: StateId| s * width as StateId + t;
        let mut edges = Vec::with_capacity(graph.state_count() * width);
        for own in &graph.moves {
            effort.budget().check().ok()?;
            for others in &complement.moves {
                let mut out = Vec::new();
                for a in own {
                    for b in others.iter().filter(|b| !a.letters.is_disjoint(&b.letters)) {
                        let shifted = b.marks.iter().map(|mark| mark + graph.marks);
                        out.push(Edge {
                            to: number(a.to, b.to),
                            marks: a.marks.iter().chain(shifted).collect(),
                        });
                    }
                }
                edges.push(out);
            }
        }
        let pairs = |&s: &StateId| complement.initial.iter().map(move |&t| number(s, t));
        Some(Self {
            width,
            edges,
            initial: graph.initial.iter().flat_map(pairs).collect(),
            marks: graph.marks + complement.marks,
        })
    }

    /// The pairs of states that can be merged, as far as the effort goes.
    fn harmless_merges<'a>(
        &'a self,
        graph: &Graph,
        effort: &'a mut Effort,
    ) -> impl Iterator<Item = (StateId, StateId)> + 'a {
        let size = self.edges.iter().map(Vec::len).sum::<usize>() as u64;
        let mut afford = move || effort.spend(size).is_some() && effort.budget().check().is_ok();
        let count = graph.state_count();
        let together = self.by_state(&self.reachable());
        let common = self.by_state(&self.non_empty());
        let pairs = (0..count).flat_map(move |p| (p + 1..count).map(move |q| (p, q)));
        pairs
            .filter(move |&(p, q)| {
                together[p].is_disjoint(&common[q]) && together[q].is_disjoint(&common[p])
            })
            .map(|(p, q)| (p as StateId, q as StateId))
            .take_while(move |_| afford())
            .filter(|&(p, q)| self.stays_empty(p, q))
    }

    /// The second states of the pairs in the set, by their first states.
    fn by_state(&self, pairs: &[bool]) -> Vec<BitSet> {
        let seconds = |row: &[bool]| (0..self.width).filter(|&t| row[t]).collect();
        pairs.chunks(self.width).map(seconds).collect()
    }

    /// The pairs that occur after the same prefix.
    fn reachable(&self) -> Vec<bool> {
        let mut reached = vec![false; self.edges.len()];
        let mut stack = self.initial.clone();
        while let Some(pair) = stack.pop() {
            if !std::mem::replace(&mut reached[pair as usize], true) {
                stack.extend(self.edges[pair as usize].iter().map(|edge| edge.to));
            }
        }
        reached
    }

    /// The pairs from which a common word is accepted.
    fn non_empty(&self) -> Vec<bool> {
        let all = 0..self.edges.len() as StateId;
        let found = components(self.edges.len(), all, |from, out| {
            out.extend_from_slice(&self.edges[from as usize]);
        });
        let marks = Marks::first(self.marks);
        let mut good: Vec<bool> = (0..found.count)
            .map(|c| !found.trivial[c] && found.marks[c] == marks)
            .collect();
        // Edges lead to components with smaller numbers: those are settled first.
        for (component, members) in found.members().iter().enumerate() {
            let mut edges = members.iter().flat_map(|&s| &self.edges[s as usize]);
            good[component] |= edges.any(|edge| good[found.of[edge.to as usize] as usize]);
        }
        let of = found.of.iter().map(|&component| good[component as usize]);
        of.collect()
    }

    /// Whether no common word is accepted once states p and q are one.
    fn stays_empty(&self, p: StateId, q: StateId) -> bool {
        let width = self.width as StateId;
        let shift = (q - p) * width;
        let renamed = |pair: StateId| match pair / width == q {
            true => pair - shift,
            false => pair,
        };
        let initial = self.initial.iter().map(|&pair| renamed(pair));
        let found = components(self.edges.len(), initial, |from, out| {
            let first = out.len();
            out.extend_from_slice(&self.edges[from as usize]);
            if from / width == p {
                out.extend_from_slice(&self.edges[(from + shift) as usize]);
            }
            for edge in &mut out[first..] {
                edge.to = renamed(edge.to);
            }
        });
        let marks = Marks::first(self.marks);
        !(0..found.count).any(|c| !found.trivial[c] && found.marks[c] == marks)
    }
}

/// The automaton with the edges of `gone` moved to `kept`, and edges that led there led to `kept`.
fn merge(graph: &Graph, kept: StateId, gone: StateId) -> Graph {
    let mut merged = graph.clone();
    let edges = merged.moves.remove(gone as usize);
    merged.moves[kept as usize].extend(edges);
    let renamed = |state: StateId| match state {
        state if state == gone => kept,
        state if state > gone => state - 1,
        state => state,
    };
    for edge in merged.moves.iter_mut().flatten() {
        edge.to = renamed(edge.to);
    }
    for state in &mut merged.initial {
        *state = renamed(*state);
    }
    merged.initial.sort_unstable();
    merged.initial.dedup();
    merged.merge_moves();
    merged
}

fn stays_weak(merged: &Graph) -> bool {
    let mut tidied = merged.clone();
    tidy(&mut tidied);
    tidied.is_weak()
}
