//! A model that runs as native code where that is possible, and by interpretation where it is not.

use lariat_automata::Letter;
use lariat_program::{NativeCode, Obstacle};

use super::Dve;
use crate::{Model, RuntimeError, Step, Successors, Value};

/// A DVE model, compiled: the same states and steps in the same order as [`Dve`], only faster.
///
/// ```
/// use lariat_models::dve::{Compiled, Dve};
/// use lariat_models::{Limits, explore};
///
/// let model = Dve::parse("byte x; process P { state q; init q;
///     trans q -> q { guard x < 9; effect x = x + 1; }; } system async;")?;
/// let compiled = Compiled::new(model.clone());
/// let (slow, fast) = (
///     explore(&model, Limits::default(), |_| true),
///     explore(&compiled, Limits::default(), |_| true),
/// );
/// assert_eq!(slow, fast);
/// # Ok::<(), lariat_models::dve::Errors>(())
/// ```
pub struct Compiled {
    model: Dve,
    code: Result<NativeCode, Obstacle>,
}

impl Compiled {
    /// Compiles a model with the propositions that it watches.
    pub fn new(model: Dve) -> Self {
        let code = NativeCode::compile(&model.program, &model.propositions);
        Self { model, code }
    }

    /// The model in its interpreted form.
    pub fn interpreted(&self) -> &Dve {
        &self.model
    }

    /// Why the model is interpreted, if it is.
    pub fn obstacle(&self) -> Option<Obstacle> {
        self.code.as_ref().err().cloned()
    }
}

impl Model for Compiled {
    fn width(&self) -> usize {
        self.model.width()
    }

    fn initial(&self, out: &mut Vec<u32>) {
        self.model.initial(out);
    }

    fn successors(&self, state: &[u32], out: &mut Successors) {
        if let Ok(code) = &self.code
            && code.successors(&self.model.program, state, out)
        {
            return;
        }
        self.model.successors(state, out);
    }

    fn events(&self) -> &[String] {
        self.model.events()
    }

    fn each_event(&self, step: Step, visit: &mut dyn FnMut(usize)) {
        self.model.each_event(step, visit);
    }

    fn describe(&self, state: &[u32]) -> Vec<(String, Value)> {
        self.model.describe(state)
    }

    fn propositions(&self) -> usize {
        self.model.propositions()
    }

    fn letter(&self, state: &[u32], letter: &mut Letter) -> Result<(), RuntimeError> {
        if let Ok(code) = &self.code
            && code.letter(state, letter)
        {
            return Ok(());
        }
        self.model.letter(state, letter)
    }

    fn failed_assertion(&self, state: &[u32]) -> Option<String> {
        self.model.failed_assertion(state)
    }
}
