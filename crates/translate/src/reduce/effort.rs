//! What one technique may spend.
//!
//! Steps of its own, so that results do not depend on the machine; and, beside them, the budget of
//! whoever waits for the result.  A technique gives up when either has run out, and leaves the
//! automaton as it is.  That is right in any case; that the caller's budget has ended is told at the
//! end of the whole reduction.

use lariat_budget::{Budget, Pulse};

/// So many steps, as long as the budget lasts.
#[derive(Clone)]
pub(crate) struct Effort {
    steps: u64,
    budget: Budget,
    pulse: Pulse,
}

impl Effort {
    /// At most so many steps, within the budget.
    pub(crate) fn new(steps: u64, budget: &Budget) -> Self {
        Self {
            steps,
            budget: budget.clone(),
            pulse: budget.pulse(),
        }
    }

    /// Takes so many steps off; `None` if there are not as many, of which then none is left, or if the
    /// budget has ended.
    #[inline]
    pub(crate) fn spend(&mut self, steps: u64) -> Option<()> {
        let left = self.steps.checked_sub(steps);
        self.steps = left.unwrap_or(0);
        left.and(self.pulse.beat().ok())
    }

    /// The caller's budget.
    pub(crate) fn budget(&self) -> &Budget {
        &self.budget
    }
}
