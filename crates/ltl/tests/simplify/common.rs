//! What the tests of the simplifier share.

use fastrand::Rng;
use lariat_ltl::random::{self, Shape};
use lariat_ltl::{Formula, Formulas, Node, Notation, Syntax, parse, print};
use rustc_hash::FxHashMap;

pub(crate) fn read(formulas: &mut Formulas, text: &str) -> Formula {
    parse(formulas, text, Syntax::Spot).unwrap_or_else(|error| panic!("{text}: {error}"))
}

pub(crate) fn text(formulas: &Formulas, formula: Formula) -> String {
    print(formulas, formula, Notation::Spot).expect("small enough to print")
}

/// The formula that is written so, with small random formulas for its propositions.
pub(crate) fn instance(rng: &mut Rng, formulas: &mut Formulas, text: &str) -> Formula {
    let law = read(formulas, text);
    let mut replaced: FxHashMap<Formula, Formula> = FxHashMap::default();
    for part in formulas.subformulas(law) {
        let by = match formulas.node(part).clone() {
            Node::Atom(_) => {
                let nodes = [1, 1, 1, 2, 3, 5][rng.usize(..6)];
                let past = rng.usize(..4) == 0;
                random::formula(
                    rng,
                    formulas,
                    Shape {
                        nodes,
                        atoms: 3,
                        past,
                    },
                )
            }
            node => {
                let node = node.map(|operand| replaced[&operand]);
                formulas.make(node)
            }
        };
        replaced.insert(part, by);
    }
    replaced[&law]
}

/// Every formula of at most so many operators, propositions and constants over a and b.
pub(crate) fn all_formulas(formulas: &mut Formulas, largest: usize) -> Vec<Formula> {
    let leaves = vec![
        formulas.truth(),
        formulas.falsity(),
        formulas.atom("a"),
        formulas.atom("b"),
    ];
    let mut by_size = vec![Vec::new(), leaves];
    for size in 2..=largest {
        let mut made = Vec::new();
        for &a in &by_size[size - 1].clone() {
            made.extend(unary(a).map(|node| formulas.make(node)));
        }
        for left in 1..size - 1 {
            for &a in &by_size[left] {
                for &b in &by_size[size - 1 - left] {
                    made.extend(binary(a, b).map(|node| formulas.make(node)));
                }
            }
        }
        by_size.push(made);
    }
    let mut all: Vec<_> = by_size.into_iter().flatten().collect();
    all.sort_unstable();
    all.dedup();
    all
}

fn unary(a: Formula) -> [Node; 7] {
    [
        Node::Not(a),
        Node::Next(a),
        Node::Finally(a),
        Node::Globally(a),
        Node::Yesterday(a),
        Node::Once(a),
        Node::Historically(a),
    ]
}

fn binary(a: Formula, b: Formula) -> [Node; 8] {
    [
        Node::And([a, b].into()),
        Node::Or([a, b].into()),
        Node::Iff(a, b),
        Node::Until(a, b),
        Node::Release(a, b),
        Node::WeakUntil(a, b),
        Node::StrongRelease(a, b),
        Node::Since(a, b),
    ]
}
