//! Acceptors that read a model's letters, with their states numbered as they appear.
//!
//! What an automaton does under a letter is asked once and then looked up ([`crate::table`]), so it does not matter that a
//! reader stands behind a pointer; it matters that searches are compiled once, not once for each kind of automaton.

use indexmap::IndexSet;
use lariat_automata::{Acceptance, Acceptor, Edge, Letter};
use rustc_hash::FxBuildHasher;

/// An acceptor of the letters of a model; its states are 0, 1, ….
pub(crate) trait Reader {
    fn acceptance(&self) -> &Acceptance;

    fn initial(&mut self) -> Vec<u32>;

    /// The edges that leave a state under a letter.
    fn reactions(&mut self, state: u32, letter: &Letter) -> Vec<Edge<u32>>;
}

/// An acceptor, with the places where letters keep its propositions.
pub(crate) struct Numbered<A: Acceptor> {
    acceptor: A,
    places: Vec<usize>,
    states: IndexSet<A::State, FxBuildHasher>,
    edges: Vec<Edge<A::State>>,
}

impl<A: Acceptor> Numbered<A> {
    /// The acceptor, whose propositions letters keep where `place` says.
    pub(crate) fn new(acceptor: A, place: impl Fn(&str) -> usize) -> Self {
        let places = acceptor
            .propositions()
            .iter()
            .map(|name| place(name))
            .collect();
        Self {
            acceptor,
            places,
            states: IndexSet::default(),
            edges: Vec::new(),
        }
    }
}

impl<A: Acceptor> Reader for Numbered<A> {
    fn acceptance(&self) -> &Acceptance {
        self.acceptor.acceptance()
    }

    fn initial(&mut self) -> Vec<u32> {
        let mut states = Vec::new();
        self.acceptor.initial(&mut states);
        states
            .into_iter()
            .map(|state| self.states.insert_full(state).0 as u32)
            .collect()
    }

    fn reactions(&mut self, state: u32, letter: &Letter) -> Vec<Edge<u32>> {
        let own = (0..self.places.len())
            .filter(|&own| letter.contains(self.places[own]))
            .collect();
        let from = self.states[state as usize].clone();
        self.acceptor.successors(&from, &own, &mut self.edges);
        let Self { edges, states, .. } = self;
        let numbered = edges.drain(..).map(|edge| Edge {
            to: states.insert_full(edge.to).0 as u32,
            marks: edge.marks,
        });
        numbered.collect()
    }
}

/// Two readers side by side: what both accept.
pub(crate) struct Both {
    readers: [Box<dyn Reader>; 2],
    acceptance: Acceptance,
    states: IndexSet<[u32; 2], FxBuildHasher>,
}

impl Both {
    pub(crate) fn new(first: Box<dyn Reader>, second: Box<dyn Reader>) -> Self {
        let acceptance = first.acceptance().and(second.acceptance());
        Self {
            readers: [first, second],
            acceptance,
            states: IndexSet::default(),
        }
    }

    fn number(&mut self, pair: [u32; 2]) -> u32 {
        self.states.insert_full(pair).0 as u32
    }
}

impl Reader for Both {
    fn acceptance(&self) -> &Acceptance {
        &self.acceptance
    }

    fn initial(&mut self) -> Vec<u32> {
        let [first, second] = [self.readers[0].initial(), self.readers[1].initial()];
        let pairs = first
            .iter()
            .flat_map(|&a| second.iter().map(move |&b| [a, b]));
        pairs.map(|pair| self.number(pair)).collect()
    }

    fn reactions(&mut self, state: u32, letter: &Letter) -> Vec<Edge<u32>> {
        let [a, b] = self.states[state as usize];
        let shift = self.readers[0].acceptance().marks;
        let first = self.readers[0].reactions(a, letter);
        let second = self.readers[1].reactions(b, letter);
        let mut edges = Vec::with_capacity(first.len() * second.len());
        for a in &first {
            for b in &second {
                let to = self.number([a.to, b.to]);
                edges.push(Edge {
                    to,
                    marks: a.marks.union(&b.marks.shifted(shift)),
                });
            }
        }
        edges
    }
}

/// One state that reads anything and accepts.
pub(crate) struct Anything(Acceptance);

impl Default for Anything {
    fn default() -> Self {
        Self(Acceptance::all())
    }
}

impl Reader for Anything {
    fn acceptance(&self) -> &Acceptance {
        &self.0
    }

    fn initial(&mut self) -> Vec<u32> {
        vec![0]
    }

    fn reactions(&mut self, _: u32, _: &Letter) -> Vec<Edge<u32>> {
        vec![Edge {
            to: 0,
            marks: lariat_automata::Marks::EMPTY,
        }]
    }
}
