//! Expressions: code of a stack machine, all of it in one array, and how a front end writes it.
//!
//! Arithmetic is 32-bit signed and wraps.  An expression is written in postfix order; what is
//! constant is computed at once. A logical operator is written in three parts, its left operand,
//! [`Expressions::left`], its right operand and [`Expressions::right`], since the left operand may
//! decide alone.
//!
//! ```
//! use lariat_program::{Binary, Expressions, Op, Test, TruthRule};
//!
//! let mut expressions = Expressions::default();
//! let mut draft = expressions.begin();
//! expressions.push(&mut draft, Op::Constant(2));
//! expressions.push(&mut draft, Op::Constant(3));
//! expressions.binary(&mut draft, Binary::Add);
//! expressions.left(&mut draft, Test::And);
//! expressions.push(&mut draft, Op::Constant(7));
//! expressions.right(&mut draft, TruthRule::NonZero);
//! let code = expressions.finish(draft);
//! assert_eq!(expressions.code(code), [Op::Constant(1)]);
//! ```

use crate::Kind;
use crate::evaluate::{Evaluator, binary, checked_index, strict_imply, unary};

/// The place of a value in the state: an offset in bytes, aligned to its kind.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub struct Cell {
    /// How many bytes of the state lie before it.
    pub offset: u32,
    /// The kind of its values.
    pub kind: Kind,
}

/// The place of an array in the state.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub struct Array {
    /// The first element.
    pub first: Cell,
    /// How many elements it has, at least one.
    pub length: u32,
}

impl Array {
    /// The place of an element; the index must be inside.
    pub fn element(self, index: u32) -> Cell {
        Cell {
            offset: self.first.offset + index * self.first.kind.bytes(),
            kind: self.first.kind,
        }
    }
}

/// A unary operator.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum Unary {
    /// `-x`
    Negate,
    /// `~x`
    Complement,
    /// 1 for 0, and 0 for everything else.
    Not,
}

/// A binary operator that needs both operands; comparisons give 0 or 1.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum Binary {
    /// Bitwise.
    Or,
    /// Bitwise.
    And,
    /// Bitwise.
    Xor,
    /// `==`
    Equal,
    /// `!=`
    NotEqual,
    /// `<`
    Less,
    /// `<=`
    LessEqual,
    /// `>`
    Greater,
    /// `>=`
    GreaterEqual,
    /// `<<`, by the right operand modulo 32.
    ShiftLeft,
    /// `>>`, which keeps the sign, by the right operand modulo 32.
    ShiftRight,
    /// `+`
    Add,
    /// `-`
    Subtract,
    /// `*`
    Multiply,
    /// `/`, which rounds towards 0, and fails where the divisor is 0.
    Divide,
    /// `%`, which has the sign of the dividend, and fails where the divisor is 0.
    Remainder,
}

/// How the left operand of a logical operator may decide alone.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum Test {
    /// 0 decides for 0.
    And,
    /// Anything but 0 decides for 1.
    Or,
    /// Anything but 0 decides for itself.
    OrItself,
    /// 0 decides for 1.
    Imply,
}

/// Which right operands of a logical operator count as true.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum TruthRule {
    /// Those above 0.
    Positive,
    /// Those that are not 0.
    NonZero,
}

/// An instruction of the stack machine that evaluates expressions.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum Op {
    /// Pushes a number.
    Constant(i32),
    /// Pushes a variable's value.
    Load(Cell),
    /// Replaces an index by the element of an array; fails outside of it.
    Element(Array),
    /// Replaces an index by the element of a table of constants; fails outside of it.
    TableElement {
        /// Where the table starts among all tables.
        start: u32,
        /// How many elements it has.
        length: u32,
    },
    /// Applies an operator to the top.
    Unary(Unary),
    /// Applies an operator to the two topmost values.
    Binary(Binary),
    /// Implication whose operands are both evaluated.
    StrictImply,
    /// Takes the left operand of a logical operator: where it decides alone, pushes the result and
    /// goes on after the matching [`Op::Close`].
    Test {
        /// What decides.
        test: Test,
        /// How many instructions ahead the matching [`Op::Close`] is.
        skip: u32,
    },
    /// Replaces the right operand of a logical operator by its truth.
    Close(TruthRule),
}

/// An expression: a range of a program's instructions.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Code {
    pub(crate) start: u32,
    pub(crate) end: u32,
}

/// The expressions of a program.
#[derive(Clone, Debug, Default)]
pub struct Expressions {
    ops: Vec<Op>,
    /// The elements of all constant arrays.
    tables: Vec<i32>,
    /// The deepest stack that an expression needs.
    stack: usize,
}

/// An expression that is being written; one at a time.
#[derive(Debug)]
pub struct Draft {
    start: usize,
    /// The tests whose operator is still to come.
    open: Vec<usize>,
    depth: usize,
}

impl Expressions {
    /// The instructions of an expression.
    pub fn code(&self, code: Code) -> &[Op] {
        &self.ops[code.start as usize..code.end as usize]
    }

    /// The elements of all constant arrays.
    pub fn tables(&self) -> &[i32] {
        &self.tables
    }

    /// A stack machine for these expressions.
    pub fn evaluator(&self) -> Evaluator<'_> {
        Evaluator::new(&self.tables, self.stack)
    }

    /// Adds a table of constants, and gives the place where it starts.
    pub fn add_table(&mut self, values: impl IntoIterator<Item = i32>) -> u32 {
        let start = self.tables.len() as u32;
        self.tables.extend(values);
        start
    }

    /// Starts an expression.
    pub fn begin(&self) -> Draft {
        Draft {
            start: self.ops.len(),
            open: Vec::new(),
            depth: 0,
        }
    }

    /// Ends an expression.
    pub fn finish(&self, draft: Draft) -> Code {
        Code {
            start: draft.start as u32,
            end: self.ops.len() as u32,
        }
    }

    /// Forgets an expression that is being written.
    pub fn abandon(&mut self, draft: Draft) {
        self.ops.truncate(draft.start);
    }

    /// Forgets the expression that was written last.
    pub fn forget(&mut self, code: Code) {
        self.ops.truncate(code.start as usize);
    }

    /// Appends an instruction that pushes a value: a constant or a variable.
    pub fn push(&mut self, draft: &mut Draft, op: Op) {
        self.ops.push(op);
        draft.depth += 1;
        self.stack = self.stack.max(draft.depth);
    }

    /// The constant on top, if it is one.
    pub fn top_constant(&self, draft: &Draft) -> Option<i32> {
        self.last_constant(draft, 1)
    }

    /// Whether what is appended next is never evaluated, because a constant on the left of a logical
    /// operator decides alone.
    pub fn is_unreachable(&self, draft: &Draft) -> bool {
        draft.open.iter().any(|&position| {
            let left = position.checked_sub(1).map(|left| self.ops[left]);
            match (left, self.ops[position]) {
                (Some(Op::Constant(left)), Op::Test { test, .. }) => test.decide(left).is_some(),
                _ => false,
            }
        })
    }

    /// Applies an operator to the top.
    pub fn unary(&mut self, draft: &mut Draft, operator: Unary) {
        match self.last_constant(draft, 1) {
            Some(value) => self.fold(1, unary(operator, value)),
            None => self.ops.push(Op::Unary(operator)),
        }
    }

    /// Applies an operator to the two topmost values.
    pub fn binary(&mut self, draft: &mut Draft, operator: Binary) {
        draft.depth -= 1;
        if let Some((left, right)) = self.last_constants(draft)
            && let Ok(value) = binary(operator, left, right)
        {
            self.fold(2, value);
        } else {
            self.ops.push(Op::Binary(operator));
        }
    }

    /// Applies implication, of which both operands have been written, to the two topmost values.
    pub fn strict_imply(&mut self, draft: &mut Draft) {
        draft.depth -= 1;
        match self.last_constants(draft) {
            Some((left, right)) => self.fold(2, strict_imply(left, right)),
            None => self.ops.push(Op::StrictImply),
        }
    }

    /// Ends the left operand of a logical operator.
    pub fn left(&mut self, draft: &mut Draft, test: Test) {
        draft.depth -= 1;
        draft.open.push(self.ops.len());
        self.ops.push(Op::Test { test, skip: 0 });
    }

    /// Ends the right operand of the logical operator whose left operand was ended last.
    pub fn right(&mut self, draft: &mut Draft, truth: TruthRule) {
        self.ops.push(Op::Close(truth));
        let position = draft
            .open
            .pop()
            .expect("an operator follows its left operand");
        let distance = (self.ops.len() - position - 1) as u32;
        if let Op::Test { skip, .. } = &mut self.ops[position] {
            *skip = distance;
        }
        self.fold_logical(draft, position, truth);
    }

    /// Replaces the index on top by the element of an array.
    pub fn element(&mut self, draft: &mut Draft, array: Array) {
        let index = self.last_constant(draft, 1);
        match index.map(|index| checked_index(index, array.length)) {
            Some(Ok(index)) => {
                self.ops.pop();
                self.ops.push(Op::Load(array.element(index)));
            }
            _ => self.ops.push(Op::Element(array)),
        }
    }

    /// Replaces the index on top by the element of a table of constants.
    pub fn table_element(&mut self, draft: &mut Draft, start: u32, length: u32) {
        let index = self.last_constant(draft, 1);
        match index.map(|index| checked_index(index, length)) {
            Some(Ok(index)) => {
                let value = self.tables[(start + index) as usize];
                self.fold(1, value);
            }
            _ => self.ops.push(Op::TableElement { start, length }),
        }
    }

    /// The constant that an instruction of this expression pushes, so many from the end.
    fn last_constant(&self, draft: &Draft, back: usize) -> Option<i32> {
        let position = self.ops.len().checked_sub(back)?;
        match self.ops.get(position) {
            Some(&Op::Constant(value)) if position >= draft.start => Some(value),
            _ => None,
        }
    }

    fn last_constants(&self, draft: &Draft) -> Option<(i32, i32)> {
        self.last_constant(draft, 2)
            .zip(self.last_constant(draft, 1))
    }

    /// Replaces the last instructions by a constant.
    fn fold(&mut self, instructions: usize, value: i32) {
        self.ops.truncate(self.ops.len() - instructions);
        self.ops.push(Op::Constant(value));
    }

    /// Computes a logical operator between constants.
    fn fold_logical(&mut self, draft: &Draft, position: usize, truth: TruthRule) {
        let [
            ..,
            Op::Constant(left),
            Op::Test { test, .. },
            Op::Constant(right),
            Op::Close(_),
        ] = self.ops[draft.start..]
        else {
            return;
        };
        if position + 3 == self.ops.len() {
            let value = test.decide(left).unwrap_or_else(|| truth.of(right));
            self.fold(4, value);
        }
    }
}
