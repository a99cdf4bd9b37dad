//! Random automata without labels, and emptiness by its definition.
//!
//! Nothing here is shared with the searches: reachability is a transitive closure.

#![allow(
    dead_code,
    unreachable_pub,
    reason = "every test binary uses a part of it"
)]

use fastrand::Rng;
use lariat_automata::{
    Acceptance, Automaton, Condition, Edge, Explicit, FairnessView, Label, Labels, Marks, Pair,
};
use lariat_budget::Budget;
use lariat_emptiness::{Algorithm, Checked, Identity, KnownStrength};

/// An automaton as a list of edges for each state.
#[derive(Clone, Debug)]
pub struct Plain {
    pub acceptance: Acceptance,
    pub initial: Vec<u32>,
    pub edges: Vec<Vec<Edge<u32>>>,
}

impl Automaton for &Plain {
    type State = u32;

    fn acceptance(&self) -> &Acceptance {
        &self.acceptance
    }

    fn initial(&mut self, out: &mut Vec<u32>) {
        out.extend_from_slice(&self.initial);
    }

    fn successors(&mut self, from: &u32, out: &mut Vec<Edge<u32>>) {
        out.extend_from_slice(&self.edges[*from as usize]);
    }
}

impl Plain {
    /// The automaton with these edges, each a source, marks and a target, and initial state 0.
    pub fn new(acceptance: Acceptance, edges: &[(u32, &[usize], u32)]) -> Self {
        let states = edges.iter().map(|&(from, _, to)| from.max(to) + 1).max();
        let mut lists = vec![Vec::new(); states.unwrap_or(1) as usize];
        for &(from, marks, to) in edges {
            let marks = marks.iter().copied().collect();
            lists[from as usize].push(Edge { to, marks });
        }
        Self {
            acceptance,
            initial: vec![0],
            edges: lists,
        }
    }

    pub fn edge_count(&self) -> u64 {
        self.edges.iter().map(|edges| edges.len() as u64).sum()
    }

    pub fn shuffle(&mut self, rng: &mut Rng) {
        self.edges.iter_mut().for_each(|edges| rng.shuffle(edges));
        rng.shuffle(&mut self.initial);
    }

    /// The same automaton with every letter on every edge.
    pub fn explicit(&self) -> Explicit {
        let mut explicit = Explicit::new(Labels::default(), self.acceptance.clone());
        for _ in &self.edges {
            explicit.add_state();
        }
        explicit.initial.clone_from(&self.initial);
        for (from, edges) in (0..).zip(&self.edges) {
            for edge in edges {
                explicit.add_transition(from, Label::TRUE, edge.marks.clone(), edge.to);
            }
        }
        explicit
    }
}

/// The kinds of acceptance that tests draw.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    GeneralizedBuchi,
    Streett,
    /// Inf, Fin and pairs together, marks shared between them.
    Fairness,
    Rabin,
    Parity,
    EmersonLei,
}

pub const KINDS: [Kind; 6] = [
    Kind::GeneralizedBuchi,
    Kind::Streett,
    Kind::Fairness,
    Kind::Rabin,
    Kind::Parity,
    Kind::EmersonLei,
];

impl Kind {
    /// The checks that decide conditions of this kind without knowing more.
    pub fn checks(self) -> &'static [Algorithm] {
        use Algorithm::{Couvreur, Generic, Latvala, Ndfs, Streett};
        match self {
            Kind::GeneralizedBuchi => &[Couvreur, Ndfs, Streett, Latvala, Generic],
            Kind::Streett | Kind::Fairness => &[Streett, Latvala, Generic],
            Kind::Rabin | Kind::Parity | Kind::EmersonLei => &[Generic],
        }
    }

    pub fn acceptance(self, rng: &mut Rng) -> Acceptance {
        match self {
            Kind::GeneralizedBuchi => Acceptance::generalized_buchi(rng.usize(0..=3)),
            Kind::Streett => Acceptance::streett(rng.usize(1..=3)),
            Kind::Fairness => {
                let marks = rng.usize(2..=6);
                let some = |rng: &mut Rng, most| -> Vec<usize> {
                    let count = rng.usize(0..=most);
                    (0..count).map(|_| rng.usize(0..marks)).collect()
                };
                let fairness = FairnessView {
                    inf: some(rng, 1).into_iter().collect(),
                    fin: some(rng, 1).into_iter().collect(),
                    pairs: (0..rng.usize(0..=2))
                        .map(|_| Pair {
                            l: rng.usize(0..marks),
                            u: rng.usize(0..marks),
                        })
                        .collect(),
                };
                Acceptance::fair(marks, &fairness)
            }
            Kind::Rabin => {
                let pairs = rng.usize(1..=3);
                let pair = |i| Condition::all([Condition::Fin(2 * i), Condition::Inf(2 * i + 1)]);
                Acceptance {
                    marks: 2 * pairs,
                    condition: Condition::any((0..pairs).map(pair)),
                }
            }
            Kind::Parity => {
                let marks = rng.usize(1..=5);
                let even = rng.usize(0..2);
                let start = if even == 0 {
                    Condition::False
                } else {
                    Condition::True
                };
                let condition = (0..marks)
                    .rev()
                    .fold(start, |rest, mark| match mark % 2 == even {
                        true => Condition::any([Condition::Inf(mark), rest]),
                        false => Condition::all([Condition::Fin(mark), rest]),
                    });
                Acceptance { marks, condition }
            }
            Kind::EmersonLei => {
                let marks = rng.usize(1..=5);
                Acceptance {
                    marks,
                    condition: emerson_lei(marks, 3, rng),
                }
            }
        }
    }
}

fn emerson_lei(marks: usize, depth: usize, rng: &mut Rng) -> Condition {
    let parts = |rng: &mut Rng| -> Vec<Condition> {
        (0..rng.usize(2..=3))
            .map(|_| emerson_lei(marks, depth - 1, rng))
            .collect()
    };
    match rng.usize(0..if depth == 0 { 5 } else { 11 }) {
        0..3 => Condition::Fin(rng.usize(0..marks)),
        3 | 4 => Condition::Inf(rng.usize(0..marks)),
        5..8 => Condition::And(parts(rng)),
        _ => Condition::Or(parts(rng)),
    }
}

/// How dense random graphs are.
#[derive(Clone, Copy, Debug)]
pub struct Size {
    pub states: (usize, usize),
    /// Edges for each state, in the mean.
    pub degree: f64,
    /// How likely an edge has a mark.
    pub density: f64,
}

pub fn random(kind: Kind, size: Size, rng: &mut Rng) -> Plain {
    let acceptance = kind.acceptance(rng);
    let states = rng.usize(size.states.0..=size.states.1);
    let mut edges = vec![Vec::new(); states];
    let density = size.density * (0.5 + rng.f64());
    for _ in 0..((states as f64 * size.degree).round() as usize) {
        let marks = (0..acceptance.marks)
            .filter(|_| rng.f64() < density)
            .collect();
        let to = rng.u32(0..states as u32);
        edges[rng.usize(0..states)].push(Edge { to, marks });
    }
    let initial = (0..rng.usize(1..=2))
        .map(|_| rng.u32(0..states as u32))
        .collect();
    Plain {
        acceptance,
        initial,
        edges,
    }
}

/// Which states reach which, by at least one edge that carries none of the marks: one row of bits a
/// state.
fn closure(automaton: &Plain, forbidden: &Marks) -> Vec<u128> {
    let mut reach: Vec<u128> = automaton
        .edges
        .iter()
        .map(|edges| {
            let kept = edges.iter().filter(|e| e.marks.is_disjoint(forbidden));
            kept.fold(0, |row, edge| row | 1 << edge.to)
        })
        .collect();
    for via in 0..reach.len() {
        for from in 0..reach.len() {
            if reach[from] >> via & 1 == 1 {
                reach[from] |= reach[via];
            }
        }
    }
    reach
}

/// Emptiness by definition, for at most 128 states: for every set of marks to leave out, whether some
/// reachable component of what is left carries marks that satisfy the condition.
pub fn is_empty_by_definition(automaton: &Plain) -> bool {
    let everywhere = closure(automaton, &Marks::EMPTY);
    let initial = automaton.initial.iter();
    let reachable = initial.fold(0u128, |set, &s| set | 1 << s | everywhere[s as usize]);
    let marks = automaton.acceptance.marks;
    (0..1usize << marks).all(|forbidden| {
        let forbidden: Marks = (0..marks).filter(|m| forbidden >> m & 1 == 1).collect();
        let reach = closure(automaton, &forbidden);
        (0..automaton.edges.len())
            .filter(|&s| reachable >> s & 1 == 1 && reach[s] >> s & 1 == 1)
            .all(|s| {
                let inside = marks_around(automaton, &reach, s, &forbidden);
                !automaton.acceptance.accepts(&inside)
            })
    })
}

/// The marks on the edges of the component of a state.
fn marks_around(automaton: &Plain, reach: &[u128], state: usize, forbidden: &Marks) -> Marks {
    let mut inside = Marks::EMPTY;
    let together = |other: usize| reach[state] >> other & reach[other] >> state & 1 == 1;
    for from in (0..reach.len()).filter(|&from| together(from)) {
        let edges = automaton.edges[from].iter();
        for edge in edges.filter(|e| e.marks.is_disjoint(forbidden) && together(e.to as usize)) {
            inside.unite(&edge.marks);
        }
    }
    inside
}

/// Runs a check that is expected to take the automaton on.
#[track_caller]
pub fn run(check: Algorithm, automaton: &Plain, knowledge: KnownStrength) -> Checked<u32> {
    let verdict = check.check(automaton, knowledge, Identity, &Budget::unlimited());
    verdict.unwrap_or_else(|refusal| panic!("{refusal}"))
}

/// The length of the shortest accepting lasso, stem and cycle together, by exhaustive search.
///
/// From every state c, all pairs of a state and the marks seen since c are enumerated by their distance.
pub fn shortest_lasso(automaton: &Plain) -> Option<usize> {
    let stems = layers(
        automaton,
        automaton.initial.iter().map(|&s| (s, 0)).collect(),
        false,
    );
    let mut best: Option<usize> = None;
    for (&(start, _), &stem) in &stems {
        let cycles = layers(automaton, vec![(start, 0)], true);
        let marks = |bits: u32| (0..32).filter(|m| bits >> m & 1 == 1).collect::<Marks>();
        let closed = cycles
            .iter()
            .filter(|&(&(state, bits), &length)| {
                length > 0 && state == start && automaton.acceptance.accepts(&marks(bits))
            })
            .map(|(_, &length)| stem + length)
            .min();
        best = best.into_iter().chain(closed).min();
    }
    best
}

/// The distance of every pair of a state and marks from the given pairs; marks are not looked at unless
/// `with_marks`.  The given pairs are at distance 0, and reached again they are so by a cycle.
fn layers(
    automaton: &Plain,
    start: Vec<(u32, u32)>,
    with_marks: bool,
) -> std::collections::BTreeMap<(u32, u32), usize> {
    let mut distance = std::collections::BTreeMap::new();
    let mut layer = start.clone();
    if !with_marks {
        distance.extend(start.iter().map(|&pair| (pair, 0)));
    }
    for length in 1.. {
        let mut next = Vec::new();
        for (state, bits) in layer {
            for edge in &automaton.edges[state as usize] {
                let more = edge.marks.iter().fold(0, |bits, mark| bits | 1 << mark);
                let pair = (edge.to, if with_marks { bits | more } else { 0 });
                if let std::collections::btree_map::Entry::Vacant(entry) = distance.entry(pair) {
                    entry.insert(length);
                    next.push(pair);
                }
            }
        }
        if next.is_empty() {
            break;
        }
        layer = next;
    }
    distance
}
