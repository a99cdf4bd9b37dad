//! Synchronous products: of a system with an acceptor, on the fly, and of explicit automata.
//!
//! A run of the product is a run of each part over the same word.  Marks of the second part are
//! shifted behind those of the first, and the conditions are conjoined (or, for [`union_complete`],
//! disjoined).

use std::cell::Cell;
use std::hash::Hash;

use indexmap::IndexSet;

use crate::{Acceptance, Acceptor, Automaton, Condition, Edge, Explicit, Letter, StateId};

/// A step of a [`System`]: what a word shows of it, and where it leads.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Step<S> {
    /// The propositions that are true: of the state that is left, and of the step itself.
    pub letter: Letter,
    /// The system's own marks, such as fairness, and the state that the step leads to.
    pub edge: Edge<S>,
}

/// What emits words: a model, or a product that already contains one.
///
/// The contract is that of [`Automaton`]; in addition, steps with equal letters are best produced in
/// a row, because a product asks its acceptor once for each run of equal letters.
pub trait System {
    /// A state; cheap to clone, compared by meaning.
    type State: Clone + Eq + Hash;

    /// The condition that a run's infinitely repeated marks must satisfy.
    fn acceptance(&self) -> &Acceptance;

    /// The propositions that letters speak of, by name; a letter's elements are indices into them.
    fn propositions(&self) -> &[String];

    /// Appends the initial states to `out`.
    fn initial(&self, out: &mut Vec<Self::State>);

    /// Appends every step that leaves `from` to `out`, without clearing it.
    fn steps(&self, from: &Self::State, out: &mut Vec<Step<Self::State>>);
}

impl<S: System> System for &S {
    type State = S::State;

    fn acceptance(&self) -> &Acceptance {
        (*self).acceptance()
    }

    fn propositions(&self) -> &[String] {
        (*self).propositions()
    }

    fn initial(&self, out: &mut Vec<Self::State>) {
        (*self).initial(out);
    }

    fn steps(&self, from: &Self::State, out: &mut Vec<Step<Self::State>>) {
        (*self).steps(from, out);
    }
}

/// An acceptor reads a proposition that the system does not have.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the system has no proposition `{name}`")]
pub struct UnknownProposition {
    /// Its name.
    pub name: String,
}

/// The product of a system and an acceptor, computed on demand.
///
/// It is an [`Automaton`] to search, and a [`System`] again, so that several acceptors can be
/// multiplied on.
pub struct Product<S: System, A: Acceptor> {
    system: S,
    acceptor: A,
    acceptance: Acceptance,
    /// For each proposition of the acceptor the system's index, unless both number them alike.
    renaming: Option<Vec<usize>>,
    /// Buffers, empty between calls.
    steps: Cell<Vec<Step<S::State>>>,
    edges: Cell<Vec<Edge<A::State>>>,
}

impl<S: System, A: Acceptor> Product<S, A> {
    /// The product; every proposition of the acceptor must be one of the system, by name.
    pub fn new(system: S, acceptor: A) -> Result<Self, UnknownProposition> {
        let known = system.propositions();
        let index = |name: &String| {
            let found = known.iter().position(|p| p == name);
            found.ok_or_else(|| UnknownProposition { name: name.clone() })
        };
        let indices: Result<Vec<usize>, _> = acceptor.propositions().iter().map(index).collect();
        let indices = indices?;
        let alike = indices.iter().enumerate().all(|(own, &index)| own == index);
        let both = [system.acceptance(), acceptor.acceptance()];
        let acceptance = combine(both[0], both[1], |a, b| Condition::all([a, b]));
        Ok(Self {
            renaming: (!alike).then_some(indices),
            system,
            acceptor,
            acceptance,
            steps: Cell::default(),
            edges: Cell::default(),
        })
    }

    /// The system.
    pub fn system(&self) -> &S {
        &self.system
    }

    /// The acceptor.
    pub fn acceptor(&self) -> &A {
        &self.acceptor
    }

    fn initial_pairs(&self, out: &mut Vec<(S::State, A::State)>) {
        let (mut systems, mut acceptors) = (Vec::new(), Vec::new());
        self.system.initial(&mut systems);
        self.acceptor.initial(&mut acceptors);
        for system in &systems {
            out.extend(acceptors.iter().map(|a| (system.clone(), a.clone())));
        }
    }

    /// Calls `yield_step` with the letter, the target and the marks of every step from `from`.
    fn each_step(
        &self,
        from: &(S::State, A::State),
        mut yield_step: impl FnMut(&Letter, Edge<(S::State, A::State)>),
    ) {
        let shift = self.system.acceptance().marks;
        let mut steps = self.steps.take();
        let mut edges = self.edges.take();
        let mut read: Option<&Letter> = None;
        self.system.steps(&from.0, &mut steps);
        for Step { letter, edge } in &steps {
            if read != Some(letter) {
                edges.clear();
                self.acceptor_edges(&from.1, letter, &mut edges);
                for edge in &mut edges {
                    edge.marks = edge.marks.shifted(shift);
                }
                read = Some(letter);
            }
            for reading in &edges {
                let to = (edge.to.clone(), reading.to.clone());
                let marks = edge.marks.union(&reading.marks);
                yield_step(letter, Edge { to, marks });
            }
        }
        steps.clear();
        edges.clear();
        self.steps.set(steps);
        self.edges.set(edges);
    }

    fn acceptor_edges(&self, from: &A::State, letter: &Letter, out: &mut Vec<Edge<A::State>>) {
        match &self.renaming {
            None => self.acceptor.successors(from, letter, out),
            Some(indices) => {
                let own = 0..indices.len();
                let renamed = own.filter(|&own| letter.contains(indices[own])).collect();
                self.acceptor.successors(from, &renamed, out);
            }
        }
    }
}

impl<S: System, A: Acceptor> Automaton for Product<S, A> {
    type State = (S::State, A::State);

    fn acceptance(&self) -> &Acceptance {
        &self.acceptance
    }

    fn initial(&self, out: &mut Vec<Self::State>) {
        self.initial_pairs(out);
    }

    fn successors(&self, from: &Self::State, out: &mut Vec<Edge<Self::State>>) {
        self.each_step(from, |_, edge| out.push(edge));
    }
}

impl<S: System, A: Acceptor> System for Product<S, A> {
    type State = (S::State, A::State);

    fn acceptance(&self) -> &Acceptance {
        &self.acceptance
    }

    fn propositions(&self) -> &[String] {
        self.system.propositions()
    }

    fn initial(&self, out: &mut Vec<Self::State>) {
        self.initial_pairs(out);
    }

    fn steps(&self, from: &Self::State, out: &mut Vec<Step<Self::State>>) {
        self.each_step(from, |letter, edge| {
            let letter = letter.clone();
            out.push(Step { letter, edge });
        });
    }
}

/// The acceptance over the marks of both, the second's shifted behind the first's.
fn combine(
    first: &Acceptance,
    second: &Acceptance,
    join: impl FnOnce(Condition, Condition) -> Condition,
) -> Acceptance {
    let shifted = second.condition.renamed(|mark| mark + first.marks);
    Acceptance {
        marks: first.marks + second.marks,
        condition: join(first.condition.clone(), shifted),
    }
}

/// The automaton of the words that both accept: the reachable part of the product.
///
/// ```
/// use lariat_automata::{Acceptance, Explicit, Labels, Letter, Marks, product, word};
/// let infinitely_often = |name: &str| {
///     let mut a = Explicit::new(Labels::new([name.to_owned()]), Acceptance::buchi());
///     let p = a.labels.bdds.var(0);
///     let state = a.add_state();
///     a.initial.push(state);
///     a.add_transition(state, p, Marks::single(0), state);
///     a.add_transition(state, !p, Marks::EMPTY, state);
///     a
/// };
/// let both = product::intersection(&infinitely_often("p"), &infinitely_often("q"));
/// let (p, q) = (Letter::single(0), Letter::single(1));
/// assert!(word::accepts(&both, &[], &[p.clone(), q]));
/// assert!(!word::accepts(&both, &[], &[p]));
/// ```
pub fn intersection(a: &Explicit, b: &Explicit) -> Explicit {
    explicit_product(a, b, |a, b| Condition::all([a, b]))
}

/// The automaton of the words that one of two *complete* automata accepts, as a product; it is
/// deterministic if both are.  See [`union`](crate::union::union()) for automata that are not complete.
pub fn union_complete(a: &Explicit, b: &Explicit) -> Explicit {
    explicit_product(a, b, |a, b| Condition::any([a, b]))
}

fn explicit_product(
    a: &Explicit,
    b: &Explicit,
    join: impl FnOnce(Condition, Condition) -> Condition,
) -> Explicit {
    let acceptance = combine(&a.acceptance, &b.acceptance, join);
    let mut product = Explicit::new(a.labels.clone(), acceptance);
    let labels = b.transitions.iter().flatten().map(|edge| edge.label);
    let mut imported = product.labels.import_all(&b.labels, labels).into_iter();
    let mut right_edges = b.transitions.clone();
    for edge in right_edges.iter_mut().flatten() {
        edge.label = imported.next().expect("one label an edge");
        edge.marks = edge.marks.shifted(a.acceptance.marks);
    }
    let pairs = a.initial.iter();
    let mut pairs: IndexSet<(StateId, StateId)> = pairs
        .flat_map(|&p| b.initial.iter().map(move |&q| (p, q)))
        .collect();
    product.initial.extend(0..pairs.len() as StateId);
    while product.state_count() < pairs.len() {
        let (p, q) = pairs[product.state_count()];
        let from = product.add_state();
        for left in &a.transitions[p as usize] {
            for right in &right_edges[q as usize] {
                let label = product.labels.bdds.and(left.label, right.label);
                if !label.is_false() {
                    let to = pairs.insert_full((left.to, right.to)).0 as StateId;
                    product.add_transition(from, label, left.marks.union(&right.marks), to);
                }
            }
        }
    }
    product
}
