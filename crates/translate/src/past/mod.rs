//! Past operators as deterministic monitor bits beside any translation.
//!
//! What the past says at a position is a function of the letters read so far, and one bit of memory
//! an operator is enough to compute it [havelund.02.tacas]:
//! ```text
//! Y a    holds where the bit is set,     and leaves a               in the bit, at first 0
//! O a    holds where a or the bit,       and leaves its truth now   in the bit, at first 0
//! H a    holds where a and the bit,      and leaves its truth now   in the bit, at first 1
//! a S b  holds where b or (a and bit),   and leaves its truth now   in the bit, at first 0
//! ```
//! So each past subformula becomes a fresh proposition, what is left is translated by any route
//! that knows the future only, and the result is multiplied with the bits: in its labels the fresh
//! propositions are replaced by what they mean under the bits (`monitor.rs`).
//!
//! An operand that speaks of the future itself, as in O (p U q), has no value yet when the monitor
//! reads its letter.  It becomes a fresh proposition too, whose value is guessed, with a conjunct
//! that verifies the guess for ever: G (g ↔ p U q), a temporal tester [kesten.98.icalp].  The word
//! determines the value of g, so g can be dropped from the labels afterwards.  Where the operand
//! helps only by being true, G (g → p U q) is enough, since a wrong guess helps nobody
//! (`separate.rs`).
//!
//! ```
//! use lariat_ltl::{Formulas, Syntax, parse};
//! use lariat_translate::{alternating, past};
//! let mut formulas = Formulas::new();
//! let f = parse(&mut formulas, "G (q -> O p)", Syntax::Spot).expect("a formula");
//! let automaton = past::translate(&mut formulas, f, alternating::LIMIT, |formulas, future| {
//!     alternating::translate(formulas, future, alternating::LIMIT)
//! })?;
//! assert_eq!(automaton.labels.propositions, ["q", "p"]);
//! # Ok::<(), alternating::AlternatingError>(())
//! ```

mod monitor;
mod separate;

use lariat_automata::Explicit;
use lariat_budget::Exhausted;
use lariat_ltl::{Formula, Formulas, Node};

use crate::limit::{Limit, TooLarge, Unfinished};

/// The automaton of a formula that may look into the past, within the limit.
///
/// `route` translates formulas without past operators.
pub fn translate<E: From<TooLarge> + From<Exhausted>>(
    formulas: &mut Formulas,
    formula: Formula,
    limit: impl Into<Limit>,
    route: impl FnOnce(&mut Formulas, Formula) -> Result<Explicit, E>,
) -> Result<Explicit, E> {
    if !looks_back(formulas, formula) {
        return route(formulas, formula);
    }
    let limit = limit.into();
    let separated = separate::separate(formulas, formula, &limit.budget)?;
    let future = route(formulas, separated.future)?;
    match monitor::compose(formulas, future, &separated, &limit) {
        Ok(automaton) => Ok(automaton),
        Err(Unfinished::TooLarge(reason)) => Err(reason.into()),
        Err(Unfinished::Exhausted(reason)) => Err(reason.into()),
    }
}

/// Whether some subformula is a past operator's.
pub fn looks_back(formulas: &Formulas, formula: Formula) -> bool {
    let subformulas = formulas.subformulas(formula);
    subformulas.iter().any(|&part| is_past(formulas.node(part)))
}

fn is_past(node: &Node) -> bool {
    matches!(
        node,
        Node::Yesterday(_) | Node::Once(_) | Node::Historically(_) | Node::Since(..)
    )
}
