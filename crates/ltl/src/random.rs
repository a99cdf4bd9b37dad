//! Seeded random formulas and lasso words, for tests: the same seed gives the same sample.
//!
//! ```
//! use lariat_ltl::{Formulas, random::{self, Shape}, semantics};
//! let mut rng = fastrand::Rng::with_seed(1);
//! let mut formulas = Formulas::new();
//! let shape = Shape { nodes: 12, atoms: 3, past: true };
//! let formula = random::formula(&mut rng, &mut formulas, shape);
//! let word = random::word(&mut rng, &mut formulas, 3);
//! semantics::holds(&formulas, formula, &word);
//! ```

use fastrand::Rng;

use crate::semantics::{TrueAtoms, Word};
use crate::{Formula, Formulas, Node};

/// What random formulas look like.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Shape {
    /// How many operators, propositions and constants the formula is made of; fewer are left
    /// where operands coincide or conjunctions meet.
    pub nodes: usize,
    /// How many propositions there are to choose from.
    pub atoms: usize,
    /// Whether there are past operators.
    pub past: bool,
}

type MakeUnary = fn(&mut Formulas, Formula) -> Formula;
type MakeBinary = fn(&mut Formulas, Formula, Formula) -> Formula;

/// The last three speak of the past.
const UNARY: [MakeUnary; 7] = [
    |formulas, a| formulas.not(a),
    |formulas, a| formulas.make(Node::Next(a)),
    |formulas, a| formulas.make(Node::Finally(a)),
    |formulas, a| formulas.make(Node::Globally(a)),
    |formulas, a| formulas.make(Node::Yesterday(a)),
    |formulas, a| formulas.make(Node::Once(a)),
    |formulas, a| formulas.make(Node::Historically(a)),
];

/// The last one speaks of the past.
const BINARY: [MakeBinary; 10] = [
    |formulas, a, b| formulas.and(a, b),
    |formulas, a, b| formulas.or(a, b),
    |formulas, a, b| formulas.make(Node::Implies(a, b)),
    |formulas, a, b| formulas.make(Node::Iff(a, b)),
    |formulas, a, b| formulas.make(Node::Xor(a, b)),
    |formulas, a, b| formulas.make(Node::Until(a, b)),
    |formulas, a, b| formulas.make(Node::Release(a, b)),
    |formulas, a, b| formulas.make(Node::WeakUntil(a, b)),
    |formulas, a, b| formulas.make(Node::StrongRelease(a, b)),
    |formulas, a, b| formulas.make(Node::Since(a, b)),
];

/// One step of building a formula from operands on a stack.
enum Step {
    Leaf(Formula),
    Unary(MakeUnary),
    Binary(MakeBinary),
}

/// The name of the proposition with this number: a, b, … z, p26, p27, …
pub fn atom_name(index: usize) -> String {
    match u8::try_from(index) {
        Ok(small) if small < 26 => char::from(b'a' + small).to_string(),
        _ => format!("p{index}"),
    }
}

/// A random formula.
pub fn formula(rng: &mut Rng, formulas: &mut Formulas, shape: Shape) -> Formula {
    let mut steps = Vec::with_capacity(shape.nodes);
    let mut sizes = vec![shape.nodes.max(1)];
    while let Some(size) = sizes.pop() {
        if size == 1 {
            steps.push(Step::Leaf(leaf(rng, formulas, shape.atoms)));
        } else if size == 2 || rng.usize(..3) == 0 {
            let choices = if shape.past {
                UNARY.len()
            } else {
                UNARY.len() - 3
            };
            steps.push(Step::Unary(UNARY[rng.usize(..choices)]));
            sizes.push(size - 1);
        } else {
            let choices = if shape.past {
                BINARY.len()
            } else {
                BINARY.len() - 1
            };
            steps.push(Step::Binary(BINARY[rng.usize(..choices)]));
            let left = rng.usize(1..size - 1);
            sizes.extend([left, size - 1 - left]);
        }
    }
    build(steps, formulas)
}

/// Takes the steps from the last to the first: operands come before their operators.
fn build(steps: Vec<Step>, formulas: &mut Formulas) -> Formula {
    let mut operands = Vec::new();
    for step in steps.into_iter().rev() {
        let mut operand = || operands.pop().expect("operands come first");
        let made = match step {
            Step::Leaf(leaf) => leaf,
            Step::Unary(make) => make(formulas, operand()),
            Step::Binary(make) => {
                let (a, b) = (operand(), operand());
                make(formulas, a, b)
            }
        };
        operands.push(made);
    }
    operands.pop().expect("a formula has a node")
}

fn leaf(rng: &mut Rng, formulas: &mut Formulas, atoms: usize) -> Formula {
    match rng.usize(..atoms.max(1) * 8 + 2) {
        0 => formulas.truth(),
        1 => formulas.falsity(),
        choice => formulas.atom(&atom_name((choice - 2) % atoms.max(1))),
    }
}

/// A random lasso word over the first `atoms` propositions: at most 4 letters before the cycle
/// and at most 4 in it.
pub fn word(rng: &mut Rng, formulas: &mut Formulas, atoms: usize) -> Word {
    let prefix = rng.usize(..=4);
    let cycle = rng.usize(1..=4);
    let mut letters = |count| (0..count).map(|_| letter(rng, formulas, atoms)).collect();
    Word::new(letters(prefix), letters(cycle))
}

fn letter(rng: &mut Rng, formulas: &mut Formulas, atoms: usize) -> TrueAtoms {
    (0..atoms)
        .filter(|_| rng.bool())
        .map(|index| formulas.atom_named(&atom_name(index)))
        .collect()
}
