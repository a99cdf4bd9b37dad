//! Every translation against the definition, against the other route, and against its negation.
//!
//! Random formulas, past included, and the literature's, by both routes: random lasso words are
//! accepted exactly if the formula holds on them; no word is accepted both by an automaton of φ and
//! one of ¬φ, whichever routes made them; and the automata are as weak as the syntax promises.

mod collections;
mod oracle;

use fastrand::Rng;
use lariat_automata::Explicit;
use lariat_automata::product::intersection;
use lariat_automata::strength::{Strength, strength};
use lariat_emptiness::is_empty;
use lariat_ltl::random::{self, Shape};
use lariat_ltl::{Formula, Formulas, Notation, class, print};
use lariat_translate::{Options, Route, Target, translate};

use oracle::{Verdicts, rounds};

/// One formula by both routes, as is and negated.
struct Translations {
    formulas: Formulas,
    formula: Formula,
    negation: Formula,
    positive: [Explicit; 2],
    negative: [Explicit; 2],
    context: String,
}

impl Translations {
    fn new(mut formulas: Formulas, formula: Formula, target: Target, context: String) -> Self {
        let negation = formulas.not(formula);
        let mut by_both_routes = |formula| {
            [Route::default(), Route::Alternating].map(|route| {
                let options = Options {
                    route,
                    target,
                    ..Options::default()
                };
                let automaton = translate(&mut formulas, formula, &options).expect(&context);
                automaton
                    .spell_out(1 << 20)
                    .expect("few marks depend on letters")
            })
        };
        Self {
            positive: by_both_routes(formula),
            negative: by_both_routes(negation),
            formulas,
            formula,
            negation,
            context,
        }
    }

    fn random(seed: u64, past: bool, target: Target) -> Self {
        let mut rng = Rng::with_seed(seed);
        let mut formulas = Formulas::new();
        let (nodes, atoms) = (rng.usize(1..=20), rng.usize(1..=4));
        let formula = random::formula(&mut rng, &mut formulas, Shape { nodes, atoms, past });
        let text = print(&formulas, formula, Notation::Spot).expect("Spot has every operator");
        Self::new(formulas, formula, target, format!("seed {seed}: {text}"))
    }

    fn check(&mut self, rng: &mut Rng, verdicts: &mut Verdicts) {
        let sides = [
            (self.formula, &self.positive),
            (self.negation, &self.negative),
        ];
        for (formula, automata) in sides {
            for automaton in automata {
                verdicts.compare(automaton, &mut self.formulas, formula, rng, &self.context);
            }
        }
        self.negations_are_disjoint();
        self.is_as_weak_as_promised();
    }

    /// No word is accepted both as is and negated, whichever routes made the automata.
    fn negations_are_disjoint(&self) {
        for positive in &self.positive {
            for negative in &self.negative {
                let both = intersection(positive, negative);
                assert!(is_empty(&both), "both accept a word: {}", self.context);
            }
        }
    }

    /// Σ₁ gives terminal automata, Σ₂ weak ones: the slides' theorem.
    fn is_as_weak_as_promised(&mut self) {
        let levels = class::levels(&self.formulas, self.formula);
        for automaton in &mut self.positive {
            let strength = strength(automaton);
            let terminal = levels.sigma > 1 || strength == Strength::Terminal;
            assert!(terminal, "not terminal: {}", self.context);
            let weak = levels.sigma > 2 || strength != Strength::Strong;
            assert!(weak, "not weak: {}", self.context);
        }
    }
}

/// Checks `count` random formulas with seeds from `first` on.
#[track_caller]
fn check_random(first: u64, count: u64, past: bool, target: Target) {
    let mut rng = Rng::with_seed(first);
    let mut verdicts = Verdicts::default();
    for seed in first..first + rounds(count) {
        Translations::random(seed, past, target).check(&mut rng, &mut verdicts);
    }
    verdicts.assert_balanced();
}

#[test]
fn future_formulas() {
    check_random(1, 3_000, false, Target::Tgba);
}

#[test]
fn past_formulas() {
    check_random(1_000_000, 2_000, true, Target::Tgba);
}

#[test]
fn buchi_automata() {
    check_random(2_000_000, 500, false, Target::Buchi);
}

#[test]
fn generalized_automata_with_marks_on_states() {
    check_random(3_000_000, 300, false, Target::Gba);
}

#[test]
fn streett_automata() {
    check_random(4_000_000, 300, true, Target::Streett);
}

#[test]
fn formulas_of_the_literature() {
    let mut rng = Rng::with_seed(1);
    let mut verdicts = Verdicts::default();
    for (text, mut formulas) in collections::literature() {
        let formula = oracle::read(&mut formulas, &text);
        Translations::new(formulas, formula, Target::Tgba, text).check(&mut rng, &mut verdicts);
    }
}
