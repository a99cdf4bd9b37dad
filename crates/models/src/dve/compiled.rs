//! A model that runs as native code where that is possible, and by interpretation where it is not.

use super::Dve;
#[cfg(feature = "jit")]
use super::native::NativeCode;

/// A DVE model, compiled: the same states and steps in the same order as [`Dve`], only faster.
///
/// ```
/// use lariat_budget::Budget;
/// use lariat_models::dve::{Compiled, Dve};
/// use lariat_space::explore;
///
/// let model = Dve::parse("byte x; process P { state q; init q;
///     trans q -> q { guard x < 9; effect x = x + 1; }; } system async;")?;
/// let compiled = Compiled::new(model.clone());
/// let (slow, fast) = (
///     explore(&model, &Budget::unlimited()),
///     explore(&compiled, &Budget::unlimited()),
/// );
/// assert_eq!(slow, fast);
/// # Ok::<(), lariat_models::dve::Errors>(())
/// ```
pub struct Compiled {
    pub(super) model: Dve,
    #[cfg(feature = "jit")]
    pub(super) code: Result<NativeCode, Obstacle>,
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
