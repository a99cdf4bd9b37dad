//! What a search for something shorter may still spend.

/// After so many steps the caller is asked again.
const BETWEEN_QUESTIONS: u64 = 1 << 12;

/// Steps, and the patience of a caller.
pub(crate) struct Budget<'s> {
    steps: u64,
    until_question: u64,
    must_stop: &'s dyn Fn() -> bool,
}

impl<'s> Budget<'s> {
    pub(crate) fn new(steps: u64, must_stop: &'s dyn Fn() -> bool) -> Self {
        Self {
            steps,
            until_question: BETWEEN_QUESTIONS,
            must_stop,
        }
    }

    /// The steps that are left.
    pub(crate) fn steps(&self) -> u64 {
        self.steps
    }

    pub(crate) fn is_spent(&self) -> bool {
        self.steps == 0
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
        assert_eq!(short.steps(), 1);
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
}
