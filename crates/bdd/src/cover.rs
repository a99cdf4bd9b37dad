//! Irredundant covers (Minato, Morreale).
//!
//! An irredundant cover [minato.92.sasimi] has fewer cubes than there are prime implicants, and is
//! as sound a source of transitions for Couvreur's tableau.

use rustc_hash::FxHashMap;

use crate::cube_sets::{CubeSet, CubeSets};
use crate::kernel::with_stack;
use crate::{Bdd, Bdds, Cube};

/// A cover: the function that it is, and its cubes.
#[derive(Clone, Copy)]
struct Cover {
    function: Bdd,
    cubes: CubeSet,
}

/// The covers known so far, by the bounds between which they were sought.
struct Covers {
    sets: CubeSets,
    known: FxHashMap<(Bdd, Bdd), Cover>,
}

impl Bdds {
    /// An irredundant sum of prime implicants whose disjunction is `f`.
    pub fn cover(&mut self, f: Bdd) -> Vec<Cube> {
        self.cover_between(f, f)
    }

    /// An irredundant sum of cubes that covers `lower` and stays within `upper`.
    pub fn cover_between(&mut self, lower: Bdd, upper: Bdd) -> Vec<Cube> {
        debug_assert!(self.entails(lower, upper), "no function lies between");
        let (mut sets, cover) = self.shared_cover(lower, upper);
        sets.spell_out(cover)
    }

    /// The cover of `f` if it has at most `most` cubes: others are never spelled out.
    ///
    /// ```
    /// use lariat_bdd::{Bdd, Bdds};
    /// let mut bdds = Bdds::new();
    /// // (x0 | x1) & (x2 | x3) & … has 2³² cubes, its complement 32.
    /// let f = (0..32).rev().fold(Bdd::TRUE, |f, i| {
    ///     let (a, b) = (bdds.var(2 * i), bdds.var(2 * i + 1));
    ///     let either = bdds.or(a, b);
    ///     bdds.and(either, f)
    /// });
    /// assert_eq!(bdds.small_cover(f, 1000), None);
    /// assert_eq!(bdds.small_cover(!f, 1000).map(|cubes| cubes.len()), Some(32));
    /// ```
    pub fn small_cover(&mut self, f: Bdd, most: u64) -> Option<Vec<Cube>> {
        let (mut sets, cover) = self.shared_cover(f, f);
        (sets.count(cover) <= most).then(|| sets.spell_out(cover))
    }

    /// The shortest cube of the cover of `f`, of several the first; none if `f` is false.
    pub fn shortest_cube(&mut self, f: Bdd) -> Option<Cube> {
        let (sets, cover) = self.shared_cover(f, f);
        sets.shortest(cover)
    }

    /// A function with a small cover that covers `lower` and stays within `upper`.
    pub fn between(&mut self, lower: Bdd, upper: Bdd) -> Bdd {
        debug_assert!(self.entails(lower, upper), "no function lies between");
        let mut covers = self.no_covers();
        self.irredundant(lower, upper, &mut covers).function
    }

    /// A cover as a set that shares what its cubes have in common.
    fn shared_cover(&mut self, lower: Bdd, upper: Bdd) -> (CubeSets, CubeSet) {
        let mut covers = self.no_covers();
        let cover = self.irredundant(lower, upper, &mut covers);
        (covers.sets, cover.cubes)
    }

    fn no_covers(&self) -> Covers {
        Covers {
            sets: CubeSets::new(self.watch()),
            known: FxHashMap::default(),
        }
    }

    fn irredundant(&mut self, lower: Bdd, upper: Bdd, covers: &mut Covers) -> Cover {
        if lower.is_false() || self.must_stop() {
            return Cover {
                function: Bdd::FALSE,
                cubes: CubeSet::NONE,
            };
        }
        if upper.is_true() {
            return Cover {
                function: Bdd::TRUE,
                cubes: CubeSet::EMPTY_CUBE,
            };
        }
        if let Some(&known) = covers.known.get(&(lower, upper)) {
            return known;
        }
        let cover = with_stack(|| self.irredundant_split(lower, upper, covers));
        covers.known.insert((lower, upper), cover);
        cover
    }

    /// Covers at the topmost variable: what only cubes with its literals can cover, then the rest.
    fn irredundant_split(&mut self, lower: Bdd, upper: Bdd, covers: &mut Covers) -> Cover {
        let var = self.topmost(lower, upper);
        let (l0, l1) = self.cofactors(lower, var);
        let (u0, u1) = self.cofactors(upper, var);
        let only0 = self.minus(l0, u1);
        let only1 = self.minus(l1, u0);
        let negative = self.irredundant(only0, u0, covers);
        let positive = self.irredundant(only1, u1, covers);
        let rest0 = self.minus(l0, negative.function);
        let rest1 = self.minus(l1, positive.function);
        let rest = self.or(rest0, rest1);
        let both = self.and(u0, u1);
        let shared = self.irredundant(rest, both, covers);
        let low = self.or(negative.function, shared.function);
        let high = self.or(positive.function, shared.function);
        let cubes = covers.sets.node((var, true), positive.cubes, shared.cubes);
        Cover {
            function: self.node(var, low, high),
            cubes: covers.sets.node((var, false), negative.cubes, cubes),
        }
    }
}
