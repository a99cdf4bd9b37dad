//! The format of LBTT [tauriainen.02.sttt], with acceptance sets on states or on edges.
//!
//! A text begins with the number of states and of acceptance sets; a `t` behind them says that the sets
//! are on edges, an `s` that they are on states, as does neither.  Each state lists its edges up to
//! `-1`; guards are in prefix notation.

mod reader;
mod writer;

pub use reader::{LbttError, LbttErrorKind, read};
pub use writer::{LbttUnwritten, NotInLbtt, write, write_within};
