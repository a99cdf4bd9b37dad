//! The truth of a formula on many lasso words at once: a second oracle, which shares no code with
//! the first.
//!
//! All words u·v^ω over {a, b} with equally long u and equally long v are unrolled side by side,
//! one bit each. Past operators run forwards; future operators run backwards, from a guess at the
//! end of the last round that is repeated until it is right.

use lariat_ltl::{Atom, Formula, Formulas, Node};
use rustc_hash::FxHashMap;

/// One bit for each word: two letters before the cycle and two in it give 4^4 words.
type Row = [u64; 4];

/// How often the cycle is unrolled: enough for the past to repeat, which is asserted.
const ROUNDS: usize = 14;

/// The words of one shape.
struct Words {
    prefix: usize,
    cycle: usize,
    /// Where a and b are true, by letter of u·v.
    letters: Vec<[Row; 2]>,
    truth: FxHashMap<Formula, Vec<Row>>,
}

/// All words with at most two letters before the cycle and at most two in it.
pub(crate) struct Tables {
    shapes: Vec<Words>,
}

impl Tables {
    /// The propositions are `a` and `b`, in this order.
    pub(crate) fn new(formulas: &mut Formulas) -> Tables {
        assert_eq!(
            [Atom(0), Atom(1)],
            ["a", "b"].map(|name| formulas.atom_named(name))
        );
        let shapes = (0..=2).flat_map(|prefix| (1..=2).map(move |cycle| Words::new(prefix, cycle)));
        Tables {
            shapes: shapes.collect(),
        }
    }

    pub(crate) fn equal_everywhere(&mut self, formulas: &Formulas, a: Formula, b: Formula) -> bool {
        let equal = |words: &mut Words| *words.table(formulas, a) == *words.table(formulas, b);
        self.shapes.iter_mut().all(equal)
    }

    pub(crate) fn equal_at_start(&mut self, formulas: &Formulas, a: Formula, b: Formula) -> bool {
        let equal = |words: &mut Words| words.table(formulas, a)[0] == words.table(formulas, b)[0];
        self.shapes.iter_mut().all(equal)
    }
}

impl Words {
    fn new(prefix: usize, cycle: usize) -> Words {
        let mut letters = vec![[Row::default(); 2]; prefix + cycle];
        for word in 0..1usize << (2 * letters.len()) {
            for (position, letter) in letters.iter_mut().enumerate() {
                for (atom, row) in letter.iter_mut().enumerate() {
                    let holds = (word >> (2 * position + atom)) & 1;
                    row[word / 64] |= (holds as u64) << (word % 64);
                }
            }
        }
        Words {
            prefix,
            cycle,
            letters,
            truth: FxHashMap::default(),
        }
    }

    fn length(&self) -> usize {
        self.prefix + self.cycle * ROUNDS
    }

    fn table(&mut self, formulas: &Formulas, formula: Formula) -> Vec<Row> {
        for part in formulas.subformulas(formula) {
            if !self.truth.contains_key(&part) {
                let table = self.compute(formulas.node(part));
                self.truth.insert(part, table);
            }
        }
        self.truth[&formula].clone()
    }

    fn compute(&self, node: &Node) -> Vec<Row> {
        let of = |f: &Formula| &self.truth[f];
        let pointwise = |a: &Formula, b: &Formula, by: fn(u64, u64) -> u64| {
            of(a)
                .iter()
                .zip(of(b))
                .map(|(&a, &b)| zip(a, b, by))
                .collect()
        };
        let all = |parts: &[Formula], first: u64, by: fn(u64, u64) -> u64| {
            let row = |position| {
                let rows = parts.iter().map(|part| of(part)[position]);
                rows.fold([first; 4], |sum, row| zip(sum, row, by))
            };
            (0..self.length()).map(row).collect()
        };
        match node {
            Node::True => vec![[u64::MAX; 4]; self.length()],
            Node::False => vec![[0; 4]; self.length()],
            Node::Atom(atom) => (0..self.length())
                .map(|at| self.letters[self.folded(at)][atom.0 as usize])
                .collect(),
            Node::Not(a) => of(a).iter().map(|&row| row.map(|bits| !bits)).collect(),
            Node::And(parts) => all(parts, u64::MAX, |a, b| a & b),
            Node::Or(parts) => all(parts, 0, |a, b| a | b),
            Node::Implies(a, b) => pointwise(a, b, |a, b| !a | b),
            Node::Iff(a, b) => pointwise(a, b, |a, b| !(a ^ b)),
            Node::Xor(a, b) => pointwise(a, b, |a, b| a ^ b),
            Node::Next(a) => (1..=self.length())
                .map(|at| of(a)[self.wrapped(at)])
                .collect(),
            Node::Finally(a) => self.backwards(0, |at, later| later | of(a)[at.0][at.1]),
            Node::Globally(a) => self.backwards(u64::MAX, |at, later| later & of(a)[at.0][at.1]),
            Node::Until(a, b) => self.backwards(0, |at, later| {
                of(b)[at.0][at.1] | (of(a)[at.0][at.1] & later)
            }),
            Node::WeakUntil(a, b) => self.backwards(u64::MAX, |at, later| {
                of(b)[at.0][at.1] | (of(a)[at.0][at.1] & later)
            }),
            Node::Release(a, b) => self.backwards(u64::MAX, |at, later| {
                of(b)[at.0][at.1] & (of(a)[at.0][at.1] | later)
            }),
            Node::StrongRelease(a, b) => self.backwards(0, |at, later| {
                of(b)[at.0][at.1] & (of(a)[at.0][at.1] | later)
            }),
            Node::Yesterday(a) => {
                self.forwards(0, |at, _| if at.0 == 0 { 0 } else { of(a)[at.0 - 1][at.1] })
            }
            Node::Once(a) => self.forwards(0, |at, earlier| earlier | of(a)[at.0][at.1]),
            Node::Historically(a) => {
                self.forwards(u64::MAX, |at, earlier| earlier & of(a)[at.0][at.1])
            }
            Node::Since(a, b) => self.forwards(0, |at, earlier| {
                of(b)[at.0][at.1] | (of(a)[at.0][at.1] & earlier)
            }),
        }
    }

    /// A position of the unrolled word among the letters of u·v.
    fn folded(&self, position: usize) -> usize {
        match position.checked_sub(self.prefix) {
            Some(beyond) => self.prefix + beyond % self.cycle,
            None => position,
        }
    }

    /// A position just after the unrolled word, as one of its last round.
    fn wrapped(&self, position: usize) -> usize {
        if position < self.length() {
            position
        } else {
            position - self.cycle
        }
    }

    /// From the last position to the first, twice, so that the second time begins with the truth.
    fn backwards(&self, guess: u64, step: impl Fn((usize, usize), u64) -> u64) -> Vec<Row> {
        let mut table = vec![[guess; 4]; self.length()];
        for _ in 0..2 {
            for at in (0..self.length()).rev() {
                let later = table[self.wrapped(at + 1)];
                table[at] = std::array::from_fn(|word| step((at, word), later[word]));
            }
        }
        table
    }

    fn forwards(&self, before: u64, step: impl Fn((usize, usize), u64) -> u64) -> Vec<Row> {
        let mut earlier = [before; 4];
        let row = |at| {
            earlier = std::array::from_fn(|word| step((at, word), earlier[word]));
            earlier
        };
        let table: Vec<Row> = (0..self.length()).map(row).collect();
        let (rest, last) = table.split_at(self.length() - self.cycle);
        assert!(rest.ends_with(last), "the past has not begun to repeat");
        table
    }
}

fn zip(a: Row, b: Row, by: fn(u64, u64) -> u64) -> Row {
    std::array::from_fn(|word| by(a[word], b[word]))
}
