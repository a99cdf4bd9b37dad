//! What a computation may use, who can end it, and who watches it.
//!
//! One [`Budget`] accompanies a question through all its phases: translation, determinization, search, the
//! search for a short lasso.  It limits states, bytes and time, it can be cancelled from another thread, and
//! it passes progress on to an observer.  Whoever loops asks it now and then ([`Budget::check`], or a [`Pulse`]
//! where a loop is tight); the first reason to stop stays ([`Exhausted`]).  Nobody is interrupted from outside,
//! so a computation that ends early leaves nothing behind.
//!
//! ```
//! use lariat_budget::{Budget, Exhausted};
//! use std::time::Duration;
//!
//! let all = Budget::unlimited().with_time(Duration::from_secs(3600));
//! let question = all.for_question();
//! question.stop(Exhausted::Bytes(1000));
//! assert_eq!(question.check(), Err(Exhausted::Bytes(1000)));
//! assert_eq!(all.check(), Ok(()), "other questions go on");
//! all.cancel();
//! assert_eq!(all.for_question().check(), Err(Exhausted::Cancelled));
//! ```

pub mod memory;

use std::fmt;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, OnceLock};
use std::time::{Duration, Instant};

/// Why a computation ended without an answer.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Exhausted {
    /// There are more states than allowed.
    #[error("the limit of {0} states was reached")]
    States(u64),
    /// The state store would need more than so many bytes.
    #[error("the state store would exceed its budget of {0} bytes")]
    Bytes(usize),
    /// Entries of the state store are numbered with 32 bits.
    #[error("the state store holds as many entries as 32 bits can count")]
    Entries,
    /// A state has a number that no word holds.
    #[error("a number in a state exceeds 32 bits")]
    Number,
    /// States of a search are numbered with 32 bits.
    #[error("the states of the product do not fit into 32-bit numbers")]
    SearchNumbers,
    /// The time is up.
    #[error("the time limit of {0:?} was reached")]
    Time(Duration),
    /// The process takes more than so many bytes.
    #[error("the memory limit of {:.1} MiB was reached", *.0 as f64 / f64::from(1 << 20))]
    Memory(u64),
    /// Somebody asked for it.
    #[error("interrupted")]
    Cancelled,
}

/// How far a computation has come; what does not apply is 0.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Progress {
    /// The states of the model that were met.
    pub states: u64,
    /// Those that were expanded.
    pub expanded: u64,
    /// The steps that leave them.
    pub transitions: u64,
    /// The states of the product, or of the automaton, that were visited.
    pub visited: u64,
    /// The components that were closed.
    pub components: u64,
    /// The depth of the search.
    pub depth: u64,
    /// The bytes that are allocated for states.
    pub store_bytes: u64,
}

/// How long the memory in use may go unread.
const BETWEEN_READINGS: Duration = Duration::from_millis(5);

/// What a computation may use; clones are the same budget.
#[derive(Clone)]
pub struct Budget {
    core: Arc<Core>,
}

type Observer = Box<dyn Fn(&Progress) + Send + Sync>;

struct Core {
    parent: Option<Budget>,
    states: u64,
    bytes: usize,
    begin: Instant,
    time: Option<Duration>,
    memory: Option<u64>,
    is_cancelled: AtomicBool,
    end: OnceLock<Exhausted>,
    /// When the memory in use is read again, in milliseconds since the beginning.
    next_reading: AtomicU64,
    observer: Option<Observer>,
    met_states: AtomicU64,
    store_bytes: AtomicU64,
}

impl Default for Budget {
    fn default() -> Self {
        Self::unlimited()
    }
}

impl fmt::Debug for Budget {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Budget")
            .field("states", &self.core.states)
            .field("bytes", &self.core.bytes)
            .field("time", &self.core.time)
            .field("memory", &self.core.memory)
            .field("end", &self.core.end.get())
            .finish_non_exhaustive()
    }
}

impl Core {
    fn new(parent: Option<Budget>) -> Self {
        let (states, bytes) = match &parent {
            Some(parent) => (parent.states(), parent.bytes()),
            None => (u64::MAX, usize::MAX),
        };
        Self {
            parent,
            states,
            bytes,
            begin: Instant::now(),
            time: None,
            memory: None,
            is_cancelled: AtomicBool::new(false),
            end: OnceLock::new(),
            next_reading: AtomicU64::new(0),
            observer: None,
            met_states: AtomicU64::new(0),
            store_bytes: AtomicU64::new(0),
        }
    }
}

impl Budget {
    /// Whatever it takes.
    pub fn unlimited() -> Self {
        Self {
            core: Arc::new(Core::new(None)),
        }
    }

    /// # Panics
    /// If the budget is in use already.
    fn with(mut self, change: impl FnOnce(&mut Core)) -> Self {
        let core = Arc::get_mut(&mut self.core);
        change(core.expect("limits are set before the budget is shared"));
        self
    }

    /// At most so many states.
    ///
    /// # Panics
    /// Like every `with_…`, if the budget has been cloned before.
    #[must_use]
    pub fn with_states(self, most: u64) -> Self {
        self.with(|core| core.states = most)
    }

    /// At most so many bytes for states.
    #[must_use]
    pub fn with_bytes(self, most: usize) -> Self {
        self.with(|core| core.bytes = most)
    }

    /// At most so much time, from now on.
    #[must_use]
    pub fn with_time(self, most: Duration) -> Self {
        self.with(|core| {
            core.begin = Instant::now();
            core.time = Some(most);
        })
    }

    /// At most so many bytes for the whole process, as far as the system tells.
    #[must_use]
    pub fn with_memory(self, most: u64) -> Self {
        self.with(|core| core.memory = Some(most))
    }

    /// Somebody who is told of progress, by whichever thread makes it.
    #[must_use]
    pub fn with_observer(self, observer: impl Fn(&Progress) + Send + Sync + 'static) -> Self {
        self.with(|core| core.observer = Some(Box::new(observer)))
    }

    /// The same budget for one of several questions: what ends it alone does not end the others.
    #[must_use]
    pub fn for_question(&self) -> Self {
        Self {
            core: Arc::new(Core::new(Some(self.clone()))),
        }
    }

    /// The same budget for a search whose states are not those that the limit counts.
    #[must_use]
    pub fn without_state_limit(&self) -> Self {
        self.for_question().with_states(u64::MAX)
    }

    /// The most states.
    pub fn states(&self) -> u64 {
        self.core.states
    }

    /// The most bytes for states.
    pub fn bytes(&self) -> usize {
        self.core.bytes
    }

    /// The time that is left, if there is a limit.
    pub fn time_left(&self) -> Option<Duration> {
        let core = &self.core;
        let own = core
            .time
            .map(|time| time.saturating_sub(core.begin.elapsed()));
        let of_all = core.parent.as_ref().and_then(Budget::time_left);
        own.into_iter().chain(of_all).min()
    }

    /// Ends every computation that has this budget, or one made from it.
    pub fn cancel(&self) {
        self.core.is_cancelled.store(true, Ordering::Relaxed);
    }

    /// Ends the computation; the first reason stays.
    pub fn stop(&self, reason: Exhausted) {
        // A later reason changes nothing.
        let _ = self.core.end.set(reason);
    }

    /// Why the computation must end, if somebody has found out already.
    pub fn end(&self) -> Option<Exhausted> {
        let own = self.core.end.get().copied();
        own.or_else(|| self.core.parent.as_ref()?.end())
    }

    /// Whether the computation may go on.
    ///
    /// # Errors
    /// Why it may not; the same reason from then on.
    pub fn check(&self) -> Result<(), Exhausted> {
        if let Some(end) = self.core.end.get() {
            return Err(*end);
        }
        if let Some(reason) = self.reason() {
            self.stop(reason);
        }
        match self.core.end.get() {
            Some(end) => Err(*end),
            None => Ok(()),
        }
    }

    fn reason(&self) -> Option<Exhausted> {
        let core = &self.core;
        if let Some(parent) = &core.parent
            && let Err(end) = parent.check()
        {
            return Some(end);
        }
        if core.is_cancelled.load(Ordering::Relaxed) {
            return Some(Exhausted::Cancelled);
        }
        if core.time.is_none() && core.memory.is_none() {
            return None;
        }
        let past = core.begin.elapsed();
        if let Some(time) = core.time.filter(|&time| past >= time) {
            return Some(Exhausted::Time(time));
        }
        let now = past.as_millis() as u64;
        if now < core.next_reading.load(Ordering::Relaxed) {
            return None;
        }
        let next = now + BETWEEN_READINGS.as_millis() as u64;
        core.next_reading.store(next, Ordering::Relaxed);
        let limit = core.memory?;
        let in_use = memory::resident()?;
        (in_use > limit).then_some(Exhausted::Memory(limit))
    }

    /// Notes how many states of the model were met, and how many bytes they take: what a search of the product cannot see.
    #[inline]
    pub fn note_states(&self, states: u64, store_bytes: u64) {
        self.core.met_states.store(states, Ordering::Relaxed);
        self.core.store_bytes.store(store_bytes, Ordering::Relaxed);
    }

    /// Tells the observer, if there is one, how far the computation has come, and asks whether it may go on.
    ///
    /// What was [noted](Self::note_states) is filled in.
    ///
    /// # Errors
    /// As [`check`](Self::check).
    pub fn report(&self, mut progress: Progress) -> Result<(), Exhausted> {
        let mut budget = Some(self);
        while let Some(Budget { core }) = budget {
            progress.states = progress.states.max(core.met_states.load(Ordering::Relaxed));
            let bytes = core.store_bytes.load(Ordering::Relaxed);
            progress.store_bytes = progress.store_bytes.max(bytes);
            if let Some(observer) = &core.observer {
                observer(&progress);
            }
            budget = core.parent.as_ref();
        }
        self.check()
    }

    /// A way to ask from a tight loop: only every so often the budget itself.
    pub fn pulse(&self) -> Pulse {
        Pulse {
            budget: self.clone(),
            left: Pulse::BEATS,
        }
    }
}

/// Asks its budget at every 1,024th beat only.
#[derive(Clone, Debug)]
pub struct Pulse {
    budget: Budget,
    left: u32,
}

impl Pulse {
    const BEATS: u32 = 1024;

    /// Whether the computation may go on, as far as was found out at the last question.
    ///
    /// # Errors
    /// Why it may not.
    #[inline]
    pub fn beat(&mut self) -> Result<(), Exhausted> {
        self.left -= 1;
        match self.left {
            0 => self.ask(),
            _ => Ok(()),
        }
    }

    #[cold]
    fn ask(&mut self) -> Result<(), Exhausted> {
        let answer = self.budget.check();
        // One that must end hears so at every beat.
        self.left = if answer.is_ok() { Self::BEATS } else { 1 };
        answer
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_reason_stays() {
        let budget = Budget::unlimited();
        assert_eq!(budget.check(), Ok(()));
        budget.stop(Exhausted::States(7));
        budget.stop(Exhausted::Bytes(8));
        assert_eq!(budget.check(), Err(Exhausted::States(7)));
        assert_eq!(budget.end(), Some(Exhausted::States(7)));
    }

    #[test]
    fn a_question_ends_with_all_of_them_but_not_the_other_way_round() {
        let all = Budget::unlimited().with_states(5).with_bytes(6);
        let question = all.for_question();
        assert_eq!((question.states(), question.bytes()), (5, 6));
        assert_eq!(question.without_state_limit().states(), u64::MAX);
        question.stop(Exhausted::States(5));
        assert_eq!(all.check(), Ok(()));
        all.stop(Exhausted::Number);
        assert_eq!(all.for_question().check(), Err(Exhausted::Number));
        assert_eq!(all.for_question().end(), Some(Exhausted::Number));
    }

    #[test]
    fn the_shortest_time_counts() {
        let (hour, minute) = (Duration::from_secs(3600), Duration::from_secs(60));
        assert_eq!(Budget::unlimited().for_question().time_left(), None);
        let all = Budget::unlimited().with_time(hour);
        let question = all.for_question().with_time(minute);
        assert!(question.time_left() <= Some(minute));
        assert!(question.time_left() > Some(minute / 2));
        assert!(all.for_question().time_left() > Some(minute));
        let hasty = Budget::unlimited().with_time(Duration::ZERO);
        assert_eq!(
            hasty.for_question().with_time(minute).time_left(),
            Some(Duration::ZERO)
        );
    }

    #[test]
    fn another_thread_can_end_it() {
        let budget = Budget::unlimited();
        let theirs = budget.clone();
        std::thread::scope(|scope| {
            scope.spawn(move || theirs.cancel());
        });
        assert_eq!(budget.check(), Err(Exhausted::Cancelled));
    }

    #[test]
    fn time_and_memory_run_out() {
        let hasty = Budget::unlimited().with_time(Duration::ZERO);
        assert_eq!(hasty.check(), Err(Exhausted::Time(Duration::ZERO)));
        let patient = Budget::unlimited().with_time(Duration::from_secs(3600));
        assert_eq!(patient.with_memory(u64::MAX).check(), Ok(()));
        if memory::resident().is_some() {
            let poor = Budget::unlimited().with_memory(1);
            assert_eq!(poor.check(), Err(Exhausted::Memory(1)));
        }
    }

    #[test]
    fn a_pulse_hears_of_the_end_within_its_beats_and_from_then_on() {
        let budget = Budget::unlimited();
        let mut pulse = budget.pulse();
        assert_eq!(pulse.beat(), Ok(()));
        budget.cancel();
        let heard = (0..Pulse::BEATS).any(|_| pulse.beat().is_err());
        assert!(heard && pulse.beat().is_err() && pulse.beat().is_err());
    }

    #[test]
    fn an_observer_is_told_what_was_noted() {
        let seen = Arc::new(AtomicU64::new(0));
        let told = Arc::clone(&seen);
        let budget = Budget::unlimited()
            .with_observer(move |progress| told.store(progress.states, Ordering::Relaxed));
        let question = budget.for_question();
        question.note_states(12, 100);
        question.report(Progress::default()).unwrap();
        assert_eq!(seen.load(Ordering::Relaxed), 12);
    }
}
