//! Random small nets.

use std::fmt::Write;

/// A net as its definition has it.
#[derive(Debug)]
pub(crate) struct Plain {
    pub(crate) initial: Vec<u64>,
    /// For each transition the tokens that it takes from, and puts on, each place.
    pub(crate) transitions: Vec<(Vec<u64>, Vec<u64>)>,
}

impl Plain {
    pub(crate) fn random(random: &mut fastrand::Rng) -> Self {
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
    pub(crate) fn pnml(&self) -> String {
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
}
