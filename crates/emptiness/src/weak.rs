//! Weak automata, by one depth-first search for a cycle.
//!
//! If all edges of a component carry the same marks, then one edge tells whether a cycle is
//! accepting, and the first edge back to the path of the search decides a component
//! [cerna.03.mfcs].  Two bits per state are enough.
//!
//! Weakness is a promise of the caller, see [`KnownStrength`].  Fairness of any kind breaks it: a cycle
//! of a weak property may be unfair while another one of its component is fair.

use lariat_automata::Automaton;
use lariat_budget::{Budget, Exhausted};

use crate::formula::Formula;
use crate::mark_word::{MarkWord, with_mark_word};
use crate::path::{Next, Path};
use crate::slots::{Colour, Colours};
use crate::space::Space;
use crate::{
    AcceptingComponent, Algorithm, Checked, Interned, KnownStrength, Numbering, Refusal,
    RefusalReason,
};

/// Decides whether some run is accepting, where `knowledge` says that the automaton is weak.
///
/// ```
/// use lariat_automata::{Acceptance, Explicit, Label, Labels, Marks};
/// use lariat_budget::Budget;
/// use lariat_emptiness::{KnownStrength, weak};
///
/// let mut automaton = Explicit::new(Labels::default(), Acceptance::buchi());
/// let (first, last) = (automaton.add_state(), automaton.add_state());
/// automaton.initial.push(first);
/// automaton.add_transition(first, Label::TRUE, Marks::EMPTY, first);
/// automaton.add_transition(first, Label::TRUE, Marks::EMPTY, last);
/// automaton.add_transition(last, Label::TRUE, Marks::single(0), last);
/// let verdict = weak::check(&automaton, KnownStrength::Weak, &Budget::unlimited()).unwrap();
/// assert!(verdict.is_nonempty());
/// assert!(weak::check(&automaton, KnownStrength::Nothing, &Budget::unlimited()).is_err());
/// ```
pub fn check<A: Automaton>(
    automaton: A,
    knowledge: KnownStrength,
    budget: &Budget,
) -> Result<Checked<A::State>, Refusal> {
    check_with(automaton, knowledge, Interned::default(), budget)
}

/// [`check`] with the caller's numbering of states.
pub fn check_with<A: Automaton, N: Numbering<A::State>>(
    automaton: A,
    knowledge: KnownStrength,
    numbering: N,
    budget: &Budget,
) -> Result<Checked<A::State>, Refusal> {
    if knowledge == KnownStrength::Nothing {
        return Err(Refusal {
            algorithm: Algorithm::Weak,
            reason: RefusalReason::NotWeak,
        });
    }
    let acceptance = automaton.acceptance();
    let (marks, formula) = (acceptance.marks, Formula::new(&acceptance.condition));
    let mut space = Space::new(automaton, numbering, budget);
    Ok(with_mark_word!(marks, Word => {
        let outcome = space.initial().and_then(|initial| {
            Search::<A, N, Word>::new(&mut space, &formula).search(initial)
        });
        Checked::new(outcome, space.statistics)
    }))
}

/// A search for an accepting cycle.
pub(crate) struct Search<'s, 'a, A: Automaton, N, M> {
    space: &'s mut Space<'a, A, N>,
    formula: &'s Formula,
    /// Whether the states were visited before, by another search.
    again: bool,
    colours: Colours,
    path: Path<M>,
}

impl<'s, 'a, A: Automaton, N: Numbering<A::State>, M: MarkWord> Search<'s, 'a, A, N, M> {
    /// A search of states that were not visited before.
    fn new(space: &'s mut Space<'a, A, N>, formula: &'s Formula) -> Self {
        Self {
            again: false,
            ..Self::again(space, formula)
        }
    }

    /// A search of states that another one has visited.
    pub(crate) fn again(space: &'s mut Space<'a, A, N>, formula: &'s Formula) -> Self {
        Self {
            space,
            formula,
            again: true,
            colours: Colours::default(),
            path: Path::default(),
        }
    }

    /// Searches from these states.
    pub(crate) fn search(
        &mut self,
        initial: Vec<u32>,
    ) -> Result<Option<AcceptingComponent<A::State>>, Exhausted> {
        for state in initial {
            if self.colours.get(state) == Colour::White {
                self.enter(state)?;
            }
            while let Some(next) = self.path.next() {
                match next {
                    Next::Leave(state, ()) => self.colours.set(state, Colour::Blue),
                    Next::Edge(to, marks) => match self.colours.get(to) {
                        Colour::White => self.enter(to)?,
                        Colour::Cyan if self.formula.accepts(&marks) => {
                            return Ok(Some(self.cycle_through(to, &marks)));
                        }
                        _ => {}
                    },
                }
            }
        }
        Ok(None)
    }

    fn enter(&mut self, state: u32) -> Result<(), Exhausted> {
        if self.again {
            self.space.count_revisit()?;
        } else {
            self.space.count_visit()?;
        }
        let colours = &self.colours;
        let keep = |to| colours.get(to) != Colour::Blue;
        let goes_on = self.path.enter(state, self.space, |_| true, keep)?;
        let colour = if goes_on { Colour::Cyan } else { Colour::Blue };
        self.colours.set(state, colour);
        Ok(())
    }

    fn cycle_through(&self, state: u32, marks: &M) -> AcceptingComponent<A::State> {
        AcceptingComponent {
            states: self.space.states(self.path.since(state)),
            shunned: self.formula.fin().difference(&marks.to_marks()),
            way: self.space.states(self.path.states()),
        }
    }
}
