//! Strength and determinism against their definitions.

use crate::common::{Graph, Verdicts, accepting_edge_set_exists, closure};
use fastrand::Rng;
use lariat_automata::random::{self, AutomatonShape, Conditions};
use lariat_automata::strength::{
    AutomatonStrength, Cycles, cycles, is_complete, is_deterministic, is_weak_as_marked, strength,
    universal_states, weak_normal_form,
};
use lariat_automata::word::accepts;
use lariat_automata::{Acceptance, Acceptor, Edge, Explicit, Labels, Letter, Marks};
use lariat_bdd::Bdd;
use lariat_testkit::rounds;

fn sparse(rng: &mut Rng) -> Explicit {
    let shape = AutomatonShape {
        states: 4,
        degree: 1.2,
        propositions: 1,
        marks: 2,
        mark_density: 0.5,
        conditions: [Conditions::GeneralizedBuchi, Conditions::EmersonLei][rng.usize(0..2)],
    };
    random::automaton(&shape, rng)
}

/// The edges between states that reach one another.
fn cyclic_part(automaton: &Explicit) -> Graph {
    let edges = automaton.transitions.iter().enumerate();
    let pairs: Vec<_> = edges
        .flat_map(|(from, edges)| edges.iter().map(move |edge| (from, edge.to as usize)))
        .collect();
    let reach = closure(automaton.state_count(), &pairs);
    let inner = |(from, edges): (usize, &Vec<lariat_automata::LabelledEdge>)| {
        let inside = edges.iter().filter(|edge| reach[edge.to as usize][from]);
        let edge = |edge: &lariat_automata::LabelledEdge| Edge {
            to: edge.to,
            marks: edge.marks.clone(),
        };
        inside.map(edge).collect()
    };
    automaton
        .transitions
        .iter()
        .enumerate()
        .map(inner)
        .collect()
}

#[test]
fn components_are_classified_by_all_their_cycles() {
    let mut seen = [0; 4];
    for seed in 0..rounds(4_000, 80_000) {
        let automaton = sparse(&mut Rng::with_seed(seed));
        if automaton.transition_count() > 8 {
            continue;
        }
        let components = automaton.components();
        let condition = &automaton.acceptance.condition;
        for (component, &found) in cycles(&automaton, &components).iter().enumerate() {
            let mut inside = cyclic_part(&automaton);
            for (state, edges) in inside.iter_mut().enumerate() {
                if components.of[state] as usize != component {
                    edges.clear();
                }
            }
            let accepting = accepting_edge_set_exists(&inside, condition);
            let rejecting = accepting_edge_set_exists(&inside, &condition.negated());
            let expected = match (accepting, rejecting) {
                (false, false) => Cycles::None,
                (false, true) => Cycles::Rejecting,
                (true, false) => Cycles::Accepting,
                (true, true) => Cycles::Mixed,
            };
            assert_eq!(found, expected, "seed {seed}: {automaton:?}");
            seen[expected as usize] += 1;
        }
    }
    assert!(seen.iter().all(|&count| count > 200), "lopsided: {seen:?}");
}

#[test]
fn what_reaches_an_accepting_component_of_a_terminal_automaton_is_accepted() {
    let mut by_strength = [0; 3];
    let mut universal_seen = 0;
    for seed in 0..rounds(6_000, 120_000) {
        let mut rng = Rng::with_seed(seed);
        let mut automaton = sparse(&mut rng);
        let strength = strength(&mut automaton);
        by_strength[strength as usize] += 1;
        let universal = universal_states(&mut automaton);
        let components = automaton.components();
        let kinds = cycles(&automaton, &components);
        for state in 0..automaton.state_count() as u32 {
            let kind = kinds[components.of[state as usize] as usize];
            let from_here = Explicit {
                initial: vec![state],
                ..automaton.clone()
            };
            let promised = universal[state as usize]
                || strength == AutomatonStrength::Terminal && kind == Cycles::Accepting;
            if promised {
                universal_seen += 1;
                let (prefix, cycle) = random::lasso(1, &mut rng);
                assert!(
                    accepts(&from_here, &prefix, &cycle),
                    "seed {seed}: {automaton:?}"
                );
            }
        }
    }
    assert!(
        by_strength.iter().all(|&n| n > 300),
        "lopsided: {by_strength:?}"
    );
    assert!(universal_seen > 300, "rare: {universal_seen}");
}

#[test]
fn the_weak_normal_form_keeps_the_language() {
    let mut verdicts = Verdicts::default();
    for seed in 0..rounds(4_000, 80_000) {
        let mut rng = Rng::with_seed(seed);
        let mut automaton = sparse(&mut rng);
        let normal = weak_normal_form(&automaton);
        let is_strong = strength(&mut automaton) == AutomatonStrength::Strong;
        assert_eq!(normal.is_none(), is_strong, "seed {seed}");
        let Some(normal) = normal else { continue };
        assert!(is_weak_as_marked(&normal), "seed {seed}");
        for _ in 0..4 {
            let (prefix, cycle) = random::lasso(1, &mut rng);
            let expected = accepts(&automaton, &prefix, &cycle);
            assert_eq!(
                accepts(&normal, &prefix, &cycle),
                expected,
                "seed {seed}: {automaton:?}"
            );
            verdicts.count(expected);
        }
    }
    verdicts.assert_both();
}

#[test]
fn determinism_and_completeness_count_edges_for_every_letter() {
    let (mut deterministic, mut complete) = (Verdicts::default(), Verdicts::default());
    for seed in 0..rounds(8_000, 160_000) {
        let mut rng = Rng::with_seed(seed);
        let shape = AutomatonShape {
            states: 2,
            degree: 1.5,
            propositions: 1,
            ..AutomatonShape::default()
        };
        let mut automaton = random::automaton(&shape, &mut rng);
        let mut counts = Vec::new();
        for state in 0..automaton.state_count() as u32 {
            for letter in [Letter::EMPTY, Letter::single(0)] {
                let mut edges = Vec::new();
                Acceptor::successors(&automaton, &state, &letter, &mut edges);
                counts.push(edges.len());
            }
        }
        let at_most_one = automaton.initial.len() == 1 && counts.iter().all(|&n| n <= 1);
        let at_least_one = counts.iter().all(|&n| n >= 1);
        assert_eq!(is_deterministic(&mut automaton), at_most_one, "seed {seed}");
        assert_eq!(is_complete(&mut automaton), at_least_one, "seed {seed}");
        deterministic.count(at_most_one);
        complete.count(at_least_one);
    }
    deterministic.assert_both();
    complete.assert_both();
}

#[test]
fn a_complete_accepting_component_is_terminal_though_it_is_no_sink() {
    let mut automaton = Explicit::new(Labels::new(["p".to_owned()]), Acceptance::buchi());
    let p = automaton.labels.bdds.var(0);
    for _ in 0..3 {
        automaton.add_state();
    }
    automaton.initial.push(0);
    automaton.add_transition(0, Bdd::TRUE, Marks::EMPTY, 0);
    automaton.add_transition(0, p, Marks::EMPTY, 1);
    automaton.add_transition(1, p, Marks::single(0), 1);
    automaton.add_transition(1, !p, Marks::single(0), 2);
    automaton.add_transition(2, Bdd::TRUE, Marks::single(0), 1);
    assert_eq!(strength(&mut automaton), AutomatonStrength::Terminal);
    // Without an edge for one letter, a word can get stuck.
    automaton.transitions[1].remove(0);
    assert_eq!(strength(&mut automaton), AutomatonStrength::Weak);
}
