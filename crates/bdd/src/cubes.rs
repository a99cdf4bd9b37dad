//! Cubes (conjunctions of literals), and the disjoint cubes that are a function's paths to true.

use crate::{Bdd, Bdds, Var};

/// A conjunction of literals, in the order of their variables.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Default)]
pub struct Cube {
    /// Each variable at most once, with whether it is positive.
    pub literals: Vec<(Var, bool)>,
}

impl Bdds {
    /// The function of a cube.
    pub fn cube(&mut self, cube: &Cube) -> Bdd {
        let mut function = Bdd::TRUE;
        for &(var, positive) in cube.literals.iter().rev() {
            function = if positive {
                self.node(var, Bdd::FALSE, function)
            } else {
                self.node(var, function, Bdd::FALSE)
            };
        }
        function
    }

    /// The disjoint cubes of `f`'s paths, in lexicographic order, false before true.
    pub fn cubes(&self, f: Bdd) -> Cubes<'_> {
        Cubes {
            bdds: self,
            pending: vec![(0, None, f)],
            path: Vec::new(),
        }
    }
}

/// Iterator over the paths to true; see [`Bdds::cubes`].
pub struct Cubes<'a> {
    bdds: &'a Bdds,
    /// How much of `path` leads to the function, the literal chosen there, and the function.
    pending: Vec<(usize, Option<(Var, bool)>, Bdd)>,
    path: Vec<(Var, bool)>,
}

impl Iterator for Cubes<'_> {
    type Item = Cube;

    fn next(&mut self) -> Option<Cube> {
        while let Some((depth, literal, f)) = self.pending.pop() {
            self.path.truncate(depth);
            self.path.extend(literal);
            if f.is_true() {
                return Some(Cube {
                    literals: self.path.clone(),
                });
            }
            if let Some(var) = self.bdds.top(f) {
                let (low, high) = self.bdds.branches(f);
                let depth = self.path.len();
                self.pending.push((depth, Some((var, true)), high));
                self.pending.push((depth, Some((var, false)), low));
            }
        }
        None
    }
}
