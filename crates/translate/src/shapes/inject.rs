//! From shapes to marks that depend on the letter alone.

use lariat_automata::{Acceptance, Condition, Explicit, Injected, Injection, Label, Labels, Marks};
use lariat_bdd::Bdd;
use lariat_budget::{Budget, Exhausted};
use lariat_ltl::{Formula, Formulas};
use rustc_hash::FxHashMap;

use super::clauses::{Clause, clauses};
use super::recognise::{Signed, Split, split};
use crate::propositional::LabelMaker;

/// The automaton of `formula` with its fairness shapes as Inf marks, Fin marks and Streett pairs.
///
/// `route` translates the conjuncts that are none of these, if there are any.  Where it yields a
/// generalized Büchi automaton, the whole has an [`Acceptance::fairness_view`].
pub fn streett<E: From<Exhausted>>(
    formulas: &mut Formulas,
    formula: Formula,
    budget: &Budget,
    route: impl FnOnce(&mut Formulas, Formula) -> Result<Explicit, E>,
) -> Result<Injected, E> {
    let split = split(formulas, formula, budget, |shape| clauses(shape).is_some())?;
    let base = base(formulas, &split, route)?;
    let mut injector = Injector::new(formulas, base, &split.letters, budget);
    let shapes = split.shapes.iter();
    let conditions: Vec<Condition> = shapes
        .flat_map(|shape| clauses(shape).expect("only such shapes are taken"))
        .map(|clause| injector.clause(&clause))
        .collect();
    Ok(injector.finish(conditions)?)
}

/// The automaton of `formula` with every conjunct that is a boolean combination of GF and FG in its
/// acceptance condition.
///
/// `route` translates the other conjuncts, if there are any.
pub fn emerson_lei<E: From<Exhausted>>(
    formulas: &mut Formulas,
    formula: Formula,
    budget: &Budget,
    route: impl FnOnce(&mut Formulas, Formula) -> Result<Explicit, E>,
) -> Result<Injected, E> {
    let split = split(formulas, formula, budget, |_| true)?;
    let base = base(formulas, &split, route)?;
    let mut injector = Injector::new(formulas, base, &split.letters, budget);
    let shapes = split.shapes.iter();
    let conditions = shapes.map(|shape| injector.condition(shape)).collect();
    Ok(injector.finish(conditions)?)
}

/// The automaton with one state of a boolean combination of GF and FG; `None` for other formulas.
pub fn boolean_fairness(
    formulas: &Formulas,
    formula: Formula,
    budget: &Budget,
) -> Result<Option<Injected>, Exhausted> {
    let split = split(formulas, formula, budget, |_| true)?;
    if !split.rest.is_empty() {
        return Ok(None);
    }
    let mut injector = Injector::new(formulas, one_state(), &split.letters, budget);
    let shapes = split.shapes.iter();
    let conditions = shapes.map(|shape| injector.condition(shape)).collect();
    injector.finish(conditions).map(Some)
}

fn base<E>(
    formulas: &mut Formulas,
    split: &Split,
    route: impl FnOnce(&mut Formulas, Formula) -> Result<Explicit, E>,
) -> Result<Explicit, E> {
    if split.rest.is_empty() {
        return Ok(one_state());
    }
    let mut rest = Vec::new();
    for &Signed { formula, negated } in &split.rest {
        rest.push(if negated {
            formulas.not(formula)
        } else {
            formula
        });
    }
    let rest = formulas.all(rest);
    route(formulas, rest)
}

/// The automaton that accepts every word.
fn one_state() -> Explicit {
    let mut automaton = Explicit::new(Labels::default(), Acceptance::all());
    let state = automaton.add_state();
    automaton.initial.push(state);
    automaton.add_transition(state, Bdd::TRUE, Marks::EMPTY, state);
    automaton
}

struct Injector<'a> {
    maker: LabelMaker<'a>,
    base: Explicit,
    /// What the marks of the shapes stand for.
    letters: Vec<Label>,
    /// The marks that have been injected, by label: equal labels share one.
    marks: FxHashMap<Label, usize>,
    injections: Vec<Injection>,
}

impl<'a> Injector<'a> {
    fn new(
        formulas: &'a Formulas,
        mut base: Explicit,
        letters: &[Signed],
        budget: &Budget,
    ) -> Self {
        base.labels.bdds.obey(budget);
        let mut maker = LabelMaker::new(formulas, std::mem::take(&mut base.labels));
        let label = |signed: &Signed| {
            let label = maker.label(signed.formula);
            let label = label.expect("shapes speak of propositional formulas");
            if signed.negated { !label } else { label }
        };
        let letters = letters.iter().map(label).collect();
        Injector {
            maker,
            base,
            letters,
            marks: FxHashMap::default(),
            injections: Vec::new(),
        }
    }

    fn finish(self, conditions: Vec<Condition>) -> Result<Injected, Exhausted> {
        let mut base = self.base;
        base.labels = self.maker.finish();
        base.labels.bdds.release()?;
        base.acceptance.marks += self.injections.len();
        let own = std::mem::replace(&mut base.acceptance.condition, Condition::True);
        base.acceptance.condition = Condition::all([own].into_iter().chain(conditions));
        Ok(Injected {
            base,
            injections: self.injections,
        })
    }

    /// The letters that satisfy one of several marks' formulas.
    fn union(&mut self, marks: &Marks) -> Label {
        let labels = marks.iter().map(|mark| self.letters[mark]);
        let bdds = self.maker.bdds();
        labels.fold(Bdd::FALSE, |union, label| bdds.or(union, label))
    }

    fn mark(&mut self, when: Label) -> usize {
        let next = self.base.acceptance.marks + self.injections.len();
        let mark = *self.marks.entry(when).or_insert(next);
        if mark == next {
            self.injections.push(Injection { when, mark });
        }
        mark
    }

    /// A letter of the set is read infinitely often.
    fn inf(&mut self, when: Label) -> Condition {
        match when {
            Bdd::TRUE => Condition::True,
            Bdd::FALSE => Condition::False,
            _ => Condition::Inf(self.mark(when)),
        }
    }

    /// No letter of the set is read infinitely often.
    fn fin(&mut self, when: Label) -> Condition {
        match when {
            Bdd::TRUE => Condition::False,
            Bdd::FALSE => Condition::True,
            _ => Condition::Fin(self.mark(when)),
        }
    }

    /// A clause as Inf, Fin, a pair, or true; one that cannot hold is Inf of a mark on no letter.
    fn clause(&mut self, clause: &Clause) -> Condition {
        let fulfils = self.union(&clause.inf);
        let obliges = match &clause.fin {
            Some(marks) => self.union(marks),
            None => Bdd::TRUE,
        };
        // A letter of both fulfils what it obliges to.
        let owing = self.maker.bdds().minus(obliges, fulfils);
        if owing.is_false() {
            Condition::True
        } else if owing == !fulfils {
            Condition::Inf(self.mark(fulfils))
        } else if fulfils.is_false() {
            Condition::Fin(self.mark(obliges))
        } else {
            let fin = Condition::Fin(self.mark(obliges));
            Condition::any([fin, Condition::Inf(self.mark(fulfils))])
        }
    }

    /// A condition over the marks of the shapes as one over injected marks.
    ///
    /// Recursion is as deep as the condition, whose size is bounded where it is made.
    fn condition(&mut self, condition: &Condition) -> Condition {
        match condition {
            Condition::True | Condition::False => condition.clone(),
            Condition::Inf(mark) => self.inf(self.letters[*mark]),
            Condition::Fin(mark) => self.fin(self.letters[*mark]),
            Condition::And(parts) => {
                let parts: Vec<_> = parts.iter().map(|part| self.condition(part)).collect();
                Condition::all(parts)
            }
            Condition::Or(parts) => {
                let parts: Vec<_> = parts.iter().map(|part| self.condition(part)).collect();
                Condition::any(parts)
            }
        }
    }
}
