//! ω-automata: what every search reads and every translation writes.
//!
//! * [`Automaton`] is the one interface that searches read: states on demand, marks on edges.
//! * [`Acceptor`] is an automaton that reads letters: what a property is to a product.
//! * [`Acceptance`] says which sets of infinitely repeated marks are good.
//! * [`Explicit`] is an automaton with all its states and labelled edges in memory;
//!   [`Injected`] adds marks that depend on the letter alone; [`Compact`] has no labels, and is what
//!   to search if it is large.
//!
//! What is done with automata, one technique a module: [`product`], [`mod@union`], other
//! acceptance conditions ([`degeneralize`], [`fin_removal`], [`mod@streett`], [`state_based`]),
//! [`complete`], [`scc`], [`strength`]; the formats of other tools ([`hoa`], [`mod@never`], [`lbtt`],
//! [`dot`]).
//! [`word`] decides by definition whether a lasso word is accepted, and [`random`] makes automata:
//! together they are what everything else is tested with.
//!
//! ```
//! use lariat_automata::{Letter, hoa, word};
//!
//! let text = r#"HOA: v1
//! States: 1
//! Start: 0
//! AP: 1 "p"
//! Acceptance: 1 Inf(0)
//! --BODY--
//! State: 0
//! [0] 0 {0}
//! [!0] 0
//! --END--"#;
//! let again_and_again = hoa::read(text).next().expect("there is one")?.automaton;
//! let (p, not_p) = (Letter::single(0), Letter::EMPTY);
//! assert!(word::accepts(&again_and_again, &[], &[p.clone(), not_p.clone()]));
//! assert!(!word::accepts(&again_and_again, &[p], &[not_p]));
//! # Ok::<(), lariat_automata::hoa::HoaError>(())
//! ```

pub mod acceptance;
pub mod automaton;
pub mod bits;
pub mod complete;
pub mod degeneralize;
pub mod dot;
pub mod explicit;
pub mod fin_removal;
pub mod graph;
pub mod hoa;
pub mod injected;
mod label_expression;
mod label_text;
pub mod lasso;
pub mod lbtt;
pub mod never;
mod prefetch;
pub mod product;
mod quoting;
pub mod random;
pub mod scc;
pub mod state_based;
pub mod streett;
pub mod strength;
pub mod union;
pub mod word;

pub use acceptance::{Acceptance, Condition, FairnessView, Pair};
pub use automaton::{Acceptor, Automaton, Edge};
pub use bits::{BitSet, Letter, Marks};
pub use explicit::{Explicit, Label, LabelledEdge, Labels, StateId};
pub use graph::Compact;
pub use injected::{Injected, Injection};
pub use lasso::Lasso;
pub use prefetch::prefetch;
