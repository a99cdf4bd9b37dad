//! Work that cannot be interrupted, under the eyes of somebody who can lose patience.

use std::sync::mpsc::{RecvTimeoutError, channel};
use std::time::Duration;

/// How long the one who watches is not asked.
const BETWEEN_QUESTIONS: Duration = Duration::from_millis(10);

/// The stack of the work, as large as that of a program's first thread.
const STACK: usize = 8 << 20;

/// What the work gives, unless `must_stop` says so before it is done: then `None`, and the work is left to itself until the
/// program ends.
///
/// # Panics
/// If the work does.
pub(crate) fn unless_stopped<T: Send + 'static>(
    must_stop: impl Fn() -> bool,
    work: impl FnOnce() -> T + Send + 'static,
) -> Option<T> {
    let (done, result) = channel();
    let worker = std::thread::Builder::new()
        .name("translation".into())
        .stack_size(STACK)
        // Nobody listens any more if the work was given up.
        .spawn(move || drop(done.send(work())))
        .expect("the system has a thread left");
    loop {
        match result.recv_timeout(BETWEEN_QUESTIONS) {
            Ok(result) => return Some(result),
            Err(RecvTimeoutError::Timeout) if must_stop() => return None,
            Err(RecvTimeoutError::Timeout) => {}
            Err(RecvTimeoutError::Disconnected) => match worker.join() {
                Err(panic) => std::panic::resume_unwind(panic),
                Ok(()) => unreachable!("the work ended without a result"),
            },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn work_is_done_or_given_up() {
        assert_eq!(unless_stopped(|| false, || 7), Some(7));
        let endless = || {
            loop {
                std::thread::park();
            }
        };
        assert_eq!(unless_stopped::<()>(|| true, endless), None);
    }

    #[test]
    #[should_panic(expected = "broken")]
    fn a_panic_of_the_work_is_one_of_the_caller() {
        unless_stopped(|| false, || panic!("broken"));
    }
}
