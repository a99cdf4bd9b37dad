//! Random small place/transition nets, as texts and as the definition has them.

use std::collections::{BTreeSet, VecDeque};
use std::fmt::Write;

/// A net as its definition has it.
#[derive(Debug)]
pub struct Plain {
    /// The tokens on each place at the beginning.
    pub initial: Vec<u64>,
    /// For each transition the tokens that it takes from, and puts on, each place.
    pub transitions: Vec<(Vec<u64>, Vec<u64>)>,
}

impl Plain {
    /// One random net.
    pub fn random(random: &mut fastrand::Rng) -> Self {
        let places = random.usize(1..8);
        let most = random.u64(1..6);
        let mut tokens = |share: f64, most: u64| -> Vec<u64> {
            let mut token = || match random.f64() < share {
                true => random.u64(1..=most),
                false => 0,
            };
            (0..places).map(|_| token()).collect()
        };
        let initial = tokens(0.5, most);
        let transitions = (0..6).map(|_| (tokens(0.3, 2), tokens(0.3, 2)));
        let transitions = transitions.collect();
        Self {
            initial,
            transitions,
        }
    }

    /// The net as a document; places are p-0, p-1, …, transitions t.0, t.1, ….
    pub fn pnml(&self) -> String {
        let mut text = String::from("<pnml><net id=\"n\" type=\"ptnet\"><page id=\"g\">\n");
        for (place, tokens) in self.initial.iter().enumerate() {
            let marking = format!("<initialMarking><text>{tokens}</text></initialMarking>");
            writeln!(text, "<place id=\"p-{place}\">{marking}</place>").unwrap();
        }
        for (number, (taken, put)) in self.transitions.iter().enumerate() {
            writeln!(text, "<transition id=\"t.{number}\"/>").unwrap();
            for place in 0..self.initial.len() {
                let inscription =
                    |weight| format!("<inscription><text> {weight} </text></inscription>");
                if taken[place] > 0 {
                    let weight = inscription(taken[place]);
                    writeln!(
                        text,
                        "<arc source=\"p-{place}\" target=\"t.{number}\">{weight}</arc>"
                    )
                    .unwrap();
                }
                // A weight may be spread over parallel arcs.
                for _ in 0..put[place] {
                    writeln!(text, "<arc source=\"t.{number}\" target=\"p-{place}\"/>").unwrap();
                }
            }
        }
        text + "</page></net></pnml>"
    }

    /// The marking after a transition; none if the transition is not enabled.
    pub fn fire(&self, marking: &[u64], transition: usize) -> Option<Vec<u64>> {
        let (taken, put) = &self.transitions[transition];
        let places = marking.iter().zip(taken).zip(put);
        places
            .map(|((tokens, taken), put)| Some(tokens.checked_sub(*taken)? + put))
            .collect()
    }

    /// All markings, the number of firings, and that of deadlocks; none if there are too many markings.
    pub fn explore(&self, most: usize) -> Option<(BTreeSet<Vec<u64>>, u64, u64)> {
        let mut seen = BTreeSet::from([self.initial.clone()]);
        let mut queue = VecDeque::from([self.initial.clone()]);
        let (mut firings, mut deadlocks) = (0, 0);
        while let Some(marking) = queue.pop_front() {
            let numbers = 0..self.transitions.len();
            let next: Vec<_> = numbers.filter_map(|t| self.fire(&marking, t)).collect();
            firings += next.len() as u64;
            deadlocks += u64::from(next.is_empty());
            for marking in next {
                if seen.insert(marking.clone()) {
                    queue.push_back(marking);
                }
            }
            if seen.len() > most {
                return None;
            }
        }
        Some((seen, firings, deadlocks))
    }
}
