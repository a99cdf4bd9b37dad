//! The steps of a synchronous program: every process moves in every step.
//!
//! DiVinE 2.4 cannot run such systems; this is the meaning that its source intends.  Each process
//! takes one of its enabled transitions, all of them evaluated on the source state, and the results
//! are put together.  If one process has none the whole is a deadlock.  Two processes that assign
//! one global variable make the step fail, and so do choices that multiply beyond all measure.
//! Channels and committed states mean nothing here, and a transition on a buffered channel never
//! fires.

use lariat_model::{RuntimeError, Step, Successors};

use crate::evaluate::{load, store};
use crate::interpreter::{Interpreter, assign_same_global};
use crate::{Program, Transition, Variable};

/// The step of a synchronous program: all processes take part.
pub const EVERYBODY: Step = Step {
    transition: u32::MAX,
    partner: Step::ALONE,
};

/// More steps than this from one state are not taken.
const MOST_STEPS: usize = 1 << 16;

/// What one process can do: a transition, and whether its guard fails.
type Choice = (u32, Result<(), RuntimeError>);

impl Interpreter<'_> {
    /// Appends the steps of a synchronous system.
    pub(crate) fn synchronous_successors(&mut self, state: &[u32], out: &mut Successors) {
        let processes = self.program.system_processes();
        let choices: Vec<Vec<Choice>> = (0..processes)
            .map(|process| self.choices(process, state))
            .collect();
        if choices.iter().any(Vec::is_empty) {
            return;
        }
        let sizes = choices.iter().map(Vec::len);
        if sizes.fold(1, usize::saturating_mul) > MOST_STEPS {
            return self.finish(EVERYBODY, Err(RuntimeError::TooManySteps), out);
        }
        let mut chosen = vec![0; processes];
        loop {
            let selection: Vec<Choice> = (0..processes).map(|p| choices[p][chosen[p]]).collect();
            let outcome = self.together(&selection, state);
            self.finish(EVERYBODY, outcome, out);
            if !advance(&mut chosen, |process| choices[process].len()) {
                return;
            }
        }
    }

    fn choices(&mut self, process: usize, state: &[u32]) -> Vec<Choice> {
        let program = self.program;
        let outgoing = program.at(state, process).outgoing.iter();
        outgoing
            .filter(|&&number| {
                program
                    .buffer(&program.transitions[number as usize])
                    .is_none()
            })
            .filter_map(|&number| {
                let transition = &program.transitions[number as usize];
                match self.guard(transition, state) {
                    Ok(false) => None,
                    Ok(true) => Some((number, Ok(()))),
                    Err(error) => Some((number, Err(error))),
                }
            })
            .collect()
    }

    /// Carries out one transition of each process, and puts the results together.
    fn together(&mut self, selection: &[Choice], state: &[u32]) -> Result<(), RuntimeError> {
        let program = self.program;
        for (position, &(number, guard)) in selection.iter().enumerate() {
            guard?;
            let transition = &program.transitions[number as usize];
            let conflicts = |&(other, _): &Choice| {
                assign_same_global(transition, &program.transitions[other as usize])
            };
            if selection[..position].iter().any(conflicts) {
                return Err(RuntimeError::GlobalConflict);
            }
        }
        let mut result = state.to_vec();
        for &(number, _) in selection {
            let transition = &program.transitions[number as usize];
            self.start(state);
            self.move_process(transition)?;
            copy_own(program, transition, &self.target, &mut result);
        }
        self.target.copy_from_slice(&result);
        Ok(())
    }
}

/// Counts up, the last process fastest; false after the last combination.
fn advance(chosen: &mut [usize], choices: impl Fn(usize) -> usize) -> bool {
    for process in (0..chosen.len()).rev() {
        chosen[process] += 1;
        if chosen[process] < choices(process) {
            return true;
        }
        chosen[process] = 0;
    }
    false
}

/// Copies what a transition can have changed: location, locals, and the globals that it assigns.
fn copy_own(program: &Program, transition: &Transition, from: &[u32], to: &mut [u32]) {
    let process = &program.processes[transition.process as usize];
    if let Some(place) = process.place {
        store(to, place, load(from, place));
    }
    let globals = transition.assigned_globals.iter();
    let assigned = globals.map(|&global| &program.globals[global as usize]);
    for variable in process.variables.iter().chain(assigned) {
        copy_variable(variable, from, to);
    }
}

fn copy_variable(variable: &Variable, from: &[u32], to: &mut [u32]) {
    for index in 0..variable.place.length {
        let cell = variable.place.element(index);
        store(to, cell, load(from, cell));
    }
}
