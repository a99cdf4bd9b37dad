//! The exact class of a property in the temporal hierarchy of Manna and Pnueli.
//!
//! From an automaton A of the property and an automaton N of its complement, both generalized Büchi:
//!
//! * *safety* iff the closure of A, all of whose infinite runs accept, has no word in common with N;
//!   *guarantee* iff the complement is a safety property [alpern.87.dc];
//! * *persistence* iff it is recognised by a co-Büchi automaton.  If it is, then by the product of A
//!   with its own subset automaton, where a run accepts if it ends in a component that has every mark
//!   [boker.09.lics]; that automaton accepts all that A does, so it remains to see whether it has a
//!   word in common with N;
//! * *recurrence* iff the complement is a persistence property;
//! * *obligation* iff both recurrence and persistence, and *reactivity* if neither
//!   [mp.90.podc].

use indexmap::IndexSet;
use lariat_automata::{Explicit, Marks, StateId};
use lariat_ltl::class::Class;
use rustc_hash::FxBuildHasher;

use crate::reduce::effort::Effort;
use crate::reduce::graph::{Graph, Move, merged};
use crate::reduce::intersection::intersect;
use crate::reduce::letters::LetterSet;
use crate::reduce::opposites::{Opposites, QuestionLimits, Undecided};
use crate::reduce::powerset::Powerset;

/// The class of the language of `automaton`; `complement` accepts exactly the other words.
///
/// ```
/// use lariat_automata::{Acceptance, Explicit, Labels, Marks};
/// use lariat_ltl::class::Class;
/// use lariat_translate::hierarchy::exact_class;
/// use lariat_translate::reduce::QuestionLimits;
/// // G p: one state that reads p; and F !p: a second state once p has failed.
/// let mut always = Explicit::new(Labels::new(["p".to_owned()]), Acceptance::all());
/// let p = always.labels.bdds.var(0);
/// always.add_state();
/// always.initial.push(0);
/// let mut fails = always.clone();
/// always.add_transition(0, p, Marks::EMPTY, 0);
/// fails.acceptance = Acceptance::buchi();
/// fails.add_state();
/// fails.add_transition(0, p, Marks::EMPTY, 0);
/// fails.add_transition(0, !p, Marks::EMPTY, 1);
/// fails.add_transition(1, p, Marks::single(0), 1);
/// fails.add_transition(1, !p, Marks::single(0), 1);
/// let limits = QuestionLimits::default();
/// assert_eq!(exact_class(&always, &fails, &limits), Ok(Class::Safety));
/// assert_eq!(exact_class(&fails, &always, &limits), Ok(Class::Guarantee));
/// ```
pub fn exact_class(
    automaton: &Explicit,
    complement: &Explicit,
    limits: &QuestionLimits,
) -> Result<Class, Undecided> {
    let opposites = Opposites::new(automaton, complement, limits)?;
    let (inside, outside) = (&opposites.inside, &opposites.outside);
    let safety = is_safety(inside, outside, limits)?;
    let guarantee = is_safety(outside, inside, limits)?;
    match (safety, guarantee) {
        (true, true) => return Ok(Class::Bottom),
        (true, false) => return Ok(Class::Safety),
        (false, true) => return Ok(Class::Guarantee),
        (false, false) => {}
    }
    let persistence = is_persistence(inside, outside, limits)?;
    let recurrence = is_persistence(outside, inside, limits)?;
    Ok(match (recurrence, persistence) {
        (true, true) => Class::Obligation,
        (true, false) => Class::Recurrence,
        (false, true) => Class::Persistence,
        (false, false) => Class::Reactivity,
    })
}

/// Whether the closure of `inside` avoids `outside`.
fn is_safety(inside: &Graph, outside: &Graph, limits: &QuestionLimits) -> Result<bool, Undecided> {
    avoids(&closure(inside), outside, limits)
}

/// Whether two automata have no word in common.
fn avoids(one: &Graph, other: &Graph, limits: &QuestionLimits) -> Result<bool, Undecided> {
    let common = intersect(one, other, limits.product_states, &limits.budget);
    limits.budget.check()?;
    let common = common.ok_or(Undecided::Product(limits.product_states))?;
    Ok(!common)
}

/// The trimmed automaton with every infinite run accepting: the words all of whose prefixes can be
/// continued to accepted ones.
fn closure(graph: &Graph) -> Graph {
    let mut closure = graph.clone();
    closure.marks = 0;
    for edge in closure.moves.iter_mut().flatten() {
        edge.marks = Marks::EMPTY;
    }
    closure
}

/// Whether the co-Büchi automaton made of `inside` avoids `outside`.
fn is_persistence(
    inside: &Graph,
    outside: &Graph,
    limits: &QuestionLimits,
) -> Result<bool, Undecided> {
    let effort = Effort::new(u64::MAX, &limits.budget);
    let powerset = Powerset::new(inside, limits.subsets, &effort);
    limits.budget.check()?;
    let powerset = powerset.ok_or(Undecided::Subsets(limits.subsets))?;
    let augmented = augmented(inside, &powerset, limits)?;
    avoids(&weakened(augmented), outside, limits)
}

/// The product of an automaton with its own subset automaton.
fn augmented(
    graph: &Graph,
    powerset: &Powerset,
    limits: &QuestionLimits,
) -> Result<Graph, Undecided> {
    let initial = graph.initial.iter().map(|&state| (state, 0));
    let mut states: IndexSet<(StateId, StateId), FxBuildHasher> = initial.collect();
    let roots = states.len() as StateId;
    let mut moves: Vec<Vec<Move>> = Vec::new();
    while moves.len() < states.len() {
        limits.budget.check()?;
        let (state, set) = states[moves.len()];
        let mut out = Vec::new();
        for edge in &graph.moves[state as usize] {
            for letter in edge.letters.iter() {
                let pair = (edge.to, powerset.next[set as usize][letter]);
                out.push(Move {
                    letters: LetterSet::single(letter),
                    marks: edge.marks.clone(),
                    to: states.insert_full(pair).0 as StateId,
                });
            }
        }
        moves.push(merged(out.into_iter()));
        if states.len() > limits.product_states {
            return Err(Undecided::Product(limits.product_states));
        }
    }
    Ok(Graph {
        letters: graph.letters,
        marks: graph.marks,
        initial: (0..roots).collect(),
        moves,
    })
}

/// The automaton whose runs accept if they end in a component that has every mark.
fn weakened(mut graph: Graph) -> Graph {
    let found = graph.components();
    let accepting: Vec<bool> = (0..found.count)
        .map(|component| graph.accepting(&found, component))
        .collect();
    for (from, edges) in graph.moves.iter_mut().enumerate() {
        for edge in edges {
            let good =
                accepting[found.of[from] as usize] && found.together(from as StateId, edge.to);
            edge.marks = good.then_some(0).into_iter().collect();
        }
    }
    graph.marks = 1;
    graph
}
