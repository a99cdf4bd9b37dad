//! A model that runs as native code where that is possible, and by interpretation where it is not.

use lariat_automata::Letter;

use super::Dve;
#[cfg(feature = "jit")]
use super::interpreter::is_committed;
#[cfg(feature = "jit")]
use super::native::NativeCode;
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
    #[cfg(feature = "jit")]
    code: Result<NativeCode, Obstacle>,
}

/// Why a model is interpreted.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Obstacle {
    /// The feature `jit` is switched off.
    #[error("this build has no compiler")]
    NoCompiler,
    /// In a synchronous system all processes move at once.
    #[error("synchronous systems are interpreted")]
    Synchronous,
    /// The code would be too large to pay off.
    #[error("the model is too large to be compiled")]
    TooLarge,
    /// The host is neither 64-bit nor little-endian.
    #[error("no code can be made for this machine")]
    Host,
    /// The compiler refused, for the reason given.
    #[error("the compiler refused: {0}")]
    Refused(String),
}

impl Compiled {
    /// Compiles a model with the propositions that it watches.
    pub fn new(model: Dve) -> Self {
        #[cfg(feature = "jit")]
        let code = {
            let propositions: Vec<_> = model.propositions.iter().collect();
            NativeCode::compile(&model.program, &propositions)
        };
        Self {
            model,
            #[cfg(feature = "jit")]
            code,
        }
    }

    /// The model in its interpreted form.
    pub fn interpreted(&self) -> &Dve {
        &self.model
    }

    /// Why the model is interpreted, if it is.
    pub fn obstacle(&self) -> Option<Obstacle> {
        #[cfg(feature = "jit")]
        return self.code.as_ref().err().cloned();
        #[cfg(not(feature = "jit"))]
        Some(Obstacle::NoCompiler)
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
        #[cfg(feature = "jit")]
        if let Ok(code) = &self.code {
            let program = &self.model.program;
            let committed =
                code.has_committed() && is_committed(program, state, program.system_processes());
            if code.successors(state, committed, out) {
                return;
            }
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
        #[cfg(feature = "jit")]
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
