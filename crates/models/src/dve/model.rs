//! DVE models as searches and checkers see them: interpreted, compiled, and together with their property process.

use lariat_automata::{Letter, Marks};
use lariat_model::{Model, RuntimeError, Schema, Step, Stepper, Structure, Successors, Value};
use lariat_program::{Interpreter, NativeCode, STUTTER};

use super::Dve;
use super::compiled::Compiled;
use super::property::Observed;

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
        self.program.each_process(step, visit);
    }

    fn describe(&self, plain: &[u32]) -> Vec<(String, Value)> {
        self.program.describe(plain)
    }

    fn structure(&self) -> Option<&dyn Structure> {
        let structure = Dve::structure(self)?;
        Some(structure)
    }
}

/// The model by interpretation.
struct Interpreted<'m> {
    model: &'m Dve,
    interpreter: Interpreter<'m>,
}

impl<'m> Interpreted<'m> {
    fn new(model: &'m Dve) -> Self {
        Self {
            model,
            interpreter: Interpreter::new(&model.program),
        }
    }
}

impl Stepper for Interpreted<'_> {
    fn width(&self) -> usize {
        self.model.program.width
    }

    fn initial(&mut self, out: &mut Vec<u32>) {
        out.extend(self.model.program.initial());
    }

    fn successors(&mut self, state: &[u32], out: &mut Successors) {
        let first = out.steps.len();
        self.interpreter.successors(state, out);
        out.note_enabled(self.model, first);
    }

    /// Whichever propositions are wanted, one that cannot be evaluated ends the run.
    fn observe(
        &mut self,
        state: &[u32],
        _wanted: &[usize],
        letter: &mut Letter,
    ) -> Result<(), RuntimeError> {
        let propositions = &self.model.propositions;
        self.interpreter.observe(propositions, state, letter)
    }

    fn failed_assertion(&mut self, state: &[u32]) -> Option<String> {
        if !self.model.has_assertions {
            return None;
        }
        let program = &self.model.program;
        let failed = program.failed_assertion(state)?;
        let process = &program.processes[failed.process];
        Some(format!(
            "the assertion at state `{}` of process `{}` fails",
            process.locations[failed.location].name, process.name
        ))
    }
}

impl Model for Compiled {
    fn schema(&self) -> &Schema {
        self.model.schema()
    }

    fn stepper(&self) -> Box<dyn Stepper + '_> {
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

    fn structure(&self) -> Option<&dyn Structure> {
        Model::structure(&self.model)
    }
}

/// The model by native code, and by interpretation where that gives up.
struct Native<'m> {
    code: &'m NativeCode,
    interpreted: Interpreted<'m>,
}

impl Stepper for Native<'_> {
    fn width(&self) -> usize {
        self.interpreted.width()
    }

    fn initial(&mut self, out: &mut Vec<u32>) {
        self.interpreted.initial(out);
    }

    fn successors(&mut self, state: &[u32], out: &mut Successors) {
        let (model, first) = (self.interpreted.model, out.steps.len());
        match self.code.successors(&model.program, state, out) {
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
        self.model.program.describe_observed(plain)
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
        out.extend(self.observed.model.program.initial_observed());
    }

    fn successors(&mut self, state: &[u32], out: &mut Successors) {
        let first = out.steps.len();
        let interpreter = &mut self.interpreted.interpreter;
        interpreter.observed_successors(state, self.observed.stutters, out);
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
        let at = program.location(state, program.system_processes());
        marks.unite(&self.observed.marks[at as usize]);
    }

    fn failed_assertion(&mut self, state: &[u32]) -> Option<String> {
        self.interpreted.failed_assertion(state)
    }
}
