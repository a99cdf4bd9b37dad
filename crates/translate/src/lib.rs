//! LTL to ω-automata, and automata made small.

pub mod alternating;
pub mod hierarchy;
pub mod limit;
pub mod past;
pub mod pipeline;
mod propositional;
pub mod reduce;
pub mod shapes;
pub mod stutter;
pub mod tableau;

pub use pipeline::{Options, Route, Target, TranslateError, translate, unreduced};
