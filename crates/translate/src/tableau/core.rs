//! The construction proper: nodes, and the edges of a node, on demand.
//!
//! The automaton in memory ([`super::translate`]), the one that reads letters on demand
//! ([`super::Lazy`]) and the one without letters ([`super::OnTheFly`]) are three views of this.

use std::sync::Arc;

use lariat_automata::{Label, Labels, StateId};
use lariat_bdd::{Bdd, Bdds, Cube, Var};
use lariat_budget::{Budget, Exhausted};
use rustc_hash::FxHashMap;

use super::TableauOptions;
use super::choices::Choices;
use super::closure::{Closure, Id};
use super::expansion::{Expansion, Variable};
use super::merge::{Node, Nodes};
use super::subsumption::{Outgoing, subsume};
use super::suspension::Suspension;
use crate::limit::{Limit, Unfinished};

/// The tableau of one formula, as far as it has been asked for.
pub(super) struct Tableau {
    pub(super) expansion: Expansion,
    pub(super) labels: Labels,
    suspension: Suspension,
    choices: Choices,
    nodes: Nodes,
    /// The nodes of all sets of formulas met so far.
    by_formulas: FxHashMap<Box<[Id]>, Arc<Node>>,
    options: TableauOptions,
    budget: Budget,
}

/// A way for a node to go on: the letters it reads, and the promises and demands it makes.
pub(super) type Implicant = (Label, Vec<Var>);

/// What is left of an expansion for the edges that are asked for.
pub(super) trait View {
    /// The expansion of a node, seen so.
    fn of(&self, function: Bdd, expansion: &mut Expansion) -> Bdd;

    /// Puts the ways for a node to go on in the order in which edges are made of them.
    fn arrange(&self, _: &mut [Implicant]) {}
}

/// All edges, with their labels.
pub(super) struct Everything;

impl View for Everything {
    fn of(&self, function: Bdd, _: &mut Expansion) -> Bdd {
        function
    }
}

impl Tableau {
    /// The tableau of the closure's root; no node may have more edges than the limit allows.
    pub(super) fn new(closure: Closure, options: TableauOptions, limit: &Limit) -> Self {
        let labels = Labels {
            propositions: closure.propositions.clone(),
            bdds: Bdds::within(&limit.budget),
        };
        let mut expansion = Expansion::new(closure, options);
        expansion.bdds.obey(&limit.budget);
        Tableau {
            suspension: Suspension::of(&expansion),
            expansion,
            labels,
            choices: Choices::new(limit),
            budget: limit.budget.clone(),
            nodes: Nodes::default(),
            by_formulas: FxHashMap::default(),
            options,
        }
    }

    /// Whether all that was made so far is right; from then on, only labels are made.
    pub(super) fn release(&mut self) -> Result<(), Exhausted> {
        self.budget.check()?;
        self.labels.bdds.release()
    }

    /// The number of the initial node.
    pub(super) fn initial(&mut self) -> StateId {
        let node = self.node(self.expansion.initial());
        self.number(&node)
    }

    /// The node of a number; `None` if there are not as many.
    pub(super) fn get(&self, number: StateId) -> Option<Arc<Node>> {
        self.nodes.get(number).cloned()
    }

    /// The number of a node, which is added if it is new.
    pub(super) fn number(&mut self, node: &Arc<Node>) -> StateId {
        self.nodes.number(node, self.options.merge)
    }

    fn node(&mut self, mut formulas: Vec<Id>) -> Arc<Node> {
        formulas.sort_unstable();
        formulas.dedup();
        let formulas: Box<[Id]> = formulas.into();
        if let Some(node) = self.by_formulas.get(&formulas) {
            return Arc::clone(node);
        }
        let node = Arc::new(self.new_node(formulas.clone()));
        self.by_formulas.insert(formulas, Arc::clone(&node));
        node
    }

    fn new_node(&mut self, formulas: Box<[Id]>) -> Node {
        let waits = |id: &Id| self.suspension.applies(*id);
        let (suspended, active): (Vec<Id>, Vec<Id>) = formulas.iter().copied().partition(waits);
        let active = self.expansion.of_all(active);
        let waiting = self.expansion.of_all(suspended.iter().copied());
        if suspended.is_empty() || self.expansion.settled(active) == active {
            return Node {
                formulas,
                active: self.expansion.bdds.and(active, waiting),
                suspended: Box::default(),
                waiting: Bdd::TRUE,
            };
        }
        Node {
            formulas,
            active,
            suspended: suspended.into(),
            waiting,
        }
    }

    /// The edges of a node, as far as `view` lets them be seen.
    pub(super) fn arcs(
        &mut self,
        node: &Node,
        view: &impl View,
    ) -> Result<Vec<Outgoing>, Unfinished> {
        let mut implicants = self.implicants(node, view)?;
        view.arrange(&mut implicants);
        let mut arcs = Vec::with_capacity(implicants.len());
        for (label, variables) in implicants {
            self.budget.check()?;
            arcs.push(self.arc(label, &variables));
        }
        if !self.options.subsumption {
            return Ok(arcs);
        }
        let compare_targets = self.suspension.is_none();
        let bdds = &mut self.expansion.bdds;
        Ok(subsume(arcs, compare_targets, bdds, &mut self.labels))
    }

    fn arc(&mut self, label: Label, variables: &[Var]) -> Outgoing {
        let (made, demanded) = self.expansion.promises_and_demands(variables);
        let to = self.node(demanded);
        Outgoing {
            label,
            marks: self.expansion.promises.marks(made),
            identity: to.identity(self.options.merge),
            to,
        }
    }

    /// How a node can go on.
    fn implicants(&mut self, node: &Node, view: &impl View) -> Result<Vec<Implicant>, Unfinished> {
        if node.suspended.is_empty() {
            return self.implicants_of(node.active, view);
        }
        let settled = self.expansion.settled(node.active);
        let expanded = self.expansion.bdds.and(settled, node.waiting);
        let mut implicants = self.implicants_of(expanded, view)?;
        let passed_on = node.suspended.iter();
        let passed_on: Vec<Var> = passed_on.map(|&id| self.expansion.next_var(id)).collect();
        for (label, mut variables) in self.implicants_of(node.active, view)? {
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
    ///
    /// Suspension is sound for choices only.
    fn implicants_of(
        &mut self,
        function: Bdd,
        view: &impl View,
    ) -> Result<Vec<Implicant>, Unfinished> {
        let function = view.of(function, &mut self.expansion);
        if self.options.subsumption || !self.suspension.is_none() {
            return self.choices.of(function, &self.expansion, &mut self.labels);
        }
        let primes = self.expansion.bdds.primes(function);
        self.budget.check()?;
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
