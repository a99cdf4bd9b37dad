//! When a search must give up: the options for it, and what watches the clock, the memory and the
//! keyboard.
//!
//! A command that searches flattens [`LimitArgs`] into its arguments, calls [`LimitArgs::watch`] once, and
//! lets the [`Watch`] hand out limits to its searches and explain why one was stopped.

use std::cell::Cell;
use std::fmt;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};
use lariat_emptiness::{Limits, Statistics, Stop};

use crate::exit::Exit;
use crate::memory;

/// Options that limit the searches of a command.
#[derive(clap::Args)]
pub(crate) struct LimitArgs {
    /// Give up when this much memory is in use, for example 500M or 4G (GiB) [default: 80 % of what
    /// the machine or its control group allows]
    #[arg(long, value_name = "SIZE", value_parser = size)]
    memory: Option<u64>,

    /// Give up after this long, for example 500ms, 60s, 5m or 2h
    #[arg(long, value_name = "DURATION", value_parser = duration)]
    timeout: Option<Duration>,

    /// Give up after this many states
    #[arg(long, value_name = "N")]
    max_states: Option<u64>,
}

/// Set by Ctrl-C.
static INTERRUPTED: AtomicBool = AtomicBool::new(false);

/// How long the memory in use may go unread.
const BETWEEN_READINGS: Duration = Duration::from_millis(5);

/// Why a command stops its searches.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Halt {
    /// The user pressed Ctrl-C.
    Interrupted,
    /// The time is up.
    Timeout(Duration),
    /// This many bytes are in use.
    Memory(u64),
}

/// What watches the searches of a command.
pub(crate) struct Watch {
    max_states: Option<u64>,
    timeout: Option<Duration>,
    begin: Instant,
    memory: Option<u64>,
    last_reading: Cell<Option<Instant>>,
    halt: Cell<Option<Halt>>,
}

impl LimitArgs {
    /// Begins to watch: the time counts from now, and Ctrl-C stops searches instead of the process; a
    /// second one stops that too.
    pub(crate) fn watch(&self) -> Result<Watch> {
        ctrlc::set_handler(|| {
            if INTERRUPTED.swap(true, Ordering::Relaxed) {
                std::process::exit(i32::from(Exit::Interrupted.code()));
            }
        })
        .context("cannot watch for Ctrl-C")?;
        if self.memory.is_some() && memory::resident().is_none() {
            bail!("--memory: this system does not tell how much memory is in use");
        }
        let allowed = || memory::allowed().map(|bytes| bytes / 5 * 4);
        Ok(Watch {
            max_states: self.max_states,
            timeout: self.timeout,
            begin: Instant::now(),
            memory: self.memory.or_else(allowed),
            last_reading: Cell::new(None),
            halt: Cell::new(None),
        })
    }
}

impl Watch {
    /// Runs a search with these limits.
    pub(crate) fn enforce<T>(&self, search: impl FnOnce(&Limits<'_>) -> T) -> T {
        let stop = |_: &Statistics| self.halt().is_some();
        search(&Limits {
            max_states: self.max_states,
            stop: Some(&stop),
        })
    }

    /// The most states, if the user said.
    pub(crate) fn max_states_asked(&self) -> Option<usize> {
        self.max_states.map(|limit| within_usize(Some(limit)))
    }

    /// The most states.
    pub(crate) fn max_states(&self) -> usize {
        within_usize(self.max_states)
    }

    /// The most bytes.
    pub(crate) fn memory(&self) -> usize {
        within_usize(self.memory)
    }

    /// Why everything must stop now, if it must; once there is a reason it stays.
    pub(crate) fn halt(&self) -> Option<Halt> {
        if self.halt.get().is_none() {
            self.halt.set(self.reason());
        }
        self.halt.get()
    }

    fn reason(&self) -> Option<Halt> {
        if INTERRUPTED.load(Ordering::Relaxed) {
            return Some(Halt::Interrupted);
        }
        let now = Instant::now();
        if let Some(timeout) = self.timeout
            && now - self.begin >= timeout
        {
            return Some(Halt::Timeout(timeout));
        }
        let last = self.last_reading.get();
        if last.is_some_and(|last| now - last < BETWEEN_READINGS) {
            return None;
        }
        self.last_reading.set(Some(now));
        let in_use = memory::resident()?;
        self.memory
            .filter(|&limit| in_use > limit)
            .map(Halt::Memory)
    }

    /// Why a search ended without an answer, in words, and the exit code for it.
    pub(crate) fn explain(&self, stop: Stop) -> (String, Exit) {
        match (stop, self.halt.get()) {
            (Stop::Asked, Some(halt)) => (halt.to_string(), halt.exit()),
            _ => (stop.to_string(), Exit::Undecided),
        }
    }
}

impl Halt {
    /// The exit code of a command that was stopped.
    pub(crate) fn exit(self) -> Exit {
        match self {
            Halt::Interrupted => Exit::Interrupted,
            Halt::Timeout(_) | Halt::Memory(_) => Exit::Undecided,
        }
    }
}

impl fmt::Display for Halt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Halt::Interrupted => write!(f, "interrupted"),
            Halt::Timeout(limit) => write!(f, "the time limit of {limit:?} was reached"),
            Halt::Memory(limit) => {
                let megabytes = *limit as f64 / f64::from(1 << 20);
                write!(f, "the memory limit of {megabytes:.1} MiB was reached")
            }
        }
    }
}

fn within_usize(limit: Option<u64>) -> usize {
    usize::try_from(limit.unwrap_or(u64::MAX)).unwrap_or(usize::MAX)
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

    #[test]
    fn the_reason_is_told_and_kept() {
        let watch = |timeout, memory| Watch {
            max_states: None,
            timeout,
            begin: Instant::now(),
            memory,
            last_reading: Cell::new(None),
            halt: Cell::new(None),
        };
        let patient = watch(Some(Duration::from_secs(3600)), Some(u64::MAX));
        assert_eq!([patient.halt(), patient.halt()], [None; 2]);
        let (words, exit) = patient.explain(Stop::States(7));
        assert_eq!(exit, Exit::Undecided);
        assert!(words.contains("limit of 7 states"), "{words}");

        let hasty = watch(Some(Duration::ZERO), None);
        let halt = Some(Halt::Timeout(Duration::ZERO));
        assert_eq!([hasty.halt(), hasty.halt()], [halt; 2]);
        let told = hasty.enforce(|limits| limits.stop.is_some_and(|s| s(&Statistics::default())));
        assert!(told, "searches hear of it");
        assert_eq!(hasty.explain(Stop::Asked).1, Exit::Undecided);
    }
}
