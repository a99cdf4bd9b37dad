//! Polarity: whether a part of a formula helps the whole by being true, or by being false.
//!
//! ```
//! use lariat_ltl::{Formulas, Syntax, parse, polarity::polarities};
//! let mut formulas = Formulas::new();
//! let f = parse(&mut formulas, "G(a -> F b)", Syntax::Spot)?;
//! let found = polarities(&formulas, &[f]);
//! assert!(found[&formulas.atom("b")].is_positive());
//! assert!(found[&formulas.atom("a")].is_negative());
//! # Ok::<(), lariat_ltl::ParseError>(())
//! ```

use rustc_hash::FxHashMap;

use crate::{Formula, Formulas, Node};

/// In which ways a formula helps to make the whole true: by being true, by being false.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub struct Polarity {
    /// By being true.
    pub positive: bool,
    /// By being false.
    pub negative: bool,
}

impl Polarity {
    /// Of what is the whole.
    pub const WHOLE: Polarity = Polarity {
        positive: true,
        negative: false,
    };

    /// Whether it helps by being true only: the whole is monotone in it.
    pub fn is_positive(self) -> bool {
        !self.negative
    }

    /// Whether it helps by being false only: the whole is monotone in its negation.
    pub fn is_negative(self) -> bool {
        !self.positive
    }

    /// Adds the ways of another occurrence.
    pub fn add(&mut self, other: Polarity) {
        self.positive |= other.positive;
        self.negative |= other.negative;
    }

    fn negated(self) -> Self {
        Polarity {
            positive: self.negative,
            negative: self.positive,
        }
    }
}

/// The polarities of the subformulas of a whole that is monotone in each of the formulas.
pub fn polarities(formulas: &Formulas, monotone: &[Formula]) -> FxHashMap<Formula, Polarity> {
    let mut found: FxHashMap<Formula, Polarity> = FxHashMap::default();
    let mut parts = Vec::new();
    for &formula in monotone {
        found.insert(formula, Polarity::WHOLE);
        parts.extend(formulas.subformulas(formula));
    }
    parts.sort_unstable();
    parts.dedup();
    for part in parts.into_iter().rev() {
        let whole = found[&part];
        each_operand_with_polarity(formulas.node(part), whole, |operand, polarity| {
            found.entry(operand).or_default().add(polarity);
        });
    }
    found
}

/// Calls `visit` with each operand and its polarity in a whole in which the node has the polarity `own`.
pub fn each_operand_with_polarity(
    node: &Node,
    own: Polarity,
    mut visit: impl FnMut(Formula, Polarity),
) {
    match node {
        Node::Not(a) => visit(*a, own.negated()),
        Node::Implies(a, b) => {
            visit(*a, own.negated());
            visit(*b, own);
        }
        Node::Iff(a, b) | Node::Xor(a, b) => {
            for operand in [*a, *b] {
                visit(operand, own);
                visit(operand, own.negated());
            }
        }
        monotone => monotone.each_operand(|operand| visit(operand, own)),
    }
}
