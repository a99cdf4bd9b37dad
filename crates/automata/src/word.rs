//! Whether an automaton accepts a lasso word, by the definition.
//!
//! The word u·v^ω and the automaton have a finite product: pairs of a state and a position in the
//! word.  The word is accepted iff that graph holds a reachable cycle whose marks satisfy the
//! condition.  [`has_accepting_cycle`] decides this for any Fin/Inf formula in the obvious way:
//! where a component's marks do not satisfy it, some mark m with Fin(m) in the condition is chosen;
//! either the cycle avoids m, or Fin(m) does not help it.  That is exponential in the number of such
//! marks, and is meant for small graphs: it is the oracle of the searches, so it shares no code with
//! them.

use indexmap::IndexSet;
use lariat_budget::{Budget, Exhausted};

use crate::scc::components;
use crate::{Acceptor, Condition, Edge, Letter, Marks, StateId};

/// Whether the acceptor accepts the word `prefix`·`cycle`^ω; `cycle` must not be empty.
///
/// ```
/// use lariat_automata::{Acceptance, Explicit, Labels, Letter, Marks, word};
/// // Infinitely often p, with the mark on the edge that reads it.
/// let mut a = Explicit::new(Labels::new(["p".to_owned()]), Acceptance::buchi());
/// let p = a.labels.bdds.var(0);
/// let state = a.add_state();
/// a.initial.push(state);
/// a.add_transition(state, p, Marks::single(0), state);
/// a.add_transition(state, !p, Marks::EMPTY, state);
/// let (yes, no) = (Letter::single(0), Letter::EMPTY);
/// assert!(word::accepts(&a, &[], &[no.clone(), yes.clone()]));
/// assert!(!word::accepts(&a, &[yes], &[no]));
/// ```
pub fn accepts<A: Acceptor>(acceptor: &A, prefix: &[Letter], cycle: &[Letter]) -> bool {
    assert!(!cycle.is_empty(), "the cycle of a lasso word is not empty");
    let graph = product_with_word(acceptor, prefix, cycle);
    has_accepting_cycle(&graph, &acceptor.acceptance().condition)
}

/// The edges of each pair of a state and a position that is reachable from the beginning.
fn product_with_word<A: Acceptor>(
    acceptor: &A,
    prefix: &[Letter],
    cycle: &[Letter],
) -> Vec<Vec<Edge<StateId>>> {
    let mut initial = Vec::new();
    acceptor.initial(&mut initial);
    let mut nodes: IndexSet<(A::State, usize)> =
        initial.into_iter().map(|state| (state, 0)).collect();
    let mut graph = Vec::new();
    let mut edges = Vec::new();
    while graph.len() < nodes.len() {
        let (state, position) = nodes[graph.len()].clone();
        let letter = match prefix.get(position) {
            Some(letter) => letter,
            None => &cycle[position - prefix.len()],
        };
        let last = position + 1 == prefix.len() + cycle.len();
        let next = if last { prefix.len() } else { position + 1 };
        acceptor.successors(&state, letter, &mut edges);
        let numbered = edges.drain(..).map(|edge| Edge {
            to: nodes.insert_full((edge.to, next)).0 as StateId,
            marks: edge.marks,
        });
        graph.push(numbered.collect());
    }
    graph
}

/// Whether the graph, given by the edges of each state, has a cycle, reachable or not, whose marks
/// satisfy the condition.
pub fn has_accepting_cycle(graph: &[Vec<Edge<StateId>>], condition: &Condition) -> bool {
    let unlimited = Budget::unlimited();
    has_accepting_cycle_within(graph, condition, &unlimited) == Ok(true)
}

/// The same, unless the budget ends before.
///
/// # Errors
/// If the budget has ended.
pub fn has_accepting_cycle_within(
    graph: &[Vec<Edge<StateId>>],
    condition: &Condition,
    budget: &Budget,
) -> Result<bool, Exhausted> {
    let mut open = vec![(graph.to_vec(), condition.clone())];
    while let Some((graph, condition)) = open.pop() {
        budget.check()?;
        let found = components(graph.len(), 0..graph.len() as StateId, |from, out| {
            out.extend_from_slice(&graph[from as usize]);
        });
        for component in (0..found.count).filter(|&c| !found.trivial[c]) {
            let marks = &found.marks[component];
            if condition.accepts(marks) {
                return Ok(true);
            }
            let Some(fin) = helpful_fin(&condition, marks) else {
                continue;
            };
            let inside = |from: usize, edge: &Edge<StateId>| {
                found.of[from] as usize == component
                    && found.of[edge.to as usize] as usize == component
            };
            let avoiding = restrict(&graph, |from, edge| {
                inside(from, edge) && !edge.marks.contains(fin)
            });
            open.push((avoiding, condition.clone()));
            open.push((restrict(&graph, inside), without_fin(&condition, fin)));
        }
    }
    Ok(false)
}

/// A mark of `present` that the condition wants finitely often.
fn helpful_fin(condition: &Condition, present: &Marks) -> Option<usize> {
    let mut stack = vec![condition];
    while let Some(condition) = stack.pop() {
        match condition {
            Condition::Fin(mark) if present.contains(*mark) => return Some(*mark),
            Condition::And(parts) | Condition::Or(parts) => stack.extend(parts),
            _ => {}
        }
    }
    None
}

/// The condition where `mark` occurs infinitely often, as far as Fin is concerned.
fn without_fin(condition: &Condition, mark: usize) -> Condition {
    match condition {
        Condition::Fin(fin) if *fin == mark => Condition::False,
        Condition::And(parts) => Condition::all(parts.iter().map(|p| without_fin(p, mark))),
        Condition::Or(parts) => Condition::any(parts.iter().map(|p| without_fin(p, mark))),
        other => other.clone(),
    }
}

fn restrict(
    graph: &[Vec<Edge<StateId>>],
    keep: impl Fn(usize, &Edge<StateId>) -> bool,
) -> Vec<Vec<Edge<StateId>>> {
    let kept = |(from, edges): (usize, &Vec<Edge<StateId>>)| {
        let edges = edges.iter().filter(|edge| keep(from, edge));
        edges.cloned().collect()
    };
    graph.iter().enumerate().map(kept).collect()
}
