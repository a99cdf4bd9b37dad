//! What a search for something shorter may still spend.

/// After so many steps the caller is asked again.
const BETWEEN_QUESTIONS: u64 = 1 << 12;

/// What one of several searches may spend of what is left.
const SHARE: u64 = 4;

/// Steps, and the patience of a caller.
pub(crate) struct Budget<'s> {
    steps: u64,
    is_patient: bool,
    until_question: u64,
    must_stop: &'s dyn Fn() -> bool,
}

impl<'s> Budget<'s> {
    pub(crate) fn new(steps: u64, must_stop: &'s dyn Fn() -> bool) -> Self {
        Self {
            steps,
            is_patient: true,
            until_question: BETWEEN_QUESTIONS,
            must_stop,
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

    /// Gives back what was set aside, unless the caller has lost patience.
    pub(crate) fn give_back(&mut self, aside: u64) {
        if self.is_patient {
            self.steps += aside;
        }
    }

    /// Takes so many steps, or what is left; nothing is left if the caller loses patience.
    #[inline]
    pub(crate) fn spend(&mut self, steps: u64) {
        self.steps = self.steps.saturating_sub(steps);
        self.until_question = self.until_question.saturating_sub(steps);
        if self.until_question == 0 {
            self.until_question = BETWEEN_QUESTIONS;
            if (self.must_stop)() {
                self.steps = 0;
                self.is_patient = false;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn steps_end_and_so_does_patience() {
        let mut short = Budget::new(3, &|| false);
        short.spend(2);
        assert!(!short.is_spent());
        short.spend(2);
        assert!(short.is_spent());
        let mut impatient = Budget::new(u64::MAX, &|| true);
        for _ in 1..BETWEEN_QUESTIONS {
            impatient.spend(1);
        }
        assert!(!impatient.is_spent());
        impatient.spend(1);
        assert!(impatient.is_spent());
    }

    #[test]
    fn what_is_set_aside_is_left_to_others() {
        let mut budget = Budget::new(SHARE * 5, &|| false);
        let aside = budget.set_aside();
        budget.spend(u64::MAX);
        assert!(budget.is_spent());
        budget.give_back(aside);
        assert_eq!(budget.steps, (SHARE - 1) * 5);
    }

    #[test]
    fn without_patience_nothing_is_given_back() {
        let mut budget = Budget::new(u64::MAX, &|| true);
        let aside = budget.set_aside();
        budget.spend(BETWEEN_QUESTIONS);
        budget.give_back(aside);
        assert!(budget.is_spent());
    }
}
