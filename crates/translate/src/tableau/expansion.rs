//! Δ(f): each subformula as a boolean function of what holds now, what is promised, and what is
//! demanded of the next position.
//!
//! There is a variable for each proposition, for each promise (a), and for each formula that may be
//! demanded next (r_X).  The functions are monotone in promises and demands.
//!
//! Variables are numbered as one meets them walking down the formula, an operator's own before
//! those of its operands.  So the variables of one conjunct lie together, and a conjunction of n
//! fairness formulas has a diagram of linear size, where all propositions first, or all last, needs
//! 2ⁿ nodes.

use lariat_bdd::{Bdd, Bdds, Var};
use rustc_hash::FxHashMap;

use super::TableauOptions;
use super::closure::{Closure, Id};
use super::laws::{Law, Step, law};
use super::sharing::{Promise, Promises};

/// What a variable stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Variable {
    /// The proposition holds now.
    Proposition(u32),
    /// The goal is promised, not reached.
    Promise(Promise),
    /// The formula holds at the next position.
    Next(Id),
}

/// The expansion of every subformula that a node may hold.
pub(super) struct Expansion {
    pub(super) closure: Closure,
    pub(super) promises: Promises,
    pub(super) bdds: Bdds,
    variables: Vec<Variable>,
    numbers: FxHashMap<Variable, Var>,
    functions: FxHashMap<Id, Bdd>,
    options: TableauOptions,
}

impl Expansion {
    pub(super) fn new(closure: Closure, options: TableauOptions) -> Self {
        let needed = needed(&closure, options.gf_identity);
        let promises = Promises::new(
            &closure,
            &needed,
            options.gf_identity,
            options.share_acceptance,
        );
        let mut expansion = Expansion {
            closure,
            promises,
            bdds: Bdds::new(),
            variables: Vec::new(),
            numbers: FxHashMap::default(),
            functions: FxHashMap::default(),
            options,
        };
        let initial = expansion.closure.conjuncts(expansion.closure.root);
        for &id in &needed {
            // A conjunct that is suspended is demanded of the next node as it is.
            if options.suspension && initial.contains(&id) {
                expansion.number(Variable::Next(id));
            }
            expansion.number_variables(id);
        }
        let mut bottom_up = needed;
        bottom_up.sort_unstable();
        for id in bottom_up {
            let function = expansion.expand(id);
            expansion.functions.insert(id, function);
        }
        expansion
    }

    /// What the variable stands for.
    pub(super) fn variable(&self, var: Var) -> Variable {
        self.variables[var as usize]
    }

    /// The variable that demands `id` of the next position.
    pub(super) fn next_var(&self, id: Id) -> Var {
        self.numbers[&Variable::Next(id)]
    }

    /// Whether a variable is a promise made only finitely often in any accepting run.
    pub(super) fn is_transient(&self, var: Var) -> bool {
        match self.variable(var) {
            Variable::Promise(promise) => self.promises.is_transient(promise),
            Variable::Proposition(_) | Variable::Next(_) => false,
        }
    }

    /// The expansion of a subformula.
    pub(super) fn of(&self, id: Id) -> Bdd {
        self.functions[&id]
    }

    /// The expansion of a set of subformulas: the conjunction of theirs.
    pub(super) fn of_all(&mut self, ids: impl IntoIterator<Item = Id>) -> Bdd {
        let mut all = Bdd::TRUE;
        for id in ids {
            let function = self.of(id);
            all = self.bdds.and(all, function);
        }
        all
    }

    fn number_variables(&mut self, id: Id) {
        match law(&self.closure, id, self.options.gf_identity) {
            Law::Literal { proposition, .. } => self.number(Variable::Proposition(proposition)),
            Law::Next(operand) => {
                for next in self.demands(operand) {
                    self.number(Variable::Next(next));
                }
            }
            Law::Step(step) => {
                self.number(Variable::Next(id));
                if step.strong {
                    self.number(Variable::Promise(self.promises.of(id)));
                }
            }
            Law::Constant(_) | Law::All(_) | Law::Any(_) => {}
        }
    }

    fn number(&mut self, variable: Variable) {
        let Expansion { variables, .. } = self;
        self.numbers.entry(variable).or_insert_with(|| {
            variables.push(variable);
            Var::try_from(variables.len() - 1).expect("fewer than 2^32 variables")
        });
    }

    fn var(&mut self, variable: Variable) -> Bdd {
        let var = self.numbers[&variable];
        self.bdds.var(var)
    }

    /// The formulas that the next node holds where `operand` is demanded of it.
    ///
    /// A conjunction is one formula in the plain construction; where nodes are told apart by their
    /// expansions it might as well be a set.
    fn demands(&self, operand: Id) -> Vec<Id> {
        if self.options.merge {
            self.closure.conjuncts(operand)
        } else {
            vec![operand]
        }
    }

    /// The expansion of a subformula whose operands have been expanded.
    fn expand(&mut self, id: Id) -> Bdd {
        match law(&self.closure, id, self.options.gf_identity) {
            Law::Constant(true) => Bdd::TRUE,
            Law::Constant(false) => Bdd::FALSE,
            Law::Literal {
                proposition,
                positive,
            } => {
                let holds = self.var(Variable::Proposition(proposition));
                if positive { holds } else { !holds }
            }
            Law::All(parts) => {
                let functions: Vec<Bdd> = parts.iter().map(|&part| self.of(part)).collect();
                let and = |all, f| self.bdds.and(all, f);
                functions.into_iter().rev().fold(Bdd::TRUE, and)
            }
            Law::Any(parts) => {
                let functions: Vec<Bdd> = parts.iter().map(|&part| self.of(part)).collect();
                let or = |any, f| self.bdds.or(any, f);
                functions.into_iter().rev().fold(Bdd::FALSE, or)
            }
            Law::Next(operand) => {
                let demands = self.demands(operand);
                demands.into_iter().fold(Bdd::TRUE, |all, next| {
                    let next = self.var(Variable::Next(next));
                    self.bdds.and(all, next)
                })
            }
            Law::Step(step) => self.expand_step(id, step),
        }
    }

    /// r_hold · (r_goal + a · r_wait · r_Xf), with r_Xf after the goal too if it starts again.
    fn expand_step(&mut self, id: Id, step: Step) -> Bdd {
        let operand = |operand: Option<Id>, absent| operand.map_or(absent, |id| self.of(id));
        let hold = operand(step.hold, Bdd::TRUE);
        let mut goal = operand(step.goal, Bdd::FALSE);
        let wait = operand(step.wait, Bdd::TRUE);
        let next = self.var(Variable::Next(id));
        let mut later = self.bdds.and(wait, next);
        if step.strong {
            let promise = self.var(Variable::Promise(self.promises.of(id)));
            later = self.bdds.and(later, promise);
        }
        if step.again {
            goal = self.bdds.and(goal, next);
        }
        let either = self.bdds.or(goal, later);
        self.bdds.and(hold, either)
    }
}

/// The subformulas that the identities mention, from the root on, an operator before its operands.
fn needed(closure: &Closure, gf: bool) -> Vec<Id> {
    let mut seen = vec![false; closure.len()];
    let mut order = Vec::new();
    let mut stack = vec![closure.root];
    while let Some(id) = stack.pop() {
        if std::mem::replace(&mut seen[id as usize], true) {
            continue;
        }
        order.push(id);
        let first = stack.len();
        law(closure, id, gf).each_operand(|operand| stack.push(operand));
        stack[first..].reverse();
    }
    order
}
