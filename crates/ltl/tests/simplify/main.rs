//! The simplifier against the meaning of formulas: by the lasso oracle, and by tables of its own.

mod common;
mod tables;

use common::{instance, read, text};
use fastrand::Rng;
use lariat_ltl::random::{self, Shape};
use lariat_ltl::semantics::holds;
use lariat_ltl::simplify::{Simplifier, simplify, size};
use lariat_ltl::{Formula, Formulas, Node};
use lariat_testkit::rounds;
use tables::Tables;

#[test]
fn every_rule_does_what_its_law_says() {
    for application in Simplifier::new().applications() {
        let (before, after) = application.law;
        let mut formulas = Formulas::new();
        let mut simplifier = Simplifier::new();
        let formula = read(&mut formulas, before);
        let expected = read(&mut formulas, after);
        let result = simplifier.simplify(&mut formulas, formula);
        let shown = text(&formulas, result);
        assert_eq!(
            result, expected,
            "{}: {before} became {shown}",
            application.rule
        );
        let mut others = simplifier.applications();
        let used = others.any(|other| other.rule == application.rule && other.count > 0);
        assert!(used, "{}: not used for {before}", application.rule);
    }
}

#[test]
fn the_dual_of_every_law_is_a_law() {
    let has_no_dual = |text: &str| text.contains(" Y") || text.contains(" S ");
    let simplifier = Simplifier::new();
    let laws = simplifier.applications().map(|rule| rule.law);
    for (before, after) in laws.filter(|(before, _)| !has_no_dual(before)) {
        let mut formulas = Formulas::new();
        let [denied, expected] = [before, after].map(|text| {
            let formula = read(&mut formulas, text);
            let denied = formulas.not(formula);
            simplify(&mut formulas, denied)
        });
        let shown = text(&formulas, denied);
        assert_eq!(denied, expected, "!({before}) became {shown}");
    }
}

/// Simplifies, and checks everything that is promised of the result on a few random words.
#[derive(Default)]
struct Checked {
    held: u64,
    failed: u64,
    smaller: u64,
    applied: Vec<u64>,
}

impl Checked {
    fn check(&mut self, rng: &mut Rng, formulas: &mut Formulas, formula: Formula, seed: u64) {
        let mut simplifier = Simplifier::new();
        let everywhere = simplifier.simplify_everywhere(formulas, formula);
        let simple = simplifier.simplify(formulas, formula);
        let shown = [formula, everywhere, simple]
            .map(|f| text(formulas, f))
            .join(" became ");
        let same = formulas.make(Node::Iff(formula, everywhere));
        let same = formulas.make(Node::Globally(same));
        for _ in 0..4 {
            let word = random::word(rng, formulas, 3);
            let expected = holds(formulas, formula, &word);
            assert_eq!(
                holds(formulas, simple, &word),
                expected,
                "seed {seed}: {shown} on {word:?}"
            );
            assert!(
                holds(formulas, same, &word),
                "seed {seed}: {shown} on {word:?}"
            );
            *(if expected {
                &mut self.held
            } else {
                &mut self.failed
            }) += 1;
        }
        let (before, after) = (size(formulas, formula), size(formulas, simple));
        assert!(after <= before, "seed {seed}: {shown}");
        self.smaller += u64::from(after < before);
        let again = simplify(formulas, simple);
        assert_eq!(
            again,
            simple,
            "seed {seed}: {shown} and then {}",
            text(formulas, again)
        );
        self.count(&simplifier);
    }

    fn count(&mut self, simplifier: &Simplifier) {
        let counts: Vec<_> = simplifier.applications().map(|rule| rule.count).collect();
        self.applied.resize(counts.len(), 0);
        self.applied
            .iter_mut()
            .zip(counts)
            .for_each(|(sum, count)| *sum += count);
    }
}

#[test]
fn agrees_with_the_definition_on_random_formulas() {
    let mut checked = Checked::default();
    for seed in 0..rounds(25_000, 250_000) {
        let mut rng = Rng::with_seed(seed);
        let mut formulas = Formulas::new();
        let shape = Shape {
            nodes: rng.usize(2..=20),
            atoms: rng.usize(1..=3),
            past: rng.usize(..3) == 0,
        };
        let formula = random::formula(&mut rng, &mut formulas, shape);
        checked.check(&mut rng, &mut formulas, formula, seed);
    }
    let Checked {
        held,
        failed,
        smaller,
        ..
    } = checked;
    assert!(
        held.min(failed) > 10_000,
        "lopsided: {held} held, {failed} did not"
    );
    assert!(smaller > 10_000, "only {smaller} became smaller");
}

#[test]
fn every_rule_agrees_with_the_definition_on_instances_of_its_law() {
    let mut checked = Checked::default();
    let laws: Vec<_> = Simplifier::new()
        .applications()
        .map(|rule| rule.law.0)
        .collect();
    for seed in 0..rounds(25_000, 250_000) {
        let mut rng = Rng::with_seed(seed);
        let mut formulas = Formulas::new();
        let law = laws[usize::try_from(seed).expect("small") % laws.len()];
        let mut formula = instance(&mut rng, &mut formulas, law);
        if rng.bool() {
            formula = formulas.not(formula);
        }
        checked.check(&mut rng, &mut formulas, formula, seed);
    }
    for (application, count) in Simplifier::new().applications().zip(&checked.applied) {
        println!("{count:8} {}", application.rule);
        assert!(
            *count >= 20,
            "{} was applied {count} times only",
            application.rule
        );
    }
    let Checked { held, failed, .. } = checked;
    assert!(
        held.min(failed) > 10_000,
        "lopsided: {held} held, {failed} did not"
    );
}

#[test]
fn agrees_with_tables_on_all_small_formulas_and_all_small_lassos() {
    let largest = rounds(5, 6);
    let mut formulas = Formulas::new();
    let mut simplifier = Simplifier::new();
    let mut tables = Tables::new(&mut formulas);
    for formula in common::all_formulas(&mut formulas, largest) {
        let everywhere = simplifier.simplify_everywhere(&mut formulas, formula);
        let simple = simplifier.simplify(&mut formulas, formula);
        let again = simplifier.simplify(&mut formulas, simple);
        let shown = || {
            [formula, everywhere, simple, again]
                .map(|f| text(&formulas, f))
                .join(" became ")
        };
        assert!(
            tables.equal_everywhere(&formulas, formula, everywhere),
            "{}",
            shown()
        );
        assert!(
            tables.equal_at_start(&formulas, formula, simple),
            "{}",
            shown()
        );
        assert_eq!(again, simple, "{}", shown());
        assert!(
            size(&formulas, simple) <= size(&formulas, formula),
            "{}",
            shown()
        );
    }
}

#[test]
fn tables_tell_formulas_apart() {
    let mut formulas = Formulas::new();
    let mut tables = Tables::new(&mut formulas);
    let mut check = |a, b, everywhere, at_start| {
        let (a, b) = (read(&mut formulas, a), read(&mut formulas, b));
        assert_eq!(tables.equal_everywhere(&formulas, a, b), everywhere);
        assert_eq!(tables.equal_at_start(&formulas, a, b), at_start);
    };
    check("a U b", "b | (a & X(a U b))", true, true);
    check("a U b", "a W b", false, false);
    check("a R b", "b W (a & b)", true, true);
    check("O a", "a", false, true);
    check("a S b", "b | (a & Y(a S b))", true, true);
    check("H a", "a & Y H a", false, false);
    check("H a", "a & !Y !H a", true, true);
}
