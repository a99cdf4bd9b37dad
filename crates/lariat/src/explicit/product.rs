//! The product of a model and an automaton of the runs that violate a property, never built as a whole.
//!
//! A state is a pair of numbers: of the model's state in its store, and of the automaton's state.  The automaton reads the
//! letter of the state that a step leaves, together with the step.

use std::sync::Arc;

use lariat_automata::{Acceptance, Automaton, Edge};
use lariat_model::Step;
use lariat_store::StateIndex;

use super::reader::{Reader, ReaderIndex};
use super::system::{Moves, System};
use super::table::Table;

/// The product; it is explored through [`Automaton`].
pub(crate) struct Product<'m> {
    acceptance: Acceptance,
    system: System<'m>,
    table: Table,
    moves: Moves,
}

/// A state of the model, and one of the automaton.
pub(crate) type ProductState = (StateIndex, ReaderIndex);

impl<'m> Product<'m> {
    pub(crate) fn new(system: System<'m>, reader: Arc<dyn Reader>) -> Self {
        let acceptance = system.acceptance().and(reader.acceptance());
        let shift = system.acceptance().marks;
        Self {
            acceptance,
            system,
            table: Table::new(reader, shift),
            moves: Moves::default(),
        }
    }

    pub(crate) fn system(&self) -> &System<'m> {
        &self.system
    }

    /// What the search has found out about the model, and the letters that it met.
    pub(crate) fn into_parts(self) -> (System<'m>, Table) {
        (self.system, self.table)
    }

    /// The automaton.
    pub(crate) fn reader(&self) -> Arc<dyn Reader> {
        self.table.reader()
    }

    /// The model's step behind some edge between two states; none on a deadlock's loop.
    ///
    /// # Panics
    /// If there is no such edge.
    pub(crate) fn step_between(&mut self, from: ProductState, to: ProductState) -> Option<Step> {
        let mut found = None;
        self.each_edge(from, |step, edge| {
            if found.is_none() && edge.to == to {
                found = Some(step);
            }
        });
        found.expect("an edge was found in the product")
    }

    /// The model's step behind an edge of the product; none on a deadlock's loop.
    ///
    /// # Panics
    /// If there is no such edge.
    pub(crate) fn step_of(
        &mut self,
        from: ProductState,
        edge: &Edge<ProductState>,
    ) -> Option<Step> {
        let mut found = None;
        self.each_edge(from, |step, candidate| {
            if found.is_none() && candidate == *edge {
                found = Some(step);
            }
        });
        found.expect("the edge was found in the product")
    }

    fn each_edge(
        &mut self,
        from: ProductState,
        mut each: impl FnMut(Option<Step>, Edge<ProductState>),
    ) {
        let Self {
            system,
            table,
            moves,
            ..
        } = self;
        system.moves(from.0, moves);
        let by_step = system.layout().speaks_of_steps;
        let mut letter = moves.letter.clone();
        for step in &moves.moves {
            if by_step {
                letter.clone_from(&moves.letter);
                system.add_letter_of(step, &mut letter);
            }
            for reaction in table.reactions(from.1, &letter) {
                let to = (step.to, reaction.to);
                let marks = step.marks.union(&reaction.marks);
                each(step.step, Edge { to, marks });
            }
        }
    }
}

impl Automaton for Product<'_> {
    type State = ProductState;

    fn acceptance(&self) -> &Acceptance {
        &self.acceptance
    }

    fn initial(&mut self, out: &mut Vec<ProductState>) {
        let states = self.system.initial();
        let readers = self.table.initial();
        for state in states {
            out.extend(readers.iter().map(|&reader| (state, reader)));
        }
    }

    fn successors(&mut self, from: &ProductState, out: &mut Vec<Edge<ProductState>>) {
        self.each_edge(*from, |_, edge| out.push(edge));
    }
}
