use fastrand::Rng;

use super::{Simplifier, simplify, size};
use crate::random::{self, Shape};
use crate::semantics::{Letter, Word, holds};
use crate::{Formula, Formulas, Node, Notation, Syntax, parse, print};

fn read(formulas: &mut Formulas, text: &str) -> Formula {
    parse(formulas, text, Syntax::Spot).unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn text(formulas: &Formulas, formula: Formula) -> String {
    print(formulas, formula, Notation::Spot).expect("printable")
}

/// A tenth of the work in the default run.
fn rounds(full: u64) -> u64 {
    if std::env::var_os("LARIAT_FULL").is_some() {
        full
    } else {
        full / 10
    }
}

#[test]
fn every_rule_does_what_its_law_says() {
    let mut wrong = Vec::new();
    for application in Simplifier::new().applications() {
        let mut formulas = Formulas::new();
        let mut simplifier = Simplifier::new();
        let before = read(&mut formulas, application.law.0);
        let after = read(&mut formulas, application.law.1);
        let result = simplifier.simplify(&mut formulas, before);
        let fired = simplifier
            .applications()
            .any(|other| other.rule == application.rule && other.count > 0);
        if result != after || !fired {
            wrong.push(format!(
                "{}: {} became {}, fired {fired}",
                application.rule,
                application.law.0,
                text(&formulas, result)
            ));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn agrees_with_the_definition_on_random_formulas() {
    let (mut held, mut failed, mut smaller) = (0u64, 0u64, 0u64);
    let mut counts = Vec::new();
    for seed in 0..rounds(300_000) {
        let mut rng = Rng::with_seed(seed);
        let mut formulas = Formulas::new();
        let shape = Shape {
            nodes: rng.usize(2..=20),
            atoms: rng.usize(1..=3),
            past: rng.usize(..3) == 0,
        };
        let formula = random::formula(&mut rng, &mut formulas, shape);
        let mut simplifier = Simplifier::new();
        let everywhere = simplifier.simplify_everywhere(&mut formulas, formula);
        let simple = simplifier.simplify(&mut formulas, formula);
        counts.resize(simplifier.applied.len(), 0);
        counts
            .iter_mut()
            .zip(&simplifier.applied)
            .for_each(|(sum, count)| *sum += count);
        let same = formulas.make(Node::Iff(formula, everywhere));
        let same = formulas.make(Node::Globally(same));
        for _ in 0..4 {
            let word = random::word(&mut rng, &mut formulas, shape.atoms);
            let expected = holds(&formulas, formula, &word);
            let shown = || {
                format!(
                    "seed {seed}: {} became {}, at the start {} on {word:?}",
                    text(&formulas, formula),
                    text(&formulas, everywhere),
                    text(&formulas, simple)
                )
            };
            assert_eq!(holds(&formulas, simple, &word), expected, "{}", shown());
            assert!(holds(&formulas, same, &word), "{}", shown());
            if expected { held += 1 } else { failed += 1 }
        }
        let (before, after) = (size(&formulas, formula), size(&formulas, simple));
        assert!(
            after <= before,
            "seed {seed}: {} grew to {}",
            text(&formulas, formula),
            text(&formulas, simple)
        );
        smaller += u64::from(after < before);
        let again = simplify(&mut formulas, simple);
        assert_eq!(
            again,
            simple,
            "seed {seed}: {} became {} and then {}",
            text(&formulas, formula),
            text(&formulas, simple),
            text(&formulas, again)
        );
    }
    println!("{held} held, {failed} failed, {smaller} smaller");
    for (application, count) in Simplifier::new().applications().zip(counts) {
        println!("{count:8} {}", application.rule);
    }
    let _ = (Letter::new(), None::<Word>);
}
