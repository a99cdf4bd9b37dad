//! A program together with its property process as a model: its accepted runs are those that
//! violate the property.

use lariat_automata::{Letter, Marks};
use lariat_model::{Model, RuntimeError, Schema, Step, Stepper, Successors, Value};

use crate::model::Interpreted;
use crate::{ProgramModel, STUTTER};

/// A model together with its property process: the product that DiVinE builds.
///
/// Every step is one of the system together with one of the property process, both enabled in the
/// state that they leave.  Where the system is deadlocked the property process moves alone.  The
/// effects of the property process read the state that is left.
pub struct Observed {
    model: ProgramModel,
    schema: Schema,
    marks: Vec<Marks>,
    /// Whether the property process moves alone where the system is deadlocked.
    stutters: bool,
}

impl Observed {
    /// The product of a model with its property process, if it has one.
    pub fn new(model: impl Into<ProgramModel>) -> Option<Self> {
        let model = model.into();
        let accepting = model.program().property.clone()?;
        let schema = Schema {
            width: model.program().observed_width,
            acceptance: accepting.acceptance,
            ..model.schema().clone()
        };
        Some(Self {
            model,
            schema,
            marks: accepting.marks,
            stutters: true,
        })
    }

    /// The same, but where the system is deadlocked the run ends.
    #[must_use]
    pub fn without_stuttering(self) -> Self {
        Self {
            stutters: false,
            ..self
        }
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
        self.model.program().describe_observed(plain)
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
        out.extend(self.observed.model.program().initial_observed());
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
        let program = self.observed.model.program();
        let at = program.location(state, program.system_processes());
        marks.unite(&self.observed.marks[at as usize]);
    }

    fn failed_assertion(&mut self, state: &[u32]) -> Option<String> {
        self.interpreted.failed_assertion(state)
    }
}
