//! Exit codes, the same for every command.

use std::process::ExitCode;

/// How a command ended.  Of several answers the worst decides: see [`Exit::worst`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Exit {
    /// Done; the property holds, the language is empty, nothing bad was found.
    Done,
    /// A limit ended the search.
    Undecided,
    /// A counterexample or an accepting run was found.
    Found,
    /// The user's input is at fault.
    Input,
    /// An internal error; never a verdict.
    Internal,
    /// Ctrl-C.
    Interrupted,
}

impl Exit {
    /// The worse of two answers: interruption, then internal errors, then bad input, then findings, then
    /// limits.
    pub(crate) fn worst(self, other: Exit) -> Exit {
        self.max(other)
    }

    pub(crate) fn code(self) -> u8 {
        match self {
            Exit::Done => 0,
            Exit::Found => 1,
            Exit::Input => 2,
            Exit::Undecided => 3,
            Exit::Internal => 4,
            Exit::Interrupted => 130,
        }
    }
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> ExitCode {
        ExitCode::from(exit.code())
    }
}

/// Tells of a fault that is ours, never a verdict.
pub(crate) fn internal_error(message: &str) -> Exit {
    eprintln!("internal error: {message}\nPlease report this, with the input.");
    Exit::Internal
}

#[cfg(test)]
mod tests {
    use super::Exit::{Done, Found, Input, Internal, Interrupted, Undecided};

    #[test]
    fn the_worst_answer_decides() {
        let order = [Interrupted, Internal, Input, Found, Undecided, Done];
        assert_eq!(order.map(super::Exit::code), [130, 4, 2, 1, 3, 0]);
        for pair in order.windows(2) {
            assert_eq!(pair[1].worst(pair[0]), pair[0]);
        }
    }
}
