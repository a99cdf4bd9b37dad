//! The symbolic breakpoint construction.
//!
//! Definition 3 of [morgenstern.08.vmcai], after Miyano and Hayashi [miyano.84.tcs]: beside the
//! superstate, variables b hold those accepting states whose runs have stayed accepting since the
//! last breakpoint.  Where none is left there is a breakpoint, and they start anew from the
//! superstate.  A word is accepted iff there are finitely many breakpoints.
//! ```text
//! step_i ↔ ⋁_j b_j ∧ τ_ji                 over accepting states i and j
//! b_i'   ↔ step_i ∨ (breakpoint ∧ p_i')   where breakpoint ↔ ¬⋁_i step_i
//! ```
//! Printed, ϱ and η are a place off; and a breakpoint is a state of its own there, with all b false.  Here it is the step
//! on which the last b goes, and b is filled at once: fewer states.  Where nothing was there to go and something is
//! filled in, no breakpoint is counted; where nothing comes either, one is.

use lariat_bdd::Bdd;
use lariat_budget::Exhausted;

use crate::memory::Memory;
use crate::nondeterministic::Listed;
use crate::subset::{Superstate, image, some};

/// Adds the variables of the breakpoint construction; the steps that are breakpoints.
pub(crate) fn breakpoints(
    memory: &mut Memory,
    listed: &Listed,
    superstate: &Superstate,
    describe: impl Fn(&[bool]) -> String,
) -> Result<Bdd, Exhausted> {
    let first = memory.variables.len();
    let mut staying = vec![Bdd::FALSE; listed.states.len()];
    let mut variables = Vec::new();
    for (state, values) in listed.states.iter().enumerate() {
        if listed.accepting[state] {
            let name = memory.fresh_name("b");
            let initial = listed.initial[state];
            staying[state] = memory.variable(name, describe(values), initial).1;
            variables.push(state);
        }
    }
    let bdds = &mut memory.bdds;
    let stay = image(bdds, listed, &memory.budget, &staying)?;
    let stay: Vec<Bdd> = variables.iter().map(|&state| stay[state]).collect();
    let fill: Vec<Bdd> = variables
        .iter()
        .map(|&state| superstate.next[state])
        .collect();
    let gone = !some(bdds, &stay);
    let (were, come) = (some(bdds, &staying), some(bdds, &fill));
    let nothing = bdds.implies(come, were);
    let breakpoint = bdds.and(gone, nothing);
    for (index, (&stay, &fill)) in stay.iter().zip(&fill).enumerate() {
        memory.budget.check()?;
        let next = memory.bdds.ite(gone, fill, stay);
        memory.set_next(first + index, next);
    }
    Ok(breakpoint)
}
