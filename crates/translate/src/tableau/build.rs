//! The worklist: from the initial node to the edges of every node that it reaches.

use lariat_automata::{Explicit, Label, Labels, StateId, Transition};
use lariat_bdd::{Bdd, Cube, Var};

use super::choices::Choices;
use super::closure::{Closure, Id};
use super::expansion::{Expansion, Variable};
use super::merge::{Node, Nodes};
use super::subsumption::{Arc, subsume};
use super::suspension::Suspension;
use super::{TableauError, TableauOptions};
use crate::limit::TooLarge;

/// The automaton of the closure's root.
pub(super) fn build(
    closure: Closure,
    options: TableauOptions,
    limit: usize,
) -> Result<Explicit, TableauError> {
    let propositions = closure.propositions.clone();
    let suspension = if options.suspension {
        Suspension::new(&closure)
    } else {
        Suspension::none(&closure)
    };
    let root = closure.conjuncts(closure.root);
    let mut builder = Builder {
        expansion: Expansion::new(closure, options),
        suspension,
        choices: Choices::new(limit),
        labels: Labels::new(propositions),
        nodes: Nodes::default(),
        options,
        limit,
    };
    let initial = builder.node(root);
    let initial = builder.number(initial);
    let transitions = builder.transitions()?;
    Ok(Explicit {
        name: None,
        acceptance: builder.expansion.promises.acceptance(),
        labels: builder.labels,
        initial: vec![initial],
        transitions,
    })
}

struct Builder {
    expansion: Expansion,
    suspension: Suspension,
    choices: Choices,
    labels: Labels,
    nodes: Nodes,
    options: TableauOptions,
    limit: usize,
}

/// A way for a node to go on: the letters it reads, and the promises and demands it makes.
type Implicant = (Label, Vec<Var>);

impl Builder {
    fn transitions(&mut self) -> Result<Vec<Vec<Transition>>, TableauError> {
        let mut transitions = Vec::new();
        let mut count = 0;
        while let Some(node) = self.nodes.get(transitions.len() as StateId).cloned() {
            let arcs = self.arcs(&node)?;
            count += arcs.len();
            if count > self.limit {
                return Err(TooLarge { limit: self.limit }.into());
            }
            let edge = |arc: Arc| Transition {
                label: arc.label,
                marks: arc.marks,
                to: self.nodes.number(arc.identity, || arc.to),
            };
            transitions.push(arcs.into_iter().map(edge).collect());
        }
        Ok(transitions)
    }

    fn number(&mut self, node: Node) -> StateId {
        let identity = node.identity(self.options.merge);
        self.nodes.number(identity, || node)
    }

    fn node(&mut self, mut formulas: Vec<Id>) -> Node {
        formulas.sort_unstable();
        formulas.dedup();
        let waits = |&id: &Id| self.suspension.applies(id);
        let (suspended, active): (Vec<Id>, Vec<Id>) = formulas.iter().copied().partition(waits);
        let mut active = self.expansion.of_all(active);
        let mut waiting = self.expansion.of_all(suspended.iter().copied());
        let mut suspended: Box<[Id]> = suspended.into();
        if suspended.is_empty() || self.settled(active) == active {
            active = self.expansion.bdds.and(active, waiting);
            waiting = Bdd::TRUE;
            suspended = Box::default();
        }
        Node {
            formulas: formulas.into(),
            active,
            suspended,
            waiting,
        }
    }

    /// The function where no promise is made that is made only finitely often.
    fn settled(&mut self, function: Bdd) -> Bdd {
        let expansion = &mut self.expansion;
        let vars = expansion.bdds.support(function);
        let transient = |var: &Var| expansion.is_transient(*var);
        let made: Vec<Var> = vars.into_iter().filter(transient).collect();
        if made.is_empty() {
            return function;
        }
        let broken = |var| made.contains(&var).then_some(false);
        expansion.bdds.restrict(function, broken)
    }

    fn arcs(&mut self, node: &Node) -> Result<Vec<Arc>, TableauError> {
        let implicants = self.implicants(node)?;
        let mut arcs: Vec<Arc> = Vec::with_capacity(implicants.len());
        for (label, variables) in implicants {
            arcs.push(self.arc(label, &variables));
        }
        if self.options.subsumption {
            let compare_targets = !self.options.suspension;
            let bdds = &mut self.expansion.bdds;
            arcs = subsume(arcs, compare_targets, bdds, &mut self.labels);
        }
        Ok(arcs)
    }

    fn arc(&mut self, label: Label, variables: &[Var]) -> Arc {
        let (mut made, mut demanded) = (Vec::new(), Vec::new());
        for &var in variables {
            match self.expansion.variable(var) {
                Variable::Promise(promise) => made.push(promise),
                Variable::Next(id) => demanded.push(id),
                Variable::Proposition(_) => unreachable!("propositions are in the label"),
            }
        }
        let to = self.node(demanded);
        Arc {
            label,
            marks: self.expansion.promises.marks(made),
            identity: to.identity(self.options.merge),
            to,
        }
    }

    /// How a node can go on.
    fn implicants(&mut self, node: &Node) -> Result<Vec<Implicant>, TableauError> {
        if node.suspended.is_empty() {
            return Ok(self.implicants_of(node.active)?);
        }
        let settled = self.settled(node.active);
        let expanded = self.expansion.bdds.and(settled, node.waiting);
        let mut implicants = self.implicants_of(expanded)?;
        let passed_on: Vec<Var> = (node.suspended.iter())
            .map(|&id| self.expansion.next_var(id))
            .collect();
        for (label, mut variables) in self.implicants_of(node.active)? {
            if variables
                .iter()
                .any(|&var| self.expansion.is_transient(var))
            {
                variables.extend_from_slice(&passed_on);
                implicants.push((label, variables));
            }
        }
        Ok(implicants)
    }

    /// The choices of a function, or all its prime implicants in the plain construction.
    fn implicants_of(&mut self, function: Bdd) -> Result<Vec<Implicant>, TooLarge> {
        if self.options.subsumption {
            return self.choices.of(function, &self.expansion, &mut self.labels);
        }
        let primes = self.expansion.bdds.primes(function);
        Ok(primes.into_iter().map(|prime| self.split(prime)).collect())
    }

    /// The letters of an implicant apart from the rest.
    fn split(&mut self, prime: Cube) -> Implicant {
        let (mut literals, mut variables) = (Vec::new(), Vec::new());
        for (var, positive) in prime.literals {
            match self.expansion.variable(var) {
                Variable::Proposition(proposition) => literals.push((proposition, positive)),
                Variable::Promise(_) | Variable::Next(_) => variables.push(var),
            }
        }
        literals.sort_unstable();
        (self.labels.bdds.cube(&Cube { literals }), variables)
    }
}
