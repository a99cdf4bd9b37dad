//! The least that a node may promise and demand, letter by letter.
//!
//! Under a letter, the expansion of a node is a monotone function of promises and demands.  A
//! *choice* is a set of them under which it is true and of which no part suffices.  Edges for other
//! implicants are useless: they promise and demand more than another edge for the same letter.  So
//! each choice is an edge, for the letters under which it is one.  With the branches f₀, f₁ of f,
//!
//! ```text
//! choices(f) = for letters without p those of f₀, for letters with p those of f₁    at a proposition p
//! choices(f) = choices(f₀) ∪ v·(choices(f₁) ∖ choices(f₀))                          at any other v
//! ```
//!
//! where the difference is taken letter by letter; compare the prime implicants of
//! [coudert.92.dac].  Labels end up as exact as a deterministic automaton needs them.

use std::sync::Arc;

use indexmap::IndexSet;
use lariat_automata::{Label, Labels};
use lariat_bdd::{Bdd, Var};
use lariat_budget::{Exhausted, Pulse};
use rustc_hash::{FxBuildHasher, FxHashMap};

use super::expansion::{Expansion, Variable};
use crate::limit::{Limit, Unfinished};

/// The letters under which a set of variables is a choice.
#[derive(Clone, Copy)]
struct Choice {
    set: SetId,
    letters: Label,
}

type SetId = u32;

/// The set without an element.
const EMPTY: SetId = 0;

/// Computes choices; what is known stays known for the next function.
pub(super) struct Choices {
    /// Set i + 1: an element and the rest.
    sets: IndexSet<(Var, SetId), FxBuildHasher>,
    known: FxHashMap<Bdd, Arc<[Choice]>>,
    /// How many choices are known.
    size: usize,
    limit: Limit,
    pulse: Pulse,
}

/// So many choices are kept for later functions.
const KEPT: usize = 1 << 16;

/// How many choices of intermediate functions, and how many variables in all, a choice may cost.
const COST: usize = 64;

impl Choices {
    /// At most so many choices for one function, and about so much effort.
    pub(super) fn new(limit: &Limit) -> Self {
        let mut choices = Choices {
            sets: IndexSet::default(),
            known: FxHashMap::default(),
            size: 0,
            pulse: limit.budget.pulse(),
            limit: limit.clone(),
        };
        choices.forget();
        choices
    }

    /// Leaves the choices of the constants only.
    pub(super) fn forget(&mut self) {
        let truth = Choice {
            set: EMPTY,
            letters: Label::TRUE,
        };
        self.sets.clear();
        self.known.clear();
        self.known.insert(Bdd::TRUE, Arc::from([truth]));
        self.known.insert(Bdd::FALSE, Arc::from([]));
        self.size = 0;
    }

    /// The choices of a function: the letters of each, and its variables.
    pub(super) fn of(
        &mut self,
        function: Bdd,
        expansion: &Expansion,
        labels: &mut Labels,
    ) -> Result<Vec<(Label, Vec<Var>)>, Unfinished> {
        if self.size > KEPT {
            self.forget();
        }
        let mut stack = vec![function];
        while let Some(&next) = stack.last() {
            if self.known.contains_key(&next) {
                stack.pop();
                continue;
            }
            let (low, high) = expansion.bdds.branches(next);
            let branches = [low, high].map(|branch| self.known.get(&branch).cloned());
            if let [Some(low), Some(high)] = branches {
                let choices = self.combine(next, &low, &high, expansion, labels)?;
                self.size += choices.len();
                self.afford(self.size)?;
                self.known.insert(next, choices.into());
            } else {
                stack.extend([low, high]);
            }
        }
        self.spell_out(&Arc::clone(&self.known[&function]))
    }

    /// Whether so many choices of intermediate functions, or so many variables, are worth it.
    fn afford(&self, size: usize) -> Result<(), Unfinished> {
        if size > self.limit.transitions.saturating_mul(COST) {
            return Err(self.limit.too_large().into());
        }
        Ok(())
    }

    fn spell_out(&mut self, choices: &[Choice]) -> Result<Vec<(Label, Vec<Var>)>, Unfinished> {
        let mut spelled = Vec::with_capacity(choices.len());
        let mut size = 0;
        for choice in choices {
            self.pulse.beat()?;
            self.limit.allow(choices.len())?;
            let elements = self.elements(choice.set);
            size += elements.len() + 1;
            self.afford(size)?;
            spelled.push((choice.letters, elements));
        }
        Ok(spelled)
    }

    fn combine(
        &mut self,
        function: Bdd,
        low: &[Choice],
        high: &[Choice],
        expansion: &Expansion,
        labels: &mut Labels,
    ) -> Result<Vec<Choice>, Exhausted> {
        let var = expansion.bdds.top(function).expect("constants are known");
        match expansion.variable(var) {
            Variable::Proposition(proposition) => {
                let holds = labels.bdds.var(proposition);
                zip(&mut self.pulse, low, high, |letters, other| {
                    labels.bdds.ite(holds, other, letters)
                })
            }
            Variable::Promise(_) | Variable::Next(_) => {
                let minus = |low, high| labels.bdds.minus(high, low);
                let mut needing = zip(&mut self.pulse, low, high, minus)?;
                for choice in &mut needing {
                    choice.set = self.insert(var, choice.set);
                }
                needing.extend_from_slice(low);
                needing.sort_unstable_by_key(|choice| choice.set);
                Ok(needing)
            }
        }
    }

    fn insert(&mut self, var: Var, rest: SetId) -> SetId {
        SetId::try_from(self.sets.insert_full((var, rest)).0 + 1).expect("fewer than 2^32 choices")
    }

    fn elements(&self, mut set: SetId) -> Vec<Var> {
        let mut elements = Vec::new();
        while let Some(before) = set.checked_sub(1) {
            let (var, rest) = self.sets[before as usize];
            elements.push(var);
            set = rest;
        }
        elements
    }
}

/// Joins two sorted lists by their sets, without choices that are left with no letter.
fn zip(
    pulse: &mut Pulse,
    low: &[Choice],
    high: &[Choice],
    mut join: impl FnMut(Label, Label) -> Label,
) -> Result<Vec<Choice>, Exhausted> {
    let mut joined = Vec::with_capacity(low.len().max(high.len()));
    let (mut low, mut high) = (low.iter().peekable(), high.iter().peekable());
    while let Some(set) = [low.peek(), high.peek()]
        .into_iter()
        .flatten()
        .map(|choice| choice.set)
        .min()
    {
        pulse.beat()?;
        let letters = |side: &mut std::iter::Peekable<std::slice::Iter<'_, Choice>>| {
            let choice = side.next_if(|choice| choice.set == set);
            choice.map_or(Label::FALSE, |choice| choice.letters)
        };
        let letters = join(letters(&mut low), letters(&mut high));
        if !letters.is_false() {
            joined.push(Choice { set, letters });
        }
    }
    Ok(joined)
}
