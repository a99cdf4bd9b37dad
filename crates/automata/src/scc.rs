//! Strongly connected components of a graph whose states are numbers.
//!
//! Tarjan's algorithm [tarjan.72.sicomp] with an explicit stack: one list holds the pending edges of
//! all open states, so that depth costs memory and never the call stack.  Components are numbered in
//! the order in which they are complete, that is, in reverse topological order: an edge leads to
//! its own component or to one with a smaller number.
//!
//! For graphs that are computed on demand there are the emptiness checks; this is for those that are
//! in memory.
//!
//! ```
//! use lariat_automata::scc::components;
//! use lariat_automata::{Edge, Marks};
//! let edges = [vec![1], vec![2], vec![1]]; // 0 → 1 ⇄ 2
//! let found = components(3, [0], |state, out| {
//!     out.extend(edges[state as usize].iter().map(|&to| Edge { to, marks: Marks::EMPTY }));
//! });
//! assert_eq!(found.of, [1, 0, 0]);
//! assert_eq!(found.trivial, [false, true]);
//! ```

use crate::{Edge, Explicit, Marks, StateId};

/// The strongly connected components of a graph, in reverse topological order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Components {
    /// The component of each state; [`Components::UNREACHED`] where no root leads.
    pub of: Vec<u32>,
    /// How many components there are.
    pub count: usize,
    /// Whether the component is one state without a loop, by component.
    pub trivial: Vec<bool>,
    /// The marks on the edges that stay in the component, by component.
    pub marks: Vec<Marks>,
}

impl Components {
    /// The number that stands for no component.
    pub const UNREACHED: u32 = u32::MAX;

    /// Whether the two states lie in one component.
    pub fn together(&self, one: StateId, other: StateId) -> bool {
        self.of[one as usize] == self.of[other as usize]
    }

    /// The states of each component, ascending, by component.
    pub fn members(&self) -> Vec<Vec<StateId>> {
        let mut members = vec![Vec::new(); self.count];
        for (state, &component) in (0..).zip(&self.of) {
            if component != Self::UNREACHED {
                members[component as usize].push(state);
            }
        }
        members
    }
}

impl Explicit {
    /// The components of all states, those that no initial state reaches included.
    pub fn components(&self) -> Components {
        let roots = self.initial.iter().copied();
        let all = 0..self.state_count() as StateId;
        components(self.state_count(), roots.chain(all), |from, out| {
            crate::Automaton::successors(&mut &*self, &from, out);
        })
    }
}

/// The components of what `roots` reach in a graph of `state_count` states; `successors` appends the
/// edges that leave a state.
pub fn components(
    state_count: usize,
    roots: impl IntoIterator<Item = StateId>,
    mut successors: impl FnMut(StateId, &mut Vec<Edge<StateId>>),
) -> Components {
    let of = number_components(state_count, roots, &mut successors);
    let reached = of.iter().filter(|&&c| c != Components::UNREACHED);
    let count = reached.max().map_or(0, |&last| last as usize + 1);
    let mut found = Components {
        of,
        count,
        trivial: vec![true; count],
        marks: vec![Marks::EMPTY; count],
    };
    let mut edges = Vec::new();
    for from in 0..state_count {
        let component = found.of[from];
        if component == Components::UNREACHED {
            continue;
        }
        successors(from as StateId, &mut edges);
        for edge in edges.drain(..) {
            if found.of[edge.to as usize] == component {
                found.trivial[component as usize] = false;
                found.marks[component as usize].unite(&edge.marks);
            }
        }
    }
    found
}

/// A state on the search's path.
struct Frame {
    state: StateId,
    /// Its place in the order of discovery, from 1.
    index: u32,
    /// Where its edges begin in the list of pending ones.
    first_pending: usize,
}

struct Search {
    /// The smallest index of a live state that the state is known to reach; 0: not discovered.
    low: Vec<u32>,
    of: Vec<u32>,
    frames: Vec<Frame>,
    pending: Vec<Edge<StateId>>,
    /// The states whose component is not complete, in the order of discovery.
    live: Vec<StateId>,
    discovered: u32,
    complete: u32,
}

fn number_components(
    state_count: usize,
    roots: impl IntoIterator<Item = StateId>,
    successors: &mut impl FnMut(StateId, &mut Vec<Edge<StateId>>),
) -> Vec<u32> {
    let mut search = Search {
        low: vec![0; state_count],
        of: vec![Components::UNREACHED; state_count],
        frames: Vec::new(),
        pending: Vec::new(),
        live: Vec::new(),
        discovered: 0,
        complete: 0,
    };
    for root in roots {
        if search.low[root as usize] == 0 {
            search.run(root, successors);
        }
    }
    search.of
}

impl Search {
    fn run(
        &mut self,
        root: StateId,
        successors: &mut impl FnMut(StateId, &mut Vec<Edge<StateId>>),
    ) {
        self.enter(root, successors);
        while let Some(frame) = self.frames.last() {
            let state = frame.state as usize;
            if self.pending.len() == frame.first_pending {
                self.leave();
                continue;
            }
            let to = self.pending.pop().expect("the frame has an edge").to;
            if self.low[to as usize] == 0 {
                self.enter(to, successors);
            } else if self.of[to as usize] == Components::UNREACHED {
                self.low[state] = self.low[state].min(self.low[to as usize]);
            }
        }
    }

    /// Opens a state.
    fn enter(
        &mut self,
        state: StateId,
        successors: &mut impl FnMut(StateId, &mut Vec<Edge<StateId>>),
    ) {
        self.discovered += 1;
        self.low[state as usize] = self.discovered;
        self.live.push(state);
        self.frames.push(Frame {
            state,
            index: self.discovered,
            first_pending: self.pending.len(),
        });
        successors(state, &mut self.pending);
    }

    /// Closes the state on top.
    fn leave(&mut self) {
        let Frame { state, index, .. } = self.frames.pop().expect("a state is open");
        let low = self.low[state as usize];
        if low == index {
            self.close_component(state);
        } else {
            let parent = self.frames.last().expect("a root has its own index").state;
            let parent_low = &mut self.low[parent as usize];
            *parent_low = low.min(*parent_low);
        }
    }

    fn close_component(&mut self, root: StateId) {
        loop {
            let member = self.live.pop().expect("the root is live");
            self.of[member as usize] = self.complete;
            if member == root {
                break;
            }
        }
        self.complete += 1;
    }
}
