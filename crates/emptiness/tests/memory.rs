//! What a search keeps for a state, counted byte by byte, and that a visit allocates nothing.
#![allow(unsafe_code)] // an allocator that counts

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;

use lariat_automata::{Acceptance, Automaton, Edge, Marks};
use lariat_budget::Budget;
use lariat_emptiness::{Identity, couvreur, generic, streett};

/// Passes everything on to the system, and counts for each thread.
struct Counting;

thread_local! {
    static IN_USE: Cell<usize> = const { Cell::new(0) };
    static PEAK: Cell<usize> = const { Cell::new(0) };
    static ALLOCATIONS: Cell<usize> = const { Cell::new(0) };
}

// SAFETY: the system's allocator does the work; the counters are not allocated and have no destructor.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        let in_use = IN_USE.get() + layout.size();
        IN_USE.set(in_use);
        PEAK.set(PEAK.get().max(in_use));
        ALLOCATIONS.set(ALLOCATIONS.get() + 1);
        // SAFETY: the caller's promise is passed on.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, place: *mut u8, layout: Layout) {
        IN_USE.set(IN_USE.get().saturating_sub(layout.size()));
        // SAFETY: the caller's promise is passed on.
        unsafe { System.dealloc(place, layout) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

/// A binary tree in which every leaf leads back to the root: one component, and a path of the search that
/// is short, so that what the search keeps is what it keeps for its states.
struct Tree {
    acceptance: Acceptance,
    /// The marks with which leaves lead back, in turn.
    back: Vec<Marks>,
}

const STATES: u32 = (1 << 20) - 1;

impl Automaton for &Tree {
    type State = u32;

    fn acceptance(&self) -> &Acceptance {
        &self.acceptance
    }

    fn initial(&mut self, out: &mut Vec<u32>) {
        out.push(0);
    }

    fn successors(&mut self, &from: &u32, out: &mut Vec<Edge<u32>>) {
        let child = 2 * from + 1;
        if child < STATES {
            out.extend([child, child + 1].map(|to| Edge {
                to,
                marks: Marks::EMPTY,
            }));
        } else {
            let marks = self.back[from as usize % self.back.len()].clone();
            out.push(Edge { to: 0, marks });
        }
    }
}

/// Runs a check; the most bytes in use at a time for a state, and how often it allocated.
fn measured<T>(run: impl FnOnce() -> T) -> (T, f64, usize) {
    let (before, allocations) = (IN_USE.get(), ALLOCATIONS.get());
    PEAK.set(before);
    let result = run();
    let bytes = (PEAK.get() - before) as f64 / f64::from(STATES);
    (result, bytes, ALLOCATIONS.get() - allocations)
}

#[test]
fn eight_bytes_a_state_and_no_allocation_a_visit() {
    let budget = Budget::unlimited();
    let plain = Tree {
        acceptance: Acceptance::buchi(),
        back: vec![Marks::EMPTY],
    };
    let (verdict, bytes, allocations) =
        measured(|| couvreur::check_with(&plain, Identity, &budget).expect("it is Büchi"));
    assert!(verdict.is_empty());
    assert!(bytes < 8.2, "couvreur: {bytes} bytes per state");
    assert!(allocations < 500, "couvreur: {allocations} allocations");

    // The l of pair i goes with the u of pair i + 1, so that the pairs fail one after the other.
    let pairs = 4;
    let chained = Tree {
        acceptance: Acceptance::streett(pairs),
        back: (0..pairs)
            .map(|i| match i + 1 < pairs {
                true => [2 * i, 2 * i + 3].into_iter().collect(),
                false => Marks::single(2 * i),
            })
            .collect(),
    };
    let (verdict, bytes, allocations) =
        measured(|| streett::check_with(&chained, Identity, &budget).expect("these are pairs"));
    assert!(verdict.is_empty());
    assert!(verdict.statistics.revisits > 2 * u64::from(STATES));
    assert!(bytes < 8.2, "streett: {bytes} bytes per state");
    assert!(allocations < 500, "streett: {allocations} allocations");

    let (verdict, bytes, _) = measured(|| generic::check_with(&chained, Identity, &budget));
    assert!(verdict.is_empty());
    assert!(bytes < 8.2, "generic: {bytes} bytes per state");
}
