//! The nearest state of a kind, by breadth-first search.
//!
//! A safety property is violated where the automaton of its violations comes to a state that accepts every word: whatever follows,
//! the run is bad.  The search for such a state keeps one bit and a place in the queue for each state.  Only when it has found one it
//! is run again and notes the way, so that a search that finds nothing, which is the one that meets all states, need not.

use std::collections::VecDeque;

use lariat_automata::{Automaton, Marks};
use lariat_budget::{Budget, Exhausted};

use crate::space::Space;
use crate::{Numbering, Statistics};

/// What a search for the nearest state of a kind has found out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reached<S> {
    /// The states on a shortest way from an initial state to such a state; none if there is no such state.
    pub way: Result<Option<Vec<S>>, Exhausted>,
    /// What the search did.
    pub statistics: Statistics,
}

/// Searches for a state nearest to the initial states.
///
/// ```
/// use lariat_automata::{Acceptance, Explicit, Label, Labels, Marks};
/// use lariat_budget::Budget;
/// use lariat_emptiness::{Interned, nearest};
///
/// let mut automaton = Explicit::new(Labels::default(), Acceptance::all());
/// let [first, middle, last] = [0; 3].map(|_| automaton.add_state());
/// automaton.initial.push(first);
/// for (from, to) in [(first, middle), (middle, last), (first, last)] {
///     automaton.add_transition(from, Label::TRUE, Marks::EMPTY, to);
/// }
/// let budget = Budget::unlimited();
/// let reached = nearest(&automaton, |&state| state == last, Interned::default(), &budget);
/// assert_eq!(reached.way, Ok(Some(vec![first, last])));
/// ```
pub fn nearest<A: Automaton, N: Numbering<A::State>>(
    automaton: A,
    mut is_goal: impl FnMut(&A::State) -> bool,
    numbering: N,
    budget: &Budget,
) -> Reached<A::State> {
    let mut space = Space::new(automaton, numbering, budget);
    let found = search(&mut space, &mut is_goal, &mut Met::default());
    let statistics = space.statistics;
    let way = match found {
        Ok(Some(_)) => retrace(&mut space, &mut is_goal, budget).map(Some),
        Ok(None) => Ok(None),
        Err(stop) => Err(stop),
    };
    Reached { way, statistics }
}

fn retrace<A: Automaton, N: Numbering<A::State>>(
    space: &mut Space<'_, A, N>,
    is_goal: impl FnMut(&A::State) -> bool,
    budget: &Budget,
) -> Result<Vec<A::State>, Exhausted> {
    let mut origins = Origins::default();
    let Some(goal) = search(space, is_goal, &mut origins)? else {
        // An automaton whose budget has ended in between may have no more edges.
        return Err(budget.end().expect("what was found once is found again"));
    };
    let mut way = vec![goal];
    let mut at = goal;
    while origins.0[at as usize] != at {
        at = origins.0[at as usize];
        way.push(at);
    }
    way.reverse();
    Ok(space.states(way))
}

/// What a search remembers of the states that it has met.
trait Memory {
    /// Notes how a state was reached; whether it was the first time.
    fn meet(&mut self, state: u32, from: u32) -> bool;
}

/// That they were met: a bit each.
#[derive(Default)]
struct Met(Vec<u64>);

impl Memory for Met {
    fn meet(&mut self, state: u32, _: u32) -> bool {
        let (word, bit) = (state as usize / 64, 1 << (state % 64));
        if word >= self.0.len() {
            self.0.resize(word + 1, 0);
        }
        let is_new = self.0[word] & bit == 0;
        self.0[word] |= bit;
        is_new
    }
}

/// From where each was met; an initial state from itself.
#[derive(Default)]
struct Origins(Vec<u32>);

impl Memory for Origins {
    fn meet(&mut self, state: u32, from: u32) -> bool {
        const UNMET: u32 = u32::MAX;
        let place = state as usize;
        if place >= self.0.len() {
            self.0.resize(place + 1, UNMET);
        }
        let is_new = self.0[place] == UNMET;
        if is_new {
            self.0[place] = from;
        }
        is_new
    }
}

/// A goal that is nearest to the initial states.
fn search<A: Automaton, N: Numbering<A::State>>(
    space: &mut Space<'_, A, N>,
    mut is_goal: impl FnMut(&A::State) -> bool,
    memory: &mut impl Memory,
) -> Result<Option<u32>, Exhausted> {
    let mut queue = VecDeque::new();
    for initial in space.initial()? {
        if memory.meet(initial, initial) {
            if is_goal(&space.state(initial)) {
                return Ok(Some(initial));
            }
            queue.push_back(initial);
        }
    }
    let mut depths = Depths::default();
    let mut new = Vec::new();
    while let Some(state) = queue.pop_front() {
        space.count_depth(depths.depth_of_next(queue.len()));
        space.count_visit()?;
        let each = |to, _: Marks| {
            if memory.meet(to, state) {
                new.push(to);
            }
            Ok(())
        };
        space.expand(state, |_| true, each)?;
        for to in new.drain(..) {
            if is_goal(&space.state(to)) {
                return Ok(Some(to));
            }
            queue.push_back(to);
        }
    }
    Ok(None)
}

/// Counts the levels of a breadth-first search.
#[derive(Default)]
pub(crate) struct Depths {
    depth: usize,
    /// How many states of this depth are still in the queue.
    left: Option<usize>,
}

impl Depths {
    /// The depth of the state that was taken from a queue, in which so many are left.
    pub(crate) fn depth_of_next(&mut self, queued: usize) -> usize {
        match self.left {
            Some(0) => {
                self.depth += 1;
                self.left = Some(queued);
            }
            Some(left) => self.left = Some(left - 1),
            None => self.left = Some(queued),
        }
        self.depth
    }
}
