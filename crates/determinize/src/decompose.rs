//! A formula as a boolean combination of formulas of the temporal hierarchy.
//!
//! Conjunctions and disjunctions are taken apart, also below X, G and F as far as these distribute over them; so is
//! G(a → ⋀ bᵢ), which is ⋀ G(a → bᵢ): small formulas make small automata.  What is left is sorted into the classes
//! that a construction exists for.  A guarantee formula is the negation of a safety formula and a recurrence
//! formula that of a persistence formula; what is none of these is brought into normal form first
//! ([`crate::normalize`]).

use indexmap::{IndexMap, IndexSet};
use lariat_budget::Exhausted;
use lariat_ltl::class::levels;
use lariat_ltl::nnf::{negate, nnf};
use lariat_ltl::simplify::Simplifier;
use lariat_ltl::{Formula, Formulas, Node};
use rustc_hash::{FxBuildHasher, FxHashMap};

use crate::error::{DeterminizeError, Limits, text};
use crate::formulas::{bounded_depth, has_future, is_strong};
use crate::normalize::rewrite;

/// A formula of a class that there is a construction for.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Part {
    /// X^steps body, where the body does not look ahead.
    At { steps: usize, body: Formula },
    /// X^steps G body, where the body looks at finitely many letters.
    Always { steps: usize, body: Formula },
    /// G F body, where the body looks at finitely many letters.
    Recurring { body: Formula },
    /// Something bad never happens: Π₁.
    Safety(Formula),
    /// From some point on something bad happens no more: Σ₂.
    Persistence(Formula),
}

impl Part {
    /// The formula that it is about.
    pub(crate) fn body(self) -> Formula {
        match self {
            Part::At { body, .. } | Part::Always { body, .. } | Part::Recurring { body } => body,
            Part::Safety(formula) | Part::Persistence(formula) => formula,
        }
    }
}

/// A combination of parts; operands are the numbers of earlier combinations.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Combination {
    /// A constant.
    Constant(bool),
    /// The part with this number, or its negation.
    Part { index: usize, negated: bool },
    /// The conjunction.
    All(Vec<usize>),
    /// The disjunction.
    Any(Vec<usize>),
}

/// The parts, and how they make up the formula.
#[derive(Default, Debug)]
pub(crate) struct Decomposition {
    pub(crate) parts: IndexSet<Part, FxBuildHasher>,
    pub(crate) combinations: IndexSet<Combination, FxBuildHasher>,
    /// Which of them is the formula.
    pub(crate) root: usize,
}

/// Takes a formula apart that has no past operator over the future.
pub(crate) fn decompose(
    formulas: &mut Formulas,
    formula: Formula,
    limits: &Limits,
) -> Result<Decomposition, DeterminizeError> {
    let mut decomposer = Decomposer {
        formulas,
        simplifier: Simplifier::within(&limits.budget),
        limits,
        rewritten: 0,
        result: Decomposition::default(),
        tasks: Vec::new(),
        done: Vec::new(),
        known: FxHashMap::default(),
    };
    let formula = decomposer.prepared(formula)?;
    decomposer.tasks.push(Task::Visit((formula, false)));
    decomposer.run()?;
    decomposer.result.root = decomposer.done.pop().expect("the formula is done");
    Ok(decomposer.result)
}

/// A formula, and whether it is negated.
type Signed = (Formula, bool);

enum Task {
    /// Take the formula apart.
    Visit(Signed),
    /// Join so many of what is done: a conjunction, or a disjunction.
    Join { count: usize, conjunction: bool },
    /// The formula is the last of what is done.
    Know(Signed),
}

struct Decomposer<'a> {
    formulas: &'a mut Formulas,
    simplifier: Simplifier,
    limits: &'a Limits,
    rewritten: usize,
    result: Decomposition,
    tasks: Vec<Task>,
    /// The combinations that wait to be joined.
    done: Vec<usize>,
    known: FxHashMap<Signed, usize>,
}

/// Conjunctions of more parts than this are simplified part by part.
const LARGE_CONJUNCTION: usize = 32;

impl Decomposer<'_> {
    fn prepared(&mut self, formula: Formula) -> Result<Formula, Exhausted> {
        let formula = nnf(self.formulas, formula);
        let parts = match self.formulas.node(formula) {
            Node::And(parts) if parts.len() > LARGE_CONJUNCTION => parts.to_vec(),
            _ => return Ok(self.simplified(formula)),
        };
        let mut simple = Vec::with_capacity(parts.len());
        for part in parts {
            self.limits.budget.check()?;
            simple.push(self.simplified(part));
        }
        Ok(self.formulas.all(simple))
    }

    /// An equivalent formula in negation normal form.
    fn simplified(&mut self, formula: Formula) -> Formula {
        let simple = self.simplifier.simplify(self.formulas, formula);
        nnf(self.formulas, simple)
    }

    /// The formula, simplified if that brings it into a class; else simplification might undo rewriting.
    fn simplified_into_class(&mut self, formula: Formula) -> Formula {
        let simple = self.simplified(formula);
        let levels = levels(self.formulas, simple);
        if levels.sigma <= 2 || levels.pi <= 2 {
            simple
        } else {
            formula
        }
    }

    fn run(&mut self) -> Result<(), DeterminizeError> {
        while let Some(task) = self.tasks.pop() {
            self.limits.budget.check()?;
            match task {
                Task::Visit(signed) => match self.known.get(&signed) {
                    Some(&known) => self.done.push(known),
                    None => {
                        self.tasks.push(Task::Know(signed));
                        self.visit(signed.0, signed.1)?;
                    }
                },
                Task::Join { count, conjunction } => {
                    let mut operands = self.done.split_off(self.done.len() - count);
                    operands.sort_unstable();
                    operands.dedup();
                    self.combine(if conjunction {
                        Combination::All(operands)
                    } else {
                        Combination::Any(operands)
                    });
                }
                Task::Know(signed) => {
                    let last = *self.done.last().expect("it was just done");
                    self.known.insert(signed, last);
                }
            }
        }
        Ok(())
    }

    fn combine(&mut self, combination: Combination) {
        let index = self.result.combinations.insert_full(combination).0;
        self.done.push(index);
    }

    fn emit(&mut self, part: Part, negated: bool) {
        let index = self.result.parts.insert_full(part).0;
        self.combine(Combination::Part { index, negated });
    }

    fn visit(&mut self, formula: Formula, negated: bool) -> Result<(), DeterminizeError> {
        let (steps, inner) = without_next(self.formulas, formula);
        let node = self.formulas.node(inner).clone();
        match &node {
            Node::True => self.combine(Combination::Constant(!negated)),
            Node::False => self.combine(Combination::Constant(negated)),
            _ if !has_future(self.formulas, inner) => {
                self.emit(Part::At { steps, body: inner }, negated);
            }
            Node::And(parts) => self.junction(parts, steps, true, negated),
            Node::Or(parts) => self.junction(parts, steps, false, negated),
            node if is_strong(node) => {
                let opposite = negate(self.formulas, formula);
                self.weak(opposite, !negated)?;
            }
            _ => self.weak(formula, negated)?,
        }
        Ok(())
    }

    /// Visits the operands of a conjunction or disjunction below `steps` X, those without temporal operators
    /// together.
    fn junction(&mut self, parts: &[Formula], steps: usize, conjunction: bool, negated: bool) {
        let mut plain: IndexMap<usize, Vec<Formula>> = IndexMap::new();
        let mut visits = Vec::new();
        for &part in parts {
            let (own, inner) = without_next(self.formulas, part);
            if has_future(self.formulas, inner) {
                visits.push(later(self.formulas, part, steps));
            } else {
                plain.entry(own + steps).or_default().push(inner);
            }
        }
        for (steps, parts) in plain {
            let together = if conjunction {
                self.formulas.all(parts)
            } else {
                self.formulas.any(parts)
            };
            visits.push(later(self.formulas, together, steps));
        }
        self.visit_all(visits, conjunction, negated);
    }

    fn visit_all(&mut self, formulas: Vec<Formula>, conjunction: bool, negated: bool) {
        self.tasks.push(Task::Join {
            count: formulas.len(),
            conjunction: conjunction != negated,
        });
        let visits = formulas
            .into_iter()
            .rev()
            .map(|formula| Task::Visit((formula, negated)));
        self.tasks.extend(visits);
    }

    /// Sorts a formula into its class: X before G, W or R.
    fn weak(&mut self, formula: Formula, negated: bool) -> Result<(), DeterminizeError> {
        let (steps, inner) = without_next(self.formulas, formula);
        if let Node::Globally(body) = *self.formulas.node(inner) {
            if let Some(parts) = self.invariants(body) {
                let parts = parts.into_iter().map(|part| {
                    let always = self.formulas.make(Node::Globally(part));
                    later(self.formulas, always, steps)
                });
                let parts = parts.collect();
                self.visit_all(parts, true, negated);
                return Ok(());
            }
            if bounded_depth(self.formulas, body).is_some() {
                self.emit(Part::Always { steps, body }, negated);
                return Ok(());
            }
            if let Node::Finally(goal) = *self.formulas.node(body) {
                let (_, goal) = without_next(self.formulas, goal);
                if bounded_depth(self.formulas, goal).is_some() {
                    self.emit(Part::Recurring { body: goal }, negated);
                    return Ok(());
                }
            }
        }
        let levels = levels(self.formulas, formula);
        if levels.pi <= 1 {
            self.emit(Part::Safety(formula), negated);
        } else if levels.pi <= 2 {
            let opposite = negate(self.formulas, formula);
            self.emit(Part::Persistence(opposite), !negated);
        } else if levels.sigma <= 2 {
            self.emit(Part::Persistence(formula), negated);
        } else {
            self.rewrite(inner, steps, negated)?;
        }
        Ok(())
    }

    /// What must hold always for the conjunction to do so, if it can be taken apart.
    fn invariants(&mut self, body: Formula) -> Option<Vec<Formula>> {
        let (steps, body) = without_next(self.formulas, body);
        match self.formulas.node(body).clone() {
            Node::And(parts) => {
                let parts = parts.iter().map(|&part| later(self.formulas, part, steps));
                Some(parts.collect())
            }
            Node::Or(parts) => {
                let is_and = |part: &&Formula| matches!(self.formulas.node(**part), Node::And(_));
                let mut conjunctions = parts.iter().filter(is_and);
                let (&conjunction, None) = (conjunctions.next()?, conjunctions.next()) else {
                    return None;
                };
                if !has_future(self.formulas, conjunction) {
                    return None;
                }
                let Node::And(inner) = self.formulas.node(conjunction).clone() else {
                    return None;
                };
                let rest = parts.iter().copied().filter(|&part| part != conjunction);
                let rest: Vec<Formula> = rest.collect();
                // What is copied into every part should cost no automaton of its own.
                if rest
                    .iter()
                    .any(|&part| bounded_depth(self.formulas, part).is_none())
                {
                    return None;
                }
                let split = inner.iter().map(|&part| {
                    let clause = self.formulas.any(rest.iter().copied().chain([part]));
                    later(self.formulas, clause, steps)
                });
                Some(split.collect())
            }
            _ => None,
        }
    }

    /// Takes a formula that is in no class a step nearer to normal form.
    ///
    /// Always the formula as it stands in the whole, never its negation: else steps might undo one another.
    fn rewrite(
        &mut self,
        inner: Formula,
        steps: usize,
        negated: bool,
    ) -> Result<(), DeterminizeError> {
        let inner = if negated {
            negate(self.formulas, inner)
        } else {
            inner
        };
        self.rewritten += 1;
        if self.rewritten > self.limits.rewriting_steps {
            return Err(DeterminizeError::NormalFormTooLarge {
                part: text(self.formulas, inner),
                limit: self.limits.rewriting_steps,
            });
        }
        let alternatives = rewrite(self.formulas, inner);
        let mut simple = Vec::new();
        for alternative in alternatives {
            self.limits.budget.check()?;
            // In its place behind the X: at the start of a word the past is simpler than elsewhere.
            let parts = alternative.into_iter().map(|part| {
                let part = later(self.formulas, part, steps);
                self.simplified_into_class(part)
            });
            let parts: Vec<_> = parts.collect();
            simple.push(self.formulas.all(parts));
        }
        self.visit_all(simple, false, false);
        Ok(())
    }
}

/// The formula without the X in front, and how many there are.
fn without_next(formulas: &Formulas, mut formula: Formula) -> (usize, Formula) {
    let mut steps = 0;
    while let Node::Next(inner) = formulas.node(formula) {
        formula = *inner;
        steps += 1;
    }
    (steps, formula)
}

/// The formula with so many X in front.
fn later(formulas: &mut Formulas, formula: Formula, steps: usize) -> Formula {
    (0..steps).fold(formula, |formula, _| formulas.make(Node::Next(formula)))
}
