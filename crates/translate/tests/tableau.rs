//! The tableau against the paper's tables and against the definition.

mod oracle;

use lariat_ltl::Formulas;
use lariat_translate::tableau::{self, LIMIT, TableauOptions};
use oracle::{Verdicts, random_formula, read, rounds};

const MERGED: TableauOptions = TableauOptions {
    merge: true,
    ..TableauOptions::RAW
};

#[track_caller]
fn check(text: &str, options: TableauOptions, nodes: usize, transitions: usize) {
    let mut formulas = Formulas::new();
    let formula = read(&mut formulas, text);
    let automaton = tableau::translate(&formulas, formula, options, LIMIT).expect("it is small");
    let size = (automaton.state_count(), automaton.transition_count());
    assert_eq!(size, (nodes, transitions), "{text}\n{automaton:?}");
}

#[test]
fn fm99_table_1() {
    check("p U q", TableauOptions::RAW, 2, 3);
    check("p U (q U s)", TableauOptions::RAW, 3, 6);
    check("GFp -> GFq", TableauOptions::RAW, 5, 11);
    check("Fp U Gq", TableauOptions::RAW, 4, 10);
    check("Gp U q", TableauOptions::RAW, 4, 6);
    check("!(FFp <-> Fp)", TableauOptions::RAW, 3, 5);
    check("!(p U (q U s))", TableauOptions::RAW, 4, 11);
}

#[test]
fn fm99_table_2() {
    check("GFp -> GFq", MERGED, 4, 9);
    check("!(FFp <-> Fp)", MERGED, 2, 3);
    check("!(p U (q U s))", MERGED, 3, 7);
}

#[test]
fn merging_and_subsumption_reach_the_last_row_of_table_1() {
    let options = TableauOptions {
        subsumption: true,
        ..MERGED
    };
    check("!(p U (q U s))", options, 3, 6);
}

/// Every switch alone, and all of them together.
fn every_option() -> Vec<(&'static str, TableauOptions)> {
    let raw = TableauOptions::RAW;
    vec![
        ("raw", raw),
        ("merge", TableauOptions { merge: true, ..raw }),
        (
            "GF identity",
            TableauOptions {
                gf_identity: true,
                ..raw
            },
        ),
        (
            "subsumption",
            TableauOptions {
                subsumption: true,
                ..raw
            },
        ),
        (
            "sharing",
            TableauOptions {
                share_acceptance: true,
                ..raw
            },
        ),
        (
            "suspension",
            TableauOptions {
                suspension: true,
                ..raw
            },
        ),
        ("all", TableauOptions::default()),
    ]
}

#[test]
fn automata_accept_what_the_definition_says() {
    for (name, options) in every_option() {
        let mut verdicts = Verdicts::default();
        for seed in 0..rounds(2000) {
            let (mut formulas, formula, mut rng) = random_formula(seed, 14, false);
            let Ok(automaton) = tableau::translate(&formulas, formula, options, 1 << 12) else {
                continue;
            };
            let context = format!("{name}, seed {seed}");
            verdicts.compare(&automaton, &mut formulas, formula, &mut rng, &context);
        }
        verdicts.assert_balanced();
    }
}
