//! A model that runs as native code where that is possible, and by interpretation where it is not.

use lariat_program::{NativeCode, Obstacle};

use super::Dve;

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
    pub(super) code: Result<NativeCode, Obstacle>,
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
