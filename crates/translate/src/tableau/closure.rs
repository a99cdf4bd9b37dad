//! The subformulas of a formula in negation normal form.
//!
//! The construction works on formulas whose negations stand before propositions only.  Rather than
//! rewriting the formula, its subformulas are collected once more with their polarity, numbered
//! so that operands come before what is made of them.  Equal subformulas have equal numbers.

use indexmap::IndexSet;
use lariat_ltl::{Atom, Formula, Formulas, Node};
use rustc_hash::{FxBuildHasher, FxHashMap};

use super::TableauError;

/// The number of a subformula in a [`Closure`].
pub(super) type Id = u32;

/// The topmost operator of a subformula.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) enum Sub {
    True,
    False,
    Literal {
        proposition: u32,
        positive: bool,
    },
    And(Box<[Id]>),
    Or(Box<[Id]>),
    Next(Id),
    Finally(Id),
    Globally(Id),
    /// a U b.
    Until(Id, Id),
    /// a R b.
    Release(Id, Id),
    /// a W b.
    WeakUntil(Id, Id),
    /// a M b.
    StrongRelease(Id, Id),
}

/// The subformulas of one formula, and the propositions in them.
pub(super) struct Closure {
    subs: IndexSet<Sub, FxBuildHasher>,
    /// The propositions, by name, in the order of their atoms.
    pub(super) propositions: Vec<String>,
    /// The formula itself.
    pub(super) root: Id,
}

impl Closure {
    /// The closure of `formula`, which must not look into the past.
    pub(super) fn new(formulas: &Formulas, formula: Formula) -> Result<Self, TableauError> {
        let mut atoms = Vec::new();
        for sub in formulas.subformulas(formula) {
            match formulas.node(sub) {
                Node::Atom(atom) => atoms.push(*atom),
                Node::Yesterday(_) | Node::Once(_) | Node::Historically(_) | Node::Since(..) => {
                    return Err(TableauError::Past(sub));
                }
                _ => {}
            }
        }
        atoms.sort_unstable();
        let name = |&atom: &Atom| formulas.name(atom).to_owned();
        let mut reader = Reader {
            formulas,
            propositions: atoms.iter().copied().zip(0..).collect(),
            subs: IndexSet::default(),
            known: FxHashMap::default(),
        };
        let root = reader.read((formula, true));
        Ok(Closure {
            subs: reader.subs,
            propositions: atoms.iter().map(name).collect(),
            root,
        })
    }

    /// The topmost operator of a subformula.
    pub(super) fn sub(&self, id: Id) -> &Sub {
        &self.subs[id as usize]
    }

    /// How many subformulas there are; their numbers are those below.
    pub(super) fn len(&self) -> usize {
        self.subs.len()
    }

    /// The conjuncts of a subformula, itself if it is no conjunction.
    pub(super) fn conjuncts(&self, id: Id) -> Vec<Id> {
        match self.sub(id) {
            Sub::And(parts) => parts.to_vec(),
            _ => vec![id],
        }
    }
}

/// A formula, or its negation if `false`.
type Signed = (Formula, bool);

struct Reader<'a> {
    formulas: &'a Formulas,
    propositions: FxHashMap<Atom, u32>,
    subs: IndexSet<Sub, FxBuildHasher>,
    known: FxHashMap<Signed, Id>,
}

impl Reader<'_> {
    /// Operands before what is made of them, on an explicit stack.
    fn read(&mut self, formula: Signed) -> Id {
        let mut stack = vec![formula];
        while let Some(&next) = stack.last() {
            let waiting = stack.len();
            if !self.known.contains_key(&next) {
                let known = &self.known;
                self.each_signed_operand(next, |operand| {
                    if !known.contains_key(&operand) {
                        stack.push(operand);
                    }
                });
            }
            if stack.len() == waiting {
                stack.pop();
                if !self.known.contains_key(&next) {
                    let id = self.make(next);
                    self.known.insert(next, id);
                }
            }
        }
        self.known[&formula]
    }

    fn each_signed_operand(&self, (formula, sign): Signed, mut visit: impl FnMut(Signed)) {
        match self.formulas.node(formula) {
            Node::Not(a) => visit((*a, !sign)),
            Node::Implies(a, b) => {
                visit((*a, !sign));
                visit((*b, sign));
            }
            Node::Iff(a, b) | Node::Xor(a, b) => {
                for operand in [*a, *b] {
                    visit((operand, true));
                    visit((operand, false));
                }
            }
            node => node.each_operand(|operand| visit((operand, sign))),
        }
    }

    /// The subformula of a signed formula whose operands are known.
    fn make(&mut self, (formula, sign): Signed) -> Id {
        let formulas = self.formulas;
        let of = |operand: &Formula| self.known[&(*operand, sign)];
        let sub = match (formulas.node(formula), sign) {
            (Node::True, true) | (Node::False, false) => Sub::True,
            (Node::True, false) | (Node::False, true) => Sub::False,
            (Node::Atom(atom), _) => Sub::Literal {
                proposition: self.propositions[atom],
                positive: sign,
            },
            (Node::Not(a), _) => return self.known[&(*a, !sign)],
            (Node::And(parts), _) => return self.junction(parts.iter().map(of).collect(), sign),
            (Node::Or(parts), _) => return self.junction(parts.iter().map(of).collect(), !sign),
            (Node::Implies(a, b), _) => {
                let parts = vec![self.known[&(*a, !sign)], of(b)];
                return self.junction(parts, !sign);
            }
            (Node::Iff(a, b), _) => return self.equivalence(*a, *b, sign),
            (Node::Xor(a, b), _) => return self.equivalence(*a, *b, !sign),
            (Node::Next(a), _) => Sub::Next(of(a)),
            (Node::Finally(a), true) | (Node::Globally(a), false) => Sub::Finally(of(a)),
            (Node::Finally(a), false) | (Node::Globally(a), true) => Sub::Globally(of(a)),
            (Node::Until(a, b), true) | (Node::Release(a, b), false) => Sub::Until(of(a), of(b)),
            (Node::Until(a, b), false) | (Node::Release(a, b), true) => Sub::Release(of(a), of(b)),
            (Node::WeakUntil(a, b), true) | (Node::StrongRelease(a, b), false) => {
                Sub::WeakUntil(of(a), of(b))
            }
            (Node::WeakUntil(a, b), false) | (Node::StrongRelease(a, b), true) => {
                Sub::StrongRelease(of(a), of(b))
            }
            (Node::Yesterday(_) | Node::Once(_) | Node::Historically(_) | Node::Since(..), _) => {
                unreachable!("formulas that look into the past have been refused")
            }
        };
        self.intern(sub)
    }

    fn intern(&mut self, sub: Sub) -> Id {
        Id::try_from(self.subs.insert_full(sub).0).expect("fewer than 2^32 subformulas")
    }

    /// The conjunction, or else disjunction, of subformulas.
    fn junction(&mut self, parts: Vec<Id>, conjunction: bool) -> Id {
        let mut flat = Vec::new();
        for part in parts {
            match &self.subs[part as usize] {
                Sub::And(inner) if conjunction => flat.extend_from_slice(inner),
                Sub::Or(inner) if !conjunction => flat.extend_from_slice(inner),
                _ => flat.push(part),
            }
        }
        flat.sort_unstable();
        flat.dedup();
        match flat[..] {
            [single] => single,
            _ if conjunction => self.intern(Sub::And(flat.into())),
            _ => self.intern(Sub::Or(flat.into())),
        }
    }

    /// (a ∧ b) ∨ (¬a ∧ ¬b), or else (a ∧ ¬b) ∨ (¬a ∧ b).
    fn equivalence(&mut self, a: Formula, b: Formula, alike: bool) -> Id {
        let both = [true, false].map(|sign| {
            let parts = vec![self.known[&(a, sign)], self.known[&(b, sign == alike)]];
            self.junction(parts, true)
        });
        self.junction(both.to_vec(), false)
    }
}
