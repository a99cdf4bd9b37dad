//! What the random tests share: words, and the question whether automaton and definition agree.

#![allow(dead_code, reason = "each test file uses its part")]

use lariat_automata::{Acceptor, Letter, word};
use lariat_ltl::random::{self, Shape};
use lariat_ltl::semantics::{self, Word};
use lariat_ltl::{Formula, Formulas, Syntax, parse};

/// How many rounds: ten times as many when the environment asks for it.
pub(crate) fn rounds(usual: u64) -> u64 {
    match std::env::var_os("LARIAT_FULL") {
        Some(_) => 10 * usual,
        None => usual,
    }
}

/// The formula that the text means.
pub(crate) fn read(formulas: &mut Formulas, text: &str) -> Formula {
    parse(formulas, text, Syntax::Spot).unwrap_or_else(|error| panic!("{text}: {error:?}"))
}

/// A seeded random formula of at most `nodes` nodes over three propositions.
pub(crate) fn random_formula(
    seed: u64,
    nodes: usize,
    past: bool,
) -> (Formulas, Formula, fastrand::Rng) {
    let mut rng = fastrand::Rng::with_seed(seed);
    let mut formulas = Formulas::new();
    let shape = Shape {
        nodes: rng.usize(1..=nodes),
        atoms: 3,
        past,
    };
    let formula = random::formula(&mut rng, &mut formulas, shape);
    (formulas, formula, rng)
}

/// Counts verdicts, so that a test can see that it has met both.
#[derive(Default)]
pub(crate) struct Verdicts {
    pub(crate) accepted: usize,
    pub(crate) rejected: usize,
}

impl Verdicts {
    /// Checks that the acceptor agrees with the definition on random words.
    #[track_caller]
    pub(crate) fn compare<A: Acceptor>(
        &mut self,
        acceptor: &A,
        formulas: &mut Formulas,
        formula: Formula,
        rng: &mut fastrand::Rng,
        context: &str,
    ) {
        let atoms = formulas.atom_count().max(3);
        for _ in 0..8 {
            let word = random::word(rng, formulas, atoms);
            let expected = semantics::holds(formulas, formula, &word);
            let (prefix, cycle) = letters(formulas, acceptor.propositions(), &word);
            let found = word::accepts(acceptor, &prefix, &cycle);
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

fn letters(
    formulas: &Formulas,
    propositions: &[String],
    word: &Word,
) -> (Vec<Letter>, Vec<Letter>) {
    let letter = |atoms: &semantics::Letter| -> Letter {
        let index = |name: &str| propositions.iter().position(|p| p == name);
        atoms
            .iter()
            .filter_map(|&atom| index(formulas.name(atom)))
            .collect()
    };
    (
        word.prefix().iter().map(letter).collect(),
        word.cycle().iter().map(letter).collect(),
    )
}
