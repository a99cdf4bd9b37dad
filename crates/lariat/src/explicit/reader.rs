//! Acceptors that read a model's letters, with their states numbered as they appear.
//!
//! What an automaton does under a letter is asked once and then looked up (`table.rs`), so it does not matter that a
//! reader stands behind a pointer and a lock; it matters that searches are compiled once, not once for each kind of automaton.
//! Readers are asked by all threads, and a state has one number for all of them.

use std::hash::Hash;
use std::sync::{Mutex, PoisonError};

use indexmap::IndexSet;
use lariat_automata::{Acceptance, Acceptor, Edge, Letter, Marks};
use rustc_hash::FxBuildHasher;

/// The number of a state of a reader.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) struct ReaderIndex(pub(crate) u32);

/// An acceptor of the letters of a model; its states are 0, 1, ….
pub(crate) trait Reader: Send + Sync {
    fn acceptance(&self) -> &Acceptance;

    fn initial(&self) -> Vec<ReaderIndex>;

    /// The edges that leave a state under a letter.
    fn reactions(&self, state: ReaderIndex, letter: &Letter) -> Vec<Edge<ReaderIndex>>;

    /// Whether a state is known to accept every word.
    fn accepts_all(&self, _state: ReaderIndex) -> bool {
        false
    }
}

/// States in the order in which they appeared.
struct Numbers<S>(Mutex<IndexSet<S, FxBuildHasher>>);

impl<S: Clone + Eq + Hash> Numbers<S> {
    fn new() -> Self {
        Self(Mutex::new(IndexSet::default()))
    }

    fn number(&self, state: S) -> ReaderIndex {
        let states = self.0.lock();
        let mut states = states.unwrap_or_else(PoisonError::into_inner);
        ReaderIndex(states.insert_full(state).0 as u32)
    }

    fn state(&self, number: ReaderIndex) -> S {
        let states = self.0.lock();
        let states = states.unwrap_or_else(PoisonError::into_inner);
        states[number.0 as usize].clone()
    }
}

/// An acceptor, with the places where letters keep its propositions.
pub(crate) struct Placed<A: Acceptor> {
    acceptor: A,
    places: Vec<usize>,
    states: Numbers<A::State>,
    /// The states that are known to accept every word.
    universal: Vec<A::State>,
}

impl<A: Acceptor> Placed<A> {
    /// The acceptor, whose propositions letters keep where `place` says.
    pub(crate) fn new(acceptor: A, place: impl Fn(&str) -> usize) -> Self {
        let propositions = acceptor.propositions().iter();
        let places = propositions.map(|name| place(name)).collect();
        Self {
            acceptor,
            places,
            states: Numbers::new(),
            universal: Vec::new(),
        }
    }

    /// The same, where these states accept every word.
    pub(crate) fn with_universal(mut self, universal: Vec<A::State>) -> Self {
        self.universal = universal;
        self
    }
}

impl<A> Reader for Placed<A>
where
    A: Acceptor + Send + Sync,
    A::State: Send + Sync,
{
    fn acceptance(&self) -> &Acceptance {
        self.acceptor.acceptance()
    }

    fn initial(&self) -> Vec<ReaderIndex> {
        let mut states = Vec::new();
        self.acceptor.initial(&mut states);
        let states = states.into_iter();
        states.map(|state| self.states.number(state)).collect()
    }

    fn reactions(&self, state: ReaderIndex, letter: &Letter) -> Vec<Edge<ReaderIndex>> {
        let own = (0..self.places.len())
            .filter(|&own| letter.contains(self.places[own]))
            .collect();
        let from = self.states.state(state);
        let mut edges = Vec::new();
        self.acceptor.successors(&from, &own, &mut edges);
        let numbered = edges.into_iter().map(|edge| Edge {
            to: self.states.number(edge.to),
            marks: edge.marks,
        });
        numbered.collect()
    }

    fn accepts_all(&self, state: ReaderIndex) -> bool {
        self.universal.contains(&self.states.state(state))
    }
}

/// Two readers side by side: what both accept.
pub(crate) struct Both {
    readers: [Box<dyn Reader>; 2],
    acceptance: Acceptance,
    states: Numbers<[ReaderIndex; 2]>,
}

impl Both {
    pub(crate) fn new(first: Box<dyn Reader>, second: Box<dyn Reader>) -> Self {
        Self {
            acceptance: first.acceptance().and(second.acceptance()),
            readers: [first, second],
            states: Numbers::new(),
        }
    }
}

impl Reader for Both {
    fn acceptance(&self) -> &Acceptance {
        &self.acceptance
    }

    fn initial(&self) -> Vec<ReaderIndex> {
        let [first, second] = [self.readers[0].initial(), self.readers[1].initial()];
        let pairs = first
            .iter()
            .flat_map(|&a| second.iter().map(move |&b| [a, b]));
        pairs.map(|pair| self.states.number(pair)).collect()
    }

    fn reactions(&self, state: ReaderIndex, letter: &Letter) -> Vec<Edge<ReaderIndex>> {
        let [a, b] = self.states.state(state);
        let shift = self.readers[0].acceptance().marks;
        let first = self.readers[0].reactions(a, letter);
        let second = self.readers[1].reactions(b, letter);
        let mut edges = Vec::with_capacity(first.len() * second.len());
        for a in &first {
            for b in &second {
                edges.push(Edge {
                    to: self.states.number([a.to, b.to]),
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

    fn initial(&self) -> Vec<ReaderIndex> {
        vec![ReaderIndex(0)]
    }

    fn reactions(&self, _: ReaderIndex, _: &Letter) -> Vec<Edge<ReaderIndex>> {
        vec![Edge {
            to: ReaderIndex(0),
            marks: Marks::EMPTY,
        }]
    }
}
