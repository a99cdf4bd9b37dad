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
            pending: vec![Branch {
                depth: 0,
                literal: None,
                function: f,
            }],
            path: Vec::new(),
        }
    }
}

/// A branch still to be followed.
struct Branch {
    /// How much of the current path leads to it.
    depth: usize,
    /// The literal chosen there; `None` at the root.
    literal: Option<(Var, bool)>,
    function: Bdd,
}

/// Iterator over the paths to true; see [`Bdds::cubes`].
pub struct Cubes<'a> {
    bdds: &'a Bdds,
    pending: Vec<Branch>,
    path: Vec<(Var, bool)>,
}

impl Iterator for Cubes<'_> {
    type Item = Cube;

    fn next(&mut self) -> Option<Cube> {
        while let Some(branch) = self.pending.pop() {
            self.path.truncate(branch.depth);
            self.path.extend(branch.literal);
            if branch.function.is_true() {
                return Some(Cube {
                    literals: self.path.clone(),
                });
            }
            if let Some(var) = self.bdds.top(branch.function) {
                let (low, high) = self.bdds.branches(branch.function);
                for (function, positive) in [(high, true), (low, false)] {
                    self.pending.push(Branch {
                        depth: self.path.len(),
                        literal: Some((var, positive)),
                        function,
                    });
                }
            }
        }
        None
    }
}
