//! Generalized Büchi marks and Streett pairs together, each state visited at most once more per pair.
//!
//! After [duret.09.atva], whose algorithm visits a rejecting component again without the marks that
//! it cannot afford.  As printed it raises false alarms and misses accepting runs: a threshold
//! keeps components apart where an avoided edge lies between them, yet states behind it are burnt
//! for those before it.  Ours leaves avoided edges out altogether and starts the new visit from
//! every state of the component, so that nothing has to be reached through them.
//!
//! ```text
//! (S1) search as couvreur does, through the edges that carry no avoided mark
//! (S2) an edge closes a cycle: merge; if the merged marks satisfy Inf, Fin and all pairs: NOT EMPTY
//! (S3) a component closes:
//!      bad = its Fin marks, and the l of every pair with l but not u on its edges
//!      bad is empty, or an Inf mark is missing: no accepting cycle; the component is dead
//!      every mark on its edges that may have to be avoided is bad: its idle states are dead
//! (S4) visit it again, from each of its states that is not dead, and avoid bad too
//! (S5) when that is done the component is dead, and the search goes on where it was
//! ```
//!
//! Why it is right: when a component closes, its edges that are not avoided stay inside or meet dead
//! states, so a new visit cannot leak.  The missing u is on none of these edges, so an accepting
//! cycle has no l.  Each visit avoids the l of a pair more, or a Fin mark more; this bounds the
//! visits of a state by the number of pairs and Fin marks, plus one.
//!
//! The last line of (S3) is ours, and saves most of the second visit where it applies.  Call an edge *free* that
//! carries no mark that may ever have to be avoided, neither an l nor a Fin; a state is *idle* if its free edges lead only
//! to dead and idle states.  Free edges are taken first, and when all of them have been, it is known what they have met.  No
//! cycle of free edges passes an idle state: of those that it passes, the first that became idle would lead to another one.
//!
//! Inf marks are kept apart from pairs: a component that lacks one is discarded at once.  Unlike
//! `couvreur`, the search may go on although the visited graph holds an accepting cycle, if that is
//! hidden inside a rejecting component.
//!
//! Use it for strong fairness: the cost is linear in the number of pairs, where a translation to
//! Büchi is exponential.

use lariat_automata::{Automaton, FairnessView, Marks};
use lariat_budget::{Budget, Exhausted};

use crate::ground::Ground;
use crate::levels::Status;
use crate::mark_word::{MarkWord, with_mark_word};
use crate::path::Next;
use crate::roots::Root;
use crate::space::Space;
use crate::{AcceptingComponent, Algorithm, Checked, Interned, Numbering, Refusal, RefusalReason};

/// Decides whether some run is accepting, where the condition is a conjunction of Inf, Fin and
/// Streett pairs.
///
/// ```
/// use lariat_automata::{Acceptance, Explicit, Label, Labels, Marks};
/// use lariat_budget::Budget;
/// use lariat_emptiness::streett;
///
/// // One pair: l is mark 0, u is mark 1.  The loop of the first state keeps asking in vain.
/// let mut automaton = Explicit::new(Labels::default(), Acceptance::streett(1));
/// let (asking, other) = (automaton.add_state(), automaton.add_state());
/// automaton.initial.push(asking);
/// automaton.add_transition(asking, Label::TRUE, Marks::single(0), asking);
/// automaton.add_transition(asking, Label::TRUE, Marks::EMPTY, other);
/// let verdict = streett::check(&automaton, &Budget::unlimited()).unwrap();
/// assert!(verdict.is_empty());
///
/// automaton.add_transition(other, Label::TRUE, Marks::single(1), asking);
/// let verdict = streett::check(&automaton, &Budget::unlimited()).unwrap();
/// assert!(verdict.is_nonempty());
/// ```
pub fn check<A: Automaton>(automaton: A, budget: &Budget) -> Result<Checked<A::State>, Refusal> {
    check_with(automaton, Interned::default(), budget)
}

/// [`check`] with the caller's numbering of states.
pub fn check_with<A: Automaton, N: Numbering<A::State>>(
    automaton: A,
    numbering: N,
    budget: &Budget,
) -> Result<Checked<A::State>, Refusal> {
    let acceptance = automaton.acceptance();
    let marks = acceptance.marks;
    let fairness = acceptance.fairness_view().ok_or(Refusal {
        algorithm: Algorithm::Streett,
        reason: RefusalReason::NotFairness,
    })?;
    let space = Space::new(automaton, numbering, budget);
    Ok(with_mark_word!(marks, Word => {
        Search::<A, N, Word>::new(space, fairness).verdict()
    }))
}

/// What is known of the free edges around a state on the path.
struct Footing {
    /// Whether the edge that led to the state is free.
    entered_freely: bool,
    /// Whether a free edge led from it to a live state that is not idle.
    is_restless: bool,
    /// Whether all its free edges have been taken.
    is_settled: bool,
}

/// A visit of a whole component, or at level 0 of the automaton.
struct Level<M> {
    /// Edges that carry one of these are left out.
    avoided: M,
    /// The length of the path when the visit began.
    floor: usize,
}

struct Search<'a, A: Automaton, N, M> {
    ground: Ground<'a, A, N, M, Footing>,
    fairness: FairnessView,
    inf: M,
    /// The l of all pairs, and the Fin marks.
    avoidable: M,
    current: Level<M>,
    outer: Vec<Level<M>>,
}

impl<'a, A: Automaton, N: Numbering<A::State>, M: MarkWord> Search<'a, A, N, M> {
    fn new(space: Space<'a, A, N>, fairness: FairnessView) -> Self {
        Self {
            ground: Ground::new(space),
            inf: M::from_marks(&fairness.inf),
            avoidable: M::from_marks(&avoidable(&fairness).collect()),
            fairness,
            current: Level {
                avoided: M::default(),
                floor: 0,
            },
            outer: Vec::new(),
        }
    }

    fn verdict(mut self) -> Checked<A::State> {
        let outcome = self.search();
        Checked::new(outcome, self.ground.space.statistics)
    }

    fn search(&mut self) -> Result<Option<AcceptingComponent<A::State>>, Exhausted> {
        for initial in self.ground.space.initial()? {
            if self.ground.levels.status(initial) == Status::New {
                self.visit(initial, M::default())?;
            }
            while let Some(next) = self.ground.path.next() {
                if self.step(next)? {
                    return Ok(Some(
                        self.ground.newest_component(avoidable(&self.fairness)),
                    ));
                }
            }
        }
        Ok(None)
    }

    /// (S1) Takes one edge, or leaves a state.  True if a component became accepting.
    fn step(&mut self, next: Next<M, Footing>) -> Result<bool, Exhausted> {
        match next {
            Next::Edge(to, marks) => {
                let is_free = self.is_free(&marks);
                if !is_free {
                    self.settle();
                }
                match self.ground.levels.status(to) {
                    Status::New | Status::Seed => self.visit(to, marks)?,
                    Status::Live(order) => {
                        if !self.ground.levels.is_idle(to) {
                            self.note_restless(is_free);
                        }
                        return Ok(self.merge(order, marks));
                    }
                    Status::Dead => {}
                }
            }
            Next::Leave(state, footing) => {
                self.leave(state, &footing);
                while !self.outer.is_empty() && self.ground.path.len() == self.current.floor {
                    self.next_seed()?;
                }
            }
        }
        Ok(false)
    }

    /// (S4) Visits the next state of the component; (S5) if there is none, the level ends.
    fn next_seed(&mut self) -> Result<(), Exhausted> {
        if let Some(seed) = self.ground.levels.next_seed() {
            self.prefetch_seeds();
            return self.visit(seed, M::default());
        }
        self.ground.levels.close_level();
        self.current = self.outer.pop().expect("level 0 has no seeds");
        Ok(())
    }

    /// Unlike the next state of a path, the next seeds are known in advance.
    #[inline]
    fn prefetch_seeds(&self) {
        if let Some(seed) = self.ground.levels.seed_ahead(24) {
            self.ground.levels.prefetch(seed);
            self.ground.space.prefetch(seed);
        }
        if let Some(seed) = self.ground.levels.seed_ahead(12) {
            self.ground.space.prefetch_edges(seed);
        }
    }

    fn visit(&mut self, state: u32, entry: M) -> Result<(), Exhausted> {
        self.ground.count(state)?;
        let footing = Footing {
            entered_freely: self.is_free(&entry),
            is_restless: false,
            is_settled: false,
        };
        let (avoided, avoidable) = (&self.current.avoided, &self.avoidable);
        let late = |marks: &M| !avoidable.is_disjoint(marks);
        // (S3), early, if it does not go on
        self.ground.enter(state, footing, entry, avoided, late)?;
        Ok(())
    }

    /// Whether an edge carries no mark that may have to be avoided.
    fn is_free(&self, marks: &M) -> bool {
        self.avoidable.is_disjoint(marks)
    }

    /// All free edges of the last state of the path have been taken: it is idle if they led to no other state.
    fn settle(&mut self) {
        if let Some((state, footing)) = self.ground.path.last_mut()
            && !std::mem::replace(&mut footing.is_settled, true)
            && !footing.is_restless
        {
            self.ground.levels.set_idle(state);
        }
    }

    /// An edge, free or not, has led from the last state of the path to a live one that is not idle.
    fn note_restless(&mut self, is_free: bool) {
        if let Some((_, footing)) = self.ground.path.last_mut() {
            footing.is_restless |= is_free;
        }
    }

    /// (S2) Merges the components newer than that of the state of this order, closing a cycle with
    /// an edge that carries `marks`.  True if the result is accepting.
    fn merge(&mut self, order: u32, marks: M) -> bool {
        let (merged, marks) = self.ground.roots.merge(order, marks);
        let judged_before = merged.inside != M::default() && marks.is_subset(&merged.inside);
        merged.inside.unite(&marks);
        !judged_before && self.inf.is_subset(&merged.inside) && {
            let inside = &merged.inside;
            bad_marks(&self.fairness, inside).next().is_none()
        }
    }

    /// (S3) Leaves a state; if it is the root of its component, that is dead or to be visited again.
    fn leave(&mut self, state: u32, footing: &Footing) {
        if !footing.is_restless && !footing.is_settled {
            self.ground.levels.set_idle(state);
        }
        if let Some(component) = self.ground.close(state) {
            self.close(&component);
        } else if footing.is_restless {
            self.note_restless(footing.entered_freely);
        }
    }

    /// (S3) Whatever was to be visited of a component has been.
    fn close(&mut self, component: &Root<M>) {
        let bad = self.marks_to_avoid(&component.inside);
        if bad == M::default() {
            self.ground.finish(component);
            return;
        }
        let is_harmless = |mark| bad.contains(mark) || !component.inside.contains(mark);
        let drops_idle = avoidable(&self.fairness).all(is_harmless);
        self.ground.levels.open_level(component.first, drops_idle);
        self.visit_again(&bad);
    }

    /// The marks without which a component has to be visited again, if it may have an accepting cycle.
    fn marks_to_avoid(&self, inside: &M) -> M {
        if *inside == M::default() || !self.inf.is_subset(inside) {
            return M::default();
        }
        let bad: Marks = bad_marks(&self.fairness, inside).collect();
        M::from_marks(&bad)
    }

    /// (S4) The states of the component are seeds, and its bad marks are avoided.
    fn visit_again(&mut self, bad: &M) {
        let mut avoided = self.current.avoided.clone();
        avoided.unite(bad);
        let level = Level {
            avoided,
            floor: self.ground.path.len(),
        };
        self.outer.push(std::mem::replace(&mut self.current, level));
    }
}

/// The marks that may have to be avoided.
fn avoidable(fairness: &FairnessView) -> impl Iterator<Item = usize> {
    let obliging = fairness.pairs.iter().map(|pair| pair.l);
    obliging.chain(fairness.fin.iter())
}

/// The marks that a cycle through edges with the marks `inside` must leave out.
fn bad_marks<M: MarkWord>(fairness: &FairnessView, inside: &M) -> impl Iterator<Item = usize> {
    let unkept = fairness
        .pairs
        .iter()
        .filter(|pair| inside.contains(pair.l) && !inside.contains(pair.u))
        .map(|pair| pair.l);
    let fin = fairness.fin.iter().filter(|&mark| inside.contains(mark));
    unkept.chain(fin)
}
