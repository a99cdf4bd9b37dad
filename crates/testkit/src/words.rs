//! What the random tests share: words, and the question whether automaton and definition agree.

use lariat_automata::{Acceptor, Letter, word};
use lariat_ltl::random::{self, Shape};
use lariat_ltl::semantics::{self, Word};
use lariat_ltl::{Atom, Formula, Formulas, Node, Syntax, parse};

/// The formula that the text means.
pub fn read(formulas: &mut Formulas, text: &str) -> Formula {
    parse(formulas, text, Syntax::Spot).unwrap_or_else(|error| panic!("{text}: {error:?}"))
}

/// A seeded random formula of at most `nodes` nodes over three propositions.
pub fn random_formula(seed: u64, nodes: usize, past: bool) -> (Formulas, Formula, fastrand::Rng) {
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
pub struct Verdicts {
    /// How many words had to be accepted.
    pub accepted: usize,
    /// How many had to be rejected.
    pub rejected: usize,
}

/// So many words are tried on each formula.
const WORDS: usize = 8;

impl Verdicts {
    /// Checks that the acceptor agrees with the definition on random words.
    #[track_caller]
    pub fn compare<A: Acceptor>(
        &mut self,
        acceptor: &A,
        formulas: &Formulas,
        formula: Formula,
        rng: &mut fastrand::Rng,
        context: &str,
    ) {
        for _ in 0..WORDS {
            let (word, expected) = self.word(formulas, formula, rng);
            let found = accepts(acceptor, formulas, &word);
            assert_eq!(found, expected, "{context}: {word:?}");
        }
    }

    /// Checks on random words that the first of each pair agrees with the definition and that the
    /// second disagrees.
    #[track_caller]
    pub fn compare_opposites<A: Acceptor>(
        &mut self,
        pairs: &[(&A, &A)],
        formulas: &Formulas,
        formula: Formula,
        rng: &mut fastrand::Rng,
        context: &str,
    ) {
        for _ in 0..WORDS {
            let (word, expected) = self.word(formulas, formula, rng);
            for (index, (positive, negative)) in pairs.iter().enumerate() {
                let found = [positive, negative].map(|a| accepts(*a, formulas, &word));
                assert_eq!(found, [expected, !expected], "{context}, {index}: {word:?}");
            }
        }
    }

    /// A random word over the formula's propositions, and whether the formula holds on it.
    pub fn word(
        &mut self,
        formulas: &Formulas,
        formula: Formula,
        rng: &mut fastrand::Rng,
    ) -> (Word, bool) {
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
        let word = Word::new(letters(prefix), letters(cycle));
        let expected = semantics::holds(formulas, formula, &word);
        if expected {
            self.accepted += 1;
        } else {
            self.rejected += 1;
        }
        (word, expected)
    }

    /// Checks that neither verdict was rare.
    pub fn assert_balanced(&self) {
        let (a, r) = (self.accepted, self.rejected);
        assert!(a > r / 4 && r > a / 4, "{a} accepted, {r} rejected");
    }
}

/// Whether an operator of the future stands below one of the past.
pub fn looks_ahead_from_the_past(formulas: &Formulas, formula: Formula) -> bool {
    let is_past = |node: &Node| {
        use Node::{Historically, Once, Since, Yesterday};
        matches!(node, Yesterday(_) | Once(_) | Historically(_) | Since(..))
    };
    let is_future = |node: &Node| {
        use Node::{Finally, Globally, Next, Release, StrongRelease, Until, WeakUntil};
        matches!(
            node,
            Next(_)
                | Finally(_)
                | Globally(_)
                | Until(..)
                | Release(..)
                | WeakUntil(..)
                | StrongRelease(..)
        )
    };
    let subformulas = formulas.subformulas(formula).into_iter();
    let mut past = subformulas.filter(|&sub| is_past(formulas.node(sub)));
    past.any(|sub| {
        let below = formulas.subformulas(sub);
        below.iter().any(|&sub| is_future(formulas.node(sub)))
    })
}

/// The propositions of a formula.
pub fn atoms(formulas: &Formulas, formula: Formula) -> Vec<Atom> {
    let atom = |sub: &Formula| match formulas.node(*sub) {
        Node::Atom(atom) => Some(*atom),
        _ => None,
    };
    let subformulas = formulas.subformulas(formula);
    subformulas.iter().filter_map(atom).collect()
}

fn accepts<A: Acceptor>(acceptor: &A, formulas: &Formulas, word: &Word) -> bool {
    let [prefix, cycle] = letters(acceptor.propositions(), formulas, word);
    word::accepts(acceptor, &prefix, &cycle)
}

/// The letters of a word over an automaton's propositions: prefix and cycle.
pub fn letters(propositions: &[String], formulas: &Formulas, word: &Word) -> [Vec<Letter>; 2] {
    let letter = |atoms: &semantics::TrueAtoms| -> Letter {
        let index = |name: &str| propositions.iter().position(|p| p == name);
        let indices = atoms.iter().filter_map(|&atom| index(formulas.name(atom)));
        indices.collect()
    };
    [word.prefix(), word.cycle()].map(|part| part.iter().map(letter).collect())
}
