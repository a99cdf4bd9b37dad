//! What a conjunction of many small functions leaves to be decided.
//!
//! The expansion of a node is the conjunction of many functions.  Most of them force variables (a
//! literal, a demand that every G makes), which decides others, which forces more; contradictions
//! show at once.  Then propositions are quantified away one by one, each as soon as the functions
//! that mention it have been conjoined, and the cheapest first, as in bucket elimination
//! [dechter.99.aij].  What is left falls into functions that share no variable, so that the
//! conjunction of all is never computed.  Where functions hang together too closely for that, a
//! proposition is to be decided first, one way and the other.

use std::cmp::Reverse;

use lariat_bdd::{Bdd, Bdds, Var};
use rustc_hash::FxHashMap;

/// What is left of a conjunction when its forced variables are fixed.
#[derive(Debug)]
pub(super) struct Propagated {
    /// The variables that are true in every solution; no propositions.
    pub(super) forced: Vec<Var>,
    pub(super) left: Left,
}

/// What is left to be satisfied.
#[derive(Debug)]
pub(super) enum Left {
    /// Functions without propositions and without common variables.
    Apart(Vec<Bdd>),
    /// Functions that hang together by propositions.
    Entangled(Entangled),
}

/// Functions to be satisfied, and a proposition to decide first.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Entangled {
    functions: Vec<Bdd>,
    on: Var,
}

impl Entangled {
    /// The functions where the proposition is false, and where it is true.
    pub(super) fn split(&self, bdds: &mut Bdds) -> [Vec<Bdd>; 2] {
        [false, true].map(|value| {
            let fixed = |var| (var == self.on).then_some(value);
            let functions = self.functions.iter();
            functions.map(|&f| bdds.restrict(f, fixed)).collect()
        })
    }
}

/// Functions of more variables together are not conjoined to quantify a proposition.
const WIDEST: usize = 40;

/// Fixes what the functions force and quantifies propositions; `None` if the functions contradict
/// one another.
pub(super) fn propagate(
    functions: &[Bdd],
    is_proposition: impl Fn(Var) -> bool,
    bdds: &mut Bdds,
) -> Option<Propagated> {
    let mut values: FxHashMap<Var, bool> = FxHashMap::default();
    let mut open = functions.to_vec();
    fix_forced(&mut open, &mut values, bdds)?;
    let mut factors = Factors::new(&open, &is_proposition, bdds);
    factors.quantify(bdds)?;
    let mut open = factors.functions();
    fix_forced(&mut open, &mut values, bdds)?;
    let forced = values.into_iter().filter(|&(_, value)| value);
    let mut forced: Vec<Var> = forced.map(|(var, _)| var).collect();
    forced.retain(|&var| !is_proposition(var));
    forced.sort_unstable();
    let factors = Factors::new(&open, &is_proposition, bdds);
    let left = match factors.most_mentioned() {
        Some(on) => Left::Entangled(Entangled {
            functions: open,
            on,
        }),
        None => Left::Apart(conjoin_connected(factors.open, bdds)),
    };
    Some(Propagated { forced, left })
}

/// Fixes variables that functions force until no function forces another one.
fn fix_forced(
    open: &mut Vec<Bdd>,
    values: &mut FxHashMap<Var, bool>,
    bdds: &mut Bdds,
) -> Option<()> {
    loop {
        let known = values.len();
        for function in &mut *open {
            *function = bdds.restrict(*function, |var| values.get(&var).copied());
            *function = strip_forced(*function, bdds, values)?;
        }
        open.retain(|function| !function.is_true());
        if values.len() == known {
            return Some(());
        }
    }
}

/// Takes variables that the function forces off its top; `None` if it is unsatisfiable.
fn strip_forced(mut function: Bdd, bdds: &Bdds, values: &mut FxHashMap<Var, bool>) -> Option<Bdd> {
    while let Some(var) = bdds.top(function) {
        let (low, high) = bdds.branches(function);
        let value = match (low.is_false(), high.is_false()) {
            (true, _) => true,
            (_, true) => false,
            _ => return Some(function),
        };
        values.insert(var, value);
        function = if value { high } else { low };
    }
    function.is_true().then_some(function)
}

/// A function and the variables it depends on.
struct Factor {
    function: Bdd,
    support: Vec<Var>,
}

impl Factor {
    fn new(function: Bdd, bdds: &Bdds) -> Self {
        Factor {
            function,
            support: bdds.support(function),
        }
    }

    fn mentions(&self, var: Var) -> bool {
        self.support.binary_search(&var).is_ok()
    }
}

/// Functions to be satisfied, and what is needed to choose a proposition among theirs.
struct Factors<P> {
    open: Vec<Factor>,
    is_proposition: P,
    /// How many factors mention each proposition, and how many variables those have.
    mentions: FxHashMap<Var, (usize, usize)>,
}

impl<P: Fn(Var) -> bool> Factors<P> {
    fn new(functions: &[Bdd], is_proposition: P, bdds: &Bdds) -> Self {
        let mut factors = Factors {
            open: Vec::with_capacity(functions.len()),
            is_proposition,
            mentions: FxHashMap::default(),
        };
        for &function in functions {
            factors.add(Factor::new(function, bdds));
        }
        factors
    }

    fn functions(&self) -> Vec<Bdd> {
        self.open.iter().map(|factor| factor.function).collect()
    }

    fn add(&mut self, factor: Factor) {
        for &var in factor
            .support
            .iter()
            .filter(|&&var| (self.is_proposition)(var))
        {
            let (factors, width) = self.mentions.entry(var).or_default();
            *factors += 1;
            *width += factor.support.len();
        }
        self.open.push(factor);
    }

    /// Takes the factors out that mention a proposition.
    fn take(&mut self, var: Var) -> Vec<Factor> {
        let taken: Vec<Factor> = self.open.extract_if(.., |f| f.mentions(var)).collect();
        for factor in &taken {
            for var in &factor.support {
                if let Some((factors, width)) = self.mentions.get_mut(var) {
                    *factors -= 1;
                    *width -= factor.support.len();
                }
            }
        }
        self.mentions.remove(&var);
        taken
    }

    /// Quantifies propositions as far as that is cheap; `None` if the functions contradict one
    /// another.
    fn quantify(&mut self, bdds: &mut Bdds) -> Option<()> {
        while let Some(var) = self.cheapest() {
            let taken = self.take(var);
            let taken = taken.iter().map(|factor| factor.function);
            let conjunction = taken.fold(Bdd::TRUE, |all, f| bdds.and(all, f));
            let cube = bdds.var_cube([var]);
            let quantified = bdds.exists(conjunction, cube);
            if quantified.is_false() {
                return None;
            }
            if !quantified.is_true() {
                self.add(Factor::new(quantified, bdds));
            }
        }
        Some(())
    }

    /// The proposition whose factors mention the fewest variables, unless they are too many.
    fn cheapest(&self) -> Option<Var> {
        let costs = self.mentions.iter();
        let cheap = costs.filter(|&(_, &(factors, width))| factors <= 1 || width <= WIDEST);
        let cheapest = cheap.min_by_key(|&(var, (_, width))| (width, var));
        cheapest.map(|(var, _)| *var)
    }

    /// The proposition that most factors mention.
    fn most_mentioned(&self) -> Option<Var> {
        let counts = self.mentions.iter();
        let most = counts.min_by_key(|&(var, (factors, _))| (Reverse(factors), var));
        most.map(|(var, _)| *var)
    }
}

/// Conjoins functions that share variables, directly or through others.
fn conjoin_connected(factors: Vec<Factor>, bdds: &mut Bdds) -> Vec<Bdd> {
    let mut groups: Vec<Factor> = Vec::new();
    for mut factor in factors {
        let shares = |group: &mut Factor| group.support.iter().any(|&var| factor.mentions(var));
        let sharing: Vec<Factor> = groups.extract_if(.., shares).collect();
        for group in sharing {
            factor.function = bdds.and(factor.function, group.function);
            factor.support.extend(group.support);
        }
        factor.support.sort_unstable();
        groups.push(factor);
    }
    groups.into_iter().map(|group| group.function).collect()
}
