//! What lies near the initial states, by breadth-first search.
//!
//! The search gives the shortest stems, and while the means last it keeps the edges too, so that cycles
//! nearer than the one that a check came across can be looked for.

use std::hash::Hash;

use lariat_automata::graph::Graph;
use lariat_automata::{Automaton, Edge, lasso::LassoStep};

use super::Means;
use crate::{Interned, Numbering};

/// After so many states the budget is asked whether to go on.
const BETWEEN_QUESTIONS: u32 = 1 << 10;

/// The states near the initial ones, numbered in the order of their distance.
pub(crate) struct Neighbourhood<S> {
    numbers: Interned<S>,
    /// How many edges lead to each state at least.
    distance: Vec<u32>,
    /// The state before each on a shortest way to it; its own number for an initial one.
    father: Vec<u32>,
    /// The edges of the states that come first.
    pub(crate) graph: Graph,
    /// Whether what was looked for was found.
    pub(crate) reached: bool,
}

impl<S: Clone + Eq + Hash> Neighbourhood<S> {
    /// Explores until `found` is true of a state, and on while there are `means`; where there is a `way` to what is looked for,
    /// until they are spent and a state on the way is known.
    pub(crate) fn explore<A: Automaton<State = S>>(
        automaton: &mut A,
        means: Means<'_>,
        found: impl Fn(&S) -> bool,
        way: &[S],
    ) -> Self {
        let mut near = Self {
            numbers: Interned::default(),
            distance: Vec::new(),
            father: Vec::new(),
            graph: Graph::default(),
            reached: false,
        };
        let mut initial = Vec::new();
        automaton.initial(&mut initial);
        for state in &initial {
            near.number(state, near.distance.len() as u32, 0);
        }
        near.reached = initial.iter().any(&found);
        let mut edges = Vec::new();
        let mut from = 0;
        let mut on_way = Interned::default();
        for state in way {
            on_way.number(state);
        }
        let mut knows_way = initial.iter().any(|state| on_way.find(state).is_some());
        let mut spent = false;
        while (from as usize) < near.distance.len() {
            spent |= (from as usize) >= means.effort.states
                || (from % BETWEEN_QUESTIONS == 0 && means.budget.check().is_err());
            if spent && (near.reached || knows_way) {
                break;
            }
            let is_way = |state: &S| !knows_way && on_way.find(state).is_some();
            automaton.successors(&near.state(from), &mut edges);
            let (reached, met_way) = near.enter(from, edges.drain(..), !spent, &found, is_way);
            near.reached |= reached;
            knows_way |= met_way;
            from += 1;
        }
        near
    }

    /// Numbers the targets of a state's edges, and keeps the edges if asked to.  Whether `found`, and whether `is_way`, is true
    /// of a target.
    fn enter(
        &mut self,
        from: u32,
        edges: impl Iterator<Item = Edge<S>>,
        keep: bool,
        found: impl Fn(&S) -> bool,
        is_way: impl Fn(&S) -> bool,
    ) -> (bool, bool) {
        let (mut reached, mut met_way) = (false, false);
        let distance = self.distance[from as usize] + 1;
        for edge in edges {
            reached |= found(&edge.to);
            met_way |= is_way(&edge.to);
            if let Some(to) = self.number(&edge.to, from, distance)
                && keep
            {
                self.graph.add_edge(to, &edge.marks);
            }
        }
        if keep {
            self.graph.end_state();
        }
        (reached, met_way)
    }

    /// The states on a way into what was looked for: the shortest way to the last state of `way` that was reached, and `way` from
    /// there on; none if none was reached.
    pub(crate) fn way_to<A: Automaton<State = S>>(
        &self,
        automaton: &mut A,
        way: &[S],
    ) -> Option<Vec<S>> {
        let met = way
            .iter()
            .rposition(|state| self.numbers.find(state).is_some())?;
        let stem = self.stem(automaton, &way[met])?;
        let first = stem.into_iter().map(|step| step.from);
        Some(first.chain(way[met..].iter().cloned()).collect())
    }

    /// The number of a state, which is noted with its father if it is new.
    fn number(&mut self, state: &S, father: u32, distance: u32) -> Option<u32> {
        let number = self.numbers.number(state)?;
        if number as usize == self.distance.len() {
            self.distance.push(distance);
            self.father.push(father);
        }
        Some(number)
    }

    /// The distance of a state, if it was reached.
    pub(crate) fn distance_of(&self, state: &S) -> Option<u32> {
        let number = self.numbers.find(state)?;
        Some(self.distance(number))
    }

    /// The distance of the state of a number.
    pub(crate) fn distance(&self, number: u32) -> u32 {
        self.distance[number as usize]
    }

    /// The state of a number.
    pub(crate) fn state(&self, number: u32) -> S {
        self.numbers.state(number)
    }

    /// A shortest way to a state that was reached.
    pub(crate) fn stem<A: Automaton<State = S>>(
        &self,
        automaton: &mut A,
        state: &S,
    ) -> Option<Vec<LassoStep<S>>> {
        let mut at = self.numbers.find(state)?;
        let mut stem = Vec::new();
        let mut edges = Vec::new();
        while self.father[at as usize] != at {
            let father = self.father[at as usize];
            let (from, to) = (self.state(father), self.state(at));
            automaton.successors(&from, &mut edges);
            let edge = edges.drain(..).find(|edge| edge.to == to)?;
            let marks = edge.marks;
            stem.push(LassoStep { from, marks, to });
            at = father;
        }
        stem.reverse();
        Some(stem)
    }
}
