//! All prime implicants of a function, computed as one shared set (Coudert, Madre).
//!
//! Couvreur's tableau reads its transitions off the prime implicants of a node's expansion
//! [couvreur.99.fm].  With f₀ and f₁ the branches of f at x, [coudert.92.dac] gives
//!
//! ```text
//! Prime(f) = Prime(f₀∧f₁)  ∪  ¬x·(Prime(f₀) ∖ Prime(f₀∧f₁))  ∪  x·(Prime(f₁) ∖ Prime(f₀∧f₁))
//! ```
//!
//! because a prime of f₀ that implies f₁ as well is a prime of f₀∧f₁.  Sets of cubes are
//! zero-suppressed diagrams, so that equal remainders of cubes are computed and stored once; the
//! cubes are spelled out only at the end.

use rustc_hash::FxHashMap;

use crate::cube_sets::{CubeSet, CubeSets};
use crate::kernel::with_stack;
use crate::{Bdd, Bdds, Cube};

impl Bdds {
    /// All prime implicants of `f`, in lexicographic order.
    pub fn primes(&mut self, f: Bdd) -> Vec<Cube> {
        let mut sets = CubeSets::new(self.watch());
        let primes = self.prime_set(f, &mut sets, &mut FxHashMap::default());
        sets.spell_out(primes)
    }

    fn prime_set(
        &mut self,
        f: Bdd,
        sets: &mut CubeSets,
        done: &mut FxHashMap<Bdd, CubeSet>,
    ) -> CubeSet {
        let Some(var) = self.top(f) else {
            return if f.is_true() {
                CubeSet::EMPTY_CUBE
            } else {
                CubeSet::NONE
            };
        };
        if let Some(&known) = done.get(&f) {
            return known;
        }
        if self.must_stop() {
            return CubeSet::NONE;
        }
        let (low, high) = self.branches(f);
        let both = self.and(low, high);
        let [of_both, of_low, of_high] =
            with_stack(|| [both, low, high].map(|part| self.prime_set(part, sets, done)));
        let negative = sets.minus(of_low, of_both);
        let positive = sets.minus(of_high, of_both);
        let primes = sets.node((var, true), positive, of_both);
        let primes = sets.node((var, false), negative, primes);
        done.insert(f, primes);
        primes
    }
}
