//! Expressions to native code.
//!
//! The stack machine's code is read once from front to back; its stack becomes a stack of values.
//! A logical operator branches only where its right operand could fail or is long; elsewhere both
//! operands are evaluated.  Whatever fails leaves for the function's bail block: the interpreter
//! then says what happened.

use cranelift_codegen::ir::{Block, InstBuilder, MemFlagsData, Type as IrType, Value, types};
use cranelift_codegen::ir::{BlockArg, condcodes::IntCC};
use cranelift_frontend::FunctionBuilder;

use super::memory::{Memory, Reading};
use super::operand::{Operand, bounds};
use crate::evaluate;
use crate::{Array, Binary, Cell, Kind, Op, Test, TruthRule, Unary};

/// Up to so many instructions a right operand is evaluated without a branch.
const SHORT: u32 = 24;

/// Memory that is aligned and can be read and written.
pub(super) fn plain() -> MemFlagsData {
    MemFlagsData::trusted()
}

/// What expressions are translated into.
pub(super) struct Emitter<'e, 'f> {
    pub(super) builder: &'e mut FunctionBuilder<'f>,
    /// The state that the function was called with.
    pub(super) source: Value,
    /// The constant arrays.
    pub(super) tables: *const i32,
    /// Where failures go.
    pub(super) bail: Block,
}

/// A logical operator whose right operand is being translated.
enum Open {
    /// Both operands are evaluated.
    Eager(Test, Operand),
    /// The right operand is evaluated in a block of its own.
    Lazy(Test, Block),
    /// The operator is a conjunct of a guard: where its left operand is 0, the guard has failed.
    Exit,
}

impl Emitter<'_, '_> {
    /// Translates an expression.
    pub(super) fn value(&mut self, code: &[Op], memory: &Memory) -> Operand {
        self.translate(code, memory, None)
    }

    /// Translates a guard: goes on where it holds, and to `otherwise` where it does not.
    pub(super) fn guard(&mut self, code: &[Op], memory: &Memory, otherwise: Block) {
        let value = self.translate(code, memory, Some(otherwise));
        match value.as_constant() {
            Some(0) => self.leave_for(otherwise),
            Some(_) => {}
            None => {
                let holds = value.to_truth(self.builder);
                self.branch_unless(holds, otherwise);
            }
        }
    }

    fn translate(&mut self, code: &[Op], memory: &Memory, otherwise: Option<Block>) -> Operand {
        let failing = failing_before(code);
        let conjuncts = guard_conjuncts(code);
        let mut stack: Vec<Operand> = Vec::new();
        let mut open: Vec<Open> = Vec::new();
        for (position, &op) in code.iter().enumerate() {
            let mut pop = || stack.pop().expect("code takes only what it pushed");
            let value = match op {
                Op::Test { test, skip } => {
                    let left = pop();
                    let end = position + skip as usize;
                    let safe = failing[position + 1] == failing[end];
                    open.push(match otherwise {
                        Some(otherwise) if conjuncts[position] => {
                            let holds = left.to_truth(self.builder);
                            self.branch_unless(holds, otherwise);
                            Open::Exit
                        }
                        _ if safe && skip <= SHORT => Open::Eager(test, left),
                        _ => Open::Lazy(test, self.decide(test, left)),
                    });
                    continue;
                }
                Op::Close(truth) => {
                    let operator = open.pop().expect("every operator has a left operand");
                    self.close(operator, truth, pop())
                }
                Op::Constant(value) => Operand::constant(value),
                Op::Load(cell) => self.read(cell, memory),
                Op::Element(array) => self.element(array, pop(), memory),
                Op::TableElement { start, length } => self.table_element(start, length, pop()),
                Op::Unary(operator) => self.unary(operator, pop()),
                Op::Binary(operator) => {
                    let right = pop();
                    self.binary(operator, pop(), right)
                }
                Op::StrictImply => {
                    let right = pop();
                    self.both(Test::Imply, pop(), TruthRule::NonZero, right)
                }
            };
            stack.push(value);
        }
        stack.pop().expect("an expression has a value")
    }

    /// Leaves for `block`; what follows is never reached.
    pub(super) fn leave_for(&mut self, block: Block) {
        self.builder.ins().jump(block, &[]);
        let unreachable = self.builder.create_block();
        self.builder.switch_to_block(unreachable);
    }

    /// Goes on where the truth is 1, and to `otherwise` where it is 0.
    pub(super) fn branch_unless(&mut self, truth: Value, otherwise: Block) {
        let next = self.builder.create_block();
        self.builder.ins().brif(truth, next, &[], otherwise, &[]);
        self.builder.switch_to_block(next);
    }

    /// Bails out where the truth is 1.
    pub(super) fn bail_if(&mut self, truth: Value) {
        let next = self.builder.create_block();
        self.builder.ins().brif(truth, self.bail, &[], next, &[]);
        self.builder.switch_to_block(next);
    }

    /// Branches to a block for the right operand unless the left one decides; gives the block after
    /// both.
    fn decide(&mut self, test: Test, left: Operand) -> Block {
        let kind = if test == Test::OrItself {
            types::I32
        } else {
            types::I8
        };
        let right = self.builder.create_block();
        let after = self.builder.create_block();
        self.builder.append_block_param(after, kind);
        let truth = left.to_truth(self.builder);
        let decided = match test {
            Test::OrItself => left.to_number(self.builder),
            _ => self
                .builder
                .ins()
                .iconst(kind, i64::from(test != Test::And)),
        };
        let decided = [BlockArg::Value(decided)];
        let ins = self.builder.ins();
        match test {
            Test::And | Test::Imply => ins.brif(truth, right, &[], after, &decided),
            Test::Or | Test::OrItself => ins.brif(truth, after, &decided, right, &[]),
        };
        self.builder.switch_to_block(right);
        after
    }

    fn truth_of(&mut self, truth: TruthRule, right: Operand) -> Value {
        match truth {
            TruthRule::Positive => right.to_positive(self.builder),
            TruthRule::NonZero => right.to_truth(self.builder),
        }
    }

    fn close(&mut self, operator: Open, truth: TruthRule, right: Operand) -> Operand {
        match operator {
            Open::Eager(test, left) => self.both(test, left, truth, right),
            Open::Exit => Operand::truth(self.truth_of(truth, right)),
            Open::Lazy(test, after) => {
                let mut value = self.truth_of(truth, right);
                if test == Test::OrItself {
                    value = self.builder.ins().uextend(types::I32, value);
                }
                self.builder.ins().jump(after, &[BlockArg::Value(value)]);
                self.builder.switch_to_block(after);
                let result = self.builder.block_params(after)[0];
                match test {
                    Test::OrItself => Operand::number(result),
                    _ => Operand::truth(result),
                }
            }
        }
    }

    /// A logical operator of which both operands have been evaluated.
    fn both(&mut self, test: Test, left: Operand, truth: TruthRule, right: Operand) -> Operand {
        let right = self.truth_of(truth, right);
        let left_truth = left.to_truth(self.builder);
        Operand::truth(match test {
            Test::And => self.builder.ins().band(left_truth, right),
            Test::Or => self.builder.ins().bor(left_truth, right),
            Test::Imply => {
                let negated = self.builder.ins().bxor_imm_s(left_truth, 1);
                self.builder.ins().bor(negated, right)
            }
            Test::OrItself => {
                let number = left.to_number(self.builder);
                let right = self.builder.ins().uextend(types::I32, right);
                let chosen = self.builder.ins().select(left_truth, number, right);
                return Operand::number(chosen);
            }
        })
    }

    fn unary(&mut self, operator: Unary, operand: Operand) -> Operand {
        if operator == Unary::Not {
            return operand.negation(self.builder);
        }
        let number = operand.to_number(self.builder);
        Operand::number(match operator {
            Unary::Negate => self.builder.ins().ineg(number),
            _ => self.builder.ins().bnot(number),
        })
    }

    fn binary(&mut self, operator: Binary, left: Operand, right: Operand) -> Operand {
        if let (Some(left), Some(right)) = (left.as_constant(), right.as_constant())
            && let Ok(value) = evaluate::binary(operator, left, right)
        {
            return Operand::constant(value);
        }
        let bounds = bounds(operator, left, right);
        let a = left.to_number(self.builder);
        if matches!(operator, Binary::Divide | Binary::Remainder) {
            let value = self.division(operator, a, right);
            return Operand::within(value, bounds);
        }
        let b = right.to_number(self.builder);
        if let Some(condition) = comparison(operator) {
            return Operand::truth(self.builder.ins().icmp(condition, a, b));
        }
        let ins = self.builder.ins();
        let value = match operator {
            Binary::Or => ins.bor(a, b),
            Binary::And => ins.band(a, b),
            Binary::Xor => ins.bxor(a, b),
            Binary::ShiftLeft => ins.ishl(a, b),
            Binary::ShiftRight => ins.sshr(a, b),
            Binary::Add => ins.iadd(a, b),
            Binary::Subtract => ins.isub(a, b),
            _ => ins.imul(a, b),
        };
        Operand::within(value, bounds)
    }

    /// A division or remainder: by 0 it fails, and by −1 the processor must not be asked.
    fn division(&mut self, operator: Binary, a: Value, right: Operand) -> Value {
        let b = right.to_number(self.builder);
        if right.low <= 0 && right.high >= 0 {
            let zero = self.builder.ins().icmp_imm_s(IntCC::Equal, b, 0);
            self.bail_if(zero);
        }
        let divide = |builder: &mut FunctionBuilder<'_>, b: Value| match operator {
            Binary::Divide => builder.ins().sdiv(a, b),
            _ => builder.ins().srem(a, b),
        };
        if right.low > -1 || right.high < -1 {
            return divide(self.builder, b);
        }
        let is_minus_one = self.builder.ins().icmp_imm_s(IntCC::Equal, b, -1);
        let one = self.builder.ins().iconst(types::I32, 1);
        let divisor = self.builder.ins().select(is_minus_one, one, b);
        let quotient = divide(self.builder, divisor);
        let by_minus_one = match operator {
            Binary::Divide => self.builder.ins().ineg(a),
            _ => self.builder.ins().iconst(types::I32, 0),
        };
        self.builder
            .ins()
            .select(is_minus_one, by_minus_one, quotient)
    }

    pub(super) fn read(&mut self, cell: Cell, memory: &Memory) -> Operand {
        let base = match memory.read(cell) {
            Reading::Known(operand) => return operand,
            Reading::Source => self.source,
            Reading::Target(target) => target,
        };
        let value = self.load(cell.kind, base, cell.offset as i32);
        Operand::within(value, cell.kind.range())
    }

    /// Loads a value of a kind, widened to 32 bits.
    pub(super) fn load(&mut self, kind: Kind, base: Value, offset: i32) -> Value {
        let ins = self.builder.ins();
        match (kind.bytes(), kind.is_signed()) {
            (1, false) => ins.uload8(types::I32, plain(), base, offset),
            (1, true) => ins.sload8(types::I32, plain(), base, offset),
            (2, false) => ins.uload16(types::I32, plain(), base, offset),
            (2, true) => ins.sload16(types::I32, plain(), base, offset),
            _ => ins.load(types::I32, plain(), base, offset),
        }
    }

    /// Stores the low bits of a 32-bit number.
    pub(super) fn store(&mut self, kind: Kind, value: Value, base: Value, offset: i32) {
        let ins = self.builder.ins();
        match kind.bytes() {
            1 => ins.istore8(plain(), value, base, offset),
            2 => ins.istore16(plain(), value, base, offset),
            _ => ins.store(plain(), value, base, offset),
        };
    }

    /// The distance in bytes of an array's element from the first one; bails out if there is no
    /// such element.
    pub(super) fn distance(&mut self, index: Operand, length: u32, bytes: u32) -> Value {
        let number = index.to_number(self.builder);
        if !index.lies_within((0, length as i32 - 1)) {
            let condition = IntCC::UnsignedGreaterThanOrEqual;
            let outside = self
                .builder
                .ins()
                .icmp_imm_s(condition, number, i64::from(length));
            self.bail_if(outside);
        }
        let wide = self.builder.ins().uextend(types::I64, number);
        match bytes {
            1 => wide,
            _ => self.builder.ins().imul_imm_s(wide, i64::from(bytes)),
        }
    }

    fn element(&mut self, array: Array, index: Operand, memory: &Memory) -> Operand {
        let kind = array.first.kind;
        let distance = self.distance(index, array.length, kind.bytes());
        let base = match memory.read_array(array) {
            Reading::Target(target) => target,
            _ => self.source,
        };
        let address = self.builder.ins().iadd(base, distance);
        let value = self.load(kind, address, array.first.offset as i32);
        Operand::within(value, kind.range())
    }

    fn table_element(&mut self, start: u32, length: u32, index: Operand) -> Operand {
        let distance = self.distance(index, length, size_of::<i32>() as u32);
        let first = self.tables.wrapping_add(start as usize) as i64;
        let base = self.builder.ins().iconst(types::I64, first);
        let address = self.builder.ins().iadd(base, distance);
        Operand::number(self.builder.ins().load(types::I32, plain(), address, 0))
    }

    /// Copies so many bytes, in the largest pieces that fit.
    pub(super) fn copy(&mut self, from: (Value, u32), to: (Value, u32), bytes: u32) {
        let mut done = 0;
        while done < bytes {
            let (kind, size) = largest_piece(bytes - done);
            let flags = MemFlagsData::new().with_notrap();
            let piece = self
                .builder
                .ins()
                .load(kind, flags, from.0, (from.1 + done) as i32);
            self.builder
                .ins()
                .store(flags, piece, to.0, (to.1 + done) as i32);
            done += size;
        }
    }
}

fn largest_piece(bytes: u32) -> (IrType, u32) {
    match bytes {
        16.. => (types::I8X16, 16),
        8..16 => (types::I64, 8),
        4..8 => (types::I32, 4),
        2..4 => (types::I16, 2),
        _ => (types::I8, 1),
    }
}

fn comparison(operator: Binary) -> Option<IntCC> {
    Some(match operator {
        Binary::Equal => IntCC::Equal,
        Binary::NotEqual => IntCC::NotEqual,
        Binary::Less => IntCC::SignedLessThan,
        Binary::LessEqual => IntCC::SignedLessThanOrEqual,
        Binary::Greater => IntCC::SignedGreaterThan,
        Binary::GreaterEqual => IntCC::SignedGreaterThanOrEqual,
        _ => return None,
    })
}

/// For each position how many instructions before it can fail.
fn failing_before(code: &[Op]) -> Vec<u32> {
    let mut failing = vec![0];
    for op in code {
        let fails = match op {
            Op::Element(_) | Op::TableElement { .. } => true,
            Op::Binary(operator) => matches!(operator, Binary::Divide | Binary::Remainder),
            _ => false,
        };
        failing.push(failing[failing.len() - 1] + u32::from(fails));
    }
    failing
}

/// Which instructions are the tests of those `and` operators that a guard is a conjunction of: if
/// the left operand of one of them is 0, so is the guard.
fn guard_conjuncts(code: &[Op]) -> Vec<bool> {
    let mut conjuncts = vec![false; code.len() + 1];
    // Positions where the value on top decides the guard alone if it is 0.
    let mut decisive = vec![false; code.len() + 1];
    decisive[code.len()] = true;
    for (position, op) in code.iter().enumerate().rev() {
        if let Op::Test {
            test: Test::And,
            skip,
        } = *op
        {
            let close = position + skip as usize;
            conjuncts[position] = decisive[close + 1];
            decisive[position] = decisive[close + 1];
            decisive[close] = decisive[close + 1];
        }
    }
    conjuncts
}
