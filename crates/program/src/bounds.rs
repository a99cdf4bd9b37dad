//! Between which bounds the value of an expression lies, and whether its evaluation may fail.
//!
//! The bounds are intervals: what is known of cells goes in, and operators carry it on.  Native
//! code leaves out checks that cannot fail, and dependencies know which steps cannot.

use rustc_hash::FxHashMap;

use crate::{Array, Binary, Cell, Op, Test, Unary};

/// The least and the largest value; a single one if both are the same.
pub(crate) type Bounds = (i32, i32);

/// Nothing is known.
const ANY: Bounds = (i32::MIN, i32::MAX);
const TRUTH: Bounds = (0, 1);

/// The bounds of an operator's result.
pub(crate) fn binary_bounds(operator: Binary, a: Bounds, b: Bounds) -> Bounds {
    let (al, ah) = (i64::from(a.0), i64::from(a.1));
    let (bl, bh) = (i64::from(b.0), i64::from(b.1));
    let (low, high) = match operator {
        Binary::Add => (al + bl, ah + bh),
        Binary::Subtract => (al - bh, ah - bl),
        Binary::Multiply => {
            let corners = [al * bl, al * bh, ah * bl, ah * bh];
            let least = corners.into_iter().min().unwrap_or(i64::MIN);
            (least, corners.into_iter().max().unwrap_or(i64::MAX))
        }
        Binary::Divide if al >= 0 && bl > 0 => (al / bh, ah / bl),
        Binary::Remainder if al >= 0 && bl > 0 => (0, ah.min(bh - 1)),
        Binary::And if al >= 0 && bl >= 0 => (0, ah.min(bh)),
        Binary::Equal
        | Binary::NotEqual
        | Binary::Less
        | Binary::LessEqual
        | Binary::Greater
        | Binary::GreaterEqual => return TRUTH,
        _ => return ANY,
    };
    match (i32::try_from(low), i32::try_from(high)) {
        (Ok(low), Ok(high)) => (low, high),
        _ => ANY,
    }
}

fn unary_bounds(operator: Unary, (low, high): Bounds) -> Bounds {
    match operator {
        Unary::Negate if low == i32::MIN => ANY,
        Unary::Negate => (-high, -low),
        Unary::Complement => (!high, !low),
        Unary::Not => TRUTH,
    }
}

/// Whether all values between bounds lie between others.
pub(crate) fn lie_within((low, high): Bounds, (least, most): Bounds) -> bool {
    least <= low && high <= most
}

/// What an expression comes to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Estimate {
    pub(crate) bounds: Bounds,
    pub(crate) can_fail: bool,
}

/// What is known of the cells of a state, beyond their kinds.
#[derive(Clone, Default, Debug)]
pub(crate) struct Knowledge {
    /// By offset.
    bounds: FxHashMap<u32, Bounds>,
}

impl Knowledge {
    pub(crate) fn of(&self, cell: Cell) -> Bounds {
        let known = self.bounds.get(&cell.offset);
        known.copied().unwrap_or(cell.kind.range())
    }

    /// Learns that a cell's value also lies between these bounds; what contradicts earlier
    /// knowledge is passed over.
    pub(crate) fn narrow(&mut self, cell: Cell, (least, most): (i64, i64)) {
        let (low, high) = self.of(cell);
        let low = i64::from(low).max(least);
        let high = i64::from(high).min(most);
        if let (Ok(low), Ok(high)) = (i32::try_from(low), i32::try_from(high))
            && low <= high
        {
            self.bounds.insert(cell.offset, (low, high));
        }
    }

    /// Notes that a value between these bounds was stored.
    pub(crate) fn store(&mut self, cell: Cell, bounds: Bounds) {
        self.bounds.insert(cell.offset, bounds);
    }

    /// Notes that some element of an array was stored into.
    pub(crate) fn blur(&mut self, array: Array) {
        for index in 0..array.length {
            self.bounds.remove(&array.element(index).offset);
        }
    }

    /// What an expression comes to.
    pub(crate) fn estimate(&self, code: &[Op]) -> Estimate {
        let mut stack: Vec<Bounds> = Vec::new();
        let mut tests: Vec<(Test, Bounds)> = Vec::new();
        let mut can_fail = false;
        for &op in code {
            let mut pop = || stack.pop().expect("code takes only what it pushed");
            let bounds = match op {
                Op::Constant(value) => (value, value),
                Op::Load(cell) => self.of(cell),
                Op::Element(array) => {
                    can_fail |= !is_index(pop(), array.length);
                    array.first.kind.range()
                }
                Op::TableElement { length, .. } => {
                    can_fail |= !is_index(pop(), length);
                    ANY
                }
                Op::Unary(operator) => unary_bounds(operator, pop()),
                Op::Binary(operator) => {
                    let right = pop();
                    let divides = matches!(operator, Binary::Divide | Binary::Remainder);
                    can_fail |= divides && lie_within((0, 0), right);
                    binary_bounds(operator, pop(), right)
                }
                Op::StrictImply => {
                    let _right = pop();
                    let _left = pop();
                    TRUTH
                }
                Op::Test { test, .. } => {
                    tests.push((test, pop()));
                    continue;
                }
                Op::Close(_) => {
                    let _right = pop();
                    match tests.pop().expect("every operator has a left operand") {
                        (Test::OrItself, (low, high)) => (low.min(0), high.max(1)),
                        _ => TRUTH,
                    }
                }
            };
            stack.push(bounds);
        }
        Estimate {
            bounds: stack.pop().expect("an expression has a value"),
            can_fail,
        }
    }
}

/// Whether values between bounds are indices of an array.
pub(crate) fn is_index(bounds: Bounds, length: u32) -> bool {
    lie_within(bounds, (0, length as i32 - 1))
}
