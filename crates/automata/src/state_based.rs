//! Marks moved from edges to states: all edges that leave a state carry the same marks.
//!
//! A state is split by the marks of the edge that entered it, and hands these on.  Every run sees the
//! same marks as before, one step later, so any acceptance condition is kept.

use indexmap::IndexSet;

use crate::{Explicit, LabelledEdge, Marks, StateId};

/// An automaton of the same language in which all edges that leave a state carry the same marks.
///
/// ```
/// use lariat_automata::state_based::state_based;
/// use lariat_automata::{Acceptance, Explicit, Labels, Marks};
/// // GF p in one state becomes two: p was read, and p was not read.
/// let mut a = Explicit::new(Labels::new(["p".to_owned()]), Acceptance::buchi());
/// let p = a.labels.bdds.var(0);
/// let state = a.add_state();
/// a.initial.push(state);
/// a.add_transition(state, p, Marks::single(0), state);
/// a.add_transition(state, !p, Marks::EMPTY, state);
/// let split = state_based(&a);
/// assert_eq!(split.state_count(), 2);
/// assert!(split.has_state_marks());
/// ```
pub fn state_based(automaton: &Explicit) -> Explicit {
    if automaton.has_state_marks() {
        return automaton.clone();
    }
    let inside = edges_inside_components(automaton);
    let mut states: IndexSet<(StateId, Marks)> = automaton
        .initial
        .iter()
        .map(|&state| (state, Marks::EMPTY))
        .collect();
    let mut result = Explicit::new(automaton.labels.clone(), automaton.acceptance.clone());
    result.name.clone_from(&automaton.name);
    result.initial = (0..states.len() as StateId).collect();
    while result.state_count() < states.len() {
        let (state, marks) = states[result.state_count()].clone();
        let copy = result.add_state();
        for (edge, &inside) in automaton.transitions[state as usize]
            .iter()
            .zip(&inside[state as usize])
        {
            // A mark that no cycle can see is not worth a state.
            let handed_on = if inside {
                edge.marks.clone()
            } else {
                Marks::EMPTY
            };
            let to = states.insert_full((edge.to, handed_on)).0 as StateId;
            result.transitions[copy as usize].push(LabelledEdge {
                label: edge.label,
                marks: marks.clone(),
                to,
            });
        }
    }
    result
}

/// For each edge whether it lies on a cycle.
fn edges_inside_components(automaton: &Explicit) -> Vec<Vec<bool>> {
    let of = automaton.components().of;
    let inside = |(from, edges): (usize, &Vec<LabelledEdge>)| {
        let own = of[from];
        edges
            .iter()
            .map(|edge| of[edge.to as usize] == own)
            .collect()
    };
    automaton
        .transitions
        .iter()
        .enumerate()
        .map(inside)
        .collect()
}

impl Explicit {
    /// Whether all edges that leave a state carry the same marks.
    pub fn has_state_marks(&self) -> bool {
        let alike = |edges: &Vec<LabelledEdge>| edges.windows(2).all(|w| w[0].marks == w[1].marks);
        self.transitions.iter().all(alike)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random;
    use crate::word::accepts;

    #[test]
    fn random_automata_keep_their_language() {
        let (mut accepted, mut rejected) = (0, 0);
        for seed in 0..400 {
            let mut rng = fastrand::Rng::with_seed(seed);
            let automaton = random::automaton(&random::AutomatonShape::default(), &mut rng);
            let split = state_based(&automaton);
            assert!(split.has_state_marks(), "seed {seed}");
            for _ in 0..5 {
                let (prefix, cycle) = random::lasso(automaton.labels.propositions.len(), &mut rng);
                let expected = accepts(&automaton, &prefix, &cycle);
                assert_eq!(accepts(&split, &prefix, &cycle), expected, "seed {seed}");
                if expected {
                    accepted += 1;
                } else {
                    rejected += 1;
                }
            }
        }
        assert!(
            accepted > 100 && rejected > 100,
            "{accepted} accepted, {rejected} not"
        );
    }
}
