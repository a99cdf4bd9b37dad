//! The automaton without its letters, expanded on demand: whether a formula can be satisfied.
//!
//! A search for an accepting run does not care which letters the run reads, only that there are
//! some.  So the propositions in a node's expansion are quantified away, and of the edges that
//! remain only those with the least promises and demands are of use, whatever they read.  The most
//! promising edges come first: those with the most marks, then those with the fewest demands.
//!
//! Formulas whose satisfiability is in question tend to be conjunctions of hundreds of formulas with
//! hundreds of propositions.  Their expansion is never computed as a whole: see [`propagate`].  For
//! the same reason nodes are told apart by their formulas, of which those that another one implies
//! are dropped.

use std::cmp::Reverse;
use std::collections::BTreeSet;
use std::rc::Rc;

use indexmap::IndexSet;
use lariat_automata::{Acceptance, Automaton, BitSet, Edge, Marks, StateId};
use lariat_bdd::{Bdd, Var};
use lariat_ltl::{Formula, Formulas};
use rustc_hash::{FxBuildHasher, FxHashMap};

use super::closure::{Closure, Id};
use super::decision::{Decision, Outcome};
use super::expansion::{Expansion, Variable};
use super::propagation::{Entangled, Left, Propagated, propagate};
use super::suspension::Suspension;
use super::{TableauError, TableauOptions};

/// The automaton of a formula without its letters: it has an accepting run iff the formula can be
/// satisfied.
///
/// ```
/// use lariat_emptiness::is_empty;
/// use lariat_ltl::{Formulas, Syntax, parse};
/// use lariat_translate::tableau::OnTheFly;
/// let mut formulas = Formulas::new();
/// let never_twice = "G (p -> X !p)";
/// for (text, satisfiable) in [
///     (format!("{never_twice} & GF p"), true),
///     (format!("{never_twice} & F (p & X p)"), false),
/// ] {
///     let formula = parse(&mut formulas, &text, Syntax::Spot)?;
///     assert_eq!(is_empty(OnTheFly::new(&formulas, formula)?), !satisfiable);
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct OnTheFly {
    acceptance: Acceptance,
    expansion: Expansion,
    suspension: Suspension,
    states: IndexSet<State, FxBuildHasher>,
    parts: FxHashMap<Id, Rc<Parts>>,
    /// The formulas that nodes have held so far.
    met: IndexSet<Id, FxBuildHasher>,
    /// Their indices, by the variables of their expansions.
    mentioning: FxHashMap<Var, Vec<usize>>,
    /// Of each of them, by its index, those that need not be demanded beside it.
    superfluous: Vec<BitSet>,
}

/// A node, or a node between two positions that has not decided yet how to go on.
#[derive(Clone, PartialEq, Eq, Hash)]
enum State {
    Node(Box<[Id]>),
    Deciding(Deciding),
}

/// How to go on, as far as it is decided.
#[derive(Clone, PartialEq, Eq, Hash)]
struct Deciding {
    pending: Pending,
    passed_on: PassedOn,
}

#[derive(Clone, PartialEq, Eq, Hash)]
enum Pending {
    /// Only promises and demands are to be chosen.
    Choice(Decision),
    /// A proposition is to be decided before, beside what is chosen.
    Letter(Vec<Var>, Entangled),
}

/// The demands for suspended formulas, if the edge is to leave them suspended.
type PassedOn = Option<Rc<[Var]>>;

/// A state has its edges in portions of about so many,
const AT_ONCE: usize = 64;

/// and spends at most so many decisions on a portion.
const STEPS: usize = 1024;

/// The parts of a formula's expansion.
struct Parts {
    all: Vec<Bdd>,
    /// Those where no promise is made that is made only finitely often.
    settled: Vec<Bdd>,
}

impl OnTheFly {
    /// The automaton of `formula`.
    pub fn new(formulas: &Formulas, formula: Formula) -> Result<Self, TableauError> {
        let closure = Closure::new(formulas, formula)?;
        let expansion = Expansion::new(closure, TableauOptions::default());
        Ok(Self {
            acceptance: expansion.promises.acceptance(),
            suspension: Suspension::of(&expansion),
            states: IndexSet::default(),
            parts: FxHashMap::default(),
            met: IndexSet::default(),
            mentioning: FxHashMap::default(),
            superfluous: Vec::new(),
            expansion,
        })
    }

    /// The number of the node of some formulas.
    fn node(&mut self, mut formulas: Vec<Id>) -> StateId {
        formulas.sort_unstable();
        formulas.dedup();
        let indices: Vec<usize> = formulas.iter().map(|&id| self.meet(id)).collect();
        let mut superfluous = BitSet::EMPTY;
        for &index in &indices {
            superfluous.unite(&self.superfluous[index]);
        }
        let kept = formulas.iter().zip(indices);
        let kept = kept.filter(|(_, index)| !superfluous.contains(*index));
        let kept: Box<[Id]> = kept.map(|(&id, _)| id).collect();
        self.number(State::Node(kept))
    }

    fn number(&mut self, state: State) -> StateId {
        StateId::try_from(self.states.insert_full(state).0).expect("fewer than 2^32 states")
    }

    /// The index of a formula among those met, which it is compared with when it is new.
    fn meet(&mut self, id: Id) -> usize {
        let (index, new) = self.met.insert_full(id);
        if !new {
            return index;
        }
        self.superfluous.push(BitSet::EMPTY);
        for other in self.related(index) {
            let (a, b) = (self.met[other], id);
            // Of two equivalent formulas the one met first is kept.
            if self.implies(a, b) {
                self.superfluous[other].insert(index);
            } else if self.implies(b, a) {
                self.superfluous[index].insert(other);
            }
        }
        index
    }

    /// The formulas met that have a variable in common with a new one, without which there is no
    /// implication.
    fn related(&mut self, index: usize) -> BTreeSet<usize> {
        let parts = self.parts(self.met[index]);
        let mut related = BTreeSet::new();
        for part in &parts.all {
            for var in self.expansion.bdds.support(*part) {
                let mentioning = self.mentioning.entry(var).or_default();
                related.extend(mentioning.iter().copied());
                mentioning.push(index);
            }
        }
        related.remove(&index);
        related
    }

    /// Whether each part of the second formula's expansion is implied by one of the first's.
    fn implies(&mut self, a: Id, b: Id) -> bool {
        let (stronger, weaker) = (self.parts(a), self.parts(b));
        let bdds = &mut self.expansion.bdds;
        let mut implied = |part: &Bdd| stronger.all.iter().any(|&s| bdds.entails(s, *part));
        weaker.all.iter().all(&mut implied)
    }

    fn parts(&mut self, id: Id) -> Rc<Parts> {
        if let Some(parts) = self.parts.get(&id) {
            return Rc::clone(parts);
        }
        let all = self.expansion.parts(id);
        let settled = all.iter().map(|&part| self.expansion.settled(part));
        let parts = Rc::new(Parts {
            settled: settled.collect(),
            all,
        });
        self.parts.insert(id, Rc::clone(&parts));
        parts
    }

    /// The decisions that a node leaves open.
    fn decisions(&mut self, formulas: &[Id]) -> Vec<Deciding> {
        let waits = |id: &Id| self.suspension.applies(*id);
        let (suspended, active): (Vec<Id>, Vec<Id>) = formulas.iter().copied().partition(waits);
        let active: Vec<Rc<Parts>> = active.iter().map(|&id| self.parts(id)).collect();
        let waiting: Vec<Rc<Parts>> = suspended.iter().map(|&id| self.parts(id)).collect();
        let waiting = waiting.iter().flat_map(|parts| &parts.all);
        let settled = active.iter().flat_map(|parts| &parts.settled);
        let all = active.iter().flat_map(|parts| &parts.all);
        let mut decisions = Vec::new();
        if suspended.is_empty() || settled.clone().eq(all.clone()) {
            decisions.extend(self.deciding(Vec::new(), all.chain(waiting), None));
        } else {
            let passed_on = suspended.iter().map(|&id| self.expansion.next_var(id));
            let passed_on: PassedOn = Some(passed_on.collect());
            decisions.extend(self.deciding(Vec::new(), settled.chain(waiting), None));
            decisions.extend(self.deciding(Vec::new(), all, passed_on));
        }
        decisions
    }

    /// How to satisfy all the functions under some letter, beside what is chosen; `None` if that is
    /// impossible.
    fn deciding<'a>(
        &mut self,
        mut chosen: Vec<Var>,
        functions: impl IntoIterator<Item = &'a Bdd>,
        passed_on: PassedOn,
    ) -> Option<Deciding> {
        let mut functions: Vec<Bdd> = functions.into_iter().copied().collect();
        functions.sort_unstable();
        functions.dedup();
        let Expansion {
            bdds, variables, ..
        } = &mut self.expansion;
        let is_proposition = |var: Var| matches!(variables[var as usize], Variable::Proposition(_));
        let Propagated { forced, left } = propagate(&functions, is_proposition, bdds)?;
        chosen.extend(forced);
        let pending = match left {
            Left::Apart(functions) => Pending::Choice(Decision::new(chosen, functions)),
            Left::Entangled(entangled) => Pending::Letter(chosen, entangled),
        };
        Some(Deciding { pending, passed_on })
    }

    /// The edges that some decisions lead to: those that can be told soon, and the open ones.
    fn edges(&mut self, mut open: Vec<Deciding>) -> Vec<Edge<StateId>> {
        let mut edges = Vec::new();
        let mut steps = 0;
        open.reverse();
        while let Some(Deciding { pending, passed_on }) = open.pop() {
            let pending = match self.settle(pending) {
                None => continue,
                Some(Outcome::Made(choice)) => {
                    edges.extend(self.edge(choice, &passed_on));
                    continue;
                }
                Some(Outcome::Open(pending)) => pending,
            };
            if edges.len() < AT_ONCE && steps < STEPS {
                steps += 1;
                let ways = self.ways(pending, &passed_on);
                open.extend(ways.into_iter().rev());
            } else {
                edges.push(Edge {
                    to: self.number(State::Deciding(Deciding { pending, passed_on })),
                    marks: Marks::EMPTY,
                });
            }
        }
        edges
    }

    fn settle(&mut self, pending: Pending) -> Option<Outcome<Pending>> {
        let Pending::Choice(decision) = pending else {
            return Some(Outcome::Open(pending));
        };
        Some(match decision.settle(&mut self.expansion.bdds)? {
            Outcome::Made(choice) => Outcome::Made(choice),
            Outcome::Open(decision) => Outcome::Open(Pending::Choice(decision)),
        })
    }

    /// The ways to go on from what is pending.
    fn ways(&mut self, pending: Pending, passed_on: &PassedOn) -> Vec<Deciding> {
        match pending {
            Pending::Choice(decision) => {
                let ways = decision.decide(&mut self.expansion.bdds);
                let deciding = |decision| Deciding {
                    pending: Pending::Choice(decision),
                    passed_on: passed_on.clone(),
                };
                ways.map(deciding).into()
            }
            Pending::Letter(chosen, entangled) => {
                let halves = entangled.split(&mut self.expansion.bdds);
                let ways =
                    halves.map(|half| self.deciding(chosen.clone(), &half, passed_on.clone()));
                ways.into_iter().flatten().collect()
            }
        }
    }

    /// The edge of a choice; `None` if it should pass formulas on and is no reason to.
    fn edge(&mut self, mut choice: Vec<Var>, passed_on: &PassedOn) -> Option<Edge<StateId>> {
        if let Some(passed_on) = passed_on {
            if !choice.iter().any(|&var| self.expansion.is_transient(var)) {
                return None;
            }
            choice.extend_from_slice(passed_on);
        }
        let (made, demanded) = self.expansion.promises_and_demands(&choice);
        Some(Edge {
            to: self.node(demanded),
            marks: self.expansion.promises.marks(made),
        })
    }
}

impl Automaton for OnTheFly {
    type State = StateId;

    fn acceptance(&self) -> &Acceptance {
        &self.acceptance
    }

    fn initial(&mut self, out: &mut Vec<StateId>) {
        let formulas = self.expansion.initial();
        out.push(self.node(formulas));
    }

    fn successors(&mut self, from: &StateId, out: &mut Vec<Edge<StateId>>) {
        let open = match self.states[*from as usize].clone() {
            State::Node(formulas) => self.decisions(&formulas),
            State::Deciding(deciding) => vec![deciding],
        };
        let mut edges = self.edges(open);
        edges.sort_by_cached_key(|edge| match &self.states[edge.to as usize] {
            State::Node(formulas) => (Reverse(edge.marks.len()), formulas.len()),
            State::Deciding(_) => (Reverse(0), usize::MAX),
        });
        edges.dedup();
        out.extend(edges);
    }
}
