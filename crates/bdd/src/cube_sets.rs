//! Sets of cubes as zero-suppressed decision diagrams over literals [minato.93.dac].
//!
//! Cubes that end alike share that end, so that covers and prime implicants can be computed by
//! recursion over a diagram without spelling a cube out before the last moment.

use rustc_hash::FxHashMap;

use crate::kernel::with_stack;
use crate::watch::Watch;
use crate::{Cube, Var};

/// A set of cubes: a handle into a [`CubeSets`]; equal handles are equal sets.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct CubeSet(u32);

impl CubeSet {
    /// The set without a cube.
    pub(crate) const NONE: CubeSet = CubeSet(0);
    /// The set of the cube without a literal.
    pub(crate) const EMPTY_CUBE: CubeSet = CubeSet(1);
}

pub(crate) type Literal = (Var, bool);

/// The cubes that start with a literal, without it, and the others, whose literals all come later.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct Split {
    first: Literal,
    with: CubeSet,
    without: CubeSet,
}

/// An arena of sets of cubes.
#[derive(Default)]
pub(crate) struct CubeSets {
    /// Node i + 2 of the diagram.
    splits: Vec<Split>,
    unique: FxHashMap<Split, CubeSet>,
    differences: FxHashMap<(CubeSet, CubeSet), CubeSet>,
    watch: Watch,
}

impl CubeSets {
    /// An empty arena under the budget of another.
    pub(crate) fn new(watch: Watch) -> Self {
        Self {
            watch,
            ..Self::default()
        }
    }

    fn split(&self, set: CubeSet) -> Option<Split> {
        let index = (set.0 as usize).checked_sub(2)?;
        Some(self.splits[index])
    }

    /// The cubes of `with`, each extended by `first`, and those of `without`; the literals of both
    /// come after `first`.
    pub(crate) fn node(&mut self, first: Literal, with: CubeSet, without: CubeSet) -> CubeSet {
        if with == CubeSet::NONE {
            return without;
        }
        let split = Split {
            first,
            with,
            without,
        };
        *self.unique.entry(split).or_insert_with(|| {
            self.splits.push(split);
            CubeSet(u32::try_from(self.splits.len() + 1).expect("fewer than 2^32 sets of cubes"))
        })
    }

    /// The cubes of `a` that are not in `b`.
    pub(crate) fn minus(&mut self, a: CubeSet, b: CubeSet) -> CubeSet {
        if a == b || a == CubeSet::NONE {
            return CubeSet::NONE;
        }
        if b == CubeSet::NONE {
            return a;
        }
        if let Some(&known) = self.differences.get(&(a, b)) {
            return known;
        }
        if self.watch.must_stop() {
            return CubeSet::NONE;
        }
        let difference = with_stack(|| match (self.split(a), self.split(b)) {
            (Some(x), Some(y)) if x.first == y.first => {
                let with = self.minus(x.with, y.with);
                let without = self.minus(x.without, y.without);
                self.node(x.first, with, without)
            }
            (Some(x), y) if y.is_none_or(|y| x.first < y.first) => {
                let without = self.minus(x.without, b);
                self.node(x.first, x.with, without)
            }
            (_, y) => {
                let later = y
                    .expect("different sets of no literal are disjoint")
                    .without;
                self.minus(a, later)
            }
        });
        self.differences.insert((a, b), difference);
        difference
    }

    /// For each set made so far what `of` makes of its halves, given what it made of them; the constants
    /// first.
    fn each<T: Copy>(&self, constants: [T; 2], of: impl Fn(T, T) -> T) -> Vec<T> {
        let mut known = constants.to_vec();
        // A set is made after its halves.
        for split in &self.splits {
            let [with, without] = [split.with, split.without].map(|half| known[half.0 as usize]);
            known.push(of(with, without));
        }
        known
    }

    /// How many cubes there are, or `u64::MAX` if there are more than that.
    pub(crate) fn count(&self, set: CubeSet) -> u64 {
        self.each([0, 1], u64::saturating_add)[set.0 as usize]
    }

    /// A cube with the fewest literals, of several the one that is spelled out first.
    pub(crate) fn shortest(&self, set: CubeSet) -> Option<Cube> {
        let fewest = self.each([u64::MAX, 0], |with, without| {
            without.min(with.saturating_add(1))
        });
        let fewest = |set: CubeSet| fewest[set.0 as usize];
        let mut literals = Vec::new();
        let mut rest = set;
        while let Some(split) = self.split(rest) {
            if fewest(split.with).saturating_add(1) <= fewest(split.without) {
                literals.push(split.first);
                rest = split.with;
            } else {
                rest = split.without;
            }
        }
        (rest == CubeSet::EMPTY_CUBE).then_some(Cube { literals })
    }

    /// The cubes, in lexicographic order if none of them is a part of another.
    pub(crate) fn spell_out(&mut self, set: CubeSet) -> Vec<Cube> {
        let mut cubes = Vec::new();
        let mut pending = vec![(0, None, set)];
        let mut literals: Vec<Literal> = Vec::new();
        while let Some((depth, literal, set)) = pending.pop() {
            if self.watch.must_stop() {
                break;
            }
            literals.truncate(depth);
            literals.extend(literal);
            if let Some(split) = self.split(set) {
                pending.push((literals.len(), None, split.without));
                pending.push((literals.len(), Some(split.first), split.with));
            } else if set == CubeSet::EMPTY_CUBE {
                cubes.push(Cube {
                    literals: literals.clone(),
                });
            }
        }
        cubes
    }
}
