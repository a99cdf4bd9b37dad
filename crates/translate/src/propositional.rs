//! Propositional formulas as labels of automata.

use lariat_automata::{Label, Labels};
use lariat_bdd::{Bdd, Bdds};
use lariat_ltl::{Formula, Formulas, Node};
use rustc_hash::FxHashMap;

/// Whether a node is a constant, an atom, or a boolean operator.
pub(crate) fn is_boolean(node: &Node) -> bool {
    match node {
        Node::True
        | Node::False
        | Node::Atom(_)
        | Node::Not(_)
        | Node::And(_)
        | Node::Or(_)
        | Node::Implies(..)
        | Node::Iff(..)
        | Node::Xor(..) => true,
        Node::Next(_)
        | Node::Finally(_)
        | Node::Globally(_)
        | Node::Until(..)
        | Node::Release(..)
        | Node::WeakUntil(..)
        | Node::StrongRelease(..)
        | Node::Yesterday(_)
        | Node::Once(_)
        | Node::Historically(_)
        | Node::Since(..) => false,
    }
}

/// Makes labels of propositional formulas.
pub(crate) struct LabelMaker<'a> {
    formulas: &'a Formulas,
    indices: FxHashMap<String, u32>,
    labels: Labels,
    known: FxHashMap<Formula, Label>,
}

impl<'a> LabelMaker<'a> {
    /// A maker that extends the given labels.
    pub(crate) fn new(formulas: &'a Formulas, labels: Labels) -> Self {
        let names = labels.propositions.iter().cloned();
        LabelMaker {
            formulas,
            indices: names.zip(0..).collect(),
            labels,
            known: FxHashMap::default(),
        }
    }

    /// The arena.
    pub(crate) fn bdds(&mut self) -> &mut Bdds {
        &mut self.labels.bdds
    }

    /// The labels, extended by what was made.
    pub(crate) fn finish(self) -> Labels {
        self.labels
    }

    /// The number of the proposition named so, which is added if need be.
    pub(crate) fn proposition(&mut self, name: &str) -> u32 {
        if let Some(&index) = self.indices.get(name) {
            return index;
        }
        let index = self.labels.propositions.len() as u32;
        self.labels.propositions.push(name.to_owned());
        self.indices.insert(name.to_owned(), index);
        index
    }

    /// The letters that satisfy `formula`, or `None` if it is temporal.
    pub(crate) fn label(&mut self, formula: Formula) -> Option<Label> {
        // Operands before what is made of them, on an explicit stack.
        let mut stack = vec![formula];
        while let Some(&next) = stack.last() {
            if self.known.contains_key(&next) {
                stack.pop();
                continue;
            }
            if !is_boolean(self.formulas.node(next)) {
                return None;
            }
            let before = stack.len();
            self.formulas.node(next).each_operand(|operand| {
                if !self.known.contains_key(&operand) {
                    stack.push(operand);
                }
            });
            if stack.len() == before {
                let label = self.combine(next);
                self.known.insert(next, label);
                stack.pop();
            }
        }
        Some(self.known[&formula])
    }

    /// The label of a boolean formula whose operands' labels are known.
    fn combine(&mut self, formula: Formula) -> Label {
        let formulas = self.formulas;
        let node = formulas.node(formula);
        if let Node::Atom(atom) = node {
            let index = self.proposition(formulas.name(*atom));
            return self.labels.bdds.var(index);
        }
        let of = |operand: &Formula| self.known[operand];
        let bdds = &mut self.labels.bdds;
        match node {
            Node::True => Bdd::TRUE,
            Node::False => Bdd::FALSE,
            Node::Not(a) => !of(a),
            Node::And(parts) => parts.iter().fold(Bdd::TRUE, |all, p| bdds.and(all, of(p))),
            Node::Or(parts) => parts.iter().fold(Bdd::FALSE, |any, p| bdds.or(any, of(p))),
            Node::Implies(a, b) => bdds.implies(of(a), of(b)),
            Node::Iff(a, b) => bdds.iff(of(a), of(b)),
            Node::Xor(a, b) => bdds.xor(of(a), of(b)),
            _ => unreachable!("no atom and not temporal"),
        }
    }
}
