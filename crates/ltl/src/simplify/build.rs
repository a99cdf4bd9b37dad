//! The rewriting engine: builds operators over settled operands until no rule applies.
//!
//! What a rule sketches is built in turn, on an explicit stack, because one rewriting may cause as
//! many others as the formula is deep: `F X X X a` lifts X after X.  A formula is *settled* if no
//! rule applies to it or to anything below it; what became of the others is remembered.

use crate::{Formula, Formulas, Node};

use super::Simplifier;
use super::lens::{Lens, Op, Sketch};
use super::normal;
use super::rules::Kind;

/// A step of [`Simplifier::build`].
enum Task {
    Build(Sketch),
    /// Apply the operator to the last so many values.
    Apply(Op, usize),
    /// The last value is what became of this formula.
    Settle(Formula),
    /// The last value is the negation of this formula.
    Negated(Formula),
}

impl Simplifier {
    /// Builds a sketch over settled formulas, and rewrites it until no rule applies.
    pub(super) fn build(&mut self, formulas: &mut Formulas, sketch: Sketch) -> Formula {
        let mut values = Vec::new();
        let mut tasks = vec![Task::Build(sketch)];
        while let Some(task) = tasks.pop() {
            match task {
                Task::Build(Sketch::Leaf(formula)) => values.push(formula),
                Task::Build(Sketch::Apply(op, operands)) => {
                    tasks.push(Task::Apply(op, operands.len()));
                    tasks.extend(operands.into_iter().rev().map(Task::Build));
                }
                Task::Apply(op, count) => {
                    let operands = values.split_off(values.len() - count);
                    self.apply(formulas, op, &operands, &mut tasks);
                }
                Task::Settle(formula) => {
                    let settled = *values.last().expect("built just before");
                    self.settled.insert(formula, settled);
                }
                Task::Negated(formula) => {
                    let negation = *values.last().expect("built just before");
                    self.negations.insert(formula, negation);
                    self.negations.insert(negation, formula);
                }
            }
        }
        values.pop().expect("one sketch, one formula")
    }

    /// Applies an operator to settled operands, and leaves the rest of the work in `tasks`.
    fn apply(
        &mut self,
        formulas: &mut Formulas,
        op: Op,
        operands: &[Formula],
        tasks: &mut Vec<Task>,
    ) {
        if let (Op::Not, &[a]) = (op, operands) {
            return self.negate(formulas, a, tasks);
        }
        let formula = self.make(formulas, op.over(operands));
        if let Some(settled) = self.settled.get(formula) {
            tasks.push(Task::Build(settled.into()));
        } else if let Some(sketch) = self.rewrite(formulas, formula) {
            tasks.push(Task::Settle(formula));
            tasks.push(Task::Build(sketch));
        } else {
            self.settled.insert(formula, formula);
            tasks.push(Task::Build(formula.into()));
        }
    }

    fn make(&mut self, formulas: &mut Formulas, node: Node) -> Formula {
        let formula = formulas.make(node);
        self.facts.note(formulas, formula);
        formula
    }

    /// Negates a settled formula, operator by operator.
    fn negate(&mut self, formulas: &mut Formulas, formula: Formula, tasks: &mut Vec<Task>) {
        if let Some(known) = self.negations.get(formula) {
            return tasks.push(Task::Build(known.into()));
        }
        tasks.push(Task::Negated(formula));
        tasks.push(Task::Build(
            match normal::negation(formulas.node(formula)) {
                Some(sketch) => sketch,
                None => {
                    let negation = formulas.not(formula);
                    self.facts.note(formulas, negation);
                    negation.into()
                }
            },
        ));
    }

    /// Uses up fuel; all of it if the budget has ended.
    fn burn(&mut self, amount: u64) {
        self.fuel = match self.budget.check() {
            Ok(()) => self.fuel.saturating_sub(amount),
            Err(_) => 0,
        };
    }

    /// What the first rule that applies makes of a formula.
    fn rewrite(&mut self, formulas: &Formulas, formula: Formula) -> Option<Sketch> {
        let node = formulas.node(formula);
        let mut operands = Vec::new();
        node.each_operand(|operand| operands.push(operand));
        self.burn(1 + operands.len() as u64);
        let (kind, lenses) = Kind::of(node).filter(|_| self.fuel > 0)?;
        for &dual in lenses {
            let lens = Lens {
                formulas,
                facts: &self.facts,
                implications: &self.implications,
                dual,
            };
            for &(number, rule) in self.rules.of(kind) {
                if let Some(sketch) = rule.apply(&lens, &operands) {
                    debug_assert!(
                        decreases(&lens, formula, &sketch),
                        "{}: {formula:?} becomes {sketch:?}",
                        rule.name
                    );
                    self.applied[number] += 1;
                    return Some(if dual { sketch.dualized() } else { sketch });
                }
            }
        }
        None
    }
}

/// Whether a rewriting decreases the measure, as far as it can be counted.
fn decreases(lens: &Lens<'_>, formula: Formula, sketch: &Sketch) -> bool {
    let before = lens.facts.get(formula).measure;
    lens.measure(sketch) < before || before.reach.max(before.delay) > u64::MAX / 2
}
