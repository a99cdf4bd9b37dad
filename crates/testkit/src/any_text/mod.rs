//! What must hold of the readers on any text: the tests check it on mutations of good texts, the fuzz
//! targets on whatever they can think of.

pub mod automaton;
pub mod formula;
pub mod model;
