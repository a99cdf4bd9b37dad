//! What the tests of several crates share; nothing that is shipped depends on it.
//!
//! * [`data`]: the reference data, which is not part of the project, and what happens where it is absent;
//! * [`rounds`]: how much work a random test does, and [`skipped`]: how it says that it does none;
//! * [`random_dve`], [`random_net`]: random models, as texts;
//! * [`states`]: random states of programs; [`structure`]: what must hold of a model's structure;
//! * [`words`], [`product`]: what an automaton must accept, by the definition;
//! * [`any_text`]: what must hold of every reader on every text, for the tests and the fuzz targets;
//! * [`collections`]: the formulas of the literature.
//!
//! The kit is compiled against the ordinary builds of the crates it uses.  An integration test of
//! `lariat-ltl`, say, sees the same `Formulas` as the kit; a unit test inside that crate sees another
//! type of that name, and can use only those parts that take texts and numbers.

pub mod any_text;
pub mod collections;
mod data;
mod effort;
pub mod product;
pub mod random_dve;
pub mod random_net;
pub mod states;
pub mod structure;
pub mod words;

pub use data::{data, data_path, models, rows};
pub use effort::{brief_rounds, is_full, rounds, skipped};
