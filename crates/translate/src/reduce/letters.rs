//! Labels as sets of letters.
//!
//! The labels of one automaton tell only a few letters apart: those that satisfy the same labels are
//! interchangeable.  The classes of interchangeable letters, here just *letters*, are found once; a
//! label is then a set of them, and the tests that reductions make by the thousand are a few machine
//! instructions each.  Where the classes are too many, every label is taken for a letter of its own:
//! labels are then compared for equality only, so that reductions find less and stay sound.
//!
//! Classes are found by walking down all labels at once, variable by variable, until each is true or
//! false: that is a class, together with all other paths on which the same labels come out true.

use indexmap::IndexMap;
use lariat_automata::{BitSet, Label, Letter};
use lariat_bdd::{Bdd, Bdds, Cube, Var};
use lariat_budget::{Budget, Pulse};
use rustc_hash::{FxBuildHasher, FxHashMap, FxHashSet};

/// A set of classes of interchangeable letters.
pub(crate) type LetterSet = BitSet;

/// The classes of letters that a set of labels cannot tell apart.
#[derive(Clone)]
pub(crate) struct Letters {
    classes: Classes,
    sets: FxHashMap<Label, LetterSet>,
}

#[derive(Clone)]
enum Classes {
    /// Pairwise disjoint and together everything, each as disjoint cubes.
    Exact(Vec<Vec<Cube>>),
    /// Each label by itself.
    Opaque(Vec<Label>),
}

impl Letters {
    /// The classes of the labels, if there are at most `limit`; else each label by itself; `None` if
    /// there are too many of both, or the budget ends before.
    pub(crate) fn new(
        bdds: &Bdds,
        labels: impl IntoIterator<Item = Label>,
        limit: usize,
        budget: &Budget,
    ) -> Option<Self> {
        let mut seen = FxHashSet::default();
        let distinct: Vec<Label> = labels.into_iter().filter(|l| seen.insert(*l)).collect();
        let classes = classes(bdds, &distinct, limit, budget);
        budget.check().ok()?;
        match classes {
            Some(classes) => Some(Self::exact(&distinct, classes)),
            None => (distinct.len() <= OPAQUE_LABELS).then(|| Self::opaque(distinct)),
        }
    }

    fn exact(labels: &[Label], classes: IndexMap<BitSet, Vec<Cube>, FxBuildHasher>) -> Self {
        let mut sets = vec![LetterSet::EMPTY; labels.len()];
        for (class, satisfied) in classes.keys().enumerate() {
            for label in satisfied.iter() {
                sets[label].insert(class);
            }
        }
        Self {
            sets: labels.iter().copied().zip(sets).collect(),
            classes: Classes::Exact(classes.into_values().collect()),
        }
    }

    fn opaque(labels: Vec<Label>) -> Self {
        let single = |(class, &label): (usize, &Label)| (label, LetterSet::single(class));
        Self {
            sets: labels.iter().enumerate().map(single).collect(),
            classes: Classes::Opaque(labels),
        }
    }

    /// How many classes there are.
    pub(crate) fn len(&self) -> usize {
        match &self.classes {
            Classes::Exact(classes) => classes.len(),
            Classes::Opaque(labels) => labels.len(),
        }
    }

    /// Whether classes are disjoint and cover every letter, so that a set is exactly a function.
    pub(crate) fn is_exact(&self) -> bool {
        matches!(self.classes, Classes::Exact(_))
    }

    /// The set of a label that was among those given.
    pub(crate) fn set(&self, label: Label) -> &LetterSet {
        &self.sets[&label]
    }

    /// The labels that were given, by their sets.
    pub(crate) fn known_labels(&self) -> FxHashMap<LetterSet, Label> {
        let swapped = self.sets.iter().map(|(&label, set)| (set.clone(), label));
        swapped.collect()
    }

    /// The classes of which some letter satisfies the label; anything once the budget has ended.
    pub(crate) fn overlapped(&self, bdds: &mut Bdds, label: Label, budget: &Budget) -> LetterSet {
        let mut pulse = budget.pulse();
        match &self.classes {
            Classes::Exact(classes) => {
                let mut overlaps =
                    |class: &Vec<Cube>| class.iter().any(|c| meets(bdds, label, c, &mut pulse));
                (0..)
                    .zip(classes)
                    .filter(|(_, c)| overlaps(c))
                    .map(|(i, _)| i)
                    .collect()
            }
            Classes::Opaque(labels) => {
                let mut overlaps = |&own: &Label| !bdds.and(own, label).is_false();
                (0..)
                    .zip(labels)
                    .filter(|(_, l)| overlaps(l))
                    .map(|(i, _)| i)
                    .collect()
            }
        }
    }

    /// The function of a set of classes.
    pub(crate) fn label(&self, bdds: &mut Bdds, set: &LetterSet) -> Label {
        let mut union = Bdd::FALSE;
        for class in set.iter() {
            match &self.classes {
                Classes::Exact(classes) => {
                    for cube in &classes[class] {
                        let cube = bdds.cube(cube);
                        union = bdds.or(union, cube);
                    }
                }
                Classes::Opaque(labels) => union = bdds.or(union, labels[class]),
            }
        }
        union
    }

    /// A letter of the class, if classes are exact.
    pub(crate) fn example(&self, class: usize) -> Option<Letter> {
        let Classes::Exact(classes) = &self.classes else {
            return None;
        };
        let literals = classes[class].first()?.literals.iter();
        let positive = literals.filter(|(_, positive)| *positive);
        Some(positive.map(|&(var, _)| var as usize).collect())
    }
}

/// A point on the walk: the labels that are true, those that are still open, and the way there.
struct Point {
    satisfied: BitSet,
    open: Vec<(usize, Bdd)>,
    path: Vec<(Var, bool)>,
}

/// The classes of letters, at most `limit` of them: the labels that they satisfy and their cubes.
fn classes(
    bdds: &Bdds,
    labels: &[Label],
    limit: usize,
    budget: &Budget,
) -> Option<IndexMap<BitSet, Vec<Cube>, FxBuildHasher>> {
    let mut classes: IndexMap<BitSet, Vec<Cube>, FxBuildHasher> = IndexMap::default();
    let (mut work, mut kept) = (0, 0);
    let mut pulse = budget.pulse();
    let mut start = Point {
        satisfied: BitSet::EMPTY,
        open: Vec::new(),
        path: Vec::new(),
    };
    for (index, &label) in labels.iter().enumerate() {
        start.add(index, label);
    }
    let mut pending = vec![start];
    while let Some(point) = pending.pop() {
        pulse.beat().ok()?;
        work += 1 + point.open.len();
        if work > WALK || classes.len() > limit {
            return None;
        }
        let tops = point.open.iter().filter_map(|&(_, label)| bdds.top(label));
        if let Some(var) = tops.min() {
            pending.push(point.step(bdds, var, true));
            pending.push(point.step(bdds, var, false));
            continue;
        }
        let literals = point.path;
        kept += literals.len();
        if kept > KEPT {
            return None;
        }
        classes
            .entry(point.satisfied)
            .or_default()
            .push(Cube { literals });
    }
    (classes.len() <= limit).then_some(classes)
}

/// How many labels are looked at, each time anew on each way, in search of classes.
const WALK: usize = 2_000_000;

/// How many literals the cubes of all classes may have: each takes eight bytes.
const KEPT: usize = 1 << 22;

/// How many labels may be taken for letters of their own: as sets, they take quadratic space.
const OPAQUE_LABELS: usize = 4_096;

impl Point {
    /// Takes note of what is left of a label.
    fn add(&mut self, index: usize, rest: Bdd) {
        if rest.is_true() {
            self.satisfied.insert(index);
        } else if !rest.is_false() {
            self.open.push((index, rest));
        }
    }

    /// The point where `var`, which no open label has below its top, has the given value.
    fn step(&self, bdds: &Bdds, var: Var, value: bool) -> Point {
        let mut next = Point {
            satisfied: self.satisfied.clone(),
            open: Vec::with_capacity(self.open.len()),
            path: Vec::with_capacity(self.path.len() + 1),
        };
        next.path.extend_from_slice(&self.path);
        next.path.push((var, value));
        for &(index, label) in &self.open {
            let rest = match bdds.top(label) {
                Some(top) if top == var => {
                    let (low, high) = bdds.branches(label);
                    if value { high } else { low }
                }
                _ => label,
            };
            next.add(index, rest);
        }
        next
    }
}

/// Whether some letter of the cube satisfies the function; false once the budget has ended.
fn meets(bdds: &Bdds, function: Bdd, cube: &Cube, pulse: &mut Pulse) -> bool {
    let mut pending = vec![function];
    let mut seen = FxHashSet::default();
    while let Some(rest) = pending.pop() {
        if pulse.beat().is_err() {
            return false;
        }
        if !seen.insert(rest) {
            continue;
        }
        let Some(var) = bdds.top(rest) else {
            if rest.is_true() {
                return true;
            }
            continue;
        };
        let (low, high) = bdds.branches(rest);
        let literal = cube.literals.binary_search_by_key(&var, |&(v, _)| v);
        match literal.map(|index| cube.literals[index].1) {
            Ok(value) => pending.push(if value { high } else { low }),
            Err(_) => pending.extend([low, high]),
        }
    }
    false
}
