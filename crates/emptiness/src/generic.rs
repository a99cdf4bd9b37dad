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
use lariat_budget::{Budget, Exhausted};

use crate::formula::{Branch, Formula};
use crate::ground::Ground;
use crate::levels::Status;
use crate::mark_word::{MarkWord, with_mark_word};
use crate::path::Next;
use crate::space::Space;
use crate::{AcceptingComponent, Checked, Interned, Numbering};

/// Decides whether some run is accepting, whatever the condition.
///
/// ```
/// use lariat_automata::{Acceptance, Condition, Explicit, Label, Labels, Marks};
/// use lariat_budget::Budget;
/// use lariat_emptiness::generic;
///
/// // Rabin: mark 0 finitely often and mark 1 infinitely often.
/// let condition = Condition::all([Condition::Fin(0), Condition::Inf(1)]);
/// let acceptance = Acceptance { marks: 2, condition };
/// let mut automaton = Explicit::new(Labels::default(), acceptance);
/// let state = automaton.add_state();
/// automaton.initial.push(state);
/// automaton.add_transition(state, Label::TRUE, Marks::first(2), state);
/// assert!(generic::check(&automaton, &Budget::unlimited()).is_empty());
///
/// automaton.add_transition(state, Label::TRUE, Marks::single(1), state);
/// assert!(generic::check(&automaton, &Budget::unlimited()).is_nonempty());
/// ```
pub fn check<A: Automaton>(automaton: A, budget: &Budget) -> Checked<A::State> {
    check_with(automaton, Interned::default(), budget)
}

/// [`check`] with the caller's numbering of states.
pub fn check_with<A: Automaton, N: Numbering<A::State>>(
    automaton: A,
    numbering: N,
    budget: &Budget,
) -> Checked<A::State> {
    let acceptance = automaton.acceptance();
    let (marks, formula) = (acceptance.marks, Formula::new(&acceptance.condition));
    let space = Space::new(automaton, numbering, budget);
    with_mark_word!(marks, Word => {
        Search::<A, N, Word, ()>::new(space, formula, ()).verdict().0
    })
}

/// What is told of the components that a search closes, in the order of events.
pub(crate) trait Record {
    /// The component of these states, with the marks `inside` on its edges, has no accepting cycle
    /// unless in one of the branches, whose levels follow.
    fn component<A: Automaton, N: Numbering<A::State>, M: MarkWord>(
        &mut self,
        space: &mut Space<'_, A, N>,
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
    fn component<A: Automaton, N: Numbering<A::State>, M: MarkWord>(
        &mut self,
        _: &mut Space<'_, A, N>,
        _: impl IntoIterator<Item = u32>,
        _: &M,
        _: &[Branch],
    ) {
    }
    fn begin_level(&mut self, _: &Branch) {}
    fn end_level(&mut self) {}
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
    ground: Ground<'a, A, N, M>,
    formula: Formula,
    /// Whether the formula is true of a cycle without marks.
    accepts_no_marks: bool,
    current: Level<M>,
    outer: Vec<Level<M>>,
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
            ground: Ground::new(space),
            accepts_no_marks: formula.accepts(&M::default()),
            formula,
            current: Level {
                avoided: M::default(),
                dropped: BitSet::EMPTY,
                floor: 0,
                pending: Vec::new(),
            },
            outer: Vec::new(),
            record,
        }
    }

    pub(crate) fn verdict(mut self) -> (Checked<A::State>, R) {
        let outcome = self.search();
        (
            Checked::new(outcome, self.ground.space.statistics),
            self.record,
        )
    }

    fn search(&mut self) -> Result<Option<AcceptingComponent<A::State>>, Exhausted> {
        for initial in self.ground.space.initial()? {
            if self.ground.levels.status(initial) == Status::New {
                self.visit(initial, M::default())?;
            }
            while let Some(next) = self.ground.path.next() {
                if self.step(next)? {
                    let avoidable = self.formula.fin();
                    return Ok(Some(self.ground.newest_component(avoidable.iter())));
                }
            }
        }
        Ok(None)
    }

    /// (G1) Takes one edge, or leaves a state.  True if a component became accepting.
    fn step(&mut self, next: Next<M>) -> Result<bool, Exhausted> {
        match next {
            Next::Edge(to, marks) => match self.ground.levels.status(to) {
                Status::New | Status::Seed => self.visit(to, marks)?,
                Status::Live(order) => return Ok(self.merge(order, marks)),
                Status::Dead => {}
            },
            Next::Leave(state, ()) => {
                self.leave(state);
                while !self.outer.is_empty() && self.ground.path.len() == self.current.floor {
                    self.next_seed()?;
                }
            }
        }
        Ok(false)
    }

    /// (G4) Visits the next state of the component; if there is none, turns to the next branch; (G5) if
    /// there is none, the level ends.
    fn next_seed(&mut self) -> Result<(), Exhausted> {
        if let Some(seed) = self.ground.levels.next_seed() {
            return self.visit(seed, M::default());
        }
        self.record.end_level();
        if let Some(branch) = self.current.pending.pop() {
            self.ground.levels.restart_level();
            self.turn_to(branch);
        } else {
            self.ground.levels.close_level();
            self.current = self.outer.pop().expect("level 0 has no seeds");
        }
        Ok(())
    }

    fn visit(&mut self, state: u32, entry: M) -> Result<(), Exhausted> {
        self.ground.count(state)?;
        let avoided = &self.current.avoided;
        if !self.ground.enter(state, (), entry, avoided, |_| false)? {
            let (space, no_marks) = (&mut self.ground.space, M::default());
            self.record.component(space, [state], &no_marks, &[]); // (G3), early
        }
        Ok(())
    }

    /// (G2) Merges the components newer than that of the state of this order, closing a cycle with
    /// an edge that carries `marks`.  True if the result is accepting.
    fn merge(&mut self, order: u32, marks: M) -> bool {
        let (merged, marks) = self.ground.roots.merge(order, marks);
        if marks.is_subset(&merged.inside) {
            // It was judged before, unless this is its first cycle.
            return self.accepts_no_marks && merged.inside == M::default();
        }
        merged.inside.unite(&marks);
        self.formula.accepts(&merged.inside)
    }

    /// (G3) Leaves a state; if it is the root of its component, that is dead or to be visited again.
    fn leave(&mut self, state: u32) {
        let Some(root) = self.ground.close(state) else {
            return;
        };
        // Without marks there is nothing to avoid.
        let branches = match root.inside == M::default() {
            true => Vec::new(),
            false => self.formula.branches(&self.current.dropped, &root.inside),
        };
        let Ground { levels, space, .. } = &mut self.ground;
        let states = levels.component(root.first);
        let record = &mut self.record;
        record.component(space, states, &root.inside, &branches);
        if branches.is_empty() {
            self.ground.finish(&root);
        } else {
            self.visit_again(root.first, branches);
        }
    }

    /// (G4) Opens a level for the component whose first state has this order.
    fn visit_again(&mut self, first: u32, mut branches: Vec<Branch>) {
        self.ground.levels.open_level(first, false);
        branches.reverse();
        let level = Level {
            avoided: M::default(),
            dropped: BitSet::EMPTY,
            floor: self.ground.path.len(),
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
}
