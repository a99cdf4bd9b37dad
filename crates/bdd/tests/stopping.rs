//! An operation whose budget ends, ends; and nothing wrong stays behind in the arena.

use std::time::{Duration, Instant};

use lariat_bdd::{Bdd, Bdds, Var};
use lariat_budget::{Budget, Exhausted};

const MOMENT: Duration = Duration::from_millis(20);
const PATIENCE: Duration = Duration::from_secs(2);

/// So many pairs of variables are more than any machine can compare in a bad order.
const PAIRS: Var = 48;

/// ⋀ xᵢ ↔ yᵢ, where all x come before all y: 2ⁿ nodes.
fn equal_halves(bdds: &mut Bdds, pairs: Var) -> Bdd {
    let mut all = Bdd::TRUE;
    for i in 0..pairs {
        let (x, y) = (bdds.var(i), bdds.var(pairs + i));
        let equal = bdds.iff(x, y);
        all = bdds.and(all, equal);
    }
    all
}

#[track_caller]
fn check(work: impl FnOnce(&mut Bdds)) {
    let mut bdds = Bdds::within(&Budget::unlimited().with_time(MOMENT));
    let begin = Instant::now();
    work(&mut bdds);
    let taken = begin.elapsed();
    assert!(taken < PATIENCE, "it ended after {taken:?}");
    assert_eq!(bdds.release(), Err(Exhausted::Time(MOMENT)));
    assert_eq!(bdds.release(), Ok(()), "it obeys no longer");
}

/// ⋀ xᵢ ↔ yᵢ in a good order.
fn equal_neighbours(bdds: &mut Bdds) -> Bdd {
    let neighbours = |bdds: &mut Bdds, i| {
        let (x, y) = (bdds.var(2 * i), bdds.var(2 * i + 1));
        bdds.iff(x, y)
    };
    (0..PAIRS).fold(Bdd::TRUE, |all, i| {
        let equal = neighbours(bdds, i);
        bdds.and(all, equal)
    })
}

/// Where the variable of a good order lies in the bad one.
fn apart(var: Var) -> Var {
    var / 2 + var % 2 * PAIRS
}

#[test]
fn every_operation_stops() {
    check(|bdds| {
        equal_halves(bdds, PAIRS);
    });
    check(|bdds| {
        let all = equal_neighbours(bdds);
        bdds.substitute(all, |bdds, var| bdds.var(apart(var)));
    });
    check(|bdds| {
        let mut others = Bdds::new();
        let all = equal_neighbours(&mut others);
        bdds.import(&others, all, apart);
    });
    // x₀ ⊕ x₁ ⊕ … has as many primes, and cubes in its cover, as there are valuations.
    let parity = |bdds: &mut Bdds| {
        (0..PAIRS).fold(Bdd::FALSE, |odd, i| {
            let x = bdds.var(i);
            bdds.xor(odd, x)
        })
    };
    check(|bdds| {
        let odd = parity(bdds);
        bdds.primes(odd);
    });
    check(|bdds| {
        let odd = parity(bdds);
        bdds.cover(odd);
    });
}

/// The same operations again: what was cut short must not be remembered.
#[test]
fn a_stopped_arena_gives_right_answers_once_released() {
    let mut fresh = Bdds::new();
    let expected = equal_halves(&mut fresh, 14);
    let mut ended = 0;
    for micros in [1, 20, 50, 100, 200, 400, 800, 1_600, 3_200] {
        let mut bdds = Bdds::new();
        bdds.obey(&Budget::unlimited().with_time(Duration::from_micros(micros)));
        equal_halves(&mut bdds, 14);
        ended += usize::from(bdds.release().is_err());
        let all = equal_halves(&mut bdds, 14);
        let imported = bdds.import(&fresh, expected, |var| var);
        assert_eq!(all, imported, "after {micros} µs");
    }
    assert!(ended >= 4, "the budget ended {ended} times only");
}

#[test]
fn a_budget_that_does_not_end_changes_nothing() {
    let budget = Budget::unlimited();
    let (mut free, mut watched) = (Bdds::new(), Bdds::within(&budget));
    assert_eq!(equal_halves(&mut free, 12), equal_halves(&mut watched, 12));
    assert_eq!(free.size(), watched.size());
    assert_eq!(watched.release(), Ok(()));
}
