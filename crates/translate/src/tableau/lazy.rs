//! Edges for one letter at a time: Δ(F)(x) [couvreur.99.fm].
//!
//! A product asks a node for its edges under the letter that the system shows.  Binding the
//! propositions in the node's expansion first leaves a function of promises and demands alone, which
//! has few implicants where the node has many edges: ⋀ GF pᵢ has 2ⁿ edges, and one for each letter.
//! Nothing is computed for letters that never show.

use std::cell::RefCell;
use std::rc::Rc;

use lariat_automata::{Acceptance, Acceptor, Edge, Letter, StateId};
use lariat_bdd::Bdd;
use lariat_ltl::{Formula, Formulas};
use rustc_hash::FxHashMap;

use super::closure::Closure;
use super::core::{Tableau, View};
use super::expansion::Expansion;
use super::subsumption::Arc;
use super::{TableauError, TableauOptions};

/// The automaton of a formula, expanded on demand under the letters that it reads.
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
    inner: RefCell<Inner>,
}

struct Inner {
    tableau: Tableau,
    /// Of each node met so far, the propositions that its edges depend on.
    relevant: FxHashMap<StateId, Rc<Letter>>,
    /// The edges of a node, by what it can see of the letter.
    known: FxHashMap<(StateId, Letter), Rc<[Edge<StateId>]>>,
}

/// The edges that read one letter.
struct Reading<'a>(&'a Letter);

impl View for Reading<'_> {
    fn of(&self, function: Bdd, expansion: &mut Expansion) -> Bdd {
        expansion.under(function, self.0)
    }
}

impl Lazy {
    /// The automaton of `formula`, with every improvement of the construction.
    pub fn new(formulas: &Formulas, formula: Formula) -> Result<Self, TableauError> {
        Self::with_options(formulas, formula, TableauOptions::default())
    }

    /// The automaton of `formula`, with the improvements chosen.
    pub fn with_options(
        formulas: &Formulas,
        formula: Formula,
        options: TableauOptions,
    ) -> Result<Self, TableauError> {
        let closure = Closure::new(formulas, formula)?;
        let mut tableau = Tableau::new(closure, options, usize::MAX);
        Ok(Lazy {
            acceptance: tableau.expansion.promises.acceptance(),
            propositions: tableau.labels.propositions.clone(),
            initial: tableau.initial(),
            inner: RefCell::new(Inner {
                tableau,
                relevant: FxHashMap::default(),
                known: FxHashMap::default(),
            }),
        })
    }
}

impl Inner {
    fn edges(&mut self, from: StateId, letter: &Letter) -> Rc<[Edge<StateId>]> {
        let seen = letter.intersection(&self.relevant(from));
        let key = (from, seen);
        if let Some(known) = self.known.get(&key) {
            return Rc::clone(known);
        }
        let edges = self.expand(from, &key.1);
        self.known.insert(key, Rc::clone(&edges));
        edges
    }

    fn relevant(&mut self, from: StateId) -> Rc<Letter> {
        let tableau = &self.tableau;
        let relevant = self.relevant.entry(from).or_insert_with(|| {
            let node = tableau.get(from).expect("states are nodes");
            Rc::new(
                tableau
                    .expansion
                    .propositions_of([node.active, node.waiting]),
            )
        });
        Rc::clone(relevant)
    }

    fn expand(&mut self, from: StateId, letter: &Letter) -> Rc<[Edge<StateId>]> {
        let node = self.tableau.get(from).expect("states are nodes");
        let arcs = self.tableau.arcs(&node, &Reading(letter));
        let arcs = arcs.expect("there is no limit");
        let edge = |arc: Arc| Edge {
            to: self.tableau.number(&arc.to),
            marks: arc.marks,
        };
        arcs.into_iter().map(edge).collect()
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
        let edges = self.inner.borrow_mut().edges(*from, letter);
        out.extend_from_slice(&edges);
    }
}
