//! Weak automata, by one depth-first search for a cycle.
//!
//! If all edges of a component carry the same marks, then one edge tells whether a cycle is
//! accepting, and the first edge back to the path of the search decides a component
//! [cerna.03.mfcs].  Two bits per state are enough.
//!
//! Weakness is a promise of the caller, see [`Knowledge`].  Fairness of any kind breaks it: a cycle
//! of a weak property may be unfair while another one of its component is fair.

use lariat_automata::Automaton;

use crate::formula::Formula;
use crate::mark_word::{MarkWord, with_mark_word};
use crate::path::{Next, Path};
use crate::slots::{Colour, Colours};
use crate::space::Space;
use crate::{
    Algorithm, Component, Interned, Knowledge, Limits, Numbering, Reason, Refusal, Stop, Verdict,
};

/// Decides whether some run is accepting, where `knowledge` says that the automaton is weak.
///
/// ```
/// use lariat_automata::{Acceptance, Explicit, Label, Labels, Marks};
/// use lariat_emptiness::{Knowledge, Limits, weak};
///
/// let mut automaton = Explicit::new(Labels::default(), Acceptance::buchi());
/// let (first, last) = (automaton.add_state(), automaton.add_state());
/// automaton.initial.push(first);
/// automaton.add_transition(first, Label::TRUE, Marks::EMPTY, first);
/// automaton.add_transition(first, Label::TRUE, Marks::EMPTY, last);
/// automaton.add_transition(last, Label::TRUE, Marks::single(0), last);
/// let verdict = weak::check(&automaton, Knowledge::Weak, &Limits::default()).unwrap();
/// assert!(verdict.is_nonempty());
/// assert!(weak::check(&automaton, Knowledge::Nothing, &Limits::default()).is_err());
/// ```
pub fn check<A: Automaton>(
    automaton: &A,
    knowledge: Knowledge,
    limits: &Limits<'_>,
) -> Result<Verdict<A::State>, Refusal> {
    check_with(automaton, knowledge, Interned::default(), limits)
}

/// [`check`] with the caller's numbering of states.
pub fn check_with<A: Automaton, N: Numbering<A::State>>(
    automaton: &A,
    knowledge: Knowledge,
    numbering: N,
    limits: &Limits<'_>,
) -> Result<Verdict<A::State>, Refusal> {
    if knowledge == Knowledge::Nothing {
        return Err(Refusal {
            algorithm: Algorithm::Weak,
            reason: Reason::NotWeak,
        });
    }
    let mut space = Space::new(automaton, numbering, limits);
    let formula = Formula::new(&automaton.acceptance().condition);
    Ok(with_mark_word!(automaton.acceptance().marks, Word => {
        let outcome = space.initial().and_then(|initial| {
            Search::<A, N, Word>::new(&mut space, &formula).search(initial)
        });
        Verdict::new(outcome, space.statistics)
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
    ) -> Result<Option<Component<A::State>>, Stop> {
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

    fn enter(&mut self, state: u32) -> Result<(), Stop> {
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

    fn cycle_through(&self, state: u32, marks: &M) -> Component<A::State> {
        Component {
            states: self.space.states(self.path.since(state)),
            shunned: self.formula.fin().difference(&marks.to_marks()),
            way: self.space.states(self.path.states()),
        }
    }
}
