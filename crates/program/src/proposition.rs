//! The propositions of a program, told apart by meaning.
//!
//! Two expressions count as the same if they have the same normal form: constants are computed,
//! operands of commutative operators are ordered, `>` and `>=` are turned round, comparisons with a
//! number become strict, a negation goes into its operand, and an implication becomes a
//! disjunction.  Operands of a logical operator are ordered only where neither can fail, because
//! evaluation is lazy.

use rustc_hash::FxHashMap;

use crate::{Array, Binary, Cell, Code, Op, Program, Test, TruthRule, Unary};

/// An expression of the normal form; operands are numbers of earlier nodes.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
enum Node {
    Constant(i32),
    Load(Cell),
    Element(Array, usize),
    TableElement(u32, u32, usize),
    Unary(Unary, usize),
    Binary(Binary, usize, usize),
    StrictImply(usize, usize),
    /// A logical operator with its left and right operand.
    Logical(Test, TruthRule, usize, usize),
}

/// The propositions of a program: expressions that are true where they are not 0.
#[derive(Clone, Debug, Default)]
pub struct Propositions {
    codes: Vec<Code>,
    /// The number of the proposition with this normal form.
    numbers: FxHashMap<usize, usize>,
    nodes: Vec<Node>,
    node_numbers: FxHashMap<Node, usize>,
    /// For each node whether its value is 0 or 1, and whether its evaluation can fail.
    traits: Vec<(bool, bool)>,
}

impl Propositions {
    /// How many propositions there are.
    pub fn len(&self) -> usize {
        self.codes.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.codes.is_empty()
    }

    /// The propositions, in the order of their numbers.
    pub fn iter(&self) -> impl Iterator<Item = Code> + '_ {
        self.codes.iter().copied()
    }

    /// The number of a proposition, which is new unless one with the same meaning is known.
    pub fn add(&mut self, program: &Program, code: Code) -> usize {
        let value = self.normal_form(program.code(code));
        let key = self.truth(value);
        let codes = &mut self.codes;
        *self.numbers.entry(key).or_insert_with(|| {
            codes.push(code);
            codes.len() - 1
        })
    }

    fn normal_form(&mut self, code: &[Op]) -> usize {
        let mut stack = Vec::new();
        let mut tests = Vec::new();
        for &op in code {
            let mut pop = || stack.pop().expect("code takes only what it pushed");
            let node = match op {
                Op::Constant(value) => self.node(Node::Constant(value)),
                Op::Load(cell) => self.node(Node::Load(cell)),
                Op::Element(array) => self.node(Node::Element(array, pop())),
                Op::TableElement { start, length } => {
                    self.node(Node::TableElement(start, length, pop()))
                }
                Op::Unary(operator) => self.unary(operator, pop()),
                Op::Binary(operator) => {
                    let right = pop();
                    self.binary(operator, pop(), right)
                }
                Op::StrictImply => {
                    let right = pop();
                    self.node(Node::StrictImply(pop(), right))
                }
                Op::Test { test, .. } => {
                    tests.push((test, pop()));
                    continue;
                }
                Op::Close(truth) => {
                    let (test, left) = tests.pop().expect("every operator has a left operand");
                    self.logical(test, truth, left, pop())
                }
            };
            stack.push(node);
        }
        stack.pop().expect("an expression has a value")
    }

    /// The number of a node.
    fn node(&mut self, node: Node) -> usize {
        if let Some(&number) = self.node_numbers.get(&node) {
            return number;
        }
        let number = self.nodes.len();
        self.nodes.push(node);
        self.node_numbers.insert(node, number);
        let traits = self.traits_of(node);
        self.traits.push(traits);
        number
    }

    fn traits_of(&self, node: Node) -> (bool, bool) {
        let fails = |operand: usize| self.traits[operand].1;
        match node {
            Node::Constant(value) => (matches!(value, 0 | 1), false),
            Node::Load(_) => (false, false),
            Node::Element(..) | Node::TableElement(..) => (false, true),
            Node::Unary(operator, operand) => (operator == Unary::Not, fails(operand)),
            Node::Binary(operator, a, b) => {
                let divides = matches!(operator, Binary::Divide | Binary::Remainder);
                (is_comparison(operator), divides || fails(a) || fails(b))
            }
            Node::StrictImply(a, b) => (true, fails(a) || fails(b)),
            Node::Logical(test, _, a, b) => (test != Test::OrItself, fails(a) || fails(b)),
        }
    }

    fn constant(&self, node: usize) -> Option<i32> {
        match self.nodes[node] {
            Node::Constant(value) => Some(value),
            _ => None,
        }
    }

    fn unary(&mut self, operator: Unary, operand: usize) -> usize {
        if operator == Unary::Not {
            return self.negation(operand);
        }
        self.node(Node::Unary(operator, operand))
    }

    /// 1 where the operand is 0, and 0 elsewhere.
    fn negation(&mut self, operand: usize) -> usize {
        if let Node::Binary(operator, a, b) = self.nodes[operand] {
            match operator {
                Binary::Equal => return self.binary(Binary::NotEqual, a, b),
                Binary::NotEqual => return self.binary(Binary::Equal, a, b),
                Binary::Less => return self.binary(Binary::LessEqual, b, a),
                _ => {}
            }
        }
        let zero = self.node(Node::Constant(0));
        self.binary(Binary::Equal, operand, zero)
    }

    /// 0 or 1, as the operand is 0 or not.
    fn truth(&mut self, operand: usize) -> usize {
        if self.traits[operand].0 {
            return operand;
        }
        let zero = self.node(Node::Constant(0));
        self.binary(Binary::NotEqual, operand, zero)
    }

    fn binary(&mut self, operator: Binary, a: usize, b: usize) -> usize {
        match operator {
            Binary::Greater => return self.binary(Binary::Less, b, a),
            Binary::GreaterEqual => return self.binary(Binary::LessEqual, b, a),
            Binary::LessEqual => {
                if let Some(next) = self.constant(b).and_then(|value| value.checked_add(1)) {
                    let next = self.node(Node::Constant(next));
                    return self.node(Node::Binary(Binary::Less, a, next));
                }
                if let Some(next) = self.constant(a).and_then(|value| value.checked_sub(1)) {
                    let next = self.node(Node::Constant(next));
                    return self.node(Node::Binary(Binary::Less, next, b));
                }
            }
            // A comparison of a truth value with 0 or 1 is that value or its negation.
            Binary::Equal | Binary::NotEqual => {
                if let Some(simple) = self.compare_truth(operator, a, b) {
                    return simple;
                }
            }
            _ => {}
        }
        let (a, b) = if is_commutative(operator) && b < a {
            (b, a)
        } else {
            (a, b)
        };
        self.node(Node::Binary(operator, a, b))
    }

    fn compare_truth(&mut self, operator: Binary, a: usize, b: usize) -> Option<usize> {
        let (value, number) = match (self.constant(a), self.constant(b)) {
            (None, Some(number)) => (a, number),
            (Some(number), None) => (b, number),
            _ => return None,
        };
        let Node::Binary(inner, ..) = self.nodes[value] else {
            return None;
        };
        if !is_comparison(inner) || !matches!(number, 0 | 1) {
            return None;
        }
        let keeps = (operator == Binary::Equal) == (number == 1);
        if keeps {
            return Some(value);
        }
        matches!(inner, Binary::Equal | Binary::NotEqual | Binary::Less)
            .then(|| self.negation(value))
    }

    fn logical(&mut self, test: Test, truth: TruthRule, left: usize, right: usize) -> usize {
        if test == Test::Imply {
            let left = self.negation(left);
            return self.logical(Test::Or, truth, left, right);
        }
        let plain = |node: usize| self.traits[node] == (true, false);
        let (left, right) = match plain(left) && plain(right) && right < left {
            true => (right, left),
            false => (left, right),
        };
        self.node(Node::Logical(test, truth, left, right))
    }
}

fn is_comparison(operator: Binary) -> bool {
    matches!(
        operator,
        Binary::Equal
            | Binary::NotEqual
            | Binary::Less
            | Binary::LessEqual
            | Binary::Greater
            | Binary::GreaterEqual
    )
}

fn is_commutative(operator: Binary) -> bool {
    matches!(
        operator,
        Binary::Or
            | Binary::And
            | Binary::Xor
            | Binary::Equal
            | Binary::NotEqual
            | Binary::Add
            | Binary::Multiply
    )
}
