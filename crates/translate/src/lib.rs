//! LTL to ω-automata, and automata made small.

pub mod reduce;
pub mod stutter;
pub mod hierarchy;
