//! GF f without a node of its own for F f [couvreur.99.fm].
//!
//! The plain laws expand GF f into F f ∧ X GF f, so that a node soon holds both formulas and n
//! fairness formulas make 2ⁿ + 1 nodes, although GF f entails F f.  The paper adds the identity
//!
//! ```text
//! r_GFf = r_XGFf · (r_f + a_GFf)
//! ```
//!
//! with which ⋀ GF pᵢ has a single node.  The same holds of any formula that is eventual inside
//! G: G(g U f) = G(g ∨ f) ∧ GF f and G(f M g) = G g ∧ GF f.

use super::closure::{Closure, Id, Sub};

/// `goal` again and again, `hold` always, and `wait` wherever not `goal`; `None` is true.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Recurrence {
    pub(super) goal: Id,
    pub(super) hold: Option<Id>,
    pub(super) wait: Option<Id>,
}

/// The recurrence that a subformula is, if it is one.
pub(super) fn recurrence(closure: &Closure, id: Id) -> Option<Recurrence> {
    let Sub::Globally(inner) = *closure.sub(id) else {
        return None;
    };
    let (goal, hold, wait) = match *closure.sub(inner) {
        Sub::Finally(goal) => (goal, None, None),
        Sub::Until(wait, goal) => (goal, None, Some(wait)),
        Sub::StrongRelease(goal, hold) => (goal, Some(hold), None),
        _ => return None,
    };
    Some(Recurrence { goal, hold, wait })
}
