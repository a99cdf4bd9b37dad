//! Edges for one letter at a time: Δ(F)(x) [couvreur.99.fm].
//!
//! A product asks a node for its edges under the letter that the system shows.  Binding the
//! propositions in the node's expansion first leaves a function of promises and demands alone, which
//! has few implicants where the node has many edges: ⋀ GF pᵢ has 2ⁿ edges, and one for each letter.
//! Nothing is computed for letters that never show.

use std::sync::{Arc, Mutex, PoisonError, RwLock};

use lariat_automata::{Acceptance, Acceptor, Edge, Letter, StateId};
use lariat_bdd::Bdd;
use lariat_budget::{Budget, Exhausted};
use lariat_ltl::{Formula, Formulas};
use rustc_hash::FxHashMap;

use super::closure::Closure;
use super::core::{Implicant, Tableau, View};
use super::expansion::Expansion;
use super::subsumption::Outgoing;
use super::{TableauError, TableauOptions};
use crate::limit::Limit;

/// The automaton of a formula, expanded on demand under the letters that it reads.
///
/// Many threads may ask it at once: each answer is computed by one of them and read by all.  The order
/// of the edges in an answer depends on nothing but the formula; which number a state has depends on
/// who was first to reach it.
///
/// An answer cannot say that the [budget](Self::within) has ended.  From then on there are no edges
/// any more, so whoever asks believes nothing before [`check`](Self::check).
///
/// ```
/// use lariat_automata::{Acceptor, Letter};
/// use lariat_ltl::{Formulas, Syntax, parse};
/// use lariat_translate::tableau::Lazy;
/// let fair: Vec<String> = (0..20).map(|i| format!("GF p{i}")).collect();
/// let mut formulas = Formulas::new();
/// let fair = parse(&mut formulas, &fair.join(" & "), Syntax::Spot)?;
/// let lazy = Lazy::new(&formulas, fair)?;
/// let (mut states, mut edges) = (Vec::new(), Vec::new());
/// lazy.initial(&mut states);
/// lazy.successors(&states[0], &Letter::single(3), &mut edges);
/// assert_eq!(edges.len(), 1);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Lazy {
    acceptance: Acceptance,
    propositions: Vec<String>,
    initial: StateId,
    known: RwLock<Known>,
    tableau: Mutex<Tableau>,
    budget: Budget,
}

type Edges = Arc<[Edge<StateId>]>;

/// What has been asked before.
#[derive(Default)]
struct Known {
    /// Of each node, the propositions that its edges depend on.
    relevant: FxHashMap<StateId, Letter>,
    /// The edges of a node, by what it can see of the letter.
    edges: FxHashMap<(StateId, Letter), Edges>,
}

/// The edges that read one letter.
struct Reading<'a>(&'a Letter);

impl View for Reading<'_> {
    fn of(&self, function: Bdd, expansion: &mut Expansion) -> Bdd {
        expansion.under(function, self.0)
    }

    /// By promises and demands: not by what was asked before.
    fn arrange(&self, implicants: &mut [Implicant]) {
        implicants.sort_by(|(_, one), (_, other)| one.cmp(other));
    }
}

impl Lazy {
    /// The automaton of `formula`, with every improvement of the construction.
    pub fn new(formulas: &Formulas, formula: Formula) -> Result<Self, TableauError> {
        let options = TableauOptions::default();
        Self::within(formulas, formula, options, &Budget::unlimited())
    }

    /// The automaton of `formula`, with the improvements chosen, as long as the budget lasts.
    pub fn within(
        formulas: &Formulas,
        formula: Formula,
        options: TableauOptions,
        budget: &Budget,
    ) -> Result<Self, TableauError> {
        let closure = Closure::new(formulas, formula)?;
        let mut tableau = Tableau::new(closure, options, &Limit::new(usize::MAX, budget));
        let initial = tableau.initial();
        budget.check()?;
        Ok(Lazy {
            acceptance: tableau.expansion.promises.acceptance(),
            propositions: tableau.labels.propositions.clone(),
            initial,
            known: RwLock::default(),
            tableau: Mutex::new(tableau),
            budget: budget.clone(),
        })
    }

    /// Whether all answers so far were right.
    ///
    /// # Errors
    /// If the budget has ended, so that some may have lacked edges.
    pub fn check(&self) -> Result<(), Exhausted> {
        self.budget.check()
    }

    /// The edges that a state has under a letter.
    fn edges(&self, from: StateId, letter: &Letter) -> Result<Edges, TableauError> {
        if let Some(edges) = self.known(from, letter) {
            return Ok(edges);
        }
        let mut tableau = self.tableau.lock().unwrap_or_else(PoisonError::into_inner);
        // Another thread may have been at it meanwhile.
        if let Some(edges) = self.known(from, letter) {
            return Ok(edges);
        }
        self.budget.check()?;
        let node = tableau.get(from).expect("states are nodes");
        let functions = [node.active, node.waiting];
        let relevant = tableau.expansion.propositions_of(functions);
        let seen = letter.intersection(&relevant);
        let outgoing = tableau.arcs(&node, &Reading(&seen))?;
        let edge = |edge: Outgoing| Edge {
            to: tableau.number(&edge.to),
            marks: edge.marks,
        };
        let edges: Edges = outgoing.into_iter().map(edge).collect();
        // What was made after the end is wrong, and not to be known.
        self.budget.check()?;
        let mut known = self.known.write().unwrap_or_else(PoisonError::into_inner);
        known.relevant.insert(from, relevant);
        known.edges.insert((from, seen), Arc::clone(&edges));
        Ok(edges)
    }

    fn known(&self, from: StateId, letter: &Letter) -> Option<Edges> {
        let known = self.known.read().unwrap_or_else(PoisonError::into_inner);
        let seen = letter.intersection(known.relevant.get(&from)?);
        known.edges.get(&(from, seen)).cloned()
    }
}

impl Acceptor for Lazy {
    type State = StateId;

    fn acceptance(&self) -> &Acceptance {
        &self.acceptance
    }

    fn propositions(&self) -> &[String] {
        &self.propositions
    }

    fn initial(&self, out: &mut Vec<StateId>) {
        out.push(self.initial);
    }

    fn successors(&self, from: &StateId, letter: &Letter, out: &mut Vec<Edge<StateId>>) {
        if let Ok(edges) = self.edges(*from, letter) {
            out.extend_from_slice(&edges);
        }
    }
}
