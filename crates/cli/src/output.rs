//! Standard output, whose reader may go away before everything is written, as `head` does.

use std::io::{self, ErrorKind, Write};

/// Passes on what is written while somebody reads it, and drops the rest: what a command finds out is in its exit code, too, and that
/// does not depend on who listens.
pub(crate) struct Heard<W> {
    inner: W,
    is_heard: bool,
    /// Why something could not be written, though somebody reads.
    failure: Option<ErrorKind>,
}

impl<W: Write> Heard<W> {
    pub(crate) fn new(inner: W) -> Self {
        Self {
            inner,
            is_heard: true,
            failure: None,
        }
    }

    /// Why something could not be written: the first reason.
    pub(crate) fn failure(&self) -> Option<ErrorKind> {
        self.failure
    }

    /// The outcome of writing, or `instead` if nobody reads any more.
    fn unless_gone<T>(&mut self, outcome: io::Result<T>, instead: T) -> io::Result<T> {
        match outcome {
            Err(error) if error.kind() == ErrorKind::BrokenPipe => {
                self.is_heard = false;
                Ok(instead)
            }
            Err(error) => {
                self.failure.get_or_insert(error.kind());
                Err(error)
            }
            outcome => outcome,
        }
    }
}

impl<W: Write> Write for Heard<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if !self.is_heard {
            return Ok(bytes.len());
        }
        let outcome = self.inner.write(bytes);
        self.unless_gone(outcome, bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        if !self.is_heard {
            return Ok(());
        }
        let outcome = self.inner.flush();
        self.unless_gone(outcome, ())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Fails with errors of one kind.
    struct Failing(ErrorKind);

    impl Write for Failing {
        fn write(&mut self, _: &[u8]) -> io::Result<usize> {
            Err(self.0.into())
        }

        fn flush(&mut self) -> io::Result<()> {
            Err(self.0.into())
        }
    }

    #[test]
    fn only_a_reader_may_be_missing() {
        let mut gone = Heard::new(Failing(ErrorKind::BrokenPipe));
        assert!(gone.write_all(b"a").is_ok() && gone.flush().is_ok());
        assert_eq!(gone.failure(), None);
        let mut full = Heard::new(Failing(ErrorKind::StorageFull));
        assert!(full.write_all(b"a").is_err() && full.flush().is_err());
        assert_eq!(full.failure(), Some(ErrorKind::StorageFull));
    }
}
