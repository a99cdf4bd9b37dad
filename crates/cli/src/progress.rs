//! One line on a terminal that tells how far a search has come; elsewhere nothing.

use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressStyle};

/// How often the line changes.
const EVERY: Duration = Duration::from_secs(1);

/// A line on standard error that is gone when the search ends.
pub(crate) struct ProgressLine {
    bar: ProgressBar,
    begin: Instant,
    next: Instant,
}

impl ProgressLine {
    /// A line that stays empty for a second.
    pub(crate) fn new() -> Self {
        let begin = Instant::now();
        let style =
            ProgressStyle::with_template("{wide_msg}").expect("the template is well-formed");
        Self {
            bar: ProgressBar::new_spinner().with_style(style),
            begin,
            next: begin + EVERY,
        }
    }

    /// Shows a text if a second has passed since the last one; `tell` is given the seconds since the beginning.
    pub(crate) fn tick(&mut self, tell: impl FnOnce(f64) -> String) {
        let now = Instant::now();
        if now < self.next || self.bar.is_hidden() {
            return;
        }
        self.next = now + EVERY;
        self.bar.set_message(tell((now - self.begin).as_secs_f64()));
    }

    /// Takes the line away.
    pub(crate) fn clear(&self) {
        self.bar.finish_and_clear();
    }
}

impl Drop for ProgressLine {
    fn drop(&mut self) {
        self.clear();
    }
}
