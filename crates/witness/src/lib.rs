//! What checks an answer: replays a lasso, and checks a certificate that there is none.
//!
//! Nothing here is shared with the searches that produce either.  An accepting run is proved by
//! [`replay()`]; that there is none by [`certificate::check`].

pub mod certificate;
mod condition;
pub mod replay;

pub use replay::{Fault, replay};
