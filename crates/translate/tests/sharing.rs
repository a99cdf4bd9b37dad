//! What threads share: the automata of the property side, and edges that are computed on demand.

use lariat_automata::{Acceptor, Edge, Explicit, Injected, Letter, StateId};
use lariat_ltl::random::{self, Shape};
use lariat_ltl::{Formulas, Syntax, parse};
use lariat_translate::tableau::Lazy;
use rustc_hash::FxHashMap;

#[test]
fn the_property_side_can_be_shared() {
    fn assert_shared<T: Send + Sync>() {}
    assert_shared::<Lazy>();
    assert_shared::<Injected>();
    assert_shared::<Explicit>();
    assert_shared::<Formulas>();
    assert_shared::<lariat_translate::Options>();
}

/// A walk through an automaton: under each letter, the first edges or the last ones are followed.
struct Walk {
    letters: Vec<Letter>,
    turns: Vec<usize>,
}

impl Walk {
    fn new(seed: u64) -> Self {
        let mut rng = fastrand::Rng::with_seed(seed);
        let letter = |rng: &mut fastrand::Rng| (0..4).filter(|_| rng.bool()).collect();
        Self {
            letters: (0..60).map(|_| letter(&mut rng)).collect(),
            turns: (0..60).map(|_| rng.usize(..16)).collect(),
        }
    }

    /// The answers on the way, which starts anew where there is no edge.
    fn answers(&self, automaton: &Lazy) -> Vec<(StateId, Vec<Edge<StateId>>)> {
        let mut initial = Vec::new();
        automaton.initial(&mut initial);
        let mut state = initial[0];
        let mut answers = Vec::new();
        for (letter, turn) in self.letters.iter().zip(&self.turns) {
            let mut edges = Vec::new();
            automaton.successors(&state, letter, &mut edges);
            let next = match edges.len() {
                0 => initial[0],
                count => edges[turn % count].to,
            };
            answers.push((state, edges));
            state = next;
        }
        answers
    }
}

/// Which state of one automaton is which of the other: the answers must agree edge for edge.
fn assert_same(
    alone: &[(StateId, Vec<Edge<StateId>>)],
    shared: &[(StateId, Vec<Edge<StateId>>)],
    same: &mut FxHashMap<StateId, StateId>,
    context: &str,
) {
    let mut is_same = |one: StateId, other: StateId| *same.entry(one).or_insert(other) == other;
    for ((from, expected), (shared_from, found)) in alone.iter().zip(shared) {
        assert!(is_same(*from, *shared_from), "{context}: another state");
        assert_eq!(expected.len(), found.len(), "{context}");
        for (expected, found) in expected.iter().zip(found) {
            assert_eq!(expected.marks, found.marks, "{context}");
            assert!(is_same(expected.to, found.to), "{context}: another target");
        }
    }
}

#[test]
fn four_threads_get_the_answers_that_one_gets() {
    let mut edges = 0;
    for seed in 0..200 {
        let mut formulas = Formulas::new();
        let mut rng = fastrand::Rng::with_seed(seed);
        let shape = Shape {
            nodes: 14,
            atoms: 4,
            past: false,
        };
        let formula = random::formula(&mut rng, &mut formulas, shape);
        let context = format!("seed {seed}");
        let Ok(shared) = Lazy::new(&formulas, formula) else {
            continue;
        };
        let walks: Vec<Walk> = (0..4).map(|i| Walk::new(4 * seed + i)).collect();
        let answers: Vec<_> = std::thread::scope(|scope| {
            // All ask everything, each in another order.
            let walks = &walks;
            let shared = &shared;
            let asking = (0..4).map(|first| {
                scope.spawn(move || {
                    let order = (0..4).map(|i| (first + i) % 4);
                    let mut answers: Vec<_> =
                        order.map(|i| (i, walks[i].answers(shared))).collect();
                    answers.sort_unstable_by_key(|&(i, _)| i);
                    answers
                })
            });
            let asking: Vec<_> = asking.collect();
            let answered = asking
                .into_iter()
                .map(|thread| thread.join().expect("no panic"));
            answered.collect()
        });
        let alone = Lazy::new(&formulas, formula).expect("it was one before");
        let mut same = FxHashMap::default();
        for (i, walk) in walks.iter().enumerate() {
            let expected = walk.answers(&alone);
            edges += expected.iter().map(|(_, edges)| edges.len()).sum::<usize>();
            for answers in &answers {
                assert_same(&expected, &answers[i].1, &mut same, &context);
            }
        }
        let mut names: Vec<StateId> = same.values().copied().collect();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), same.len(), "{context}: two states are one");
    }
    assert!(edges > 10_000, "{edges} edges only");
}

/// The order of edges does not depend on what was asked before.
#[test]
fn history_does_not_matter() {
    let mut formulas = Formulas::new();
    let text = "(a U b) & (c U d) & G(a -> F(b & X c)) & (F G c | G F d)";
    let formula = parse(&mut formulas, text, Syntax::Spot).expect("a formula");
    for seed in 0..100 {
        let (walk, other) = (Walk::new(seed), Walk::new(seed + 1000));
        let new = Lazy::new(&formulas, formula).expect("no past");
        let used = Lazy::new(&formulas, formula).expect("no past");
        other.answers(&used);
        let mut same = FxHashMap::default();
        let context = format!("seed {seed}");
        assert_same(
            &walk.answers(&new),
            &walk.answers(&used),
            &mut same,
            &context,
        );
    }
}
