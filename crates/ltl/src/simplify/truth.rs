//! Truth tables of formulas without temporal operators, over at most six propositions: one word
//! each.

use crate::{Atom, Formula, Formulas, Node};

use super::lens::Signed;

/// Bit `i` of entry `k` is bit `k` of `i`: the tables of the propositions themselves.
const COLUMNS: [u64; 6] = [
    0xAAAA_AAAA_AAAA_AAAA,
    0xCCCC_CCCC_CCCC_CCCC,
    0xF0F0_F0F0_F0F0_F0F0,
    0xFF00_FF00_FF00_FF00,
    0xFFFF_0000_FFFF_0000,
    0xFFFF_FFFF_0000_0000,
];

/// The propositions of a truth table, in the order of its columns.
#[derive(Default)]
pub(super) struct Columns {
    atoms: Vec<Atom>,
}

impl Columns {
    /// The table of `formula`, unless it needs a seventh proposition.
    ///
    /// Recurses as deep as the formula is nested: for small formulas only.
    pub(super) fn table(&mut self, formulas: &Formulas, formula: Formula) -> Option<u64> {
        match formulas.node(formula) {
            Node::True => Some(u64::MAX),
            Node::False => Some(0),
            Node::Atom(atom) => self.column(*atom),
            Node::Not(inner) => Some(!self.table(formulas, *inner)?),
            Node::And(parts) => parts.iter().try_fold(u64::MAX, |table, &part| {
                Some(table & self.table(formulas, part)?)
            }),
            Node::Or(parts) => parts
                .iter()
                .try_fold(0, |table, &part| Some(table | self.table(formulas, part)?)),
            _ => None,
        }
    }

    fn column(&mut self, atom: Atom) -> Option<u64> {
        let index = self.atoms.iter().position(|&known| known == atom);
        let index = index.unwrap_or_else(|| {
            self.atoms.push(atom);
            self.atoms.len() - 1
        });
        COLUMNS.get(index).copied()
    }
}

/// Whether `from` implies `to`, both small and without temporal operators, unless they have too
/// many propositions.
pub(super) fn implies(formulas: &Formulas, from: Signed, to: Signed) -> Option<bool> {
    let mut columns = Columns::default();
    let mut table = |signed: Signed| {
        let table = columns.table(formulas, signed.formula)?;
        Some(if signed.negated { !table } else { table })
    };
    Some(table(from)? & !table(to)? == 0)
}
