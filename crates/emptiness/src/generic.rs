//! Any Emerson–Lei condition, on the fly.
//!
//! The generic check of [baier.19.atva] works on explicit graphs: it looks at a component, drops the
//! edges whose marks the condition says to see finitely often, and goes on with the components of the
//! rest; where the condition is a disjunction, it goes on with each disjunct.  Ours does the same on the
//! fly, with the levels of [`streett`](crate::streett):
//!
//! ```text
//! (G1) search as couvreur does, through the edges that carry no avoided mark
//! (G2) an edge closes a cycle: merge; if the merged marks satisfy the condition: NOT EMPTY
//! (G3) a component closes: list the branches, the ways in which an accepting cycle may leave out some
//!      of its marks; if there are none the component is dead
//! (G4) else visit it again for each branch, from each of its states, and avoid that branch's marks too
//! (G5) when that is done the component is dead, and the search goes on where it was
//! ```
//!
//! A branch is a choice of disjuncts and the marks that every cycle must then avoid.  A disjunction is
//! split only where it must be: if it is false with all marks of the component, and no `Fin` outside of
//! disjunctions has anything to avoid.  So Streett conditions are never split, parity conditions
//! neither, and Rabin conditions have one branch per pair.  In general the problem is NP-complete.

use lariat_automata::{Automaton, BitSet};

use crate::formula::{Branch, Formula};
use crate::levels::{Levels, Status};
use crate::mark_word::{MarkWord, with_mark_word};
use crate::path::{Next, Path};
use crate::space::Space;
use crate::stack::Stack;
use crate::{Component, Interned, Limits, Numbering, Stop, Verdict};

/// Decides whether some run is accepting, whatever the condition.
///
/// ```
/// use lariat_automata::{Acceptance, Condition, Explicit, Label, Labels, Marks};
/// use lariat_emptiness::{Limits, generic};
///
/// // Rabin: mark 0 finitely often and mark 1 infinitely often.
/// let condition = Condition::all([Condition::Fin(0), Condition::Inf(1)]);
/// let acceptance = Acceptance { marks: 2, condition };
/// let mut automaton = Explicit::new(Labels::default(), acceptance);
/// let state = automaton.add_state();
/// automaton.initial.push(state);
/// automaton.add_transition(state, Label::TRUE, Marks::first(2), state);
/// assert!(generic::check(&automaton, &Limits::default()).is_empty());
///
/// automaton.add_transition(state, Label::TRUE, Marks::single(1), state);
/// assert!(generic::check(&automaton, &Limits::default()).is_nonempty());
/// ```
pub fn check<A: Automaton>(automaton: &A, limits: &Limits<'_>) -> Verdict<A::State> {
    check_with(automaton, Interned::default(), limits)
}

/// [`check`] with the caller's numbering of states.
pub fn check_with<A: Automaton, N: Numbering<A::State>>(
    automaton: &A,
    numbering: N,
    limits: &Limits<'_>,
) -> Verdict<A::State> {
    let space = Space::new(automaton, numbering, limits);
    let formula = Formula::new(&automaton.acceptance().condition);
    with_mark_word!(automaton.acceptance().marks, Word => {
        Search::<A, N, Word, ()>::new(space, formula, ()).verdict().0
    })
}

/// What is told of the components that a search closes, in the order of events.
pub(crate) trait Record {
    /// The component of these states, with the marks `inside` on its edges, has no accepting cycle
    /// unless in one of the branches, whose levels follow.
    fn component<M: MarkWord>(
        &mut self,
        states: impl IntoIterator<Item = u32>,
        inside: &M,
        branches: &[Branch],
    );
    /// The level of the next branch begins.
    fn begin_level(&mut self, branch: &Branch);
    /// The level of the branch has ended.
    fn end_level(&mut self);
}

impl Record for () {
    fn component<M: MarkWord>(&mut self, _: impl IntoIterator<Item = u32>, _: &M, _: &[Branch]) {}
    fn begin_level(&mut self, _: &Branch) {}
    fn end_level(&mut self) {}
}

/// A component of the graph visited so far: the live states from its root to the next root.
struct Root<M> {
    /// The order of its first state.
    first: u32,
    /// The marks of the edge that led to it.
    entry: M,
    /// The marks of the edges inside it.
    inside: M,
}

/// The visits of a whole component, one a branch, or at level 0 of the automaton.
struct Level<M> {
    /// Edges that carry one of these are left out.
    avoided: M,
    /// The disjuncts that are done without.
    dropped: BitSet,
    /// The length of the path when the visit began.
    floor: usize,
    /// The branches still to come, the next one last.
    pending: Vec<Branch>,
}

pub(crate) struct Search<'a, A: Automaton, N, M, R> {
    space: Space<'a, A, N>,
    formula: Formula,
    /// Whether the formula is true of a cycle without marks.
    accepts_no_marks: bool,
    levels: Levels,
    current: Level<M>,
    outer: Vec<Level<M>>,
    roots: Stack<Root<M>>,
    path: Path<M>,
    record: R,
}

impl<'a, A, N, M, R> Search<'a, A, N, M, R>
where
    A: Automaton,
    N: Numbering<A::State>,
    M: MarkWord,
    R: Record,
{
    pub(crate) fn new(space: Space<'a, A, N>, formula: Formula, record: R) -> Self {
        Self {
            space,
            accepts_no_marks: formula.accepts(&M::default()),
            formula,
            levels: Levels::default(),
            current: Level {
                avoided: M::default(),
                dropped: BitSet::EMPTY,
                floor: 0,
                pending: Vec::new(),
            },
            outer: Vec::new(),
            roots: Stack::default(),
            path: Path::default(),
            record,
        }
    }

    pub(crate) fn verdict(mut self) -> (Verdict<A::State>, R) {
        let outcome = self.search();
        (Verdict::new(outcome, self.space.statistics), self.record)
    }

    fn search(&mut self) -> Result<Option<Component<A::State>>, Stop> {
        for initial in self.space.initial()? {
            if self.levels.status(initial) == Status::New {
                self.visit(initial, M::default())?;
            }
            while let Some(next) = self.path.next() {
                if self.step(next)? {
                    return Ok(Some(self.newest_component()));
                }
            }
        }
        Ok(None)
    }

    /// (G1) Takes one edge, or leaves a state.  True if a component became accepting.
    fn step(&mut self, next: Next<M>) -> Result<bool, Stop> {
        match next {
            Next::Edge(to, marks) => match self.levels.status(to) {
                Status::New => self.visit(to, marks)?,
                Status::Seed => self.revisit(to, marks)?,
                Status::Live(order) => return Ok(self.merge(order, marks)),
                Status::Dead => {}
            },
            Next::Leave(state, ()) => {
                self.leave(state);
                while !self.outer.is_empty() && self.path.len() == self.current.floor {
                    self.next_seed()?;
                }
            }
        }
        Ok(false)
    }

    /// (G4) Visits the next state of the component; if there is none, turns to the next branch; (G5) if
    /// there is none, the level ends.
    fn next_seed(&mut self) -> Result<(), Stop> {
        if let Some(seed) = self.levels.next_seed() {
            return self.revisit(seed, M::default());
        }
        self.record.end_level();
        if let Some(branch) = self.current.pending.pop() {
            self.levels.restart_level();
            self.turn_to(branch);
        } else {
            self.levels.close_level();
            self.current = self.outer.pop().expect("level 0 has no seeds");
        }
        Ok(())
    }

    fn visit(&mut self, state: u32, entry: M) -> Result<(), Stop> {
        self.space.count_visit()?;
        self.enter(state, entry)
    }

    fn revisit(&mut self, state: u32, entry: M) -> Result<(), Stop> {
        self.space.count_revisit()?;
        self.enter(state, entry)
    }

    fn enter(&mut self, state: u32, entry: M) -> Result<(), Stop> {
        let (levels, avoided) = (&self.levels, &self.current.avoided);
        let wanted = |marks: &M| avoided.is_disjoint(marks);
        let keep = |to| !levels.is_dead(to);
        if !self.path.enter(state, &mut self.space, wanted, keep)? {
            let no_marks = M::default();
            self.record.component([state], &no_marks, &[]); // (G3), early
            self.levels.bury(state);
            self.space.statistics.components += 1;
            return Ok(());
        }
        let first = self.levels.enter(state)?;
        self.roots.push(Root {
            first,
            entry,
            inside: M::default(),
        });
        Ok(())
    }

    /// (G2) Merges the components newer than that of the state of this order, closing a cycle with
    /// an edge that carries `marks`.  True if the result is accepting.
    fn merge(&mut self, order: u32, mut marks: M) -> bool {
        while let Some(newest) = self.roots.pop_if(|root| root.first > order) {
            marks.unite(&newest.entry);
            marks.unite(&newest.inside);
        }
        let merged = self.roots.last_mut().expect("the state is live");
        if marks.is_subset(&merged.inside) {
            // It was judged before, unless this is its first cycle.
            return self.accepts_no_marks && merged.inside == M::default();
        }
        merged.inside.unite(&marks);
        self.formula.accepts(&merged.inside)
    }

    /// (G3) Leaves a state; if it is the root of its component, that is dead or to be visited again.
    fn leave(&mut self, state: u32) {
        let Status::Live(first) = self.levels.status(state) else {
            unreachable!("a state on the path is live");
        };
        let Some(root) = self.roots.pop_if(|root| root.first == first) else {
            return;
        };
        // Without marks there is nothing to avoid.
        let branches = match root.inside == M::default() {
            true => Vec::new(),
            false => self.formula.branches(&self.current.dropped, &root.inside),
        };
        let states = self.levels.component(first);
        self.record.component(states, &root.inside, &branches);
        if branches.is_empty() {
            self.levels.finish(first);
            self.space.statistics.components += 1;
        } else {
            self.visit_again(first, branches);
        }
    }

    /// (G4) Opens a level for the component whose first state has this order.
    fn visit_again(&mut self, first: u32, mut branches: Vec<Branch>) {
        self.levels.open_level(first, false);
        branches.reverse();
        let level = Level {
            avoided: M::default(),
            dropped: BitSet::EMPTY,
            floor: self.path.len(),
            pending: branches,
        };
        self.outer.push(std::mem::replace(&mut self.current, level));
        if let Some(branch) = self.current.pending.pop() {
            self.turn_to(branch);
        }
    }

    fn turn_to(&mut self, branch: Branch) {
        self.record.begin_level(&branch);
        let outer = self.outer.last().expect("level 0 has no branches");
        self.current.avoided = outer.avoided.clone();
        self.current.avoided.unite(&M::from_marks(&branch.avoided));
        self.current.dropped = branch.dropped;
    }

    fn newest_component(&self) -> Component<A::State> {
        let root = self.roots.last().expect("a component was merged");
        Component {
            states: self.space.states(self.levels.component(root.first)),
            shunned: self.formula.fin().difference(&root.inside.to_marks()),
            way: self.space.states(self.path.states()),
        }
    }
}
