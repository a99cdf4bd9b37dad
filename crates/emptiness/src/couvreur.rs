//! Generalized Büchi, by the components of the graph visited so far.
//!
//! Follows [couvreur.99.fm], with the corrections that its Figure 3 needs.  The paper's search is
//! recursive and walks a dead component again to remove it; ours keeps the same steps with an
//! explicit stack, and a stack of the live states, so that each edge is looked at once.
//!
//! ```text
//! check(q):
//!   (E1) give q the next number; open a component holding q alone, no marks
//!   (E2) for each edge q --m--> r
//!   (E3)   r is new:  remember m on r's component; check(r)
//!   (E4)   r is live: merge all components newer than r's, with their marks and m;
//!                     if the merged marks satisfy acceptance: NOT EMPTY
//!   (E5)   r is dead: skip it
//!   (E6) if q opened its component: the component is maximal; all of it is dead
//! ```
//!
//! The paper's `Hash` is `order`, `Root` and `Arc` are `roots` (`inside` and `entry`), `Num` is
//! `live_count`.  The search stops as soon as the visited graph holds an accepting component.
//!
//! Use it for every generalized Büchi condition; weak fairness is part of that.

use lariat_automata::{Automaton, Marks};
use lariat_budget::{Budget, Exhausted};

use crate::mark_word::{MarkWord, with_mark_word};
use crate::path::{Next, Path};
use crate::roots::Roots;
use crate::slots::Slots;
use crate::space::Space;
use crate::{AcceptingComponent, Algorithm, Checked, Interned, Numbering, Refusal, RefusalReason};

const NEW: u32 = 0;
const DEAD: u32 = u32::MAX;

/// Decides whether some run is accepting, where the condition is generalized Büchi.
///
/// ```
/// use lariat_automata::{Acceptance, Explicit, Label, Labels, Marks};
/// use lariat_budget::Budget;
/// use lariat_emptiness::couvreur;
///
/// let mut automaton = Explicit::new(Labels::default(), Acceptance::buchi());
/// let state = automaton.add_state();
/// automaton.initial.push(state);
/// automaton.add_transition(state, Label::TRUE, Marks::EMPTY, state);
/// let verdict = couvreur::check(&automaton, &Budget::unlimited()).unwrap();
/// assert!(verdict.is_empty());
///
/// automaton.add_transition(state, Label::TRUE, Marks::single(0), state);
/// let verdict = couvreur::check(&automaton, &Budget::unlimited()).unwrap();
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
    let required = acceptance.generalized_buchi_view().ok_or(Refusal {
        algorithm: Algorithm::Couvreur,
        reason: RefusalReason::NotGeneralizedBuchi,
    })?;
    let space = Space::new(automaton, numbering, budget);
    Ok(with_mark_word!(marks, Word => {
        Search::<A, N, Word>::new(space, &required).verdict()
    }))
}

struct Search<'a, A: Automaton, N, M> {
    space: Space<'a, A, N>,
    /// The marks that an accepting cycle carries.
    required: M,
    /// For each state: new, dead, or its order among the live ones, from 1 on.
    order: Slots,
    /// The states that may still be on a cycle with the current path, by order.
    live: Slots,
    live_count: u32,
    roots: Roots<M>,
    path: Path<M>,
}

impl<'a, A: Automaton, N: Numbering<A::State>, M: MarkWord> Search<'a, A, N, M> {
    fn new(space: Space<'a, A, N>, required: &Marks) -> Self {
        Self {
            space,
            required: M::from_marks(required),
            order: Slots::default(),
            live: Slots::default(),
            live_count: 0,
            roots: Roots::default(),
            path: Path::default(),
        }
    }

    fn verdict(mut self) -> Checked<A::State> {
        let outcome = self.search();
        Checked::new(outcome, self.space.statistics)
    }

    fn search(&mut self) -> Result<Option<AcceptingComponent<A::State>>, Exhausted> {
        for initial in self.space.initial()? {
            if self.order.get(initial) != NEW {
                continue;
            }
            self.enter(initial, M::default())?;
            while let Some(next) = self.path.next() {
                if self.step(next)? {
                    return Ok(Some(self.newest_component()));
                }
            }
        }
        Ok(None)
    }

    /// (E2) Takes one edge, or leaves a state.  True if a component became accepting.
    fn step(&mut self, next: Next<M>) -> Result<bool, Exhausted> {
        match next {
            Next::Leave(state, ()) => self.leave(state), // (E6)
            Next::Edge(to, marks) => match self.order.get(to) {
                NEW => self.enter(to, marks)?,                // (E3), then (E1)
                DEAD => {}                                    // (E5)
                order => return Ok(self.merge(order, marks)), // (E4)
            },
        }
        Ok(false)
    }

    /// (E1) Opens a component of one state, reached by an edge with marks `entry`.
    fn enter(&mut self, state: u32, entry: M) -> Result<(), Exhausted> {
        self.space.count_visit()?;
        let order = &self.order;
        let keep = |to| order.get(to) != DEAD; // (E5), early
        if !self.path.enter(state, &mut self.space, |_| true, keep)? {
            self.order.set(state, DEAD); // (E6), early
            self.space.statistics.components += 1;
            return Ok(());
        }
        let first = self.live_count + 1;
        if first == DEAD {
            return Err(Exhausted::SearchNumbers);
        }
        self.live_count = first;
        self.live.set(first, state);
        self.order.set(state, first);
        self.roots.open(first, entry);
        Ok(())
    }

    /// (E4) Merges the components newer than that of the state of this order, closing a cycle with
    /// an edge that carries `marks`.  True if the result is accepting.
    fn merge(&mut self, order: u32, marks: M) -> bool {
        let (merged, marks) = self.roots.merge(order, marks);
        merged.inside.unite(&marks);
        self.required.is_subset(&merged.inside)
    }

    /// (E6) Leaves a state; if it is the root of its component, that is dead.
    fn leave(&mut self, state: u32) {
        let first = self.order.get(state);
        if self.roots.close(first).is_some() {
            for order in first..=self.live_count {
                self.order.set(self.live.get(order), DEAD);
            }
            self.live_count = first - 1;
            self.space.statistics.components += 1;
        }
    }

    fn newest_component(&self) -> AcceptingComponent<A::State> {
        let first = self.roots.newest().map_or(1, |root| root.first);
        let orders = first..=self.live_count;
        AcceptingComponent {
            states: self.space.states(orders.map(|order| self.live.get(order))),
            shunned: Marks::EMPTY,
            way: self.space.states(self.path.states()),
        }
    }
}

#[cfg(test)]
mod tests {
    use lariat_automata::{Acceptance, Edge};

    use super::*;

    /// Figure 4 of the paper; mark 0 is a, mark 1 is b.
    struct Figure4(Acceptance);

    impl Automaton for &Figure4 {
        type State = char;

        fn acceptance(&self) -> &Acceptance {
            &self.0
        }

        fn initial(&mut self, out: &mut Vec<char>) {
            out.push('A');
        }

        fn successors(&mut self, from: &char, out: &mut Vec<Edge<char>>) {
            let edges: &[(&[usize], char)] = match from {
                'A' => &[(&[], 'B')],
                'B' => &[(&[0], 'C')],
                'C' => &[(&[], 'A'), (&[], 'D'), (&[1], 'F')],
                'D' => &[(&[], 'E')],
                'E' => &[(&[1], 'D')],
                'F' => &[(&[], 'G')],
                'G' => &[(&[0], 'F'), (&[], 'H'), (&[], 'I')],
                'H' => &[(&[1], 'F')],
                'I' => &[(&[], 'J')],
                'J' => &[(&[], 'K')],
                'K' => &[(&[], 'I'), (&[], 'L')],
                _ => &[(&[], 'K')],
            };
            out.extend(edges.iter().map(|&(marks, to)| Edge {
                to,
                marks: marks.iter().copied().collect(),
            }));
        }
    }

    type TableSearch<'a> = Search<'a, &'a Figure4, Interned<char>, u32>;

    fn set(marks: &u32) -> &'static str {
        ["{}", "{a}", "{b}", "{a,b}"][*marks as usize]
    }

    /// The columns `Root`, `Arc` and `Hash` of Table 3.
    fn row(search: &TableSearch<'_>) -> String {
        let roots = search.roots.iter();
        let root: Vec<_> = roots
            .map(|r| format!("{}.{}", r.first, set(&r.inside)))
            .collect();
        let arc: Vec<_> = search.roots.iter().map(|r| set(&r.entry)).collect();
        let mut hash: Vec<(char, u32)> = (0..12)
            .filter(|&state| search.order.get(state) != NEW)
            .map(|state| (search.space.states([state])[0], search.order.get(state)))
            .collect();
        hash.sort_unstable();
        let hash: Vec<_> = hash
            .iter()
            .map(|&(state, order)| format!("{state}.{}", if order == DEAD { 0 } else { order }))
            .collect();
        format!(
            "{} | {} | {}",
            root.join(" "),
            arc.join(" "),
            hash.join(" ")
        )
    }

    #[test]
    fn table_3_of_the_paper_step_by_step() {
        let automaton = Figure4(Acceptance::generalized_buchi(2));
        let budget = Budget::unlimited();
        let space = Space::new(&automaton, Interned::default(), &budget);
        let mut search = TableSearch::new(space, &Marks::first(2));
        let mut table = Vec::new();
        let initial = search.space.initial().unwrap();
        search.enter(initial[0], 0).unwrap();
        table.push(row(&search));
        while let Some(next) = search.path.next() {
            let found = search.step(next).unwrap();
            table.push(row(&search));
            if found {
                break;
            }
        }
        // Step 12 has {a} as in the table, not {b} as in the text; step 14 is H → F as in the text, not
        // H → G as in the table.
        let expected = [
            "1.{} | {} | A.1",
            "1.{} 2.{} | {} {} | A.1 B.2",
            "1.{} 2.{} 3.{} | {} {} {a} | A.1 B.2 C.3",
            "1.{a} | {} | A.1 B.2 C.3",
            "1.{a} 4.{} | {} {} | A.1 B.2 C.3 D.4",
            "1.{a} 4.{} 5.{} | {} {} {} | A.1 B.2 C.3 D.4 E.5",
            "1.{a} 4.{b} | {} {} | A.1 B.2 C.3 D.4 E.5",
            "1.{a} 4.{b} | {} {} | A.1 B.2 C.3 D.4 E.5",
            "1.{a} | {} | A.1 B.2 C.3 D.0 E.0",
            "1.{a} 4.{} | {} {b} | A.1 B.2 C.3 D.0 E.0 F.4",
            "1.{a} 4.{} 5.{} | {} {b} {} | A.1 B.2 C.3 D.0 E.0 F.4 G.5",
            "1.{a} 4.{a} | {} {b} | A.1 B.2 C.3 D.0 E.0 F.4 G.5",
            "1.{a} 4.{a} 6.{} | {} {b} {} | A.1 B.2 C.3 D.0 E.0 F.4 G.5 H.6",
            "1.{a} 4.{a,b} | {} {b} | A.1 B.2 C.3 D.0 E.0 F.4 G.5 H.6",
        ];
        assert_eq!(table, expected);
        assert_eq!(search.newest_component().states, ['F', 'G', 'H']);
    }
}
