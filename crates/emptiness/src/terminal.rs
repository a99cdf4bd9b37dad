//! Terminal automata, by reachability.
//!
//! In a terminal automaton everything is accepted once an accepting edge was taken, whatever
//! follows [cerna.03.mfcs].  A breadth-first search for such an edge decides it, and finds one that
//! is nearest to the initial states; this is how safety properties are checked.  One colour per state
//! and the queue are all that it keeps.
//!
//! That the automaton is terminal is a promise of the caller, see [`KnownStrength`].  Fairness of any
//! kind breaks it, since a prefix may have no fair continuation; so do finite runs that are
//! dropped, since a prefix may have no continuation at all.  A promise that turns out broken, because
//! an accepting edge leads to no accepting cycle, is refused rather than believed.

use std::collections::VecDeque;

use lariat_automata::Automaton;
use lariat_budget::{Budget, Exhausted};

use crate::formula::Formula;
use crate::mark_word::{MarkWord, with_mark_word};
use crate::nearest::Depths;
use crate::slots::{Colour, Colours};
use crate::space::Space;
use crate::{Algorithm, Checked, Interned, KnownStrength, Numbering, Refusal, RefusalReason, weak};

/// Decides whether some run is accepting, where `knowledge` says that the automaton is terminal.
///
/// ```
/// use lariat_automata::{Acceptance, Explicit, Label, Labels, Marks};
/// use lariat_budget::Budget;
/// use lariat_emptiness::{KnownStrength, terminal};
///
/// let mut automaton = Explicit::new(Labels::default(), Acceptance::buchi());
/// let (first, sink) = (automaton.add_state(), automaton.add_state());
/// automaton.initial.push(first);
/// automaton.add_transition(first, Label::TRUE, Marks::EMPTY, sink);
/// automaton.add_transition(sink, Label::TRUE, Marks::single(0), sink);
/// let verdict = terminal::check(&automaton, KnownStrength::Terminal, &Budget::unlimited()).unwrap();
/// assert!(verdict.is_nonempty());
/// assert!(terminal::check(&automaton, KnownStrength::Weak, &Budget::unlimited()).is_err());
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
    let refusal = Refusal {
        algorithm: Algorithm::Terminal,
        reason: RefusalReason::NotTerminal,
    };
    if knowledge != KnownStrength::Terminal {
        return Err(refusal);
    }
    let acceptance = automaton.acceptance();
    let (marks, formula) = (acceptance.marks, Formula::new(&acceptance.condition));
    let mut space = Space::new(automaton, numbering, budget);
    with_mark_word!(marks, Word => {
        let sink = match reach_accepting_edge::<A, N, Word>(&mut space, &formula) {
            Ok(Some(sink)) => sink,
            Ok(None) => return Ok(Checked::new(Ok(None), space.statistics)),
            Err(stop) => return Ok(Checked::new(Err(stop), space.statistics)),
        };
        match weak::Search::<A, N, Word>::again(&mut space, &formula).search(vec![sink]) {
            Ok(None) => Err(refusal),
            outcome => Ok(Checked::new(outcome, space.statistics)),
        }
    })
}

/// The target of an edge whose marks satisfy the condition, nearest to the initial states.
fn reach_accepting_edge<A: Automaton, N: Numbering<A::State>, M: MarkWord>(
    space: &mut Space<'_, A, N>,
    formula: &Formula,
) -> Result<Option<u32>, Exhausted> {
    let mut seen = Colours::default();
    let mut queue = VecDeque::new();
    for initial in space.initial()? {
        if seen.get(initial) == Colour::White {
            seen.set(initial, Colour::Blue);
            queue.push_back(initial);
        }
    }
    let mut sink = None;
    let mut depths = Depths::default();
    while let Some(state) = queue.pop_front() {
        space.count_depth(depths.depth_of_next(queue.len()));
        space.count_visit()?;
        space.expand(
            state,
            |_| true,
            |to, marks: M| {
                if formula.accepts(&marks) {
                    sink = Some(to);
                }
                if seen.get(to) == Colour::White {
                    seen.set(to, Colour::Blue);
                    queue.push_back(to);
                }
                Ok(())
            },
        )?;
        if sink.is_some() {
            return Ok(sink);
        }
    }
    Ok(None)
}
