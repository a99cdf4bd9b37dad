//! An automaton of which only some states are looked at: a component, and the states on a way to it.

use lariat_automata::{Acceptance, Automaton, Edge};

use crate::{AcceptingComponent, Interned, Numbering};

/// An automaton without all states but some.
pub(crate) struct Restricted<'a, A: Automaton> {
    automaton: &'a mut A,
    known: Interned<A::State>,
}

impl<'a, A: Automaton> Restricted<'a, A> {
    /// Only the states of a component and of a way to it.
    pub(crate) fn new(
        automaton: &'a mut A,
        component: &AcceptingComponent<A::State>,
        way: Vec<A::State>,
    ) -> Self {
        let mut known = Interned::default();
        for state in component.states.iter().chain(&way) {
            known.number(state);
        }
        Self { automaton, known }
    }
}

impl<A: Automaton> Automaton for Restricted<'_, A> {
    type State = A::State;

    fn acceptance(&self) -> &Acceptance {
        self.automaton.acceptance()
    }

    fn initial(&mut self, out: &mut Vec<A::State>) {
        let start = out.len();
        self.automaton.initial(out);
        let all = out.split_off(start);
        out.extend(
            all.into_iter()
                .filter(|state| self.known.find(state).is_some()),
        );
    }

    fn successors(&mut self, from: &A::State, out: &mut Vec<Edge<A::State>>) {
        let start = out.len();
        self.automaton.successors(from, out);
        let all = out.split_off(start);
        out.extend(
            all.into_iter()
                .filter(|edge| self.known.find(&edge.to).is_some()),
        );
    }
}
