//! What a conjunction of many small functions leaves to be decided.
//!
//! The expansion of a node is the conjunction of many functions.  Most of them force variables (a
//! literal, a demand that every G makes), which decides others, which forces more; contradictions
//! show at once.  Then propositions are quantified away one by one, each as soon as the functions
//! that mention it have been conjoined, and the cheapest first, as in bucket elimination
//! [dechter.99.aij].  What is left falls into functions that share no variable, so that the
//! conjunction of all is never computed.

use lariat_bdd::{Bdd, Bdds, Var};
use rustc_hash::FxHashMap;

/// What is left of a conjunction when its forced variables are fixed and its propositions gone.
#[derive(Debug, Default)]
pub(super) struct Propagated {
    /// The variables that are true in every solution.
    pub(super) forced: Vec<Var>,
    /// Functions without propositions and without common variables, to be satisfied each.
    pub(super) undecided: Vec<Bdd>,
}

/// Fixes what the functions force and quantifies the propositions; `None` if the functions
/// contradict one another.
pub(super) fn propagate(
    functions: &[Bdd],
    is_proposition: impl Fn(Var) -> bool,
    bdds: &mut Bdds,
) -> Option<Propagated> {
    let mut values: FxHashMap<Var, bool> = FxHashMap::default();
    let mut open = functions.to_vec();
    fix_forced(&mut open, &mut values, bdds)?;
    let mut open: Vec<Factor> = open.into_iter().map(|f| Factor::new(f, bdds)).collect();
    while let Some(var) = cheapest(&open, &is_proposition) {
        let with: Vec<Factor> = open.extract_if(.., |f| f.mentions(var)).collect();
        let cube = bdds.var_cube([var]);
        let conjunction = with
            .iter()
            .fold(Bdd::TRUE, |all, f| bdds.and(all, f.function));
        let quantified = bdds.exists(conjunction, cube);
        if quantified.is_false() {
            return None;
        }
        open.push(Factor::new(quantified, bdds));
    }
    let mut open: Vec<Bdd> = open.into_iter().map(|factor| factor.function).collect();
    fix_forced(&mut open, &mut values, bdds)?;
    let forced = values.into_iter().filter(|&(_, value)| value);
    let mut forced: Vec<Var> = forced.map(|(var, _)| var).collect();
    forced.retain(|&var| !is_proposition(var));
    forced.sort_unstable();
    Some(Propagated {
        forced,
        undecided: conjoin_connected(open, bdds),
    })
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

/// The proposition whose factors mention the fewest variables.
fn cheapest(open: &[Factor], is_proposition: &impl Fn(Var) -> bool) -> Option<Var> {
    let mut costs: FxHashMap<Var, usize> = FxHashMap::default();
    for factor in open {
        for &var in factor.support.iter().filter(|&&var| is_proposition(var)) {
            *costs.entry(var).or_default() += factor.support.len();
        }
    }
    costs
        .into_iter()
        .min_by_key(|&(var, cost)| (cost, var))
        .map(|(var, _)| var)
}

/// Conjoins functions that share variables, directly or through others.
fn conjoin_connected(functions: Vec<Bdd>, bdds: &mut Bdds) -> Vec<Bdd> {
    let mut groups: Vec<Factor> = Vec::new();
    for function in functions {
        let mut factor = Factor::new(function, bdds);
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
