//! Values during the translation of expressions: constants and truths are kept apart from numbers,
//! and every value carries the interval that it must lie in, so that checks which cannot fail need
//! no code.

use cranelift_codegen::ir::{InstBuilder, Value, condcodes::IntCC, types};
use cranelift_frontend::FunctionBuilder;

use crate::Binary;
use crate::bounds::{Bounds, binary_bounds};

/// How a value is held.
#[derive(Clone, Copy, Debug)]
enum Form {
    Constant(i32),
    /// A 32-bit number.
    Number(Value),
    /// An 8-bit 0 or 1.
    TruthRule(Value),
}

/// A value and the interval that it must lie in.
#[derive(Clone, Copy, Debug)]
pub(super) struct Operand {
    form: Form,
    pub(super) low: i32,
    pub(super) high: i32,
}

impl Operand {
    pub(super) fn constant(value: i32) -> Self {
        Self {
            form: Form::Constant(value),
            low: value,
            high: value,
        }
    }

    /// A 32-bit number of which nothing is known.
    pub(super) fn number(value: Value) -> Self {
        Self::within(value, (i32::MIN, i32::MAX))
    }

    /// A 32-bit number between two bounds.
    pub(super) fn within(value: Value, (low, high): (i32, i32)) -> Self {
        Self {
            form: Form::Number(value),
            low,
            high,
        }
    }

    /// An 8-bit 0 or 1.
    pub(super) fn truth(value: Value) -> Self {
        Self {
            form: Form::TruthRule(value),
            low: 0,
            high: 1,
        }
    }

    pub(super) fn as_constant(self) -> Option<i32> {
        match self.form {
            Form::Constant(value) => Some(value),
            _ => None,
        }
    }

    /// The value as a 32-bit number.
    pub(super) fn to_number(self, builder: &mut FunctionBuilder<'_>) -> Value {
        match self.form {
            Form::Constant(value) => builder.ins().iconst(types::I32, i64::from(value)),
            Form::Number(value) => value,
            Form::TruthRule(value) => builder.ins().uextend(types::I32, value),
        }
    }

    /// Whether the value is not 0, as an 8-bit 0 or 1.
    pub(super) fn to_truth(self, builder: &mut FunctionBuilder<'_>) -> Value {
        self.compared(builder, IntCC::NotEqual)
    }

    /// Whether the value is above 0, as an 8-bit 0 or 1.
    pub(super) fn to_positive(self, builder: &mut FunctionBuilder<'_>) -> Value {
        self.compared(builder, IntCC::SignedGreaterThan)
    }

    fn compared(self, builder: &mut FunctionBuilder<'_>, condition: IntCC) -> Value {
        match self.form {
            Form::Constant(value) => {
                let holds = match condition {
                    IntCC::NotEqual => value != 0,
                    _ => value > 0,
                };
                builder.ins().iconst(types::I8, i64::from(holds))
            }
            Form::Number(value) => builder.ins().icmp_imm_s(condition, value, 0),
            Form::TruthRule(value) => value,
        }
    }

    /// Whether the value is 0.
    pub(super) fn negation(self, builder: &mut FunctionBuilder<'_>) -> Operand {
        Operand::truth(match self.form {
            Form::Constant(value) => builder.ins().iconst(types::I8, i64::from(value == 0)),
            Form::Number(value) => builder.ins().icmp_imm_s(IntCC::Equal, value, 0),
            Form::TruthRule(value) => builder.ins().bxor_imm_s(value, 1),
        })
    }

    /// Whether the value must lie between two bounds.
    pub(super) fn lies_within(self, (low, high): (i32, i32)) -> bool {
        low <= self.low && self.high <= high
    }
}

/// The bounds of an operator's result.
pub(super) fn bounds(operator: Binary, a: Operand, b: Operand) -> Bounds {
    binary_bounds(operator, (a.low, a.high), (b.low, b.high))
}
