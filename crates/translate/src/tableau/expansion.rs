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

use lariat_automata::Letter;
use lariat_bdd::{Bdd, Bdds, Var};
use rustc_hash::FxHashMap;

use super::TableauOptions;
use super::closure::{Closure, Id, Sub};
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
    pub(super) variables: Vec<Variable>,
    numbers: FxHashMap<Variable, Var>,
    functions: FxHashMap<Id, Bdd>,
    pub(super) options: TableauOptions,
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
        let initial = expansion.initial();
        for &id in &needed {
            // A conjunct that is suspended is demanded of the next node as it is.
            if options.suspension && initial.binary_search(&id).is_ok() {
                expansion.number(Variable::Next(id));
            }
            expansion.number_variables(id);
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

    /// The promises and the demands among variables that are not propositions.
    pub(super) fn promises_and_demands(&self, variables: &[Var]) -> (Vec<Promise>, Vec<Id>) {
        let (mut promises, mut demands) = (Vec::new(), Vec::new());
        for &var in variables {
            match self.variable(var) {
                Variable::Promise(promise) => promises.push(promise),
                Variable::Next(id) => demands.push(id),
                Variable::Proposition(_) => unreachable!("propositions are in labels"),
            }
        }
        (promises, demands)
    }

    /// The expansion of a subformula.
    pub(super) fn of(&mut self, id: Id) -> Bdd {
        // Operands before what is made of them, on an explicit stack.
        let mut stack = vec![id];
        while let Some(&next) = stack.last() {
            let waiting = stack.len();
            if !self.functions.contains_key(&next) {
                let functions = &self.functions;
                let law = law(&self.closure, next, self.options.gf_identity);
                law.each_operand_now(|operand| {
                    if !functions.contains_key(&operand) {
                        stack.push(operand);
                    }
                });
            }
            if stack.len() == waiting {
                stack.pop();
                if !self.functions.contains_key(&next) {
                    let function = self.expand(next);
                    self.functions.insert(next, function);
                }
            }
        }
        self.functions[&id]
    }

    /// The expansion of a set of subformulas: the conjunction of theirs.
    pub(super) fn of_all(&mut self, ids: impl IntoIterator<Item = Id>) -> Bdd {
        ids.into_iter().fold(Bdd::TRUE, |all, id| {
            let function = self.of(id);
            self.bdds.and(all, function)
        })
    }

    /// Functions whose conjunction is the expansion of a subformula.
    ///
    /// Where formulas are large conjunctions, or G of such, or implications with such on the right,
    /// the parts are small and their conjunction, which nobody need compute, may be huge.
    pub(super) fn parts(&mut self, id: Id) -> Vec<Bdd> {
        let mut parts = Vec::new();
        // Each with a function that it is in disjunction with.
        let mut stack = vec![(Bdd::FALSE, id)];
        while let Some((or_else, id)) = stack.pop() {
            let part = match law(&self.closure, id, self.options.gf_identity) {
                Law::All(operands) => {
                    stack.extend(operands.iter().map(|&operand| (or_else, operand)));
                    continue;
                }
                Law::Any(operands) => {
                    let mut operands = operands.to_vec();
                    let conjunction = operands.iter().position(|&operand| self.is_all(operand));
                    let conjunction = conjunction.map(|index| operands.remove(index));
                    let others = self.of_any(operands);
                    if let Some(conjunction) = conjunction {
                        stack.push((self.bdds.or(or_else, others), conjunction));
                        continue;
                    }
                    others
                }
                Law::Step(step) => {
                    stack.extend(step.hold.map(|hold| (or_else, hold)));
                    for operand in [step.goal, step.wait].into_iter().flatten() {
                        self.of(operand);
                    }
                    self.goal_or_later(id, step)
                }
                Law::Constant(_) | Law::Literal { .. } | Law::Next(_) => self.of(id),
            };
            parts.push(self.bdds.or(or_else, part));
        }
        parts
    }

    fn is_all(&self, id: Id) -> bool {
        matches!(
            law(&self.closure, id, self.options.gf_identity),
            Law::All(_)
        )
    }

    fn of_any(&mut self, ids: impl IntoIterator<Item = Id>) -> Bdd {
        ids.into_iter().fold(Bdd::FALSE, |any, id| {
            let function = self.of(id);
            self.bdds.or(any, function)
        })
    }

    /// The function under a letter.
    pub(super) fn under(&mut self, function: Bdd, letter: &Letter) -> Bdd {
        let variables = &self.variables;
        self.bdds
            .restrict(function, |var| match variables[var as usize] {
                Variable::Proposition(proposition) => Some(letter.contains(proposition as usize)),
                Variable::Promise(_) | Variable::Next(_) => None,
            })
    }

    /// The propositions that some of the functions depend on.
    pub(super) fn propositions_of(&self, functions: [Bdd; 2]) -> Letter {
        let vars = functions.map(|function| self.bdds.support(function));
        let proposition = |var: &Var| match self.variable(*var) {
            Variable::Proposition(proposition) => Some(proposition as usize),
            Variable::Promise(_) | Variable::Next(_) => None,
        };
        vars.iter().flatten().filter_map(proposition).collect()
    }

    /// The function where no promise is made that is made only finitely often.
    pub(super) fn settled(&mut self, function: Bdd) -> Bdd {
        let mut made = self.bdds.support(function);
        made.retain(|&var| self.is_transient(var));
        if made.is_empty() {
            return function;
        }
        let broken = |var| made.contains(&var).then_some(false);
        self.bdds.restrict(function, broken)
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

    /// The formulas of the initial node, in order.
    pub(super) fn initial(&self) -> Vec<Id> {
        self.demands(self.closure.root)
    }

    /// The formulas that the next node holds where `operand` is demanded of it, in order.
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
                let functions = parts.iter().rev().map(|part| self.functions[part]);
                functions.fold(Bdd::TRUE, |all, f| self.bdds.and(all, f))
            }
            Law::Any(parts) => {
                let functions = parts.iter().rev().map(|part| self.functions[part]);
                functions.fold(Bdd::FALSE, |any, f| self.bdds.or(any, f))
            }
            Law::Next(operand) => {
                let demands = self.demands(operand);
                demands.into_iter().fold(Bdd::TRUE, |all, next| {
                    let next = self.var(Variable::Next(next));
                    self.bdds.and(all, next)
                })
            }
            Law::Step(step) => {
                let hold = self.operand(step.hold, Bdd::TRUE);
                let either = self.goal_or_later(id, step);
                self.bdds.and(hold, either)
            }
        }
    }

    /// The expansion of an operand; `absent` if there is none.
    fn operand(&self, operand: Option<Id>, absent: Bdd) -> Bdd {
        operand.map_or(absent, |id| self.functions[&id])
    }

    /// r_goal + a · r_wait · r_Xf, with r_Xf after the goal too if it starts again.
    fn goal_or_later(&mut self, id: Id, step: Step) -> Bdd {
        let mut goal = self.operand(step.goal, Bdd::FALSE);
        let wait = self.operand(step.wait, Bdd::TRUE);
        let next = self.var(Variable::Next(id));
        let mut later = self.bdds.and(wait, next);
        if step.strong {
            let promise = self.var(Variable::Promise(self.promises.of(id)));
            later = self.bdds.and(later, promise);
        }
        if step.again {
            goal = self.bdds.and(goal, next);
        }
        self.bdds.or(goal, later)
    }
}

/// The subformulas that the identities mention, from the root on, an operator before its operands.
///
/// Literals of the root come last, or those of a long conjunction would be torn from all else.
fn needed(closure: &Closure, gf: bool) -> Vec<Id> {
    let mut seen = vec![false; closure.len()];
    let mut order = Vec::new();
    let mut stack = closure.conjuncts(closure.root);
    stack.reverse();
    stack.sort_by_key(|&id| !matches!(closure.sub(id), Sub::Literal { .. }));
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
