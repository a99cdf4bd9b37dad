//! Automata with all their states and labelled edges in memory.

use std::fmt;

use indexmap::{IndexMap, IndexSet};
use lariat_bdd::{Bdd, Bdds};
use rustc_hash::FxHashMap;

use crate::{Acceptance, Acceptor, Automaton, Edge, Letter, Marks};

/// The number of a state of an [`Explicit`] automaton.
pub type StateId = u32;

/// A boolean function over the propositions of the [`Labels`] that made it; variable `i` is
/// proposition `i`.
pub type Label = Bdd;

/// The propositions of an automaton, and the arena of its labels.
#[derive(Clone, Default)]
pub struct Labels {
    /// The propositions, by name.
    pub propositions: Vec<String>,
    /// The arena of the labels.
    pub bdds: Bdds,
}

impl Labels {
    /// An arena over the given propositions.
    pub fn new(propositions: impl IntoIterator<Item = String>) -> Self {
        Self {
            propositions: propositions.into_iter().collect(),
            bdds: Bdds::new(),
        }
    }

    /// The index of the proposition named so, which is added if need be.
    pub fn proposition(&mut self, name: &str) -> usize {
        let known = self.propositions.iter().position(|p| p == name);
        known.unwrap_or_else(|| {
            self.propositions.push(name.to_owned());
            self.propositions.len() - 1
        })
    }

    /// Whether `letter` satisfies `label`.
    pub fn satisfies(&self, letter: &Letter, label: Label) -> bool {
        self.bdds.eval(label, |var| letter.contains(var as usize))
    }

    /// A label of other labels, carried over by the names of its propositions.
    pub fn import(&mut self, from: &Labels, label: Label) -> Label {
        self.import_all(from, [label])[0]
    }

    /// The index of each proposition of other labels, which is added if need be.
    fn renaming(&mut self, from: &Labels) -> Vec<u32> {
        let mut known = FxHashMap::default();
        for (name, index) in self.propositions.iter().zip(0..) {
            known.entry(name.clone()).or_insert(index);
        }
        let index = |name: &String| {
            *known.entry(name.clone()).or_insert_with(|| {
                self.propositions.push(name.clone());
                self.propositions.len() as u32 - 1
            })
        };
        from.propositions.iter().map(index).collect()
    }

    /// Labels of other labels, carried over by the names of their propositions.
    pub fn import_all(
        &mut self,
        from: &Labels,
        labels: impl IntoIterator<Item = Label>,
    ) -> Vec<Label> {
        let names = self.renaming(from);
        let import = |label| {
            self.bdds
                .import(&from.bdds, label, |var| names[var as usize])
        };
        labels.into_iter().map(import).collect()
    }
}

/// An edge with its label.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct LabelledEdge {
    /// The letters it reads.
    pub label: Label,
    /// Its acceptance marks.
    pub marks: Marks,
    /// Where it leads.
    pub to: StateId,
}

/// An automaton with all its states and labelled edges in memory.
#[derive(Clone)]
pub struct Explicit {
    /// A name for people, such as the formula it comes from.
    pub name: Option<String>,
    /// Its propositions and the arena of its labels.
    pub labels: Labels,
    /// The condition that a run's infinitely repeated marks must satisfy.
    pub acceptance: Acceptance,
    /// The states in which runs start.
    pub initial: Vec<StateId>,
    /// The edges of each state, by its number.
    pub transitions: Vec<Vec<LabelledEdge>>,
}

impl Explicit {
    /// An automaton without states.
    pub fn new(labels: Labels, acceptance: Acceptance) -> Self {
        Self {
            name: None,
            labels,
            acceptance,
            initial: Vec::new(),
            transitions: Vec::new(),
        }
    }

    /// Adds a state without edges.
    pub fn add_state(&mut self) -> StateId {
        self.transitions.push(Vec::new());
        StateId::try_from(self.transitions.len() - 1).expect("fewer than 2^32 states")
    }

    /// Adds an edge, unless its label is unsatisfiable.
    pub fn add_transition(&mut self, from: StateId, label: Label, marks: Marks, to: StateId) {
        if !label.is_false() {
            self.transitions[from as usize].push(LabelledEdge { label, marks, to });
        }
    }

    /// How many states there are.
    pub fn state_count(&self) -> usize {
        self.transitions.len()
    }

    /// How many edges there are, each (source, label, marks, target) as it is stored.
    pub fn transition_count(&self) -> usize {
        self.transitions.iter().map(Vec::len).sum()
    }

    /// Makes one initial state of several or of none, a new one if need be, without changing the
    /// language.
    pub fn single_initial(&mut self) {
        if self.initial.len() == 1 {
            return;
        }
        let initial = self.add_state();
        let old = std::mem::replace(&mut self.initial, vec![initial]);
        let edges = old
            .iter()
            .flat_map(|&state| &self.transitions[state as usize]);
        self.transitions[initial as usize] = edges.cloned().collect();
    }

    /// Drops the states that no initial state reaches, and numbers the others in the order in which
    /// a breadth-first search finds them.
    pub fn keep_reachable(&mut self) {
        let mut order: IndexSet<StateId> = self.initial.iter().copied().collect();
        self.initial = (0..order.len() as StateId).collect();
        let mut kept = Vec::new();
        while kept.len() < order.len() {
            let mut edges = std::mem::take(&mut self.transitions[order[kept.len()] as usize]);
            for edge in &mut edges {
                edge.to = order.insert_full(edge.to).0 as StateId;
            }
            kept.push(edges);
        }
        self.transitions = kept;
    }

    /// Unites the labels of edges that agree in source, target and marks.
    pub fn merge_transitions(&mut self) {
        for edges in &mut self.transitions {
            let mut merged = IndexMap::<(StateId, Marks), Label>::new();
            for edge in edges.drain(..) {
                let label = merged.entry((edge.to, edge.marks)).or_insert(Bdd::FALSE);
                *label = self.labels.bdds.or(*label, edge.label);
            }
            edges.extend(merged.into_iter().map(|((to, marks), label)| LabelledEdge {
                label,
                marks,
                to,
            }));
        }
    }
}

/// Equality of states, edges and everything else by their numbers and order; labels are compared as
/// functions.
impl PartialEq for Explicit {
    fn eq(&self, other: &Self) -> bool {
        fn edges(automaton: &Explicit) -> impl Iterator<Item = &LabelledEdge> {
            automaton.transitions.iter().flatten()
        }
        fn lengths(automaton: &Explicit) -> impl Iterator<Item = usize> {
            automaton.transitions.iter().map(Vec::len)
        }
        let apart_from_edges = self.name == other.name
            && self.labels.propositions == other.labels.propositions
            && self.acceptance == other.acceptance
            && self.initial == other.initial;
        let same_ends = || {
            edges(self)
                .zip(edges(other))
                .all(|(one, two)| one.to == two.to && one.marks == two.marks)
        };
        let same_labels = || {
            let labels = edges(other).map(|edge| edge.label);
            let imported = self.labels.clone().import_all(&other.labels, labels);
            edges(self).map(|edge| edge.label).eq(imported)
        };
        apart_from_edges && lengths(self).eq(lengths(other)) && same_ends() && same_labels()
    }
}

/// So many cubes of a label are shown to whoever is looking for a fault.
const MOST_SHOWN: usize = 64;

impl fmt::Debug for Explicit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(
            f,
            "{:?} over {:?}, from {:?}",
            self.acceptance, self.labels.propositions, self.initial
        )?;
        for (from, edges) in self.transitions.iter().enumerate() {
            for edge in edges {
                let cubes: Vec<_> = self
                    .labels
                    .bdds
                    .cubes(edge.label)
                    .take(MOST_SHOWN)
                    .map(|c| c.literals)
                    .collect();
                writeln!(f, "{from} -> {} {:?} on {cubes:?}", edge.to, edge.marks)?;
            }
        }
        Ok(())
    }
}

impl Automaton for &Explicit {
    type State = StateId;

    fn acceptance(&self) -> &Acceptance {
        &self.acceptance
    }

    fn initial(&mut self, out: &mut Vec<StateId>) {
        out.extend_from_slice(&self.initial);
    }

    fn successors(&mut self, from: &StateId, out: &mut Vec<Edge<StateId>>) {
        let edges = &self.transitions[*from as usize];
        out.extend(edges.iter().map(|edge| Edge {
            to: edge.to,
            marks: edge.marks.clone(),
        }));
    }

    fn for_each_edge(
        &mut self,
        from: &StateId,
        _: &mut Vec<Edge<StateId>>,
        mut each: impl FnMut(&StateId, &Marks),
    ) {
        let edges = &self.transitions[*from as usize];
        edges.iter().for_each(|edge| each(&edge.to, &edge.marks));
    }
}

impl Acceptor for Explicit {
    type State = StateId;

    fn acceptance(&self) -> &Acceptance {
        &self.acceptance
    }

    fn propositions(&self) -> &[String] {
        &self.labels.propositions
    }

    fn initial(&self, out: &mut Vec<StateId>) {
        out.extend_from_slice(&self.initial);
    }

    fn successors(&self, from: &StateId, letter: &Letter, out: &mut Vec<Edge<StateId>>) {
        for edge in &self.transitions[*from as usize] {
            if self.labels.satisfies(letter, edge.label) {
                out.push(Edge {
                    to: edge.to,
                    marks: edge.marks.clone(),
                });
            }
        }
    }
}
