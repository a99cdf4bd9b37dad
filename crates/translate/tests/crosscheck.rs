//! Every translation against the definition, against the other route, and against its negation.
//!
//! Random formulas, past included, by both routes: random lasso words are accepted exactly if the
//! formula holds on them; no word is accepted both by an automaton of φ and one of ¬φ, whichever
//! routes made them; and the automata are as weak as the formula's syntax promises.
//!
//! `LARIAT_FULL=1` runs ten times as many formulas.

use fastrand::Rng;
use lariat_automata::product::intersection;
use lariat_automata::strength::{Strength, strength};
use lariat_automata::word::accepts;
use lariat_automata::{Acceptor, Explicit, Letter};
use lariat_emptiness::is_empty;
use lariat_ltl::random::{self, Shape};
use lariat_ltl::semantics::{self, Word};
use lariat_ltl::{Formula, Formulas, Notation, class, print};
use lariat_translate::{Options, Route, Target, translate};

/// How many formulas a test takes.
fn rounds(quick: u64) -> u64 {
    if std::env::var_os("LARIAT_FULL").is_some() {
        10 * quick
    } else {
        quick
    }
}

fn automaton(formulas: &mut Formulas, formula: Formula, route: Route, target: Target) -> Explicit {
    let options = Options {
        route,
        target,
        ..Options::default()
    };
    let translated = translate(formulas, formula, &options).expect("small formulas translate");
    translated
        .spell_out(1 << 20)
        .expect("few marks depend on letters")
}

/// The letters of a word as sets of indices into the acceptor's propositions.
fn letters(acceptor: &Explicit, formulas: &Formulas, letters: &[semantics::Letter]) -> Vec<Letter> {
    let names = acceptor.propositions();
    let holds = |letter: &semantics::Letter, name: &String| {
        letter.iter().any(|&atom| formulas.name(atom) == name)
    };
    letters
        .iter()
        .map(|letter| {
            (0..names.len())
                .filter(|&i| holds(letter, &names[i]))
                .collect()
        })
        .collect()
}

fn reads(acceptor: &Explicit, formulas: &Formulas, word: &Word) -> bool {
    let prefix = letters(acceptor, formulas, word.prefix());
    let cycle = letters(acceptor, formulas, word.cycle());
    accepts(acceptor, &prefix, &cycle)
}

fn routes() -> [Route; 2] {
    [Route::default(), Route::Alternating]
}

/// One formula by both routes, as is and negated.
struct Translations {
    formulas: Formulas,
    formula: Formula,
    positive: Vec<Explicit>,
    negative: Vec<Explicit>,
    context: String,
}

impl Translations {
    fn random(seed: u64, past: bool, target: Target) -> Self {
        let mut rng = Rng::with_seed(seed);
        let mut formulas = Formulas::new();
        let shape = Shape {
            nodes: rng.usize(1..=20),
            atoms: rng.usize(1..=4),
            past,
        };
        let formula = random::formula(&mut rng, &mut formulas, shape);
        let negation = formulas.not(formula);
        let mut by = |f| {
            routes()
                .map(|route| automaton(&mut formulas, f, route, target))
                .to_vec()
        };
        let (positive, negative) = (by(formula), by(negation));
        let text = print(&formulas, formula, Notation::Spot).expect("Spot has every operator");
        Self {
            positive,
            negative,
            formula,
            context: format!("seed {seed}: {text}"),
            formulas,
        }
    }

    /// Random words are accepted exactly where the formula holds; counts (holds, fails).
    fn agrees_with_the_definition(&mut self, rng: &mut Rng, counts: &mut (u64, u64)) {
        for _ in 0..6 {
            let word = random::word(rng, &mut self.formulas, 4);
            let expected = semantics::holds(&self.formulas, self.formula, &word);
            if expected {
                counts.0 += 1;
            } else {
                counts.1 += 1;
            }
            for (positive, negative) in self.positive.iter().zip(&self.negative) {
                let context = || format!("{} on {word:?}", self.context);
                assert_eq!(
                    reads(positive, &self.formulas, &word),
                    expected,
                    "{}",
                    context()
                );
                assert_eq!(
                    reads(negative, &self.formulas, &word),
                    !expected,
                    "{}",
                    context()
                );
            }
        }
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

/// Runs all checks on `count` formulas with seeds from `first` on.
#[track_caller]
fn check(first: u64, count: u64, past: bool, target: Target) {
    let mut rng = Rng::with_seed(first);
    let mut counts = (0, 0);
    for seed in first..first + rounds(count) {
        let mut translations = Translations::random(seed, past, target);
        translations.agrees_with_the_definition(&mut rng, &mut counts);
        translations.negations_are_disjoint();
        if target == Target::Tgba && !past {
            translations.is_as_weak_as_promised();
        }
    }
    let (holds, fails) = counts;
    let balanced = holds.min(fails) * 5 > holds.max(fails);
    assert!(
        balanced,
        "a lopsided sample proves little: {holds} hold, {fails} do not"
    );
}

#[test]
fn future_formulas_by_both_routes() {
    check(1, 2_500, false, Target::Tgba);
}

#[test]
fn past_formulas_by_both_routes() {
    check(1_000_000, 1_500, true, Target::Tgba);
}

#[test]
fn buchi_automata_by_both_routes() {
    check(2_000_000, 500, false, Target::Buchi);
}

#[test]
fn state_based_generalized_automata_by_both_routes() {
    check(3_000_000, 300, false, Target::Gba);
}

#[test]
fn streett_automata_by_both_routes() {
    check(4_000_000, 300, true, Target::Streett);
}
