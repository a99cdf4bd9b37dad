//! Labels as sets of letters.
//!
//! The labels of one automaton tell only a few letters apart: those that satisfy the same labels are
//! interchangeable.  The classes of interchangeable letters, here just *letters*, are found once; a
//! label is then a set of them, and the tests that reductions make by the thousand are a few machine
//! instructions each.  Where the classes are too many, every label is taken for a letter of its own:
//! labels are then compared for equality only, so that reductions find less and stay sound.

use lariat_automata::{BitSet, Label, Letter};
use lariat_bdd::{Bdd, Bdds};
use rustc_hash::{FxHashMap, FxHashSet};

/// A set of classes of interchangeable letters.
pub(crate) type LetterSet = BitSet;

/// The classes of letters that a set of labels cannot tell apart.
#[derive(Clone)]
pub(crate) struct Letters {
    /// Each class as a function.  Pairwise disjoint, and together everything, if `exact`.
    classes: Vec<Bdd>,
    sets: FxHashMap<Label, LetterSet>,
    exact: bool,
}

impl Letters {
    /// The classes of the labels, if there are at most `limit`; else each label by itself.
    pub(crate) fn new(
        bdds: &mut Bdds,
        labels: impl IntoIterator<Item = Label>,
        limit: usize,
    ) -> Self {
        let mut seen = FxHashSet::default();
        let distinct: Vec<Label> = labels.into_iter().filter(|l| seen.insert(*l)).collect();
        match classes(bdds, &distinct, limit) {
            Some(classes) => Self::exact(bdds, &distinct, classes),
            None => Self::opaque(distinct),
        }
    }

    fn exact(bdds: &Bdds, labels: &[Label], classes: Vec<Bdd>) -> Self {
        let examples: Vec<Letter> = classes.iter().map(|&c| example(bdds, c)).collect();
        let set_of = |&label: &Label| {
            let satisfied = |&class: &usize| {
                let letter: &Letter = &examples[class];
                bdds.eval(label, |var| letter.contains(var as usize))
            };
            (label, (0..examples.len()).filter(satisfied).collect())
        };
        Self {
            sets: labels.iter().map(set_of).collect(),
            classes,
            exact: true,
        }
    }

    fn opaque(labels: Vec<Label>) -> Self {
        let single = |(class, &label): (usize, &Label)| (label, LetterSet::single(class));
        Self {
            sets: labels.iter().enumerate().map(single).collect(),
            classes: labels,
            exact: false,
        }
    }

    /// How many classes there are.
    pub(crate) fn len(&self) -> usize {
        self.classes.len()
    }

    /// Whether classes are disjoint and cover every letter, so that a set is exactly a function.
    pub(crate) fn is_exact(&self) -> bool {
        self.exact
    }

    /// The set of a label that was among those given.
    pub(crate) fn set(&self, label: Label) -> &LetterSet {
        &self.sets[&label]
    }

    /// The classes of which some letter satisfies the label.
    pub(crate) fn overlapped(&self, bdds: &mut Bdds, label: Label) -> LetterSet {
        let overlaps = |&class: &usize| !bdds.and(self.classes[class], label).is_false();
        (0..self.len()).filter(overlaps).collect()
    }

    /// The function of a set of classes.
    pub(crate) fn label(&self, bdds: &mut Bdds, set: &LetterSet) -> Label {
        set.iter().fold(Bdd::FALSE, |union, class| {
            bdds.or(union, self.classes[class])
        })
    }

    /// A letter of the class.
    pub(crate) fn example(&self, bdds: &Bdds, class: usize) -> Letter {
        example(bdds, self.classes[class])
    }
}

/// Splits the letters by each label in turn, into at most `limit` classes.
fn classes(bdds: &mut Bdds, labels: &[Label], limit: usize) -> Option<Vec<Bdd>> {
    let mut classes = vec![Bdd::TRUE];
    for &label in labels {
        for index in 0..classes.len() {
            let class = classes[index];
            let inside = bdds.and(class, label);
            if !inside.is_false() && inside != class {
                classes[index] = inside;
                classes.push(bdds.minus(class, label));
            }
        }
        if classes.len() > limit {
            return None;
        }
    }
    Some(classes)
}

/// A letter that satisfies a satisfiable function.
fn example(bdds: &Bdds, mut function: Bdd) -> Letter {
    let mut letter = Letter::EMPTY;
    while let Some(var) = bdds.top(function) {
        let (low, high) = bdds.branches(function);
        function = if low.is_false() { high } else { low };
        if function == high {
            letter.insert(var as usize);
        }
    }
    letter
}
