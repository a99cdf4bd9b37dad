//! The checks on large graphs, in figures: `cargo bench -p lariat-emptiness [-- SECTION]`.
//!
//! | section | what it shows |
//! |---|---|
//! | `speed` | every check on a random graph of a million states; Streett pairs against one Inf mark; memory |
//! | `fairness` | a verdict under n strong fairness assumptions, by `streett` and through Büchi |
//! | `lassos` | lengths of lassos against the shortest, and against the published methods |
//!
//! Times are those that the thread spent on a processor.  What a random look-up in a table of one gigabyte
//! costs is printed first, since the graph does not fit into a cache and other programs share it: figures of
//! different machines compare after division by it.

use std::hint::black_box;
use std::time::Instant;

use fastrand::Rng;
use lariat_automata::fin_removal::generalized_buchi;
use lariat_automata::{Acceptance, Automaton, Edge, Explicit, Label, Labels, Marks};
use lariat_emptiness::lasso::{Effort, Method, find, find_by};
use lariat_emptiness::{
    Algorithm, Answer, Identity, Knowledge, Limits, Verdict, couvreur, streett,
};

fn main() {
    let wanted: Vec<String> = std::env::args()
        .skip(1)
        .filter(|a| !a.starts_with('-'))
        .collect();
    let sections: [(&str, fn()); 3] =
        [("speed", speed), ("fairness", fairness), ("lassos", lassos)];
    for (name, section) in sections {
        if wanted.is_empty() || wanted.iter().any(|wanted| wanted == name) {
            println!("\n== {name}");
            section();
        }
    }
}

/// The processor time of this thread in seconds; where the system does not tell, the time of day.
fn processor_seconds() -> f64 {
    static START: std::sync::OnceLock<Instant> = std::sync::OnceLock::new();
    let start = START.get_or_init(Instant::now);
    let told = std::fs::read_to_string("/proc/thread-self/schedstat").ok();
    let nanoseconds = told.and_then(|text| text.split(' ').next()?.parse::<f64>().ok());
    nanoseconds.map_or_else(|| start.elapsed().as_secs_f64(), |ns| ns / 1e9)
}

/// The least time of several runs, and the result.
fn timed<T>(runs: usize, mut run: impl FnMut() -> T) -> (f64, T) {
    let mut least = f64::MAX;
    let mut result = None;
    for _ in 0..runs {
        let begin = processor_seconds();
        result = Some(run());
        least = least.min(processor_seconds() - begin);
    }
    (least, result.expect("at least one run"))
}

/// What a look-up at a random place of a table of one gigabyte costs, in nanoseconds.
fn look_up_cost() -> f64 {
    let table = vec![1u64; 1 << 27];
    let looks = 2_000_000;
    let (seconds, _) = timed(3, || {
        let mut place = 0u64;
        for _ in 0..looks {
            let scattered = place.wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(31);
            place = scattered.wrapping_add(table[(scattered >> 37) as usize]);
        }
        black_box(place)
    });
    seconds / f64::from(looks) * 1e9
}

/// A graph as two arrays: where the edges of each state begin, and for each edge its target (20 bits) with
/// the number of its set of marks.
struct Packed {
    acceptance: Acceptance,
    first: Vec<u32>,
    edges: Vec<u32>,
    sets: Vec<Marks>,
}

const STATES: u32 = 1_000_000;
const TARGET_BITS: u32 = 20;

impl Packed {
    /// The fixed random graph of mean out-degree 3; `marks` gives each edge the number of a set.
    fn new(
        acceptance: Acceptance,
        sets: Vec<Marks>,
        mut marks: impl FnMut(u32, u32, &mut Rng) -> u32,
    ) -> Self {
        let (mut rng, mut mark_rng) = (Rng::with_seed(1), Rng::with_seed(2));
        let mut first = vec![0];
        let mut edges = Vec::new();
        for from in 0..STATES {
            for _ in 0..rng.u32(1..=5) {
                let to = rng.u32(0..STATES);
                edges.push(marks(from, to, &mut mark_rng) << TARGET_BITS | to);
            }
            first.push(edges.len() as u32);
        }
        Self {
            acceptance,
            first,
            edges,
            sets,
        }
    }
}

impl Automaton for Packed {
    type State = u32;

    fn acceptance(&self) -> &Acceptance {
        &self.acceptance
    }

    fn initial(&self, out: &mut Vec<u32>) {
        out.push(0);
    }

    fn successors(&self, &from: &u32, out: &mut Vec<Edge<u32>>) {
        let range = self.first[from as usize] as usize..self.first[from as usize + 1] as usize;
        out.extend(self.edges[range].iter().map(|&edge| Edge {
            to: edge & ((1 << TARGET_BITS) - 1),
            marks: self.sets[(edge >> TARGET_BITS) as usize].clone(),
        }));
    }
}

fn speed() {
    let look_up = look_up_cost();
    println!("a random look-up in a table of 1 GB costs {look_up:.0} ns");
    let plain = Packed::new(Acceptance::buchi(), vec![Marks::EMPTY], |_, _, _| 0);
    let limits = Limits::default();
    let (base, verdict) = timed(5, || couvreur::check_with(&plain, Identity, &limits));
    let verdict = verdict.expect("it is Büchi");
    let rate = verdict.statistics.edges as f64 / base / 1e6;
    let scaled = rate * look_up / 57.0;
    println!(
        "couvreur, one absent Inf mark: {}",
        shown(&verdict, base, base)
    );
    println!("  {rate:.1} million edges a second; {scaled:.1} where a look-up costs 57 ns");
    let explicit = explicit(&plain);
    let on_explicit = || couvreur::check_with(&explicit, Identity, &limits);
    let (time, verdict) = timed(3, on_explicit);
    println!(
        "  the same with labels: {}",
        shown(&verdict.expect("it is Büchi"), time, base)
    );
    for check in [
        Algorithm::Streett,
        Algorithm::Generic,
        Algorithm::Latvala,
        Algorithm::Ndfs,
    ] {
        let run = || check.check(&plain, Knowledge::Nothing, Identity, &limits);
        let (time, verdict) = timed(3, run);
        println!(
            "{check}: {}",
            shown(&verdict.expect("it is Büchi"), time, base)
        );
    }
    memory("couvreur", &plain, || {
        couvreur::check_with(&plain, Identity, &limits).is_ok()
    });
    for pairs in [1, 2, 4, 8, 16] {
        for (case, graph) in streett_cases(pairs) {
            let (time, verdict) = timed(3, || streett::check_with(&graph, Identity, &limits));
            let verdict = verdict.expect("these are pairs");
            println!(
                "streett, {pairs:2} pairs, {case}: {}",
                shown(&verdict, time, base)
            );
        }
    }
    let (_, graph) = streett_cases(16).pop().expect("there are cases");
    memory("streett", &graph, || {
        streett::check_with(&graph, Identity, &limits).is_ok()
    });
}

fn shown(verdict: &Verdict<u32>, time: f64, base: f64) -> String {
    assert!(verdict.is_empty(), "the language is empty");
    let statistics = &verdict.statistics;
    let visits = (statistics.states + statistics.revisits) as f64 / statistics.states as f64;
    format!(
        "{time:.3} s, {:.2} times couvreur; {visits:.2} visits a state",
        time / base
    )
}

/// Streett conditions with which the graph is empty.
fn streett_cases(pairs: usize) -> Vec<(&'static str, Packed)> {
    let l = |i: usize| Marks::single(2 * i);
    let some_l: Vec<Marks> = [Marks::EMPTY]
        .into_iter()
        .chain((0..pairs).map(l))
        .collect();
    let any = pairs as u32;
    // An Inf mark beside the pairs is absent: pairs are kept count of, yet nothing is visited again.
    let mut kept = Acceptance::streett(pairs);
    kept.marks += 1;
    let absent = lariat_automata::Condition::Inf(2 * pairs);
    kept.condition = lariat_automata::Condition::all([kept.condition, absent]);
    let all_pairs = (0..pairs)
        .flat_map(|i| [l(i), Marks::single(2 * i + 1)])
        .collect();
    // The l of pair i goes with the u of pair i + 1, so that the pairs fail one after the other.
    let chained = |i: usize| match i + 1 < pairs {
        true => l(i).union(&Marks::single(2 * i + 3)),
        false => l(i),
    };
    let chain: Vec<Marks> = [Marks::EMPTY]
        .into_iter()
        .chain((0..pairs).map(chained))
        .collect();
    let streett = Acceptance::streett(pairs);
    vec![
        (
            "(a) no pair fails             ",
            Packed::new(kept, all_pairs, |_, _, rng| rng.u32(0..2 * any)),
        ),
        (
            "(a) every edge asks in vain   ",
            Packed::new(streett.clone(), some_l.clone(), |_, _, rng| {
                rng.u32(1..=any)
            }),
        ),
        (
            "(a) every second asks in vain ",
            Packed::new(streett.clone(), some_l, |from, to, rng| match to <= from {
                true => rng.u32(1..=any),
                false => 0,
            }),
        ),
        (
            "(b) one pair fails at a time  ",
            Packed::new(streett, chain, |from, to, rng| match to <= from {
                true => rng.u32(1..=any),
                false => 0,
            }),
        ),
    ]
}

/// The graph with a label on every edge.
fn explicit(graph: &Packed) -> Explicit {
    let mut explicit = Explicit::new(Labels::default(), graph.acceptance.clone());
    for _ in 0..STATES {
        explicit.add_state();
    }
    explicit.initial.push(0);
    let mut edges = Vec::new();
    for from in 0..STATES {
        graph.successors(&from, &mut edges);
        for edge in edges.drain(..) {
            explicit.add_transition(from, Label::TRUE, edge.marks, edge.to);
        }
    }
    explicit
}

/// Prints how much the process grows while a check runs, and what of that is the path of the search.
fn memory(name: &str, graph: &Packed, run: impl Fn() -> bool) {
    let Some(before) = reset_peak() else {
        return println!("{name}: the system does not tell how much memory is used");
    };
    assert!(run());
    let Some(after) = peak_bytes() else { return };
    let (states, path) = longest_path(graph);
    let each = |bytes: f64| bytes / f64::from(states);
    let total = each(after - before);
    println!(
        "{name}: {total:.1} bytes a state, {:.1} of them the path and {:.1} the rest",
        each(path),
        total - each(path)
    );
}

/// Forgets the greatest size of the process so far, and gives its present size in bytes.
fn reset_peak() -> Option<f64> {
    std::fs::write("/proc/self/clear_refs", "5").ok()?;
    peak_bytes()
}

fn peak_bytes() -> Option<f64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find(|line| line.starts_with("VmHWM:"))?;
    let kilobytes: f64 = line.split_whitespace().nth(1)?.parse().ok()?;
    Some(kilobytes * 1024.0)
}

/// How many states a depth-first search visits, and the greatest size of its path in bytes: a frame and a
/// root for each state, and the edges still to take.
fn longest_path(graph: &Packed) -> (u32, f64) {
    let (frame, root, edge) = (8, 12, 8);
    let mut seen = vec![false; STATES as usize];
    let mut frames = vec![(0, graph.first[0], graph.first[1])];
    seen[0] = true;
    let (mut states, mut pending, mut most) = (1, (graph.first[1] - graph.first[0]) as usize, 0);
    while let Some((_, next, end)) = frames.last_mut() {
        if next == end {
            frames.pop();
            continue;
        }
        let to = graph.edges[*next as usize] & ((1 << TARGET_BITS) - 1);
        *next += 1;
        pending -= 1;
        if !std::mem::replace(&mut seen[to as usize], true) {
            let (first, last) = (graph.first[to as usize], graph.first[to as usize + 1]);
            states += 1;
            pending += (last - first) as usize;
            frames.push((to, first, last));
        }
        most = most.max(frames.len() * (frame + root) + pending * edge);
    }
    (states, most as f64)
}

/// A system of `states` states in which each of n events is enabled (mark 2i) half of the time and taken
/// (mark 2i + 1) where it is; the last pair says that something good never happens again.
fn fair_system(states: u32, n: usize, rng: &mut Rng) -> Explicit {
    let mut system = Explicit::new(Labels::default(), Acceptance::streett(n + 1));
    for _ in 0..states {
        system.add_state();
    }
    system.initial.push(0);
    for from in 0..states {
        for to in [rng.u32(0..states), (from + 1) % states] {
            let mut marks = Marks::EMPTY;
            for event in 0..n {
                if rng.bool() {
                    marks.insert(2 * event);
                    if rng.u8(0..4) == 0 {
                        marks.insert(2 * event + 1);
                    }
                }
            }
            // Every way back passes something good.
            if to <= from {
                marks.insert(2 * n);
            }
            system.add_transition(from, Label::TRUE, marks, to);
        }
    }
    system
}

fn fairness() {
    println!("200 states under n strong fairness assumptions, and something good finitely often:");
    println!(" n | streett s | states visited | through Büchi s | states visited");
    for n in 3..=16 {
        let system = fair_system(200, n, &mut Rng::with_seed(7));
        let limits = Limits::default();
        let (time, verdict) = timed(20, || streett::check_with(&system, Identity, &limits));
        let direct = verdict.expect("these are pairs");
        let visited = direct.statistics.states + direct.statistics.revisits;
        print!("{n:2} | {time:9.6} | {visited:14} | ");
        let (time, through) = timed(1, || {
            let buchi = generalized_buchi(&system, 2_000_000).ok()?;
            couvreur::check_with(&buchi, Identity, &limits).ok()
        });
        match through {
            Some(verdict) => {
                assert_eq!(verdict.is_empty(), direct.is_empty());
                println!("{time:15.6} | {:14}", verdict.statistics.states);
            }
            None => println!("more than two million states"),
        }
    }
}

/// A random automaton with a few marks.
fn random(states: u32, acceptance: &Acceptance, density: f64, rng: &mut Rng) -> Explicit {
    let mut automaton = Explicit::new(Labels::default(), acceptance.clone());
    for _ in 0..states {
        automaton.add_state();
    }
    automaton.initial.push(0);
    for from in 0..states {
        for _ in 0..rng.usize(1..=3) {
            let marks = (0..acceptance.marks)
                .filter(|_| rng.f64() < density)
                .collect();
            automaton.add_transition(from, Label::TRUE, marks, rng.u32(0..states));
        }
    }
    automaton
}

fn lassos() {
    println!("mean length of 1,000 lassos, stem and cycle, with 3 Inf marks or 3 pairs:");
    println!("states | condition | ours | one tour | Latvala, Heljanko | Kesten, Pnueli, Raviv");
    for (states, density) in [(12, 0.1), (100, 0.02), (1000, 0.005), (10_000, 0.001)] {
        for acceptance in [Acceptance::generalized_buchi(3), Acceptance::streett(3)] {
            let name = if acceptance.marks == 3 {
                "Inf marks"
            } else {
                "pairs    "
            };
            let (mut lengths, mut found) = ([0, 0, 0, 0], 0);
            let mut rng = Rng::with_seed(3);
            while found < 1000 {
                let automaton = random(states, &acceptance, density, &mut rng);
                let verdict = streett::check_with(&automaton, Identity, &Limits::default());
                let Answer::NonEmpty(component) = verdict.expect("it is fairness").answer else {
                    continue;
                };
                found += 1;
                let ours = find(&automaton, &component, Effort::default());
                lengths[0] += ours.map_or(0, |lasso| lasso.length());
                let methods = [
                    Method::Tour,
                    Method::LatvalaHeljanko,
                    Method::KestenPnueliRaviv,
                ];
                for (method, length) in methods.into_iter().zip(&mut lengths[1..]) {
                    *length += find_by(method, &automaton, &component).map_or(0, |l| l.length());
                }
            }
            let [ours, tour, lh, kpr] = lengths.map(|sum| sum as f64 / 1000.0);
            println!("{states:6} | {name} | {ours:4.1} | {tour:8.1} | {lh:17.1} | {kpr:21.1}");
        }
    }
}
