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
//! The automaton stays deterministic and complete.  A technique that finds the budget ended leaves things half done;
//! whether it did is asked at the end.  Automata with very many states or letters are handed back as they are.

mod bisimulation;
mod colours;
mod languages;
mod marks;
mod one_mark;
mod saturate;
mod table;

use lariat_automata::Explicit;
use lariat_budget::{Budget, Exhausted};

use table::Table;

/// How many entries a table may have.
const ENTRIES: usize = 1 << 22;

/// An automaton for the same language, no larger.
///
/// ```
/// use lariat_automata::{Acceptance, Explicit, Labels, Marks};
/// use lariat_budget::Budget;
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
/// assert_eq!(simplify(a, &Budget::unlimited())?.state_count(), 1);
/// # Ok::<(), lariat_budget::Exhausted>(())
/// ```
///
/// # Errors
/// If the budget has ended.
pub fn simplify(automaton: Explicit, budget: &Budget) -> Result<Explicit, Exhausted> {
    simplified(automaton, false, budget)
}

/// Like [`simplify`], with the acceptance condition left as it is.
///
/// # Errors
/// If the budget has ended.
pub fn simplify_states(automaton: Explicit, budget: &Budget) -> Result<Explicit, Exhausted> {
    simplified(automaton, true, budget)
}

fn simplified(
    mut automaton: Explicit,
    keep_condition: bool,
    budget: &Budget,
) -> Result<Explicit, Exhausted> {
    let marks = automaton.acceptance.marks;
    automaton.labels.bdds.obey(budget);
    let Some(mut table) = Table::new(&mut automaton, ENTRIES, budget) else {
        automaton.labels.bdds.release()?;
        return Ok(automaton);
    };
    while budget.check().is_ok() {
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
    budget.check()?;
    let mut simple = table.into_explicit(automaton.name, automaton.labels);
    if keep_condition {
        simple.acceptance.marks = marks;
    }
    simple.labels.bdds.release()?;
    Ok(simple)
}
