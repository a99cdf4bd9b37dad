//! Why a program is interpreted; and what stands for native code in a build that cannot make any.

#[cfg(not(feature = "jit"))]
use lariat_automata::Letter;
#[cfg(not(feature = "jit"))]
use lariat_model::Successors;

#[cfg(not(feature = "jit"))]
use crate::{Program, Propositions};

/// Why a program is interpreted.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Obstacle {
    /// The feature `jit` is switched off.
    #[error("this build has no compiler")]
    NoCompiler,
    /// In a synchronous system all processes move at once.
    #[error("synchronous systems are interpreted")]
    Synchronous,
    /// The code would be too large to pay off.
    #[error("the model is too large to be compiled")]
    TooLarge,
    /// A place of the program lies outside its state: no front end should make such a program.
    #[error("the program reaches outside its state")]
    OutsideState,
    /// The host is neither 64-bit nor little-endian.
    #[error("no code can be made for this machine")]
    Host,
    /// The compiler refused, for the reason given.
    #[error("the compiler refused: {0}")]
    Refused(String),
}

/// The native code of a program, of which there is none in this build.
#[cfg(not(feature = "jit"))]
pub enum NativeCode {}

#[cfg(not(feature = "jit"))]
impl NativeCode {
    /// Refuses to compile.
    ///
    /// # Errors
    /// Always.
    pub fn compile(_: &Program, _: &Propositions) -> Result<Self, Obstacle> {
        Err(Obstacle::NoCompiler)
    }

    /// Never called.
    pub fn successors(&self, _: &Program, _: &[u32], _: &mut Successors) -> bool {
        match *self {}
    }

    /// Never called.
    pub fn letter(&self, _: &[u32], _: &mut Letter) -> bool {
        match *self {}
    }
}
