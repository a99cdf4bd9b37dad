//! Components and accepting cycles against their definitions, by transitive closure.

use crate::common::{Graph, Verdicts, accepting_edge_set_exists, closure, edge_list};
use fastrand::Rng;
use lariat_automata::random::{self, AutomatonShape, Conditions};
use lariat_automata::scc::{Components, components};
use lariat_automata::word::has_accepting_cycle;
use lariat_automata::{Condition, Edge, Marks};
use lariat_testkit::rounds;

fn random_graph(rng: &mut Rng) -> (Graph, Condition) {
    let shape = AutomatonShape {
        states: 5,
        degree: 1.1,
        marks: 4,
        mark_density: 0.35,
        conditions: Conditions::EmersonLei,
        ..AutomatonShape::default()
    };
    let automaton = random::automaton(&shape, rng);
    let edges = |transitions: Vec<lariat_automata::LabelledEdge>| {
        let edge = |t: lariat_automata::LabelledEdge| Edge {
            to: t.to,
            marks: t.marks,
        };
        transitions.into_iter().map(edge).collect()
    };
    let graph = automaton.transitions.into_iter().map(edges).collect();
    (graph, automaton.acceptance.condition)
}

#[test]
fn components_are_mutual_reachability_in_reverse_topological_order() {
    for seed in 0..rounds(20_000, 400_000) {
        let (graph, _) = random_graph(&mut Rng::with_seed(seed));
        let n = graph.len();
        let found = components(n, [0], |from, out| {
            out.extend_from_slice(&graph[from as usize]);
        });
        let edges = edge_list(&graph);
        let pairs: Vec<_> = edges.iter().map(|(f, e)| (*f, e.to as usize)).collect();
        let reach = closure(n, &pairs);
        let reached = |state: usize| state == 0 || reach[0][state];
        for (one, from_one) in reach.iter().enumerate() {
            let number = found.of[one];
            assert_eq!(number != Components::UNREACHED, reached(one), "seed {seed}");
            for other in (0..n).filter(|&other| reached(one) && reached(other)) {
                let mutual = one == other || from_one[other] && reach[other][one];
                assert_eq!(number == found.of[other], mutual, "seed {seed}");
                assert!(!from_one[other] || number >= found.of[other], "seed {seed}");
            }
        }
        for state in (0..n).filter(|&state| reached(state)) {
            let component = found.of[state] as usize;
            assert_eq!(
                found.trivial[component], !reach[state][state],
                "seed {seed}"
            );
            let inside = edges.iter().filter(|(from, edge)| {
                found.of[*from] as usize == component
                    && found.of[edge.to as usize] as usize == component
            });
            let marks = inside.fold(Marks::EMPTY, |all, (_, edge)| all.union(&edge.marks));
            assert_eq!(found.marks[component], marks, "seed {seed}");
        }
        let listed: usize = found.members().iter().map(Vec::len).sum();
        assert_eq!(
            listed,
            (0..n).filter(|&state| reached(state)).count(),
            "seed {seed}"
        );
    }
}

#[test]
fn a_path_of_a_million_states_needs_no_call_stack() {
    let n = 1_000_000u32;
    let found = components(n as usize, [0], |from, out| {
        let to = (from + 1) % n;
        out.push(Edge {
            to,
            marks: Marks::EMPTY,
        });
    });
    assert_eq!((found.count, found.trivial[0]), (1, false));
}

#[test]
fn accepting_cycles_are_accepting_strongly_connected_edge_sets() {
    let mut verdicts = Verdicts::default();
    for seed in 0..rounds(4_000, 80_000) {
        let (graph, condition) = random_graph(&mut Rng::with_seed(seed));
        if graph.iter().map(Vec::len).sum::<usize>() > 9 {
            continue;
        }
        let expected = accepting_edge_set_exists(&graph, &condition);
        let found = has_accepting_cycle(&graph, &condition);
        assert_eq!(found, expected, "seed {seed}: {graph:?} {condition:?}");
        verdicts.count(expected);
    }
    verdicts.assert_both();
}
