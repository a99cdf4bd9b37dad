//! The Aldebaran reader on ten million transitions: `cargo bench -p lariat-models --bench aut`.
//!
//! Files come sorted by source, as tools write them, and shuffled; with few labels and with many.  The time is that which
//! the thread spent on a processor; that of a mere search for the ends of the lines is printed beside, as what no reader can beat.

use std::fmt::Write;
use std::hint::black_box;
use std::time::Instant;

use fastrand::Rng;
use lariat_models::aut::Lts;

const TRANSITIONS: usize = 10_000_000;
const STATES: u32 = 2_000_000;

fn main() {
    for (order, shuffled) in [("sorted", false), ("shuffled", true)] {
        for labels in [20, 20_000] {
            let text = text(labels, shuffled);
            let (lines, _) = timed(|| memchr::memchr_iter(b'\n', text.as_bytes()).count());
            let (seconds, lts) = timed(|| Lts::parse(&text).expect("a transition system"));
            assert_eq!(lts.transition_count(), TRANSITIONS);
            println!(
                "{order:>8}, {labels:>6} labels, {:>3} MB: {seconds:.2} s, {:.1} million transitions a second (lines alone {lines:.2} s)",
                text.len() / 1_000_000,
                TRANSITIONS as f64 / seconds / 1e6,
            );
        }
    }
}

fn text(labels: usize, shuffled: bool) -> String {
    let mut rng = Rng::with_seed(7);
    let mut text = format!("des (0, {TRANSITIONS}, {STATES})\n");
    for number in 0..TRANSITIONS {
        let from = match shuffled {
            true => rng.u32(..STATES),
            false => (number as u64 * u64::from(STATES) / TRANSITIONS as u64) as u32,
        };
        let (label, to) = (rng.usize(..labels), rng.u32(..STATES));
        writeln!(text, "({from}, \"send !{label}\", {to})").expect("a string takes everything");
    }
    text
}

/// The processor time of this thread in seconds; where the system does not tell, the time of day.
fn processor_seconds() -> f64 {
    static START: std::sync::OnceLock<Instant> = std::sync::OnceLock::new();
    let start = START.get_or_init(Instant::now);
    let told = std::fs::read_to_string("/proc/thread-self/schedstat").ok();
    let nanoseconds = told.and_then(|text| text.split(' ').next()?.parse::<f64>().ok());
    nanoseconds.map_or_else(|| start.elapsed().as_secs_f64(), |ns| ns / 1e9)
}

fn timed<T>(run: impl FnOnce() -> T) -> (f64, T) {
    let begin = processor_seconds();
    let result = black_box(run());
    (processor_seconds() - begin, result)
}
