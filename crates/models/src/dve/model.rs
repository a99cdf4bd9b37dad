//! DVE models as searches and checkers see them: interpreted, compiled, and together with their property process.

use lariat_automata::{Letter, Marks};
use lariat_model::{Model, RuntimeError, Schema, Step, Stepper, Successors, Value};

use super::compiled::Compiled;
use super::evaluate::Machine;
use super::interpreter::{Interpreter, at, is_committed, location};
use super::program::{Code, Program};
use super::property::{Observed, Observer, STUTTER};
use super::{Dve, describe, initial_state, synchronous};

impl Model for Dve {
    fn schema(&self) -> &Schema {
        &self.schema
    }

    fn stepper(&self) -> Box<dyn Stepper + '_> {
        self.reference()
    }

    fn reference(&self) -> Box<dyn Stepper + '_> {
        Box::new(Interpreted::new(self))
    }

    fn each_event(&self, step: Step, visit: &mut dyn FnMut(usize)) {
        if step == synchronous::EVERYBODY {
            return (0..self.schema.events.len()).for_each(visit);
        }
        let process =
            |transition: u32| self.program.transitions[transition as usize].process as usize;
        visit(process(step.transition));
        if step.partner != Step::ALONE {
            visit(process(step.partner));
        }
    }

    fn describe(&self, plain: &[u32]) -> Vec<(String, Value)> {
        describe::describe(&self.program, plain, self.program.system_processes())
    }
}

/// The model by interpretation.
struct Interpreted<'m> {
    model: &'m Dve,
    interpreter: Interpreter<'m>,
    machine: Machine<'m>,
}

impl<'m> Interpreted<'m> {
    fn new(model: &'m Dve) -> Self {
        let program = &model.program;
        Self {
            model,
            interpreter: Interpreter::new(program),
            machine: Machine::new(&program.tables, program.stack),
        }
    }
}

impl Stepper for Interpreted<'_> {
    fn width(&self) -> usize {
        self.model.program.width
    }

    fn initial(&mut self, out: &mut Vec<u32>) {
        let program = &self.model.program;
        out.extend_from_slice(&initial_state(program)[..program.width]);
    }

    fn successors(&mut self, state: &[u32], out: &mut Successors) {
        let first = out.steps.len();
        if self.model.program.synchronous {
            self.interpreter.synchronous_successors(state, out);
        } else {
            self.interpreter.successors(state, out);
        }
        out.note_enabled(self.model, first);
    }

    /// Whichever propositions are wanted, one that cannot be evaluated ends the run.
    fn observe(
        &mut self,
        state: &[u32],
        _wanted: &[usize],
        letter: &mut Letter,
    ) -> Result<(), RuntimeError> {
        for (number, code) in self.model.propositions.iter().enumerate() {
            let code = self.model.program.code(code);
            if self.machine.evaluate(code, state)? != 0 {
                letter.insert(number);
            }
        }
        Ok(())
    }

    fn failed_assertion(&mut self, state: &[u32]) -> Option<String> {
        if !self.model.has_assertions {
            return None;
        }
        let program = &self.model.program;
        (0..program.system_processes())
            .find_map(|process| failed_assertion(program, &mut self.machine, state, process))
    }
}

/// The first assertion of a process that fails where it is, as a sentence.
fn failed_assertion(
    program: &Program,
    machine: &mut Machine<'_>,
    state: &[u32],
    process: usize,
) -> Option<String> {
    let location = at(program, state, process);
    let fails = |&&code: &&Code| {
        let value = machine.evaluate(program.code(code), state);
        matches!(value, Ok(0) | Err(_))
    };
    location.assertions.iter().find(fails)?;
    let process = &program.processes[process].name;
    Some(format!(
        "the assertion at state `{}` of process `{process}` fails",
        location.name
    ))
}

impl Model for Compiled {
    fn schema(&self) -> &Schema {
        self.model.schema()
    }

    fn stepper(&self) -> Box<dyn Stepper + '_> {
        #[cfg(feature = "jit")]
        if let Ok(code) = &self.code {
            return Box::new(Native {
                code,
                interpreted: Interpreted::new(&self.model),
            });
        }
        self.model.stepper()
    }

    fn reference(&self) -> Box<dyn Stepper + '_> {
        self.model.reference()
    }

    fn each_event(&self, step: Step, visit: &mut dyn FnMut(usize)) {
        self.model.each_event(step, visit);
    }

    fn describe(&self, plain: &[u32]) -> Vec<(String, Value)> {
        self.model.describe(plain)
    }
}

/// The model by native code, and by interpretation where that gives up.
#[cfg(feature = "jit")]
struct Native<'m> {
    code: &'m super::native::NativeCode,
    interpreted: Interpreted<'m>,
}

#[cfg(feature = "jit")]
impl Stepper for Native<'_> {
    fn width(&self) -> usize {
        self.interpreted.width()
    }

    fn initial(&mut self, out: &mut Vec<u32>) {
        self.interpreted.initial(out);
    }

    fn successors(&mut self, state: &[u32], out: &mut Successors) {
        let (model, first) = (self.interpreted.model, out.steps.len());
        let program = &model.program;
        let committed =
            self.code.has_committed() && is_committed(program, state, program.system_processes());
        match self.code.successors(state, committed, out) {
            true => out.note_enabled(model, first),
            false => self.interpreted.successors(state, out),
        }
    }

    fn observe(
        &mut self,
        state: &[u32],
        wanted: &[usize],
        letter: &mut Letter,
    ) -> Result<(), RuntimeError> {
        match self.code.letter(state, letter) {
            true => Ok(()),
            false => self.interpreted.observe(state, wanted, letter),
        }
    }

    fn failed_assertion(&mut self, state: &[u32]) -> Option<String> {
        self.interpreted.failed_assertion(state)
    }
}

impl Model for Observed {
    fn schema(&self) -> &Schema {
        &self.schema
    }

    fn stepper(&self) -> Box<dyn Stepper + '_> {
        self.reference()
    }

    fn reference(&self) -> Box<dyn Stepper + '_> {
        Box::new(Observing {
            observed: self,
            interpreted: Interpreted::new(&self.model),
        })
    }

    fn each_event(&self, step: Step, visit: &mut dyn FnMut(usize)) {
        if step != STUTTER {
            self.model.each_event(step, visit);
        }
    }

    fn describe(&self, plain: &[u32]) -> Vec<(String, Value)> {
        let program = &self.model.program;
        describe::describe(program, plain, program.processes.len())
    }
}

/// The system and its property process, by interpretation.
struct Observing<'m> {
    observed: &'m Observed,
    interpreted: Interpreted<'m>,
}

impl Stepper for Observing<'_> {
    fn width(&self) -> usize {
        self.observed.schema.width
    }

    fn initial(&mut self, out: &mut Vec<u32>) {
        out.extend(initial_state(&self.observed.model.program));
    }

    fn successors(&mut self, state: &[u32], out: &mut Successors) {
        let first = out.steps.len();
        let Observed {
            model, stutters, ..
        } = self.observed;
        Observer::new(&model.program, state).successors(*stutters, out);
        out.note_enabled(self.observed, first);
    }

    fn observe(
        &mut self,
        state: &[u32],
        wanted: &[usize],
        letter: &mut Letter,
    ) -> Result<(), RuntimeError> {
        self.interpreted.observe(state, wanted, letter)
    }

    fn marks(&mut self, state: &[u32], marks: &mut Marks) {
        let program = &self.observed.model.program;
        let at = location(program, state, program.system_processes());
        marks.unite(&self.observed.marks[at as usize]);
    }

    fn failed_assertion(&mut self, state: &[u32]) -> Option<String> {
        self.interpreted.failed_assertion(state)
    }
}
