//! The small cases on which published algorithms fail as printed, each in every order of successors, and
//! the examples that papers walk through.

mod common;

use common::{Plain, is_empty_by_definition, run};
use lariat_automata::{Acceptance, Automaton, Edge, Marks};
use lariat_budget::Budget;
use lariat_emptiness::{Algorithm, Identity, KnownStrength, couvreur, ndfs};

/// Every order of a list.
fn orders<T: Clone>(items: &[T]) -> Vec<Vec<T>> {
    if items.is_empty() {
        return vec![Vec::new()];
    }
    let mut all = Vec::new();
    for first in 0..items.len() {
        let mut rest = items.to_vec();
        let item = rest.remove(first);
        for mut order in orders(&rest) {
            order.insert(0, item.clone());
            all.push(order);
        }
    }
    all
}

/// The automaton with the edges of each state in every order.
fn every_successor_order(automaton: &Plain) -> Vec<Plain> {
    let mut all = vec![automaton.clone()];
    for state in 0..automaton.edges.len() {
        let reorder = |automaton: Plain| {
            orders(&automaton.edges[state].clone())
                .into_iter()
                .map(move |order| {
                    let mut automaton = automaton.clone();
                    automaton.edges[state] = order;
                    automaton
                })
        };
        all = all.into_iter().flat_map(reorder).collect();
    }
    all
}

#[track_caller]
fn check(automaton: &Plain, checks: &[Algorithm], empty: bool) {
    assert_eq!(is_empty_by_definition(automaton), empty);
    for ordered in every_successor_order(automaton) {
        for &check in checks {
            let verdict = run(check, &ordered, KnownStrength::Nothing);
            assert_eq!(verdict.is_empty(), empty, "{check}: {ordered:?}");
        }
    }
}

const FAIR: [Algorithm; 3] = [Algorithm::Streett, Algorithm::Latvala, Algorithm::Generic];

#[test]
fn the_diamond_has_no_cycle() {
    // A removed root that is not marked as removed raises a false alarm here.
    let diamond: &[(u32, &[usize], u32)] = &[(0, &[], 1), (0, &[], 2), (1, &[], 3), (2, &[], 3)];
    for acceptance in [Acceptance::all(), Acceptance::streett(1)] {
        check(&Plain::new(acceptance, diamond), &FAIR, true);
    }
    check(
        &Plain::new(Acceptance::all(), diamond),
        &[Algorithm::Couvreur, Algorithm::Ndfs],
        true,
    );
}

#[test]
fn the_three_state_streett_automaton_is_not_empty() {
    // The threshold of the published check burns state 1 behind the avoided edge, and misses 0 ⇄ 1.
    let edges: &[(u32, &[usize], u32)] = &[(0, &[], 2), (2, &[0], 1), (1, &[], 0), (0, &[], 1)];
    check(&Plain::new(Acceptance::streett(1), edges), &FAIR, false);
}

#[test]
fn an_outer_avoided_edge_is_not_deferred_again() {
    // Two levels: leaving out mark 0 splits the cycle, and what is left then fails the second pair.
    let edges: &[(u32, &[usize], u32)] = &[
        (0, &[0], 1),
        (1, &[3], 0),
        (0, &[2], 0),
        (1, &[2], 2),
        (2, &[], 1),
        (2, &[2], 0),
    ];
    check(&Plain::new(Acceptance::streett(2), edges), &FAIR, true);
}

#[test]
fn generalized_buchi_never_causes_a_revisit() {
    // Inf marks are not pairs: a component that lacks one is discarded at once.
    let edges: &[(u32, &[usize], u32)] = &[(0, &[0], 1), (1, &[], 0), (1, &[0], 2), (2, &[], 2)];
    let automaton = Plain::new(Acceptance::generalized_buchi(2), edges);
    for check in [Algorithm::Couvreur, Algorithm::Streett, Algorithm::Generic] {
        let verdict = run(check, &automaton, KnownStrength::Nothing);
        assert!(verdict.is_empty());
        assert_eq!(verdict.statistics.revisits, 0, "{check}");
    }
}

#[test]
fn a_rejecting_component_may_hide_an_accepting_one() {
    // The whole asks with l and lacks u; the loop on 1 does not ask.
    let edges: &[(u32, &[usize], u32)] = &[(0, &[0], 1), (1, &[], 1), (1, &[], 0)];
    check(&Plain::new(Acceptance::streett(1), edges), &FAIR, false);
}

#[test]
fn streett_to_buchi_has_one_set_a_pair() {
    // With one set for each subset of pairs, the state that keeps one pair pending would be rejected.
    let edges: &[(u32, &[usize], u32)] = &[(0, &[0, 1, 2, 3], 0)];
    let streett = Plain::new(Acceptance::streett(2), edges);
    check(&streett, &FAIR, false);
    let buchi = lariat_automata::fin_removal::generalized_buchi(
        &streett.explicit(),
        1000,
        &lariat_budget::Budget::unlimited(),
    );
    let buchi = buchi.expect("the automaton is small");
    let verdict = couvreur::check(&buchi, &Budget::unlimited()).expect("it is generalized Büchi");
    assert!(verdict.is_nonempty());
}

/// The automaton of Figure 4 of FM'99 as its Table 4 walks through it, counted off by the automaton of
/// Figure 5: a letter and how many of the marks a, b were seen in order.
///
/// Table 4 takes the edge from C to F before that to D, and without the mark b that Table 3 shows on it.
struct CountedOff {
    acceptance: Acceptance,
    visits: Vec<String>,
}

impl Automaton for CountedOff {
    type State = (char, u8);

    fn acceptance(&self) -> &Acceptance {
        &self.acceptance
    }

    fn initial(&mut self, out: &mut Vec<(char, u8)>) {
        out.push(('A', 0));
    }

    fn successors(&mut self, &(letter, count): &(char, u8), out: &mut Vec<Edge<(char, u8)>>) {
        self.visits.push(format!("{letter}{count}"));
        let edges: &[(&str, char)] = match letter {
            'A' => &[("", 'B')],
            'B' => &[("a", 'C')],
            'C' => &[("", 'A'), ("", 'F'), ("", 'D')],
            'D' => &[("", 'E')],
            'E' => &[("b", 'D')],
            'F' => &[("", 'G')],
            'G' => &[("a", 'F'), ("", 'H'), ("", 'I')],
            'H' => &[("b", 'F')],
            'I' => &[("", 'J')],
            'J' => &[("", 'K')],
            'K' => &[("", 'I'), ("", 'L')],
            _ => &[("", 'K')],
        };
        for &(marks, to) in edges {
            let next = match (count, marks) {
                (0 | 2, "a") => 1,
                (1, "b") => 2,
                (1, _) => 1,
                _ => 0,
            };
            let marks = (0..usize::from(count == 2)).collect();
            let to = (to, next);
            out.push(Edge { to, marks });
        }
    }
}

#[test]
fn the_first_search_of_table_4_of_couvreur() {
    let mut automaton = CountedOff {
        acceptance: Acceptance::buchi(),
        visits: Vec::new(),
    };
    let verdict = ndfs::check(&mut automaton, &Budget::unlimited()).expect("it is Büchi");
    assert!(verdict.is_nonempty());
    let visits = automaton.visits.join(" ");
    // The failure is complete at G0 → F1, yet it is found only when F2 is left: by then the search has
    // wandered through H0, F0 and I0, …, L0.  The second search starts in G0.
    assert_eq!(visits, "A0 B0 C1 A1 B1 F1 G1 H1 F2 G0 H0 F0 I0 J0 K0 L0 G0");
}

/// Counts how often each state is expanded.
struct Counting<'a> {
    automaton: &'a Plain,
    visits: Vec<u64>,
}

impl Automaton for Counting<'_> {
    type State = u32;

    fn acceptance(&self) -> &Acceptance {
        self.automaton.acceptance()
    }

    fn initial(&mut self, out: &mut Vec<u32>) {
        self.automaton.initial(out);
    }

    fn successors(&mut self, from: &u32, out: &mut Vec<Edge<u32>>) {
        self.visits[*from as usize] += 1;
        self.automaton.successors(from, out);
    }
}

/// The greatest number of visits of a state.
fn most_visits(check: Algorithm, automaton: &Plain) -> u64 {
    let mut counting = Counting {
        automaton,
        visits: vec![0; automaton.edges.len()],
    };
    let budget = Budget::unlimited();
    let numbering = lariat_emptiness::Identity;
    let verdict = check.check(&mut counting, KnownStrength::Nothing, numbering, &budget);
    let statistics = verdict.expect("the check takes it on").statistics;
    let visits = counting.visits;
    assert_eq!(
        visits.iter().sum::<u64>(),
        statistics.states + statistics.revisits
    );
    visits.into_iter().max().unwrap_or(0)
}

#[test]
fn states_are_visited_no_more_often_than_promised() {
    use common::{Kind, Size, random};
    use lariat_testkit::rounds;
    let size = Size {
        states: (5, 60),
        degree: 1.8,
        density: 0.1,
    };
    let mut most_pairs = 0;
    for seed in 0..rounds(5_000, 50_000) {
        let rng = &mut fastrand::Rng::with_seed(seed);
        let buchi = random(Kind::GeneralizedBuchi, size, rng);
        assert!(most_visits(Algorithm::Couvreur, &buchi) <= 1, "seed {seed}");
        if buchi.acceptance.marks <= 1 {
            assert!(most_visits(Algorithm::Ndfs, &buchi) <= 2, "seed {seed}");
        }
        let fair = random(Kind::Fairness, size, rng);
        let view = fair.acceptance.fairness_view().expect("it is fairness");
        let pairs = (view.pairs.len() + view.fin.len()) as u64;
        let visits = most_visits(Algorithm::Streett, &fair);
        assert!(
            visits <= pairs + 1,
            "seed {seed}: {visits} visits, {pairs} pairs"
        );
        most_pairs = most_pairs.max(visits);
    }
    assert!(most_pairs >= 3, "the bound was never put to the test");
}

#[test]
fn every_pair_can_cost_a_visit() {
    // Pair i fails once the edges with the l of pair i − 1 are gone, because they carried its u.
    let pairs = 16;
    let marks = |i: usize| -> Vec<usize> {
        let u = 2 * i + 3;
        [2 * i]
            .into_iter()
            .chain((i + 1 < pairs).then_some(u))
            .collect()
    };
    let sets: Vec<Vec<usize>> = (0..pairs).map(marks).collect();
    let mut edges: Vec<(u32, &[usize], u32)> = Vec::new();
    for (i, marks) in (0..).zip(&sets[..pairs - 1]) {
        let (a, b) = if i % 2 == 1 { (i, i + 1) } else { (i + 1, i) };
        edges.push((a, &[], b));
        edges.push((b, marks, a));
    }
    // The last pair has two rings.  The search enters at least one of them at its first state; there the last state
    // leads back to one of which it is not known where its free edge will have led.
    let (first, marks) = (pairs as u32 - 1, &sets[pairs - 1]);
    for (ring, other) in [(first, first + 3), (first + 3, first)] {
        edges.push((ring, &[], ring + 1));
        edges.push((ring + 1, marks, ring + 2));
        edges.push((ring + 2, &[], ring));
        edges.push((ring + 1, marks, other));
    }
    let automaton = Plain::new(Acceptance::streett(pairs), &edges);
    assert_eq!(
        most_visits(Algorithm::Streett, &automaton),
        pairs as u64 + 1
    );
    assert!(run(Algorithm::Streett, &automaton, KnownStrength::Nothing).is_empty());
}

#[test]
fn a_component_without_a_cycle_to_look_for_is_not_visited_again() {
    // Whichever way around, the edge back to the first state carries an l that has no u.
    let edges: &[(u32, &[usize], u32)] = &[(0, &[0], 1), (1, &[2], 2), (2, &[0, 2], 0)];
    let automaton = Plain::new(Acceptance::streett(2), edges);
    let verdict = run(Algorithm::Streett, &automaton, KnownStrength::Nothing);
    assert!(verdict.is_empty());
    assert_eq!(verdict.statistics.revisits, 0);

    // Here 1 ⇄ 2 keeps its pair, so that not every mark of the component is bad.
    let kept: &[(u32, &[usize], u32)] = &[(1, &[2, 3], 2), (2, &[2], 1)];
    let automaton = Plain::new(Acceptance::streett(2), &[edges, kept].concat());
    let verdict = run(Algorithm::Streett, &automaton, KnownStrength::Nothing);
    assert!(verdict.is_nonempty());
    assert!(verdict.statistics.revisits > 0);
}

#[test]
fn two_hundred_marks_are_as_natural_as_eight() {
    for pairs in [4, 20, 40, 100] {
        let last = 2 * pairs - 1;
        let asks: Vec<usize> = (0..pairs).map(|i| 2 * i).collect();
        let most: Vec<usize> = (0..pairs - 1).map(|i| 2 * i + 1).collect();
        let all: Vec<usize> = (0..pairs).map(|i| 2 * i + 1).collect();
        let ring = |answer: &[usize]| -> Plain {
            Plain::new(Acceptance::streett(pairs), &[(0, &asks, 1), (1, answer, 0)])
        };
        for check in FAIR {
            assert!(
                run(check, &ring(&most), KnownStrength::Nothing).is_empty(),
                "{check}, no {last}"
            );
            assert!(
                run(check, &ring(&all), KnownStrength::Nothing).is_nonempty(),
                "{check}"
            );
        }
        let buchi = |marks: &[usize]| -> Plain {
            let acceptance = Acceptance::generalized_buchi(2 * pairs);
            Plain::new(acceptance, &[(0, &asks, 1), (1, marks, 0)])
        };
        for check in [Algorithm::Couvreur, Algorithm::Ndfs] {
            assert!(
                run(check, &buchi(&most), KnownStrength::Nothing).is_empty(),
                "{check}, no {last}"
            );
            assert!(
                run(check, &buchi(&all), KnownStrength::Nothing).is_nonempty(),
                "{check}"
            );
        }
    }
}

#[test]
fn a_check_refuses_what_it_cannot_decide() {
    let budget = Budget::unlimited();
    let loops: &[(u32, &[usize], u32)] = &[(0, &[0], 0)];
    let streett = Plain::new(Acceptance::streett(1), loops);
    assert!(couvreur::check(&streett, &budget).is_err());
    let refusal = ndfs::check(&streett, &budget).expect_err("there are pairs");
    assert!(refusal.to_string().contains("`ndfs`"), "{refusal}");
    let rabin = Plain {
        acceptance: Acceptance {
            marks: 2,
            condition: lariat_automata::Condition::Or(vec![
                lariat_automata::Condition::Fin(0),
                lariat_automata::Condition::Fin(1),
            ]),
        },
        ..streett
    };
    assert!(lariat_emptiness::streett::check(&rabin, &budget).is_err());
    assert!(lariat_emptiness::latvala::check(&rabin, &budget).is_err());
    assert_eq!(
        Algorithm::auto(&rabin.acceptance, KnownStrength::Nothing),
        Algorithm::Generic
    );
    let marks = rabin.edges[0][0].marks.clone();
    assert_eq!(marks, Marks::single(0));
    for (check, knowledge) in [
        (Algorithm::Terminal, KnownStrength::Weak),
        (Algorithm::Terminal, KnownStrength::Nothing),
        (Algorithm::Weak, KnownStrength::Nothing),
    ] {
        let verdict = check.check(&rabin, knowledge, Identity, &budget);
        assert!(verdict.is_err(), "{check} takes {knowledge:?} on trust");
    }
}
