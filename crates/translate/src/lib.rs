//! LTL to ω-automata, and automata made small.

pub mod reduce;
