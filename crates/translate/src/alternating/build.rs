//! LTL to a self-loop alternating automaton, as in the slides [strejcek.ia169].
//!
//! Each state is a subformula or the negation of one, and q_¬¬ψ is q_ψ.  The slides define
//! transitions for X and U and derive the rest; here every operator and its negation has its own
//! line, so that no normal form is needed:
//! ```text
//! δ(a U b) = δ(b) ∨ (δ(a) ∧ a U b)     F b, G a, a W b alike
//! δ(a R b) = δ(b) ∧ (δ(a) ∨ a R b)     a M b alike
//! δ(X a)   = the conjuncts of a, each a state
//! ```
//! Copies must not stay for ever in U, F, M.  That a state without a loop is accepting or not means
//! nothing to the language; the slides call all of them rejecting.  Here those that an accepting
//! loop leads to are accepting: then the Büchi automaton of a formula of Σ1 is terminal and that of
//! a formula of Σ2 is weak, which the slides promise (G X p shows that rejecting ones do not do).

use indexmap::IndexSet;
use lariat_ltl::{Atom, Formula, Formulas, Node};
use rustc_hash::{FxBuildHasher, FxHashMap, FxHashSet};

use super::clause::{Dnf, States};
use super::{AlternatingAutomaton, AlternatingError, AlternatingState, Signed};
use crate::limit::{Limit, Unfinished};

/// A formula's topmost operator with its negation pushed inside.
enum Operator {
    Constant(bool),
    Literal(Atom, bool),
    And(Vec<Signed>),
    Or(Vec<Signed>),
    Iff(Signed, Signed),
    Next(Signed),
    /// `goal` now, or `hold` now and this again.
    Until {
        hold: Option<Signed>,
        goal: Option<Signed>,
        accepting: bool,
    },
    /// `hold` now, and `release` now or this again.
    Release {
        release: Signed,
        hold: Signed,
        accepting: bool,
    },
}

impl Signed {
    /// The formula or its negation; a negation at its top goes into the sign.
    fn new(formulas: &Formulas, mut formula: Formula, mut negated: bool) -> Signed {
        while let Node::Not(inner) = formulas.node(formula) {
            formula = *inner;
            negated = !negated;
        }
        Signed { formula, negated }
    }

    fn not(self) -> Signed {
        Signed {
            negated: !self.negated,
            ..self
        }
    }
}

impl Operator {
    fn of(formulas: &Formulas, signed: Signed) -> Result<Operator, AlternatingError> {
        let Signed { formula, negated } = signed;
        let same = |operand: &Formula| Signed::new(formulas, *operand, negated);
        let positive = |operand: &Formula| Signed::new(formulas, *operand, false);
        let all = |parts: &[Formula]| parts.iter().map(same).collect();
        let until = |hold, goal, accepting| Operator::Until {
            hold,
            goal,
            accepting,
        };
        let release = |release, hold, accepting| Operator::Release {
            release,
            hold,
            accepting,
        };
        Ok(match (formulas.node(formula), negated) {
            (Node::True, _) => Operator::Constant(!negated),
            (Node::False, _) => Operator::Constant(negated),
            (Node::Atom(atom), _) => Operator::Literal(*atom, !negated),
            (Node::Not(_), _) => unreachable!("a negation is part of the sign"),
            (Node::And(parts), false) | (Node::Or(parts), true) => Operator::And(all(parts)),
            (Node::Or(parts), false) | (Node::And(parts), true) => Operator::Or(all(parts)),
            (Node::Implies(a, b), false) => Operator::Or(vec![same(a).not(), same(b)]),
            (Node::Implies(a, b), true) => Operator::And(vec![same(a).not(), same(b)]),
            (Node::Iff(a, b), _) => Operator::Iff(same(a), positive(b)),
            (Node::Xor(a, b), _) => Operator::Iff(same(a).not(), positive(b)),
            (Node::Next(a), _) => Operator::Next(same(a)),
            (Node::Finally(a), false) | (Node::Globally(a), true) => {
                until(None, Some(same(a)), false)
            }
            (Node::Globally(a), false) | (Node::Finally(a), true) => {
                until(Some(same(a)), None, true)
            }
            (Node::Until(a, b), false) | (Node::Release(a, b), true) => {
                until(Some(same(a)), Some(same(b)), false)
            }
            (Node::WeakUntil(a, b), false) | (Node::StrongRelease(a, b), true) => {
                until(Some(same(a)), Some(same(b)), true)
            }
            (Node::Release(a, b), false) | (Node::Until(a, b), true) => {
                release(same(a), same(b), true)
            }
            (Node::StrongRelease(a, b), false) | (Node::WeakUntil(a, b), true) => {
                release(same(a), same(b), false)
            }
            (Node::Yesterday(_) | Node::Once(_) | Node::Historically(_) | Node::Since(..), _) => {
                return Err(AlternatingError::Past(formula));
            }
        })
    }

    /// Calls `visit` with every operand.
    fn each_operand(&self, mut visit: impl FnMut(Signed)) {
        match self {
            Operator::Constant(_) | Operator::Literal(..) => {}
            Operator::And(parts) | Operator::Or(parts) => parts.iter().copied().for_each(visit),
            Operator::Iff(a, b) => [*a, a.not(), *b, b.not()].into_iter().for_each(visit),
            Operator::Next(a) => visit(*a),
            Operator::Until { hold, goal, .. } => hold.iter().chain(goal).copied().for_each(visit),
            Operator::Release { release, hold, .. } => {
                visit(*release);
                visit(*hold);
            }
        }
    }
}

/// The self-loop alternating automaton of `formula`, no state of it with more clauses than the limit
/// allows.
///
/// A formula that looks into the past is an error.
pub fn build(
    formulas: &Formulas,
    formula: Formula,
    limit: impl Into<Limit>,
) -> Result<AlternatingAutomaton, AlternatingError> {
    let root = Signed::new(formulas, formula, false);
    let conjuncts = conjuncts(formulas, root)?;
    let limit = limit.into();
    let mut builder = Builder::new(formulas, &limit);
    for (signed, operator) in &needed(formulas, conjuncts.iter().flatten())? {
        let transitions = builder.transitions(*signed, operator)?;
        builder.transitions.insert(*signed, transitions);
    }
    let initial = conjuncts.map(|conjuncts| builder.number(&conjuncts));
    Ok(builder.finish(initial))
}

/// The conjuncts of a formula, each of which becomes a state; `None` if one of them is false.
fn conjuncts(formulas: &Formulas, signed: Signed) -> Result<Option<Vec<Signed>>, AlternatingError> {
    let mut conjuncts = Vec::new();
    let mut stack = vec![signed];
    while let Some(signed) = stack.pop() {
        match Operator::of(formulas, signed)? {
            Operator::Constant(true) => {}
            Operator::Constant(false) => return Ok(None),
            Operator::And(parts) => stack.extend(parts),
            _ => conjuncts.push(signed),
        }
    }
    Ok(Some(conjuncts))
}

/// The formulas whose transitions those of `roots` are made of or lead to, operands first.
fn needed<'a>(
    formulas: &Formulas,
    roots: impl Iterator<Item = &'a Signed>,
) -> Result<Vec<(Signed, Operator)>, AlternatingError> {
    let mut seen = FxHashSet::default();
    let mut found = Vec::new();
    let mut stack: Vec<Signed> = roots.copied().collect();
    while let Some(signed) = stack.pop() {
        if seen.insert(signed) {
            let operator = Operator::of(formulas, signed)?;
            match operator {
                Operator::Next(a) => stack.extend(conjuncts(formulas, a)?.into_iter().flatten()),
                _ => operator.each_operand(|operand| stack.push(operand)),
            }
            found.push((signed, operator));
        }
    }
    found.sort_unstable_by_key(|(signed, _)| *signed);
    Ok(found)
}

struct Builder<'a> {
    formulas: &'a Formulas,
    limit: &'a Limit,
    /// The propositions, in the order of their numbers.
    atoms: IndexSet<Atom, FxBuildHasher>,
    /// The formulas that some clause leads to.
    states: IndexSet<Signed, FxBuildHasher>,
    /// Those among them that copies may return to for ever.
    accepting: FxHashSet<Signed>,
    transitions: FxHashMap<Signed, Dnf>,
}

impl<'a> Builder<'a> {
    fn new(formulas: &'a Formulas, limit: &'a Limit) -> Self {
        Builder {
            formulas,
            limit,
            atoms: IndexSet::default(),
            states: IndexSet::default(),
            accepting: FxHashSet::default(),
            transitions: FxHashMap::default(),
        }
    }

    /// δ of a formula whose operands' δ are known.
    fn transitions(
        &mut self,
        signed: Signed,
        operator: &Operator,
    ) -> Result<Dnf, AlternatingError> {
        let limit = self.limit;
        match *operator {
            Operator::Constant(true) => Ok(Dnf::always()),
            Operator::Constant(false) => Ok(Dnf::never()),
            Operator::Literal(atom, positive) => {
                let proposition = self.atoms.insert_full(atom).0;
                Ok(Dnf::literal(proposition, positive))
            }
            Operator::And(ref parts) => Ok(self.all(parts)?),
            Operator::Or(ref parts) => Ok(self.any(parts)?),
            Operator::Iff(a, b) => {
                let both = self.all(&[a, b])?;
                let neither = self.all(&[a.not(), b.not()])?;
                Ok(Dnf::any([&both, &neither], limit)?)
            }
            Operator::Next(a) => {
                let conjuncts = conjuncts(self.formulas, a)?;
                let states = conjuncts.map(|conjuncts| self.number(&conjuncts));
                Ok(states.map_or_else(Dnf::never, Dnf::go))
            }
            Operator::Until {
                hold,
                goal,
                accepting,
            } => {
                let again = self.all(hold.as_slice())?;
                let again = again.and(&self.stay(signed, accepting), limit)?;
                Ok(Dnf::any([&self.any(goal.as_slice())?, &again], limit)?)
            }
            Operator::Release {
                release,
                hold,
                accepting,
            } => {
                let again = self.stay(signed, accepting);
                let released = Dnf::any([&self.transitions[&release], &again], limit)?;
                Ok(self.transitions[&hold].and(&released, limit)?)
            }
        }
    }

    fn all(&self, parts: &[Signed]) -> Result<Dnf, Unfinished> {
        parts.iter().try_fold(Dnf::always(), |all, part| {
            all.and(&self.transitions[part], self.limit)
        })
    }

    fn any(&self, parts: &[Signed]) -> Result<Dnf, Unfinished> {
        let parts = parts.iter().map(|part| &self.transitions[part]);
        Dnf::any(parts, self.limit)
    }

    /// The clause of a state's own loop.
    fn stay(&mut self, signed: Signed, accepting: bool) -> Dnf {
        if accepting {
            self.accepting.insert(signed);
        }
        Dnf::go(self.number(&[signed]))
    }

    /// The formulas as states.
    fn number(&mut self, formulas: &[Signed]) -> States {
        let number = |&signed: &Signed| self.states.insert_full(signed).0;
        formulas.iter().map(number).collect()
    }

    /// The automaton of the states that the initial ones reach.
    fn finish(self, initial: Option<States>) -> AlternatingAutomaton {
        let reached = self.reached(initial.as_ref());
        let mut number = vec![usize::MAX; self.states.len()];
        for (new, &old) in reached.iter().enumerate() {
            number[old] = new;
        }
        let state = |&old: &usize| AlternatingState {
            formula: self.states[old],
            transitions: self.transitions[&self.states[old]].rename(|state| number[state]),
            accepting: self.accepting.contains(&self.states[old]),
        };
        let name = |&atom: &Atom| self.formulas.name(atom).to_owned();
        let mut automaton = AlternatingAutomaton {
            propositions: self.atoms.iter().map(name).collect(),
            states: reached.iter().map(state).collect(),
            initial: initial.map(|states| states.iter().map(|state| number[state]).collect()),
        };
        automaton.accept_below_accepting_loops();
        automaton
    }

    /// The states that are reached, each before those that it leads to.
    fn reached(&self, initial: Option<&States>) -> Vec<usize> {
        let mut seen = States::EMPTY;
        let mut stack: Vec<usize> = initial.iter().flat_map(|states| states.iter()).collect();
        while let Some(state) = stack.pop() {
            if !seen.contains(state) {
                seen.insert(state);
                for clause in self.transitions[&self.states[state]].clauses() {
                    stack.extend(clause.to.iter());
                }
            }
        }
        let mut reached: Vec<usize> = seen.iter().collect();
        reached.sort_by_key(|&state| std::cmp::Reverse(self.states[state]));
        reached
    }
}

impl AlternatingAutomaton {
    /// Whether a clause of the state leads back to it.
    pub(super) fn loops(&self, state: usize) -> bool {
        let clauses = self.states[state].transitions.clauses();
        clauses.iter().any(|clause| clause.to.contains(state))
    }

    fn accept_below_accepting_loops(&mut self) {
        let mut below = States::EMPTY;
        for state in 0..self.states.len() {
            let loops = self.loops(state);
            if !loops {
                self.states[state].accepting = below.contains(state);
            }
            if below.contains(state) || (loops && self.states[state].accepting) {
                for clause in self.states[state].transitions.clauses() {
                    below.unite(&clause.to);
                }
            }
        }
    }
}
