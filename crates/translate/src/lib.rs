//! LTL to ω-automata, and automata made small.

pub mod alternating;
pub mod limit;
pub mod past;
mod propositional;
pub mod hierarchy;
pub mod reduce;
pub mod shapes;
pub mod stutter;
