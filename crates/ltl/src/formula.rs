//! The arena of hash-consed formulas.
//!
//! Construction is structural: conjunctions and disjunctions are flattened into sets, and nothing
//! else is simplified.  A child is always made before its parent, so `a < b` whenever `a` is a
//! proper subformula of `b`: walking the handles in ascending order is a bottom-up traversal.

use indexmap::IndexSet;
use rustc_hash::FxBuildHasher;

/// An atomic proposition: an index into the names of a [`Formulas`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Atom(pub u32);

/// A formula: a handle into the [`Formulas`] that made it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Formula(u32);

/// The topmost operator of a formula and its operands.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Node {
    /// Holds on every word.
    True,
    /// Holds on no word.
    False,
    /// An atomic proposition.
    Atom(Atom),
    /// Negation.
    Not(Formula),
    /// Conjunction of at least two different formulas, none of them a conjunction, in ascending order.
    And(Box<[Formula]>),
    /// Disjunction of at least two different formulas, none of them a disjunction, in ascending order.
    Or(Box<[Formula]>),
    /// Implication.
    Implies(Formula, Formula),
    /// Equivalence.
    Iff(Formula, Formula),
    /// Exclusive or.
    Xor(Formula, Formula),
    /// X: at the next position.
    Next(Formula),
    /// F: now or at some later position.
    Finally(Formula),
    /// G: now and at every later position.
    Globally(Formula),
    /// a U b: b at last, a until then.
    Until(Formula, Formula),
    /// a R b: b up to and including the first a, or for ever.
    Release(Formula, Formula),
    /// a W b: a until b, or for ever.
    WeakUntil(Formula, Formula),
    /// a M b: b up to and including the first a, which comes.
    StrongRelease(Formula, Formula),
    /// Y: there is a previous position and it holds there.
    Yesterday(Formula),
    /// O: now or at some earlier position.
    Once(Formula),
    /// H: now and at every earlier position.
    Historically(Formula),
    /// a S b: b now or earlier, a ever since.
    Since(Formula, Formula),
}

impl Node {
    /// Calls `visit` with each operand, in order.
    pub fn each_operand(&self, mut visit: impl FnMut(Formula)) {
        match self {
            Node::True | Node::False | Node::Atom(_) => {}
            Node::And(parts) | Node::Or(parts) => parts.iter().for_each(|&part| visit(part)),
            Node::Not(a)
            | Node::Next(a)
            | Node::Finally(a)
            | Node::Globally(a)
            | Node::Yesterday(a)
            | Node::Once(a)
            | Node::Historically(a) => visit(*a),
            Node::Implies(a, b)
            | Node::Iff(a, b)
            | Node::Xor(a, b)
            | Node::Until(a, b)
            | Node::Release(a, b)
            | Node::WeakUntil(a, b)
            | Node::StrongRelease(a, b)
            | Node::Since(a, b) => {
                visit(*a);
                visit(*b);
            }
        }
    }

    /// The same operator over other operands.  [`Formulas::make`] brings the result into form.
    pub fn map(&self, mut by: impl FnMut(Formula) -> Formula) -> Node {
        match self {
            Node::True | Node::False | Node::Atom(_) => self.clone(),
            Node::And(parts) => Node::And(parts.iter().map(|&part| by(part)).collect()),
            Node::Or(parts) => Node::Or(parts.iter().map(|&part| by(part)).collect()),
            Node::Not(a) => Node::Not(by(*a)),
            Node::Next(a) => Node::Next(by(*a)),
            Node::Finally(a) => Node::Finally(by(*a)),
            Node::Globally(a) => Node::Globally(by(*a)),
            Node::Yesterday(a) => Node::Yesterday(by(*a)),
            Node::Once(a) => Node::Once(by(*a)),
            Node::Historically(a) => Node::Historically(by(*a)),
            Node::Implies(a, b) => Node::Implies(by(*a), by(*b)),
            Node::Iff(a, b) => Node::Iff(by(*a), by(*b)),
            Node::Xor(a, b) => Node::Xor(by(*a), by(*b)),
            Node::Until(a, b) => Node::Until(by(*a), by(*b)),
            Node::Release(a, b) => Node::Release(by(*a), by(*b)),
            Node::WeakUntil(a, b) => Node::WeakUntil(by(*a), by(*b)),
            Node::StrongRelease(a, b) => Node::StrongRelease(by(*a), by(*b)),
            Node::Since(a, b) => Node::Since(by(*a), by(*b)),
        }
    }
}

/// An arena of formulas and of the names of their propositions.
#[derive(Clone, Default)]
pub struct Formulas {
    nodes: IndexSet<Node, FxBuildHasher>,
    names: IndexSet<String, FxBuildHasher>,
}

impl Formulas {
    /// An empty arena.
    pub fn new() -> Self {
        Self::default()
    }

    /// The topmost operator of `formula`.
    pub fn node(&self, formula: Formula) -> &Node {
        &self.nodes[formula.0 as usize]
    }

    /// The proposition named so, which is added if need be.
    pub fn atom_named(&mut self, name: &str) -> Atom {
        let index = match self.names.get_index_of(name) {
            Some(index) => index,
            None => self.names.insert_full(name.to_owned()).0,
        };
        Atom(u32::try_from(index).expect("fewer than 2^32 propositions"))
    }

    /// The name of a proposition.
    pub fn name(&self, atom: Atom) -> &str {
        &self.names[atom.0 as usize]
    }

    /// How many propositions have been named.
    pub fn atom_count(&self) -> usize {
        self.names.len()
    }

    /// The formula with this topmost operator; conjunctions and disjunctions are brought into form.
    pub fn make(&mut self, node: Node) -> Formula {
        match node {
            Node::And(parts) => self.all(parts),
            Node::Or(parts) => self.any(parts),
            other => self.intern(other),
        }
    }

    fn intern(&mut self, node: Node) -> Formula {
        let index = self.nodes.insert_full(node).0;
        Formula(u32::try_from(index).expect("fewer than 2^32 formulas"))
    }

    /// The conjunction of the formulas, as a set: flattened, without repetition.
    pub fn all(&mut self, parts: impl IntoIterator<Item = Formula>) -> Formula {
        let mut flat = Vec::new();
        for part in parts {
            match self.node(part) {
                Node::And(inner) => flat.extend_from_slice(inner),
                _ => flat.push(part),
            }
        }
        flat.sort_unstable();
        flat.dedup();
        match flat[..] {
            [] => self.truth(),
            [single] => single,
            _ => self.intern(Node::And(flat.into())),
        }
    }

    /// The disjunction of the formulas, as a set: flattened, without repetition.
    pub fn any(&mut self, parts: impl IntoIterator<Item = Formula>) -> Formula {
        let mut flat = Vec::new();
        for part in parts {
            match self.node(part) {
                Node::Or(inner) => flat.extend_from_slice(inner),
                _ => flat.push(part),
            }
        }
        flat.sort_unstable();
        flat.dedup();
        match flat[..] {
            [] => self.falsity(),
            [single] => single,
            _ => self.intern(Node::Or(flat.into())),
        }
    }

    /// The formula that holds on every word.
    pub fn truth(&mut self) -> Formula {
        self.intern(Node::True)
    }

    /// The formula that holds on no word.
    pub fn falsity(&mut self) -> Formula {
        self.intern(Node::False)
    }

    /// The proposition named so, as a formula.
    pub fn atom(&mut self, name: &str) -> Formula {
        let atom = self.atom_named(name);
        self.intern(Node::Atom(atom))
    }

    /// ¬a, without a double negation.
    pub fn not(&mut self, a: Formula) -> Formula {
        match self.node(a) {
            Node::Not(inner) => *inner,
            _ => self.intern(Node::Not(a)),
        }
    }

    /// a ∧ b.
    pub fn and(&mut self, a: Formula, b: Formula) -> Formula {
        self.all([a, b])
    }

    /// a ∨ b.
    pub fn or(&mut self, a: Formula, b: Formula) -> Formula {
        self.any([a, b])
    }

    /// Every subformula of `formula`, itself included, once each, in ascending order: operands
    /// come before what is made of them.
    pub fn subformulas(&self, formula: Formula) -> Vec<Formula> {
        let mut seen = rustc_hash::FxHashSet::default();
        let mut stack = vec![formula];
        while let Some(next) = stack.pop() {
            if seen.insert(next) {
                self.node(next).each_operand(|operand| stack.push(operand));
            }
        }
        let mut all: Vec<_> = seen.into_iter().collect();
        all.sort_unstable();
        all
    }
}

impl Formula {
    /// The handle's number: dense from 0 in the order of construction, usable as an index.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}
