//! What the tests share: formulas, words, and the questions that every deterministic automaton is asked.

#![allow(dead_code, reason = "each test file uses its part")]

use fastrand::Rng;
use lariat_automata::product::intersection;
use lariat_automata::strength::{is_complete, is_deterministic};
use lariat_automata::{Explicit, Letter, word};
use lariat_emptiness::is_empty;
use lariat_ltl::random::{self, Shape};
use lariat_ltl::semantics::{self, Word};
use lariat_ltl::{Atom, Formula, Formulas, Node, Notation, Syntax, parse, print};
use lariat_translate::{Options, Route, translate};

/// How many rounds: all of them when the environment asks for it, else a part.
pub(crate) fn rounds(usual: u64, full: u64) -> u64 {
    match std::env::var_os("LARIAT_FULL") {
        Some(_) => full,
        None => usual,
    }
}

/// The formula that the text means.
pub(crate) fn read(formulas: &mut Formulas, text: &str) -> Formula {
    parse(formulas, text, Syntax::Spot).unwrap_or_else(|error| panic!("{text}: {error:?}"))
}

/// A seeded random formula of at most `nodes` nodes over three propositions, and its text.
pub(crate) fn random_formula(seed: u64, nodes: usize, past: bool) -> (Formulas, Formula, String) {
    let mut rng = Rng::with_seed(seed);
    let mut formulas = Formulas::new();
    let shape = Shape {
        nodes: rng.usize(1..=nodes),
        atoms: 3,
        past,
    };
    let formula = random::formula(&mut rng, &mut formulas, shape);
    let text = print(&formulas, formula, Notation::Spot).expect("Spot has every operator");
    (formulas, formula, format!("seed {seed}: {text}"))
}

/// The propositions of a formula.
pub(crate) fn atoms(formulas: &Formulas, formula: Formula) -> Vec<Atom> {
    let atom = |sub: &Formula| match formulas.node(*sub) {
        Node::Atom(atom) => Some(*atom),
        _ => None,
    };
    let subformulas = formulas.subformulas(formula);
    subformulas.iter().filter_map(atom).collect()
}

/// A random lasso word over the formula's propositions.
pub(crate) fn random_word(formulas: &Formulas, formula: Formula, rng: &mut Rng) -> Word {
    let atoms = atoms(formulas, formula);
    let density = rng.f32();
    let (prefix, cycle) = (rng.usize(..=4), rng.usize(1..=4));
    let mut letters = |count| {
        let letter = |_| {
            let atoms = atoms.iter().copied();
            atoms.filter(|_| rng.f32() < density).collect()
        };
        (0..count).map(letter).collect()
    };
    Word::new(letters(prefix), letters(cycle))
}

/// The letters of a word over an automaton's propositions: prefix and cycle.
pub(crate) fn letters(
    propositions: &[String],
    formulas: &Formulas,
    word: &Word,
) -> [Vec<Letter>; 2] {
    let letter = |atoms: &semantics::Letter| -> Letter {
        let index = |name: &str| propositions.iter().position(|p| p == name);
        let indices = atoms.iter().filter_map(|&atom| index(formulas.name(atom)));
        indices.collect()
    };
    [word.prefix(), word.cycle()].map(|part| part.iter().map(letter).collect())
}

/// Counts verdicts, so that a test can see that it has met both.
#[derive(Default)]
pub(crate) struct Verdicts {
    pub(crate) accepted: usize,
    pub(crate) rejected: usize,
}

impl Verdicts {
    /// Checks that the automaton agrees with the definition on random words.
    #[track_caller]
    pub(crate) fn compare(
        &mut self,
        automaton: &Explicit,
        formulas: &Formulas,
        formula: Formula,
        rng: &mut Rng,
        context: &str,
    ) {
        for _ in 0..8 {
            let word = random_word(formulas, formula, rng);
            let expected = semantics::holds(formulas, formula, &word);
            let [prefix, cycle] = letters(&automaton.labels.propositions, formulas, &word);
            let found = word::accepts(automaton, &prefix, &cycle);
            assert_eq!(found, expected, "{context}: {word:?}");
            if expected {
                self.accepted += 1;
            } else {
                self.rejected += 1;
            }
        }
    }

    /// Checks that neither verdict was rare.
    pub(crate) fn assert_balanced(&self) {
        let (a, r) = (self.accepted, self.rejected);
        assert!(a > r / 4 && r > a / 4, "{a} accepted, {r} rejected");
    }
}

/// Checks that each state has exactly one edge for each letter, over all letters.
#[track_caller]
pub(crate) fn assert_one_edge_a_letter(automaton: &mut Explicit, context: &str) {
    assert_eq!(automaton.initial.len(), 1, "{context}");
    let propositions = automaton.labels.propositions.len();
    if propositions > 8 {
        assert!(
            is_deterministic(automaton) && is_complete(automaton),
            "{context}"
        );
        return;
    }
    for edges in &automaton.transitions {
        for bits in 0..1u32 << propositions {
            let letter: Letter = (0..propositions).filter(|i| bits >> i & 1 == 1).collect();
            let read = |edge: &&_| {
                let lariat_automata::Transition { label, .. } = edge;
                automaton.labels.satisfies(&letter, *label)
            };
            assert_eq!(edges.iter().filter(read).count(), 1, "{context}");
        }
    }
}

/// Checks the automaton against translations of the formula and of its negation, by both routes: common
/// words exist exactly where they must.
#[track_caller]
pub(crate) fn assert_language(
    automaton: &Explicit,
    formulas: &mut Formulas,
    formula: Formula,
    context: &str,
) {
    let mut complement = automaton.clone();
    complement.acceptance.condition = automaton.acceptance.condition.negated();
    let negation = formulas.not(formula);
    for route in [Route::default(), Route::Alternating] {
        let options = Options {
            route,
            ..Options::default()
        };
        for (formula, same, opposite) in [
            (formula, automaton, &complement),
            (negation, &complement, automaton),
        ] {
            let Ok(translation) = translate(formulas, formula, &options) else {
                continue;
            };
            let translation = translation.base;
            let nothing = is_empty(&translation);
            assert_eq!(
                is_empty(&intersection(&translation, same)),
                nothing,
                "{context}, {route:?}"
            );
            assert!(
                is_empty(&intersection(&translation, opposite)),
                "{context}, {route:?}"
            );
        }
    }
}
