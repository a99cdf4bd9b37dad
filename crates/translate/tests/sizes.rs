//! Sizes of automata: those of the literature's formulas as recorded, those of families as promised.
//!
//! `literature-sizes.txt` has a line a formula: states and edges as a generalized Büchi automaton, and
//! states as a Büchi automaton.  An automaton may become smaller than recorded, but not larger.
//! `LARIAT_BLESS=1` records it anew.

use std::path::Path;

use lariat_ltl::families::family;
use lariat_ltl::{Formulas, Syntax, parse};
use lariat_testkit::collections;
use lariat_translate::{AutomatonForm, Options, translate};

/// States and edges of the automaton of a formula.
fn size(text: &str, form: AutomatonForm) -> (usize, usize) {
    let mut formulas = Formulas::new();
    let formula = parse(&mut formulas, text, Syntax::Spot).expect("a formula");
    let options = Options {
        form,
        ..Options::default()
    };
    let automaton = translate(&mut formulas, formula, &options)
        .expect("it translates")
        .base;
    (automaton.state_count(), automaton.transition_count())
}

/// A line of the record.
fn record(line: &str) -> [usize; 3] {
    let numbers = line
        .split(' ')
        .map(|number| number.parse().expect("a number"));
    let numbers: Vec<usize> = numbers.collect();
    numbers.try_into().expect("three numbers")
}

#[test]
fn the_literature_is_as_small_as_recorded() {
    let literature = collections::literature();
    if literature.is_empty() {
        return;
    }
    let sizes: Vec<[usize; 3]> = literature
        .iter()
        .map(|(text, _)| {
            let (states, edges) = size(text, AutomatonForm::Tgba);
            [states, edges, size(text, AutomatonForm::Buchi).0]
        })
        .collect();
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/literature-sizes.txt");
    if std::env::var_os("LARIAT_BLESS").is_some() {
        let line = |[states, edges, buchi]: &[usize; 3]| format!("{states} {edges} {buchi}\n");
        let now: String = sizes.iter().map(line).collect();
        std::fs::write(&path, now).expect("the record can be written");
    }
    let recorded = std::fs::read_to_string(&path).expect("sizes have been recorded");
    let recorded: Vec<[usize; 3]> = recorded.lines().map(record).collect();
    assert_eq!(
        literature.len(),
        recorded.len(),
        "not as many formulas as have been recorded"
    );
    for (((text, _), now), before) in literature.iter().zip(&sizes).zip(&recorded) {
        let is_larger = now.iter().zip(before).any(|(now, before)| now > before);
        assert!(!is_larger, "{text}: {now:?} is larger than {before:?}");
    }
    let total = |column: usize| sizes.iter().map(|size| size[column]).sum::<usize>();
    assert!(
        total(0) <= 557 && total(1) <= 1646 && total(2) <= 623,
        "larger than Spot's"
    );
}

/// The states of the first formulas of a family, which starts at `first`.
#[track_caller]
fn check(name: &str, first: usize, states: &[usize]) {
    for (n, &at_most) in (first..).zip(states) {
        let text = family(name)
            .expect("a family")
            .generate(n)
            .expect("in range");
        let found = size(&text, AutomatonForm::Tgba).0;
        assert!(
            found <= at_most,
            "{name} {n} has {found} states, more than {at_most}"
        );
    }
}

#[test]
fn families_are_no_larger_than_spots() {
    check("gh-q", 1, &[3, 8, 18, 42]);
    check("gh-r", 1, &[3, 4, 6, 9]);
    check("ms-phi-s", 0, &[3, 3, 7, 7]);
    check("rv-counter", 1, &[2, 8, 24]);
    check("u-left", 1, &[2, 2, 4, 8, 16]);
    check("tv-uu", 1, &[2, 3, 5, 8, 13]);
    check("ccj-alpha", 1, &[4, 9, 16, 25]);
    check("and-gf", 1, &[1, 1, 1, 1, 1, 1, 1, 1]);
}
