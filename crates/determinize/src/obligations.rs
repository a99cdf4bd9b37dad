//! Persistence formulas as nondeterministic automata that carry obligations.
//!
//! Predicting by equivalence, as safety formulas do, is wrong for strong operators: on a word with p infinitely often, F p is
//! always true, its law q ↔ p ∨ q′ never lets go of q, and nothing tells this from a promise that is never
//! kept.  So each temporal operator has a state variable that says "this must hold from here on", tied to its
//! expansion by an implication, and a step goes to the fewest obligations that will do: the states are those
//! of the very weak alternating automaton's subsets.  A relation that is monotone in the next obligations has its
//! minimal elements where dropping any one of them breaks it.
//!
//! In a formula of Σ₂ no strong operator stands below a weak one.  Once a run has no strong obligation left it never has
//! one again, so it accepts if it comes there: the accepting states are closed under steps.

use lariat_bdd::{Bdd, Bdds, Var};
use lariat_budget::{Budget, Exhausted};
use lariat_ltl::{Formula, Formulas, Node};
use rustc_hash::FxHashMap;

use crate::formulas::{containing, has_future, is_strong};
use crate::laws::expanded;
use crate::memory::Memory;
use crate::nondeterministic::{Nondeterministic, Rule, Tie, next, now};

/// The automaton of a formula of Σ₂ in negation normal form.
pub(crate) fn obliging(
    memory: &mut Memory,
    formulas: &Formulas,
    formula: Formula,
) -> Result<Nondeterministic, Exhausted> {
    let variable_of = obligations(formulas, formula, &memory.budget)?;
    let strong = containing(formulas, formula, is_strong);
    let mut expander = Expander {
        variable_of,
        now: FxHashMap::default(),
        next: FxHashMap::default(),
    };
    for sub in formulas.subformulas(formula) {
        memory.budget.check()?;
        expander.expand(memory, formulas, sub);
    }
    let mut rules = vec![None; expander.variable_of.len()];
    let mut accepting = Bdd::TRUE;
    for (&sub, &index) in &expander.variable_of {
        rules[index] = Some(Rule {
            formula: sub,
            tie: Tie::Implies,
            expansion: expander.now[&sub],
        });
        if strong.contains(&sub) {
            let absent = memory.bdds.literal(now(index), false);
            accepting = memory.bdds.and(accepting, absent);
        }
    }
    let rules: Vec<Rule> = rules.into_iter().flatten().collect();
    let relation = relation(&mut memory.bdds, &rules);
    let wanted = expander.next[&formula];
    let first = minimal(&mut memory.bdds, wanted, rules.len());
    Ok(Nondeterministic {
        initial: memory.bdds.substitute(first, |bdds, var| bdds.var(var - 1)),
        rules,
        relation,
        accepting,
    })
}

/// The variables of what may be an obligation: the temporal operators, and what stands alone behind an X or at the start.
fn obligations(
    formulas: &Formulas,
    formula: Formula,
    budget: &Budget,
) -> Result<FxHashMap<Formula, usize>, Exhausted> {
    let mut behind_next = vec![formula];
    for sub in formulas.subformulas(formula) {
        budget.check()?;
        match formulas.node(sub) {
            Node::Next(a) => behind_next.push(*a),
            node if has_future(formulas, sub) && !matches!(node, Node::And(_) | Node::Or(_)) => {
                behind_next.push(sub);
            }
            _ => {}
        }
    }
    let mut found = Vec::new();
    while let Some(sub) = behind_next.pop() {
        budget.check()?;
        match formulas.node(sub) {
            Node::And(parts) | Node::Or(parts) if has_future(formulas, sub) => {
                behind_next.extend(parts.iter().copied());
            }
            Node::True | Node::False => {}
            _ => found.push(sub),
        }
    }
    found.sort_unstable();
    found.dedup();
    Ok(found.into_iter().zip(0..).collect())
}

struct Expander {
    variable_of: FxHashMap<Formula, usize>,
    /// What a formula asks of the letter and of the next obligations.
    now: FxHashMap<Formula, Bdd>,
    /// The next obligations by which it holds next; not for all.
    next: FxHashMap<Formula, Bdd>,
}

impl Expander {
    fn expand(&mut self, memory: &mut Memory, formulas: &Formulas, sub: Formula) {
        let own = self
            .variable_of
            .get(&sub)
            .map(|&index| memory.bdds.var(next(index)));
        let (now, later) = self.laws(memory, formulas, sub, own);
        self.now.insert(sub, now);
        if let Some(later) = own.or(later) {
            self.next.insert(sub, later);
        }
    }

    /// What the formula asks now; and next, if it is a boolean operator whose operands say.
    fn laws(
        &mut self,
        memory: &mut Memory,
        formulas: &Formulas,
        sub: Formula,
        own: Option<Bdd>,
    ) -> (Bdd, Option<Bdd>) {
        if !has_future(formulas, sub) {
            let value = memory.value(formulas, sub);
            return (value, value.is_constant().then_some(value));
        }
        let bdds = &mut memory.bdds;
        let now = match formulas.node(sub) {
            Node::And(parts) => {
                return (
                    fold(bdds, parts, &self.now, Bdd::TRUE, Bdds::and).expect("operands first"),
                    fold(bdds, parts, &self.next, Bdd::TRUE, Bdds::and),
                );
            }
            Node::Or(parts) => {
                return (
                    fold(bdds, parts, &self.now, Bdd::FALSE, Bdds::or).expect("operands first"),
                    fold(bdds, parts, &self.next, Bdd::FALSE, Bdds::or),
                );
            }
            Node::Next(a) => self.next[a],
            node => {
                let again = own.expect("temporal operators have variables");
                expanded(bdds, node, &self.now, again)
            }
        };
        (now, None)
    }
}

fn fold(
    bdds: &mut Bdds,
    parts: &[Formula],
    values: &FxHashMap<Formula, Bdd>,
    unit: Bdd,
    join: impl Fn(&mut Bdds, Bdd, Bdd) -> Bdd,
) -> Option<Bdd> {
    parts.iter().try_fold(unit, |whole, part| {
        Some(join(bdds, whole, *values.get(part)?))
    })
}

/// The steps to the fewest obligations.
fn relation(bdds: &mut Bdds, rules: &[Rule]) -> Bdd {
    let mut relation = Bdd::TRUE;
    for (index, rule) in rules.iter().enumerate() {
        let obligation = bdds.var(now(index));
        let kept = bdds.implies(obligation, rule.expansion);
        relation = bdds.and(relation, kept);
    }
    minimal(bdds, relation, rules.len())
}

/// The minimal next obligations of a function that is monotone in them.
fn minimal(bdds: &mut Bdds, function: Bdd, variables: usize) -> Bdd {
    let mut minimal = function;
    for index in 0..variables {
        let var: Var = next(index);
        let dropped = bdds.restrict(function, |other| (other == var).then_some(false));
        let present = bdds.var(var);
        let needed = bdds.implies(present, !dropped);
        minimal = bdds.and(minimal, needed);
    }
    minimal
}
