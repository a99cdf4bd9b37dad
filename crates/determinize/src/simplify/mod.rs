//! Small explicit automata: what the exploration of equations leaves to be simplified.
//!
//! | technique | file |
//! |---|---|
//! | the automaton as a table of states and letters | `table` |
//! | marks where the components alone decide | `colours` |
//! | states with the language of a state further down | `languages` |
//! | states with equal edges | `bisimulation` |
//! | as many marks as possible | `saturate` |
//! | one mark, where it is enough | `one_mark` |
//! | marks that the condition can do without | `marks` |
//!
//! The automaton stays deterministic and complete.  Automata with very many states or letters are handed back as they are.

mod bisimulation;
mod colours;
mod languages;
mod marks;
mod one_mark;
mod saturate;
mod table;

use lariat_automata::Explicit;

use table::Table;

/// How many entries a table may have.
const ENTRIES: usize = 1 << 22;

/// An automaton for the same language, no larger.
///
/// ```
/// use lariat_automata::{Acceptance, Explicit, Labels, Marks};
/// use lariat_determinize::simplify;
/// // Infinitely often p, with two states that do the same.
/// let mut a = Explicit::new(Labels::new(["p".to_owned()]), Acceptance::buchi());
/// let p = a.labels.bdds.var(0);
/// a.add_state();
/// a.add_state();
/// a.initial.push(0);
/// for state in [0, 1] {
///     a.add_transition(state, p, Marks::single(0), 1 - state);
///     a.add_transition(state, !p, Marks::EMPTY, state);
/// }
/// assert_eq!(simplify(a).state_count(), 1);
/// ```
pub fn simplify(automaton: Explicit) -> Explicit {
    simplified(automaton, false)
}

/// Like [`simplify`], with the acceptance condition left as it is.
pub fn simplify_states(automaton: Explicit) -> Explicit {
    simplified(automaton, true)
}

fn simplified(mut automaton: Explicit, keep_condition: bool) -> Explicit {
    let marks = automaton.acceptance.marks;
    let Some(mut table) = Table::new(&mut automaton, ENTRIES) else {
        return automaton;
    };
    loop {
        let before = table.states();
        colours::colour(&mut table, keep_condition);
        bisimulation::quotient(&mut table);
        table.keep_reachable();
        languages::redirect(&mut table);
        table.keep_reachable();
        // Only now: among many states that are alike, more marks may tell some apart.
        bisimulation::quotient(&mut table);
        saturate::saturate(&mut table);
        bisimulation::quotient(&mut table);
        let other_condition = !keep_condition && one_mark::reduce(&mut table);
        if table.states() == before && !other_condition {
            break;
        }
    }
    if !keep_condition {
        marks::simplify(&mut table);
    }
    let mut simple = table.into_explicit(automaton.name, automaton.labels);
    if keep_condition {
        simple.acceptance.marks = marks;
    }
    simple
}
