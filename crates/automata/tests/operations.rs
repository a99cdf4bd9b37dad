//! Operations on automata against the language on random lasso words.

use std::collections::HashMap;

use fastrand::Rng;
use lariat_automata::product::{self, Product, Step, System};
use lariat_automata::random::{self, Conditions, Shape};
use lariat_automata::union::union;
use lariat_automata::word::{accepts, has_accepting_cycle};
use lariat_automata::{Acceptance, Automaton, Edge, Explicit, Letter, Marks};

/// How much longer the random tests run when `LARIAT_FULL` is set.
fn rounds(few: u64) -> u64 {
    let full = std::env::var_os("LARIAT_FULL").is_some();
    if full { few * 20 } else { few }
}

const KINDS: [Conditions; 4] = [
    Conditions::GeneralizedBuchi,
    Conditions::Streett,
    Conditions::Fairness,
    Conditions::EmersonLei,
];

fn random_automaton(rng: &mut Rng) -> Explicit {
    let shape = Shape {
        states: 4,
        degree: 2.2,
        propositions: 1 + rng.usize(0..2),
        conditions: KINDS[rng.usize(0..4)],
        ..Shape::default()
    };
    random::automaton(&shape, rng)
}

/// Counts verdicts and complains if one of them is rare.
#[derive(Default)]
struct Verdicts {
    yes: u32,
    no: u32,
}

impl Verdicts {
    fn count(&mut self, verdict: bool) {
        *(if verdict { &mut self.yes } else { &mut self.no }) += 1;
    }

    fn assert_both(&self) {
        let least = (self.yes + self.no) / 10;
        let Verdicts { yes, no } = self;
        assert!(
            *yes > least && *no > least,
            "lopsided: {yes} accepted, {no} not"
        );
    }
}

#[test]
fn intersection_accepts_what_both_accept_and_union_what_either_does() {
    let (mut both, mut either) = (Verdicts::default(), Verdicts::default());
    for seed in 0..rounds(3_000) {
        let mut rng = Rng::with_seed(seed);
        let (a, b) = (random_automaton(&mut rng), random_automaton(&mut rng));
        let intersection = product::intersection(&a, &b);
        let sum = union(&a, &b);
        for _ in 0..5 {
            let (prefix, cycle) = random::lasso(2, &mut rng);
            let (in_a, in_b) = (accepts(&a, &prefix, &cycle), accepts(&b, &prefix, &cycle));
            let message = format!("seed {seed}: {a:?} {b:?} on {prefix:?} {cycle:?}");
            assert_eq!(
                accepts(&intersection, &prefix, &cycle),
                in_a && in_b,
                "{message}"
            );
            assert_eq!(accepts(&sum, &prefix, &cycle), in_a || in_b, "{message}");
            both.count(in_a && in_b);
            either.count(in_a || in_b);
        }
    }
    both.assert_both();
    either.assert_both();
}

#[test]
fn propositions_are_matched_by_name() {
    let mut rng = Rng::with_seed(7);
    let mut verdicts = Verdicts::default();
    for _ in 0..rounds(500) {
        let a = random_automaton(&mut rng);
        let mut b = random_automaton(&mut rng);
        let renamed = ["q", "p0"].map(str::to_owned);
        b.labels.propositions = renamed[..b.labels.propositions.len()].to_vec();
        let intersection = product::intersection(&a, &b);
        let (prefix, cycle) = random::lasso(3, &mut rng);
        let expected = accepts(
            &a,
            &seen(&intersection, &a, &prefix),
            &seen(&intersection, &a, &cycle),
        ) && accepts(
            &b,
            &seen(&intersection, &b, &prefix),
            &seen(&intersection, &b, &cycle),
        );
        assert_eq!(
            accepts(&intersection, &prefix, &cycle),
            expected,
            "{a:?} {b:?}"
        );
        verdicts.count(expected);
    }
    verdicts.assert_both();
}

/// The letters over `whole`'s propositions as `part` numbers them.
fn seen(whole: &Explicit, part: &Explicit, letters: &[Letter]) -> Vec<Letter> {
    let index: HashMap<&String, usize> = whole
        .labels
        .propositions
        .iter()
        .enumerate()
        .map(|(i, name)| (name, i))
        .collect();
    let translate = |letter: &Letter| {
        let names = part.labels.propositions.iter().enumerate();
        names
            .filter(|(_, name)| letter.contains(index[name]))
            .map(|(own, _)| own)
            .collect()
    };
    letters.iter().map(translate).collect()
}

/// A word as a system, its letters over propositions in the order `p1`, `p0`.
struct Word {
    letters: Vec<Letter>,
    back_to: usize,
    propositions: Vec<String>,
    acceptance: Acceptance,
}

impl System for Word {
    type State = usize;

    fn acceptance(&self) -> &Acceptance {
        &self.acceptance
    }

    fn propositions(&self) -> &[String] {
        &self.propositions
    }

    fn initial(&self, out: &mut Vec<usize>) {
        out.push(0);
    }

    fn steps(&self, from: &usize, out: &mut Vec<Step<usize>>) {
        let next = from + 1;
        let to = if next == self.letters.len() {
            self.back_to
        } else {
            next
        };
        let swapped = self.letters[*from].iter().map(|p| 1 - p);
        out.push(Step {
            letter: swapped.collect(),
            edge: Edge {
                to,
                marks: Marks::single(1),
            },
        });
    }
}

/// All reachable states of an automaton, as a graph.
fn materialise<A: Automaton>(automaton: &A) -> Vec<Vec<Edge<u32>>> {
    let mut initial = Vec::new();
    automaton.initial(&mut initial);
    let mut states: indexmap::IndexSet<A::State> = initial.into_iter().collect();
    let mut graph = Vec::new();
    while graph.len() < states.len() {
        let mut edges = Vec::new();
        automaton.successors(&states[graph.len()].clone(), &mut edges);
        let numbered = edges.into_iter().map(|edge| Edge {
            to: states.insert_full(edge.to).0 as u32,
            marks: edge.marks,
        });
        graph.push(numbered.collect());
    }
    graph
}

#[test]
fn the_product_of_a_word_with_acceptors_has_an_accepting_run_iff_all_accept_it() {
    let mut verdicts = Verdicts::default();
    for seed in 0..rounds(4_000) {
        let mut rng = Rng::with_seed(seed);
        let (a, b) = (random_automaton(&mut rng), random_automaton(&mut rng));
        let (prefix, cycle) = random::lasso(2, &mut rng);
        let word = Word {
            back_to: prefix.len(),
            letters: [&prefix[..], &cycle[..]].concat(),
            propositions: vec!["p1".to_owned(), "p0".to_owned()],
            // Its own mark 1 is on every step, mark 0 on none: that may not touch the acceptors'.
            acceptance: Acceptance {
                marks: 2,
                condition: lariat_automata::Condition::Inf(1),
            },
        };
        let first = Product::new(&word, &a).expect("same propositions");
        let product = Product::new(first, &b).expect("same propositions");
        let condition = &Automaton::acceptance(&product).condition;
        let found = has_accepting_cycle(&materialise(&product), condition);
        let expected = accepts(&a, &prefix, &cycle) && accepts(&b, &prefix, &cycle);
        assert_eq!(found, expected, "seed {seed}: {a:?} {b:?}");
        verdicts.count(expected);
    }
    verdicts.assert_both();
}

#[test]
fn a_product_names_the_proposition_that_its_system_lacks() {
    let word = Word {
        letters: vec![Letter::EMPTY],
        back_to: 0,
        propositions: vec!["p0".to_owned()],
        acceptance: Acceptance::all(),
    };
    let mut rng = Rng::with_seed(1);
    let mut automaton = random_automaton(&mut rng);
    automaton.labels.propositions = vec!["p0".to_owned(), "extra".to_owned()];
    let error = Product::new(word, &automaton).err().expect("refused");
    assert_eq!(error.name, "extra");
}
