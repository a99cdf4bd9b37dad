//! What ends a command whose work does not end in time by itself.
//!
//! Whatever computes asks its budget whether it may go on, and a command whose budget has ended says
//! what it knows so far.  But some work lies between two such questions: a large file is read, one
//! formula is printed, a pipe is full.  So a thread watches.  It hears of signals, and tells the
//! budget; and when the command is still there a moment after its budget has ended, it ends the
//! process, with the exit code that the reason has.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, LazyLock, Mutex, TryLockError};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context, Result};
use lariat_budget::{Budget, Exhausted, memory};
use signal_hook::consts::{SIGINT, SIGTERM};
use signal_hook::flag;

use crate::exit::Exit;
use crate::files;
use crate::limits::exit_of;
use crate::progress::ProgressLine;

/// Set by Ctrl-C.
static INTERRUPTED: LazyLock<Arc<AtomicBool>> = LazyLock::new(Arc::default);
/// Set by SIGTERM.
static TERMINATED: LazyLock<Arc<AtomicBool>> = LazyLock::new(Arc::default);
/// Set when everything is said.
static IS_OVER: AtomicBool = AtomicBool::new(false);

/// How often the thread looks.
const EVERY: Duration = Duration::from_millis(20);
/// How long a command may take to end by itself.
const PATIENCE: Duration = Duration::from_millis(900);
/// The same, where it takes a tenth more memory than it may.
const LITTLE_PATIENCE: Duration = Duration::from_millis(200);

/// Begins to watch.  A second signal ends the process at once.
pub(crate) fn start(budget: &Budget, line: &Arc<Mutex<ProgressLine>>) -> Result<()> {
    for (signal, heard, exit) in [
        (SIGINT, &INTERRUPTED, Exit::Interrupted),
        (SIGTERM, &TERMINATED, Exit::Terminated),
    ] {
        let code = i32::from(exit.code());
        flag::register_conditional_shutdown(signal, code, Arc::clone(heard))
            .and_then(|_| flag::register(signal, Arc::clone(heard)))
            .context("cannot watch for Ctrl-C")?;
    }
    let (budget, line) = (budget.clone(), Arc::clone(line));
    let watch = move || end(watch(&budget), &line);
    let thread = thread::Builder::new().name("watchdog".to_owned());
    thread
        .spawn(watch)
        .context("cannot start a thread that watches limits")?;
    Ok(())
}

/// How the command ends that a signal has stopped.
pub(crate) fn interruption() -> Exit {
    match TERMINATED.load(Ordering::Relaxed) {
        true => Exit::Terminated,
        false => Exit::Interrupted,
    }
}

/// From now on nobody is hurried: everything is said, and only the process is left to end.
pub(crate) fn rest() {
    IS_OVER.store(true, Ordering::Relaxed);
}

/// Waits until a command does not end by itself that should; says why it should.
fn watch(budget: &Budget) -> Exhausted {
    let mut ended: Option<Instant> = None;
    loop {
        thread::sleep(EVERY);
        if [&INTERRUPTED, &TERMINATED]
            .iter()
            .any(|signal| signal.load(Ordering::Relaxed))
        {
            budget.cancel();
        }
        let Err(reason) = budget.check() else {
            continue;
        };
        let ended = *ended.get_or_insert_with(Instant::now);
        let is_over = IS_OVER.load(Ordering::Relaxed);
        if !is_over && ended.elapsed() >= patience(reason) {
            return reason;
        }
    }
}

fn patience(reason: Exhausted) -> Duration {
    let exceeds = |limit: u64| memory::resident().is_some_and(|now| now > limit + limit / 10);
    match reason {
        Exhausted::Memory(limit) if exceeds(limit) => LITTLE_PATIENCE,
        _ => PATIENCE,
    }
}

/// Ends the process.
fn end(reason: Exhausted, line: &Mutex<ProgressLine>) {
    // Whoever holds the line is about to write to it, and may never be done.
    match line.try_lock() {
        Ok(line) => line.clear(),
        Err(TryLockError::Poisoned(line)) => line.into_inner().clear(),
        Err(TryLockError::WouldBlock) => {}
    }
    files::abandon();
    eprintln!("lariat: {reason}");
    std::process::exit(i32::from(exit_of(reason).code()));
}
