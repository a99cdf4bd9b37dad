//! The acceptance condition of a property process, as marks on its locations.
//!
//! Every condition is honoured as written.  A Rabin pair `(a; b)` asks for a infinitely often and b
//! finitely often; a Streett pair `(a; b)` asks for b infinitely often if a is; a Muller table lists
//! the sets of locations that may be visited infinitely often.

use lariat_automata::{Acceptance, Condition, Marks};
use lariat_program::Accepting;

use super::super::lexer::Span;
use super::super::syntax::{self, Process};
use super::Resolver;

impl Resolver<'_> {
    pub(super) fn accepting(&mut self, number: usize, source: &Process) -> Accepting {
        let locations = self.symbols.processes[number].states.len();
        let mut marks = vec![Marks::EMPTY; locations];
        let acceptance = match &source.accepting {
            None => Acceptance {
                marks: 0,
                condition: Condition::False,
            },
            Some(syntax::Accepting::Buchi(states)) => {
                self.mark(number, states, 0, &mut marks);
                Acceptance::buchi()
            }
            Some(syntax::Accepting::Genbuchi(sets)) => {
                for (mark, set) in sets.iter().enumerate() {
                    self.mark(number, set, mark, &mut marks);
                }
                Acceptance::generalized_buchi(sets.len())
            }
            Some(syntax::Accepting::Rabin(pairs)) => {
                self.mark_pairs(number, pairs, &mut marks);
                rabin(pairs.len())
            }
            Some(syntax::Accepting::Streett(pairs)) => {
                self.mark_pairs(number, pairs, &mut marks);
                Acceptance::streett(pairs.len())
            }
            Some(syntax::Accepting::Muller(table)) => {
                for (location, marks) in marks.iter_mut().enumerate() {
                    marks.insert(location);
                }
                self.muller(number, table, locations)
            }
        };
        Accepting { acceptance, marks }
    }

    fn mark(&mut self, number: usize, states: &[Span], mark: usize, marks: &mut [Marks]) {
        for &span in states {
            if let Some(state) = self.state(number, span) {
                marks[state as usize].insert(mark);
            }
        }
    }

    /// The first half of pair i bears mark 2i, the second half mark 2i + 1.
    fn mark_pairs(&mut self, number: usize, pairs: &[[Vec<Span>; 2]], marks: &mut [Marks]) {
        for (pair, [first, second]) in pairs.iter().enumerate() {
            self.mark(number, first, 2 * pair, marks);
            self.mark(number, second, 2 * pair + 1, marks);
        }
    }

    fn muller(&mut self, number: usize, table: &[Vec<Span>], locations: usize) -> Acceptance {
        let sets = table.iter().map(|set| {
            let states = set.iter().filter_map(|&span| self.state(number, span));
            let chosen: Marks = states.map(|state| state as usize).collect();
            Condition::all(
                (0..locations).map(|location| match chosen.contains(location) {
                    true => Condition::Inf(location),
                    false => Condition::Fin(location),
                }),
            )
        });
        Acceptance {
            marks: locations,
            condition: Condition::any(sets),
        }
    }
}

fn rabin(pairs: usize) -> Acceptance {
    let pair = |i| Condition::all([Condition::Inf(2 * i), Condition::Fin(2 * i + 1)]);
    Acceptance {
        marks: 2 * pairs,
        condition: Condition::any((0..pairs).map(pair)),
    }
}
