//! What the beginning of a word decides.
//!
//! After finitely many letters a formula may be true or false whatever follows, or still open.  Truth is followed through the
//! formula in Kleene's logic of three values, position by position: what this says is decided is decided, and for the usual ways to
//! write safety properties it says so as early as there is anything to say.  A formula whose parts contradict each other only
//! in the future stays open here, although no continuation may satisfy it: who decides *bad prefixes* of arbitrary formulas
//! needs an automaton [kupferman.01.fmsd].

use rustc_hash::FxHashMap;

use super::TrueAtoms;
use crate::{Formula, Formulas, Node};

/// The truth of a formula and of all its subformulas along the beginning of a word, where it is decided.
///
/// ```
/// use lariat_ltl::{Formulas, Syntax, parse, semantics::{Decided, TrueAtoms}};
/// let mut formulas = Formulas::new();
/// let f = parse(&mut formulas, "G p & F q", Syntax::Spot)?;
/// let p = formulas.atom_named("p");
/// let (yes, no) = (TrueAtoms::from([p]), TrueAtoms::new());
/// let open = Decided::new(&formulas, f, &[yes.clone()], &TrueAtoms::new());
/// assert_eq!(open.at(f, 0), None);
/// let broken = Decided::new(&formulas, f, &[yes, no], &TrueAtoms::new());
/// assert_eq!(broken.at(f, 0), Some(false));
/// # Ok::<(), lariat_ltl::ParseError>(())
/// ```
pub struct Decided {
    values: FxHashMap<Formula, Vec<Option<bool>>>,
    length: usize,
}

impl Decided {
    /// Evaluates the formula on the beginning of a word; `open_at_end` are the atoms of which the last letter does not tell the
    /// truth.
    pub fn new(
        formulas: &Formulas,
        formula: Formula,
        letters: &[TrueAtoms],
        open_at_end: &TrueAtoms,
    ) -> Self {
        let mut decided = Self {
            values: FxHashMap::default(),
            length: letters.len(),
        };
        for part in formulas.subformulas(formula) {
            let values = match formulas.node(part) {
                Node::Atom(atom) => {
                    let mut values: Vec<Option<bool>> = letters
                        .iter()
                        .map(|letter| Some(letter.contains(atom)))
                        .collect();
                    if let (true, Some(last)) = (open_at_end.contains(atom), values.last_mut()) {
                        *last = None;
                    }
                    values
                }
                node => decided.values_of(node),
            };
            decided.values.insert(part, values);
        }
        decided
    }

    /// Whether a subformula is true at a position, counted from 0, if that is decided.
    pub fn at(&self, formula: Formula, position: usize) -> Option<bool> {
        *self.values.get(&formula)?.get(position)?
    }

    /// The positions that there are.
    pub fn length(&self) -> usize {
        self.length
    }

    fn values_of(&self, node: &Node) -> Vec<Option<bool>> {
        let at = |formula: &Formula, position| self.at(*formula, position);
        match node {
            Node::Next(a) => self.pointwise(|i| at(a, i + 1)),
            Node::Finally(a) => self.backward(|i, later| or(at(a, i), later)),
            Node::Globally(a) => self.backward(|i, later| and(at(a, i), later)),
            Node::Until(a, b) | Node::WeakUntil(a, b) => {
                self.backward(|i, later| or(at(b, i), and(at(a, i), later)))
            }
            Node::Release(a, b) | Node::StrongRelease(a, b) => {
                self.backward(|i, later| and(at(b, i), or(at(a, i), later)))
            }
            Node::Yesterday(a) => self.pointwise(|i| match i.checked_sub(1) {
                None => Some(false),
                Some(before) => at(a, before),
            }),
            Node::Once(a) => self.forward(false, |i, before| or(at(a, i), before)),
            Node::Historically(a) => self.forward(true, |i, before| and(at(a, i), before)),
            Node::Since(a, b) => {
                self.forward(false, |i, before| or(at(b, i), and(at(a, i), before)))
            }
            _ => self.pointwise(|i| junction(node, |part| at(part, i))),
        }
    }

    fn pointwise(&self, value: impl FnMut(usize) -> Option<bool>) -> Vec<Option<bool>> {
        (0..self.length).map(value).collect()
    }

    /// Each value from the next one; what comes behind the last is open.
    fn backward(&self, step: impl Fn(usize, Option<bool>) -> Option<bool>) -> Vec<Option<bool>> {
        let mut values = vec![None; self.length];
        let mut later = None;
        for position in (0..self.length).rev() {
            later = step(position, later);
            values[position] = later;
        }
        values
    }

    /// Each value from the one before, of which the first is given.
    fn forward(
        &self,
        before: bool,
        step: impl Fn(usize, Option<bool>) -> Option<bool>,
    ) -> Vec<Option<bool>> {
        let mut now = Some(before);
        self.pointwise(|position| {
            now = step(position, now);
            now
        })
    }
}

/// The value of a boolean combination.
fn junction(node: &Node, at: impl Fn(&Formula) -> Option<bool>) -> Option<bool> {
    match node {
        Node::True => Some(true),
        Node::False => Some(false),
        Node::Not(a) => at(a).map(|value| !value),
        Node::And(parts) => parts.iter().map(at).fold(Some(true), and),
        Node::Or(parts) => parts.iter().map(at).fold(Some(false), or),
        Node::Implies(a, b) => or(at(a).map(|value| !value), at(b)),
        Node::Iff(a, b) => Some(at(a)? == at(b)?),
        Node::Xor(a, b) => Some(at(a)? != at(b)?),
        _ => None,
    }
}

fn and(a: Option<bool>, b: Option<bool>) -> Option<bool> {
    match (a, b) {
        (Some(false), _) | (_, Some(false)) => Some(false),
        (Some(true), Some(true)) => Some(true),
        _ => None,
    }
}

fn or(a: Option<bool>, b: Option<bool>) -> Option<bool> {
    match (a, b) {
        (Some(true), _) | (_, Some(true)) => Some(true),
        (Some(false), Some(false)) => Some(false),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use fastrand::Rng;

    use super::*;
    use crate::random::{self, Shape};
    use crate::semantics::{Truth, Word};
    use crate::{Syntax, parse};

    /// Compares what the beginning of a word decides with the truth on the word.
    fn compare(
        formulas: &Formulas,
        formula: Formula,
        beginning: &Decided,
        word: &Word,
    ) -> [u32; 2] {
        let truth = Truth::new(formulas, formula, word);
        let mut counts = [0; 2];
        for part in formulas.subformulas(formula) {
            for position in 0..beginning.length() {
                if let Some(value) = beginning.at(part, position) {
                    assert_eq!(value, truth.at(part, position), "{part:?} at {position}");
                    counts[usize::from(value)] += 1;
                }
            }
        }
        counts
    }

    #[test]
    fn what_is_decided_is_true_of_every_continuation() {
        let mut counts = [0; 2];
        for seed in 0..2000 {
            println!("seed {seed}");
            let mut rng = Rng::with_seed(seed);
            let mut formulas = Formulas::new();
            let shape = Shape {
                nodes: 12,
                atoms: 3,
                past: seed % 2 == 0,
            };
            let formula = random::formula(&mut rng, &mut formulas, shape);
            let begin = random::word(&mut rng, &mut formulas, 3);
            let length = rng.usize(1..5);
            let letters: Vec<_> = (0..length).map(|i| begin.letter(i).clone()).collect();
            let open = TrueAtoms::from([formulas.atom_named("a")]);
            let all_known = Decided::new(&formulas, formula, &letters, &TrueAtoms::new());
            let one_open = Decided::new(&formulas, formula, &letters, &open);
            for _ in 0..5 {
                let end = random::word(&mut rng, &mut formulas, 3);
                let mut prefix = [&letters[..], end.prefix()].concat();
                let word = Word::new(prefix.clone(), end.cycle().to_vec());
                let [no, yes] = compare(&formulas, formula, &all_known, &word);
                counts = [counts[0] + no, counts[1] + yes];
                let a = formulas.atom_named("a");
                if !prefix[length - 1].remove(&a) {
                    prefix[length - 1].insert(a);
                }
                let other = Word::new(prefix, end.cycle().to_vec());
                compare(&formulas, formula, &one_open, &word);
                compare(&formulas, formula, &one_open, &other);
            }
        }
        assert!(counts.iter().all(|&count| count > 10_000), "{counts:?}");
    }

    /// The first position, counted from 1, after which the formula is decided to be false.
    fn falls_after(text: &str, letters: &str) -> Option<usize> {
        let mut formulas = Formulas::new();
        let formula = parse(&mut formulas, text, Syntax::Spot).unwrap();
        let letters: Vec<TrueAtoms> = letters
            .split_whitespace()
            .map(|names| names.chars().filter(|&name| name != '-'))
            .map(|names| {
                names
                    .map(|name| formulas.atom_named(&name.to_string()))
                    .collect()
            })
            .collect();
        (1..=letters.len()).find(|&length| {
            let decided = Decided::new(&formulas, formula, &letters[..length], &TrueAtoms::new());
            decided.at(formula, 0) == Some(false)
        })
    }

    #[test]
    fn the_usual_safety_properties_fall_at_once() {
        assert_eq!(falls_after("G p", "p p - p"), Some(3));
        assert_eq!(falls_after("G(p -> X q)", "- p p q"), Some(3));
        assert_eq!(falls_after("p W q", "p p - q"), Some(3));
        assert_eq!(falls_after("F p -> (!p U q)", "- - p"), Some(3));
        assert_eq!(falls_after("G(p -> O q)", "- - p"), Some(3));
        assert_eq!(falls_after("G p & G F q", "p - -"), Some(2));
        assert_eq!(falls_after("X X p | G q", "q q - q"), Some(3));
        assert_eq!(falls_after("F p", "- - -"), None);
        assert_eq!(falls_after("G(p -> F q)", "p - -"), None);
    }
}
