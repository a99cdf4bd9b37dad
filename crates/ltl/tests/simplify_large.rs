//! The simplifier on deep, wide and real formulas: it ends, soon, and without a deep call stack.

use std::time::{Duration, Instant};

use fastrand::Rng;
use lariat_ltl::random::{self, Shape};
use lariat_ltl::simplify::{Simplifier, simplify, size};
use lariat_ltl::{Formula, Formulas, Node, Syntax, parse};
use lariat_testkit::{data, rounds};

/// As deep as formulas may be nested.
const DEEP: usize = 50_000;

/// A tenth, unless all of the work is asked for.
fn scaled(full: usize) -> usize {
    rounds(full / 10, full)
}

/// Simplifies, checks that the result is no larger and is its own result, and returns the sizes.
#[track_caller]
fn check(name: &str, build: impl FnOnce(&mut Formulas) -> Formula) -> (u64, u64) {
    let mut formulas = Formulas::new();
    let formula = build(&mut formulas);
    let begun = Instant::now();
    let simple = simplify(&mut formulas, formula);
    let taken = begun.elapsed();
    let sizes = (size(&formulas, formula), size(&formulas, simple));
    println!("{name}: {} to {} in {taken:?}", sizes.0, sizes.1);
    assert!(sizes.1 <= sizes.0, "{name} grew");
    assert_eq!(
        simplify(&mut formulas, simple),
        simple,
        "{name} changed again"
    );
    assert!(taken < Duration::from_secs(20), "{name} took {taken:?}");
    sizes
}

/// Applies `step` to a proposition so many times.
fn nested(
    formulas: &mut Formulas,
    depth: usize,
    mut step: impl FnMut(&mut Formulas, usize, Formula) -> Formula,
) -> Formula {
    let mut formula = formulas.atom("start");
    for level in 0..depth {
        formula = step(formulas, level, formula);
    }
    formula
}

fn proposition(formulas: &mut Formulas, index: usize) -> Formula {
    formulas.atom(&random::atom_name(index))
}

#[test]
fn deep_unary_operators() {
    let whole = check("X…Xp", |formulas| {
        nested(formulas, DEEP, |formulas, _, f| {
            formulas.make(Node::Next(f))
        })
    });
    assert_eq!(whole.1, DEEP as u64 + 1);
    let whole = check("FGFG…p", |formulas| {
        nested(formulas, DEEP, |formulas, depth, f| {
            formulas.make(if depth % 2 == 0 {
                Node::Globally(f)
            } else {
                Node::Finally(f)
            })
        })
    });
    assert_eq!(whole.1, 3);
    let whole = check("FX…Xp", |formulas| {
        let f = nested(formulas, DEEP, |formulas, _, f| {
            formulas.make(Node::Next(f))
        });
        formulas.make(Node::Finally(f))
    });
    assert_eq!(whole.1, DEEP as u64 + 2);
    check("!Y!Y…p", |formulas| {
        nested(formulas, DEEP, |formulas, _, f| {
            let f = formulas.make(Node::Yesterday(f));
            formulas.make(Node::Not(f))
        })
    });
    check("G!(O!(O…p))", |formulas| {
        nested(formulas, DEEP, |formulas, depth, f| {
            let f = formulas.make(if depth % 3 == 0 {
                Node::Finally(f)
            } else {
                Node::Once(f)
            });
            formulas.make(Node::Not(f))
        })
    });
}

#[test]
fn deep_binary_operators() {
    type Make = fn(Formula, Formula) -> Node;
    let operators: [(&str, Make); 9] = [
        ("U", Node::Until),
        ("R", Node::Release),
        ("W", Node::WeakUntil),
        ("M", Node::StrongRelease),
        ("S", Node::Since),
        ("->", Node::Implies),
        ("<->", Node::Iff),
        ("xor", Node::Xor),
        ("& and |", |a, b| Node::And([a, b].into())),
    ];
    for (name, make) in operators {
        for (side, other) in [("left", 0), ("right", 1)] {
            check(&format!("{name} nested on the {side}"), |formulas| {
                let depth = if matches!(name, "<->" | "xor") {
                    scaled(DEEP)
                } else {
                    DEEP
                };
                nested(formulas, depth, |formulas, depth, f| {
                    let p = proposition(formulas, depth % 7);
                    let f = if name == "& and |" {
                        formulas.make(Node::Or([p, f].into()))
                    } else {
                        f
                    };
                    let p = proposition(formulas, depth % 5);
                    formulas.make(if other == 0 { make(f, p) } else { make(p, f) })
                })
            });
        }
    }
}

#[test]
fn implications_are_flattened_in_linear_space() {
    check("p0 -> (p1 -> …)", |formulas| {
        nested(formulas, DEEP, |formulas, depth, f| {
            let p = proposition(formulas, depth);
            formulas.make(Node::Implies(p, f))
        })
    });
}

#[test]
fn wide_operators() {
    type Make = fn(&mut Formulas, usize) -> Formula;
    let operands: [(&str, Make); 5] = [
        ("propositions", proposition),
        ("FG", |formulas, index| {
            let p = proposition(formulas, index);
            let g = formulas.make(Node::Globally(p));
            formulas.make(Node::Finally(g))
        }),
        ("until one goal", |formulas, index| {
            let (p, q) = (proposition(formulas, index), formulas.atom("goal"));
            formulas.make(Node::Until(p, q))
        }),
        ("until", |formulas, index| {
            let (p, q) = (
                proposition(formulas, index % 1000),
                proposition(formulas, index),
            );
            formulas.make(Node::Until(p, q))
        }),
        ("nexts", |formulas, index| {
            let p = proposition(formulas, index);
            formulas.make(Node::Next(p))
        }),
    ];
    for (name, make) in operands {
        for junction in [Node::And, Node::Or] {
            check(&format!("many {name}"), |formulas| {
                let parts: Vec<_> = (0..scaled(100_000))
                    .map(|index| make(formulas, index))
                    .collect();
                formulas.make(junction(parts.into()))
            });
        }
    }
}

#[test]
fn large_random_formulas() {
    for (nodes, atoms) in [(100_000, 1_600), (100_000, 3), (10_000, 20)] {
        for seed in 0..rounds(1, 5) {
            for past in [false, true] {
                check(
                    &format!(
                        "{nodes} random nodes, {atoms} propositions, seed {seed}, past {past}"
                    ),
                    |formulas| {
                        let mut rng = Rng::with_seed(seed);
                        random::formula(&mut rng, formulas, Shape { nodes, atoms, past })
                    },
                );
            }
        }
    }
}

#[test]
fn what_would_take_quadratic_time_is_left_alone() {
    check("GFp U (GFp U … X…Xp)", |formulas| {
        let p = formulas.atom("p");
        let mut f = p;
        for _ in 0..scaled(DEEP) {
            f = formulas.make(Node::Next(f));
        }
        for index in 0..scaled(DEEP) {
            let q = proposition(formulas, index % 20);
            let q = formulas.make(Node::Finally(q));
            let q = formulas.make(Node::Globally(q));
            f = formulas.make(Node::Until(q, f));
        }
        f
    });
    check("p & (false | (p & (false | …", |formulas| {
        nested(formulas, scaled(DEEP), |formulas, depth, f| {
            let p = proposition(formulas, depth);
            let falsity = formulas.falsity();
            let nothing = formulas.make(Node::Next(falsity));
            let f = formulas.make(Node::Or([nothing, f].into()));
            formulas.make(Node::And([p, f].into()))
        })
    });
}

#[test]
fn formulas_of_the_literature() {
    let Some(folder) = data("ltl/literature") else {
        return;
    };
    let mut formulas = Formulas::new();
    let mut simplifier = Simplifier::new();
    let mut taken = Duration::ZERO;
    for (file, expected) in LITERATURE {
        let text = std::fs::read_to_string(folder.join(file)).expect("readable");
        let mut sizes = (0, 0);
        for line in text.lines() {
            let formula = parse(&mut formulas, line, Syntax::Spot).expect("well formed");
            let begun = Instant::now();
            let simple = simplifier.simplify(&mut formulas, formula);
            taken += begun.elapsed();
            sizes.0 += size(&formulas, formula);
            sizes.1 += size(&formulas, simple);
        }
        assert_eq!(sizes, expected, "{file}");
    }
    println!("{taken:?}");
    assert!(taken < Duration::from_secs(2), "{taken:?}");
}

/// The sum of the sizes of the formulas of each file, and what simplification makes of them.
const LITERATURE: [(&str, (u64, u64)); 8] = [
    ("DwyerAC98.ltl", (786, 631)),
    ("EtessamiH00.ltl", (130, 115)),
    ("Liberouter04.ltl", (822, 744)),
    ("Parametrised-Hardness.ltl", (1387, 1277)),
    ("Parametrised.ltl", (658, 622)),
    ("Pelanek07.ltl", (168, 151)),
    ("SickertEJK16.ltl", (44, 17)),
    ("SomenziB00.ltl", (268, 186)),
];

#[test]
fn formulas_of_the_satisfiability_benchmarks() {
    let Some(folder) = data("ltl/sat") else {
        return;
    };
    let text = std::fs::read_to_string(folder.join("expected.csv")).expect("readable");
    for (number, line) in text.lines().enumerate().skip(1) {
        let formula = line
            .splitn(3, ',')
            .nth(2)
            .expect("three columns")
            .trim_matches('"');
        let mut formulas = Formulas::new();
        let formula = parse(&mut formulas, formula, Syntax::Spot).expect("well formed");
        let begun = Instant::now();
        let simple = simplify(&mut formulas, formula);
        let taken = begun.elapsed();
        println!(
            "{number}: {} to {} in {taken:?}",
            size(&formulas, formula),
            size(&formulas, simple)
        );
        assert!(taken < Duration::from_secs(5), "line {number}: {taken:?}");
        assert_eq!(simplify(&mut formulas, simple), simple, "line {number}");
    }
}
