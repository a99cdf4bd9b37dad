//! Guards as conjunctions, and the conjuncts whose shape others understand.
//!
//! A guard is evaluated lazily from left to right, and its evaluation may fail.  A conjunct that
//! cannot fail where those before it hold is a condition of its own.  The first one that may fail
//! is kept together with all that follow it: where it fails, so does the step, whatever they are.

use lariat_model::structure::{GuardShape, Slot};

use crate::bounds::Knowledge;
use crate::{Binary, Cell, Op, Test, TruthRule, Unary};

/// A part of a guard that must be true.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Conjunct {
    pub(crate) code: Box<[Op]>,
    /// Which values count as true.
    pub(crate) truth: TruthRule,
}

/// The conjuncts of a guard, in the order of evaluation.
pub(crate) fn conjuncts(guard: &[Op]) -> Vec<Conjunct> {
    let tests = tests_of_closes(guard);
    let mut found = Vec::new();
    let mut todo = vec![(0, guard.len(), TruthRule::NonZero)];
    while let Some((start, end, truth)) = todo.pop() {
        let last = end - 1;
        match (guard[last], tests[last]) {
            (Op::Close(right), Some(position)) if is_and(guard[position]) => {
                todo.push((position + 1, last, right));
                todo.push((start, position, TruthRule::NonZero));
            }
            _ => found.push(Conjunct {
                code: guard[start..end].into(),
                truth,
            }),
        }
    }
    found
}

fn is_and(op: Op) -> bool {
    matches!(
        op,
        Op::Test {
            test: Test::And,
            ..
        }
    )
}

/// For each position of a close that of its test.
fn tests_of_closes(code: &[Op]) -> Vec<Option<usize>> {
    let mut tests = vec![None; code.len()];
    for (position, op) in code.iter().enumerate() {
        if let Op::Test { skip, .. } = op {
            tests[position + *skip as usize] = Some(position);
        }
    }
    tests
}

impl Conjunct {
    /// Whether the conjunct is always true, or always false, where that is plain.
    pub(crate) fn constant(&self) -> Option<bool> {
        match self.code[..] {
            [Op::Constant(value)] => Some(self.truth.of(value) != 0),
            _ => None,
        }
    }

    /// The conjunct as a comparison of a cell with a number.
    fn comparison(&self) -> Option<(Cell, Binary, i32)> {
        match self.code[..] {
            [Op::Load(cell)] if self.truth == TruthRule::Positive => {
                Some((cell, Binary::Greater, 0))
            }
            _ => comparison(&self.code),
        }
    }

    /// The shape of the conjunct, if it has one, and the cell that it is about.
    pub(crate) fn shape(&self, slot_of: impl Fn(Cell) -> Slot) -> Option<(Cell, GuardShape)> {
        let (cell, operator, number) = self.comparison()?;
        let slot = slot_of(cell);
        let number = i64::from(number);
        let (least, most) = cell.kind.range();
        let shape = match operator {
            Binary::Equal => GuardShape::Equals(slot, number),
            Binary::Less => GuardShape::Below(slot, number),
            Binary::LessEqual => GuardShape::Below(slot, number + 1),
            Binary::Greater => GuardShape::AtLeast(slot, number + 1),
            Binary::GreaterEqual => GuardShape::AtLeast(slot, number),
            Binary::NotEqual if number == i64::from(least) => GuardShape::AtLeast(slot, number + 1),
            Binary::NotEqual if number == i64::from(most) => GuardShape::Below(slot, number),
            _ => return None,
        };
        Some((cell, shape))
    }
}

/// Code that is not 0 where a cell compares to a number.
fn comparison(code: &[Op]) -> Option<(Cell, Binary, i32)> {
    match *code {
        [Op::Load(cell)] => Some((cell, Binary::NotEqual, 0)),
        [Op::Load(cell), Op::Constant(number), Op::Binary(operator)] => {
            negated(operator).map(|_| (cell, operator, number))
        }
        [Op::Constant(number), Op::Load(cell), Op::Binary(operator)] => {
            mirrored(operator).map(|operator| (cell, operator, number))
        }
        [ref inner @ .., Op::Unary(Unary::Not)] => {
            let nots = inner.iter().rev();
            let nots = nots.take_while(|op| **op == Op::Unary(Unary::Not)).count();
            let (cell, operator, number) = comparison(&inner[..inner.len() - nots])?;
            let operator = match nots % 2 {
                0 => negated(operator)?,
                _ => operator,
            };
            Some((cell, operator, number))
        }
        _ => None,
    }
}

/// The comparison that holds where this one does not.
fn negated(operator: Binary) -> Option<Binary> {
    Some(match operator {
        Binary::Equal => Binary::NotEqual,
        Binary::NotEqual => Binary::Equal,
        Binary::Less => Binary::GreaterEqual,
        Binary::LessEqual => Binary::Greater,
        Binary::Greater => Binary::LessEqual,
        Binary::GreaterEqual => Binary::Less,
        _ => return None,
    })
}

/// The comparison with its sides exchanged.
fn mirrored(operator: Binary) -> Option<Binary> {
    Some(match operator {
        Binary::Equal | Binary::NotEqual => operator,
        Binary::Less => Binary::Greater,
        Binary::LessEqual => Binary::GreaterEqual,
        Binary::Greater => Binary::Less,
        Binary::GreaterEqual => Binary::LessEqual,
        _ => return None,
    })
}

/// Learns what a shape says of its cell.
pub(crate) fn learn(knowledge: &mut Knowledge, cell: Cell, shape: &GuardShape) {
    let bounds = match *shape {
        GuardShape::Equals(_, number) => (number, number),
        GuardShape::AtLeast(_, number) => (number, i64::MAX),
        GuardShape::Below(_, number) => (i64::MIN, number - 1),
        GuardShape::Nowhere(_) | GuardShape::Other(_) => return,
    };
    knowledge.narrow(cell, bounds);
}
