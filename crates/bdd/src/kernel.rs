//! The arena: unique table, operation cache, and the recursive operations.
//!
//! Recursion is as deep as there are variables in a path; [`stacker`] lends stack where that is deep.
//!
//! An arena can be put under a [`Budget`] ([`Bdds::obey`]).  When the budget ends, operations return at
//! once, and what they return is some function of the arena, not the right one; nothing wrong is
//! remembered.  So whoever puts an arena under a budget uses no result before [`Bdds::release`], or the
//! budget itself, has told that it did not end.

use std::hash::Hasher;
use std::ops::Not;

use hashbrown::HashTable;
use lariat_budget::{Budget, Exhausted};
use rustc_hash::FxHasher;

use crate::watch::Watch;

/// A variable, ordered by its number: small ones are nearer the root.
pub type Var = u32;

/// A boolean function: a handle into the [`Bdds`] that made it.
///
/// Handles of one arena are equal exactly if the functions are.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Bdd(u32);

impl Bdd {
    /// The function that is always true.
    pub const TRUE: Bdd = Bdd(0);
    /// The function that is always false.
    pub const FALSE: Bdd = Bdd(1);

    /// Whether this is [`Bdd::TRUE`].
    pub fn is_true(self) -> bool {
        self == Self::TRUE
    }

    /// Whether this is [`Bdd::FALSE`].
    pub fn is_false(self) -> bool {
        self == Self::FALSE
    }

    /// Whether this is a constant.
    pub fn is_constant(self) -> bool {
        self.0 <= 1
    }

    fn index(self) -> usize {
        (self.0 >> 1) as usize
    }

    fn complemented(self) -> bool {
        self.0 & 1 == 1
    }

    /// This function, negated if `negate`.
    fn negated_if(self, negate: bool) -> Bdd {
        Bdd(self.0 ^ u32::from(negate))
    }
}

impl Not for Bdd {
    type Output = Bdd;

    fn not(self) -> Bdd {
        Bdd(self.0 ^ 1)
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
struct Node {
    var: Var,
    low: Bdd,
    /// Never complemented: that makes the form unique.
    high: Bdd,
}

/// The variable of the terminal: below every real one.
const TERMINAL: Var = Var::MAX;

/// The operands of an operation whose result is remembered.  If-then-else has three; the others
/// have two and a third word that no handle equals.
type Key = [u32; 3];

const AND: u32 = u32::MAX;
const XOR: u32 = u32::MAX - 1;
const EXISTS: u32 = u32::MAX - 2;
const UNUSED: u32 = u32::MAX - 3;
/// So many nodes at most: their handles lie below every word above.
const NODE_LIMIT: u32 = UNUSED / 2;

#[derive(Clone, Copy)]
struct CacheEntry {
    key: Key,
    result: Bdd,
}

const EMPTY_ENTRY: CacheEntry = CacheEntry {
    key: [UNUSED; 3],
    result: Bdd::TRUE,
};

/// An arena of boolean functions.
#[derive(Clone)]
pub struct Bdds {
    nodes: Vec<Node>,
    unique: HashTable<u32>,
    cache: Vec<CacheEntry>,
    /// The budget that operations ask, if there is one.
    watch: Watch,
}

impl Default for Bdds {
    fn default() -> Self {
        Self::new()
    }
}

fn hash(words: [u32; 3]) -> u64 {
    let mut hasher = FxHasher::default();
    for word in words {
        hasher.write_u32(word);
    }
    hasher.finish()
}

fn node_hash(node: &Node) -> u64 {
    hash([node.var, node.low.0, node.high.0])
}

/// Runs one step of a recursion with enough stack for it.
pub(crate) fn with_stack<T>(step: impl FnOnce() -> T) -> T {
    stacker::maybe_grow(32 * 1024, 1024 * 1024, step)
}

impl Bdds {
    /// An arena that holds the constants only.
    pub fn new() -> Self {
        let terminal = Node {
            var: TERMINAL,
            low: Bdd::TRUE,
            high: Bdd::TRUE,
        };
        Self {
            nodes: vec![terminal],
            unique: HashTable::new(),
            cache: vec![EMPTY_ENTRY; 64],
            watch: Watch::default(),
        }
    }

    /// An arena under a budget; see [`obey`](Self::obey).
    pub fn within(budget: &Budget) -> Self {
        let mut bdds = Self::new();
        bdds.obey(budget);
        bdds
    }

    /// From now on, operations stop when the budget ends, and return anything: only what
    /// [`release`](Self::release) approves of is right.
    pub fn obey(&mut self, budget: &Budget) {
        self.watch = Watch::over(budget);
    }

    /// Takes the arena from under its budget.
    ///
    /// # Errors
    /// If the budget has ended, so that functions made since [`obey`](Self::obey) may be wrong.  Later
    /// operations are right again.
    pub fn release(&mut self) -> Result<(), Exhausted> {
        std::mem::take(&mut self.watch).end().map_or(Ok(()), Err)
    }

    /// Whether the budget, which is asked now and then, has ended.
    #[inline]
    pub(crate) fn must_stop(&mut self) -> bool {
        self.watch.must_stop()
    }

    /// The budget, for structures that are made along with functions.
    pub(crate) fn watch(&self) -> Watch {
        self.watch.clone()
    }

    /// How many nodes the arena holds, constants included.
    pub fn size(&self) -> usize {
        self.nodes.len()
    }

    /// The function of one variable.
    pub fn var(&mut self, var: Var) -> Bdd {
        assert!(var < TERMINAL, "variable out of range");
        self.node(var, Bdd::FALSE, Bdd::TRUE)
    }

    /// The variable, or its negation.
    pub fn literal(&mut self, var: Var, positive: bool) -> Bdd {
        self.var(var).negated_if(!positive)
    }

    /// The topmost variable of `f`; `None` for a constant.
    pub fn top(&self, f: Bdd) -> Option<Var> {
        let var = self.nodes[f.index()].var;
        (var != TERMINAL).then_some(var)
    }

    fn top_or_terminal(&self, f: Bdd) -> Var {
        self.nodes[f.index()].var
    }

    /// The variable nearest the root in `f` or `g`, which are not both constant.
    pub(crate) fn topmost(&self, f: Bdd, g: Bdd) -> Var {
        self.top_or_terminal(f).min(self.top_or_terminal(g))
    }

    /// `f` with its topmost variable false, and true.  `f` must not be constant.
    pub fn branches(&self, f: Bdd) -> (Bdd, Bdd) {
        let node = self.nodes[f.index()];
        debug_assert!(node.var != TERMINAL, "a constant has no branches");
        let negate = f.complemented();
        (node.low.negated_if(negate), node.high.negated_if(negate))
    }

    /// `f` with `var` false, and true, where no variable of `f` is above `var`.
    pub(crate) fn cofactors(&self, f: Bdd, var: Var) -> (Bdd, Bdd) {
        if self.top_or_terminal(f) == var {
            self.branches(f)
        } else {
            (f, f)
        }
    }

    /// The function "if `var` then `high` else `low`", where both lie below `var`.
    pub(crate) fn node(&mut self, var: Var, low: Bdd, high: Bdd) -> Bdd {
        if low == high {
            return low;
        }
        let negate = high.complemented();
        let node = Node {
            var,
            low: low.negated_if(negate),
            high: high.negated_if(negate),
        };
        let nodes = &self.nodes;
        let entry = self.unique.entry(
            node_hash(&node),
            |&index| nodes[index as usize] == node,
            |&index| node_hash(&nodes[index as usize]),
        );
        let index = match entry {
            hashbrown::hash_table::Entry::Occupied(entry) => *entry.get(),
            hashbrown::hash_table::Entry::Vacant(entry) => {
                assert!(
                    self.nodes.len() < NODE_LIMIT as usize,
                    "no more than 2^31 BDD nodes"
                );
                let index = self.nodes.len() as u32;
                entry.insert(index);
                self.nodes.push(node);
                index
            }
        };
        Bdd(index << 1).negated_if(negate)
    }

    fn slot(&self, key: Key) -> usize {
        hash(key) as usize & (self.cache.len() - 1)
    }

    fn cached(&self, key: Key) -> Option<Bdd> {
        let entry = &self.cache[self.slot(key)];
        (entry.key == key).then_some(entry.result)
    }

    fn remember(&mut self, key: Key, result: Bdd) -> Bdd {
        if self.watch.has_stopped {
            return result;
        }
        if self.nodes.len() > self.cache.len() {
            self.grow_cache();
        }
        let slot = self.slot(key);
        self.cache[slot] = CacheEntry { key, result };
        result
    }

    fn grow_cache(&mut self) {
        let larger = vec![EMPTY_ENTRY; self.cache.len() * 4];
        let old = std::mem::replace(&mut self.cache, larger);
        for entry in old {
            let slot = self.slot(entry.key);
            self.cache[slot] = entry;
        }
    }

    /// Conjunction.
    pub fn and(&mut self, f: Bdd, g: Bdd) -> Bdd {
        if f == g || g.is_true() {
            return f;
        }
        if f.is_true() {
            return g;
        }
        if f.is_false() || g.is_false() || f == !g {
            return Bdd::FALSE;
        }
        let key = [f.0.min(g.0), f.0.max(g.0), AND];
        if let Some(result) = self.cached(key) {
            return result;
        }
        if self.must_stop() {
            return Bdd::FALSE;
        }
        let var = self.topmost(f, g);
        let (f0, f1) = self.cofactors(f, var);
        let (g0, g1) = self.cofactors(g, var);
        let (low, high) = with_stack(|| (self.and(f0, g0), self.and(f1, g1)));
        let result = self.node(var, low, high);
        self.remember(key, result)
    }

    /// Disjunction.
    pub fn or(&mut self, f: Bdd, g: Bdd) -> Bdd {
        !self.and(!f, !g)
    }

    /// Implication.
    pub fn implies(&mut self, f: Bdd, g: Bdd) -> Bdd {
        !self.and(f, !g)
    }

    /// `f` and not `g`.
    pub fn minus(&mut self, f: Bdd, g: Bdd) -> Bdd {
        self.and(f, !g)
    }

    /// Whether `f` implies `g`.
    pub fn entails(&mut self, f: Bdd, g: Bdd) -> bool {
        self.and(f, !g).is_false()
    }

    /// Exclusive or.
    pub fn xor(&mut self, f: Bdd, g: Bdd) -> Bdd {
        let negate = f.complemented() != g.complemented();
        let (f, g) = (
            f.negated_if(f.complemented()),
            g.negated_if(g.complemented()),
        );
        if f == g {
            return Bdd::FALSE.negated_if(negate);
        }
        if f.is_true() || g.is_true() {
            let other = if f.is_true() { g } else { f };
            return (!other).negated_if(negate);
        }
        let key = [f.0.min(g.0), f.0.max(g.0), XOR];
        if let Some(result) = self.cached(key) {
            return result.negated_if(negate);
        }
        if self.must_stop() {
            return Bdd::FALSE;
        }
        let var = self.topmost(f, g);
        let (f0, f1) = self.cofactors(f, var);
        let (g0, g1) = self.cofactors(g, var);
        let (low, high) = with_stack(|| (self.xor(f0, g0), self.xor(f1, g1)));
        let result = self.node(var, low, high);
        self.remember(key, result).negated_if(negate)
    }

    /// Equivalence.
    pub fn iff(&mut self, f: Bdd, g: Bdd) -> Bdd {
        !self.xor(f, g)
    }

    /// "if `f` then `g` else `h`".
    pub fn ite(&mut self, f: Bdd, g: Bdd, h: Bdd) -> Bdd {
        if f.is_true() || g == h {
            return g;
        }
        if f.is_false() {
            return h;
        }
        if g.is_constant() || h.is_constant() || g == !h {
            return match (g, h) {
                (Bdd::TRUE, _) => self.or(f, h),
                (Bdd::FALSE, _) => self.and(!f, h),
                (_, Bdd::TRUE) => self.or(!f, g),
                (_, Bdd::FALSE) => self.and(f, g),
                _ => self.iff(f, g),
            };
        }
        let key = [f.0, g.0, h.0];
        if let Some(result) = self.cached(key) {
            return result;
        }
        if self.must_stop() {
            return Bdd::FALSE;
        }
        let tops = [f, g, h].map(|x| self.top_or_terminal(x));
        let var = tops[0].min(tops[1]).min(tops[2]);
        let (f0, f1) = self.cofactors(f, var);
        let (g0, g1) = self.cofactors(g, var);
        let (h0, h1) = self.cofactors(h, var);
        let (low, high) = with_stack(|| (self.ite(f0, g0, h0), self.ite(f1, g1, h1)));
        let result = self.node(var, low, high);
        self.remember(key, result)
    }

    /// The conjunction of the variables `vars`: how [`Bdds::exists`] is told what to quantify.
    pub fn var_cube(&mut self, vars: impl IntoIterator<Item = Var>) -> Bdd {
        let mut vars: Vec<Var> = vars.into_iter().collect();
        vars.sort_unstable();
        vars.dedup();
        vars.iter()
            .rev()
            .fold(Bdd::TRUE, |cube, &var| self.node(var, Bdd::FALSE, cube))
    }

    /// `f` with the variables of `cube` (see [`Bdds::var_cube`]) existentially quantified.
    pub fn exists(&mut self, f: Bdd, mut cube: Bdd) -> Bdd {
        if f.is_constant() {
            return f;
        }
        let var = self.top_or_terminal(f);
        while self.top_or_terminal(cube) < var {
            cube = self.branches(cube).1;
        }
        if cube.is_true() {
            return f;
        }
        let key = [f.0, cube.0, EXISTS];
        if let Some(result) = self.cached(key) {
            return result;
        }
        if self.must_stop() {
            return Bdd::FALSE;
        }
        let (f0, f1) = self.branches(f);
        let quantified = self.top_or_terminal(cube) == var;
        let low = with_stack(|| self.exists(f0, cube));
        let result = if quantified && low.is_true() {
            Bdd::TRUE
        } else {
            let high = with_stack(|| self.exists(f1, cube));
            if quantified {
                self.or(low, high)
            } else {
                self.node(var, low, high)
            }
        };
        self.remember(key, result)
    }

    /// `f` with every variable replaced by the function that `by` names for it, all at once.
    pub fn substitute(&mut self, f: Bdd, mut by: impl FnMut(&mut Bdds, Var) -> Bdd) -> Bdd {
        // A cache of its own: the meaning of `by` is not part of any key.
        let mut done = rustc_hash::FxHashMap::default();
        self.substitute_memo(f, &mut by, &mut done)
    }

    fn substitute_memo(
        &mut self,
        f: Bdd,
        by: &mut impl FnMut(&mut Bdds, Var) -> Bdd,
        done: &mut rustc_hash::FxHashMap<Bdd, Bdd>,
    ) -> Bdd {
        if f.is_constant() {
            return f;
        }
        let negate = f.complemented();
        let regular = f.negated_if(negate);
        if let Some(&result) = done.get(&regular) {
            return result.negated_if(negate);
        }
        if self.must_stop() {
            return Bdd::FALSE;
        }
        let var = self.top_or_terminal(regular);
        let (f0, f1) = self.branches(regular);
        let (low, high) = with_stack(|| {
            (
                self.substitute_memo(f0, by, done),
                self.substitute_memo(f1, by, done),
            )
        });
        let condition = by(self, var);
        let result = self.ite(condition, high, low);
        done.insert(regular, result);
        result.negated_if(negate)
    }

    /// A function of another arena, its variables renamed by `rename`, in this one.
    pub fn import(&mut self, from: &Bdds, f: Bdd, mut rename: impl FnMut(Var) -> Var) -> Bdd {
        let mut done = rustc_hash::FxHashMap::default();
        self.import_memo(from, f, &mut rename, &mut done)
    }

    fn import_memo(
        &mut self,
        from: &Bdds,
        f: Bdd,
        rename: &mut impl FnMut(Var) -> Var,
        done: &mut rustc_hash::FxHashMap<Bdd, Bdd>,
    ) -> Bdd {
        if f.is_constant() {
            return f;
        }
        let negate = f.complemented();
        let regular = f.negated_if(negate);
        if let Some(&result) = done.get(&regular) {
            return result.negated_if(negate);
        }
        if self.must_stop() {
            return Bdd::FALSE;
        }
        let (f0, f1) = from.branches(regular);
        let (low, high) = with_stack(|| {
            (
                self.import_memo(from, f0, rename, done),
                self.import_memo(from, f1, rename, done),
            )
        });
        let condition = self.var(rename(from.top_or_terminal(regular)));
        let result = self.ite(condition, high, low);
        done.insert(regular, result);
        result.negated_if(negate)
    }

    /// The variables that `f` depends on, in order.
    pub fn support(&self, f: Bdd) -> Vec<Var> {
        let mut seen = rustc_hash::FxHashSet::default();
        let mut vars = std::collections::BTreeSet::new();
        let mut stack = vec![f.index()];
        while let Some(index) = stack.pop() {
            if index != 0 && seen.insert(index) {
                let node = self.nodes[index];
                vars.insert(node.var);
                stack.extend([node.low.index(), node.high.index()]);
            }
        }
        vars.into_iter().collect()
    }

    /// The value of `f` where `valuation` gives each variable's.
    pub fn eval(&self, mut f: Bdd, mut valuation: impl FnMut(Var) -> bool) -> bool {
        while let Some(var) = self.top(f) {
            let (low, high) = self.branches(f);
            f = if valuation(var) { high } else { low };
        }
        f.is_true()
    }

    /// `f` with some variables fixed: those for which `valuation` gives a value.
    ///
    /// Takes one branch at each of them, so that no function but the result is built.
    pub fn restrict(&mut self, f: Bdd, valuation: impl Fn(Var) -> Option<bool>) -> Bdd {
        self.restrict_memo(f, &valuation, &mut rustc_hash::FxHashMap::default())
    }

    fn restrict_memo(
        &mut self,
        f: Bdd,
        valuation: &impl Fn(Var) -> Option<bool>,
        done: &mut rustc_hash::FxHashMap<Bdd, Bdd>,
    ) -> Bdd {
        let mut f = f;
        let var = loop {
            let Some(var) = self.top(f) else {
                return f;
            };
            match valuation(var) {
                Some(value) => {
                    let (low, high) = self.branches(f);
                    f = if value { high } else { low };
                }
                None => break var,
            }
        };
        let negate = f.complemented();
        let regular = f.negated_if(negate);
        if let Some(&result) = done.get(&regular) {
            return result.negated_if(negate);
        }
        if self.must_stop() {
            return Bdd::FALSE;
        }
        let (low, high) = self.branches(regular);
        let (low, high) = with_stack(|| {
            (
                self.restrict_memo(low, valuation, done),
                self.restrict_memo(high, valuation, done),
            )
        });
        let result = self.node(var, low, high);
        done.insert(regular, result);
        result.negated_if(negate)
    }
}
