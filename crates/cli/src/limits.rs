//! When a search must give up: the options for it, and what watches the clock and the keyboard.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use anyhow::{Context, Result};
use lariat_emptiness::{Limits, Statistics};

/// Options that limit a search.
#[derive(clap::Args)]
pub(crate) struct LimitArgs {
    /// Give up after this long, as in 500ms, 60s, 5m or 2h
    #[arg(long, value_name = "DURATION", value_parser = duration)]
    timeout: Option<Duration>,

    /// Give up beyond this many states
    #[arg(long, value_name = "N")]
    max_states: Option<u64>,
}

/// Set by Ctrl-C.
static INTERRUPTED: AtomicBool = AtomicBool::new(false);

/// Whether the user has pressed Ctrl-C since [`catch_interrupts`].
pub(crate) fn interrupted() -> bool {
    INTERRUPTED.load(Ordering::Relaxed)
}

/// From now on Ctrl-C stops searches instead of the process.
pub(crate) fn catch_interrupts() -> Result<()> {
    ctrlc::set_handler(|| INTERRUPTED.store(true, Ordering::Relaxed))
        .context("cannot watch for Ctrl-C")
}

impl LimitArgs {
    /// Runs a search with these limits; the time counts from now.
    pub(crate) fn enforce<T>(&self, search: impl FnOnce(&Limits<'_>) -> T) -> T {
        let deadline = self.timeout.map(|timeout| Instant::now() + timeout);
        let stop = |_: &Statistics| {
            interrupted() || deadline.is_some_and(|deadline| Instant::now() >= deadline)
        };
        search(&Limits {
            max_states: self.max_states,
            stop: Some(&stop),
        })
    }
}

/// Reads a number with a unit of time.
fn duration(text: &str) -> Result<Duration, String> {
    let expected = || format!("expected a number with ms, s, m or h, as in 60s; found `{text}`");
    let digits = text.trim_end_matches(|c: char| c.is_ascii_alphabetic());
    let number: f64 = digits.parse().map_err(|_| expected())?;
    let seconds = match &text[digits.len()..] {
        "ms" => number / 1000.0,
        "s" => number,
        "m" => number * 60.0,
        "h" => number * 3600.0,
        _ => return Err(expected()),
    };
    Duration::try_from_secs_f64(seconds).map_err(|_| expected())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn durations_have_units() {
        assert_eq!(duration("500ms"), Ok(Duration::from_millis(500)));
        assert_eq!(duration("60s"), Ok(Duration::from_secs(60)));
        assert_eq!(duration("1.5m"), Ok(Duration::from_secs(90)));
        assert_eq!(duration("2h"), Ok(Duration::from_secs(7200)));
        for bad in ["", "s", "60", "-1s", "1d", "inf s", "1e300h", "5é", "NaNs"] {
            assert!(duration(bad).is_err(), "{bad}");
        }
    }
}
