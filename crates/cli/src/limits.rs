//! When a command must give up: the options for it, as a budget for everything that it computes.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use anyhow::{Result, bail};
use lariat::words::NoSamples;
use lariat_automata::degeneralize::DegeneralizeError;
use lariat_automata::fin_removal::FinRemovalError;
use lariat_automata::injected::SpellOutError;
use lariat_budget::{Budget, Exhausted, Progress, memory};
use lariat_determinize::DeterminizeError;
use lariat_translate::TranslateError;
use lariat_translate::alternating::AlternatingError;
use lariat_translate::reduce::Undecided;
use lariat_translate::tableau::TableauError;

use crate::exit::Exit;
use crate::progress::ProgressLine;
use crate::watchdog;

/// Options that limit what a command may use.
#[derive(clap::Args)]
pub(crate) struct ResourceArgs {
    /// Give up when this much memory is in use, for example 500M or 4G (GiB) [default: 80 % of what
    /// the machine or its control group allows]
    #[arg(long, value_name = "SIZE", value_parser = size)]
    memory: Option<u64>,

    /// Give up after this long, for example 500ms, 60s, 5m or 2h
    #[arg(long, value_name = "DURATION", value_parser = duration)]
    timeout: Option<Duration>,
}

/// Options that limit the searches of a command.
#[derive(clap::Args)]
pub(crate) struct LimitArgs {
    #[command(flatten)]
    resources: ResourceArgs,

    /// Give up after this many states
    #[arg(long, value_name = "N")]
    max_states: Option<u64>,
}

/// The budget of a command, and the line that shows its progress.
pub(crate) struct Watch {
    budget: Budget,
    line: Arc<Mutex<ProgressLine>>,
    max_states: Option<u64>,
}

/// What is shown of progress, given the seconds that it took.
type Tell = fn(&Progress, f64) -> String;

impl ResourceArgs {
    /// Begins to watch without a line that shows progress.
    pub(crate) fn watch(&self) -> Result<Watch> {
        self.watch_states(None, |_, _| String::new())
    }

    fn watch_states(&self, max_states: Option<u64>, tell: Tell) -> Result<Watch> {
        if self.memory.is_some() && memory::resident().is_none() {
            bail!("--memory: this system does not report how much memory is in use");
        }
        let line = Arc::new(Mutex::new(ProgressLine::new()));
        let shown = Arc::clone(&line);
        let mut budget = Budget::unlimited().with_observer(move |progress| {
            let line = shown.lock();
            let mut line = line.unwrap_or_else(PoisonError::into_inner);
            line.tick(|seconds| tell(progress, seconds));
        });
        if let Some(states) = max_states {
            budget = budget.with_states(states);
        }
        if let Some(time) = self.timeout {
            budget = budget.with_time(time);
        }
        let allowed = || memory::allowed().map(|bytes| bytes / 5 * 4);
        if let Some(bytes) = self.memory.or_else(allowed) {
            budget = budget.with_memory(bytes);
            budget = budget.with_bytes(usize::try_from(bytes).unwrap_or(usize::MAX));
        }
        watchdog::start(&budget, &line)?;
        Ok(Watch {
            budget,
            line,
            max_states,
        })
    }
}

impl LimitArgs {
    /// Begins to watch: the time counts from now, and Ctrl-C stops searches instead of the process; a
    /// second one stops that too.
    pub(crate) fn watch(&self, tell: Tell) -> Result<Watch> {
        self.resources.watch_states(self.max_states, tell)
    }
}

impl Watch {
    /// What the command may use.
    pub(crate) fn budget(&self) -> &Budget {
        &self.budget
    }

    /// The most states, if the user said.
    pub(crate) fn max_states_asked(&self) -> Option<u64> {
        self.max_states
    }

    /// Whether the user pressed Ctrl-C, or somebody else asked the process to end.
    pub(crate) fn is_interrupted(&self) -> bool {
        self.budget.check() == Err(Exhausted::Cancelled)
    }

    /// Takes the line that shows progress away.
    pub(crate) fn clear(&self) {
        let line = self.line.lock();
        line.unwrap_or_else(PoisonError::into_inner).clear();
    }
}

/// The exit code of a command that was stopped.
pub(crate) fn exit_of(end: Exhausted) -> Exit {
    match end {
        Exhausted::Cancelled => watchdog::interruption(),
        _ => Exit::Undecided,
    }
}

/// The exit code for the reason that there is no result: a limit leaves the question undecided, and
/// anything else is a fault of the input.
pub(crate) fn exit_of_failure(failure: &anyhow::Error) -> Exit {
    match limit_of(failure) {
        Some(Some(end)) => exit_of(end),
        Some(None) => Exit::Undecided,
        None => Exit::Input,
    }
}

/// Whether a limit is the reason, and the end of the budget if it is that.
fn limit_of(failure: &anyhow::Error) -> Option<Option<Exhausted>> {
    if let Some(end) = failure.downcast_ref::<Exhausted>() {
        return Some(Some(*end));
    }
    if let Some(error) = failure.downcast_ref() {
        return of_translation(error);
    }
    if let Some(error) = failure.downcast_ref() {
        return of_alternating(error);
    }
    if let Some(error) = failure.downcast_ref() {
        return Some(of_spelling_out(error));
    }
    if let Some(error) = failure.downcast_ref::<NoSamples>() {
        return match error {
            NoSamples::Translate(error) => of_translation(error),
            NoSamples::SpellOut(error) => Some(of_spelling_out(error)),
            NoSamples::Exhausted(end) => Some(Some(*end)),
            NoSamples::Wrong(_) => None,
        };
    }
    if let Some(error) = failure.downcast_ref::<Undecided>() {
        return match error {
            Undecided::Acceptance => None,
            Undecided::Exhausted(end) => Some(Some(*end)),
            _ => Some(None),
        };
    }
    if let Some(error) = failure.downcast_ref::<FinRemovalError>() {
        return match error {
            FinRemovalError::TooManyStates(_) => Some(None),
            FinRemovalError::Exhausted(end) => Some(Some(*end)),
        };
    }
    if let Some(DegeneralizeError::Exhausted(end)) = failure.downcast_ref() {
        return Some(Some(*end));
    }
    failure
        .downcast_ref::<DeterminizeError>()
        .map(DeterminizeError::end)
}

fn of_translation(error: &TranslateError) -> Option<Option<Exhausted>> {
    match error {
        TranslateError::Exhausted(end) => Some(Some(*end)),
        TranslateError::TooLarge(_)
        | TranslateError::Tableau(TableauError::TooLarge(_))
        | TranslateError::Alternating(AlternatingError::TooLarge(_)) => Some(None),
        TranslateError::Tableau(_) | TranslateError::Alternating(_) => None,
    }
}

fn of_alternating(error: &AlternatingError) -> Option<Option<Exhausted>> {
    match error {
        AlternatingError::TooLarge(_) => Some(None),
        AlternatingError::Exhausted(end) => Some(Some(*end)),
        AlternatingError::Past(_) => None,
    }
}

fn of_spelling_out(error: &SpellOutError) -> Option<Exhausted> {
    match error {
        SpellOutError::TooManyEdges(_) => None,
        SpellOutError::Exhausted(end) => Some(*end),
    }
}

/// Splits a text into a number and the letters behind it.
fn number_and_unit(text: &str) -> Option<(f64, &str)> {
    let digits = text.trim_end_matches(|c: char| c.is_ascii_alphabetic());
    let number: f64 = digits.parse().ok()?;
    (number >= 0.0).then_some((number, &text[digits.len()..]))
}

/// Reads a number with a unit of time.
pub(crate) fn duration(text: &str) -> Result<Duration, String> {
    let expected = || format!("expected a number with ms, s, m or h, as in 60s; found `{text}`");
    let (number, unit) = number_and_unit(text).ok_or_else(expected)?;
    let seconds = match unit {
        "ms" => number / 1000.0,
        "s" => number,
        "m" => number * 60.0,
        "h" => number * 3600.0,
        _ => return Err(expected()),
    };
    Duration::try_from_secs_f64(seconds).map_err(|_| expected())
}

/// Reads a number with a unit of memory, in powers of 1024.
pub(crate) fn size(text: &str) -> Result<u64, String> {
    let expected = || format!("expected a number with K, M, G or T, as in 4G; found `{text}`");
    let (number, unit) = number_and_unit(text).ok_or_else(expected)?;
    let power = match unit {
        "K" => 1,
        "M" => 2,
        "G" => 3,
        "T" => 4,
        _ => return Err(expected()),
    };
    let bytes = number * f64::from(1024).powi(power);
    (bytes < u64::MAX as f64)
        .then_some(bytes as u64)
        .ok_or_else(expected)
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

    #[test]
    fn sizes_have_units() {
        assert_eq!(size("4G"), Ok(4 << 30));
        assert_eq!(size("0.5M"), Ok(1 << 19));
        assert_eq!([size("1K"), size("1T")], [Ok(1 << 10), Ok(1 << 40)]);
        for bad in ["", "G", "4", "-1G", "4GB", "1e300G", "NaNG", "infG", "4Ä"] {
            assert!(size(bad).is_err(), "{bad}");
        }
    }
}
