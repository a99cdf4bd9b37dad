//! The stack machine that evaluates expressions, and the places of values in a state.
//!
//! Arithmetic is 32-bit signed and wraps; a shift count is taken modulo 32; only a division by zero
//! and an index outside its array fail.

use lariat_model::RuntimeError;

use crate::{Binary, Cell, Op, Test, TruthRule, Unary};

/// The value in a cell.
pub fn load(state: &[u32], cell: Cell) -> i32 {
    let word = state[(cell.offset >> 2) as usize] >> (8 * (cell.offset & 3));
    cell.kind.widen(word)
}

/// Writes a value that fits into a cell.
pub fn store(state: &mut [u32], cell: Cell, value: i32) {
    let shift = 8 * (cell.offset & 3);
    let mask = u32::MAX >> (32 - 8 * cell.kind.bytes());
    let word = &mut state[(cell.offset >> 2) as usize];
    *word = *word & !(mask << shift) | (value as u32 & mask) << shift;
}

pub(crate) fn unary(operator: Unary, value: i32) -> i32 {
    match operator {
        Unary::Negate => value.wrapping_neg(),
        Unary::Complement => !value,
        Unary::Not => i32::from(value == 0),
    }
}

pub(crate) fn binary(operator: Binary, left: i32, right: i32) -> Result<i32, RuntimeError> {
    if right == 0 && matches!(operator, Binary::Divide | Binary::Remainder) {
        return Err(RuntimeError::DivisionByZero);
    }
    Ok(match operator {
        Binary::Or => left | right,
        Binary::And => left & right,
        Binary::Xor => left ^ right,
        Binary::Equal => i32::from(left == right),
        Binary::NotEqual => i32::from(left != right),
        Binary::Less => i32::from(left < right),
        Binary::LessEqual => i32::from(left <= right),
        Binary::Greater => i32::from(left > right),
        Binary::GreaterEqual => i32::from(left >= right),
        Binary::ShiftLeft => left.wrapping_shl(right as u32),
        Binary::ShiftRight => left.wrapping_shr(right as u32),
        Binary::Add => left.wrapping_add(right),
        Binary::Subtract => left.wrapping_sub(right),
        Binary::Multiply => left.wrapping_mul(right),
        Binary::Divide => left.wrapping_div(right),
        Binary::Remainder => left.wrapping_rem(right),
    })
}

pub(crate) fn strict_imply(left: i32, right: i32) -> i32 {
    i32::from(left == 0 || right != 0)
}

impl Test {
    /// The result, if the left operand decides alone.
    pub(crate) fn decide(self, left: i32) -> Option<i32> {
        match self {
            Test::And => (left == 0).then_some(0),
            Test::Or => (left != 0).then_some(1),
            Test::OrItself => (left != 0).then_some(left),
            Test::Imply => (left == 0).then_some(1),
        }
    }
}

impl TruthRule {
    pub(crate) fn of(self, right: i32) -> i32 {
        i32::from(match self {
            TruthRule::Positive => right > 0,
            TruthRule::NonZero => right != 0,
        })
    }
}

/// An index that must lie below `length`.
pub(crate) fn checked_index(index: i32, length: u32) -> Result<u32, RuntimeError> {
    u32::try_from(index)
        .ok()
        .filter(|&index| index < length)
        .ok_or(RuntimeError::IndexOutOfRange)
}

/// A stack machine; its stack is kept from expression to expression.
#[derive(Debug)]
pub struct Evaluator<'p> {
    tables: &'p [i32],
    stack: Vec<i32>,
}

impl<'p> Evaluator<'p> {
    pub(crate) fn new(tables: &'p [i32], stack: usize) -> Self {
        Self {
            tables,
            stack: Vec::with_capacity(stack),
        }
    }

    /// The value of an expression in a state.
    ///
    /// # Errors
    /// When a divisor is 0 or an index lies outside its array.
    pub fn evaluate(&mut self, code: &[Op], state: &[u32]) -> Result<i32, RuntimeError> {
        self.stack.clear();
        let mut position = 0;
        while let Some(&op) = code.get(position) {
            position += 1;
            if let Op::Test { test, skip } = op {
                let left = self.pop();
                if let Some(result) = test.decide(left) {
                    self.stack.push(result);
                    position += skip as usize;
                }
            } else {
                let value = self.step(op, state)?;
                self.stack.push(value);
            }
        }
        Ok(self.pop())
    }

    fn pop(&mut self) -> i32 {
        self.stack.pop().expect("code takes only what it pushed")
    }

    /// The value that one instruction puts in the place of its operands.
    fn step(&mut self, op: Op, state: &[u32]) -> Result<i32, RuntimeError> {
        Ok(match op {
            Op::Constant(value) => value,
            Op::Load(cell) => load(state, cell),
            Op::Element(array) => {
                let index = checked_index(self.pop(), array.length)?;
                load(state, array.element(index))
            }
            Op::TableElement { start, length } => {
                let index = checked_index(self.pop(), length)?;
                self.tables[(start + index) as usize]
            }
            Op::Unary(operator) => unary(operator, self.pop()),
            Op::Binary(operator) => {
                let right = self.pop();
                binary(operator, self.pop(), right)?
            }
            Op::StrictImply => {
                let right = self.pop();
                strict_imply(self.pop(), right)
            }
            Op::Close(truth) => truth.of(self.pop()),
            Op::Test { .. } => unreachable!("tests are handled by `evaluate`"),
        })
    }
}
