//! Who asks the budget on behalf of an arena.

use lariat_budget::{Budget, Exhausted, Pulse};

/// A budget, if there is one, and whether it was found to have ended.
#[derive(Clone, Default)]
pub(crate) struct Watch {
    budget: Option<(Budget, Pulse)>,
    /// Results may be wrong from here on, and must not be remembered.
    pub(crate) has_stopped: bool,
}

impl Watch {
    pub(crate) fn over(budget: &Budget) -> Self {
        Self {
            budget: Some((budget.clone(), budget.pulse())),
            has_stopped: false,
        }
    }

    /// Whether the budget, which is asked now and then, has ended.
    #[inline]
    pub(crate) fn must_stop(&mut self) -> bool {
        if let Some((_, pulse)) = &mut self.budget
            && pulse.beat().is_err()
        {
            self.has_stopped = true;
        }
        self.has_stopped
    }

    /// Why the budget has ended, if anybody under it has found out.
    pub(crate) fn end(&self) -> Option<Exhausted> {
        self.budget.as_ref()?.0.end()
    }
}
