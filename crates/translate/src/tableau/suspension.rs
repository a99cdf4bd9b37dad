//! Formulas about the far future wait until the near future is settled.
//!
//! GF f and FG f, and what is made of them by ∧, ∨, X, F and G, hold at one position of a word iff they
//! hold at every position.  A node that holds such a formula ξ beside others may therefore leave it
//! unexpanded for as long as it likes, if only not for ever.  After [babiak.13.spin] it is
//! *suspended* where the rest of the node cannot be in an accepting cycle; the paper finds that by
//! the components of the rest's automaton, whereas here it is read off the promises:
//!
//! > an edge that makes a promise which is made only finitely often passes ξ on as it is.
//!
//! Such edges occur finitely often in any accepting run, so that ξ is expanded in the end; and ξ is
//! as true then as it was before.  FG f does not multiply the nodes of the prefix any more, and GF f
//! not its edges.
//!
//! The edges must be choices ([`super::choices`]).  A prime implicant may do more than is needed: in
//! b W F c it may start F c and keep waiting for it too, hence promise c again and again.

use super::closure::{Closure, Id, Sub};
use super::expansion::Expansion;

/// Which subformulas can be suspended.
pub(super) struct Suspension {
    /// `None` if there are none.
    suspendable: Option<Vec<bool>>,
}

impl Suspension {
    /// Every formula that holds always or never, if there is anything to wait for.
    pub(super) fn of(expansion: &Expansion) -> Self {
        if !expansion.options.suspension || !expansion.promises.some_transient() {
            return Suspension { suspendable: None };
        }
        let closure = &expansion.closure;
        let mut suspendable = vec![false; closure.len()];
        for id in 0..closure.len() {
            suspendable[id] = is_suspendable(closure, id as Id, &suspendable);
        }
        let some = suspendable.contains(&true);
        Suspension {
            suspendable: some.then_some(suspendable),
        }
    }

    /// Whether there is anything to suspend.
    pub(super) fn is_none(&self) -> bool {
        self.suspendable.is_none()
    }

    /// Whether a formula can be suspended.
    pub(super) fn applies(&self, id: Id) -> bool {
        let suspendable = self.suspendable.as_ref();
        suspendable.is_some_and(|suspendable| suspendable[id as usize])
    }
}

/// Whether a subformula holds at all positions of a word or at none, by its form.
fn is_suspendable(closure: &Closure, id: Id, smaller: &[bool]) -> bool {
    let known = |operand: Id| smaller[operand as usize];
    match closure.sub(id) {
        Sub::And(parts) | Sub::Or(parts) => parts.iter().all(|&part| known(part)),
        &Sub::Next(operand) => known(operand),
        &Sub::Globally(operand) => {
            known(operand) || matches!(closure.sub(operand), Sub::Finally(_))
        }
        &Sub::Finally(operand) => {
            known(operand) || matches!(closure.sub(operand), Sub::Globally(_))
        }
        _ => false,
    }
}
