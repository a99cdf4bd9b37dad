//! Two-level covers: irredundant ones (Minato, Morreale), and all prime implicants.
//!
//! Couvreur's tableau reads its transitions off the prime implicants of a node's expansion
//! [couvreur.99.fm]; an irredundant cover [minato.92.sasimi] gives fewer and is as sound.

use crate::{Bdd, Bdds, Cube, Var};

impl Bdds {
    /// An irredundant sum of prime implicants whose disjunction is `f`.
    pub fn cover(&mut self, f: Bdd) -> Vec<Cube> {
        self.cover_between(f, f)
    }

    /// An irredundant sum of cubes that covers `lower` and stays within `upper`.
    pub fn cover_between(&mut self, lower: Bdd, upper: Bdd) -> Vec<Cube> {
        debug_assert!(self.entails(lower, upper), "no function lies between");
        let mut found = Vec::new();
        self.isop(lower, upper, &mut Vec::new(), &mut found);
        for cube in &mut found {
            cube.literals.sort_unstable();
        }
        found
    }

    /// Appends cubes, each extended by `path`, that cover `lower` within `upper`; gives their union.
    fn isop(
        &mut self,
        lower: Bdd,
        upper: Bdd,
        path: &mut Vec<(Var, bool)>,
        found: &mut Vec<Cube>,
    ) -> Bdd {
        if lower.is_false() {
            return Bdd::FALSE;
        }
        if upper.is_true() {
            found.push(Cube {
                literals: path.clone(),
            });
            return Bdd::TRUE;
        }
        let var = match (self.top(lower), self.top(upper)) {
            (Some(a), Some(b)) => a.min(b),
            (a, b) => a.or(b).expect("two constants have been handled"),
        };
        let (l0, l1) = self.cofactors(lower, var);
        let (u0, u1) = self.cofactors(upper, var);
        // What only cubes with the literal can cover, then what is left for cubes without it.
        let only0 = self.minus(l0, u1);
        let only1 = self.minus(l1, u0);
        path.push((var, false));
        let f0 = self.isop(only0, u0, path, found);
        path.pop();
        path.push((var, true));
        let f1 = self.isop(only1, u1, path, found);
        path.pop();
        let rest0 = self.minus(l0, f0);
        let rest1 = self.minus(l1, f1);
        let rest = self.or(rest0, rest1);
        let both = self.and(u0, u1);
        let shared = self.isop(rest, both, path, found);
        let low = self.or(f0, shared);
        let high = self.or(f1, shared);
        self.node(var, low, high)
    }

    /// All prime implicants of `f`, in lexicographic order.
    pub fn primes(&mut self, f: Bdd) -> Vec<Cube> {
        let mut memo = rustc_hash::FxHashMap::default();
        let mut primes = self.primes_memo(f, &mut memo);
        primes.sort_unstable();
        primes
    }

    fn primes_memo(
        &mut self,
        f: Bdd,
        memo: &mut rustc_hash::FxHashMap<Bdd, Vec<Cube>>,
    ) -> Vec<Cube> {
        let Some(var) = self.top(f) else {
            return if f.is_true() {
                vec![Cube::default()]
            } else {
                Vec::new()
            };
        };
        if let Some(known) = memo.get(&f) {
            return known.clone();
        }
        let (low, high) = self.branches(f);
        let both = self.and(low, high);
        let mut primes = self.primes_memo(both, memo);
        // A prime with the literal is a prime of that branch that is no implicant of the other.
        for (branch, positive) in [(low, false), (high, true)] {
            for prime in self.primes_memo(branch, memo) {
                let function = self.cube(&prime);
                if !self.entails(function, both) {
                    let mut literals = vec![(var, positive)];
                    literals.extend(prime.literals);
                    primes.push(Cube { literals });
                }
            }
        }
        memo.insert(f, primes.clone());
        primes
    }
}
