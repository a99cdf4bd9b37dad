//! The simplifier judged by automata: a formula and what it became accept the same words.
//!
//! The tableau translates both as they stand, so that nothing simplifies but what is judged.

use lariat_automata::Explicit;
use lariat_automata::product::intersection;
use lariat_emptiness::is_empty;
use lariat_ltl::simplify::{simplify, size};
use lariat_ltl::{Formula, Formulas};
use lariat_translate::past;
use lariat_translate::tableau::{self, TableauOptions};

use lariat_testkit::words::random_formula;
use lariat_testkit::{collections, rounds, words};

/// More edges than an automaton may have here.
const EDGES: usize = 1 << 12;

/// The automata of a formula and of its negation; `None` if one of them is too large.
fn opposites(formulas: &mut Formulas, formula: Formula) -> Option<[Explicit; 2]> {
    let negation = formulas.not(formula);
    let mut translate = |formula| {
        let alone = |formulas: &mut Formulas, future| {
            tableau::translate(formulas, future, TableauOptions::default(), EDGES)
        };
        past::translate(formulas, formula, EDGES, alone).ok()
    };
    Some([translate(formula)?, translate(negation)?])
}

/// What came of a formula.
#[derive(Default)]
struct Tally {
    compared: u64,
    changed: u64,
    too_large: u64,
}

impl Tally {
    #[track_caller]
    fn check(&mut self, formulas: &mut Formulas, formula: Formula, context: &str) {
        let simple = simplify(formulas, formula);
        assert_eq!(simplify(formulas, simple), simple, "{context}: not settled");
        let sizes = [simple, formula].map(|formula| size(formulas, formula));
        assert!(sizes[0] <= sizes[1], "{context}: {sizes:?}");
        let automata = [formula, simple].map(|formula| opposites(formulas, formula));
        let [
            Some([positive, negative]),
            Some([simple_positive, simple_negative]),
        ] = &automata
        else {
            self.too_large += 1;
            return;
        };
        for (one, other) in [(positive, simple_negative), (simple_positive, negative)] {
            let distinguished = !is_empty(&intersection(one, other));
            assert!(!distinguished, "{context}: the meaning has changed");
        }
        self.compared += 1;
        self.changed += u64::from(simple != formula);
    }
}

#[test]
fn random_formulas_keep_their_meaning() {
    let mut tally = Tally::default();
    let count = rounds(2_500, 50_000);
    for seed in 0..count {
        let (mut formulas, formula, _) = random_formula(seed, 20, seed % 3 == 0);
        tally.check(&mut formulas, formula, &format!("seed {seed}"));
    }
    assert!(tally.changed > count / 2, "{} changed", tally.changed);
    assert!(tally.compared > count / 10 * 9, "{} large", tally.too_large);
}

#[test]
fn formulas_of_the_literature_keep_their_meaning() {
    let mut tally = Tally::default();
    for (text, mut formulas) in collections::literature() {
        let formula = words::read(&mut formulas, &text);
        tally.check(&mut formulas, formula, &text);
    }
    assert!(
        tally.too_large * 20 <= tally.compared,
        "{}",
        tally.too_large
    );
}
