//! The kernel on the loads of a translation, beside oxidd on the same ones.

use divan::{Bencher, black_box};
use lariat_bdd::{Bdd, Bdds, Var};
use oxidd::bdd::{BDDFunction, BDDManagerRef};
use oxidd::{BooleanFunction, Manager, ManagerRef};

fn main() {
    divan::main();
}

/// ⋀ Nᵢ ∧ (pᵢ ∨ aᵢ ∧ Fᵢ): what a conjunction of n fairness formulas expands to, with `var` the
/// variable of a kind and an index.
fn fairness(bdds: &mut Bdds, n: Var, var: impl Fn(Var, Var) -> Var) -> Bdd {
    (0..n).fold(Bdd::TRUE, |all, i| {
        let [next, now, wait, later] = [0, 1, 2, 3].map(|kind| bdds.var(var(kind, i)));
        let postponed = bdds.and(wait, later);
        let kept = bdds.or(now, postponed);
        let both = bdds.and(next, kept);
        bdds.and(all, both)
    })
}

/// The order that keeps the variables of one formula together.
fn together(kind: Var, i: Var) -> Var {
    4 * i + kind
}

fn oxidd_fairness(vars: &[BDDFunction], n: usize) -> BDDFunction {
    let mut all: Option<BDDFunction> = None;
    for i in 0..n {
        let kept = vars[2 * n + i].and(&vars[3 * n + i]).unwrap();
        let both = vars[i].and(&vars[n + i].or(&kept).unwrap()).unwrap();
        all = Some(all.map_or(both.clone(), |all| all.and(&both).unwrap()));
    }
    all.expect("n > 0")
}

fn oxidd_vars(nodes: usize, count: u32) -> (BDDManagerRef, Vec<BDDFunction>) {
    let manager = oxidd::bdd::new_manager(nodes, nodes, 1);
    let vars = manager.with_manager_exclusive(|manager| {
        manager.add_vars(count);
        (0..count)
            .map(|var| BDDFunction::var(manager, var).unwrap())
            .collect()
    });
    (manager, vars)
}

#[divan::bench]
fn fairness_14(bencher: Bencher) {
    bencher.bench_local(|| fairness(&mut Bdds::new(), black_box(14), |kind, i| 14 * kind + i));
}

#[divan::bench]
fn fairness_14_oxidd(bencher: Bencher) {
    bencher
        .with_inputs(|| oxidd_vars(1 << 20, 56))
        .bench_local_refs(|(_, vars)| oxidd_fairness(vars, 14));
}

#[divan::bench]
fn cover_12(bencher: Bencher) {
    let mut bdds = Bdds::new();
    let f = fairness(&mut bdds, 12, together);
    bencher.bench_local(|| assert_eq!(bdds.cover(black_box(f)).len(), 4096));
}

#[divan::bench]
fn primes_12(bencher: Bencher) {
    let mut bdds = Bdds::new();
    let f = fairness(&mut bdds, 12, together);
    bencher.bench_local(|| assert_eq!(bdds.primes(black_box(f)).len(), 4096));
}

#[divan::bench]
fn fresh_arena_cover_4(bencher: Bencher) {
    bencher.bench_local(|| {
        let mut bdds = Bdds::new();
        let f = fairness(&mut bdds, black_box(4), together);
        bdds.cover(f).len()
    });
}

#[divan::bench]
fn fresh_arena_4_oxidd(bencher: Bencher) {
    bencher.bench_local(|| {
        let (_manager, vars) = oxidd_vars(1 << 10, 16);
        oxidd_fairness(&vars, black_box(4))
    });
}

/// The size of the board.
const QUEENS: u32 = 9;

/// The later squares that a queen attacks, last first.
fn attacked(square: u32) -> impl Iterator<Item = u32> {
    let (row, column) = (square / QUEENS, square % QUEENS);
    (square + 1..QUEENS * QUEENS).rev().filter(move |&other| {
        let (r, c) = (other / QUEENS, other % QUEENS);
        r == row || c == column || r - row == c.abs_diff(column)
    })
}

#[divan::bench]
fn queens_9(bencher: Bencher) {
    bencher.bench_local(|| {
        let mut bdds = Bdds::new();
        (0..black_box(QUEENS)).rev().fold(Bdd::TRUE, |board, row| {
            let squares = (row * QUEENS..(row + 1) * QUEENS).rev();
            let some = squares.clone().fold(Bdd::FALSE, |some, square| {
                let queen = bdds.var(square);
                bdds.or(some, queen)
            });
            let rules = squares.fold(some, |rules, square| {
                let queen = bdds.var(square);
                let alone = attacked(square).fold(Bdd::TRUE, |alone, other| {
                    let other = bdds.var(other);
                    bdds.minus(alone, other)
                });
                let rule = bdds.implies(queen, alone);
                bdds.and(rules, rule)
            });
            bdds.and(board, rules)
        })
    });
}

#[divan::bench]
fn queens_9_oxidd(bencher: Bencher) {
    bencher
        .with_inputs(|| oxidd_vars(1 << 20, QUEENS * QUEENS))
        .bench_local_refs(|(manager, vars)| {
            let truth = manager.with_manager_shared(|manager| BDDFunction::t(manager));
            let row = |board: BDDFunction, row: u32| {
                let squares = (row * QUEENS..(row + 1) * QUEENS).rev();
                let queens = squares.clone().map(|square| vars[square as usize].clone());
                let some = queens.reduce(|a, b| a.or(&b).unwrap()).unwrap();
                let rules = squares.fold(some, |rules, square| {
                    let alone = attacked(square).fold(truth.clone(), |alone, other| {
                        alone.and(&vars[other as usize].not().unwrap()).unwrap()
                    });
                    rules
                        .and(&vars[square as usize].imp(&alone).unwrap())
                        .unwrap()
                });
                board.and(&rules).unwrap()
            };
            (0..QUEENS).rev().fold(truth.clone(), row)
        });
}
