//! How hard an automaton is to check, and whether it is deterministic or complete.
//!
//! A component is *rejecting* if none of its cycles is accepting, *accepting* if all are, and *mixed*
//! otherwise.  An automaton without mixed components is weak: one search for a cycle decides it.  It
//! is terminal if, in addition, every continuation from an accepting component is accepted: reaching
//! one decides it [cerna.03.mfcs].  Both are properties of cycles, not of how marks are placed, so
//! what some call *inherently* weak is weak here; [`is_weak_as_marked`] is the syntactic notion, and
//! [`weak_normal_form`] leads from one to the other.
//!
//! The shortcuts hold for the automaton alone.  Multiplied with fairness of any kind, a terminal or
//! weak automaton is neither.

use std::fmt;

use lariat_bdd::Bdd;

use crate::scc::Components;
use crate::word::has_accepting_cycle;
use crate::{Acceptance, Condition, Edge, Explicit, Label, Marks, StateId};

/// The strength of an automaton.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum AutomatonStrength {
    /// Weak, and what has reached an accepting component is accepted whatever follows.
    Terminal,
    /// No component has both an accepting and a rejecting cycle.
    Weak,
    /// Any other.
    Strong,
}

impl fmt::Display for AutomatonStrength {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            AutomatonStrength::Terminal => "terminal",
            AutomatonStrength::Weak => "weak",
            AutomatonStrength::Strong => "strong",
        })
    }
}

/// What the cycles of a component are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cycles {
    /// There is none: the component is trivial.
    None,
    /// None of them is accepting.
    Rejecting,
    /// All of them are accepting.
    Accepting,
    /// Some are accepting and some are not.
    Mixed,
}

/// What the cycles of each component are.
pub fn cycles(automaton: &Explicit, components: &Components) -> Vec<Cycles> {
    let condition = &automaton.acceptance.condition;
    let negation = condition.negated();
    let classify = |(component, states): (usize, &Vec<StateId>)| {
        if components.trivial[component] {
            return Cycles::None;
        }
        let inside = subgraph(automaton, components, states);
        match (
            has_accepting_cycle(&inside, condition),
            has_accepting_cycle(&inside, &negation),
        ) {
            (true, true) => Cycles::Mixed,
            (true, false) => Cycles::Accepting,
            (false, _) => Cycles::Rejecting,
        }
    };
    let members = components.members();
    members.iter().enumerate().map(classify).collect()
}

/// The edges inside one component, its states numbered in the order given.
fn subgraph(
    automaton: &Explicit,
    components: &Components,
    states: &[StateId],
) -> Vec<Vec<Edge<StateId>>> {
    let number = |state: StateId| states.binary_search(&state).ok();
    let edges = |&from: &StateId| {
        let edges = automaton.transitions[from as usize].iter();
        let inside = edges.filter(|edge| components.together(from, edge.to));
        inside
            .filter_map(|edge| {
                Some(Edge {
                    to: number(edge.to)? as StateId,
                    marks: edge.marks.clone(),
                })
            })
            .collect()
    };
    states.iter().map(edges).collect()
}

/// The strength of the automaton, its unreachable states included.
///
/// ```
/// use lariat_automata::strength::{AutomatonStrength, strength};
/// use lariat_automata::{Acceptance, Explicit, Labels, Marks};
/// use lariat_bdd::Bdd;
/// // F p: wait for p, then anything.
/// let mut a = Explicit::new(Labels::new(["p".to_owned()]), Acceptance::buchi());
/// let p = a.labels.bdds.var(0);
/// let (wait, done) = (a.add_state(), a.add_state());
/// a.initial.push(wait);
/// a.add_transition(wait, !p, Marks::EMPTY, wait);
/// a.add_transition(wait, p, Marks::EMPTY, done);
/// a.add_transition(done, Bdd::TRUE, Marks::single(0), done);
/// assert_eq!(strength(&mut a), AutomatonStrength::Terminal);
/// ```
pub fn strength(automaton: &mut Explicit) -> AutomatonStrength {
    let components = automaton.components();
    let cycles = cycles(automaton, &components);
    if cycles.contains(&Cycles::Mixed) {
        return AutomatonStrength::Strong;
    }
    let universal = universal_components(automaton, &components, &cycles);
    let spoiled = reach_rejecting(automaton, &components, &cycles);
    let terminal = (0..components.count)
        .filter(|&component| cycles[component] == Cycles::Accepting)
        .all(|component| universal[component] && !spoiled[component]);
    if terminal {
        AutomatonStrength::Terminal
    } else {
        AutomatonStrength::Weak
    }
}

/// The components that reach a rejecting cycle.
fn reach_rejecting(automaton: &Explicit, components: &Components, cycles: &[Cycles]) -> Vec<bool> {
    let mut reach: Vec<bool> = cycles.iter().map(|&c| c == Cycles::Rejecting).collect();
    // A component's successors come before it.
    for (component, states) in components.members().iter().enumerate() {
        let edges = states
            .iter()
            .flat_map(|&state| &automaton.transitions[state as usize]);
        let found = edges
            .map(|edge| components.of[edge.to as usize] as usize)
            .any(|to| reach[to]);
        reach[component] |= found;
    }
    reach
}

/// The components from which, evidently, every word is accepted: no cycle rejects, and for every
/// letter each state has an edge to such a component.
fn universal_components(
    automaton: &mut Explicit,
    components: &Components,
    cycles: &[Cycles],
) -> Vec<bool> {
    let mut universal: Vec<bool> = cycles
        .iter()
        .map(|&c| matches!(c, Cycles::None | Cycles::Accepting))
        .collect();
    for (component, states) in components.members().iter().enumerate() {
        let good = |to: StateId| universal[components.of[to as usize] as usize];
        let all_covered = universal[component]
            && states
                .iter()
                .all(|&state| automaton.covered_towards(state, good).is_true());
        universal[component] = all_covered;
    }
    universal
}

/// For each state whether, evidently, every word is accepted from it.
pub fn universal_states(automaton: &mut Explicit) -> Vec<bool> {
    let components = automaton.components();
    let cycles = cycles(automaton, &components);
    let universal = universal_components(automaton, &components, &cycles);
    let of_state = components.of.iter();
    of_state.map(|&c| universal[c as usize]).collect()
}

/// Whether the edges inside each component all carry the same marks.
pub fn is_weak_as_marked(automaton: &Explicit) -> bool {
    let components = automaton.components();
    let mut seen: Vec<Option<&Marks>> = vec![None; components.count];
    for (from, edges) in (0..).zip(&automaton.transitions) {
        for edge in edges.iter().filter(|e| components.together(from, e.to)) {
            let marks = seen[components.of[from as usize] as usize].get_or_insert(&edge.marks);
            if **marks != edge.marks {
                return false;
            }
        }
    }
    true
}

/// A weak automaton with Büchi acceptance whose accepting components carry the mark on every edge
/// inside, and no other edge does; `None` for one that is not weak.
pub fn weak_normal_form(automaton: &Explicit) -> Option<Explicit> {
    let components = automaton.components();
    let cycles = cycles(automaton, &components);
    if cycles.contains(&Cycles::Mixed) {
        return None;
    }
    let mut normal = automaton.clone();
    normal.acceptance = Acceptance::buchi();
    for (from, edges) in (0..).zip(&mut normal.transitions) {
        let component = components.of[from as usize] as usize;
        for edge in edges {
            let inside = components.together(from, edge.to);
            let accepting = inside && cycles[component] == Cycles::Accepting;
            edge.marks = (0..usize::from(accepting)).collect();
        }
    }
    Some(normal)
}

/// Whether no letter has two edges in any state, and there is at most one initial state.
pub fn is_deterministic(automaton: &mut Explicit) -> bool {
    let bdds = &mut automaton.labels.bdds;
    automaton.initial.len() <= 1
        && automaton.transitions.iter().all(|edges| {
            let mut covered = Bdd::FALSE;
            edges.iter().all(|edge| {
                let fresh = bdds.and(covered, edge.label).is_false();
                covered = bdds.or(covered, edge.label);
                fresh
            })
        })
}

/// Whether every letter has an edge in every state, and there is an initial state.
pub fn is_complete(automaton: &mut Explicit) -> bool {
    !automaton.initial.is_empty()
        && (0..automaton.state_count() as StateId).all(|state| automaton.covered(state).is_true())
}

impl Explicit {
    /// The letters that have an edge in the state.
    pub fn covered(&mut self, state: StateId) -> Label {
        self.covered_towards(state, |_| true)
    }

    /// The letters that have an edge in the state to one of the `good` states.
    fn covered_towards(&mut self, state: StateId, good: impl Fn(StateId) -> bool) -> Label {
        let edges = self.transitions[state as usize].iter();
        edges
            .filter(|edge| good(edge.to))
            .fold(Bdd::FALSE, |covered, edge| {
                self.labels.bdds.or(covered, edge.label)
            })
    }
}

impl Condition {
    /// The condition that holds exactly where this one does not.
    pub fn negated(&self) -> Condition {
        match self {
            Condition::True => Condition::False,
            Condition::False => Condition::True,
            Condition::Inf(mark) => Condition::Fin(*mark),
            Condition::Fin(mark) => Condition::Inf(*mark),
            Condition::And(parts) => Condition::any(parts.iter().map(Condition::negated)),
            Condition::Or(parts) => Condition::all(parts.iter().map(Condition::negated)),
        }
    }
}
