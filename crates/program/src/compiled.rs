//! A model that runs as native code where that is possible, and by interpretation where it is not.

use lariat_automata::Letter;
use lariat_model::{Model, RuntimeError, Schema, Step, Stepper, Structure, Successors, Value};

use crate::model::Interpreted;
use crate::{NativeCode, Obstacle, ProgramModel};

/// A program, compiled: the same states and steps in the same order as [`ProgramModel`], only
/// faster.
pub struct Compiled {
    model: ProgramModel,
    code: Result<NativeCode, Obstacle>,
}

impl Compiled {
    /// Compiles a model with the propositions that it watches.
    pub fn new(model: impl Into<ProgramModel>) -> Self {
        let model = model.into();
        let code = NativeCode::compile(model.program(), model.propositions());
        Self { model, code }
    }

    /// Why the model is interpreted, if it is.
    pub fn obstacle(&self) -> Option<Obstacle> {
        self.code.as_ref().err().cloned()
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
        self.model.structure()
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
        match self.code.successors(model.program(), state, out) {
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
