//! The ways in which a run can satisfy an acceptance condition.
//!
//! A [`Mode`] says which marks a run does not see any more, and which it sees for ever.  The modes
//! of a condition are found by branching over its disjunctions, like a satisfiability solver: what
//! is assumed about the letters decides other marks, too, and what they decide is propagated before
//! the next branch.  If no p is read any more, neither is p ∧ q; if p recurs, so does p ∨ q; and a
//! pair whose u cannot recur forbids its l.  Implications among Streett pairs are followed in this
//! way: the eight of the Streett paper leave three modes, not 2⁸.

use lariat_automata::{Condition, Label, Marks};
use lariat_bdd::{Bdd, Bdds};

use crate::limit::{Limit, Unfinished};

/// Among more modes than this none is compared with the others: it costs their square.
const COMPARE_LIMIT: usize = 1 << 9;

/// How runs end: only allowed letters, no forbidden mark, and of each required set a mark for ever.
#[derive(Clone, Debug)]
pub(super) struct Mode {
    pub(super) allowed: Label,
    pub(super) forbidden: Marks,
    pub(super) required: Vec<Marks>,
}

/// What is known about marks.
pub(super) struct Letters<'a> {
    pub(super) bdds: &'a mut Bdds,
    /// The letters that bring the mark, by mark.
    pub(super) when: &'a [Label],
    /// The marks that edges may carry whatever they read.
    pub(super) on_edges: &'a Marks,
}

/// A branch of the search.
#[derive(Clone)]
struct Branch {
    allowed: Label,
    forbidden: Marks,
    required: Marks,
    /// What still has to hold.
    pending: Vec<Condition>,
}

/// What a branch decides about a mark.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Fate {
    Recurs,
    Ceases,
    Open,
}

impl Letters<'_> {
    /// The modes of the condition, none of them contained in another; at most as many branches as
    /// the limit allows.
    pub(super) fn modes(
        &mut self,
        condition: &Condition,
        limit: &Limit,
    ) -> Result<Vec<Mode>, Unfinished> {
        let mut modes = Vec::new();
        let mut open = vec![Branch {
            allowed: Bdd::TRUE,
            forbidden: Marks::EMPTY,
            required: Marks::EMPTY,
            pending: vec![condition.clone()],
        }];
        let mut count = 0;
        while let Some(mut branch) = open.pop() {
            count += 1;
            limit.allow(count)?;
            limit.budget.check()?;
            if !self.propagate(&mut branch) {
                continue;
            }
            match branch.pending.pop() {
                None => modes.push(self.mode(branch)),
                Some(Condition::Or(parts)) => open.extend(parts.into_iter().rev().map(|part| {
                    let mut branch = branch.clone();
                    branch.pending.push(part);
                    branch
                })),
                Some(_) => unreachable!("propagation leaves disjunctions only"),
            }
        }
        if modes.len() <= COMPARE_LIMIT {
            modes = self.without_contained(modes);
            self.unite_alternatives(&mut modes);
        }
        Ok(modes)
    }

    /// Draws the conclusions; whether the branch is consistent.
    fn propagate(&mut self, branch: &mut Branch) -> bool {
        let mut changed = true;
        while std::mem::take(&mut changed) {
            for condition in std::mem::take(&mut branch.pending) {
                let condition = self.simplify(&condition, branch);
                changed |= !matches!(condition, Condition::Or(_) | Condition::True);
                match condition {
                    Condition::True => {}
                    Condition::False => return false,
                    Condition::Inf(mark) => branch.required.insert(mark),
                    Condition::Fin(mark) => {
                        branch.forbidden.insert(mark);
                        branch.allowed = self.bdds.minus(branch.allowed, self.when[mark]);
                    }
                    Condition::And(parts) => branch.pending.extend(parts),
                    or @ Condition::Or(_) => branch.pending.push(or),
                }
            }
            if !self.is_consistent(branch) {
                return false;
            }
        }
        true
    }

    /// The condition with what the branch decides put in.
    ///
    /// Recursion is as deep as the condition, which everything that asks it recurses over.
    fn simplify(&mut self, condition: &Condition, branch: &Branch) -> Condition {
        match condition {
            Condition::Inf(mark) => match self.fate(*mark, branch) {
                Fate::Recurs => Condition::True,
                Fate::Ceases => Condition::False,
                Fate::Open => condition.clone(),
            },
            Condition::Fin(mark) => match self.fate(*mark, branch) {
                Fate::Recurs => Condition::False,
                Fate::Ceases => Condition::True,
                Fate::Open => condition.clone(),
            },
            Condition::And(parts) => {
                Condition::all(parts.iter().map(|part| self.simplify(part, branch)))
            }
            Condition::Or(parts) => {
                Condition::any(parts.iter().map(|part| self.simplify(part, branch)))
            }
            constant => constant.clone(),
        }
    }

    fn fate(&mut self, mark: usize, branch: &Branch) -> Fate {
        if branch.forbidden.contains(mark) {
            return Fate::Ceases;
        }
        if branch.required.contains(mark) {
            return Fate::Recurs;
        }
        let here = self.bdds.and(branch.allowed, self.when[mark]);
        if here.is_false() && !self.on_edges.contains(mark) {
            return Fate::Ceases;
        }
        let required = branch.required.difference(self.on_edges);
        let mut recurring = required.iter().map(|mark| self.when[mark]);
        let follows = recurring.any(|when| {
            let when = self.bdds.and(branch.allowed, when);
            self.bdds.entails(when, here)
        });
        if follows || here == branch.allowed {
            Fate::Recurs
        } else {
            Fate::Open
        }
    }

    fn is_consistent(&mut self, branch: &Branch) -> bool {
        let letters_only = branch.required.difference(self.on_edges);
        !branch.allowed.is_false()
            && branch.required.is_disjoint(&branch.forbidden)
            && letters_only
                .iter()
                .all(|mark| !self.bdds.and(branch.allowed, self.when[mark]).is_false())
    }

    /// The mode of a branch, without requirements that follow from others.
    fn mode(&mut self, branch: Branch) -> Mode {
        let mut mode = Mode {
            allowed: branch.allowed,
            forbidden: branch.forbidden,
            required: branch.required.iter().map(Marks::single).collect(),
        };
        let mut index = 0;
        while index < mode.required.len() {
            let requirement = mode.required.remove(index);
            if !self.follows(&requirement, &mode) {
                mode.required.insert(index, requirement);
                index += 1;
            }
        }
        mode
    }

    /// The letters that bring one of the marks.
    pub(super) fn bringing(&mut self, marks: &Marks) -> Label {
        let labels = marks.iter().map(|mark| self.when[mark]);
        labels.fold(Bdd::FALSE, |any, label| self.bdds.or(any, label))
    }

    /// Whether every run of the mode sees a mark of `requirement` infinitely often, evidently.
    fn follows(&mut self, requirement: &Marks, mode: &Mode) -> bool {
        let enough = self.bringing(requirement);
        if self.bdds.entails(mode.allowed, enough) {
            return true;
        }
        mode.required.iter().any(|known| {
            let on_edges = known.intersection(self.on_edges);
            let letters = self.bringing(known);
            let letters = self.bdds.and(mode.allowed, letters);
            on_edges.is_subset(requirement) && self.bdds.entails(letters, enough)
        })
    }

    /// Whether every run of `narrow` is one of `wide`, evidently.
    fn contains(&mut self, wide: &Mode, narrow: &Mode) -> bool {
        let on_edges = wide.forbidden.intersection(self.on_edges);
        self.bdds.entails(narrow.allowed, wide.allowed)
            && on_edges.is_subset(&narrow.forbidden)
            && wide.required.iter().all(|r| self.follows(r, narrow))
    }

    fn without_contained(&mut self, modes: Vec<Mode>) -> Vec<Mode> {
        let mut kept: Vec<Mode> = Vec::new();
        for mode in modes {
            if !kept.iter().any(|known| self.contains(known, &mode)) {
                kept.retain(|known| !self.contains(&mode, known));
                kept.push(mode);
            }
        }
        kept
    }

    /// Makes one mode of two that differ in one requirement: one mark or the other recurs.
    fn unite_alternatives(&mut self, modes: &mut Vec<Mode>) {
        let mut index = 0;
        while index < modes.len() {
            let mut later = index + 1;
            while later < modes.len() {
                match self.alternatives(&modes[index], &modes[later]) {
                    Some(united) => {
                        modes[index] = united;
                        modes.remove(later);
                        later = index + 1;
                    }
                    None => later += 1,
                }
            }
            index += 1;
        }
    }

    fn alternatives(&mut self, one: &Mode, other: &Mode) -> Option<Mode> {
        let forbidden_edges = |mode: &Mode| mode.forbidden.intersection(self.on_edges);
        if one.allowed != other.allowed || forbidden_edges(one) != forbidden_edges(other) {
            return None;
        }
        let only = |mode: &Mode, than: &Mode| {
            let mut only = mode.required.iter().filter(|r| !than.required.contains(r));
            only.next().filter(|_| only.next().is_none()).cloned()
        };
        let (mine, theirs) = (only(one, other)?, only(other, one)?);
        let mut united = one.clone();
        united.required.retain(|requirement| *requirement != mine);
        united.required.push(mine.union(&theirs));
        united.required.sort_unstable();
        Some(united)
    }
}
