//! The product of a model and an automaton of the runs that violate a property, never built as a whole.
//!
//! A state is a pair of numbers: of the model's state in its store, and of the automaton's state.  The automaton reads the
//! letter of the state that a step leaves, together with the step.

use std::cell::{Ref, RefCell};

use lariat_automata::{Acceptance, Automaton, Edge};
use lariat_models::Step;

use crate::reader::Reader;
use crate::system::{Moves, System};
use crate::table::Table;

/// The product; it is explored through [`Automaton`].
pub(crate) struct Product<'m> {
    acceptance: Acceptance,
    parts: RefCell<Parts<'m>>,
}

struct Parts<'m> {
    system: System<'m>,
    table: Table,
    moves: Moves,
}

impl<'m> Product<'m> {
    pub(crate) fn new(system: System<'m>, reader: Box<dyn Reader>) -> Self {
        let acceptance = system.acceptance().and(reader.acceptance());
        let table = Table::new(reader, system.acceptance().marks);
        let parts = Parts {
            system,
            table,
            moves: Moves::default(),
        };
        Self {
            acceptance,
            parts: RefCell::new(parts),
        }
    }

    /// The condition of accepting runs.
    pub(crate) fn acceptance(&self) -> &Acceptance {
        &self.acceptance
    }

    pub(crate) fn system(&self) -> Ref<'_, System<'m>> {
        Ref::map(self.parts.borrow(), |parts| &parts.system)
    }

    /// What the search has found out about the model, and the letters that it met.
    pub(crate) fn into_parts(self) -> (System<'m>, Table) {
        let parts = self.parts.into_inner();
        (parts.system, parts.table)
    }

    /// The model's step behind an edge of the product; none on a deadlock's loop.
    ///
    /// # Panics
    /// If there is no such edge.
    pub(crate) fn step_of(&self, from: (u32, u32), edge: &Edge<(u32, u32)>) -> Option<Step> {
        let mut found = None;
        self.parts.borrow_mut().each_edge(from, |step, candidate| {
            if found.is_none() && candidate == *edge {
                found = Some(step);
            }
        });
        found.expect("the edge was found in the product")
    }
}

impl Parts<'_> {
    fn each_edge(
        &mut self,
        from: (u32, u32),
        mut each: impl FnMut(Option<Step>, Edge<(u32, u32)>),
    ) {
        let Self {
            system,
            table,
            moves,
        } = self;
        system.moves(from.0, moves);
        let layout = system.layout();
        let by_step = layout.speaks_of_steps;
        let mut letter = moves.letter.clone();
        for step in &moves.moves {
            if by_step {
                letter.clone_from(&moves.letter);
                layout.add_step(&step.taken, &mut letter);
                if let Some(step) = step.step {
                    system.model().letter_of_step(step, &mut letter);
                }
            }
            for reaction in table.reactions(from.1, &letter) {
                let to = (step.to, reaction.to);
                let marks = step.marks.union(&reaction.marks);
                each(step.step, Edge { to, marks });
            }
        }
    }
}

impl Automaton for &Product<'_> {
    type State = (u32, u32);

    fn acceptance(&self) -> &Acceptance {
        &self.acceptance
    }

    fn initial(&mut self, out: &mut Vec<(u32, u32)>) {
        let mut parts = self.parts.borrow_mut();
        let states = parts.system.initial();
        let readers = parts.table.initial();
        for state in states {
            out.extend(readers.iter().map(|&reader| (state, reader)));
        }
    }

    fn successors(&mut self, from: &(u32, u32), out: &mut Vec<Edge<(u32, u32)>>) {
        let mut parts = self.parts.borrow_mut();
        parts.each_edge(*from, |_, edge| out.push(edge));
    }
}
