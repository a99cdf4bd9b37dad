//! The checks on large graphs, in figures: `cargo bench -p lariat-emptiness [-- SECTION]`.
//!
//! | section | what it shows |
//! |---|---|
//! | `speed` | every check on a random graph of a million states |
//! | `pairs` | Streett pairs against one Inf mark, on that graph |
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
use lariat_automata::graph::Graph;
use lariat_automata::{Acceptance, Compact, Condition, Explicit, Label, Labels, Marks};
use lariat_budget::Budget;
use lariat_emptiness::lasso::{CycleMethod, Effort, find, find_by};
use lariat_emptiness::{Algorithm, Checked, Emptiness, Identity, KnownStrength, couvreur, streett};

fn main() {
    let wanted: Vec<String> = std::env::args()
        .skip(1)
        .filter(|a| !a.starts_with('-'))
        .collect();
    let sections: [(&str, fn()); 4] = [
        ("speed", speed),
        ("pairs", pairs),
        ("fairness", fairness),
        ("lassos", lassos),
    ];
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

/// How many states the random graph has.
const STATES: u32 = 1_000_000;

/// The fixed random graph of mean out-degree 3; `marks` chooses among the sets for each edge.
fn random_graph(
    acceptance: Acceptance,
    sets: &[Marks],
    mut marks: impl FnMut(u32, u32, &mut Rng) -> usize,
) -> Compact {
    let (mut rng, mut mark_rng) = (Rng::with_seed(1), Rng::with_seed(2));
    let mut graph = Graph::default();
    for from in 0..STATES {
        for _ in 0..rng.u32(1..=5) {
            let to = rng.u32(0..STATES);
            graph.add_edge(to, &sets[marks(from, to, &mut mark_rng)]);
        }
        graph.end_state();
    }
    Compact {
        acceptance,
        initial: vec![0],
        graph,
    }
}

/// The graph whose language is empty because a mark is absent.
fn plain_graph() -> Compact {
    random_graph(Acceptance::buchi(), &[Marks::EMPTY], |_, _, _| 0)
}

fn speed() {
    let look_up = look_up_cost();
    println!("a random look-up in a table of 1 GB costs {look_up:.0} ns");
    let plain = plain_graph();
    let explicit = explicit(&plain);
    let budget = Budget::unlimited();
    let (base, verdict) = timed(15, || couvreur::check_with(&plain, Identity, &budget));
    let verdict = verdict.expect("it is Büchi");
    let rate = verdict.statistics.edges as f64 / base / 1e6;
    println!(
        "couvreur, one absent Inf mark: {}",
        shown(&verdict, base, base)
    );
    println!(
        "  {rate:.1} million edges per second; {:.1} where a look-up costs 57 ns",
        rate * look_up / 57.0
    );
    let (time, states) = timed(5, || states_reached(&plain));
    assert_eq!(states, verdict.statistics.states);
    println!(
        "  depth-first search alone: {time:.3} s, {:.2} times couvreur, {:.1} million edges per second",
        time / base,
        verdict.statistics.edges as f64 / time / 1e6
    );
    let hashed = || couvreur::check(&plain, &budget);
    let (time, verdict) = timed(5, hashed);
    let verdict = verdict.expect("it is Büchi");
    println!("  states hashed:         {}", shown(&verdict, time, base));
    let labelled = || couvreur::check_with(&explicit, Identity, &budget);
    let (time, verdict) = timed(5, labelled);
    let verdict = verdict.expect("it is Büchi");
    println!("  with labels in memory: {}", shown(&verdict, time, base));
    for check in [
        Algorithm::Streett,
        Algorithm::Generic,
        Algorithm::Latvala,
        Algorithm::Ndfs,
    ] {
        let run = || check.check(&plain, KnownStrength::Nothing, Identity, &budget);
        let (time, verdict) = timed(5, run);
        let verdict = verdict.expect("it is Büchi");
        println!("{check}: {}", shown(&verdict, time, base));
    }
}

/// What any search must do: a depth-first search that knows nothing of components, marks or limits.
fn states_reached(automaton: &Compact) -> u64 {
    let graph = &automaton.graph;
    let mut seen = vec![false; graph.state_count() as usize];
    let (mut path, mut reached) = (Vec::new(), 0);
    let mut enter = |state: u32, path: &mut Vec<std::ops::Range<u32>>| {
        if !std::mem::replace(&mut seen[state as usize], true) {
            reached += 1;
            path.push(graph.edge_ids(state));
        }
    };
    enter(automaton.initial[0], &mut path);
    while let Some(edges) = path.last_mut() {
        match edges.next() {
            Some(edge) => enter(graph.target(edge), &mut path),
            None => drop(path.pop()),
        }
    }
    reached
}

/// How often the two searches that are compared take turns.
const TURNS: usize = 9;

/// Streett pairs against one absent Inf mark on the same graph.  The two take turns, so that what other
/// programs do hits both, and the median of the quotients counts.
fn pairs() {
    let (plain, budget) = (plain_graph(), Budget::unlimited());
    for pairs in [1, 2, 4, 8, 16] {
        for case in CASES {
            let graph = streett_graph(case, pairs);
            let mut quotients = Vec::new();
            let mut found = None;
            for _ in 0..TURNS {
                let (base, _) = timed(1, || couvreur::check_with(&plain, Identity, &budget));
                let (time, verdict) = timed(1, || streett::check_with(&graph, Identity, &budget));
                quotients.push(time / base);
                found = verdict.ok();
            }
            quotients.sort_by(f64::total_cmp);
            println!(
                "{pairs:2} pairs, {}: {:.2} times couvreur ({:.2} to {:.2}); {}",
                case.name(),
                quotients[TURNS / 2],
                quotients[0],
                quotients[TURNS - 1],
                visits(&found.expect("these are pairs"))
            );
        }
    }
}

fn shown(verdict: &Checked<u32>, time: f64, base: f64) -> String {
    let visits = visits(verdict);
    format!("{time:.3} s, {:.2} times couvreur; {visits}", time / base)
}

fn visits(verdict: &Checked<u32>) -> String {
    assert!(verdict.is_empty(), "the language is empty");
    let statistics = &verdict.statistics;
    let visits = (statistics.states + statistics.revisits) as f64 / statistics.states as f64;
    format!("{visits:.2} visits a state")
}

/// Ways to be empty by Streett pairs.
#[derive(Clone, Copy)]
enum Case {
    /// Every pair is kept; an Inf mark beside them is absent.
    Kept,
    /// Every edge carries the l of a pair without u.
    AllAsk,
    /// Every second edge does, and the others form no cycle.
    HalfAsk,
    /// The same, and the l of pair i goes with the u of pair i + 1: one pair fails at a time.
    OneByOne,
}

const CASES: [Case; 4] = [Case::Kept, Case::AllAsk, Case::HalfAsk, Case::OneByOne];

impl Case {
    fn name(self) -> &'static str {
        match self {
            Case::Kept => "(a) no pair fails            ",
            Case::AllAsk => "(a) every edge asks in vain  ",
            Case::HalfAsk => "(a) every second asks in vain",
            Case::OneByOne => "(b) one pair fails at a time ",
        }
    }
}

/// A Streett condition, and marks with which the random graph is empty.
fn streett_graph(case: Case, pairs: usize) -> Compact {
    let (l, u) = (|i| Marks::single(2 * i), |i| Marks::single(2 * i + 1));
    let mut acceptance = Acceptance::streett(pairs);
    let mut sets = vec![Marks::EMPTY];
    match case {
        Case::Kept => {
            acceptance.marks += 1;
            let absent = Condition::Inf(2 * pairs);
            acceptance.condition = Condition::all([acceptance.condition, absent]);
            sets.extend((0..pairs).flat_map(|i| [l(i), u(i)]));
        }
        Case::AllAsk | Case::HalfAsk => sets.extend((0..pairs).map(l)),
        Case::OneByOne => sets.extend((0..pairs).map(|i| match i + 1 < pairs {
            true => l(i).union(&u(i + 1)),
            false => l(i),
        })),
    }
    let all = matches!(case, Case::Kept | Case::AllAsk);
    random_graph(acceptance, &sets, |from, to, rng| match all || to <= from {
        true => rng.usize(1..sets.len()),
        false => 0,
    })
}

/// The graph with a label on every edge.
fn explicit(graph: &Compact) -> Explicit {
    let mut explicit = Explicit::new(Labels::default(), graph.acceptance.clone());
    for _ in 0..STATES {
        explicit.add_state();
    }
    explicit.initial.push(0);
    for from in 0..STATES {
        for (to, marks) in graph.graph.edges(from) {
            explicit.add_transition(from, Label::TRUE, marks.clone(), to);
        }
    }
    explicit
}

/// The product of a system with the negation of `lariat generate fairness n`: whatever is enabled again and
/// again (mark 2i) is taken again and again (mark 2i + 1), yet something good (mark 2n) happens finitely often.
///
/// State 0 enables each of the events on a way of its own, takes each on another, and the last is good.
fn fair_system(n: usize) -> Explicit {
    let mut acceptance = Acceptance::streett(n);
    acceptance.marks += 1;
    acceptance.condition = Condition::all([acceptance.condition, Condition::Fin(2 * n)]);
    let mut system = Explicit::new(Labels::default(), acceptance);
    let hub = system.add_state();
    system.initial.push(hub);
    for mark in (0..=2 * n).rev() {
        let away = system.add_state();
        system.add_transition(hub, Label::TRUE, Marks::EMPTY, away);
        system.add_transition(away, Label::TRUE, Marks::single(mark), hub);
    }
    system
}

fn fairness() {
    const TIMES: u32 = 10_000;
    println!("n strong fairness assumptions, and something good finitely often:");
    println!(" n | streett µs | states visited | through Büchi µs | states");
    for n in 3..=16 {
        let system = fair_system(n);
        let check = |automaton: &Explicit| {
            let verdict = streett::check_with(automaton, Identity, &Budget::unlimited());
            verdict.expect("these are pairs")
        };
        let (time, _) = timed(3, || {
            (0..TIMES).for_each(|_| drop(black_box(check(black_box(&system)))));
        });
        let direct = check(&system);
        let visited = direct.statistics.states + direct.statistics.revisits;
        let microseconds = time * 1e6 / f64::from(TIMES);
        print!("{n:2} | {microseconds:10.2} | {visited:14} | ");
        let begin = Instant::now();
        match generalized_buchi(&system, 4_000_000, &lariat_budget::Budget::unlimited()) {
            Ok(buchi) => {
                let verdict = couvreur::check_with(&buchi, Identity, &Budget::unlimited());
                let verdict = verdict.expect("it is generalized Büchi");
                assert_eq!(verdict.is_empty(), direct.is_empty());
                let microseconds = begin.elapsed().as_secs_f64() * 1e6;
                println!("{microseconds:16.0} | {:6}", buchi.state_count());
            }
            Err(_) => println!("more than four million states"),
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
    println!(
        "mean length of 1,000 lassos, of 100 in the largest automata, stem and cycle, with 3 Inf marks or 3 pairs:"
    );
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
            let wanted = if states < 10_000 { 1000 } else { 100 };
            while found < wanted {
                let automaton = random(states, &acceptance, density, &mut rng);
                let verdict = streett::check_with(&automaton, Identity, &Budget::unlimited());
                let Emptiness::NonEmpty(component) = verdict.expect("it is fairness").answer else {
                    continue;
                };
                found += 1;
                let ours = find(
                    &automaton,
                    &component,
                    Effort::default(),
                    &Budget::unlimited(),
                );
                lengths[0] += ours.map_or(0, |lasso| lasso.length());
                let methods = [
                    CycleMethod::Tour,
                    CycleMethod::LatvalaHeljanko,
                    CycleMethod::KestenPnueliRaviv,
                ];
                for (method, length) in methods.into_iter().zip(&mut lengths[1..]) {
                    *length += find_by(method, &automaton, &component).map_or(0, |l| l.length());
                }
            }
            let [ours, tour, lh, kpr] = lengths.map(|sum| sum as f64 / f64::from(wanted));
            println!("{states:6} | {name} | {ours:4.1} | {tour:8.1} | {lh:17.1} | {kpr:21.1}");
        }
    }
}
