//! Equation systems as text: for people, for NuSMV, and as circuits.

mod aiger;
mod equations;
mod expressions;
mod nondeterministic;
mod smv;
