//! Symbolic nondeterministic automata A∃(Q, I, R, F), and their states that matter.
//!
//! State variable i is the variable 2i of the arena, its next value 2i + 1; both lie above all inputs, so that what a
//! step from one state to another reads is a subgraph of the relation.  As in [morgenstern.08.vmcai], the states that matter
//! are found by two fixpoints, those that are reachable and those that have an infinite path, and
//! only then listed.

use lariat_bdd::{Bdd, Bdds, Var};
use lariat_budget::{Budget, Exhausted};
use lariat_ltl::Formula;
use rustc_hash::FxHashMap;

use crate::equations::FIRST_INPUT;
use crate::error::Limits;

/// How a state variable is tied to what its formula says.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Tie {
    /// It is true exactly if the formula's expansion is: q ↔ …
    Equal,
    /// If it is true, so is the expansion: q → …
    Implies,
}

/// A state variable of a nondeterministic automaton.
#[derive(Clone, Debug)]
pub struct Rule {
    /// The formula that it stands for.
    pub formula: Formula,
    /// How it is tied to the expansion.
    pub tie: Tie,
    /// The expansion, over state variables, inputs and next state variables.
    pub expansion: Bdd,
}

/// A symbolic nondeterministic automaton.
#[derive(Clone, Debug)]
pub struct Nondeterministic {
    /// The state variables.
    pub rules: Vec<Rule>,
    /// The initial states.
    pub initial: Bdd,
    /// The transition relation.
    pub relation: Bdd,
    /// The states in which an accepting run stays from some point on.
    pub accepting: Bdd,
}

/// State variable `index`.
pub(crate) fn now(index: usize) -> Var {
    2 * index as Var
}

/// The next value of state variable `index`.
pub(crate) fn next(index: usize) -> Var {
    2 * index as Var + 1
}

/// The function over the next state variables that `function` is over the present ones.
pub(crate) fn shifted(bdds: &mut Bdds, function: Bdd) -> Bdd {
    bdds.substitute(function, |bdds, var| bdds.var(var + 1))
}

/// The states that matter of an automaton, in lexicographic order, and the steps between them.
pub(crate) struct Listed {
    /// Each state, as the truth of the state variables.
    pub(crate) states: Vec<Vec<bool>>,
    /// The steps of each state: what is read, and where it leads.
    pub(crate) steps: Vec<Vec<(Bdd, usize)>>,
    pub(crate) initial: Vec<bool>,
    pub(crate) accepting: Vec<bool>,
}

impl Nondeterministic {
    /// The reachable states with infinite paths; `None` if there are too many.
    pub(crate) fn list(
        &self,
        bdds: &mut Bdds,
        limits: &Limits,
    ) -> Result<Option<Listed>, Exhausted> {
        let live = self.live(bdds, &limits.budget)?;
        let Some(states) = self.minterms(bdds, live, limits)? else {
            return Ok(None);
        };
        let numbers: FxHashMap<&[bool], usize> =
            states.iter().map(Vec::as_slice).zip(0..).collect();
        let live_next = shifted(bdds, live);
        let relation = bdds.and(self.relation, live_next);
        let mut steps = Vec::new();
        for state in &states {
            limits.budget.check()?;
            let value = |var: Var| {
                let is_now = var < FIRST_INPUT && var.is_multiple_of(2);
                is_now.then(|| state[var as usize / 2])
            };
            let from_here = bdds.restrict(relation, value);
            steps.push(self.steps(bdds, from_here, &numbers, &limits.budget)?);
        }
        let satisfying = |set: Bdd| {
            let holds = |state: &Vec<bool>| bdds.eval(set, |var| state[var as usize / 2]);
            states.iter().map(holds).collect()
        };
        let (initial, accepting) = (satisfying(self.initial), satisfying(self.accepting));
        Ok(Some(Listed {
            states,
            steps,
            initial,
            accepting,
        }))
    }

    /// (νy. ◇y) ∧ (μx. I ∨ the successors of x).
    fn live(&self, bdds: &mut Bdds, budget: &Budget) -> Result<Bdd, Exhausted> {
        let inputs = bdds.support(self.relation).into_iter();
        let inputs: Vec<Var> = inputs.filter(|&var| var >= FIRST_INPUT).collect();
        let inputs = bdds.var_cube(inputs);
        let steps = bdds.exists(self.relation, inputs);
        let here = bdds.var_cube((0..self.rules.len()).map(now));
        let there = bdds.var_cube((0..self.rules.len()).map(next));
        let mut endless = Bdd::TRUE;
        loop {
            budget.check()?;
            let target = shifted(bdds, endless);
            let into = bdds.and(steps, target);
            let can = bdds.exists(into, there);
            if can == endless {
                break;
            }
            endless = can;
        }
        let mut reached = self.initial;
        loop {
            budget.check()?;
            let out = bdds.and(steps, reached);
            let targets = bdds.exists(out, here);
            let targets = bdds.substitute(targets, |bdds, var| bdds.var(var - 1));
            let more = bdds.or(reached, targets);
            if more == reached {
                break;
            }
            reached = more;
        }
        Ok(bdds.and(endless, reached))
    }

    /// The valuations that satisfy a function of the state variables; `None` if there are too many.
    fn minterms(
        &self,
        bdds: &Bdds,
        set: Bdd,
        limits: &Limits,
    ) -> Result<Option<Vec<Vec<bool>>>, Exhausted> {
        let mut pulse = limits.budget.pulse();
        let mut states = Vec::new();
        let mut stack = vec![(set, Vec::new())];
        while let Some((rest, path)) = stack.pop() {
            pulse.beat()?;
            if rest.is_false() {
                continue;
            }
            if path.len() == self.rules.len() {
                states.push(path);
                if states.len() > limits.part_states {
                    return Ok(None);
                }
                continue;
            }
            let branches = cofactors(bdds, rest, now(path.len()));
            for (value, rest) in [(true, branches.1), (false, branches.0)] {
                let mut longer = path.clone();
                longer.push(value);
                stack.push((rest, longer));
            }
        }
        Ok(Some(states))
    }

    /// The steps that a function of the next state variables and the inputs describes.
    fn steps(
        &self,
        bdds: &Bdds,
        from_here: Bdd,
        numbers: &FxHashMap<&[bool], usize>,
        budget: &Budget,
    ) -> Result<Vec<(Bdd, usize)>, Exhausted> {
        let mut pulse = budget.pulse();
        let mut steps = Vec::new();
        let mut stack = vec![(from_here, Vec::new())];
        while let Some((rest, path)) = stack.pop() {
            pulse.beat()?;
            if rest.is_false() {
                continue;
            }
            if path.len() == self.rules.len() {
                // Steps from live states may lead to states that are not reachable.
                if let Some(&to) = numbers.get(path.as_slice()) {
                    steps.push((rest, to));
                }
                continue;
            }
            let branches = cofactors(bdds, rest, next(path.len()));
            for (value, rest) in [(true, branches.1), (false, branches.0)] {
                let mut longer = path.clone();
                longer.push(value);
                stack.push((rest, longer));
            }
        }
        Ok(steps)
    }
}

/// The function with `var`, above which it has no variable, false and true.
fn cofactors(bdds: &Bdds, function: Bdd, var: Var) -> (Bdd, Bdd) {
    if bdds.top(function) == Some(var) {
        bdds.branches(function)
    } else {
        (function, function)
    }
}
