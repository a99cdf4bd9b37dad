//! The form in which reductions work: a generalized Büchi automaton whose labels are sets of letters.
//!
//! An [`Explicit`] automaton comes in, with its labels as functions; every technique rewrites the
//! [`Graph`]; the result goes back at the end.  All marks must recur, and they are numbered from 0.

use indexmap::IndexSet;
use lariat_automata::scc::{Components, components};
use lariat_automata::{Acceptance, Edge, Explicit, Label, LabelledEdge, Labels, Marks, StateId};
use lariat_budget::Budget;
use rustc_hash::{FxBuildHasher, FxHashMap};

use super::letters::{LetterSet, Letters};

/// An edge of a [`Graph`].
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Move {
    pub(crate) letters: LetterSet,
    pub(crate) marks: Marks,
    pub(crate) to: StateId,
}

/// A generalized Büchi automaton over classes of letters.
#[derive(Clone)]
pub(crate) struct Graph {
    /// How many classes of letters there are.
    pub(crate) letters: usize,
    /// Marks are the numbers below this, and all of them must recur.
    pub(crate) marks: usize,
    pub(crate) initial: Vec<StateId>,
    /// The edges of each state; no two of one state agree in marks and target.
    pub(crate) moves: Vec<Vec<Move>>,
}

impl Graph {
    /// The automaton over the classes of `letters`; `None` if it is not generalized Büchi.
    pub(crate) fn new(automaton: &Explicit, letters: &Letters) -> Option<Self> {
        Self::with_labels(automaton, letters.len(), |label| letters.set(label).clone())
    }

    /// Another automaton over the classes of `letters`, which may not tell all of its labels apart:
    /// an edge reads the classes that its label overlaps.  Exact beside an automaton whose labels
    /// they are: which edges of the two can be taken together is kept.
    pub(crate) fn beside(
        other: &Explicit,
        labels: &mut Labels,
        letters: &Letters,
        budget: &Budget,
    ) -> Option<Self> {
        let mut known: FxHashMap<Label, LetterSet> = FxHashMap::default();
        Self::with_labels(other, letters.len(), |label| {
            known
                .entry(label)
                .or_insert_with(|| {
                    let label = labels.import(&other.labels, label);
                    letters.overlapped(&mut labels.bdds, label, budget)
                })
                .clone()
        })
    }

    fn with_labels(
        automaton: &Explicit,
        letters: usize,
        mut set: impl FnMut(Label) -> LetterSet,
    ) -> Option<Self> {
        let inf = automaton.acceptance.generalized_buchi_view()?;
        let numbers: FxHashMap<usize, usize> = inf.iter().zip(0..).collect();
        let renumbered = |marks: &Marks| -> Marks {
            let kept = marks.iter().filter_map(|mark| numbers.get(&mark));
            kept.copied().collect()
        };
        let moves = automaton.transitions.iter().map(|edges| {
            merged(edges.iter().map(|edge| Move {
                letters: set(edge.label),
                marks: renumbered(&edge.marks),
                to: edge.to,
            }))
        });
        Some(Self {
            letters,
            marks: inf.len(),
            initial: automaton.initial.clone(),
            moves: moves.collect(),
        })
    }

    /// The automaton over functions again.
    pub(crate) fn into_explicit(
        self,
        name: Option<String>,
        mut labels: Labels,
        letters: &Letters,
    ) -> Explicit {
        let mut functions = letters.known_labels();
        let transitions = self.moves.into_iter().map(|moves| {
            let transition = |edge: Move| LabelledEdge {
                label: *functions
                    .entry(edge.letters)
                    .or_insert_with_key(|set| letters.label(&mut labels.bdds, set)),
                marks: edge.marks,
                to: edge.to,
            };
            moves.into_iter().map(transition).collect()
        });
        let transitions = transitions.collect();
        Explicit {
            name,
            labels,
            acceptance: Acceptance::generalized_buchi(self.marks),
            initial: self.initial,
            transitions,
        }
    }

    pub(crate) fn state_count(&self) -> usize {
        self.moves.len()
    }

    pub(crate) fn move_count(&self) -> usize {
        self.moves.iter().map(Vec::len).sum()
    }

    /// States first, then edges: smaller is better.
    pub(crate) fn size(&self) -> (usize, usize) {
        (self.state_count(), self.move_count())
    }

    /// How many letters the edges read, all together.
    pub(crate) fn letter_count(&self) -> usize {
        let moves = self.moves.iter().flatten();
        moves.map(|edge| edge.letters.len()).sum()
    }

    /// All marks together.
    pub(crate) fn all_marks(&self) -> Marks {
        Marks::first(self.marks)
    }

    /// The strongly connected components of what the initial states reach.
    pub(crate) fn components(&self) -> Components {
        self.components_by(|_, _| true)
    }

    /// The components of the graph whose edges satisfy `keep`.
    pub(crate) fn components_by(&self, keep: impl Fn(StateId, &Move) -> bool) -> Components {
        components(
            self.state_count(),
            self.initial.iter().copied(),
            |from, out| {
                let kept = self.moves[from as usize].iter().filter(|e| keep(from, e));
                out.extend(kept.map(|edge| Edge {
                    to: edge.to,
                    marks: edge.marks.clone(),
                }));
            },
        )
    }

    /// Whether a reachable component has every mark: whether some word is accepted.
    pub(crate) fn accepting(&self, found: &Components, component: usize) -> bool {
        !found.trivial[component] && found.marks[component] == self.all_marks()
    }

    /// Whether no letter has two edges in any state, and there is one initial state.
    pub(crate) fn is_deterministic(&self) -> bool {
        self.initial.len() == 1
            && self.moves.iter().all(|edges| {
                let mut read = LetterSet::EMPTY;
                edges.iter().all(|edge| {
                    let fresh = read.is_disjoint(&edge.letters);
                    read.unite(&edge.letters);
                    fresh
                })
            })
    }

    /// Whether no component has both accepting and other cycles, for a graph that is tidy: where all
    /// cycles of a component are accepting, its edges have every mark.
    pub(crate) fn is_weak(&self) -> bool {
        let found = self.components();
        let all = self.all_marks();
        (0..).zip(&self.moves).all(|(from, edges)| {
            let component = found.of[from as usize] as usize;
            let uniform = |edge: &Move| !found.together(from, edge.to) || edge.marks == all;
            !self.accepting(&found, component) || edges.iter().all(uniform)
        })
    }

    /// Keeps the states `kept` under their new numbers, with their edges led to where `number` says;
    /// edges and initial states without a number go.
    pub(crate) fn restrict(&mut self, kept: &[StateId], number: &[Option<StateId>]) {
        let led = |edge: Move| {
            let to = number[edge.to as usize]?;
            Some(Move { to, ..edge })
        };
        let edges_of = |&state: &StateId| {
            let edges = std::mem::take(&mut self.moves[state as usize]);
            merged(edges.into_iter().filter_map(led))
        };
        self.moves = kept.iter().map(edges_of).collect();
        let initial: IndexSet<StateId, FxBuildHasher> = self
            .initial
            .iter()
            .filter_map(|&state| number[state as usize])
            .collect();
        self.initial = initial.into_iter().collect();
    }

    /// Unites edges that agree in source, target and marks.
    pub(crate) fn merge_moves(&mut self) {
        for edges in &mut self.moves {
            *edges = merged(edges.drain(..));
        }
    }
}

/// The edges in order of target and marks, with those that agree in both united.
pub(crate) fn merged(moves: impl Iterator<Item = Move>) -> Vec<Move> {
    let mut moves: Vec<Move> = moves.collect();
    moves.sort_unstable_by(|a, b| (a.to, &a.marks).cmp(&(b.to, &b.marks)));
    moves.dedup_by(|next, kept| {
        let same = next.to == kept.to && next.marks == kept.marks;
        if same {
            kept.letters.unite(&next.letters);
        }
        same
    });
    moves
}
