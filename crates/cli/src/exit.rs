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
    /// A file, or standard output, could not be written.
    Unwritten,
    /// The user's input is at fault.
    Input,
    /// An internal error; never a verdict.
    Internal,
    /// Ctrl-C.
    Interrupted,
    /// SIGTERM.
    Terminated,
}

impl Exit {
    /// The worse of two answers: interruption, then internal errors, then bad input, then files that
    /// could not be written, then findings, then limits.
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
            Exit::Unwritten => 5,
            Exit::Interrupted => 130,
            Exit::Terminated => 143,
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
    use super::Exit::{
        Done, Found, Input, Internal, Interrupted, Terminated, Undecided, Unwritten,
    };

    #[test]
    fn the_worst_answer_decides() {
        let order = [
            Terminated,
            Interrupted,
            Internal,
            Input,
            Unwritten,
            Found,
            Undecided,
            Done,
        ];
        assert_eq!(order.map(super::Exit::code), [143, 130, 4, 2, 5, 1, 3, 0]);
        for pair in order.windows(2) {
            assert_eq!(pair[1].worst(pair[0]), pair[0]);
        }
    }
}
