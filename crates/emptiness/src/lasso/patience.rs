//! What a search for something shorter may still spend: steps, as long as the budget lasts.
//!
//! A lasso is wanted even where the budget is exhausted, so nothing here is an error: patience ends,
//! and what was found so far has to do.

use lariat_budget::Budget;

/// After so many steps the budget is asked again.
const BETWEEN_QUESTIONS: u64 = 1 << 12;

/// What one of several searches may spend of what is left.
const SHARE: u64 = 4;

/// Steps, none of which are left once the budget is exhausted.
pub(crate) struct Patience<'b> {
    steps: u64,
    is_lost: bool,
    until_question: u64,
    budget: &'b Budget,
}

impl<'b> Patience<'b> {
    pub(crate) fn new(steps: u64, budget: &'b Budget) -> Self {
        Self {
            steps,
            is_lost: false,
            until_question: BETWEEN_QUESTIONS,
            budget,
        }
    }

    pub(crate) fn is_spent(&self) -> bool {
        self.steps == 0
    }

    /// Sets aside all but a share of what is left.
    pub(crate) fn set_aside(&mut self) -> u64 {
        let share = self.steps / SHARE;
        let aside = self.steps - share;
        self.steps = share;
        aside
    }

    /// Gives back what was set aside, unless the budget is exhausted.
    pub(crate) fn give_back(&mut self, aside: u64) {
        if !self.is_lost {
            self.steps += aside;
        }
    }

    /// Takes so many steps, or what is left; nothing is left if the budget is exhausted.
    #[inline]
    pub(crate) fn spend(&mut self, steps: u64) {
        self.steps = self.steps.saturating_sub(steps);
        self.until_question = self.until_question.saturating_sub(steps);
        if self.until_question == 0 {
            self.until_question = BETWEEN_QUESTIONS;
            if self.budget.check().is_err() {
                self.steps = 0;
                self.is_lost = true;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn exhausted() -> Budget {
        let budget = Budget::unlimited();
        budget.cancel();
        budget
    }

    #[test]
    fn steps_end_and_so_does_the_budget() {
        let unlimited = Budget::unlimited();
        let mut short = Patience::new(3, &unlimited);
        short.spend(2);
        assert!(!short.is_spent());
        short.spend(2);
        assert!(short.is_spent());
        let exhausted = exhausted();
        let mut impatient = Patience::new(u64::MAX, &exhausted);
        for _ in 1..BETWEEN_QUESTIONS {
            impatient.spend(1);
        }
        assert!(!impatient.is_spent());
        impatient.spend(1);
        assert!(impatient.is_spent());
    }

    #[test]
    fn what_is_set_aside_is_left_to_others() {
        let unlimited = Budget::unlimited();
        let mut patience = Patience::new(SHARE * 5, &unlimited);
        let aside = patience.set_aside();
        patience.spend(u64::MAX);
        assert!(patience.is_spent());
        patience.give_back(aside);
        assert_eq!(patience.steps, (SHARE - 1) * 5);
    }

    #[test]
    fn without_a_budget_nothing_is_given_back() {
        let exhausted = exhausted();
        let mut patience = Patience::new(u64::MAX, &exhausted);
        let aside = patience.set_aside();
        patience.spend(BETWEEN_QUESTIONS);
        patience.give_back(aside);
        assert!(patience.is_spent());
    }
}
