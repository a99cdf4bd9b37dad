//! Promises, and how few acceptance marks they need.
//!
//! A formula that must reach a goal promises it on every edge on which it waits: the variable a_f.
//! In [couvreur.99.fm] each such formula has a mark of its own, on the edges that do not promise.
//! Two observations save marks:
//!
//! * *One goal, one mark.*  F g, f U g and h U g break their waiting at the same positions, those
//!   where g holds.  If g holds again and again, edges without any of the promises recur; if not,
//!   the formulas are false from some position on.
//! * *What starts finitely often needs no mark of its own.*  A formula under no operator that may
//!   last for ever (G, the left of W, the right of R) starts finitely often in every accepting
//!   run, hence waits finitely often.  All those may lean on one another and on the marks of the
//!   others: an edge that postpones one of them carries no mark at all.  A mark for them is needed
//!   only where there is no other.

use lariat_automata::{Acceptance, Marks};
use rustc_hash::FxHashMap;

use super::closure::{Closure, Id};
use super::laws::{Law, law};

/// The number of a promise.
pub(super) type Promise = u32;

/// The promises of a formula, and the marks that stand for their absence.
pub(super) struct Promises {
    of: FxHashMap<Id, Promise>,
    /// Of each promise: whether it is made only finitely often in any accepting run.
    transient: Vec<bool>,
    /// The mark of each promise; `None` if it leans on all the others.
    mark: Vec<Option<usize>>,
    every_mark: Marks,
}

impl Promises {
    /// The promises of the subformulas `needed`, shared as far as possible if `shared`.
    pub(super) fn new(closure: &Closure, needed: &[Id], gf: bool, shared: bool) -> Self {
        let recurrent = recurrent(closure, gf);
        let mut of = FxHashMap::default();
        let mut transient = Vec::new();
        let mut by_key = FxHashMap::default();
        for &id in needed {
            let Law::Step(step) = law(closure, id, gf) else {
                continue;
            };
            if !step.strong {
                continue;
            }
            let starts_finitely_often = !step.again && !recurrent[id as usize];
            let key = match step.goal {
                _ if !shared => Some(id),
                _ if starts_finitely_often => None,
                goal => goal,
            };
            let promise = *by_key.entry(key).or_insert_with(|| {
                transient.push(starts_finitely_often);
                transient.len() as Promise - 1
            });
            of.insert(id, promise);
        }
        let leaning = shared && transient.contains(&false);
        let mut marks = 0..;
        let mark = |&transient: &bool| !(leaning && transient);
        let mark: Vec<Option<usize>> = transient
            .iter()
            .map(|transient| mark(transient).then(|| marks.next()).flatten())
            .collect();
        let every_mark = mark.iter().flatten().copied().collect();
        Promises {
            of,
            transient,
            mark,
            every_mark,
        }
    }

    /// The promise of a subformula that makes one.
    pub(super) fn of(&self, id: Id) -> Promise {
        self.of[&id]
    }

    /// Whether a promise is made only finitely often in any accepting run.
    pub(super) fn is_transient(&self, promise: Promise) -> bool {
        self.transient[promise as usize]
    }

    /// Whether there are such promises.
    pub(super) fn some_transient(&self) -> bool {
        self.transient.contains(&true)
    }

    /// The condition: every mark again and again.
    pub(super) fn acceptance(&self) -> Acceptance {
        Acceptance::generalized_buchi(self.every_mark.len())
    }

    /// The marks of an edge that makes these promises.
    pub(super) fn marks(&self, made: impl IntoIterator<Item = Promise>) -> Marks {
        let mut marks = self.every_mark.clone();
        for promise in made {
            match self.mark[promise as usize] {
                Some(mark) => marks.remove(mark),
                None => return Marks::EMPTY,
            }
        }
        marks
    }
}

/// For each subformula, whether an accepting run may start it again and again.
fn recurrent(closure: &Closure, gf: bool) -> Vec<bool> {
    let mut recurrent = vec![false; closure.len()];
    // Operands have smaller numbers, so that one pass from the top meets every use first.
    for id in (0..closure.len() as Id).rev() {
        let here = recurrent[id as usize];
        let mut reach = |operand: Option<Id>, again: bool| {
            if let Some(operand) = operand {
                recurrent[operand as usize] |= again;
            }
        };
        match law(closure, id, gf) {
            Law::Step(step) => {
                reach(step.hold, here || step.may_last());
                reach(step.wait, here || step.may_last());
                reach(step.goal, here || step.again);
            }
            other => other.each_operand(|operand| reach(Some(operand), here)),
        }
    }
    recurrent
}
