//! The symbolic subset construction.
//!
//! Definition 2 of [morgenstern.08.vmcai]: one state variable p for each state of the nondeterministic automaton that matters; p is true
//! next if some state that is true now has a step there:
//! ```text
//! p_i' ↔ ⋁_j p_j ∧ τ_ji    where τ_ji is what the step from state j to state i reads
//! ```
//! The definition's acceptance is wrong for a safety condition Gφ unless φ is true: a superstate may always hold some good
//! state though no run stays good.  Here every infinite run accepts, so a word is accepted as long as the
//! superstate is not empty.  Guarantee formulas are determinized as their negation.

use lariat_bdd::{Bdd, Bdds};
use lariat_budget::{Budget, Exhausted};

use crate::memory::Memory;
use crate::nondeterministic::Listed;

/// The variables of a determinized automaton.
pub(crate) struct Superstate {
    /// The variable of each state.
    pub(crate) present: Vec<Bdd>,
    /// Its next value.
    pub(crate) next: Vec<Bdd>,
}

/// Adds the variables of the subset construction.
pub(crate) fn subset(
    memory: &mut Memory,
    listed: &Listed,
    describe: impl Fn(&[bool]) -> String,
) -> Result<Superstate, Exhausted> {
    let first = memory.variables.len();
    let mut present = Vec::new();
    for (state, &initial) in listed.states.iter().zip(&listed.initial) {
        let name = memory.fresh_name("p");
        present.push(memory.variable(name, describe(state), initial).1);
    }
    let next = image(&mut memory.bdds, listed, &memory.budget, &present)?;
    for (index, &function) in next.iter().enumerate() {
        memory.set_next(first + index, function);
    }
    Ok(Superstate { present, next })
}

/// For each state, whether a state that is present has a step to it.
pub(crate) fn image(
    bdds: &mut Bdds,
    listed: &Listed,
    budget: &Budget,
    present: &[Bdd],
) -> Result<Vec<Bdd>, Exhausted> {
    let mut next = vec![Bdd::FALSE; listed.states.len()];
    for (&here, steps) in present.iter().zip(&listed.steps) {
        for &(read, to) in steps {
            budget.check()?;
            let taken = bdds.and(here, read);
            next[to] = bdds.or(next[to], taken);
        }
    }
    Ok(next)
}

/// Whether one of them is true.
pub(crate) fn some(bdds: &mut Bdds, functions: &[Bdd]) -> Bdd {
    functions
        .iter()
        .rev()
        .fold(Bdd::FALSE, |any, &function| bdds.or(function, any))
}
