//! The fundamental identities: what a formula demands of this position, and what of the next.
//!
//! Those of [couvreur.99.fm] for U and V (here R), and their likes for the derived operators, which
//! are native here.  Apart from ∧, ∨ and X they are all of one form,
//!
//! ```text
//! r_f = r_hold · ( r_goal + a_f · r_wait · r_Xf )
//! ```
//!
//! | f     | hold | goal  | wait | a_f |
//! |-------|------|-------|------|-----|
//! | F b   | true | b     | true | yes |
//! | a U b | true | b     | a    | yes |
//! | a M b | b    | a     | true | yes |
//! | G b   | b    | false | true | no  |
//! | a W b | true | b     | a    | no  |
//! | a R b | b    | a     | true | no  |

use super::closure::{Closure, Id, Sub};
use super::gf_identity::recurrence;

/// What a subformula is made of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Law<'a> {
    Constant(bool),
    Literal { proposition: u32, positive: bool },
    All(&'a [Id]),
    Any(&'a [Id]),
    Next(Id),
    Step(Step),
}

/// The identity of a temporal operator.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Step {
    /// Holds in any case; `None` is true.
    pub(super) hold: Option<Id>,
    /// What ends the waiting; `None` is false.
    pub(super) goal: Option<Id>,
    /// Holds while waiting; `None` is true.
    pub(super) wait: Option<Id>,
    /// Whether the goal must come, so that waiting is a promise.
    pub(super) strong: bool,
    /// Whether the formula starts anew after the goal.
    pub(super) again: bool,
}

impl Step {
    /// Whether an accepting run may be bound by the formula for ever.
    pub(super) fn may_last(self) -> bool {
        self.again || !self.strong
    }
}

impl Law<'_> {
    /// Calls `visit` with each subformula whose expansion is part of this one's.
    pub(super) fn each_operand_now(self, visit: impl FnMut(Id)) {
        if !matches!(self, Law::Next(_)) {
            self.each_operand(visit);
        }
    }

    /// Calls `visit` with each subformula that the identity mentions.
    pub(super) fn each_operand(self, mut visit: impl FnMut(Id)) {
        match self {
            Law::Constant(_) | Law::Literal { .. } => {}
            Law::All(parts) | Law::Any(parts) => parts.iter().for_each(|&part| visit(part)),
            Law::Next(operand) => visit(operand),
            Law::Step(step) => {
                let operands = [step.hold, step.goal, step.wait];
                operands.into_iter().flatten().for_each(visit);
            }
        }
    }
}

/// The identity of a subformula; `gf` admits that of GF.
pub(super) fn law(closure: &Closure, id: Id, gf: bool) -> Law<'_> {
    if let Some(found) = gf.then(|| recurrence(closure, id)).flatten() {
        return Law::Step(Step {
            hold: found.hold,
            goal: Some(found.goal),
            wait: found.wait,
            strong: true,
            again: true,
        });
    }
    let step = |hold, goal, wait, strong| {
        Law::Step(Step {
            hold,
            goal,
            wait,
            strong,
            again: false,
        })
    };
    match closure.sub(id) {
        Sub::True => Law::Constant(true),
        Sub::False => Law::Constant(false),
        &Sub::Literal {
            proposition,
            positive,
        } => Law::Literal {
            proposition,
            positive,
        },
        Sub::And(parts) => Law::All(parts),
        Sub::Or(parts) => Law::Any(parts),
        &Sub::Next(operand) => Law::Next(operand),
        &Sub::Finally(b) => step(None, Some(b), None, true),
        &Sub::Until(a, b) => step(None, Some(b), Some(a), true),
        &Sub::StrongRelease(a, b) => step(Some(b), Some(a), None, true),
        &Sub::Globally(b) => step(Some(b), None, None, false),
        &Sub::WeakUntil(a, b) => step(None, Some(b), Some(a), false),
        &Sub::Release(a, b) => step(Some(b), Some(a), None, false),
    }
}
