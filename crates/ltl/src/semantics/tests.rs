use super::*;
use crate::random::{self, Shape};
use crate::{Syntax, parse};

/// Letters are the strings of their propositions' names: "a ab | b" is {a}{a,b}({b})^ω.
fn word(formulas: &mut Formulas, text: &str) -> Word {
    let (prefix, cycle) = text.split_once('|').expect("a word has a cycle");
    let mut letters = |part: &str| -> Vec<TrueAtoms> {
        let letter = |names: &str| {
            let named = names.chars().filter(|&name| name != '-');
            named
                .map(|name| formulas.atom_named(&name.to_string()))
                .collect()
        };
        part.split_whitespace().map(letter).collect()
    };
    Word::new(letters(prefix), letters(cycle))
}

#[track_caller]
fn check(formula: &str, letters: &str, expected: bool) {
    let mut formulas = Formulas::new();
    let f = parse(&mut formulas, formula, Syntax::Spot).expect(formula);
    let word = word(&mut formulas, letters);
    assert_eq!(
        holds(&formulas, f, &word),
        expected,
        "{formula} on {letters}"
    );
}

#[test]
fn boolean_operators_look_at_the_first_letter() {
    check("true", "| -", true);
    check("false", "| -", false);
    check("a", "a | -", true);
    check("a", "- | a", false);
    check("a & !b", "a | -", true);
    check("a & b & c", "ab | -", false);
    check("a | b | c", "c | -", true);
    check("a -> b", "a | b", false);
    check("a -> b", "- | -", true);
    check("a <-> b", "- | a", true);
    check("a <-> b", "b | a", false);
    check("a xor b", "b | a", true);
    check("a xor b", "ab | a", false);
}

#[test]
fn next_steps_into_and_around_the_cycle() {
    check("X a", "- | a", true);
    check("X a", "| - a", true);
    check("XX a", "| - a", false);
    check("XXX a", "a | - - a", true);
    check("X[5] a", "| a - -", false);
    check("X[6] a", "| a - -", true);
}

#[test]
fn until_needs_its_end_and_weak_until_does_not() {
    check("a U b", "a a | b", true);
    check("a U b", "a - | b", false);
    check("a U b", "| a", false);
    check("a W b", "| a", true);
    check("a W b", "a - | b", false);
    check("b U a", "| a", true);
    check("F a", "- - | - - a", true);
    check("F a", "a | -", true);
    check("F a", "- | b", false);
    check("G a", "a | a ab", true);
    check("G a", "a | a b", false);
    check("GF a", "- | - a", true);
    check("GF a", "a | -", false);
    check("FG a", "- | a", true);
    check("FG a", "a | a -", false);
}

#[test]
fn release_keeps_its_right_side_up_to_and_including_the_left() {
    check("a R b", "| b", true);
    check("a M b", "| b", false);
    check("a R b", "b ab | -", true);
    check("a M b", "b ab | -", true);
    check("a R b", "b a | b", false);
    check("a M b", "b a | b", false);
}

#[test]
fn the_past_starts_at_the_first_position() {
    check("Y true", "| -", false);
    check("!Y true", "| -", true);
    check("X Y true", "| -", true);
    check("Y a", "a | a", false);
    check("X Y a", "a | -", true);
    check("O a", "a | -", true);
    check("X O a", "a | -", true);
    check("X O a", "- | -", false);
    check("H a", "a | -", true);
    check("X H a", "a | -", false);
    check("XX(a S b)", "b a | a", true);
    check("XX(a S b)", "b - | a", false);
    check("X(a S b)", "- | b", true);
    check("rose(a)", "a | -", true);
    check("X rose(a)", "a | a", false);
    check("XX fell(a)", "- a | -", true);
    check("fell(a)", "| -", false);
}

#[test]
fn past_values_settle_only_after_rounds_of_the_cycle() {
    // G !Y Y a looks at the first round and at all later ones.
    check("G(Y Y a -> b)", "| a -", false);
    check("G !Y Y Y true", "| a", false);
    check("F Y Y Y Y a", "| a", true);
    check("G O(a & O b)", "| b a", false);
    check("FG O(a & Y O b)", "| a b", true);
    check("G(O(a & Y O b) | !X true)", "| a b", false);
    check("XX O(a & Y O b)", "| a b", true);
    check("X O(a & Y O b)", "| a b", false);
    check("F O(a & Y O(b & Y O(c & Y O d)))", "| a b c d", true);
    check("X[8] O(a & Y O(b & Y O(c & Y O d)))", "| a b c d", false);
    check("X[12] O(a & Y O(b & Y O(c & Y O d)))", "| a b c d", true);
}

#[test]
fn past_and_future_nest() {
    check("G(b -> O a)", "a - | b", true);
    check("G(b -> O a)", "- b | a", false);
    check("F(b & H a)", "ab | -", true);
    check("G(a -> F(b & O c))", "c | a b", true);
    check("Y F a", "| a", false);
    check("X Y F a", "| - a", true);
    check("G H F a", "| - a", true);
    check("G O G a", "- | a", false);
    check("FG O G a", "- | a", true);
}

/// The definition, read off the page: quantifiers over positions, on a long unrolling of the word.
/// A past operator looks back to position 0; a future one looks ahead two rounds of the cycle
/// beyond the point from which on everything repeats, which is where all it can see has been seen.
struct Naive<'a> {
    formulas: &'a Formulas,
    word: &'a Word,
    /// From here on positions that differ by the cycle's length agree.
    settled: usize,
}

impl Naive<'_> {
    fn is(&self, formula: Formula, i: usize) -> bool {
        let period = self.word.cycle().len();
        let i = if i < self.settled {
            i
        } else {
            self.settled + (i - self.settled) % period
        };
        let horizon = i.max(self.settled) + 2 * period;
        let is = |f: &Formula, i| self.is(*f, i);
        let until =
            |a: &Formula, b: &Formula| (i..horizon).any(|j| is(b, j) && (i..j).all(|k| is(a, k)));
        let always = |a: &Formula| (i..horizon).all(|j| is(a, j));
        match self.formulas.node(formula) {
            Node::True => true,
            Node::False => false,
            Node::Atom(atom) => self.word.letter(i).contains(atom),
            Node::Not(a) => !is(a, i),
            Node::And(parts) => parts.iter().all(|a| is(a, i)),
            Node::Or(parts) => parts.iter().any(|a| is(a, i)),
            Node::Implies(a, b) => is(b, i) || !is(a, i),
            Node::Iff(a, b) => is(a, i) == is(b, i),
            Node::Xor(a, b) => is(a, i) != is(b, i),
            Node::Next(a) => is(a, i + 1),
            Node::Finally(a) => (i..horizon).any(|j| is(a, j)),
            Node::Globally(a) => always(a),
            Node::Until(a, b) => until(a, b),
            Node::WeakUntil(a, b) => until(a, b) || always(a),
            Node::Release(a, b) => {
                always(b) || (i..horizon).any(|j| is(a, j) && (i..=j).all(|k| is(b, k)))
            }
            Node::StrongRelease(a, b) => {
                (i..horizon).any(|j| is(a, j) && (i..=j).all(|k| is(b, k)))
            }
            Node::Yesterday(a) => i > 0 && is(a, i - 1),
            Node::Once(a) => (0..=i).any(|j| is(a, j)),
            Node::Historically(a) => (0..=i).all(|j| is(a, j)),
            Node::Since(a, b) => (0..=i).any(|j| is(b, j) && (j + 1..=i).all(|k| is(a, k))),
        }
    }
}

#[test]
fn agrees_with_the_quantifiers_on_random_formulas() {
    let (mut yes, mut no) = (0, 0);
    let rounds = lariat_testkit::rounds(4_000, 60_000);
    for seed in 0..rounds {
        let mut rng = fastrand::Rng::with_seed(seed);
        let mut formulas = Formulas::new();
        let shape = Shape {
            nodes: rng.usize(1..=9),
            atoms: 2,
            past: seed % 4 != 0,
        };
        let formula = random::formula(&mut rng, &mut formulas, shape);
        let word = random::word(&mut rng, &mut formulas, 2);
        // Each past operator settles at most one round after its operands.
        let settled = word.prefix().len() + shape.nodes * word.cycle().len();
        let expected = Naive {
            formulas: &formulas,
            word: &word,
            settled,
        }
        .is(formula, 0);
        assert_eq!(
            holds(&formulas, formula, &word),
            expected,
            "seed {seed}: {word:?}"
        );
        if expected { yes += 1 } else { no += 1 }
    }
    assert!(
        yes > rounds / 4 && no > rounds / 4,
        "lopsided: {yes} hold, {no} do not"
    );
}

#[test]
fn deep_formulas_are_evaluated_without_recursion() {
    const DEPTH: usize = 50_000;
    // Values that take long to settle take long tables: these are nested less deeply.
    let slow = |nest: &str| nest.contains("Y ");
    for nest in [
        "X(", "!(", "a U (", "Y (", "O Y (", "a S !(", "H(", "GX(", "b xor X(",
    ] {
        let depth = if slow(nest) { DEPTH / 20 } else { DEPTH };
        let mut formulas = Formulas::new();
        let text = nest.repeat(depth) + "a" + &")".repeat(depth);
        let f = parse(&mut formulas, &text, Syntax::Spot).expect(nest);
        let word = word(&mut formulas, "a | b a");
        holds(&formulas, f, &word);
    }
}
